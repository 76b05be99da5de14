"""Puzzles (残局): the sets that come with Paiju, the puzzle of the day, and the perfect defender for any position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from itertools import islice
from typing import Annotated, Any, Final

from litestar import Controller, Response, get, post
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from paiju.games.climb.position import Position
from paiju.games.contract import IllegalAction, NotationError
from paiju.games.messages import unread
from paiju.puzzles import book
from paiju.puzzles.attempt import Attempt, Reply
from paiju.puzzles.puzzle import Puzzle
from paiju.puzzles.themes import THEMES
from paiju.server import wire
from paiju.server.commands import Caller
from paiju.server.context import Context
from paiju.server.defender import Defender
from paiju.server.puzzlers import Form, Puzzlers
from paiju.server.rest.asking import (
    Asker,
    Filter,
    PageNumber,
    Reader,
    address_of,
    context_of,
    reply,
    throttle,
    unknown_game,
)
from paiju.server.table_settings import position_of
from paiju.table import Refused

PAGE: Final = 50
CHOICES: Final = 200

PuzzleCode = Annotated[str, PathParameter(min_length=1, max_length=20, pattern="^[0-9a-f]*$")]
Grade = Annotated[int | None, QueryParameter(ge=1, le=5)]


class Puzzles(Controller):
    """Endings to solve."""

    path = "/api/puzzles"
    tags = ("puzzles",)

    @get("/books", sync_to_thread=False)
    def books(self) -> wire.PuzzleBooks:
        """Which games have puzzles, and how many of which grade and theme."""
        return wire.PuzzleBooks(
            books=[_book(game) for game in book.games()],
            themes={name: {"zh": words.zh, "en": words.en} for name, words in THEMES.items()},
        )

    @get()
    async def listing(
        self,
        request: Reader,
        caller: Asker,
        game: Filter = None,
        theme: Filter = None,
        grade: Grade = None,
        near: Annotated[int | None, QueryParameter(ge=0, le=4_000)] = None,
        page: PageNumber = 1,
    ) -> Response[wire.PuzzleList]:
        """Puzzles of a game, easiest first, or those rated nearest to `near` first; by theme and grade."""
        context = context_of(request)
        known = _game(context, game)
        ratings = await _puzzlers(context).ratings(known)

        def place(puzzle: Puzzle) -> float:
            rating = ratings.get(puzzle.id, puzzle.rating)
            return rating if near is None else abs(rating - near)

        rows = sorted(book.chosen(known, theme=theme, grade=grade), key=place)
        shown = rows[PAGE * (page - 1) : PAGE * page]
        return reply(wire.PuzzleList(puzzles=await _listed(context, caller, shown, ratings), total=len(rows)))

    @get("/me")
    async def me(self, request: Reader, caller: Asker) -> Response[wire.PuzzlePlayer]:
        """How the caller does at puzzles."""
        return reply(
            _player(await _puzzlers(context_of(request)).form(int(caller.player)) if caller.player else Form())
        )

    @get("/daily")
    async def daily(
        self, request: Reader, caller: Asker, game: Filter = None, day: FromQuery[date | None] = None
    ) -> Response[wire.Puzzle]:
        """The puzzle of a day, today's without one: the same for everybody. Weekends are harder."""
        context = context_of(request)
        today = datetime.fromtimestamp(context.rooms.time.now() / 1000, UTC).date()
        if day is not None and day > today:
            raise Refused("forbidden", "error.no_puzzle")
        return reply(await _one(context, caller, book.daily(day or today, _game(context, game))))

    @get("/{puzzle:str}")
    async def one(self, request: Reader, caller: Asker, puzzle: PuzzleCode) -> Response[wire.Puzzle]:
        """A puzzle by its id."""
        return reply(await _one(context_of(request), caller, _puzzle(puzzle)))

    @post("/attempt", status_code=200)
    async def attempt(
        self, request: Reader, caller: Asker, data: JSONBody[wire.PuzzleAsk]
    ) -> Response[wire.PuzzleReply]:
        """Where an attempt at a puzzle, or at any position, stands; or a move in it and the perfect defender's answer.

        A move that gives the win away is not made: the answer shows what would follow. The caller sends all moves. Of a
        caller with a session, the first try at a puzzle counts: it fails with a slip or a hint, and is solved at the end.
        """
        context = context_of(request)
        throttle(context, "solve", caller.player or address_of(request))
        puzzle = _puzzle(data.puzzle) if data.puzzle is not None else None
        if puzzle is None and data.position is None:
            raise Refused("bad_request", "error.no_puzzle")
        position = puzzle.position if puzzle is not None else position_of(data.position or "")
        points = puzzle.points if puzzle is not None else None

        def question(attempt: Attempt) -> tuple[dict[str, Any], bool | None]:
            return _answered(attempt, position, data)

        try:
            answer, solved = await defender_of(context).ask(position, points, question)
        except IllegalAction as error:
            raise Refused(error.code, error.why.key, **error.why.args) from None
        except NotationError as error:
            line = unread(error)
            raise Refused("bad_notation", line.key, **line.args) from None
        if puzzle is not None and caller.player and solved is not None:
            now = context.rooms.time.now()
            form = await _puzzlers(context).met(int(caller.player), puzzle, solved=solved, now=now)
            answer["player"] = None if form is None else _player(form)
        return reply(answer)


