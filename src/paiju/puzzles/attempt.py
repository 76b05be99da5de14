"""An attempt at a puzzle, move by move, against the perfect defender. Pure: all that is remembered is the row of moves.

attempt = Attempt(Judge(puzzle.position))
attempt.start()                     # the first question to us
attempt.answer(("5", "8"), "9")     # after our 5 and their 8 we play 9
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from paiju.games.climb.game import Climb
from paiju.games.climb.position import Placed, written
from paiju.games.climb.state import State
from paiju.games.contract import Seat, check
from paiju.puzzles.judge import Judge, Move
from paiju.solver.endgame import OutOfTime

Standing = Literal["won", "lost", "unknown"]


@dataclass(frozen=True)
class Reply:
    """Where an attempt stands after a move of ours and the answers to it.

    `standing` is what best play comes to for us from here; `gone`: our move gave a win away, and `refutation` shows how the
    defender wins then, `better` what would have kept it. `over` is how it ended, None while it goes on.
    """

    moves: tuple[Move, ...]  # ours, then all until we are asked again
    state: State
    standing: Standing
    over: bool | None = None
    gone: bool = False
    refutation: tuple[Move, ...] = ()
    better: str | None = None


class Attempt:
    """Answers for one position. `seconds` is the time for one answer; what is not decided in it is `unknown`."""

    def __init__(self, judge: Judge, *, seconds: float = 10.0) -> None:
        self.judge, self.seconds = judge, seconds
        self.game: Climb = Placed(judge.position)

    def start(self) -> Reply:
        """The position itself, or the first in which we are asked."""
        self.judge.begin(self.seconds)
        return self._go_on(self.judge.position.state, ())

    def state(self, moves: Sequence[str]) -> State:
        """The state after these moves. NotationError and IllegalAction where one cannot be made."""
        state = self.judge.position.state
        for text in moves:
            state, _ = self._made(state, text)
        return state

    def standing(self, moves: Sequence[str]) -> Reply:
        """Where it stands after these moves; the defender answers if it is asked."""
        state = self.state(moves)
        self.judge.begin(self.seconds)
        return self._go_on(state, ())

    def answer(self, moves: Sequence[str], move: str) -> Reply:
        """Our move after those made so far. NotationError and IllegalAction where it cannot be made."""
        judge = self.judge
        before = self.state(moves)
        after, made = self._made(before, move)
        judge.begin(self.seconds)
        over = judge.over(after)
        if over is not None:
            return Reply((made,), after, "won" if over else "lost", over)
        try:
            if not judge.holds(after) and judge.holds(before):
                better = written(self.game, judge.winning(before, 1)[0][0])
                line = tuple(judge.line(after))
                return Reply((made,), after, "lost", None, True, line, better)
        except OutOfTime:
            pass
        return self._go_on(after, (made,))

    def honest(self, moves: Sequence[str]) -> bool:
        """Whether this row of moves is an attempt without a slip in which the other side answered as the defender does."""
        row = [text for _, text in self.start().moves]
        while len(row) < len(moves):
            reply = self.answer(row, moves[len(row)])
            if reply.gone:
                return False
            row += [text for _, text in reply.moves]
        return row == [written(self.game, action) for _, _, action in self.judge.walk(list(moves))]

    def hint(self, moves: Sequence[str]) -> str | None:
        """A move that keeps the win; None where there is none, or none is known."""
        self.judge.begin(self.seconds)
        try:
            found = self.judge.winning(self.state(moves), 1)
        except OutOfTime:
            return None
        return written(self.game, found[0][0]) if found else None

    def _made(self, state: State, text: str) -> tuple[State, Move]:
        seat = Seat(state.turn)
        action = check(self.game, state, seat, text)
        return self.game.apply(state, seat, action), (int(seat), written(self.game, action))

    def _go_on(self, state: State, moves: tuple[Move, ...]) -> Reply:
        """The defender answers, and we where there is nothing to choose, until we are asked or it is over."""
        judge, row = self.judge, list(moves)
        standing: Standing = "unknown"
        while (over := judge.over(state)) is None:
            choices = judge.moves(state)
            if judge.mine(state) and len(choices) > 1:
                break
            seat = state.turn
            try:
                action, state = choices[0] if len(choices) == 1 else judge.defence(state)
            except OutOfTime:
                action, state = min(choices, key=lambda one: str(one[0]) == "pass")
            row.append((int(seat), written(self.game, action)))
        if over is not None:
            return Reply(tuple(row), state, "won" if over else "lost", over)
        with suppress(OutOfTime):
            standing = "won" if judge.holds(state) else "lost"
        return Reply(tuple(row), state, standing)
