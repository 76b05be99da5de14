"""Batches: the kernel against the reference engine, move for move, and everything that must be refused."""

from __future__ import annotations

import random
from array import array
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiju import kernel
from paiju.envs.batch import Batch, Twin
from paiju.games import catalog
from paiju.games.contract import AnyGame
from paiju.solver.evaluate import CARDS
from paiju.solver.ranges import mask

pytestmark = [pytest.mark.native, pytest.mark.pure]

UNEVEN = (15, 100, 1000, 5, 300, 2000)
TABLES: list[tuple[str, int, Mapping[str, object]]] = [
    ("holdem", 6, {}),
    ("holdem", 2, {}),
    ("holdem", 9, {"stacks": (40, 20, 0, 60, 1, 1000, 35, 500, 20)}),
    ("holdem", 6, {"game_type": "limit"}),
    ("holdem", 6, {"game_type": "pot_limit"}),
    ("holdem", 6, {"variant": "short_deck"}),
    ("holdem", 6, {"variant": "short_deck", "trips_beat_straight": True, "short_deck_structure": "button_blind"}),
    ("holdem", 6, {"stacks": UNEVEN}),
    ("holdem", 6, {"stacks": UNEVEN, "ante": 3, "button": 2}),
    ("holdem", 6, {"stacks": UNEVEN, "ante": 7, "ante_type": "bb", "odd_chip_rule": "first_left_of_button"}),
    ("holdem", 6, {"stacks": UNEVEN, "ante": 7, "ante_type": "button", "game_type": "limit"}),
    ("holdem", 6, {"stacks": UNEVEN, "game_type": "limit", "uncap_heads_up": True, "cap_counts": "raises"}),
    ("holdem", 6, {"stacks": (1, 5, 3, 2, 2, 2), "ante": 2}),
    ("holdem", 6, {"cap_all_games": True, "min_raise": 50, "max_raises": 2}),
    ("holdem", 6, {"fast_deal": True, "hand_number": 9, "last_button": 1, "last_small": 2, "last_big": 3}),
    ("holdem", 6, {"button_rule": "dead", "last_button": 1, "last_small": 2, "last_big": 3, "sitting_out": (4,)}),
    ("holdem", 6, {"stacks": UNEVEN, "straddle": "utg"}),
    ("holdem", 3, {"straddle": "utg", "game_type": "limit", "starting_chips": 100}),
    ("holdem", 6, {"stacks": UNEVEN, "bomb_pot": 1, "straddle": "utg"}),
    ("holdem", 2, {"bomb_pot": 1, "bomb_pot_ante": 5, "game_type": "pot_limit"}),
    ("doudizhu", 3, {}),
    ("doudizhu", 3, {"bidding": "score", "doubling": True, "open_hand": True, "base": 5}),
    ("doudizhu", 3, {"doubling": True, "no_call": "abandon", "max_redeals": 2, "first_asked": "face_up_card"}),
    ("doudizhu", 3, {"first": 2, "unbeatable_shortcut": False}),
    ("doudizhu_x", 3, {}),
    ("doudizhu_x", 3, {"x_triple_single_same_point": True}),
    ("doudizhu_x", 3, {"allow_lower_reading": True}),
    ("doudizhu_4p", 4, {}),
    ("doudizhu_laizi", 3, {}),
    ("doudizhu_laizi", 3, {"wild_alone": "any_rank", "soft_bombs": "by_rank", "doubling": True, "bidding": "score"}),
    ("doudizhu_laizi", 3, {"wild": "T", "wild_bomb": "own_rank", "hard_factor": 4, "unbeatable_shortcut": False}),
    ("big_two", 4, {}),
    ("big_two", 4, {"four_bare": True, "straight_head": "sequence_top", "top_when_one_left": True}),
    ("big_two", 4, {"straight_order": "a2345_top", "two_penalty": "spade_doubles", "pass_lock": True, "first": 1}),
    ("three_two_one", 4, {}),
    ("three_two_one", 4, {"self_cover_keeps_round": False, "triple_run_beats_321": True}),
    ("three_two_one", 4, {"allow_lower_reading": True, "unbeatable_shortcut": False}),
    ("paodekuai", 3, {}),
    (
        "paodekuai",
        3,
        {"deck": "45", "must_beat": False, "opening": "holder", "last_hand": "lead", "top_when_one_left": False},
    ),
    ("paodekuai", 3, {"ace_bomb": True, "fours": "with_three", "bombs_paid": "every", "no_shuffle": True, "base": 3}),
    (
        "paodekuai",
        3,
        {"fours": "with_two", "last_hand": "off", "first": 2, "last_free": False, "shut": 3, "no_shuffle": True},
    ),
    ("doudizhu_2p", 2, {}),
    ("doudizhu_2p", 2, {"deck": "46", "kitty": 5, "most_robs": 2, "let_each": 2, "let_first": 1, "robs_double": False}),
    ("doudizhu_2p", 2, {"bidding": "score", "doubling": True, "open_hand": True, "first_asked": "face_up_card"}),
    ("doudizhu", 3, {"no_shuffle": True, "first_asked": "face_up_card"}),
    ("doudizhu_4p", 4, {"no_shuffle": True}),
    ("wuguapi", 4, {}),
    ("wuguapi", 2, {"hand_size": 10, "joker_carry": False, "leftover_points": "owner", "settlement": "zero_sum"}),
    ("wuguapi", 10, {"draw_order": "one_each", "pass_lock": True}),
    ("qigui_521", 4, {}),
    ("qigui_521", 7, {"final_trick_scored": False, "leftover_points": "first_finisher", "rank_by": "finish"}),
    ("qigui_523", 3, {"hand_size": 3}),
    ("guandan", 4, {}),
    ("guandan", 4, {"level": 9, "first_lead": "random"}),
    ("guandan", 4, {"level": 14, "first_lead": "seat:2", "wild_flush_as_straight": True, "jiefeng": "next"}),
    ("guandan", 4, {"level": 7, "finish": (0, 2, 1, 3), "single_two_high": True, "bomb_level_elevated": False}),
    ("guandan", 4, {"level": 5, "finish": (1, 2, 3, 0), "return_rule": "any", "max_bomb_size": 10}),
    ("guandan", 4, {"finish": (3, 1, 0, 2), "equal_tribute": "random", "return_rule": "own_side_capped"}),
    ("guandan", 4, {"finish": (3, 0, 2, 1), "partner_last_tribute": "third_pays", "return_max_rank": 3}),
    ("guandan", 4, {"long_sequences": False, "sequence_length_must_match": True, "mixed_joker_pair": False}),
    ("guandan", 4, {"pass_lock": False, "full_house_joker_pair": False, "tribute": False, "finish": (2, 0, 1, 3)}),
    ("holdem", 6, {"small_bet": 30, "big_bet": 50, "game_type": "limit", "posting": (3,), "missed_small": (3,)}),
]


