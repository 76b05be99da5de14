"""Studies: open a position or a record anywhere, ask solver and bot, move cards about, play on."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeVar

from litestar import Controller, Response, post
from litestar.params import JSONBody
from msgspec import structs

from paiju.cards import NotationError, cards
from paiju.games.climb.game import Climb
from paiju.games.climb.position import Position
from paiju.games.contract import AnyGame, IllegalAction, Seat, View, check
from paiju.games.messages import unread
from paiju.games.refusals import Worded
from paiju.lessons import study as studies
from paiju.lessons.spot import Move
from paiju.lessons.study import Study
from paiju.puzzles.attempt import Attempt
from paiju.server import defender, wire
from paiju.server.commands import Caller
from paiju.server.context import Context
from paiju.server.practice import frames, practice
from paiju.server.questions import checked
from paiju.server.replay_steps import laid_open
from paiju.server.rest.asking import Asker, Reader, address_of, context_of, reply, throttle
from paiju.server.rest.past import revealed
from paiju.server.rest.puzzles import defender_of
from paiju.server.rest.replay import deal_of
from paiju.server.table_settings import position_of
from paiju.table import Refused

T = TypeVar("T")

KEPT: Final = 16


class Studies(Controller):
    """Study a deal."""

    path = "/api/study"
    tags = ("study",)

    @post(status_code=200)
    async def study(self, request: Reader, caller: Asker, data: JSONBody[wire.StudyAsk]) -> Response[wire.StudyReply]:
        """A position or a record at one of its moves, with every hand open; what solver and bot think of the question there.

        A text that cannot be read is refused with one sentence that says where it is wrong.
        """
        context = context_of(request)
        text = await _text(context, caller, data)
        shown = await _beside(context, request, lambda: _shown(text, data))
        if data.weigh:
            throttle(context, "solve", caller.player or address_of(request))
            shown.answers = await _weighed(context, request, text, data)
        return reply(shown)

    @post("/check", status_code=200)
    async def check(self, request: Reader, caller: Asker, data: JSONBody[wire.StudyCheck]) -> Response[wire.Checked]:
        """What a text would be as an answer now, as `check` at a table."""
        context = context_of(request)
        text = await _text(context, caller, data.ask)

        def look() -> wire.Checked:
            study, state, moves = _at(text, data.ask)
            decision = studies.asked_at(study, state)
            if decision is None:
                raise Refused("wrong_phase", "error.over")
            spot = study.spot
            view = spot.game.view(state, decision.seat)
            return checked(spot.info, spot.game, view, decision, data.text, re=None, table="study", seq=len(moves))

        return reply(await _beside(context, request, look))

    @post("/edit", status_code=200)
    async def edit(
        self, request: Reader, caller: Asker, data: JSONBody[wire.StudyChange]
    ) -> Response[wire.StudyPosition]:
        """A position with one thing changed; refused with a sentence where that cannot be."""

        def change() -> wire.StudyPosition:
            before = position_of(data.position)
            seats = range(len(before.hands))
            if any(
                seat is not None and seat not in seats for seat in (data.source, data.target, data.turn, data.top_seat)
            ):
                raise Refused("bad_request", "error.no_such_seat", seats=len(seats))
            card = cards(data.card)[0] if data.card is not None else None
            if card is not None and card not in (
                before.hands[data.source] if data.source is not None else studies.spare(before)
            ):
                raise Refused("bad_request", "error.no_such_card", card=str(card))
            top = (data.top_seat, data.top) if data.top_seat is not None and data.top else None
            found = studies.edited(
                before, card=card, source=data.source, target=data.target, turn=data.turn, top=top, lead=data.top == ""
            )
            return wire.StudyPosition(position=str(found))

        return reply(await _beside(context_of(request), request, change))


async def _text(context: Context, caller: Caller, data: wire.StudyAsk) -> str:
    """What is studied, as text. A deal of a table only when nothing of it is secret any more."""
    if data.text is not None:
        return data.text
    if data.table is None:
        raise Refused("bad_request", "error.nothing_to_study")
    row, found = await deal_of(context, caller, data.table, data.hand, None)
    if not revealed(context, row):
        raise Refused("forbidden", "error.secret")
    return str(found.record)


async def _beside(context: Context, request: Reader, work: Callable[[], T]) -> T:
    """Work in the thread for costly answers; what cannot be read or made is refused in one sentence."""
    try:
        return await context.costly.make(address_of(request), work)
    except IllegalAction as error:
        raise Refused(error.code, error.why.key, **error.why.args) from None
    except NotationError as error:
        line = unread(error)
        raise Refused("bad_notation", line.key, **line.args) from None
    except (Worded, ValueError) as error:
        if not isinstance(error, Worded):
            raise
        raise Refused("bad_request", "error.study", why=error.sentence) from None


@lru_cache(KEPT)
def _opened(text: str) -> Study:
    return studies.opened(text)


def _at(text: str, data: wire.StudyAsk) -> tuple[Study, Any, list[Move]]:
    """The study, the state at its step and after one's own moves, and those moves."""
    study = _opened(text)
    if data.step > len(study.moves):
        raise Refused("bad_request", "error.no_such_step")
    moves = [(row.seat, row.move) for row in data.moves]
    return study, study.spot.after((*study.moves[: data.step], *moves)), moves


