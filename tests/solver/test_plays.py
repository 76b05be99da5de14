"""Plays and comparisons of the kernel against the readers of the games, hand by hand."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiju.games import catalog
from paiju.games.climb.game import Climb
from paiju.solver.plays import NativePlays
from tests.games.climb.test_perft import PINNED

pytestmark = [pytest.mark.native, pytest.mark.needs_kernel]

SHEETS: list[tuple[str, Mapping[str, object]]] = [
    ("doudizhu", {}),
    ("doudizhu_x", {}),
    ("doudizhu_x", {"x_triple_single_same_point": True, "allow_lower_reading": True}),
    ("doudizhu_4p", {}),
    ("big_two", {}),
    ("big_two", {"four_bare": True, "straight_head": "sequence_top"}),
    ("big_two", {"straight_order": "a2345_top"}),
    ("three_two_one", {}),
    ("three_two_one", {"triple_run_beats_321": True, "allow_lower_reading": True}),
    ("wuguapi", {}),
    ("wuguapi", {"joker_carry": False}),
    ("qigui_521", {}),
    ("qigui_523", {}),
    ("doudizhu_laizi", {"wild": "9"}),
    ("doudizhu_laizi", {"wild": "2", "wild_alone": "any_rank", "soft_bombs": "by_rank", "wild_bomb": "own_rank"}),
    ("guandan", {}),
    ("guandan", {"level": 14, "wild_flush_as_straight": True, "max_bomb_size": 10}),
    ("guandan", {"level": 8, "single_two_high": True, "bomb_level_elevated": False}),
    ("guandan", {"long_sequences": False, "sequence_length_must_match": True, "mixed_joker_pair": False}),
]


def game_of(sheet: tuple[str, Mapping[str, object]]) -> Climb:
    game = catalog.find(sheet[0]).game(sheet[1])
    assert isinstance(game, Climb)
    return game


def native_of(game: Climb) -> NativePlays:
    native = NativePlays.of(game)
    assert native is not None
    return native


def compare(game: Climb, native: NativePlays, rng: random.Random, size: int) -> None:
    """A hand, drawn from few ranks half of the time so that it is rich, against nothing and against some of its plays."""
    layout, deck = game.layout, list(game.rules.deck.cards)
    if rng.random() < 0.5:
        start = rng.randrange(len(layout.ranks))
        near = {layout.ranks[(start + step) % len(layout.ranks)] for step in range(rng.randint(3, 9))}
        deck = [card for card in deck if card.rank in near]
    cards = rng.sample(deck, min(size, len(deck)))
    hand, counts = layout.mask(cards), layout.counts(cards)
    plays = list(game.reader.plays(hand, counts, None))
    assert [(str(play), play.combo) for play in native.plays(hand, counts, None)] == [
        (str(play), play.combo) for play in plays
    ]
    others = rng.sample(list(game.rules.deck.cards), min(20, len(game.rules.deck)))
    tops = list(game.reader.plays(layout.mask(others), layout.counts(others), None))
    for top in rng.sample(tops, min(4, len(tops))) + rng.sample(plays, min(2, len(plays))):
        assert top.combo is not None
        expected = [(str(play), play.combo) for play in game.reader.plays(hand, counts, top.combo)]
        assert [(str(play), play.combo) for play in native.plays(hand, counts, top.combo)] == expected
        for play in rng.sample(plays, min(10, len(plays))):
            assert play.combo is not None
            assert native.beats(play.combo, top.combo) is play.combo.beats(top.combo)


@pytest.mark.parametrize("sheet", SHEETS, ids=str)
@given(seed=st.integers(0, 1 << 32), size=st.integers(1, 14))
@settings(max_examples=40, deadline=None)
def test_plays_are_those_of_the_reader(sheet: tuple[str, Mapping[str, object]], seed: int, size: int) -> None:
    game = game_of(sheet)
    compare(game, native_of(game), random.Random(seed), size)


@pytest.mark.parametrize("sheet", SHEETS, ids=str)
def test_whole_hands(sheet: tuple[str, Mapping[str, object]]) -> None:
    game = game_of(sheet)
    native = native_of(game)
    for seed in range(4):
        compare(game, native, random.Random(seed), game.rules.hand + game.rules.kitty)


@pytest.mark.parametrize("name", PINNED)
def test_the_pinned_numbers_of_plays(name: str) -> None:
    game = game_of((name, {}))
    native = native_of(game)
    states = [game.deal(game.seats[0], seed) for seed in range(3)]
    assert tuple(len(native.moves(state.hands[0], state.counts[0], None)) for state in states) == PINNED[name][0]


@pytest.mark.fuzz
@pytest.mark.parametrize("sheet", SHEETS, ids=str)
def test_long(sheet: tuple[str, Mapping[str, object]]) -> None:
    game = game_of(sheet)
    native, rng = native_of(game), random.Random(1)
    for _ in range(2000):
        compare(game, native, rng, rng.randint(1, game.rules.hand + game.rules.kitty))


@pytest.mark.parametrize("name", ["doudizhu", "big_two"])
def test_what_is_no_hand_or_combo_is_refused(name: str) -> None:
    native: Any = native_of(game_of((name, {})))._native
    for arguments in ((0, 0, 1 << 40), (0, 0, -2), (-1, 0, -1), (1 << 200, 0, -1), (0, -1, -1), ("hand", 0, -1)):
        with pytest.raises((ValueError, TypeError, RuntimeError, OverflowError)):
            native.plays(*arguments)
    with pytest.raises(ValueError):
        native.beats(0, 1 << 40)
    # Counts and cards that do not belong together list nonsense, but nothing else happens.
    for hand, counts in ((0, (1 << 64) - 1), ((1 << 120) - 1, 0), ((1 << 60) - 1, 0x7777777)):
        native.plays(hand, counts, -1)
