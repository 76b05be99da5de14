"""Sessions, accounts and profiles."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Controller, Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from paiju.games.contract import Line
from paiju.server import handlers, wire
from paiju.server.auth import AVATARS, COOKIE, DAYS, clean
from paiju.server.context import Context
from paiju.server.messages import tier
from paiju.server.rest.asking import (
    Asker,
    Reader,
    address_of,
    context_of,
    moment,
    throttle,
)
from paiju.table import Refused


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
    )  # fmt: skip


def _session(context: Context, token: str, me: wire.Me, status: int) -> Response[Any]:
    cookie = Cookie(
        key=COOKIE, value=token, max_age=DAYS * 86400, httponly=True, samesite="lax", path="/",
        secure=context.settings.https,
    )  # fmt: skip
    return Response(wire.Session(token=token, player=me), status_code=status, cookies=[cookie])


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
        return _session(context, context.auth.token(player), await profile(context, player), 201)

    @delete("/session", status_code=204, response_cookies=[Cookie(key=COOKIE, value="", max_age=0, path="/")])
    async def end_session(self) -> None:
        """Forget the cookie."""

    @post("/account", status_code=200)
    async def new_account(self, request: Reader, caller: Asker, data: JSONBody[wire.NewAccount]) -> wire.Me:
        """Give the guest a login and a password."""
        context = context_of(request)
        player = int(handlers.player_of(caller))
        throttle(context, "session", address_of(request))
        await context.auth.register(player, data.login, data.password)
        context.forget(str(player))
        return await profile(context, player)

    @post("/login", status_code=200)
    async def login(self, request: Reader, data: JSONBody[wire.Login]) -> Response[wire.Session]:
        """Come back to an account."""
        context = context_of(request)
        throttle(context, "session", address_of(request))
        player = await context.auth.login(data.login, data.password)
        return _session(context, context.auth.token(player), await profile(context, player), 200)

    @get("/me")
    async def me(self, request: Reader, caller: Asker) -> wire.Me:
        """One's own profile."""
        return await profile(context_of(request), int(handlers.player_of(caller)))

    @put("/me")
    async def edit_me(self, request: Reader, caller: Asker, data: JSONBody[wire.EditMe]) -> wire.Me:
        """Change name or avatar; tables joined later show it."""
        context, player = context_of(request), handlers.player_of(caller)
        columns: dict[str, Any] = {}
        if data.name is not None:
            columns["name"] = clean(data.name)
        if data.avatar is not None:
            columns["avatar"] = _avatar(data.avatar)
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
