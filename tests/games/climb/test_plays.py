"""Readings and lists of plays, held to a brute force over all subsets of a hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiju.cards import Card, Rng, cards, write
from paiju.games.climb.game import Climb
from paiju.games.climb.plays import Plays
from paiju.games.climb.shapes import Combo
from paiju.games.contract import IllegalAction, Seat
from tests.games.climb.naive import types
from tests.games.climb.test_vectors import climb

GAMES = ["doudizhu", "doudizhu_x", "doudizhu_4p", "big_two", "three_two_one", "wuguapi", "qigui_521", "qigui_523"]
all_games = pytest.mark.parametrize("name", GAMES)


def hand_of(game: Climb, size: int, seed: int, ranks: int = 15) -> tuple[Card, ...]:
    """Some cards of the deck; the fewer ranks, the more combinations."""
    rng = Rng(seed)
    kept = rng.shuffled(game.layout.ranks)[:ranks] if seed % 2 else game.layout.ranks[seed % 5 :][:ranks]
    return rng.shuffled(card for card in game.rules.deck.cards if card.rank in kept)[:size]


def identity(game: Climb, some: tuple[Card, ...]) -> tuple[str, ...]:
    """What makes a play distinct: its cards where suits matter, else its ranks."""
    return tuple(sorted(str(card) if game.rules.suits_matter else card.rank.letter for card in some))


def named(game: Climb, combos: tuple[Combo, ...]) -> set[tuple[str, str]]:
    return {(game.rules.name_of(combo.kind), combo.head) for combo in combos}


@all_games
@given(seed=st.integers(0, 10**9), ranks=st.integers(2, 6), size=st.integers(1, 10))
@settings(max_examples=15, deadline=None, derandomize=True)
def test_every_subset_reads_as_the_brute_force_says(name: str, seed: int, ranks: int, size: int) -> None:
    game = climb(name)
    hand = hand_of(game, size, seed, ranks)
    for some in (some for n in range(1, len(hand) + 1) for some in combinations(hand, n)):
        assert named(game, game.reader.read(some)) == types(name, some), write(some)


@all_games
@given(seed=st.integers(0, 10**9), size=st.integers(11, 20))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_large_groups_read_as_the_brute_force_says(name: str, seed: int, size: int) -> None:
    game = climb(name)
    most = game.rules.hand + game.rules.kitty  # nobody ever holds more
    some = hand_of(game, min(size, most), seed, ranks=3 + seed % 5)
    assert named(game, game.reader.read(some)) == types(name, some), write(some)


@all_games
@given(seed=st.integers(0, 10**9), ranks=st.integers(2, 7), size=st.integers(1, 10))
@settings(max_examples=15, deadline=None, derandomize=True)
def test_leading_lists_every_distinct_play_once(name: str, seed: int, ranks: int, size: int) -> None:
    game = climb(name)
    hand = hand_of(game, size, seed, ranks)
    expected = set()
    for some in (some for n in range(1, len(hand) + 1) for some in combinations(hand, n)):
        expected |= {(identity(game, some), kind, head) for kind, head in types(name, some)}
    listed = [
        (identity(game, play.cards), game.rules.name_of(play.combo.kind), play.combo.head)
        for play in game.reader.plays(game.layout.mask(hand), game.layout.counts(hand), None)
        if play.combo
    ]
    assert Counter(listed) == Counter(expected)


@all_games
@given(seed=st.integers(0, 10**9), ranks=st.integers(2, 7))
@settings(max_examples=20, deadline=None, derandomize=True)
def test_following_lists_what_beats_and_nothing_else(name: str, seed: int, ranks: int) -> None:
    game = climb(name)
    deck = hand_of(game, 20, seed, ranks)
    hand, others = deck[:10], deck[10:]
    mask, counts = game.layout.mask(hand), game.layout.counts(hand)
    every = list(game.reader.plays(mask, counts, None))
    tops = {play.combo for play in game.reader.plays(game.layout.mask(others), game.layout.counts(others), None)}
    for top in list(tops)[:12]:
        assert top is not None
        choices = Plays(game.reader, mask, counts, top, 1)
        listed = [(identity(game, play.cards), play.combo) for play in game.reader.plays(mask, counts, top)]
        wanted = [(identity(game, play.cards), play.combo) for play in every if play.combo and play.combo.beats(top)]
        assert Counter(listed) == Counter(wanted)
        for play in game.reader.plays(mask, counts, top):
            assert play in choices
            assert choices.resolve(Seat(0), play) == play
            assert game.parse(str(play)) == play


@all_games
def test_beats_is_a_strict_order_within_a_game(name: str) -> None:
    game = climb(name)
    combos = []
    for seed in range(6):
        hand = hand_of(game, 14, seed, 6)
        combos += [play.combo for play in game.reader.plays(game.layout.mask(hand), game.layout.counts(hand), None)]
    unique = [combo for combo in dict.fromkeys(combos) if combo is not None]
    for one in unique:
        assert not one.beats(one)
        for other in unique:
            assert not (one.beats(other) and other.beats(one))


REFUSALS = [
    # game, hand, table, play, code
    ("doudizhu", "3s3d4h5c", "", "pass", "must_lead"),
    ("doudizhu", "3s3d4h5c", "", "6s", "not_in_hand"),
    ("doudizhu", "3s3d4h5c", "", "3s3s", "not_in_hand"),
    ("doudizhu", "3s3d4h5c", "", "333", "not_in_hand"),
    ("doudizhu", "3s3d4h5c", "", "3s4h", "illegal_combo"),
    ("doudizhu", "3s3d4h5c", "9s9d", "33", "cannot_beat"),
    ("doudizhu", "3s3d4h5c", "9s9d", "4h", "cannot_beat"),
    ("doudizhu", "3s3d4h5c", "", "3s3d=Single", "bad_declare"),
    ("doudizhu", "3s3d4h5c", "", "bid 2", "wrong_phase"),
    ("doudizhu_x", "3s3h3c3d4s4h4c4d", "", "33334444", "ambiguous"),
    ("doudizhu_x", "3s3h3c3d4s4h4c4d", "", "33334444=Pair", "bad_declare"),
    ("doudizhu_x", "3s3h3c3d4s4h4c4d", "5s5d5c5h6s6d7s7d", "33334444=QuadrupleWithPairPair", "cannot_beat"),
    ("big_two", "3d4c4s", "", "3d4c", "illegal_combo"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "hand", "table", "text", "code"), REFUSALS)
def test_refusals_have_their_own_codes(name: str, hand: str, table: str, text: str, code: str) -> None:
    game = climb(name)
    held = cards(hand)
    top = game.reader.read(cards(table))[0] if table else None
    choices = Plays(game.reader, game.layout.mask(held), game.layout.counts(held), top, 2)
    action = game.parse(text)
    assert action not in choices
    with pytest.raises(IllegalAction) as refused:
        choices.resolve(Seat(0), action)
    assert refused.value.code == code


def test_a_bare_rank_takes_the_smallest_suits_held() -> None:
    game = climb("doudizhu")
    held = cards("3s3h3d4c")
    choices = Plays(game.reader, game.layout.mask(held), game.layout.counts(held), None, -1)
    assert str(choices.resolve(Seat(0), game.parse("33"))) == "3h3d"
    assert str(choices.resolve(Seat(0), game.parse("3s3"))) == "3s3d"
    assert str(choices.resolve(Seat(0), game.parse("4333"))) == "3s3h3d4c"


def test_a_declared_reading_is_kept_only_where_it_is_needed() -> None:
    game = climb("doudizhu_x")
    held = cards("3s3h3c3d4s4h4c4d5s5h")
    choices = Plays(game.reader, game.layout.mask(held), game.layout.counts(held), None, -1)
    spelled = game.parse("4s4h4c4d3s3h3c3d=quadruplewithpairpair")
    assert str(choices.resolve(Seat(0), spelled)) == "4s4h4c4d3s3h3c3d=QuadrupleWithPairPair"
    assert str(choices.resolve(Seat(0), game.parse("55=Pair"))) == "5s5h"
    top = game.reader.read(cards("7s7h7c7d8s8h9s9h"))[0]
    following = Plays(game.reader, game.layout.mask(held), game.layout.counts(held), top, 1)
    assert [str(action) for action in following] == ["pass", "3s3h3c3d", "4s4h4c4d"]
