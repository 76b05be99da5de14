"""`paiju admin`: what operators do, on the command line. A running server learns of it within half a minute."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from paiju.cli.output import SYSTEM_LANGUAGE, JsonOption, LanguageOption, fail, print_json
from paiju.cli.stored import DATA, DatabaseOption, DataOption, now, with_store
from paiju.games.messages import Language, Text
from paiju.games.refusals import Refusal

if TYPE_CHECKING:
    from paiju.server.operators import Operators
    from paiju.server.store import Store

T = TypeVar("T")

app = typer.Typer(
    no_args_is_help=True, add_completion=False, help="Players, bans, tables and the audit log of a server."
)

ACTOR = "command line"

MOST = 10**12
"""The largest number of a player or a ban; no database has as many."""

PageOption = Annotated[int, typer.Option(min=1, max=1_000_000)]

_BANNED = Text("第 {ban} 号封禁：{subject}", "ban {ban}: {subject}")
_LIFTED = Text("已解除第 {ban} 号封禁", "ban {ban} is lifted")
_CLOSED = Text("已关闭 {table}", "{table} is closed")
_ENDED = Text("已结束 {count} 个会话", "sessions ended: {count}")
_NONE = Text("没有", "none")


@app.callback()
def _about() -> None:
    """Players, bans, tables and the audit log of a server."""


@app.command("find")
def find(
    words: Annotated[str, typer.Argument(help="A player's number, login, or a part of the name.")],
    data: DataOption = DATA,
    database: DatabaseOption = None,
    as_json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Find players."""
    rows = _operate(data, database, lambda operators: operators.find(words))
    _show(
        [
            {
                "id": row.id, "name": row.name, "login": row.login, "chips": row.chips, "seen": _moment(row.seen_at),
                "ban": row.ban,
            }
            for row in rows
        ],
        as_json,
        lang,
    )  # fmt: skip


@app.command("ban")
def ban(
    subject: Annotated[str, typer.Argument(help="A player's number, or a network as 203.0.113.0/24.")],
    reason: Annotated[str, typer.Option(help="The player reads it.")] = "",
    hours: Annotated[int | None, typer.Option(min=1, max=100_000, help="For so long; without it until lifted.")] = None,
    data: DataOption = DATA,
    database: DatabaseOption = None,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Keep a player, with an account or without, or a network out."""
    from paiju.server.operators import read_subject

    try:
        player, network = read_subject(subject)
    except ValueError:
        fail(Refusal("admin.subject", subject=subject), lang)
    until = now() + hours * 3_600_000 if hours is not None else None
    number = _operate(
        data,
        database,
        lambda operators: operators.ban(now(), player=player, network=network, reason=reason, until=until),
    )
    typer.echo(_BANNED[lang].format(ban=number, subject=network or player))


@app.command("unban")
def unban(
    ban: Annotated[int, typer.Argument(max=MOST, help="The number of the ban: `paiju admin bans`.")],
    data: DataOption = DATA,
    database: DatabaseOption = None,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Lift a ban."""
    _operate(data, database, lambda operators: operators.unban(now(), ban))
    typer.echo(_LIFTED[lang].format(ban=ban))


@app.command("bans")
def bans(
    data: DataOption = DATA,
    database: DatabaseOption = None,
    page: PageOption = 1,
    as_json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """List the bans that hold, newest first."""
    rows, _ = _operate(data, database, lambda operators: operators.bans(page))
    _show(
        [
            {
                "id": row.id, "player": row.player_id, "name": row.name, "network": row.network, "reason": row.reason,
                "by": row.actor, "at": _moment(row.at), "until": _moment(row.until) if row.until else None,
            }
            for row in rows
        ],
        as_json,
        lang,
    )  # fmt: skip


@app.command("tables")
def tables(
    data: DataOption = DATA,
    database: DatabaseOption = None,
    page: PageOption = 1,
    as_json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """List open tables, private ones too, most recently used first."""
    rows, _ = _operate(data, database, lambda operators: operators.tables(page))
    _show(
        [
            {
                "id": row.code, "game": row.game, "name": row.name, "owner": row.owner_id,
                "players": ", ".join(row.summary.get("players", [])), "used": _moment(row.updated_at),
            }
            for row in rows
        ],
        as_json,
        lang,
    )  # fmt: skip


@app.command("close")
def close(
    table: Annotated[str, typer.Argument(help="The id of the table.")],
    data: DataOption = DATA,
    database: DatabaseOption = None,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """Close a table; chips go back to their owners. Its people reconnect, and find it closed.

    A deal in progress is void: chips go back as they were before it, and it counts for nobody.
    """
    from paiju.server import handlers
    from paiju.server.operators import Operators
    from paiju.server.rooms import Rooms
    from paiju.table import commands

    async def do(store: Store) -> None:
        rooms = Rooms(store, server="admin")
        try:
            room = await rooms.room(table)
            await handlers.change(room, lambda one, when: commands.close(one, one.state.owner, when, in_deal=True))
            await Operators(store, ACTOR).note(now(), "close_table", table)
        finally:
            await rooms.close()

    with_store(data, database, do)
    typer.echo(_CLOSED[lang].format(table=table))


@app.command("log-out")
def log_out(
    player: Annotated[int, typer.Argument(max=MOST, help="A player's number.")],
    data: DataOption = DATA,
    database: DatabaseOption = None,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """End all sessions of a player."""
    from paiju.server.accounts import Accounts
    from paiju.server.operators import Operators
    from paiju.table import Refused

    async def do(store: Store) -> int:
        if await store.player(player) is None:
            raise Refused("not_found", "error.no_player", player=player)
        ended = await Accounts(store).end_sessions(player)
        await Operators(store, ACTOR).note(now(), "log_out", str(player))
        return ended

    typer.echo(_ENDED[lang].format(count=with_store(data, database, do)))


@app.command("audit")
def audit(
    data: DataOption = DATA,
    database: DatabaseOption = None,
    page: PageOption = 1,
    as_json: JsonOption = False,
    lang: LanguageOption = SYSTEM_LANGUAGE,
) -> None:
    """What operators did, and what happened to accounts, newest first."""
    rows, _ = _operate(data, database, lambda operators: operators.log(page))
    _show(
        [
            {"at": _moment(row.at), "actor": row.actor, "action": row.action, "subject": row.subject}
            | ({"details": row.details} if as_json else _readable(row.details))
            for row in rows
        ],
        as_json,
        lang,
    )  # fmt: skip


def _readable(details: dict[str, Any]) -> dict[str, Any]:
    """The details of a line in the audit log as people read them."""
    return {name: _moment(value) if name == "until" and value else value for name, value in details.items()}


def _operate(data: Path, database: str | None, do: Callable[[Operators], Awaitable[T]]) -> T:
    from paiju.server.operators import Operators

    return with_store(data, database, lambda store: do(Operators(store, ACTOR)))


def _moment(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _show(rows: list[dict[str, Any]], as_json: bool, lang: Language) -> None:
    if as_json:
        print_json(rows)
        return
    for row in rows:
        typer.echo("  ".join(f"{name}={value}" for name, value in row.items() if value not in (None, "", {})))
    if not rows:
        typer.echo(_NONE[lang])
