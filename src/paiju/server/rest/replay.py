"""Finished deals step by step: what the page's replay shows, and playing on from the middle of one.

The page knows no rules, so the server plays the record again and sends what changed in the view, move by move. What may be
known is what the record's own download would show: a mucked hand stays hidden until its table has closed.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.params import JSONBody, QueryParameter

from paiju.games.branch import Branch, redealt
from paiju.games.catalog import GameInfo
from paiju.games.codec import encode
from paiju.games.contract import Line, Seat
from paiju.games.options import build
from paiju.games.record import Record, RecordError, game_of
from paiju.games.record import load as load_record
from paiju.games.record import replay as replayed
from paiju.server import handlers, wire
from paiju.server.commands import Caller
from paiju.server.context import Context
from paiju.server.game_state import carried
from paiju.server.replay_steps import steps
from paiju.server.rest.asking import (
    Asker,
    GameCode,
    HandNumber,
    PageNumber,
    Password,
    Reader,
    address_of,
    context_of,
    encoded,
    moment,
    reply,
    throttle,
    throttle_opening,
)
from paiju.server.rest.past import game_row, identity, known_deal, proof, revealed, seat_in
from paiju.server.rest.tables import detail
from paiju.table import Event, Refused, events
from paiju.table import Settings as TableSettings


async def deal_of(context: Context, caller: Caller, game: str, hand: int, password: str | None) -> tuple[Any, Any]:
    """The rows of a table and of one of its finished deals, if the caller may look."""
    row = await game_row(context, game)
    return row, await known_deal(context, row, hand, caller, password)


def _visible(context: Context, row: Any, deal: Any, caller: Caller, seats: int) -> frozenset[int]:
    if revealed(context, row):
        return frozenset(range(seats))
    shown = {int(one["seat"]) for one in deal.facts.get("shown", [])}
    own = seat_in(deal, caller)
    return frozenset(shown | ({own} if own is not None else set()))


class Replays(Controller):
    """Finished deals, step by step."""

    path = "/api"
    tags = ("replays",)

    @get("/me/deals")
    async def deals(self, request: Reader, caller: Asker, page: PageNumber = 1) -> Response[wire.PastDeals]:
        """One's own finished deals at every table, newest first."""
        player = int(handlers.player_of(caller))
        rows, total = await context_of(request).store.deals_of(player, page)
        found = [
            {
                "gameId": row.code, "game": row.game, "handNumber": row.hand_number, "playedAt": moment(row.played_at),
                "players": [name for name in row.facts.get("names", []) if name], "seat": row.seat,
                "score": row.scores[row.seat] if row.seat < len(row.scores) else 0,
            }
            for row in rows
        ]  # fmt: skip
        return reply({"deals": found, "total": total, "page": page, "pages": max(1, -(-total // 20))})

    @get("/games/{game:str}/replay/{hand:int}")
    async def replay(
        self,
        request: Reader,
        caller: Asker,
        game: GameCode,
        hand: HandNumber,
        table_password: Password,
        open: Annotated[bool, QueryParameter(description="Lay open every hand that may be known.")] = True,
    ) -> Response[wire.Replay]:
        """A finished deal, move by move."""
        context = context_of(request)
        throttle(context, "replay", address_of(request))
        row, found = await deal_of(context, caller, game, hand, table_password)
        seat, known = seat_in(found, caller), revealed(context, row)
        key = ("replay", game, *identity(found), open, seat, known)
        body = await context.costly.make(
            address_of(request),
            lambda: context.costly.kept(key, lambda: encode(_replay(context, row, found, caller, open))),
        )
        return encoded(body)

    @post("/games/{game:str}/replay/{hand:int}/branch")
    async def branch(
        self, request: Reader, caller: Asker, game: GameCode, hand: HandNumber, data: JSONBody[wire.Branch]
    ) -> Response[wire.PlayedOn]:
        """Play on from a step of a finished deal: a private table with the same cards and bots in the other seats.

        Cards that the caller may not know yet (mucked hands at a table that goes on) are dealt anew; `redealt` and
        `note` say whose. Chips there are for practice only.
        """
        context, player = context_of(request), handlers.player_of(caller)
        throttle_opening(request, player)
        row, found = await deal_of(context, caller, game, hand, None)
        info = context.settings.find(row.game)
        handlers.check_level(info.id, data.level)
        record = await asyncio.to_thread(load_record, found.record)
        known = revealed(context, row) and record.server_seed is not None
        own = seat_in(found, caller)
        seat = data.seat if data.seat is not None else own
        if seat is None:
            seat = next(seat for seat in range(record.seats) if _stack(info, record, seat) != 0)
        viewer = Seat(own) if own is not None else None
        start = await context.costly.make(
            address_of(request), lambda: _start(info, record, seat, data.step, known, viewer)
        )
        settings = TableSettings(
            game=info.id,
            seats=record.seats,
            options=_chosen(info, record),
            private=True,
            pause=30,
            pace=data.pace,
            deals=1,
            practice=True,
            position=record.position,
        )
        room = await context.rooms.open(settings, player)
        if context.cluster is not None:
            await context.cluster.own(room.code)
        await handlers.change(room, lambda table, now: list(_opening(info, start.record, seat, data, caller, now)))
        opened = await detail(context, room.code, caller, None, request)
        seats = [int(seat) for seat in start.redealt]
        note = Line.of("branch.redealt", seats=seats) if seats else Line("branch.same")
        return reply({**opened, "redealt": seats, "note": note}, 201)


def _replay(context: Context, row: Any, found: Any, caller: Caller, open: bool) -> wire.Replay:
    """A finished deal move by move, as the caller may see it."""
    info, record, seat = context.settings.find(row.game), load_record(found.record), seat_in(found, caller)
    viewer = None if open else seat
    visible = _visible(context, row, found, caller, record.seats) if open else frozenset[int]()
    known = revealed(context, row)
    people = found.facts.get("players", [])
    return wire.Replay(
        game_id=row.code,
        game=info.id,
        hand_number=found.hand_number,
        played_at=moment(found.played_at),
        names=list(record.names),
        options=dict(record.options) if known else _chosen(info, record),
        turns=info.direction(build(info.options, record.options)),
        viewer=viewer,
        seat=seat,
        scores=list(found.scores),
        winners=[people.index(player) for player in found.winners if player in people],
        reason=found.reason,
        fairness=proof(info, record, found.hand_number, known),
        steps=list(steps(info, record, viewer, visible)),
    )


def _start(info: GameInfo, record: Record, seat: int, step: int, known: bool, viewer: Seat | None) -> Branch:
    """The deal to play on: as it was, or, where it may not be known, with what this viewer never saw dealt anew."""
    if seat >= record.seats or step >= len(record.moves):
        raise Refused("bad_request", "error.no_such_step")
    if _stack(info, record, seat) == 0:
        raise Refused("bad_request", "error.not_dealt_in")
    try:
        before = replayed(replace(record, moves=record.moves[:step]))
        if game_of(record, info).outcome(before) is not None:
            raise Refused("bad_request", "error.no_such_step")
        return Branch(record, ()) if known else redealt(record, viewer, lambda: secrets.randbits(256), info)
    except RecordError:
        raise Refused("forbidden", "error.no_branch") from None


def _chosen(info: GameInfo, record: Record) -> dict[str, Any]:
    """The options people chose, without what the deals before had left."""
    return {name: value for name, value in record.options.items() if name not in carried(info.options)}


def _stack(info: GameInfo, record: Record, seat: int) -> int | None:
    """The chips of a seat when the deal began; None where the game has none."""
    return info.chips.stack(build(info.options, record.options), Seat(seat)) if info.chips is not None else None


def _opening(info: GameInfo, record: Record, own: int, data: wire.Branch, caller: Caller, now: int) -> Iterator[Event]:
    """The log of a table at which the first moves of a record have been made."""
    assert caller.player is not None
    for seat in range(record.seats):
        chips = _stack(info, record, seat)
        if chips == 0:
            continue
        name = record.names[seat] if seat < len(record.names) else f"Bot {seat + 1}"
        if seat == own:
            me, avatar = caller.name or name, caller.avatar
            yield events.Sat(at=now, player=caller.player, name=me, seat=seat, avatar=avatar, chips=chips or 0)
        else:
            yield events.Sat(at=now, player=f"b{seat}", name=name, seat=seat, bot=data.level, chips=chips or 0)
    yield events.Committed(at=now, server_seed=(record.server_seed or secrets.token_bytes(32)).hex())
    for seat, part in enumerate(record.entropy):
        if part and _stack(info, record, seat) != 0:
            yield events.Entropy(at=now, player=caller.player if seat == own else f"b{seat}", bytes=part.hex())
    yield events.Dealt(at=now, options=dict(record.options))
    for move in record.moves[: data.step]:
        assert move.text is not None
        yield events.Moved(at=now, seat=move.seat, text=move.text, by="bot")


def routes() -> list[type[Controller]]:
    return [Replays]
