"""Ranking: vectors R1-R19, S1-S4, X1 of the rules, and the evaluator against a slow reading of the rules."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiju.cards import DECK_36, DECK_52, Card, cards
from paiju.games.holdem.messages import MESSAGES
from paiju.games.holdem.rank import STANDARD, HandRank, Ranking, ranking
from paiju.games.messages import tell

pytestmark = pytest.mark.pure

SHORT = ranking(short_deck=True)
SHORT_TRIPS = ranking(short_deck=True, trips_beat_straight=True)


@pytest.mark.parametrize(
    ("number", "text", "category", "ranks"),
    [
        ("R1", "AsKs 7s3s9d9h2c", "one_pair", (9, 14, 13, 7)),  # four suited cards with the ace are no straight flush
        ("R2", "AsAd KcKd9h9s2c", "two_pair", (14, 13, 9)),
        ("R3", "AhKs KdQsJsTsAs", "royal_flush", (14,)),  # although the other ace is a heart
        ("R4", "KhQd KdQcJhJd9s", "two_pair", (13, 12, 11)),
        ("R5", "Ah4d 3c2s4sAd2h", "two_pair", (14, 4, 3)),
        ("R6", "As2s 3s4s5sKdKh", "straight_flush", (5,)),
        ("R7", "6s5s 4s3s2sAsKd", "straight_flush", (6,)),
        ("R8", "5c4d 3h2sAcAdAh", "straight", (5,)),
        ("R9", "8c8d 8h9s9d9cKh", "full_house", (9, 8)),
        ("R10", "JcTc 9c8c7d6hAc", "flush", (14, 11, 10, 9, 8)),
        ("R11", "7c7d 7h7sAcKdQh", "four_of_a_kind", (7, 14)),
    ],
)
def test_reading(number: str, text: str, category: str, ranks: tuple[int, ...]) -> None:
    made = STANDARD.read(cards(text))
    assert (made.category.word, made.ranks) == (category, ranks)
    assert len(set(made.cards)) == 5
    assert STANDARD.strength(made.cards) == made.strength


@pytest.mark.parametrize(
    ("number", "hands", "board", "winners"),
    [
        ("R12", "2c3d AdKh", "AsKsQsJsTs", (0, 1)),  # the board plays
        ("R13", "AcKd AhQd", "As7c7d2h2s", (0,)),
        ("R14", "3c3d AhQs", "KsKdQhQdJc", (1,)),
        ("R15", "AdKd QsQh", "2c2d2h2s5c", (0,)),
        ("R16", "As3d 6c2h", "4c5d2s3hKc", (1,)),
        ("R17", "AcTd KcTc", "ThTs9d9h4s", (0, 1)),
        ("R19", "2c2d KhJh 4s3c", "Ah9h6hTs7d", (1,)),  # pair, flush, high card: an inverted sort takes the last
    ],
)
def test_comparing(number: str, hands: str, board: str, winners: tuple[int, ...]) -> None:
    assert _winners(STANDARD, hands, board) == winners


def test_r18_flushes_compare_from_the_top() -> None:
    rows = ("A7532", "K9753", "K9642", "QJT95")
    flushes = [STANDARD.strength(cards("".join(f"{rank}s" for rank in row))) for row in rows]
    assert flushes == sorted(flushes, reverse=True)
    assert len(set(flushes)) == 4


@pytest.mark.parametrize(
    ("number", "hands", "board", "order", "winners"),
    [
        ("S1", "Ah6h 9c9d", "7h8h9sThTc", SHORT, (0,)),  # flush beats full house
        ("S2", "Ac6d TcTd", "7h8s9dKcQh", SHORT, (0,)),  # A6789 beats a pair
        ("S3", "Ac6d Tc6c", "7h8s9dKcQh", SHORT, (1,)),  # ten-high beats A6789
        ("S4", "QhQd Jc8c", "QcJd9hTs7s", SHORT, (1,)),
        ("S4 option", "QhQd Jc8c", "QcJd9hTs7s", SHORT_TRIPS, (0,)),
    ],
)
def test_short_deck(number: str, hands: str, board: str, order: Ranking, winners: tuple[int, ...]) -> None:
    assert _winners(order, hands, board) == winners


def test_x1_integer_codes() -> None:
    assert [int(one) for one in cards("As Td 2c")] == [227, 161, 32]


@pytest.mark.parametrize(("order", "count"), [(STANDARD, 7462), (SHORT, 1404), (SHORT_TRIPS, 1404)])
def test_numbers_are_the_different_hands(order: Ranking, count: int) -> None:
    assert len(order.classes) == count
    assert order.category(count) is HandRank.ROYAL_FLUSH
    assert order.category(1) is HandRank.HIGH_CARD


@pytest.mark.parametrize("order", [STANDARD, SHORT, SHORT_TRIPS])
@given(data=st.data())
@settings(max_examples=100, deadline=None, derandomize=True)
def test_best_of_seven_is_the_best_of_its_fives(order: Ranking, data: st.DataObject) -> None:
    deck = (DECK_36 if order.short_deck else DECK_52).cards
    hand = data.draw(st.permutations(deck))[: data.draw(st.sampled_from([5, 6, 7]))]
    assert order.strength(hand) == max(order.strength(five) for five in combinations(hand, 5))
    assert order.strength(hand) == order.by_tables(hand)


FIVES = st.permutations(DECK_52.cards).map(lambda deck: deck[:5])


@given(hand=FIVES, other=FIVES)
@settings(max_examples=200, deadline=None, derandomize=True)
def test_fives_compare_as_the_rules_say(hand: list[Card], other: list[Card]) -> None:
    ours = STANDARD.strength(hand), STANDARD.strength(other)
    slow = _slow(hand), _slow(other)
    assert (ours[0] > ours[1]) == (slow[0] > slow[1])
    assert (ours[0] == ours[1]) == (slow[0] == slow[1])


@pytest.mark.parametrize("text", ["", "As", "AsAsAsAsAs", "AsKsQsJs", "2c2d2h2s3c3d3h3s"])
def test_no_hand(text: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        STANDARD.strength(cards(text))


@pytest.mark.parametrize(
    ("text", "zh", "en"),
    [
        ("AsAd KcKd9h9s2c", "两对 A 和 K，踢脚 9", "two pair, aces and kings, kicker 9"),
        ("AsAdAcAh Kd", "四条 A，踢脚 K", "four aces, kicker K"),
        ("TsTd", "一对 10", "a pair of tens"),
        ("AsKd", "高牌 A，踢脚 K", "A high, then K"),
        ("As2s3s4s5s", "同花顺，5 高", "a straight flush, 5 high"),
        ("8c8d 8h9s9d9cKh", "葫芦，三张 9 带一对 8", "a full house, nines full of eights"),
        ("AsKsQsJsTs", "皇家同花顺", "a royal flush"),
        ("AsAdAh", "三条 A", "three aces"),
    ],
)
def test_words(text: str, zh: str, en: str) -> None:
    line = STANDARD.read(cards(text)).line
    assert (tell(line, MESSAGES, "zh"), tell(line, MESSAGES, "en")) == (zh, en)


def _winners(order: Ranking, hands: str, board: str) -> tuple[int, ...]:
    numbers = [order.strength(cards(hand) + cards(board)) for hand in hands.split()]
    return tuple(at for at, number in enumerate(numbers) if number == max(numbers))


def _slow(hand: list[Card]) -> tuple[int, ...]:
    """Five cards by the text of the rules: category from 0 (high card) to 8 (straight flush), then tie-breaks."""
    ranks = sorted((one.rank.value for one in hand), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    flush = len({one.suit for one in hand}) == 1
    top = 0
    if len(groups) == 5 and ranks[0] - ranks[4] == 4:
        top = ranks[0]
    elif ranks == [14, 5, 4, 3, 2]:
        top = 5
    if top:
        return (8 if flush else 4, top)
    shapes = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
    return (5 if flush else shapes[tuple(size for size, _ in groups)], *(rank for _, rank in groups))
