"""The coach: whether an answer does what a lesson asks, and why not; in a guided deal, what the bot thinks of it.

Nothing is remembered between two answers: each request carries all moves of the deal and the number of the question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from paiju.bots.brain import AUTOPLAY, SECONDS, SEED, Answer, ask, only_answer, think, thinker_of
from paiju.bots.registry import make
from paiju.cards import Card, NotationError, tokens
from paiju.games.climb.position import Position
from paiju.games.contract import Decision, Line, Seat, check
from paiju.games.messages import Text
from paiju.lessons.lesson import Lesson, Question
from paiju.lessons.spot import Move, Spot, question, read_moves
from paiju.puzzles.judge import Judge
from paiju.solver.endgame import OutOfTime

Verdict = Literal["right", "wrong", "same", "close", "better"]
"""Of an answer in a lesson; of one in a guided deal, against the bot's own: the same, as good, worse."""

THINK: Final = 2.0  # seconds for the solver
BOT: Final = 0.05  # for a bot that plays along
KEPT: Final = 16  # states
LONGEST: Final = 400  # moves of the others in a row


@dataclass(frozen=True)
class Feedback:
    """What became of an answer, or how a lesson begins. `row` are the moves made now, each with the state after it."""

    state: Any
    row: tuple[tuple[Move, Any], ...]
    question: int
    done: bool = False
    verdict: Verdict | None = None
    say: Text | None = None
    why: Line | None = None
    line: tuple[Move, ...] = ()
    """How the other side wins after a wrong answer."""


