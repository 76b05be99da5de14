"""Notes, friends, muted players and reports.

What a player keeps about another is private to its author, and so is who their friends are. Whether a friend is here is shown
only where both keep each other; the public tables where a friend sits are what the lobby shows to all.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Final, Literal

from litestar import Controller, Response, get, post, put
from litestar.params import FromQuery, JSONBody, PathParameter

from paiju.server import handlers, wire
from paiju.server.contacts import MOST, SEEN, Contacts, Full
from paiju.server.context import Context
from paiju.server.names import text
from paiju.server.rest.asking import Asker, PageNumber, PlayerCode, Reader, context_of, moment, reply, throttle
from paiju.table import Refused

ReportNumber = Annotated[int, PathParameter(ge=1, le=1_000_000_000_000)]

_STAMP: Final = SEEN // 2


async def _other(context: Context, code: str, me: int) -> Any:
    """The other player's row. Bots and unknown ids are not found; oneself is refused."""
    row = await context.store.player(int(code)) if code.isascii() and code.isdigit() and len(code) < 19 else None
    if row is None:
        raise Refused("not_found", "error.no_player", player=code)
    if row.id == me:
        raise Refused("bad_request", "error.oneself")
    return row


async def _people(context: Context, me: int) -> list[dict[str, Any]]:
    contacts = Contacts(context.store)
    rows = await contacts.all(me)
    tables = await contacts.tables([row.about_id for row in rows if row.friend])
    since = context.rooms.time.now() - SEEN
    return [
        {
            "id": str(row.about_id), "name": row.name, "avatar": row.avatar, "note": row.note, "tag": row.tag,
            "friend": bool(row.friend), "muted": bool(row.muted), "mutual": bool(row.friend and row.mutual),
            "online": bool(row.friend and row.mutual) and row.seen_at >= since,
            "games": tables.get(row.about_id, []),
        }
        for row in rows
    ]  # fmt: skip


class Social(Controller):
    """Other players, as the caller keeps them."""

    path = "/api/people"
    tags = ("people",)

    @get()
    async def listing(self, request: Reader, caller: Asker) -> Response[wire.ContactList]:
        """Everybody the caller keeps something about. Asking says that the caller is here."""
        context, me = context_of(request), int(handlers.player_of(caller))
        now = context.rooms.time.now()
        row = await context.store.player(me)
        if row is not None and row.seen_at < now - _STAMP:
            await Contacts(context.store).seen(me, now)
        return reply({"people": await _people(context, me)})

    @put("/{player:str}")
    async def edit(
        self, request: Reader, caller: Asker, player: PlayerCode, data: JSONBody[wire.EditContact]
    ) -> Response[wire.Contact]:
        """Keep a note, a tag, a friend or a muted player; when nothing is left, the entry goes."""
        context, me = context_of(request), int(handlers.player_of(caller))
        other = await _other(context, player, me)
        contacts = Contacts(context.store)
        kept = await contacts.kept(me, other.id)
        kept = replace(
            kept,
            note=kept.note if data.note is None else text(data.note),
            tag=kept.tag if data.tag is None else data.tag,
            friend=kept.friend if data.friend is None else data.friend,
            muted=kept.muted if data.muted is None else data.muted,
        )
        try:
            await contacts.keep(me, other.id, kept, context.rooms.time.now())
        except Full:
            raise Refused("forbidden", "error.contacts_full", limit=MOST) from None
        if data.muted is not None:
            context.silence(str(me), player, data.muted)
        for one in await _people(context, me):
            if one["id"] == player:
                return reply(one)
        empty = {"note": "", "tag": "", "friend": False, "muted": False, "mutual": False, "online": False, "games": []}
        return reply({"id": player, "name": other.name, "avatar": other.avatar, **empty})

    @post("/{player:str}/reports")
    async def report(
        self, request: Reader, caller: Asker, player: PlayerCode, data: JSONBody[wire.NewReport]
    ) -> Response[wire.ReportTaken]:
        """Report a player to the host. What the player said lately at that table goes along."""
        context, me = context_of(request), int(handlers.player_of(caller))
        throttle(context, "report", str(me))
        other = await _other(context, player, me)
        if data.game_id and await context.store.game(data.game_id) is None:
            raise Refused("not_found", "error.no_table", table=data.game_id)
        now = context.rooms.time.now()
        try:
            number = await Contacts(context.store).report(
                me, other.id, data.reason, text(data.text), data.game_id or "", now
            )
        except Full:
            raise Refused("forbidden", "error.reported") from None
        return reply({"id": number}, 201)


class Reports(Controller):
    """Reports of players; for admins only."""

    path = "/api/reports"
    tags = ("people",)

    @get()
    async def listing(
        self,
        request: Reader,
        caller: Asker,
        status: FromQuery[Literal["open", "done"] | None] = None,
        page: PageNumber = 1,
    ) -> Response[wire.ReportList]:
        """Reports, newest first."""
        _admin(caller)
        rows, total = await Contacts(context_of(request).store).reports(status, page)
        found = [
            {
                "id": row.id, "at": moment(row.at), "authorId": str(row.author_id), "author": row.author_name,
                "aboutId": str(row.about_id), "about": row.about_name, "reason": row.reason, "text": row.text,
                "gameId": row.game or None, "said": row.said, "status": row.status,
            }
            for row in rows
        ]  # fmt: skip
        return reply({"reports": found, "total": total})

    @put("/{report:int}")
    async def settle(
        self, request: Reader, caller: Asker, report: ReportNumber, data: JSONBody[wire.SettleReport]
    ) -> Response[dict[str, str]]:
        """Mark a report as done, or open again."""
        _admin(caller)
        if not await Contacts(context_of(request).store).settle(report, data.status):
            raise Refused("not_found", "error.no_report", report=report)
        return reply({"status": data.status})


def _admin(caller: Any) -> None:
    handlers.player_of(caller)
    if not caller.admin:
        raise Refused("forbidden", "error.admin_only")


def routes() -> list[Any]:
    return [Social, Reports]
