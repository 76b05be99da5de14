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
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, Protocol

from paiju import kernel
from paiju.cards import Rank
from paiju.games.climb import compiled
from paiju.games.climb.actions import PASS, Action
from paiju.games.climb.endings import first_out
from paiju.games.climb.game import Climb
from paiju.games.climb.points import PointReader
from paiju.games.climb.position import Position, written
from paiju.games.climb.sheets.guandan import team_out
from paiju.games.climb.state import NOBODY, State

Goal = Literal["win", "score"]

Progress = Callable[[int], object]
"""Called some times a second with the number of positions looked at; an exception that it raises ends the search."""

SHORTCUTS: Final = 2047  # all of native/race.hpp

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

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""

    def wins(self, state: State, seconds: float, progress: Progress | None = None) -> bool:
        """Whether the side reaches its aim whatever the others do. OutOfTime if that takes longer."""


class Plain:
    """The definition: every line of play by the game's own rules, each position once."""

    def __init__(self, game: Climb, aim: Aim) -> None:
        self.game, self.aim = game, aim
        self.nodes = 0
        self._known: dict[Any, bool] = {}
        self._until = 0.0
        self._progress: Progress | None = None

    def wins(self, state: State, seconds: float, progress: Progress | None = None) -> bool:
        self._until, self._progress = time.monotonic() + seconds, progress
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
        if self._progress is not None and not self.nodes % 256:
            self._progress(self.nodes)
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
    return place, state.out, state.plays, state.multiplier, state.bombs, (draw.pot, draw.captured) if draw else ()


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
    def of(game: Climb, seats: int, aim: Aim, memory: int, *, spare: bool = False) -> Native | None:
        """None where the kernel does not know the game. `spare`: somebody is out with cards in hand."""
        rules = _rules(game, seats)
        if rules is None:
            return None
        reader, rows = rules
        if aim.points is None and not aim.place and not spare and _is_race(game):
            side = sum(1 << seat for seat in aim.side)
            return Native(game, seats, kernel.native.Race(rows, side, memory, SHORTCUTS, *_runs(game)))
        goal = 2 if aim.points is not None else 1 if aim.place else 0
        side = sum(1 << seat for seat in aim.side)
        kind = getattr(kernel.native, f"{reader}Endgame")
        return Native(game, seats, kind(rows, goal, side, aim.seat, aim.points or aim.place, memory))

    @property
    def nodes(self) -> int:
        return int(self._native.nodes)

    def wins(self, state: State, seconds: float, progress: Progress | None = None) -> bool:
        found: bool | None = self._native.wins(row_of(self.game, state), seconds, progress)
        if found is None:
            raise OutOfTime
        return found


def _is_race(game: Climb) -> bool:
    """Whether native/race.hpp answers for this game: suits do not matter, nobody is locked out, nothing is drawn."""
    rules = game.rules
    plain = (
        isinstance(game.reader, PointReader)
        and not rules.suits_matter
        and rules.pass_lock == "off"
        and rules.drawing is None
        and rules.over is first_out
    )
    plain = plain and not rules.top_when_one_left and not rules.must_beat
    return plain and not any(shape.also_covers or shape.last for shape in rules.shapes)


@lru_cache(maxsize=64)
def _runs(game: Climb) -> tuple[int, tuple[int, ...], int]:
    """How many points, from the lowest on, runs go through; how long a run of singles, pairs, triples, fours is at least; and
    the points, as bits, that are like no other: jokers, and what a type names."""
    shortest = [0] * 4
    apart = {rank.letter for rank in (Rank.SMALL_JOKER, Rank.BIG_JOKER) if rank in game.layout.point}
    for shape in game.rules.shapes:
        if shape.run[1] > 1:
            shortest[shape.width - 1] = min(shape.run[0], shortest[shape.width - 1] or 99)
        apart.update(shape.exactly)
    points = game.layout.points("".join(sorted(apart)))
    return len(game.layout.points(game.rules.path)), tuple(shortest), sum(1 << point for point in set(points))


@lru_cache(maxsize=64)
def _rules(game: Climb, seats: int) -> tuple[str, Any] | None:
    """The kernel's reader of a game's plays, and its rules."""
    found = compiled.kernel_table(game, seats) if kernel.HAVE_KERNEL else None
    return None if found is None else (found[0], getattr(kernel.native, f"{found[0]}Rules")(found[1]))


