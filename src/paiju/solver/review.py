"""Solving more than one position: every seat as landlord, all positions of a line of play, a whole record.

    found = analyse(record)
    [(slip.step, slip.seat, slip.move, slip.better) for slip in found.slips]   # moves that gave a proved win away

A line of play is worked out from its end, where it is quick, and what was found out there helps before. What the time does
not reach is not decided.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from paiju.games.climb.game import Climb
from paiju.games.climb.position import ABSENT, Position, written
from paiju.games.climb.state import State
from paiju.games.contract import play
from paiju.games.record import Record, Step, game_of, steps
from paiju.solver.endgame import Solver, distinct

SECONDS: Final = 2.0
MEMORY: Final = 1 << 28

Winners = tuple[int, ...] | None
"""The seats of the side that wins; None: not decided."""


@dataclass(frozen=True)
class Slip:
    """A move that gave a proved win away: the number of the move in its record, and one that would have kept the win."""

    step: int
    seat: int
    move: str
    better: str


@dataclass(frozen=True)
class Review:
    """A record with open hands. `winners` says who wins with best play after a number of moves, where that is decided; where
    everybody plays alone, it is the seat to act if it can force being first out, else all the others together."""

    winners: dict[int, tuple[int, ...]]
    slips: tuple[Slip, ...]


def table(
    hands: str, kitty: str = "", *, game: str = "doudizhu", limit: float = 60.0, memory: int = MEMORY
) -> tuple[bool | None, ...]:
    """Whether each seat wins as landlord, with the kitty and the first lead. None: not decided, or no such seat.

    >>> table("3344/5/6", "77")
    (True, True, True)
    """
    rows = [row.strip() for row in hands.split("/")]
    found: list[bool | None] = []
    for seat, row in enumerate(rows):
        if row == ABSENT:
            found.append(None)
            continue
        dealt = "/".join([*rows[:seat], row + kitty, *rows[seat + 1 :]])
        solver = Solver(Position.parse(f"{game} {dealt} {seat} landlord={seat}"), limit=limit, memory=memory)
        found.append(solver.ask(solver.position.state))
    return tuple(found)


def solve_all(
    position: Position, moves: Sequence[str], *, limit: float = 60.0, memory: int = MEMORY
) -> tuple[Winners, ...]:
    """Who wins before the first of these moves and after each, in `limit` seconds for all of them.

    Where everybody plays alone, the sides are the seat to act in the position and the others together. IllegalAction and
    NotationError as `play` raises them.
    """
    game, states = position.engine, [position.state]
    for text in moves:
        (decision,) = game.pending(states[-1])
        states.append(play(game, states[-1], decision.seat, text).state)
    solver, end = Solver(position, memory=memory), time.monotonic() + limit
    found: list[Winners] = []
    for state in reversed(states):
        won = solver.ask(state, seconds=end - time.monotonic())
        side = solver.sides.ours if won else solver.sides.theirs
        found.append(None if won is None else tuple(sorted(side)))
    return tuple(reversed(found))


def analyse(
    record: Record, *, seconds: float = SECONDS, memory: int = MEMORY, played: Sequence[Step] | None = None
) -> Review:
    """Who wins after every move, and which moves gave a win away: from the end of the record as far back as `seconds` reach.

    `played` are the steps of the record, if they are known already. TypeError for other than climbing games.
    """
    game = game_of(record)
    if not isinstance(game, Climb):
        raise TypeError(f"{record.game} is no climbing game")
    end = time.monotonic() + seconds
    judge: _Judge | None = None
    winners: dict[int, tuple[int, ...]] = {}
    slips: list[Slip] = []
    for number, step in reversed(list(enumerate(steps(record, game) if played is None else played))):
        state: State = step.before
        if state.stage != len(game.rules.stages) - 1:
            break
        if state.out or (
            state.top is None and state.setup.required is not None
        ):  # somebody has won; a bound first lead
            continue
        judge = judge or _Judge(Position.of(state, record.game, record.options), memory)
        before = judge.wins(step.seat, state, end)
        if before is None:
            break
        winners[number] = judge.side(step.seat, before)
        if before and judge.wins(step.seat, step.after, end) is False:
            kept = (one for one, after in distinct(game, state) if judge.wins(step.seat, after, end))
            better = next(kept, None)
            if better is None:  # there is one, but the time is over
                break
            slips.append(Slip(number + 1, int(step.seat), written(game, step.action), written(game, better)))
    return Review(dict(sorted(winners.items())), tuple(reversed(slips)))


class _Judge:
    """Whether a seat's side wins. Where there are two sides, one solver answers for both."""

    def __init__(self, position: Position, memory: int) -> None:
        self.position, self.memory = position, memory
        self._solvers: list[Solver] = []

    def wins(self, seat: int, state: State, end: float) -> bool | None:
        solver = self._solver(seat)
        found = solver.ask(state, seconds=end - time.monotonic())
        return found if found is None or seat in solver.sides.ours else not found

    def side(self, seat: int, wins: bool) -> tuple[int, ...]:
        sides = self._solver(seat).sides
        return tuple(sorted(sides.ours if (seat in sides.ours) is wins else sides.theirs))

    def _solver(self, seat: int) -> Solver:
        for one in self._solvers:
            if seat in one.sides.ours or one.sides.names[0] != "seat":
                return one
        self._solvers.append(Solver(self.position, seat=seat, memory=self.memory))
        return self._solvers[-1]
