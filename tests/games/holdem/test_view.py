"""What viewers see of a hand, whatever they looked at before."""

from __future__ import annotations

import gc
import random
from typing import Any

import msgspec
import pytest

from paiju.games.contract import Seat
from paiju.games.holdem.game import Holdem
from paiju.games.holdem.info import HoldemArchive
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.state import Act, State
from tests.games.holdem.hands import SHAPES, some_states


def told(game: Holdem, state: State, seats: int) -> Any:
    """All that a state is to its viewers."""
    return [game.view(state, viewer) for viewer in (None, *map(Seat, range(seats)))]


@pytest.mark.parametrize(("seats", "options"), SHAPES, ids=str)
def test_what_was_seen_before_does_not_matter(seats: int, options: dict[str, Any]) -> None:
    """Acts keep their lines: a state whose past was never looked at shows the same."""
    for seed in range(10):
        rng = random.Random(f"{seed} {seats} {options}")
        stacks = tuple(rng.choice((60, 200, 1000)) for _ in range(seats))
        game = Holdem(HoldemOptions(stacks=stacks, button=0, **options))
        states = some_states(game, seats, rng)
        for state in states:
            told(game, state, seats)
        for state in states:
            fresh = msgspec.structs.replace(state, history=tuple(Act(*act) for act in state.history))
            assert told(game, fresh, seats) == told(game, state, seats)


@pytest.mark.parametrize(("seats", "options"), SHAPES, ids=str)
def test_the_end_is_told_as_a_spectator_sees_it(seats: int, options: dict[str, Any]) -> None:
    for seed in range(10):
        rng = random.Random(f"{seed} {seats} {options}")
        game = Holdem(
            HoldemOptions(stacks=tuple(rng.choice((60, 200, 1000)) for _ in range(seats)), button=0, **options)
        )
        for state in some_states(game, seats, rng):
            if state.result is None:
                continue
            found, seen = HoldemArchive().summary(game, state), game.view(state, None)
            taken: dict[int, int] = {}
            for pot in seen.pots:
                for seat, chips in pot.shares:
                    taken[seat] = taken.get(seat, 0) + chips
            assert found.taken == taken
            outcome = game.outcome(state)
            assert outcome is not None and outcome.winners == tuple(sorted(taken))
            assert found.shown == {seat.seat: seat.hole_cards for seat in seen.seats if seat.hole_cards is not None}
            assert found.ranks == {seat.seat: seat.hand for seat in seen.seats if seat.hand is not None}
            assert (found.pot, found.board, found.second_board) == (seen.pot, seen.community_cards, seen.second_board)


def test_what_was_told_leaves_nothing_to_the_collector() -> None:
    """A server switches it off while people play: a ring of objects for every move would fill the memory."""
    game = Holdem(HoldemOptions(stacks=(300, 300, 300), button=0))
    gc.collect()
    gc.disable()
    try:
        for state in some_states(game, 3, random.Random(6)):
            told(game, state, 3)
        del state
        assert gc.collect() == 0
    finally:
        gc.enable()