def _answered(attempt: Attempt, position: Position, data: wire.PuzzleAsk) -> tuple[dict[str, Any], bool | None]:
    """Run beside the loop: all that asks the solver. Also whether this solves the puzzle, or fails; None: neither."""
    hint = None
    if data.move is not None:
        found = attempt.answer(data.moves, data.move)
    elif data.moves:
        found = attempt.standing(data.moves)
    else:
        found = attempt.start()
    if data.hint and data.move is None and found.over is None:
        hint = attempt.hint([*data.moves, *(text for _, text in found.moves)])
    shown = attempt.state(data.moves) if found.gone else found.state
    solved = False if found.gone or hint is not None else found.over
    if solved and not attempt.honest([*data.moves, *(text for _, text in found.moves)]):
        solved = None
    return _body(attempt, position, found, shown, hint), solved


def _body(attempt: Attempt, position: Position, found: Reply, state: Any, hint: str | None) -> dict[str, Any]:
    pending = attempt.game.pending(state) if found.over is None else ()
    choices = [str(one) for one in islice(pending[0].choices, CHOICES + 1)] if pending else []
    view = attempt.game.view(state, pending[0].seat if pending else None)
    return {
        "position": str(position),
        "game": position.game,
        "side": sorted(attempt.judge.ours),
        "moves": _steps(found.moves),
        "standing": found.standing,
        "over": found.over,
        "gone": found.gone,
        "refutation": _steps(found.refutation),
        "better": found.better,
        "hint": hint,
        "view": view.body,
        "choices": choices[:CHOICES],
        "more": len(choices) > CHOICES,
        "player": None,
    }


def _steps(moves: tuple[tuple[int, str], ...]) -> list[dict[str, Any]]:
    return [{"seat": seat, "move": move} for seat, move in moves]


def defender_of(context: Context) -> Defender:
    if context.defender is None:
        context.defender = Defender()
    defender: Defender = context.defender
    return defender


def _game(context: Context, name: str | None) -> str:
    """The id of a game that has puzzles."""
    name = name or book.DAILY
    if name not in book.games():
        raise unknown_game(context, name)
    return name


def _puzzle(name: str) -> Puzzle:
    found = book.find(name)
    if found is None:
        raise Refused("not_found", "error.no_puzzle")
    return found


def _book(game: str) -> wire.PuzzleBook:
    rows = book.puzzles(game)
    return wire.PuzzleBook(
        game=game,
        count=len(rows),
        grades=dict(sorted(Counter(str(one.grade) for one in rows).items())),
        themes=dict(Counter(theme for one in rows for theme in one.themes)),
    )


async def _one(context: Context, caller: Caller, puzzle: Puzzle) -> wire.Puzzle:
    return (await _listed(context, caller, [puzzle], await _puzzlers(context).ratings(puzzle.game)))[0]


async def _listed(
    context: Context, caller: Caller, puzzles: Sequence[Puzzle], ratings: Mapping[str, float]
) -> list[wire.Puzzle]:
    """Puzzles as the caller sees them."""
    names = [puzzle.id for puzzle in puzzles]
    tries = await _puzzlers(context).tries(int(caller.player), names) if caller.player else {}
    return [
        wire.Puzzle(
            id=puzzle.id,
            game=puzzle.game,
            position=puzzle.text,
            grade=puzzle.grade,
            rating=round(ratings.get(puzzle.id, puzzle.rating)),
            themes=list(puzzle.themes),
            points=puzzle.points,
            solved=tries.get(puzzle.id),
        )
        for puzzle in puzzles
    ]


def _player(form: Form) -> wire.PuzzlePlayer:
    return wire.PuzzlePlayer(
        rating=round(form.rating.value),
        deviation=round(form.rating.deviation),
        solved=form.solved,
        tried=form.tried,
        streak=form.streak,
        best=form.best,
    )


def _puzzlers(context: Context) -> Puzzlers:
    return Puzzlers(context.store)


def routes() -> list[type[Controller]]:
    return [Puzzles]
