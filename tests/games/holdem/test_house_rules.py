"""Series of hands under house rules taken together: chips and cards add up, no view leaks, and histories replay."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from paiju.games.contract import Seat
from paiju.games.holdem import Holdem, HoldemOptions, HoldemSeries, State, phh

CHOICES: dict[str, tuple[Any, ...]] = {
    "straddle": ("none", "utg"),
    "bomb_pot": (0, 1, 2, 3),
    "bomb_pot_ante": (1, 2, 10),
    "run_it_twice": ("never", "always", "ask", "ask"),
    "game_type": ("no_limit", "pot_limit", "limit"),
    "variant": ("standard", "short_deck"),
    "short_deck_structure": ("blinds", "button_blind"),
    "ante": (0, 3),
    "ante_type": ("all", "bb", "button"),
    "ante_first": (True, False),
    "button_rule": ("moving", "dead"),
    "odd_chip_rule": ("one_each", "first_left_of_button"),
    "leave_policy": ("seed_fold", "check_fold"),
    "tournament": (False, False, True),
    "fast_deal": (False, False, True),
}


def series(rng: random.Random) -> Iterator[tuple[Holdem, State]]:
    """Hands at one table, each with its first state, as long as it can go on."""
    seats = rng.randint(2, 10)
    chosen = {name: rng.choice(values) for name, values in CHOICES.items()}
    stacks = tuple(rng.choice([5, 30, 60, 200, 999]) for _ in range(seats))
    options: HoldemOptions | None = HoldemOptions(max_players=10, stacks=stacks, **chosen)
    for _ in range(6):
        assert options is not None
        game = Holdem(options)
        try:
            state = game.deal(seats, rng.getrandbits(40))
        except ValueError:
            return  # one player has all the chips
        yield game, state
        outcome = game.outcome(finished(game, state, rng))
        assert outcome is not None
        options = HoldemSeries().next(options, outcome)
        if options is None:
            return


def finished(game: Holdem, state: State, rng: random.Random) -> State:
    """A hand to its end, with players leaving now and then."""
    total, pack = sum(state.setup.stacks), Counter(game.census(state))
    while game.pending(state):
        assert sum(state.stacks) + state.pot == total
        unlooked(game, state, rng)
        seat = Seat(rng.randrange(state.setup.seats))
        leaving = list(game.unasked(state, seat))
        if leaving and rng.random() < 0.04:
            state = game.apply(state, seat, leaving[0])
            continue
        (decision,) = game.pending(state)
        choices: Any = decision.choices
        state = game.apply(state, decision.seat, choices[min(rng.choice([0, 1, 1, 1, 2, 99]), len(choices) - 1)])
    assert sum(state.stacks) == total and Counter(game.census(state)) == pack
    unlooked(game, state, rng)
    try:
        hand = phh.of_state(game, state)
    except phh.Untellable:
        return state
    if not any(entry.did in ("leave", "dead_blind") for entry in state.history):
        assert phh.compare(phh.loads(phh.dumps(hand)), strict=True).verdict is phh.Verdict.AGREES
    return state


def unlooked(game: Holdem, state: State, rng: random.Random) -> None:
    """What a viewer cannot see may lie otherwise, and he sees the same."""
    if rng.random() < 0.2:
        viewer = rng.choice([None, *map(Seat, range(state.setup.seats))])
        assert game.view(game.resample(state, viewer, 5), viewer) == game.view(state, viewer)


def together(seed: int, tables: int) -> None:
    rng = random.Random(seed)
    for _ in range(tables):
        for _ in series(rng):
            pass


@pytest.mark.parametrize("seed", range(4))
def test_house_rules_together(seed: int) -> None:
    together(seed, tables=15)


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(100, 120))
def test_house_rules_together_at_length(seed: int) -> None:
    together(seed, tables=600)
