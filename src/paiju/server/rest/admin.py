"""What operators see and do; for admins only. `paiju admin` does the same on the command line."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Response, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from paiju.server import commands, handlers, wire
from paiju.server.commands import Caller
from paiju.server.context import Context
from paiju.server.operators import Operators, read_subject
from paiju.server.rest.asking import Asker, GameCode, PageNumber, Reader, changed_quietly, context_of, moment, reply
from paiju.server.wire.base import PLAIN
from paiju.table import Refused

BanNumber = Annotated[int, PathParameter(ge=1, le=1_000_000_000_000)]
Words = Annotated[str, QueryParameter(min_length=1, max_length=60, pattern=PLAIN)]


def check_admin(caller: Caller) -> str:
    """Who the admin is, for the audit log. Refused to everybody else."""
    player = handlers.player_of(caller)
    if not caller.admin:
        raise Refused("forbidden", "error.admin_only")
    return f"admin {player}"


class Admin(Controller):
    """People, bans, tables and the audit log."""

    path = "/api/admin"
    tags = ("admin",)

    @get("/players")
    async def players(self, request: Reader, caller: Asker, q: Words) -> Response[wire.FoundPlayers]:
        """Find people by number, login, or a part of their name."""
        operators = Operators(context_of(request).store, check_admin(caller))
        found = [
            wire.FoundPlayer(
                id=str(row.id),
                name=row.name,
                login=row.login,
                chips=row.chips,
                created_at=moment(row.created_at),
                seen_at=moment(row.seen_at),
                deleted=row.deleted_at is not None,
                ban=row.ban,
            )
            for row in await operators.find(q)
        ]
        return reply(wire.FoundPlayers(players=found))

    @get("/bans")
    async def bans(self, request: Reader, caller: Asker, page: PageNumber = 1) -> Response[wire.BanList]:
        """Bans that hold, newest first."""
        rows, total = await Operators(context_of(request).store, check_admin(caller)).bans(page)
        return reply(wire.BanList(bans=[_ban(row) for row in rows], total=total))

    @post("/bans", status_code=201)
    async def ban(self, request: Reader, caller: Asker, data: JSONBody[wire.NewBan]) -> Response[wire.BanTaken]:
        """Ban a player, with an account or without, or a network. Sockets close; what was acknowledged stays."""
        context, actor = context_of(request), check_admin(caller)
        try:
            player, network = read_subject(data.subject)
        except ValueError:
            raise Refused("bad_request", "error.bad_subject") from None
        if player is not None and str(player) == caller.player:
            raise Refused("bad_request", "error.oneself")
        now = context.rooms.time.now()
        until = now + data.hours * 3_600_000 if data.hours is not None else None
        number = await Operators(context.store, actor).ban(
            now, player=player, network=network, reason=data.reason, until=until
        )
        await _changed(context, str(player) if player is not None else None)
        return reply(wire.BanTaken(id=number), 201)

    @delete("/bans/{ban:int}", status_code=200)
    async def unban(self, request: Reader, caller: Asker, ban: BanNumber) -> Response[wire.BanTaken]:
        """Lift a ban."""
        context, actor = context_of(request), check_admin(caller)
        row = await Operators(context.store, actor).unban(context.rooms.time.now(), ban)
        await _changed(context, str(row.player_id) if row.player_id is not None else None)
        return reply(wire.BanTaken(id=ban))

    @get("/tables")
    async def tables(self, request: Reader, caller: Asker, page: PageNumber = 1) -> Response[wire.TableList]:
        """Open tables, private ones too, most recently used first."""
        context = context_of(request)
        rows, total = await Operators(context.store, check_admin(caller)).tables(page)
        watching = await context.spectators(rows)
        found = [
            wire.OpenTable(
                id=row.code,
                game=row.game,
                name=row.name,
                owner_id=row.owner_id,
                players=row.summary.get("players", []),
                spectators=watching.get(row.code, 0),
                private=bool(row.private),
                updated_at=moment(row.updated_at),
            )
            for row in rows
        ]
        return reply(wire.TableList(tables=found, total=total))

    @delete("/tables/{game:str}", status_code=200)
    async def close(self, request: Reader, caller: Asker, game: GameCode) -> Response[dict[str, int]]:
        """Close a table; chips go back to their owners. A deal in progress is void: chips as they were before it, no scores."""
        context, actor = context_of(request), check_admin(caller)
        done = await changed_quietly(request, game, caller, commands.CloseTable())
        await Operators(context.store, actor).note(context.rooms.time.now(), "close_table", game)
        return done

    @get("/audit")
    async def audit(self, request: Reader, caller: Asker, page: PageNumber = 1) -> Response[wire.AuditLog]:
        """What operators did, and what happened to accounts, newest first."""
        rows, total = await Operators(context_of(request).store, check_admin(caller)).log(page)
        lines = [
            wire.AuditLine(
                id=row.id,
                at=moment(row.at),
                actor=row.actor,
                action=row.action,
                subject=row.subject,
                details=row.details,
            )
            for row in rows
        ]
        return reply(wire.AuditLog(lines=lines, total=total))


def _ban(row: Any) -> wire.Ban:
    return wire.Ban(
        id=row.id,
        player_id=str(row.player_id) if row.player_id is not None else None,
        name=row.name,
        network=row.network,
        reason=row.reason,
        actor=row.actor,
        at=moment(row.at),
        until=moment(row.until) if row.until is not None else None,
    )


async def _changed(context: Context, player: str | None) -> None:
    """Bans changed: read them again, and look who may stay."""
    await context.auth.bans.refresh()
    if player is not None:
        context.forget(player)
    await context.recheck(player)


def routes() -> list[Any]:
    return [Admin]
