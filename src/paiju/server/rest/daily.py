"""The daily deal: the same cards for everybody, and everybody's line to compare afterwards."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import zip_longest
from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from paiju.cards import fair
from paiju.games.catalog import GameInfo
from paiju.games.record import load
from paiju.server import commands, daily, handlers, wire
from paiju.server.commands import Caller
from paiju.server.context import Context
from paiju.server.names import stump
from paiju.server.rest.asking import (
    Asker,
    Reader,
    address_of,
    context_of,
    reply,
    throttle,
    throttle_opening,
    unknown_game,
)
from paiju.server.wire.base import PLAIN
from paiju.table import Refused

GameName = Annotated[str, PathParameter(min_length=1, max_length=40, pattern=PLAIN, description="A game's id.")]
Other = Annotated[int, QueryParameter(name="with", ge=1, le=1 << 53, description="The id of another player.")]


class Daily(Controller):
    """The daily deal."""

    path = "/api/daily"
    tags = ("daily",)

    @get()
    async def day(self, request: Reader, caller: Asker, day: FromQuery[date | None] = None) -> Response[wire.DailyDay]:
        """The daily deals of a day, today's without one, and how the caller did."""
        context = context_of(request)
        wanted = _day(context, day)
        deals, text = daily.DailyDeals(context.store), wanted.isoformat()
        fields = await deals.fields(text)
        plays = await deals.plays(text, int(caller.player)) if caller.player else {}
        found = [
            _game(context, info, wanted, plays.get(info.id), fields.get(info.id, daily.Field({})))
            for info in context.settings.catalog()
            if info.daily is not None
        ]
        return reply(wire.DailyDay(day=text, today=_today(context).isoformat(), games=found))

    @post("/{game:str}", status_code=200)
    async def begin(
        self, request: Reader, caller: Asker, game: GameName, data: JSONBody[wire.NewDaily | None] = None
    ) -> Response[wire.DailyTable]:
        """Begin today's deal, or go on with it: the table at which the caller plays it, always the same one."""
        context, player, info = context_of(request), int(handlers.player_of(caller)), _info(context_of(request), game)
        deals, day, now = daily.DailyDeals(context.store), _today(context), context.rooms.time.now()
        play = await deals.play(day.isoformat(), info.id, player)
        if play is None:
            throttle_opening(request, str(player))
            if context.rooms.draining:
                raise Refused("unavailable", "error.draining")
            pace = (data or wire.NewDaily()).pace
            room = await context.rooms.open(daily.settings(info, day, pace), str(player))
            if context.cluster is not None:
                await context.cluster.own(room.code)
            if not await deals.begin(day.isoformat(), info.id, player, room.number, now):
                await handlers.submit(room, caller, commands.CloseTable())  # begun twice at the same time
            play = await deals.play(day.isoformat(), info.id, player)
        if not play.closed and play.score is None:
            await context.ask(play.code, caller, commands.BeginDaily())
        return reply(wire.DailyTable(id=play.code))

    @get("/{game:str}")
    async def board(
        self, request: Reader, caller: Asker, game: GameName, day: FromQuery[date | None] = None
    ) -> Response[wire.DailyBoard]:
        """Who did best in a daily deal. Names and lines of others only after one's own deal, or when the day is over."""
        context, info = context_of(request), _info(context_of(request), game)
        wanted, deals = _day(context, day), daily.DailyDeals(context.store)
        text = wanted.isoformat()
        field = (await deals.fields(text)).get(info.id, daily.Field({}))
        play = await deals.play(text, info.id, int(caller.player)) if caller.player else None
        is_open = _is_open(context, wanted, play)
        rows = await deals.best(text, info.id) if is_open else []
        return reply(
            wire.DailyBoard(
                day=text,
                own=_game(context, info, wanted, play, field),
                places=[_place(context, row, field) for row in rows],
                open=is_open,
            )
        )

    @get("/{game:str}/compare")
    async def compare(
        self, request: Reader, caller: Asker, game: GameName, other: Other, day: FromQuery[date | None] = None
    ) -> Response[wire.DailyComparison]:
        """The caller's answers in a finished deal beside those of another player."""
        context, info = context_of(request), _info(context_of(request), game)
        throttle(context, "replay", address_of(request))
        text, player = _day(context, day).isoformat(), int(handlers.player_of(caller))
        deals = daily.DailyDeals(context.store)
        mine, theirs = await deals.play(text, info.id, player), await deals.play(text, info.id, other)
        if mine is None or mine.score is None:
            raise Refused("forbidden", "error.daily_first")
        if theirs is None or theirs.score is None:
            raise Refused("not_found", "error.no_player", player=other)
        field = (await deals.fields(text))[info.id]
        people = {row.id: row for row in await context.store.people([player, other])}
        lines = [await _lines(context, play) for play in (mine, theirs)]
        made = await context.costly.make(address_of(request), lambda: _compared(info, *lines))
        places = [_place(context, play, field, people[play.player_id]) for play in (mine, theirs)]
        differs = next((at for at, row in enumerate(made) if _text(row.mine) != _text(row.theirs)), None)
        return reply(wire.DailyComparison(game=info.id, mine=places[0], theirs=places[1], rows=made, differs=differs))


