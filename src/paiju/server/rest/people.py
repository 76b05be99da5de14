"""Sessions, accounts and profiles."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from litestar import Controller, Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from paiju.games.codec import encode
from paiju.games.contract import Line
from paiju.server import handlers, wire
from paiju.server.accounts import LIFE
from paiju.server.auth import AVATARS, COOKIE
from paiju.server.context import Context
from paiju.server.limits import too_fast
from paiju.server.messages import tier
from paiju.server.names import clean
from paiju.server.operators import Operators
from paiju.server.rest.asking import (
    Asker,
    Reader,
    address_of,
    context_of,
    encoded,
    moment,
    throttle,
    token_of,
)
from paiju.table import Refused

T = TypeVar("T")


async def profile(context: Context, player: int) -> wire.Me:
    row = await context.store.player(player)
    if row is None:
        raise Refused("not_found", "error.no_player", player=player)
    standings, games, account = await asyncio.gather(
        context.store.standings(player), context.store.sits_at(player), context.store.account(player=player)
    )
    return wire.Me(
        id=str(row.id),
        name=row.name,
        avatar=row.avatar,
        avatars=list(AVATARS),
        chips=row.chips,
        account=account is not None,
        created_at=moment(row.created_at),
        standings=[
            wire.Standing(
                game=one.game, points=one.points, tier=tier(one.points), hands_played=one.hands_played,
                hands_won=one.hands_won, total_winnings=one.total_winnings,
            )
            for one in standings
        ],
        games=games,
        hidden=row.hidden,
    )  # fmt: skip


def _cookie(context: Context, token: str) -> Cookie:
    return Cookie(
        key=COOKIE, value=token, max_age=LIFE // 1000, httponly=True, samesite="lax", path="/",
        secure=context.settings.https,
    )  # fmt: skip


def _session(context: Context, token: str, me: wire.Me, status: int) -> Response[Any]:
    return Response(wire.Session(token=token, player=me), status_code=status, cookies=[_cookie(context, token)])


async def _counted(context: Context, account: str, trial: Coroutine[Any, Any, T]) -> T:
    """Try a password. Wrong ones are counted by account, wherever they come from; after some the right one has to wait too."""
    if wait := context.limits.owed("login", account):
        trial.close()
        raise too_fast(wait)
    try:
        return await trial
    except Refused as refused:
        if refused.code in ("unauthorized", "forbidden"):
            context.limits.spend("login", account, 1)
        raise


def _avatar(name: str | None) -> str | None:
    if name is not None and name not in AVATARS:
        raise Refused(
            "bad_request",
            "error.bad_request",
            why=Line.of("read.one_of", field="avatar", value=repr(name), there=", ".join(AVATARS)),
        )
    return name


class People(Controller):
    """Sessions, accounts and profiles."""

    path = "/api"
    tags = ("people",)

    @post("/session")
    async def new_session(self, request: Reader, data: JSONBody[wire.NewSession]) -> Response[wire.Session]:
        """Come in as a guest: a name is enough."""
        context = context_of(request)
        throttle(context, "session", address_of(request))
        name = clean(data.name)
        avatar = _avatar(data.avatar) or AVATARS[sum(name.encode()) % len(AVATARS)]
        player = await context.store.new_player(name, avatar, context.rooms.time.now())
        return _session(context, await context.auth.open(player), await profile(context, player), 201)

    @delete("/session", status_code=204, response_cookies=[Cookie(key=COOKIE, value="", max_age=0, path="/")])
    async def end_session(self, request: Reader) -> None:
        """Log out: this session is over, and its token is worth nothing any more."""
        context = context_of(request)
        if (player := await context.auth.log_out(token_of(request))) is not None:
            context.forget(player)

    @get("/sessions")
    async def sessions(self, request: Reader, caller: Asker) -> wire.SessionList:
        """One's own sessions, most recently used first. Ids are shortened: they are for telling sessions apart."""
        context, player = context_of(request), int(handlers.player_of(caller))
        own = context.auth.claims(token_of(request) or "").session
        return wire.SessionList(
            sessions=[
                wire.OpenSession(
                    id=row.id[:8],
                    created_at=moment(row.created_at),
                    seen_at=moment(row.seen_at),
                    expires_at=moment(row.expires_at),
                    current=row.id == own,
                )
                for row in await context.auth.accounts.sessions(player, context.rooms.time.now())
            ]
        )

    @delete("/sessions", status_code=200)
    async def end_sessions(self, request: Reader, caller: Asker) -> wire.EndedSessions:
        """Log out everywhere but here."""
        context, player = context_of(request), int(handlers.player_of(caller))
        ended = await context.auth.log_out_everywhere(player, token_of(request))
        context.forget(str(player))
        return wire.EndedSessions(ended=ended)

    @post("/account", status_code=200)
    async def new_account(self, request: Reader, caller: Asker, data: JSONBody[wire.NewAccount]) -> wire.Me:
        """Give the guest a login and a password."""
        context = context_of(request)
        player = int(handlers.player_of(caller))
        throttle(context, "session", address_of(request))
        await context.auth.register(player, data.login, data.password)
        context.forget(str(player))
        return await profile(context, player)

    @put("/account/password", status_code=200)
    async def new_password(
        self, request: Reader, caller: Asker, data: JSONBody[wire.NewPassword]
    ) -> wire.EndedSessions:
        """Change the password. Everybody else who is logged in with this account is logged out."""
        context, player = context_of(request), int(handlers.player_of(caller))
        throttle(context, "session", address_of(request))
        await _counted(context, f"player {player}", context.auth.change_password(player, data.old, data.new))
        ended = await context.auth.log_out_everywhere(player, token_of(request))
        await Operators(context.store, f"player {player}").note(context.rooms.time.now(), "password", str(player))
        context.forget(str(player))
        return wire.EndedSessions(ended=ended)

    @post("/login", status_code=200)
    async def login(self, request: Reader, data: JSONBody[wire.Login]) -> Response[wire.Session]:
        """Come back to an account."""
        context = context_of(request)
        throttle(context, "session", address_of(request))
        player: int = await _counted(context, data.login.lower(), context.auth.login(data.login, data.password))
        return _session(context, await context.auth.open(player), await profile(context, player), 200)

    @get("/me")
    async def me(self, request: Reader, caller: Asker) -> Response[wire.Me]:
        """One's own profile. A browser keeps its cookie for as long again."""
        context, token = context_of(request), request.cookies.get(COOKIE)
        mine = await profile(context, int(handlers.player_of(caller)))
        return Response(mine, cookies=[_cookie(context, token)] if token and token == token_of(request) else [])

    @get("/me/export")
    async def export(self, request: Reader, caller: Asker) -> Response[dict[str, Any]]:
        """Everything that is stored about the caller, as JSON."""
        context, player = context_of(request), int(handlers.player_of(caller))
        throttle(context, "replay", address_of(request))
        found = await context.auth.accounts.export(player, context.rooms.time.now())
        answer = encoded(await context.costly.make(address_of(request), lambda: encode(found)))
        answer.headers["Content-Disposition"] = f'attachment; filename="paiju-{player}.json"'
        return answer

    @delete("/me", status_code=204, response_cookies=[Cookie(key=COOKIE, value="", max_age=0, path="/")])
    async def delete_me(self, request: Reader, caller: Asker, data: JSONBody[wire.DeleteMe | None] = None) -> None:
        """Delete oneself: name, login, sessions, notes, standings and chat. Histories of others keep a stump."""
        context, player = context_of(request), int(handlers.player_of(caller))
        throttle(context, "session", address_of(request))
        check = context.auth.check_password(player, data.password if data is not None else None)
        await _counted(context, f"player {player}", check)
        now = context.rooms.time.now()
        await context.auth.accounts.delete(player, now)
        await Operators(context.store, f"player {player}").note(now, "delete", str(player))
        context.forget(str(player))

    @put("/me")
    async def edit_me(self, request: Reader, caller: Asker, data: JSONBody[wire.EditMe]) -> wire.Me:
        """Change name or avatar (tables joined later show them), or whether others may see the profile."""
        context, player = context_of(request), handlers.player_of(caller)
        columns: dict[str, Any] = {}
        if data.name is not None:
            columns["name"] = clean(data.name, is_host=caller.admin)
        if data.avatar is not None:
            columns["avatar"] = _avatar(data.avatar)
        if data.hidden is not None:
            columns["hidden"] = data.hidden
        if columns:
            await context.store.edit_player(int(player), **columns)
            context.forget(player)
        return await profile(context, int(player))

    @post("/me/refill", status_code=200)
    async def refill(self, request: Reader, caller: Asker) -> wire.Me:
        """Free chips, back to the starting sum."""
        context, player = context_of(request), int(handlers.player_of(caller))
        await context.store.refill(player, context.rooms.time.now())
        return await profile(context, player)