def table_id(table: tuple[str, int, Mapping[str, object]]) -> str:
    name, seats, options = table
    return "-".join([name, str(seats), *(f"{key}={value}" for key, value in options.items())])


def game_of(table: tuple[str, int, Mapping[str, object]]) -> AnyGame:
    return catalog.find(table[0]).game(table[2])


def pair(game: AnyGame, seats: int, n: int, **seed: int) -> tuple[Batch, Batch]:
    ours, twin = (Batch(game, n, seats=seats, native=wanted, **seed) for wanted in (True, False))
    assert ours.native
    assert not twin.native
    return ours, twin


def same_deals(ours: Batch, twin: Batch, rng: random.Random, listed: int = 60) -> None:
    """Play every deal of both to the end with the same random choices, comparing all there is to see on the way."""
    for i in range(ours.n):
        for _ in range(20_000):
            count = ours.count(i)
            assert (ours.turn(i), count) == (twin.turn(i), twin.count(i))
            if not count:
                break
            if count <= listed:
                assert ours.choices(i) == twin.choices(i)
            choice = rng.choice((0, min(1, count - 1), rng.randrange(count), rng.randrange(count), count - 1))
            assert ours.choice(i, choice) == twin.choice(i, choice)
            ours.step(i, choice)
            twin.step(i, choice)
        assert ours.score(i) == twin.score(i)
        assert ours.score(i) is not None


@pytest.mark.needs_kernel
@pytest.mark.parametrize("table", TABLES, ids=table_id)
def test_the_kernel_plays_as_the_reference_does(table: tuple[str, int, Mapping[str, object]]) -> None:
    game, seats = game_of(table), table[1]
    deals = 3 if table[0] == "guandan" else 12
    for number, how in enumerate(("seed", "fast_seed")):
        ours, twin = pair(game, seats, deals, **{how: 1000 + number})
        same_deals(ours, twin, random.Random(number))
        ours.deal(**{how: 5})
        twin.deal(**{how: 5})
        assert ours.playout(9) == twin.playout(9)
        assert ours.all_scores() == twin.all_scores()
        assert ours.engine.tally() == twin.engine.tally()
        assert ours.turns() == twin.turns() == array("b", [-1] * deals)