class Coach:
    """Answers for one lesson."""

    def __init__(self, game: str, lesson: Lesson, *, seconds: float = SECONDS) -> None:
        self.lesson, self.seconds = lesson, seconds
        self.spot: Spot = lesson.spot(game)
        self._judge: Judge | None = None
        self._states: dict[tuple[Move, ...], Any] = {}

    # --- what is asked ------------------------------------------------------------------------------------------------

    def begin(self) -> Feedback:
        """The first question. Moves before it belong to the beginning: they are in `row` too."""
        state, row = self._go_on(self.spot.state, list(read_moves(self.lesson.moves)))
        return Feedback(state, tuple(row), 0)

    def state(self, moves: Sequence[Move]) -> Any:
        """The state after these moves; the newest are kept, so that a long deal is not played over for every answer."""
        key = tuple(moves)
        if key not in self._states:
            self._keep(key, self.spot.after(moves))
        return self._states[key]

    def _keep(self, moves: tuple[Move, ...], state: Any) -> None:
        self._states[moves] = state
        while len(self._states) > KEPT:
            self._states.pop(next(iter(self._states)))

    def decision(self, state: Any) -> Decision[Any] | None:
        return question(self.spot.game, state, self.lesson.seat)

    def view(self, state: Any) -> Any:
        return self.spot.game.view(state, Seat(self.lesson.seat))

    # --- what is answered ---------------------------------------------------------------------------------------------

    def answer(self, moves: Sequence[Move], question: int, text: str) -> Feedback:
        """An answer after these moves. NotationError and IllegalAction where it cannot be given."""
        before, seat, game = self.state(moves), Seat(self.lesson.seat), self.spot.game
        action = check(game, before, seat, text)
        if self.lesson.guided is not None:
            found = self._commented(before, action)
            self._keep((*moves, *(move for move, _ in found.row)), found.state)
            return found
        asked = self.lesson.question[question]
        fault = self._fault(asked, before, action)
        if fault is not None:
            return Feedback(before, (), question, False, "wrong", *fault)
        after = game.apply(before, seat, action)
        made = [((int(seat), str(action)), after)]
        if asked.win:
            judge = self._solver()
            state, row = self._go_on(after, [])
            over = judge.over(state)
            question += over is not None
            return Feedback(
                state, (*made, *row), question, over is not None, "right", Text(*asked.praise) if over else None
            )
        question += 1
        done = question == len(self.lesson.question)
        state, row = self._go_on(after, list(read_moves(asked.then)), scripted=done)
        return Feedback(state, (*made, *row), question, done, "right", Text(*asked.praise))

    def solution(self, moves: Sequence[Move], question: int) -> str:
        """An answer that does what is asked; in a guided deal the one that the bot would give."""
        state = self.state(moves)
        decision = self.decision(state)
        assert decision is not None
        if self.lesson.guided is not None:
            return str(think(self.spot.info.id, self.view(state), decision, limit=self.seconds)[0].action)
        asked = self.lesson.question[question]
        if asked.win:
            judge = self._solver()
            return str(judge.winning(state, 1)[0][0])
        return str(next(action for action in decision.choices if asked.is_right(str(action))))

    def _fault(
        self, asked: Question, before: Any, action: Any
    ) -> tuple[Text | None, Line | None, tuple[Move, ...]] | None:
        """What is wrong with an answer: the lesson's words, the solver's or the bot's, and how it is refuted. None: nothing."""
        after = self.spot.game.apply(before, Seat(self.lesson.seat), action)
        right = False
        if asked.win:
            right = self._holds(after) is not False
        elif asked.is_right(str(action)):
            right = True
        if right:
            return None
        said = asked.fault(str(action))
        line = self._refutation(before, after) if self.spot.position is not None else ()
        if line:
            ours = self._solver().ours
            answers = [(seat, text) for seat, text in line if seat not in ours and text != "pass"]
            why = Line.of("lesson.refuted", seat=answers[0][0], cards=_shown(answers[0][1])) if answers else None
            return said, why, line
        if said is not None:
            return said, None, ()
        decision = self.decision(before)
        assert decision is not None
        thinker = thinker_of(self.spot.info.id, "hard", SEED)
        assert thinker is not None
        ask(thinker, self.view(before), decision, limit=self.seconds)
        return None, Line.of("lesson.other", why=thinker.reasons(self.view(before), decision, [action])[0]), ()

    def _refutation(self, before: Any, after: Any) -> tuple[Move, ...]:
        """How the other side wins after an answer that gave the win away; () where it did not, or nobody knows."""
        judge = self._solver()
        judge.begin(THINK)
        try:
            if judge.over(after) is not None or judge.holds(after) or not judge.holds(before):
                return ()
            return tuple((int(seat), text) for seat, text in judge.line(after))
        except OutOfTime:
            return ()

    def _holds(self, state: Any) -> bool | None:
        judge = self._solver()
        judge.begin(THINK)
        over = judge.over(state)
        if over is not None:
            return over
        try:
            return judge.holds(state)
        except OutOfTime:
            return None

    def _solver(self) -> Judge:
        """For the learner's side, whoever is to act where the lesson begins."""
        if self._judge is None:
            state, _ = self._go_on(self.spot.state, list(read_moves(self.lesson.moves)))
            assert self.spot.position is not None
            options = self.spot.position.options
            self._judge = Judge(Position.of(state, self.spot.position.game, options), limit=THINK, memory=16 << 20)
        return self._judge

    # --- what follows -------------------------------------------------------------------------------------------------

    def _commented(self, before: Any, action: Any) -> Feedback:
        """A guided deal: the answer is given, the bot says what it thinks of it, and the others play on."""
        info, game, seat = self.spot.info, self.spot.game, Seat(self.lesson.seat)
        decision, view = self.decision(before), self.view(before)
        assert decision is not None
        ranked = think(info.id, view, decision, limit=self.seconds, also=(action,))
        verdict, why = _compared(info, view, ranked, action)
        after = game.apply(before, seat, action)
        state, row = self._go_on(after, [])
        made = ((int(seat), str(action)), after)
        return Feedback(state, (made, *row), 0, game.outcome(state) is not None, verdict, None, why)

    def _go_on(self, state: Any, script: list[Move], *, scripted: bool = False) -> tuple[Any, list[tuple[Move, Any]]]:
        """Until the learner has something to choose, or it is over: the script, then defender or bots, each move in turn.

        `scripted`: nobody chooses anything after the script.
        """
        row: list[tuple[Move, Any]] = []
        while len(row) < LONGEST and (found := self._next(state, script, scripted)) is not None:
            seat, action = found
            state = self.spot.game.apply(state, Seat(seat), action)
            row.append(((seat, str(action)), state))
        return state, row

    def _next(self, state: Any, script: list[Move], scripted: bool) -> tuple[int, Any] | None:
        """Who plays what without the learner; None where the learner is asked, or nobody."""
        game, me, pending = self.spot.game, self.lesson.seat, self.spot.game.pending(state)
        if not pending:
            return None
        if script and (asked := next((one for one in pending if one.seat == script[0][0]), None)) is not None:
            seat, text = script.pop(0)
            return seat, asked.choices.resolve(Seat(seat), game.parse(text))
        decision = next((one for one in pending if one.seat != me), pending[0])
        only = only_answer(decision)
        if only is not None:
            return int(decision.seat), only
        return None if scripted or decision.seat == me else (int(decision.seat), self._other(state, decision))

    def _other(self, state: Any, decision: Decision[Any]) -> Any:
        """What another seat answers: perfectly where the solver knows the position, else as a bot."""
        if self.spot.position is not None and self._judge is not None:
            self._judge.begin(THINK)
            try:
                return self._judge.defence(state)[0] if state.turn not in self._judge.ours else self._helped(state)
            except OutOfTime:
                pass
        bot = make(self.spot.info.id, AUTOPLAY, SEED)
        view = self.spot.game.view(state, decision.seat)
        return decision.choices.resolve(decision.seat, bot.choose(view, decision, limit=BOT))

    def _helped(self, state: Any) -> Any:
        """The learner's partner keeps the win."""
        assert self._judge is not None
        found = self._judge.winning(state, 1)
        return found[0][0] if found else self._judge.moves(state)[0][0]


def _compared(info: Any, view: Any, ranked: list[Answer], action: Any) -> tuple[Verdict, Line]:
    """An answer against the bot's own."""
    best = ranked[0]
    own = next((one for one in ranked if one.action == action), None)
    if best.action == action:
        return "same", Line.of("lesson.same", why=best.why)
    named = info.words.name(view, best.action) or Line.of("lesson.named", text=_shown(str(best.action)))
    worse = (
        own is not None and own.value is not None and best.value is not None and best.value - own.value > 2 * own.error
    )
    return ("better" if worse else "close"), Line.of(
        "lesson.better" if worse else "lesson.close", best=named, why=best.why
    )


def _shown(text: str) -> str | tuple[str, ...]:
    """A move for a sentence: cards one by one, anything else as it is."""
    try:
        row = tokens(text.partition("=")[0])
    except NotationError:
        return text
    return tuple(str(Card.of(one.rank, one.suit)) if one.is_exact else one.rank.letter for one in row)
