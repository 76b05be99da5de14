"""The perfect defender: what a side must play to keep a win, what the other side answers, and why not otherwise.

Everything here asks the exact solver; nothing is guessed. What it does not decide in time is an `OutOfTime`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

from paiju.games.climb.actions import Action, Play
from paiju.games.climb.game import Climb
from paiju.games.climb.position import Position, written
from paiju.games.climb.state import State
from paiju.solver.endgame import Aim, OutOfTime, Solver, distinct

MEMORY: Final = 64 << 20
LONGEST: Final = 120  # moves of a line that is shown

Move = tuple[int, str]
"""Who plays what."""

Child = tuple[Action, State]


class Judge:
    """Answers for the side of the seat to act in a position: it wants to win or, with `points`, to get so many of them."""

    def __init__(
        self, position: Position, points: int | None = None, *, limit: float = 10.0, memory: int = MEMORY
    ) -> None:
        self.position, self.points, self.limit = position, points, limit
        self.game: Climb = position.engine
        self.solver = Solver(position, limit=limit, memory=memory)
        self.ours = self.solver.sides.ours
        self.aim = Aim(self.ours) if points is None else Aim(self.ours, position.turn, points=points)
        self._until: float | None = None

    def begin(self, seconds: float | None) -> None:
        """From now on, questions share this time; None: each has the whole limit."""
        self._until = None if seconds is None else time.monotonic() + seconds

    def over(self, state: State) -> bool | None:
        """Whether the aim is reached; None while that is open."""
        return self.aim.reached(self.game, state)

    def holds(self, state: State) -> bool:
        """Whether our side still forces its aim. OutOfTime where that is not decided."""
        seconds = None if self._until is None else max(0.0, self._until - time.monotonic())
        found = self.solver.ask(state, self.aim, seconds)
        if found is None:
            raise OutOfTime
        return found

    def forced(self) -> int:
        """The most points that our side can force. OutOfTime where that is not decided."""
        found = self.solver.score(self.position.state)
        if found is None:
            raise OutOfTime
        return found

    def mine(self, state: State) -> bool:
        """Whether our side is asked."""
        return state.turn in self.ours

    def moves(self, state: State) -> list[Child]:
        return list(distinct(self.game, state))

    def winning(self, state: State, most: int | None = None) -> list[Child]:
        """Our moves that keep the aim: all of them, or the first so many."""
        found: list[Child] = []
        for move in sorted(self.moves(state), key=hasty):
            if self.holds(move[1]):
                found.append(move)
                if len(found) == most:
                    break
        return found

    def defence(self, state: State) -> Child:
        """The best answer of the other side: one that takes the aim away, else the one that leaves us fewest right moves."""
        replies = sorted(self.moves(state), key=hasty)
        if len(replies) == 1:
            return replies[0]
        if not self.holds(state):
            return next(reply for reply in replies if not self.holds(reply[1]))
        best, fewest = replies[0], (1 << 30, 0)
        for reply in replies:
            width = self._width(reply[1])
            if width < fewest:
                best, fewest = reply, width
        return best

    def _width(self, state: State) -> tuple[int, int]:
        """How easily we keep the aim after a reply: right moves of our next choice, and how many wrong ones there are."""
        while self.over(state) is None:
            choices = self.moves(state)
            if self.mine(state):
                if len(choices) > 1:
                    right = {alike(action) for action, _ in self.winning(state)}
                    every = {alike(action) for action, _ in choices}
                    return (len(right), -len(every)) if len(right) < len(every) else (99, 0)
            elif len(choices) > 1:
                return 90, 0
            state = choices[0][1]
        return 100, 0

    def line(self, state: State) -> list[Move]:
        """Best play from here to the end: who can force what keeps it, and the other side makes it hard."""
        found: list[Move] = []
        holds = self.holds(state)
        for _ in range(LONGEST):
            if self.over(state) is not None:
                break
            seat = state.turn
            if self.mine(state):
                action, state = self.winning(state, 1)[0] if holds else self._resist(state)
            else:
                action, state = self.defence(state)
            found.append((seat, written(self.game, action)))
        return found

    def _resist(self, state: State) -> Child:
        """A move of ours where all is lost: any play before a pass."""
        return min(self.moves(state), key=lambda move: not isinstance(move[0], Play))

    def walk(self, moves: tuple[str, ...] | list[str]) -> Iterator[tuple[State, int, Action]]:
        """The states before the moves of a line, each with its seat and move. NotationError, IllegalAction for others."""
        from paiju.games.contract import Seat, check

        state = self.position.state
        for text in moves:
            seat = state.turn
            action = check(self.game, state, Seat(seat), text)
            yield state, seat, action
            state = self.game.apply(state, Seat(seat), action)


def alike(action: Action) -> str:
    """What a move is up to equivalent cards: its ranks and reading, whatever the suits."""
    if not isinstance(action, Play):
        return str(action)
    ranks = "".join(sorted(card.rank.letter for card in action.cards))
    return f"{ranks}={action.declared}" if action.declared else ranks


def hasty(move: Child) -> tuple[int, int]:
    """Long and strong plays first, passes last: lines stay short."""
    combo = move[0].combo if isinstance(move[0], Play) else None
    return (-combo.size, -combo.strength) if combo is not None else (0, 0)
