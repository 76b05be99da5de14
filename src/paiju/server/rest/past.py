"""Finished deals: history, records and proofs of fairness, as far as the caller may know them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from litestar import Controller, Response, get
from litestar.params import FromQuery
from msgspec.structs import replace

from paiju.games.catalog import GameInfo
from paiju.games.codec import encode
from paiju.games.messages import tell
from paiju.games.record import Record
from paiju.games.record import dump as dump_record
from paiju.games.record import load as load_record
from paiju.games.refusals import Worded
from paiju.server import wire
from paiju.server.commands import Caller, ReadDelay, ReadFairness
from paiju.server.context import Context
from paiju.server.messages import messages_of
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
)
from paiju.server.rest.daily import may_look
from paiju.table import Refused


class Past(Controller):
    """What was played at a table."""

    path = "/api/games"
    tags = ("tables",)

    @get("/{game:str}/history")
    async def history(
        self,
        request: Reader,
        caller: Asker,
        game: GameCode,
        table_password: Password,
        page: PageNumber = 1,
        format: FromQuery[Literal["json", "paiju", "phh"]] = "json",
    ) -> Response[Any]:
        """Finished deals, newest first; or a page of their records."""
        context = context_of(request)
        row = await game_row(context, game)
        until = await known_until(context, row, caller, table_password)
        player = int(caller.player) if caller.player is not None else None
        deals, total = await context.store.deals(row.id, page, until=until, player=player)
        if format != "json":
            made = await context.costly.make(
                address_of(request), lambda: "\n".join(_deals(context, row, deals, caller, format))
            )
            return _download(made, f"{game}-{page}.{'phhs' if format == 'phh' else format}")
        mine = await context.store.player_deals([deal.id for deal in deals])
        by_deal: dict[int, list[Any]] = {}
        for part in mine:
            by_deal.setdefault(part.hand_id, []).append(part)
        found = [await _past(context, row, deal, by_deal.get(deal.id, []), caller) for deal in deals]
        return reply({"hands": found, "total": total, "page": page, "pages": max(1, -(-total // 20))})

    @get("/{game:str}/records/{hand:int}")
    async def record(
        self,
        request: Reader,
        caller: Asker,
        game: GameCode,
        hand: HandNumber,
        table_password: Password,
        format: FromQuery[Literal["paiju", "phh"]] = "paiju",
    ) -> Response[Any]:
        """The record of one deal, without what may not be known yet."""
        context = context_of(request)
        row = await game_row(context, game)
        found = await known_deal(context, row, hand, caller, table_password)
        text = await context.costly.make(address_of(request), lambda: _record(context, row, found, caller, format))
        return _download(text, f"{game}-{hand}.{format}")

    @get("/{game:str}/fairness/{hand:int}")
    async def fairness(
        self, request: Reader, caller: Asker, game: GameCode, hand: HandNumber, table_password: Password
    ) -> Response[wire.Fairness]:
        """Commitment, entropy and, when the deal may be known, its seeds."""
        context = context_of(request)
        row = await game_row(context, game)
        found = await context.store.deal(row.id, hand)
        if found is None:
            now: wire.Fairness = await context.ask(game, caller, ReadFairness(password=table_password))
            if now.hand_number != hand:
                raise Refused("not_found", "error.no_hand", hand=hand)
            return reply(replace(now, server_seed=None, seed=None))  # it may have ended just now
        is_own = seat_in(found, caller) is not None
        is_shown = is_own or found.played_at <= await known_until(context, row, caller, table_password)
        info, known = context.settings.find(row.game), is_shown and revealed(context, row)
        key = ("proof", *identity(found), known)
        body = await context.costly.make(
            address_of(request),
            lambda: context.costly.kept(key, lambda: encode(proof(info, load_record(found.record), hand, known))),
        )
        return encoded(body)


def proof(info: GameInfo, record: Record, number: int, known: bool) -> wire.Fairness:
    """The proof of a finished deal; with its seeds and shuffles, where they may be known."""
    return wire.Fairness(
        commit=record.commit or "",
        hand_number=number,
        entropy=tuple(part.hex() for part in record.entropy),
        server_seed=record.server_seed.hex() if known and record.server_seed else None,
        seed=str(record.seed) if known else None,
        shuffles=info.shuffles(record) if known and info.shuffles is not None and record.position is None else (),
    )


async def game_row(context: Context, game: str) -> Any:
    row = await context.store.game(game)
    if row is None:
        raise Refused("not_found", "error.no_table", table=game)
    return row


async def known_until(context: Context, row: Any, caller: Caller, password: str | None) -> int:
    """Whoever may see a table may see its past: up to this moment, which for spectators of a delayed table is earlier.

    Players who may no longer watch still know what they could know then: everything up to their last deal. A daily deal is
    open to everybody who has played it.
    """
    if await may_look(context, caller, row):
        return context.rooms.time.now()
    try:
        delay: int = await context.ask(row.code, caller, ReadDelay(password=password))
    except Refused as refused:
        if refused.code != "forbidden" or caller.player is None:
            raise
        last = await context.store.last_played(row.id, int(caller.player))
        if last is None:
            raise
        return last
    return context.rooms.time.now() - 1000 * delay


def may_know(deal: Any, caller: Caller, until: int) -> bool:
    """Whether a finished deal is old enough for the caller; their own always is."""
    return bool(deal.played_at <= until) or seat_in(deal, caller) is not None


async def known_deal(context: Context, row: Any, hand: int, caller: Caller, password: str | None) -> Any:
    """One finished deal of a table, if the caller may know of it. Those who played it may, also if they may no longer watch."""
    found = await context.store.deal(row.id, hand)
    if found is not None and seat_in(found, caller) is not None:
        return found
    until = await known_until(context, row, caller, password)
    if found is None or not may_know(found, caller, until):
        raise Refused("not_found", "error.no_hand", hand=hand)
    return found


def revealed(context: Context, row: Any) -> bool:
    """Whether the secrets of a finished deal may be known: where hands stay hidden, when the table has closed, or its
    daily deal is over."""
    is_over = row.closed or ("daily" in row.summary and row.status == "finished")
    return bool(is_over) or not context.settings.find(row.game).secrecy.keeps_secrets


def identity(deal: Any) -> tuple[int, int, int]:
    """Identifies a finished deal, and its version: cards may be shown after the end."""
    return deal.id, deal.moves, len(deal.record)


def _deals(context: Context, row: Any, deals: Any, caller: Caller, format: str) -> Iterator[str]:
    """Records of deals, one after the other.

    PHH has each in a section of its number; a comment stands in place of one that the format cannot express.
    """
    for deal in reversed(deals):
        if format != "phh":
            yield _record(context, row, deal, caller, format)
            continue
        try:
            yield f"[{deal.hand_number}]\n{_record(context, row, deal, caller, 'phh')}"
        except Refused as refused:
            if refused.why.key == "error.no_format":
                raise
            yield f"# {deal.hand_number}: {tell(refused.why, messages_of(None), 'en')}\n"


def _record(context: Context, row: Any, deal: Any, caller: Caller, format: str) -> str:
    """The record of a deal as the caller may have it. Takes long enough to be made beside the loop."""
    own = seat_in(deal, caller) if format == "phh" else None
    key = ("record", *identity(deal), format, revealed(context, row), own)
    return context.costly.kept(key, lambda: _make_record(context, row, deal, caller, format))


def _make_record(context: Context, row: Any, deal: Any, caller: Caller, format: str) -> str:
    known = revealed(context, row)
    if format == "phh":
        export = context.settings.find(row.game).exports.get(format)
        if export is None:
            raise Refused("not_found", "error.no_format")
        seat = seat_in(deal, caller)
        shown = {one["seat"] for one in deal.facts.get("shown", [])}
        visible = None if known else shown | ({seat} if seat is not None else set())
        try:
            return export(load_record(deal.record), visible)
        except Worded as error:
            raise Refused("not_found", "error.not_this_deal", why=error.sentence) from None
    if known:
        return str(deal.record)
    dealing = context.settings.find(row.game).secrecy.dealing_options
    return dump_record(load_record(deal.record).redacted(dealing=dealing))


def seat_in(deal: Any, caller: Caller) -> int | None:
    players = deal.facts.get("players", [])
    return players.index(caller.player) if caller.player in players else None


async def _past(context: Context, row: Any, deal: Any, parts: list[Any], caller: Caller) -> dict[str, Any]:
    known = revealed(context, row)
    shown = {one["seat"]: one["cards"] for one in deal.facts.get("shown", [])}
    ranks = {part.seat: part.final_hand_rank for part in parts}
    own = {part.seat: part.hole_cards for part in parts if str(part.player_id) == caller.player or known}
    people = []
    for seat, player in enumerate(deal.facts.get("players", [])):
        if player:
            people.append(
                {
                    "id": player, "name": deal.facts["names"][seat], "seat": seat, "score": deal.scores[seat],
                    "holeCards": own.get(seat) or shown.get(seat),
                    "finalHandRank": ranks.get(seat) if seat in shown or seat in own else None,
                }
            )  # fmt: skip
    return {
        "handNumber": deal.hand_number, "playedAt": moment(deal.played_at), "players": people,
        "winners": deal.winners, "scores": deal.scores, "reason": deal.reason, "moves": deal.moves,
        "potAmount": deal.pot_amount, "communityCards": deal.community_cards, "secondBoard": deal.facts.get("secondBoard"),
        "record": f"/api/games/{row.code}/records/{deal.hand_number}", "revealed": known,
    }  # fmt: skip


def _download(text: str, name: str) -> Response[Any]:
    return Response(
        text.encode(), media_type="text/plain",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )  # fmt: skip