@pytest.mark.needs_kernel
@pytest.mark.parametrize("name", sorted({table[0] for table in TABLES}))
@given(seed=st.integers(0, (1 << 256) - 1), play=st.integers(0, (1 << 64) - 1))
@settings(max_examples=8, deadline=None)
def test_any_seed(name: str, seed: int, play: int) -> None:
    info = catalog.find(name)
    for how in ({"seed": [seed]}, {"fast_seed": seed}):
        ours, twin = (Batch(info.game(), 1, native=wanted, **how) for wanted in (True, False))
        assert ours.playout(play) == twin.playout(play)
        assert ours.score(0) == twin.score(0)


@pytest.mark.needs_kernel
@pytest.mark.parametrize(
    ("name", "depth"),
    [("doudizhu", 5), ("doudizhu_x", 5), ("doudizhu_4p", 4), ("big_two", 3), ("three_two_one", 3), ("wuguapi", 4),
     ("qigui_521", 4), ("qigui_523", 4), ("guandan", 1)],
)  # fmt: skip
def test_perft_is_that_of_the_reference(name: str, depth: int) -> None:
    ours, twin = (Batch(name, 2, seed=0, native=wanted) for wanted in (True, False))
    for i in range(2):
        for moves in range(depth + 1):
            assert ours.engine.perft(i, moves) == twin.engine.perft(i, moves)


@pytest.mark.needs_kernel
@pytest.mark.parametrize(
    ("players", "depth", "pinned"),
    [(2, 1, 3), (2, 4, 30), (2, 7, 231), (3, 5, 150), (3, 7, 749), (4, 6, 534)],
)
def test_fixed_limit_perft(players: int, depth: int, pinned: int) -> None:
    """The pinned counts of tests/games/holdem/test_perft.py."""
    game = catalog.find("holdem").game({"game_type": "limit", "stacks": (10_000,) * players})
    assert Batch(game, 1, seats=players, seed=1, native=True).engine.perft(0, depth) == pinned


@pytest.mark.needs_kernel
@pytest.mark.fuzz
@pytest.mark.parametrize("table", TABLES, ids=table_id)
def test_long(table: tuple[str, int, Mapping[str, object]]) -> None:
    game, seats = game_of(table), table[1]
    for seed in range(10):
        for how in ("seed", "fast_seed"):
            ours, twin = pair(game, seats, 100, **{how: seed << 40})
            same_deals(ours, twin, random.Random(seed))


@pytest.mark.needs_kernel
def test_hole_cards_are_those_of_the_reference() -> None:
    game = catalog.find("holdem").game()
    batch = Batch(game, 20, seats=6, seed=77)
    for i in range(20):
        state: Any = game.deal(6, 77 + i)
        holes, board, stacks, bets, street, button = batch.engine.snapshot(i)  # type: ignore[attr-defined]
        assert holes == [mask(hole) for hole in state.setup.cards.holes]
        assert board == mask(state.setup.cards.board)
        assert (tuple(stacks), tuple(bets), street, button) == (state.stacks, state.bets, 0, state.setup.button)
    assert len(CARDS) == 52


@pytest.mark.parametrize("wanted", [pytest.param(True, marks=pytest.mark.needs_kernel), False], ids=["kernel", "twin"])
class TestArrays:
    def test_all_at_once_is_one_by_one(self, wanted: bool) -> None:
        one, other = (Batch("holdem", 30, seats=6, seed=3, native=wanted) for _ in range(2))
        rng = random.Random(1)
        while any(counts := one.counts()):
            assert list(counts) == [other.count(i) for i in range(30)]
            choices = [rng.randrange(count) if count else -1 for count in counts]
            one.step_all(choices)
            for i, choice in enumerate(choices):
                if choice >= 0:
                    other.step(i, choice)
            assert list(one.turns()) == [other.turn(i) for i in range(30)]
        assert list(one.all_scores()) == [score for i in range(30) for score in other.score(i) or ()]

    def test_threads_change_nothing(self, wanted: bool) -> None:
        one = Batch("holdem", 50, seats=6, fast_seed=3, native=wanted)
        other = Batch("holdem", 50, seats=6, fast_seed=3, native=wanted, threads=3)
        assert one.playout(1) == other.playout(1)
        assert one.all_scores() == other.all_scores()

    def test_a_bad_choice_changes_nothing(self, wanted: bool) -> None:
        batch = Batch("holdem", 3, seats=6, seed=3, native=wanted)
        before = [batch.choices(i) for i in range(3)]
        for bad in ([0, 0, 5000], [0, -2, 0], [1 << 62, 0, 0]):
            with pytest.raises(IndexError):
                batch.step_all(bad)
        for choice in (5000, -1, -(1 << 63), (1 << 63) - 1):
            with pytest.raises(IndexError):
                batch.step(0, choice)
        assert [batch.choices(i) for i in range(3)] == before

    def test_a_deal_that_is_over(self, wanted: bool) -> None:
        batch = Batch("holdem", 1, seats=2, seed=3, native=wanted)
        batch.step(0, 0)
        assert (batch.turn(0), batch.count(0), batch.choices(0)) == (-1, 0, ())
        with pytest.raises(IndexError):
            batch.step(0, 0)
        with pytest.raises(IndexError):
            batch.choice(0, 0)

    def test_nothing_dealt_yet(self, wanted: bool) -> None:
        batch = Batch("holdem", 2, seats=2, native=wanted)
        assert (batch.turn(0), batch.count(1)) == (-1, 0)
        assert list(batch.all_scores()) == [0, 0, 0, 0]
        assert batch.playout() == 0

    @pytest.mark.parametrize("i", [2, 1 << 40])
    def test_no_such_deal(self, wanted: bool, i: int) -> None:
        batch = Batch("holdem", 2, seats=2, seed=1, native=wanted)
        for ask in (batch.turn, batch.count, batch.score):
            with pytest.raises(IndexError):
                ask(i)
        with pytest.raises(IndexError):
            batch.step(i, 0)

    def test_arrays_of_the_wrong_size(self, wanted: bool) -> None:
        batch = Batch("holdem", 2, seats=2, seed=1, native=wanted)
        for call, row in (
            (batch.turns, array("b", [0])),
            (batch.counts, array("q", [0])),
            (batch.counts, array("q", [0] * 3)),
            (batch.all_scores, array("q", [0] * 3)),
            (batch.step_all, array("q", [0])),
            (batch.engine.deal, b"1234"),
        ):
            with pytest.raises(ValueError):
                call(row)

    def test_an_empty_batch(self, wanted: bool) -> None:
        batch = Batch("holdem", 0, seats=2, seed=1, native=wanted, threads=4)
        assert batch.playout() == 0
        assert list(batch.turns()) == list(batch.counts()) == list(batch.all_scores()) == []


