"""Lessons: short tasks with known cards, and whole deals in which a bot comments on every answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeVar

from litestar import Controller, Response, get, post
from litestar.params import JSONBody

from paiju.games.contract import IllegalAction, NotationError
from paiju.games.messages import Text, unread
from paiju.lessons.coach import Coach, Feedback
from paiju.lessons.lesson import GAMES, Lesson, find, lessons
from paiju.lessons.spot import Move
from paiju.server import wire
from paiju.server.context import Context
from paiju.server.learners import finish, lessons_done
from paiju.server.practice import frames, practice
from paiju.server.questions import checked
from paiju.server.rest.asking import Asker, Reader, address_of, context_of, reply
from paiju.table import Refused

T = TypeVar("T")

KEPT: Final = 16
"""Lessons whose solver and states are kept for the next answer."""


class Lessons(Controller):
    """Learn a game."""

    path = "/api/lessons"
    tags = ("lessons",)

    @get()
    async def listing(self, request: Reader, caller: Asker) -> Response[wire.LessonBooks]:
        """The lessons of every game that has some, and which of them the caller has been through."""
        context = context_of(request)
        done = await lessons_done(context.store, int(caller.player)) if caller.player else frozenset[str]()
        books = [
            wire.LessonBook(
                game=game,
                lessons=[
                    wire.LessonInfo(
                        id=f"{game}.{one.id}",
                        title=_pair(one.title),
                        guided=one.guided is not None,
                        done=f"{game}.{one.id}" in done,
                    )
                    for one in lessons(game)
                ],
            )
            for game in GAMES
        ]
        return reply(wire.LessonBooks(books=books))

    @post("/answer", status_code=200)
    async def answer(
        self, request: Reader, caller: Asker, data: JSONBody[wire.LessonAsk]
    ) -> Response[wire.LessonReply]:
        """How a lesson begins; or an answer in it: right or wrong, why, and what follows.

        Of a caller with a session it is kept that the lesson is done.
        """
        context, name = context_of(request), data.lesson
        _lesson(name)
        found, body = await _beside(context, request, lambda: _answered(name, data))
        if found.done and caller.player:
            await finish(context.store, int(caller.player), name, context.rooms.time.now())
        return reply(body)

    @post("/check", status_code=200)
    async def check(self, request: Reader, caller: Asker, data: JSONBody[wire.LessonCheck]) -> Response[wire.Checked]:
        """What a text would be as an answer now, as `check` at a table."""

        def look() -> wire.Checked:
            coach, moves = _coach(data.lesson), _moves(data.moves)
            state = coach.state(moves)
            decision = coach.decision(state)
            if decision is None:
                raise Refused("wrong_phase", "error.over")
            spot = coach.spot
            view = coach.view(state)
            return checked(spot.info, spot.game, view, decision, data.text, re=None, table=data.lesson, seq=len(moves))

        _lesson(data.lesson)
        return reply(await _beside(context_of(request), request, look))

    @post("/hint", status_code=200)
    async def hint(self, request: Reader, caller: Asker, data: JSONBody[wire.LessonAsk]) -> Response[wire.Hints]:
        """An answer that does what is asked; in a guided deal the one that the bot would give."""

        def look() -> wire.Hints:
            coach, moves = _coach(data.lesson), _moves(data.moves)
            _in_time(coach, moves, data.question)
            text = coach.solution(moves, data.question)
            return wire.Hints(game_id=data.lesson, seq=len(moves), choices=[wire.Choice(text=text, best=True)])

        _lesson(data.lesson)
        return reply(await _beside(context_of(request), request, look))


async def _beside(context: Context, request: Reader, work: Callable[[], T]) -> T:
    """Work in the thread for costly answers; what the rules refuse is refused."""
    try:
        return await context.costly.make(address_of(request), work)
    except IllegalAction as error:
        raise Refused(error.code, error.why.key, **error.why.args) from None
    except NotationError as error:
        line = unread(error)
        raise Refused("bad_notation", line.key, **line.args) from None


def _answered(name: str, data: wire.LessonAsk) -> tuple[Feedback, wire.LessonReply]:
    """Run beside the loop: all that asks rules, solver or bots."""
    coach, lesson, before = _coach(name), _lesson(name)[1], _moves(data.moves)
    spot, viewer = coach.spot, lesson.seat
    if data.move is None:
        feedback = coach.begin()
        rows: list[tuple[Move | None, Any]] = [(None, spot.state), *feedback.row]
        shown, moves = frames(spot.game, viewer, None, rows), [move for move, _ in feedback.row]
    else:
        _in_time(coach, before, data.question)
        feedback = coach.answer(before, data.question, data.move)
        shown = frames(spot.game, viewer, coach.state(before), feedback.row)
        moves = before + [move for move, _ in feedback.row]
    last = lesson.question[min(feedback.question, len(lesson.question) - 1)] if lesson.question else None
    task = lesson.guided if last is None else last.task
    assert task is not None
    return feedback, wire.LessonReply(
        lesson=name,
        title=_pair(lesson.title),
        practice=practice(spot, spot.game, viewer, feedback.state, moves, shown),
        task=_pair(task),
        question=feedback.question,
        questions=len(lesson.question),
        done=feedback.done,
        verdict=feedback.verdict,
        say=_text(feedback.say),
        why=feedback.why,
        line=[wire.PlayedMove(seat=seat, move=text) for seat, text in feedback.line],
    )


def _in_time(coach: Coach, moves: list[Move], question: int) -> None:
    """Refused where nothing is asked any more, or there is no such question."""
    if coach.decision(coach.state(moves)) is None:
        raise Refused("wrong_phase", "error.over")
    if coach.lesson.question and question >= len(coach.lesson.question):
        raise Refused("bad_request", "error.no_such_question")


def _moves(rows: list[wire.PlayedMove]) -> list[Move]:
    return [(row.seat, row.move) for row in rows]


def _lesson(name: str) -> tuple[str, Lesson]:
    found = find(name)
    if found is None:
        raise Refused("not_found", "error.no_lesson")
    return found


@lru_cache(KEPT)
def _coach(name: str) -> Coach:
    return Coach(*_lesson(name))


def _pair(pair: tuple[str, str]) -> dict[str, str]:
    return {"zh": pair[0], "en": pair[1]}


def _text(text: Text | None) -> dict[str, str] | None:
    return None if text is None else _pair((text.zh, text.en))


def routes() -> list[type[Controller]]:
    return [Lessons]