def row_of(game: Climb, state: State) -> dict[str, Any]:
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
        "bombs": tuple(state.paid(seat) for seat in range(seats)),
        "spare": setup.spare or (0,) * seats,
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
    spare = any(position.state.setup.spare)
    found = Native.of(position.engine, len(position.hands), aim, memory, spare=spare)
    return found or Plain(position.engine, aim)


# --- answers ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """One first move: whether it keeps the win or, where the score was asked for, the value (None: not decided), and the
    reply that refutes it."""

    move: str
    wins: bool | None
    reply: str | None = None


@dataclass(frozen=True)
class Solution:
    """What best play comes to. `winners` are the seats of the side that wins, () where that is not decided."""

    position: Position
    side: str  # landlord, farmers, team 0, team 1; where everybody plays alone: seat or others
    winners: tuple[int, ...]
    proved: bool
    value: int | None  # points that the first seat of the side to act can force, where the score was asked for
    place: int | None  # the best place that the seat to act can force, where everybody plays alone
    moves: tuple[Answer, ...]
    line: tuple[tuple[int, str], ...]  # best play: who plays what
    nodes: int
    seconds: float


@dataclass(frozen=True)
class Sides:
    """Who plays with whom: the side of a seat (of the one to act), and the other."""

    ours: frozenset[int]
    theirs: frozenset[int]
    names: tuple[str, str]

    @staticmethod
    def of(position: Position, seat: int | None = None) -> Sides:
        everybody = frozenset(s for s, hand in enumerate(position.hands) if hand or position.pile or s in position.out)
        turn, landlord = position.turn if seat is None else seat, position.landlord
        if landlord is not None:
            one, other = frozenset({landlord}), everybody - {landlord}
            return Sides(one, other, LANDLORD) if turn == landlord else Sides(other, one, LANDLORD[::-1])
        teams = _teams(position.engine, len(position.hands))
        if teams is not None:
            mine = frozenset(seat for seat in everybody if teams[seat] == teams[turn])
            return Sides(mine, everybody - mine, (f"team {teams[turn]}", f"team {1 - teams[turn]}"))
        return Sides(frozenset({turn}), everybody - {turn}, ("seat", "others"))


LANDLORD: Final = ("landlord", "farmers")


def _teams(game: Climb, seats: int) -> tuple[int, ...] | None:
    """The team of each seat, where there are partners."""
    return tuple(seat % 2 for seat in range(seats)) if game.rules.over is team_out else None


class Solver:
    """Answers questions about one position and those after it; they share what was found out.

    They are asked for the side of `seat`, that of the seat to act by default.
    `limit` is in seconds for every question, `memory` in bytes for each search. Without the kernel, `Plain` answers.
    When something ends `solve` early (Ctrl-C, an exception of `progress`), `known` is what was found out by then.
    """

    def __init__(
        self,
        position: Position,
        *,
        seat: int | None = None,
        limit: float = 60.0,
        memory: int = MEMORY,
        progress: Progress | None = None,
    ) -> None:
        self.position, self.limit, self.memory, self.progress = position, limit, memory, progress
        self.game, self.sides = position.engine, Sides.of(position, seat)
        self.aim = Aim(self.sides.ours)
        self.known: Solution | None = None
        self._searches: dict[Aim, Search] = {}
        self._until = 0.0

    @property
    def nodes(self) -> int:
        return sum(one.nodes for one in self._searches.values())

    def ask(self, state: State, aim: Aim | None = None, seconds: float | None = None) -> bool | None:
        """Whether our side reaches the aim (to win) from this state; None if that is not decided in time."""
        self._until = time.monotonic() + (self.limit if seconds is None else seconds)
        try:
            return self.wins(state, aim)
        except OutOfTime:
            return None

    def score(self, state: State, seconds: float | None = None) -> int | None:
        """The most points that the first seat of our side can force; None if that is not decided in time."""
        self._until = time.monotonic() + (self.limit if seconds is None else seconds)
        try:
            return self.value(state)
        except OutOfTime:
            return None

    def wins(self, state: State, aim: Aim | None = None) -> bool:
        """Whether our side reaches the aim (to win) from this state. OutOfTime at the limit."""
        aim = aim or self.aim
        reached = aim.reached(self.game, state)
        if reached is not None:
            return reached
        found = self._searches.get(aim)
        if found is None:
            found = self._searches[aim] = search(self.position, aim, self.memory)
        return found.wins(state, max(0.0, self._until - time.monotonic()), self.progress)

    def solve(self, goal: Goal = "win", *, all_moves: bool = True) -> Solution:
        """Who wins, or what it is worth; and which first moves keep that. `all_moves` adds the others and what refutes them."""
        start = time.monotonic()
        self._until = start + self.limit
        state = self.position.state
        decided: bool | None = None
        value = place = None
        moves: list[Answer] = []
        line: list[tuple[int, str]] = []
        try:
            if goal == "score" or state.out:  # where somebody has run out, only the points are open
                value = self.value(state)
                self.aim = Aim(self.sides.ours, min(self.sides.ours), points=value)
                decided = value > 0
            else:
                decided = self.wins(state)
            if self.sides.names[0] == "seat" and goal == "win":
                place = 1 if decided else self._place(state)
            reached = decided if value is None else True
            if reached or all_moves:
                moves.extend(self._moves(state, all_moves))
            line.extend(self._line(state, reached))
        except OutOfTime:
            pass
        finally:
            winners: frozenset[int] = frozenset()
            if decided is not None:
                winners = self.sides.ours if decided else self.sides.theirs
            self.known = Solution(
                position=self.position,
                side="" if decided is None else self.sides.names[0 if decided else 1],
                winners=tuple(sorted(winners)),
                proved=decided is not None,
                value=value,
                place=place,
                moves=tuple(moves),
                line=tuple(line),
                nodes=self.nodes,
                seconds=time.monotonic() - start,
            )
        return self.known

    def value(self, state: State) -> int:
        """The most points that the first seat of our side can force: doubling steps, then halving ones."""
        seat = min(self.sides.ours)

        def reaches(points: int) -> bool:
            return self.wins(state, Aim(self.sides.ours, seat, points=points))

        up = reaches(0)
        low = high = 0
        bound = 1 if up else -1
        while reaches(bound) is up:
            low, bound = (bound, 2 * bound) if up else (low, 2 * bound)
            high = high if up else bound // 2
        low, high = (low, bound) if up else (bound, high)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if reaches(middle) else (low, middle)
        return low

    def _place(self, state: State) -> int | None:
        seats = sum(map(bool, self.position.hands))
        if self.game.rules.over is first_out:
            return None
        turn = self.position.turn
        for place in range(2, seats):
            if self.wins(state, Aim(self.sides.ours, turn, place)):
                return place
        return seats

    def _moves(self, state: State, everything: bool) -> Iterator[Answer]:
        for action, after in distinct(self.game, state):
            wins = reply = None
            try:
                wins = self.wins(after)
                reply = self._reply(after) if everything and not wins else None
            except OutOfTime:
                pass
            if everything or wins is not False:
                yield Answer(written(self.game, action), wins, reply)

    def _reply(self, state: State) -> str | None:
        """The first answer of the other side after this state that keeps its win; None if the deal is over."""
        while pending := self.game.pending(state):
            wanted = pending[0].seat in self.sides.ours
            best = next(((a, s) for a, s in distinct(self.game, state) if self.wins(s) is False), None)
            if best is None:
                return None
            if not wanted:
                return written(self.game, best[0])
            state = best[1]
        return None

    def _line(self, state: State, reached: bool) -> Iterator[tuple[int, str]]:
        """Best play by both sides: the winners keep the win, the losers hold out as long as their plays last."""
        while self.aim.reached(self.game, state) is None:
            seat = self.game.pending(state)[0].seat
            choices = list(distinct(self.game, state))
            if (seat in self.sides.ours) is reached:
                action, state = next((a, s) for a, s in choices if self.wins(s) is reached)
            else:
                action, state = next(((a, s) for a, s in choices if a != PASS), choices[0])
            yield int(seat), written(self.game, action)


def distinct(game: Climb, state: State) -> Iterator[tuple[Action, State]]:
    """Children without those that differ in suits only, where suits do not matter."""
    seen: set[str] = set()
    for action, after in children(game, state):
        text = written(game, action)
        if text not in seen:
            seen.add(text)
            yield action, after


def solve(
    position: Position, goal: Goal = "win", *, limit: float = 60.0, memory: int = MEMORY, all_moves: bool = True
) -> Solution:
    """Who wins a position with best play, and by which moves.

    >>> found = solve(Position.parse("doudizhu 45569TKA2/4588TJKL/- 0 landlord=0"))
    >>> found.side, [answer.move for answer in found.moves if answer.wins]
    ('landlord', ['5'])
    """
    return Solver(position, limit=limit, memory=memory).solve(goal, all_moves=all_moves)
