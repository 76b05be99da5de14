from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.cards import BIG_JOKER, DECK_54, SMALL_JOKER, Card, NotationError, Rank, Suit, card, cards, tokens, write


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("As Td 3h", "AsTd3h"),
        ("AsTd3h", "AsTd3h"),
        ("10s", "Ts"),
        ("as kd", "AsKd"),
        ("SA DT H3", "AsTd3h"),
        ("SJ", "Js"),  # always the jack of spades, never a joker
        ("S10D10", "TsTd"),
        ("♠A ♦10 ♥3", "AsTd3h"),
        ("A♠10♦3♥", "AsTd3h"),
        ("♠️A", "As"),  # with a variation selector, as phones type it
        ("红桃3 黑桃A 方块10 梅花K", "3hAsTdKc"),
        ("红心3，方片4、草花5", "3h4d5c"),
        ("L R", "LR"),
        ("小王大王", "LR"),
        ("小鬼 大鬼", "LR"),
        ("l r", "LR"),
        ("L3s", "L3s"),
        ("♠A L", "AsL"),
        ("L ♠A", "LAs"),
        ("", ""),
    ],
)
def test_reads_every_accepted_spelling(text: str, canonical: str) -> None:
    assert write(cards(text)) == canonical


@pytest.mark.parametrize(
    ("text", "at", "says"),
    [
        ("AsXd", 2, "'X'"),
        ("As Kq♠", 3, "K needs a suit"),
        ("sA", 0, "no rank before"),
        ("As DK", 3, "cannot mix"),
        ("AS", 1, "no rank after"),
        ("ASKH", 3, "no rank after"),
        ("SDA", 1, "a suit follows a suit"),
        ("SL", 0, "joker has no suit"),
        ("Ls", 1, "no rank before"),
        ("Ass", 2, "no rank before"),
        ("3s4", 2, "needs a suit"),
        ("1s", 0, "'1'"),
        ("As!", 2, "'!'"),
    ],
)
def test_points_at_the_offending_character(text: str, at: int, says: str) -> None:
    with pytest.raises(NotationError) as refused:
        cards(text)
    assert (refused.value.at, says in refused.value.why) == (at, True), refused.value


def test_long_garbage_is_shown_around_the_mistake_only() -> None:
    with pytest.raises(NotationError) as refused:
        cards("As" * 5000 + "?")
    assert len(str(refused.value)) < 200


def test_bare_ranks_are_tokens_without_a_suit() -> None:
    assert [(t.rank, t.suit, t.is_exact) for t in tokens("3s4L")] == [
        (Rank.THREE, Suit.SPADES, True),
        (Rank.FOUR, None, False),
        (Rank.SMALL_JOKER, None, True),
    ]


@given(st.lists(st.sampled_from(DECK_54.cards)))
def test_what_is_written_reads_back(row: list[Card]) -> None:
    assert list(cards(write(row))) == row
    assert list(cards(" ".join(map(str, row)))) == row


@given(st.text(max_size=30))
def test_any_text_is_cards_or_a_notation_error(text: str) -> None:
    try:
        cards(text)
    except NotationError as error:
        assert -1 <= error.at < len(text)
        assert str(error)


@pytest.mark.parametrize(("text", "code"), [("2c", 32), ("Td", 161), ("As", 227), ("3s", 51)])
def test_a_card_is_its_code(text: str, code: int) -> None:
    assert int(card(text)) == code
    assert Card(code) is card(text)


def test_cards_are_made_once_and_survive_pickling() -> None:
    for one in DECK_54.cards:
        assert pickle.loads(pickle.dumps(one)) is one


@pytest.mark.parametrize("code", [-1, 0, 31, 36, 228, 241, 1000])
def test_other_numbers_are_no_cards(code: int) -> None:
    with pytest.raises(ValueError, match="no card code"):
        Card(code)


def test_jokers_have_no_suit() -> None:
    assert SMALL_JOKER.suit is None
    assert BIG_JOKER.suit is None
    with pytest.raises(ValueError, match="joker"):
        Card.of(Rank.ACE)
    with pytest.raises(ValueError, match="joker"):
        Card.of(Rank.BIG_JOKER, Suit.SPADES)
