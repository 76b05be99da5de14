"""Tables and what is done at them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Response, delete, get, post, put
from litestar.params import FromQuery, JSONBody, QueryParameter

from paiju.games import catalog
from paiju.games.climb.position import Position
from paiju.server import commands, handlers, wire
from paiju.server.commands import Caller, Detail
from paiju.server.context import Context
from paiju.server.names import clean
from paiju.server.rest.asking import (
    Asker,
    Filter,
    GameCode,
    PageNumber,
    Password,
    PlayerCode,
    Reader,
    Stake,
    address_of,
    base_of,
    changed,
    changed_quietly,
    context_of,
    moment,
    read,
    reply,
    throttle,
    throttle_opening,
    unknown_game,
)
from paiju.server.rest.past import game_row
from paiju.server.table_password import hash_password
from paiju.server.table_settings import table_settings
from paiju.table import Refused


def summary(row: Any, watching: int = 0) -> dict[str, Any]:
    """A row of the lobby."""
    known = row.summary or {}
    return {
        "id": row.code, "game": row.game, "name": row.name, "preset": row.preset, "status": row.status,
        "seats": row.seats, "taken": known.get("taken", 0), "bots": known.get("bots", 0),
        "players": known.get("players", []), "locked": row.locked, "private": row.private, "watching": watching,
        "handNumber": known.get("hand", 0), "ownerId": row.owner_id, "createdAt": moment(row.created_at),
        "minBuyIn": row.min_buy_in, "maxBuyIn": row.max_buy_in,
        "smallBlind": row.small_blind, "bigBlind": row.stake if row.small_blind is not None else None,
        "stake": row.stake,
    }  # fmt: skip


async def detail(context: Context, game: str, caller: Caller, password: str | None, request: Reader) -> dict[str, Any]:
    found: Detail = await context.ask(game, caller, commands.ReadDetail(password=password))
    row = await context.store.game(game)
    return {**summary(row, found.watching), "link": f"{base_of(request)}/table/{game}", "state": found.state}


class _Players(msgspec.Struct):
    """The part of a state that says who sits where."""

    players: msgspec.Raw


class Tables(Controller):
    """Tables: the nineteen routes of every card room, and what a page needs besides."""

    path = "/api/games"
    tags = ("tables",)

    @post()
    async def create(self, request: Reader, caller: Asker, data: JSONBody[wire.NewGame]) -> Response[wire.GameDetail]:
        """Open a table. The caller owns it, and sits down unless `join` is false."""
        context, player = context_of(request), handlers.player_of(caller)
        throttle_opening(request, player)
        try:
            info = context.settings.find(data.game)
        except catalog.UnknownGame:
            raise unknown_game(context, data.game, "bad_request") from None
        if context.rooms.draining:
            raise Refused("unavailable", "error.draining")
        settings = table_settings(data, info, await hash_password(data.password) if data.password else None)
        if len(data.bots) + data.join > settings.seats:
            raise Refused("table_full", "error.table_full")
        room = await context.rooms.open(settings, player)
        if context.cluster is not None:
            await context.cluster.own(room.code)
        try:
            if data.join:
                seat = Position.parse(settings.position).turn if settings.position is not None else None
                await handlers.answer(room, caller, wire.JoinIn(payload=wire.Join(buy_in=data.buy_in, seat=seat)))
            for bot in data.bots:
                body = wire.AddBot(level=bot.level, seat=bot.seat)
                await handlers.submit(room, caller, wire.AddBotIn(payload=body))
        except Refused:
            await handlers.submit(room, caller, commands.CloseTable())
            raise
        return reply(await detail(context, room.code, caller, None, request), 201)

    @get()
    async def listing(
        self,
        request: Reader,
        caller: Asker,
        game: Filter = None,
        status: FromQuery[Literal["waiting", "active", "finished"] | None] = None,
        preset: Filter = None,
        locked: FromQuery[bool | None] = None,
        free: FromQuery[bool | None] = None,
        low: Stake = None,
        high: Stake = None,
        page: PageNumber = 1,
    ) -> Response[wire.GameList]:
        """The lobby: public tables, and one's own, newest first. `low` and `high` bound the big blind or base score."""
        context = context_of(request)
        rows, total = await context.store.lobby(
            game=game,
            status=status,
            preset=preset,
            locked=locked,
            free=free,
            owner=caller.player,
            low=low,
            high=high,
            page=page,
        )
        watching = await context.spectators(rows)
        found = [summary(row, watching.get(row.code, 0)) for row in rows]
        return reply({"games": found, "total": total})

    @get("/{game:str}")
    async def one(
        self, request: Reader, caller: Asker, game: GameCode, table_password: Password
    ) -> Response[wire.GameDetail]:
        """A table: its lobby row, and the state as the caller sees it."""
        return reply(await detail(context_of(request), game, caller, table_password, request))

    @delete("/{game:str}", status_code=200)
    async def close(self, request: Reader, caller: Asker, game: GameCode) -> Response[dict[str, int]]:
        """Close a table; chips go back to their owners. Not during a deal, except by an admin: then the deal is void."""
        return await changed_quietly(request, game, caller, commands.CloseTable())

    @post("/{game:str}/players")
    async def join(
        self, request: Reader, caller: Asker, game: GameCode, data: JSONBody[wire.JoinRequest | None] = None
    ) -> Response[wire.Accepted]:
        """Take a seat."""
        body = data or wire.JoinRequest()
        name = clean(body.player_name) if body.player_name else None
        payload = wire.Join(player_name=name, buy_in=body.buy_in, seat=body.seat, password=body.password)
        return await changed(request, game, caller, wire.JoinIn(payload=payload), 201)

    @delete("/{game:str}/players/{player:str}", status_code=200)
    async def leave(
        self, request: Reader, caller: Asker, game: GameCode, player: PlayerCode
    ) -> Response[wire.Accepted]:
        """Give up a seat; the owner may send others away."""
        if player == handlers.player_of(caller):
            return await changed(request, game, caller, wire.LeaveIn())
        return await changed(request, game, caller, wire.KickIn(payload=wire.Target(player_id=player)))

    @delete("/{game:str}/barred/{player:str}", status_code=200)
    async def unbar(
        self, request: Reader, caller: Asker, game: GameCode, player: PlayerCode
    ) -> Response[wire.Accepted]:
        """Let somebody who was sent away sit down again at once (owner)."""
        return await changed(request, game, caller, wire.UnbarIn(payload=wire.Target(player_id=player)))

    @put("/{game:str}/players/{player:str}/sit_out")
    async def sit_out(
        self, request: Reader, caller: Asker, game: GameCode, player: PlayerCode
    ) -> Response[wire.Accepted]:
        """Sit out after the hand; 托管 where a game has no chips."""
        _only_oneself(caller, player)
        return await changed(request, game, caller, wire.SitOutIn())

    @put("/{game:str}/players/{player:str}/back")
    async def back(
        self,
        request: Reader,
        caller: Asker,
        game: GameCode,
        player: PlayerCode,
        data: JSONBody[wire.BackRequest | None] = None,
    ) -> Response[wire.Accepted]:
        """Come back from sitting out, or take over from 托管."""
        _only_oneself(caller, player)
        return await changed(request, game, caller, wire.BackIn(payload=wire.Return(post=bool(data and data.post))))

    @post("/{game:str}/start", status_code=200)
    async def start(self, request: Reader, caller: Asker, game: GameCode) -> Response[wire.Accepted]:
        """Begin to deal, or a rematch."""
        return await changed(request, game, caller, wire.StartIn())

    @post("/{game:str}/ready", status_code=200)
    async def ready(
        self, request: Reader, caller: Asker, game: GameCode, data: JSONBody[wire.Ready | None] = None
    ) -> Response[wire.Accepted]:
        """Ready for the next deal, or not."""
        return await changed(request, game, caller, wire.ReadyIn(payload=data or wire.Ready()))

    @post("/{game:str}/action", status_code=200)
    async def action(
        self, request: Reader, caller: Asker, game: GameCode, data: JSONBody[wire.ActionRequest]
    ) -> Response[wire.Accepted]:
        """Make a move."""
        payload = wire.Action(text=data.text, action=data.action, amount=data.amount, to=data.to, seq=data.seq)
        return await changed(request, game, caller, wire.ActionIn(payload=payload))

    @post("/{game:str}/fold", status_code=200)
    async def fold(
        self, request: Reader, caller: Asker, game: GameCode, data: JSONBody[wire.BetRequest | None] = None
    ) -> Response[wire.Accepted]:
        """Fold."""
        return await _bet(request, caller, game, "fold", data)

    @post("/{game:str}/check", status_code=200)
    async def check(
        self, request: Reader, caller: Asker, game: GameCode, data: JSONBody[wire.BetRequest | None] = None
    ) -> Response[wire.Accepted]:
        """Check."""
        return await _bet(request, caller, game, "check", data)

    @post("/{game:str}/call", status_code=200)
    async def call(
        self, request: Reader, caller: Asker, game: GameCode, data: JSONBody[wire.BetRequest | None] = None
    ) -> Response[wire.Accepted]:
        """Call."""
        return await _bet(request, caller, game, "call", data)

    @post("/{game:str}/raise", status_code=200)
    async def raise_(
        self, request: Reader, caller: Asker, game: GameCode, data: JSONBody[wire.BetRequest]
    ) -> Response[wire.Accepted]:
        """Bet or raise: by `amount` chips, or `to` a total on this street."""
        return await _bet(request, caller, game, "raise", data)

    @post("/{game:str}/all_in", status_code=200)
    async def all_in(
        self, request: Reader, caller: Asker, game: GameCode, data: JSONBody[wire.BetRequest | None] = None
    ) -> Response[wire.Accepted]:
        """Put in everything."""
        return await _bet(request, caller, game, "all_in", data)

    @get("/{game:str}/state")
    async def state(
        self, request: Reader, caller: Asker, game: GameCode, table_password: Password
    ) -> Response[wire.GameState]:
        """The table as the caller sees it."""
        return await read(request, game, caller, commands.ReadState(password=table_password))

    @get("/{game:str}/earlier")
    async def earlier(
        self, request: Reader, caller: Asker, game: GameCode, table_password: Password
    ) -> Response[wire.Earlier]:
        """The deal on the table so far, move by move, as the caller saw it; nothing for spectators behind a delay."""
        throttle(context_of(request), "replay", address_of(request))
        return await read(request, game, caller, commands.ReadEarlier(password=table_password))

    @get("/{game:str}/players")
    async def players(
        self, request: Reader, caller: Asker, game: GameCode, table_password: Password
    ) -> Response[list[wire.PlayerState]]:
        """Who sits where."""
        state = await context_of(request).ask(game, caller, commands.ReadState(password=table_password))
        return reply(msgspec.json.decode(state, type=_Players).players)

    @get("/{game:str}/pot")
    async def pot(
        self, request: Reader, caller: Asker, game: GameCode, table_password: Password
    ) -> Response[wire.PotReply]:
        """The pots; 404 where a game has none."""
        return await read(request, game, caller, commands.ReadPot(password=table_password))

    @post("/{game:str}/bots", status_code=201)
    async def add_bot(
        self, request: Reader, caller: Asker, game: GameCode, data: JSONBody[wire.BotSeat | None] = None
    ) -> Response[wire.Accepted]:
        """Let a bot sit down (owner)."""
        bot = data or wire.BotSeat()
        return await changed(
            request, game, caller, wire.AddBotIn(payload=wire.AddBot(level=bot.level, seat=bot.seat)), 201
        )

    @post("/{game:str}/entropy", status_code=200)
    async def entropy(
        self, request: Reader, caller: Asker, game: GameCode, data: JSONBody[wire.Entropy]
    ) -> Response[wire.Accepted]:
        """Mix one's own bytes into the next deal."""
        return await changed(request, game, caller, wire.EntropyIn(payload=data))

    @post("/{game:str}/rebuy", status_code=200)
    async def rebuy(
        self, request: Reader, caller: Asker, game: GameCode, data: JSONBody[wire.Rebuy]
    ) -> Response[wire.Accepted]:
        """Add chips before the next hand."""
        return await changed(request, game, caller, wire.RebuyIn(payload=data))

    @get("/{game:str}/chat")
    async def chat(
        self, request: Reader, caller: Asker, game: GameCode, table_password: Password
    ) -> Response[wire.ChatLog]:
        """What was said lately."""
        return await read(request, game, caller, commands.ReadChat(password=table_password))

    @post("/{game:str}/chat", status_code=200)
    async def say(
        self, request: Reader, caller: Asker, game: GameCode, data: JSONBody[wire.Say]
    ) -> Response[dict[str, int]]:
        """Say something."""
        return await changed_quietly(request, game, caller, wire.ChatIn(payload=data))

    @get("/{game:str}/hint")
    async def hint(
        self,
        request: Reader,
        caller: Asker,
        game: GameCode,
        limit: Annotated[int, QueryParameter(ge=1, le=200)] = 20,
    ) -> Response[wire.Hints]:
        """Legal answers to the open question, safest first."""
        return await read(request, game, caller, wire.HintIn(payload=wire.HintRequest(limit=limit)))

    @get("/{game:str}/tidy")
    async def tidy(self, request: Reader, caller: Asker, game: GameCode) -> Response[wire.Tidied]:
        """One's hand in combinations (理牌)."""
        return await read(request, game, caller, commands.ReadTidy())

    @get("/{game:str}/hand_name")
    async def hand_name(self, request: Reader, caller: Asker, game: GameCode) -> Response[wire.HandName]:
        """What one holds, in words."""
        return await read(request, game, caller, commands.ReadHandName())

    @get("/{game:str}/equity")
    async def equity(
        self,
        request: Reader,
        caller: Asker,
        game: GameCode,
        table_password: Password,
        cards: Annotated[int | None, QueryParameter(ge=0, le=5)] = None,
    ) -> Response[wire.Equity]:
        """Shares of the pot while hands are open, now or when only so many community cards had come."""
        return await read(request, game, caller, commands.ReadEquity(cards=cards, password=table_password))


def _only_oneself(caller: Caller, player: str) -> None:
    if handlers.player_of(caller) != player:
        raise Refused("forbidden", "error.forbidden")


async def _bet(request: Reader, caller: Caller, game: str, verb: str, data: wire.BetRequest | None) -> Response[Any]:
    row = await game_row(context_of(request), game)
    if context_of(request).settings.find(row.game).chips is None:
        raise Refused("not_found", "error.no_bets")
    body = data or wire.BetRequest()
    payload = wire.Action(action=verb, amount=body.amount, to=body.to, seq=body.seq)
    return await changed(request, game, caller, wire.ActionIn(payload=payload))