def _shown(text: str, data: wire.StudyAsk) -> wire.StudyReply:
    """Run beside the loop: the deal as it stands, after one more move if one is made."""
    study, before, moves = _at(text, data)
    spot, state = study.spot, before
    rows: list[tuple[Move | None, Any]] = [(None, before)]
    if data.move is not None:
        decision = studies.asked_at(study, before, data.seat)
        if decision is None:
            raise Refused("wrong_phase", "error.over")
        action = check(spot.game, before, decision.seat, data.move)
        state = spot.game.apply(before, decision.seat, action)
        rows = [((int(decision.seat), str(action)), state)]
    if data.seat is not None and (data.move is not None or studies.asked_at(study, state) is not None):
        rows += studies.played_on(study, state, data.seat)
        state = rows[-1][1]
    moves = moves + [move for move, _ in rows if move is not None]
    decision = studies.asked_at(study, state, data.seat)
    seat = int(decision.seat) if decision is not None else data.seat or 0
    view = _Open(spot.game)
    position = studies.position_at(study, state)
    known = before if data.move is not None else None
    return wire.StudyReply(
        position=None if position is None else str(position),
        names=list(study.names),
        step=data.step,
        last=len(study.moves),
        practice=practice(spot, view, seat, state, moves, frames(view, seat, known, rows)),
        edit=None if position is None else _edit(position),
        answers=None,
    )


class _Open:
    """A game whose views lay every hand open; all else is the game's own."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def view(self, state: Any, viewer: Seat | None) -> View:
        shown: View = self._game.view(state, viewer)
        for seat in range(len(shown.hands)):
            if seat != viewer:
                shown = laid_open(shown, self._game.view(state, Seat(seat)), seat, len(shown.hands))
        if isinstance(self._game, Climb):
            shown = structs.replace(shown, open_hands=tuple(Seat(seat) for seat in range(len(shown.hands))))
        return shown


def _edit(position: Position) -> wire.StudyEdit:
    top = position.top
    return wire.StudyEdit(
        hands=[[str(card) for card in hand] for hand in position.hands],
        spare=[str(card) for card in studies.spare(position)],
        turn=position.turn,
        top_seat=None if top is None else top[0],
        top=None if top is None else "".join(map(str, top[1])),
    )


async def _weighed(context: Context, request: Reader, text: str, data: wire.StudyAsk) -> list[wire.StudyAnswer]:
    """What solver and bot think of the answers, in the solver's thread where there is something to solve."""
    study, state, _ = await _beside(context, request, lambda: _after(text, data))
    decision = studies.asked_at(study, state, data.seat)
    if decision is None:
        return []
    position = studies.position_at(study, state)
    if position is None:
        rows = await _beside(context, request, lambda: studies.weighed(study, state, decision, None, 0.0))
    else:

        def question(attempt: Attempt) -> list[studies.Weighed]:
            return studies.weighed(study, state, decision, attempt.judge, defender.SECONDS)

        rows = await defender_of(context).ask(position, None, question)
    chips = study.spot.info.chips is not None
    climbs = isinstance(study.spot.game, Climb)
    return [
        wire.StudyAnswer(
            text=str(one.action),
            name=one.name,
            wins=one.wins,
            chance=(one.value + 1) / 2 if climbs and one.value is not None else None,
            chips=one.value if chips else None,
            why=one.why,
        )
        for one in rows
    ]


def _after(text: str, data: wire.StudyAsk) -> tuple[Study, Any, list[Move]]:
    """As `_at`, after the move that is made now."""
    study, state, moves = _at(text, data)
    if data.move is not None:
        shown = _shown(text, data)
        moves = [(row.seat, row.move) for row in shown.practice.moves]
        state = study.spot.after((*study.moves[: data.step], *moves))
    return study, state, moves


def routes() -> list[type[Controller]]:
    return [Studies]