def _today(context: Context) -> date:
    return daily.today(context.rooms.time.now())


def _day(context: Context, day: date | None) -> date:
    """A day that has come, today's if none is named."""
    now = _today(context)
    if day is not None and not now - timedelta(days=366) <= day <= now:
        raise Refused("not_found", "error.no_daily")
    return day or now


def _info(context: Context, name: str) -> GameInfo:
    found = next((one for one in context.settings.catalog() if one.id == name and one.daily is not None), None)
    if found is None:
        raise unknown_game(context, name)
    return found


def _is_open(context: Context, day: date, play: Any) -> bool:
    """Whether somebody with this row, or without one, may see how others played the deal."""
    return (play is not None and play.score is not None) or daily.closing(day) <= context.rooms.time.now()


async def may_look(context: Context, caller: Caller, row: Any) -> bool:
    """Whether a table is one of a daily deal that the caller may see: Refused while they have it still to play."""
    day, player = row.summary.get("daily"), caller.player
    if day is None or player == row.owner_id or caller.admin:
        return False
    play = await daily.DailyDeals(context.store).play(day, row.game, int(player)) if player is not None else None
    if not _is_open(context, date.fromisoformat(day), play):
        raise Refused("forbidden", "error.daily_first")
    return True


def _game(context: Context, info: GameInfo, day: date, play: Any, field: daily.Field) -> wire.DailyGame:
    assert info.daily is not None
    key, score = context.rooms.daily_key, play.score if play is not None else None
    seeds = [daily.server_seed(key, day.isoformat(), info.id, number + 1) for number in range(info.daily.deals)]
    state = "new" if play is None else "done" if score is not None else "missed" if play.closed else "open"
    return wire.DailyGame(
        game=info.id,
        deals=info.daily.deals,
        players=field.size,
        state=state,  # type: ignore[arg-type]
        table_id=play.code if play is not None else None,
        score=score,
        place=field.place(score) if score is not None else None,
        percent=field.percent(score) if score is not None else None,
        commits=[fair.commitment(seed) for seed in seeds],
    )


def _place(context: Context, row: Any, field: daily.Field, person: Any = None) -> wire.DailyPlace:
    """A row of the board; a banned player has a stump for a name, as a deleted one has."""
    person = person or row
    is_banned = context.auth.bans.is_banned(str(row.player_id), context.rooms.time.now())
    return wire.DailyPlace(
        player_id=str(row.player_id),
        name=stump(row.player_id) if is_banned else person.name,
        avatar="" if is_banned else person.avatar,
        place=field.place(row.score),
        score=row.score,
        percent=field.percent(row.score),
        table_id=row.code,
    )


async def _lines(context: Context, play: Any) -> list[tuple[str, int]]:
    """The records of a play, each with the seat of its player, in order."""
    rows, _ = await context.store.deals(play.game_id, 1, 100)
    return [(row.record, row.facts["players"].index(str(play.player_id))) for row in reversed(rows)]


def _compared(info: GameInfo, mine: list[tuple[str, int]], theirs: list[tuple[str, int]]) -> list[wire.DailyRow]:
    rows = []
    for hand, pair in enumerate(zip(mine, theirs, strict=False), 1):
        ours, others = (daily.line(info, load(record), seat) for record, seat in pair)
        for one, other in zip_longest(ours, others):
            rows.append(wire.DailyRow(hand=hand, mine=_answer(one), theirs=_answer(other)))
    return rows


def _answer(one: daily.Answer | None) -> wire.DailyAnswer | None:
    return wire.DailyAnswer(step=one.step, text=one.text, name=one.name) if one is not None else None


def _text(one: wire.DailyAnswer | None) -> str | None:
    return one.text if one is not None else None


def routes() -> list[type[Controller]]:
    return [Daily]
