"""Counts of betting sequences, pinned and checked against a brute force that shares no code with the engine."""

from __future__ import annotations

from functools import cache

import pytest

from paiju.games.contract import Seat
from paiju.games.holdem import Holdem, State
from tests.games.holdem.hands import start, table


def perft(game: Holdem, state: State, depth: int) -> int:
    """How many sequences of so many decisions there are; hands that end earlier count once."""
    if depth == 0 or state.turn < 0:
        return 1
    return sum(perft(game, game.apply(state, Seat(state.turn), action), depth - 1) for action in game.bets(state))


def limit_sequences(players: int, depth: int) -> int:
    """Fixed-limit with deep stacks: nobody is ever all-in, so only who is in, who is yet to act and the wagers matter.

    Seats are in the order of action on the first street: the blinds last, with two players the small blind first.
    """
    after_flop = [(players - 2 + step) % players for step in range(players)] if players > 2 else [1, 0]

    @cache
    def count(street: int, queue: tuple[int, ...], live: frozenset[int], wagers: int, left: int) -> int:
        if len(live) == 1:
            return 1
        if not queue:
            if street == 3:
                return 1
            return count(street + 1, tuple(seat for seat in after_flop if seat in live), live, 0, left)
        if left == 0:
            return 1
        seat, rest = queue[0], queue[1:]
        total = count(street, rest, live - {seat}, wagers, left - 1)  # fold
        total += count(street, rest, live, wagers, left - 1)  # check or call
        if wagers < 4:
            order = list(range(players)) if street == 0 else after_flop
            at = order.index(seat)
            others = tuple(one for one in order[at + 1 :] + order[:at] if one in live)
            total += count(street, others, live, wagers + 1, left - 1)
        return total

    return count(0, tuple(range(players)), frozenset(range(players)), 1, depth)


@pytest.mark.parametrize(
    ("players", "depth", "pinned"),
    [(2, 1, 3), (2, 4, 30), (2, 7, 231), (3, 5, 150), (3, 7, 749), (4, 6, 534)],
)
def test_fixed_limit(players: int, depth: int, pinned: int) -> None:
    game = table((10_000,) * players, game_type="limit")
    assert perft(game, start(game), depth) == limit_sequences(players, depth) == pinned


@pytest.mark.parametrize(
    ("stacks", "depth", "pinned"),
    [((60, 60), 2, 86), ((60, 60), 3, 209), ((45, 60, 50), 3, 191), ((25, 45, 60), 4, 287)],
)
def test_no_limit_short_stacks(stacks: tuple[int, ...], depth: int, pinned: int) -> None:
    """The first is counted by hand: fold 1; call, then check, fold or one of 21 raises; 20 raises with three answers
    each, since whatever is left is all-in; the all-in with two."""
    game = table(stacks)
    assert perft(game, start(game), depth) == pinned
