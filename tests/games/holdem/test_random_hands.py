"""Random hands under every betting structure and house rule: they end, and no chip appears or disappears."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from paiju.games.contract import IllegalAction, NotationError, Seat, play
from paiju.games.holdem import Bets, Holdem, HoldemOptions, State

pytestmark = pytest.mark.pure

STRUCTURES: list[dict[str, Any]] = [
    {},
    {"game_type": "pot_limit"},
    {"game_type": "limit"},
    {"game_type": "limit", "uncap_heads_up": True},
    {"cap_all_games": True, "max_raises": 2},
    {"game_type": "pot_limit", "cap_all_games": True, "cap_counts": "raises"},
    {"min_raise": 35},
    {"game_type": "pot_limit", "min_raise": 50, "min_bet": 30},
    {"variant": "short_deck", "short_deck_structure": "button_blind", "ante": 5},
    {"bomb_pot": 1},
    {"bomb_pot": 1, "game_type": "pot_limit", "min_bet": 7},
    {"tournament": True, "ante": 20, "ante_type": "bb"},
]
"""How is bet; any of them is played under any of the habits."""

HABITS: dict[str, list[Any]] = {
    "ante": [0, 0, 3, 25],
    "ante_type": ["all", "bb", "button"],
    "ante_first": [True, False],
    "straddle": ["none", "utg"],
    "run_it_twice": ["never", "never", "always", "ask"],
    "leave_policy": ["seed_fold", "check_fold"],
    "button_rule": ["moving", "dead"],
    "small_blind": [10, 1, 20],
}


def any_table(structure: dict[str, Any], rng: random.Random) -> tuple[HoldemOptions, int]:
    """Options of one hand, and how many seats there are."""
    seats = rng.choice((2, 2, 3, 4, 6, 9, 10))
    stacks = [rng.choice((1, 15, 20, 45, 60, 200, 333, 1000, 10**15)) for _ in range(seats)]
    options: dict[str, Any] = {name: rng.choice(values) for name, values in HABITS.items()} | structure
    options |= {"max_players": 10, "hand_number": rng.randrange(1, 9), "button": rng.randrange(-1, seats)}
    if seats > 3 and rng.random() < 0.5:
        stacks[rng.randrange(seats)] = 0
        options["sitting_out"] = (rng.randrange(seats),)
    if seats > 3 and rng.random() < 0.3:
        come = rng.randrange(seats)
        options |= {"posting": (come,), "missed_big": (come,), "missed_small": (come,) * rng.randrange(2)}
    if rng.random() < 0.1:
        options["antes"] = tuple(rng.choice((0, 5, 30)) for _ in range(seats))
        options["blinds"] = tuple(rng.choice((0, 10, 20, 40, -20)) for _ in range(seats))
    if options["button_rule"] == "dead" and options["button"] < 0:
        last = rng.sample(range(seats), 2)
        options |= {"last_button": last[0], "last_small": last[0], "last_big": last[1]}
    return HoldemOptions(stacks=tuple(stacks), **options), seats


def any_text(state: State, asked: Bets | None, rng: random.Random) -> tuple[Seat, str]:
    """Mostly an answer that is allowed, often the dearest one; sometimes none that is, or of somebody else."""
    seat = Seat(state.turn) if rng.random() < 0.95 else Seat(rng.randrange(state.setup.seats))
    if asked is None:
        return seat, rng.choice(("once", "twice", "twice", "leave", "call"))
    if rng.random() < 0.15:
        wild = (
            "all_in",
            "leave",
            "show AsKs",
            "once",
            "check",
            "call",
            "bet 20",
            f"raise_to {rng.randrange(500)}",
            "?",
        )
        return seat, rng.choice(wild)
    if asked.high and rng.random() < 0.3:
        return seat, f"raise_to {rng.choice((asked.low, asked.low, asked.high, rng.randint(asked.low, asked.high)))}"
    return seat, str(asked[rng.random() < 0.7 if asked.owes else rng.random() < 0.1])


def answered(game: Holdem, state: State, seat: Seat, text: str) -> Any:
    """The state and the canonical action, or all of a refusal."""
    try:
        return play(game, state, seat, text)
    except IllegalAction as error:
        return error.args
    except NotationError as error:
        return str(error)


def check(state: State, total: int) -> None:
    """What holds in every state."""
    assert sum(state.stacks) + (state.pot if state.result is None else 0) == total
    assert min(state.stacks) >= 0 and min(state.bets) >= 0 and min(state.paid) >= 0
    assert all(bet <= state.bet for bet in state.bets)
    assert state.turn < 0 or (state.is_live(state.turn) and not state.is_away(state.turn))
    assert state.turn < 0 or state.asking or state.stacks[state.turn]
    assert (state.turn < 0) is (state.result is not None)


@pytest.mark.parametrize("structure", STRUCTURES, ids=str)
def test_chips_are_kept(structure: dict[str, Any]) -> None:
    rng, steps = random.Random(str(structure)), 0
    for seed in range(200):
        options, seats = any_table(structure, rng)
        game = Holdem(options)
        try:
            state = game.deal(seats, seed)
        except ValueError:  # too few are left to play
            continue
        total = sum(state.setup.stacks)
        check(state, total)
        while state.turn >= 0:
            choices = game.pending(state)[0].choices
            seat, text = any_text(state, choices if isinstance(choices, Bets) else None, rng)
            found = answered(game, state, seat, text)
            if isinstance(found[0], State):
                state, steps = found[0], steps + 1
                check(state, total)
        outcome = game.outcome(state)
        assert outcome is not None and sum(outcome.scores) == 0
    assert steps > 200


def test_a_state_and_its_game_can_be_sent_to_another_process() -> None:
    game = Holdem(HoldemOptions(stacks=(500, 500), button=0))
    state = game.deal(2, 7)
    again, there = pickle.loads(pickle.dumps((game, state)))
    assert again == game and there == state and hash(there) == hash(state)
    assert again.pending(there) == game.pending(state)
