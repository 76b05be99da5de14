"""Exact solving of climbing games with open hands (解杀): who wins with best play, by which moves, and why not by others.

    from paiju.games.climb.position import Position
    from paiju.solver.endgame import solve

    found = solve(Position.parse("doudizhu 45569TKA2/4588TJKL/- 0 landlord=0"))
    found.winners, [answer.move for answer in found.moves if answer.wins]

In the landlord games and in Guandan two sides play against each other. Elsewhere everybody plays for themselves, and the
question is what the seat to act can force against all others together. What cannot be decided within the limit is not
decided: `proved` is False and `winners` empty; an answer that is given is never a guess.

A search answers one question, whether a side can force an aim. `Plain` asks the game's own rules and defines the answer; the
kernel (native/endgame.hpp) says the same faster.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, Protocol

from paiju import kernel
from paiju.games.climb import compiled
from paiju.games.climb.actions import Action
from paiju.games.climb.endings import first_out
from paiju.games.climb.game import Climb
from paiju.games.climb.position import Position
from paiju.games.climb.state import NOBODY, State
from paiju.games.contract import Seat

Goal = Literal["win", "score"]

SHORTCUTS: Final = 15  # all of native/race.hpp

MEMORY: Final = 1 << 30
"""Bytes that a search may keep what it has found out in."""


class OutOfTime(Exception):
    """The limit was reached before the answer was known."""


@dataclass(frozen=True)
class Aim:
    """What a side wants: one of its seats the first to run out; one seat among the first `place` to run out; or at least so
    many points for one seat."""

    side: frozenset[int]
    seat: int = 0
    place: int = 0
    points: int | None = None

    def reached(self, game: Climb, state: State) -> bool | None:
        """None while it is open."""
        if self.points is not None:
            outcome = game.outcome(state)
            return None if outcome is None else outcome.scores[self.seat] >= self.points
        if self.place:
            if self.seat in state.out[: self.place]:
                return True
            return False if len(state.out) >= self.place or state.turn == NOBODY else None
        return state.out[0] in self.side if state.out else None


class Search(Protocol):
    """Decides whether an aim can be forced. What it has found out is kept for the next question."""

    nodes: int

    def wins(self, state: State, seconds: float) -> bool:
        """Whether the side reaches its aim whatever the others do. OutOfTime if that takes longer."""


class Plain:
    """The definition: every line of play by the game's own rules, each position once."""

    def __init__(self, game: Climb, aim: Aim) -> None:
        self.game, self.aim, self.nodes = game, aim, 0
        self._known: dict[Any, bool] = {}
        self._until = 0.0

    def wins(self, state: State, seconds: float) -> bool:
        self._until = time.monotonic() + seconds
        return self._wins(state)

    def _wins(self, state: State) -> bool:
        reached = self.aim.reached(self.game, state)
        if reached is not None:
            return reached
        key = key_of(self.game, state, self.aim)
        known = self._known.get(key)
        if known is not None:
            return known
        self.nodes += 1
        if time.monotonic() > self._until:
            raise OutOfTime
        ours = state.turn in self.aim.side
        found = any(self._wins(after) is ours for _, after in children(self.game, state))
        self._known[key] = found is ours
        return found is ours


def key_of(game: Climb, state: State, aim: Aim) -> Any:
    """All that the rest of the deal depends on. Where suits do not matter, cards of a rank are interchangeable."""
    rules, draw = game.rules, state.draw
    locks = rules.pass_lock != "off"
    cards = state.hands if rules.suits_matter else state.counts
    top = None
    if state.top is not None and (not state.leading or (locks and rules.self_cover_keeps_round)):
        top = state.top.number, state.top_by
    place = cards, state.turn, state.leading, top, state.passed if locks else 0, len(draw.pile) if draw else 0
    if aim.points is None:
        return place, state.out if aim.place else ()
    return place, state.out, state.plays, state.multiplier, (draw.pot, draw.captured) if draw else ()


def children(game: Climb, state: State) -> Iterator[tuple[Action, State]]:
    """Every answer of the seat to act, and what comes of it."""
    for decision in game.pending(state):
        for action in decision.choices:
            yield action, game.apply(state, decision.seat, action)


class Native:
    """The kernel's search."""

    def __init__(self, game: Climb, seats: int, native: Any) -> None:
        self.game, self._native = game, native

    @staticmethod
    def of(game: Climb, seats: int, aim: Aim, memory: int) -> Native | None:
        """None where the kernel does not know the game."""
        table = _table(game, seats)
        if table is None:
            return None
        reader, rows = table
        if aim.points is None and not aim.place and _is_race(game):
            side = sum(1 << seat for seat in aim.side)
            return Native(game, seats, kernel.native.Race(rows, side, memory, SHORTCUTS, *_runs(game)))
        goal = 2 if aim.points is not None else 1 if aim.place else 0
        side = sum(1 << seat for seat in aim.side)
        kind = getattr(kernel.native, f"{reader}Endgame")
        return Native(game, seats, kind(rows, goal, side, aim.seat, aim.points or aim.place, memory))

    @property
    def nodes(self) -> int:
        return int(self._native.nodes)

    def wins(self, state: State, seconds: float) -> bool:
        found: bool | None = self._native.wins(_row(self.game, state), seconds)
        if found is None:
            raise OutOfTime
        return found


def _is_race(game: Climb) -> bool:
    """Whether native/race.hpp answers for this game: suits do not matter, nobody is locked out, nothing is drawn."""
    rules = game.rules
    plain = not rules.suits_matter and rules.pass_lock == "off" and rules.drawing is None and rules.over is first_out
    return plain and not rules.top_when_one_left and not any(shape.also_covers for shape in rules.shapes)


def _runs(game: Climb) -> tuple[int, tuple[int, ...]]:
    """How many points, from the lowest on, runs go through, and how long a run of singles, pairs, triples, fours is at least."""
    shortest = [0] * 4
    for shape in game.rules.shapes:
        if shape.run[1] > 1:
            shortest[shape.width - 1] = min(shape.run[0], shortest[shape.width - 1] or 99)
    return len(game.layout.points(game.rules.path)), tuple(shortest)


@lru_cache(maxsize=64)
def _table(game: Climb, seats: int) -> tuple[str, Any] | None:
    return compiled.table(game, seats) if kernel.HAVE_KERNEL else None


def _row(game: Climb, state: State) -> dict[str, Any]:
    """A state in the tricks as the kernel reads it."""
    seats, setup, draw = len(state.hands), state.setup, state.draw
    pack = list(game.rules.deck.cards)
    pile: list[int] = []
    for card in draw.pile if draw else ():
        pile.append(next(at for at, one in enumerate(pack) if one == card and at not in pile))
    return {
        "hands": state.hands,
        "counts": state.counts,
        "plays": tuple(min(state.made(seat), 255) for seat in range(seats)),
        "doubles": setup.doubles,
        "captured": draw.captured if draw else (0,) * seats,
        "turn": state.turn,
        "top": state.top.number if state.top is not None else -1,
        "top_by": state.top_by,
        "leading": state.leading,
        "passed": state.passed,
        "multiplier": state.multiplier,
        "bid": setup.bid,
        "landlord": setup.landlord,
        "out": state.out,
        "pile": tuple(pile),
        "pot": draw.pot if draw else 0,
    }


def search(position: Position, aim: Aim, memory: int = MEMORY) -> Search:
    """The quickest search there is for a position."""
    return Native.of(position.engine, len(position.hands), aim, memory) or Plain(position.engine, aim)