@pytest.mark.needs_kernel
@pytest.mark.parametrize("row", [array("d", [0, 0]), array("i", [0, 0, 0, 0]), [0, 0], None, 3])
def test_arrays_of_the_wrong_kind(row: Any) -> None:
    batch = Batch("holdem", 2, seats=2, seed=1, native=True)
    for call in (batch.engine.counts, batch.engine.step_all, batch.engine.scores, batch.engine.turns):
        with pytest.raises((TypeError, ValueError)):
            call(row)


@pytest.mark.needs_kernel
@pytest.mark.parametrize(
    "options",
    [
        {"shuffle_method": "riffle"},
        {"tournament": True, "sitting_out": (1,)},
        {"deck": "AsKs"},
        {"stacks": (1 << 60, 1 << 60)},
        {"run_it_twice": "always"},
        {"run_it_twice": "ask"},
    ],
)
def test_what_the_kernel_cannot_run_is_run_in_python(options: Mapping[str, object]) -> None:
    game = catalog.find("holdem").game(options)
    with pytest.raises(ValueError, match="kernel cannot"):
        Batch(game, 2, seats=2, native=True)
    batch = Batch(game, 2, seats=2, seed=1)
    assert isinstance(batch.engine, Twin)
    batch.playout()
    assert batch.score(0) is not None


@pytest.mark.needs_kernel
@pytest.mark.parametrize(
    "change",
    [
        {"seats": 1},
        {"seats": 11},
        {"seats": 3},
        {"ruling": 3},
        {"units": (1, 2)},
        {"units": (0, 1, 1, 1)},
        {"pack": [0, 0]},
        {"pack": [52]},
        {"pack": list(range(8))},
        {"openings": []},
        {"stacks": (1, 2, 3)},
        {"least_bet": -5},
        {"least_bet": 1 << 62},
        {"cap": "many"},
    ],
)
def test_a_bad_table_is_refused(change: Mapping[str, object]) -> None:
    from paiju.envs.families import holdem_table

    game: Any = catalog.find("holdem").game()
    good = holdem_table(game, 2)
    assert good is not None
    with pytest.raises((ValueError, TypeError, RuntimeError)):
        kernel.native.HoldemDeals({**good, **change}, 2)
    del good["pack"]
    with pytest.raises((KeyError, RuntimeError)):
        kernel.native.HoldemDeals(good, 2)


@pytest.mark.parametrize(
    "arguments",
    [
        {"n": -1},
        {"n": 1 << 40},
        {"threads": 0},
        {"seats": 1},
        {"seed": -1},
        {"seed": [1, 2, 3]},
        {"seed": 1, "fast_seed": 1},
    ],
)
def test_arguments_that_make_no_sense(arguments: Mapping[str, Any]) -> None:
    with pytest.raises(ValueError):
        Batch("holdem", **{"n": 2, "seats": 2, **arguments})
