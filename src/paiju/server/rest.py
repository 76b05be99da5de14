"""The REST routes. Each reads its body, asks the table, and answers; what may be done is decided in desk.py."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

from litestar import Controller, MediaType, Request, Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.di import NamedDependency, Provide
from litestar.params import FromQuery, HeaderParameter, JSONBody, PathParameter, QueryParameter
from msgspec import Meta

from paiju import __version__, bots, kernel
from paiju.games import catalog
from paiju.games.contract import Line
from paiju.games.messages import COMMON, tell
from paiju.games.options import OptionError, OptionInfo, read_pairs, to_data
from paiju.games.plain import plain
from paiju.games.record import dump as dump_record
from paiju.games.record import load as load_record
from paiju.server import asks, desk, wire
from paiju.server.asks import Caller
from paiju.server.auth import AVATARS, COOKIE, DAYS, clean
from paiju.server.context import Context
from paiju.server.messages import SERVER, table_of, tier
from paiju.server.ruling import rules_reply
from paiju.table import Refused
from paiju.table import Settings as TableSettings

Reader = Request[Any, Any, Any]
Asker = NamedDependency[Caller]

GameCode = Annotated[str, PathParameter(min_length=1, max_length=40, description="The id of the table.")]
PlayerCode = Annotated[str, PathParameter(min_length=1, max_length=20, description="The id of a player.")]
HandNumber = Annotated[int, PathParameter(ge=1, le=1_000_000_000)]
PageNumber = Annotated[int, QueryParameter(ge=1, le=1_000_000)]
Stake = Annotated[int | None, QueryParameter(ge=0, le=1_000_000_000_000)]
Password = Annotated[
    str | None,
    HeaderParameter(name="X-Table-Password", max_length=200, description="Of a locked table, for who sits not there."),
]
PASSWORD: Final = None
OptionPairs = Annotated[
    list[Annotated[str, Meta(max_length=2_000)]] | None,
    QueryParameter(max_items=100, description="An option as name=value; may be repeated."),
]


def moment(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds")


def context_of(request: Reader) -> Context:
    context: Context = request.app.state.context
    return context


def token_of(request: Reader) -> str | None:
    """From the header, else from the cookie; a cookie counts only where our own page asks."""
    header = request.headers.get("authorization", "")
    if header.lower().startswith("bearer "):
        return header[7:].strip()
    token = request.cookies.get(COOKIE)
    if token and request.method not in ("GET", "HEAD") and not same_site(request.headers, context_of(request)):
        raise Refused("forbidden", "error.origin")
    return token


def same_site(headers: Any, context: Context) -> bool:
    """Whether a browser says that one of our own pages asks. Programs send no Origin."""
    origin = headers.get("origin")
    if origin is None:
        return True
    return origin in context.settings.origins or urlsplit(origin).netloc == headers.get("host")


def language_of(request: Reader) -> Literal["zh", "en"]:
    """The first language of Accept-Language that we speak."""
    for part in request.headers.get("accept-language", "").split(","):
        word = part.strip()[:2].lower()
        if word in ("zh", "en"):
            return "zh" if word == "zh" else "en"
    return "en"


def address_of(request: Reader) -> str:
    if context_of(request).settings.trust_proxy and (forwarded := request.headers.get("x-forwarded-for")):
        return forwarded.split(",")[-1].strip()[:60]
    return request.client.host if request.client else ""


def throttle(context: Context, kind: str, client: str) -> None:
    wait = context.limits.take(kind, client)
    if wait:
        refused = Refused("rate_limited", "error.rate_limited")
        refused.wait = wait
        raise refused


async def provide_caller(request: Reader) -> Caller:
    """Who asks, as far as he says; and whether he asks too much."""
    context = context_of(request)
    caller = await context.auth.caller(token_of(request), language_of(request))
    throttle(context, "read" if request.method in ("GET", "HEAD") else "write", caller.player or address_of(request))
    return caller


def reply(value: Any, status: int = 200) -> Response[Any]:
    return Response(value, status_code=status, media_type=MediaType.JSON)


async def asked(request: Reader, game: str, caller: Caller, ask: Any, status: int = 200) -> Response[Any]:
    """Ask a table and pass its answer on."""
    context = context_of(request)
    value = await context.ask(game, caller, ask)
    context.metrics.actions.inc()
    return reply(value, status)


# --- who one is ----------------------------------------------------------------------------------------------------------------


async def profile(context: Context, player: int) -> wire.Me:
    row = await context.store.player(player)
    if row is None:
        raise Refused("not_found", "error.not_found")
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
        secure=context.settings.secure_cookies,
    )  # fmt: skip
    return Response(wire.Session(token=token, player=me), status_code=status, cookies=[cookie])


def _avatar(name: str | None) -> str | None:
    if name is not None and name not in AVATARS:
        raise Refused("bad_request", "error.bad_request", why="avatar")
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
        player = await context.store.new_player(name, avatar, context.house.time.now())
        return _session(context, context.auth.token(player), await profile(context, player), 201)

    @delete("/session", status_code=204, response_cookies=[Cookie(key=COOKIE, value="", max_age=0, path="/")])
    async def end_session(self) -> None:
        """Forget the cookie."""

    @post("/account", status_code=200)
    async def new_account(self, request: Reader, caller: Asker, data: JSONBody[wire.NewAccount]) -> wire.Me:
        """Give the guest a login and a password."""
        context = context_of(request)
        player = int(desk.player_of(caller))
        throttle(context, "session", address_of(request))
        await context.auth.register(player, data.login, data.password)
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
        return await profile(context_of(request), int(desk.player_of(caller)))

    @put("/me")
    async def edit_me(self, request: Reader, caller: Asker, data: JSONBody[wire.EditMe]) -> wire.Me:
        """Change name or avatar; tables joined later show it."""
        context, player = context_of(request), desk.player_of(caller)
        columns: dict[str, Any] = {}
        if data.name is not None:
            columns["name"] = clean(data.name)
        if data.avatar is not None:
            columns["avatar"] = _avatar(data.avatar)
        if columns:
            await context.store.edit_player(int(player), **columns)
            context.auth.forget(player)
        return await profile(context, int(player))

    @post("/me/refill", status_code=200)
    async def refill(self, request: Reader, caller: Asker) -> wire.Me:
        """Free chips, back to the starting sum."""
        context, player = context_of(request), int(desk.player_of(caller))
        await context.store.refill(player, context.house.time.now())
        return await profile(context, player)


# --- tables ----------------------------------------------------------------------------------------------------------------------


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
    told = await context.ask(game, caller, asks.DetailAsk(password=password))
    row = await context.store.game(game)
    state = told["state"]
    base = f"{request.base_url.scheme}://{request.base_url.netloc}"
    return {**summary(row, told["watching"]), "link": f"{base}/table/{game}", "table": state["table"], "state": state}


def table_settings(data: wire.NewGame, entry: catalog.Entry) -> TableSettings:
    """The checked settings of a new table; Refused says what is wrong."""
    try:
        options = entry.build(data.options, data.preset)
        game = entry.make(options)
    except (OptionError, catalog.UnknownGame) as error:
        raise Refused("bad_request", "error.option", why=str(error)) from None
    carried = {row.name for row in entry.describe() if row.carried}
    if carried & data.options.keys():
        name = sorted(carried & data.options.keys())[0]
        raise Refused("bad_request", "error.option", why=name)
    seats = data.seats
    if seats is None:
        seats = entry.recommended if entry.recommended in game.seats else game.seats[0]
    if seats not in game.seats:
        raise Refused("bad_request", "error.no_such_seat", seats=f"{game.seats[0]}–{game.seats[-1]}")
    return TableSettings(
        game=entry.id,
        seats=seats,
        options=to_data(options),
        preset=data.preset or entry.default_preset,
        name=" ".join(data.name.split()),
        private=data.private,
        password=desk.hash_password(data.password) if data.password else None,
        spectators=data.spectators,
        spectator_delay=data.spectator_delay,
        chat=data.chat,
        seating="lot" if getattr(options, "seating", "") == "random" else data.seating,
        autostart=data.autostart,
        pause=data.pause,
        pace=data.pace,
        time_bank=data.time_bank,
        timeout=data.timeout,
        deals=data.deals,
    )


class Tables(Controller):
    """Tables: the nineteen routes of every card room, and what a page needs besides."""

    path = "/api/games"
    tags = ("tables",)

    @post()
    async def create(self, request: Reader, caller: Asker, data: JSONBody[wire.NewGame]) -> Response[wire.GameDetail]:
        """Open a table. The caller owns it, and sits down unless `join` is false."""
        context, player = context_of(request), desk.player_of(caller)
        throttle(context, "open", player)
        try:
            entry = context.settings.find(data.game)
        except catalog.UnknownGame:
            raise Refused("bad_request", "error.unknown_game", name=data.game) from None
        if context.house.draining:
            raise Refused("unavailable", "error.draining")
        settings = table_settings(data, entry)
        if len(data.bots) + data.join > settings.seats:
            raise Refused("table_full", "error.table_full")
        room = await context.house.open(settings, player)
        if context.cluster is not None:
            await context.cluster.own(room.code)
        try:
            if data.join:
                body = wire.Join(buy_in=data.buy_in, password=data.password)
                await desk.answer(room, caller, wire.JoinIn(payload=body))
            for bot in data.bots:
                await desk.add_bot(room, bot.level, bot.seat)
        except Refused:
            await room.do(lambda t, now: t.close(player, now))
            raise
        return reply(await detail(context, room.code, caller, None, request), 201)

    @get()
    async def listing(
        self,
        request: Reader,
        caller: Asker,
        game: Annotated[str | None, QueryParameter(max_length=60)] = None,
        status: FromQuery[Literal["waiting", "active", "finished"] | None] = None,
        preset: Annotated[str | None, QueryParameter(max_length=60)] = None,
        locked: FromQuery[bool | None] = None,
        free: FromQuery[bool | None] = None,
        low: Stake = None,
        high: Stake = None,
        page: PageNumber = 1,
    ) -> Response[wire.GameList]:
        """The lobby: public tables, and one's own, newest first. `low` and `high` bound the big blind or base score."""
        rows, total = await context_of(request).store.lobby(
            game=game,
            status=status,
            preset=preset,
            locked=locked,
            owner=caller.player,
            low=low,
            high=high,
            page=page,
        )
        found = [summary(row) for row in rows]
        if free is not None:
            found = [row for row in found if (row["taken"] < row["seats"]) == free]
        return reply({"games": found, "total": total})

    @get("/{game:str}")
    async def one(
        self, request: Reader, caller: Asker, game: GameCode, password: Password = PASSWORD
    ) -> Response[wire.GameDetail]:
        """A table: its lobby row, its settings, and the state as the caller sees it."""
        return reply(await detail(context_of(request), game, caller, password, request))

    @delete("/{game:str}", status_code=200)
    async def close(self, request: Reader, caller: Asker, game: GameCode) -> Response[dict[str, int]]:
        """Close a table; chips go back to their owners. Not during a deal."""
        return await asked(request, game, caller, asks.CloseAsk())

    @post("/{game:str}/players")
    async def join(
        self, request: Reader, caller: Asker, game: GameCode, data: JSONBody[wire.JoinRequest | None] = None
    ) -> Response[wire.Accepted]:
        """Take a seat."""
        body = data or wire.JoinRequest()
        name = clean(body.player_name) if body.player_name else None
        payload = wire.Join(player_name=name, buy_in=body.buy_in, seat=body.seat, password=body.password)
        return await asked(request, game, caller, wire.JoinIn(payload=payload), 201)

    @delete("/{game:str}/players/{player:str}", status_code=200)
    async def leave(
        self, request: Reader, caller: Asker, game: GameCode, player: PlayerCode
    ) -> Response[wire.Accepted]:
        """Give up a seat; the owner may send others away."""
        if player == desk.player_of(caller):
            return await asked(request, game, caller, wire.LeaveIn())
        return await asked(request, game, caller, wire.KickIn(payload=wire.Target(player_id=player)))

    @put("/{game:str}/players/{player:str}/sit_out")
    async def sit_out(
        self, request: Reader, caller: Asker, game: GameCode, player: PlayerCode
    ) -> Response[wire.Accepted]:
        """Sit out after the hand; 托管 where a game has no chips."""
        _only_oneself(caller, player)
        return await asked(request, game, caller, wire.SitOutIn())

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
        return await asked(request, game, caller, wire.BackIn(payload=wire.Return(post=bool(data and data.post))))

    @post("/{game:str}/start", status_code=200)
    async def start(self, request: Reader, caller: Asker, game: GameCode) -> Response[wire.Accepted]:
        """Begin to deal, or a rematch."""
        return await asked(request, game, caller, wire.StartIn())

    @post("/{game:str}/ready", status_code=200)
    async def ready(
        self, request: Reader, caller: Asker, game: GameCode, data: JSONBody[wire.Ready | None] = None
    ) -> Response[wire.Accepted]:
        """Ready for the next deal, or not."""
        return await asked(request, game, caller, wire.ReadyIn(payload=data or wire.Ready()))

    @post("/{game:str}/action", status_code=200)
    async def action(
        self, request: Reader, caller: Asker, game: GameCode, data: JSONBody[wire.ActionRequest]
    ) -> Response[wire.Accepted]:
        """Make a move."""
        payload = wire.Action(text=data.text, action=data.action, amount=data.amount, to=data.to, seq=data.seq)
        return await asked(request, game, caller, wire.ActionIn(payload=payload))

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
        self, request: Reader, caller: Asker, game: GameCode, password: Password = PASSWORD
    ) -> Response[wire.GameState]:
        """The table as the caller sees it."""
        return await asked(request, game, caller, asks.StateAsk(password=password))

    @get("/{game:str}/players")
    async def players(
        self, request: Reader, caller: Asker, game: GameCode, password: Password = PASSWORD
    ) -> Response[list[wire.PlayerState]]:
        """Who sits where."""
        state = await context_of(request).ask(game, caller, asks.StateAsk(password=password))
        return reply(state["players"])

    @get("/{game:str}/pot")
    async def pot(
        self, request: Reader, caller: Asker, game: GameCode, password: Password = PASSWORD
    ) -> Response[wire.PotReply]:
        """The pots; 404 where a game has none."""
        return await asked(request, game, caller, asks.PotAsk(password=password))

    @post("/{game:str}/bots", status_code=201)
    async def add_bot(
        self, request: Reader, caller: Asker, game: GameCode, data: JSONBody[wire.BotSeat | None] = None
    ) -> Response[wire.Accepted]:
        """Let a bot sit down (owner)."""
        bot = data or wire.BotSeat()
        return await asked(
            request, game, caller, wire.AddBotIn(payload=wire.AddBot(level=bot.level, seat=bot.seat)), 201
        )

    @post("/{game:str}/entropy", status_code=200)
    async def entropy(
        self, request: Reader, caller: Asker, game: GameCode, data: JSONBody[wire.Entropy]
    ) -> Response[wire.Accepted]:
        """Mix one's own bytes into the next deal."""
        return await asked(request, game, caller, wire.EntropyIn(payload=data))

    @post("/{game:str}/rebuy", status_code=200)
    async def rebuy(
        self, request: Reader, caller: Asker, game: GameCode, data: JSONBody[wire.Rebuy]
    ) -> Response[wire.Accepted]:
        """Add chips before the next hand."""
        return await asked(request, game, caller, wire.RebuyIn(payload=data))

    @get("/{game:str}/chat")
    async def chat(
        self, request: Reader, caller: Asker, game: GameCode, password: Password = PASSWORD
    ) -> Response[wire.ChatLog]:
        """What was said lately."""
        return await asked(request, game, caller, asks.ChatAsk(password=password))

    @post("/{game:str}/chat", status_code=200)
    async def say(
        self, request: Reader, caller: Asker, game: GameCode, data: JSONBody[wire.Say]
    ) -> Response[dict[str, int]]:
        """Say something."""
        throttle(context_of(request), "chat", desk.player_of(caller))
        return await asked(request, game, caller, wire.ChatIn(payload=data))

    @get("/{game:str}/hint")
    async def hint(
        self,
        request: Reader,
        caller: Asker,
        game: GameCode,
        limit: Annotated[int, QueryParameter(ge=1, le=200)] = 20,
    ) -> Response[wire.Hints]:
        """Legal answers to the open question, safest first."""
        return await asked(request, game, caller, wire.HintIn(payload=wire.HintRequest(limit=limit)))

    @get("/{game:str}/tidy")
    async def tidy(self, request: Reader, caller: Asker, game: GameCode) -> Response[wire.Tidied]:
        """One's hand in combinations (理牌)."""
        return await asked(request, game, caller, asks.TidyAsk())

    @get("/{game:str}/hand_name")
    async def hand_name(self, request: Reader, caller: Asker, game: GameCode) -> Response[wire.HandName]:
        """What one holds, in words."""
        return await asked(request, game, caller, asks.HandNameAsk())

    @get("/{game:str}/equity")
    async def equity(
        self,
        request: Reader,
        caller: Asker,
        game: GameCode,
        cards: Annotated[int | None, QueryParameter(ge=0, le=5)] = None,
        password: Password = PASSWORD,
    ) -> Response[wire.Equity]:
        """Shares of the pot while hands are open, now or when only so many community cards had come."""
        return await asked(request, game, caller, asks.EquityAsk(cards=cards, password=password))

    @get("/{game:str}/history")
    async def history(
        self,
        request: Reader,
        caller: Asker,
        game: GameCode,
        page: PageNumber = 1,
        password: Password = PASSWORD,
        format: FromQuery[Literal["json", "paiju", "phh"]] = "json",
    ) -> Response[Any]:
        """Finished deals, newest first; or a page of their records."""
        context = context_of(request)
        row = await game_row(context, game)
        await context.ask(game, caller, asks.StateAsk(password=password))  # whoever may see the table may see its past
        hands, total = await context.store.hands(row.id, page)
        if format != "json":
            texts = [await _record(context, row, hand, caller, format) for hand in reversed(hands)]
            return _download("\n".join(texts), f"{game}-{page}.{format}{'s' if format == 'phh' else ''}")
        mine = await context.store.player_hands([hand.id for hand in hands])
        by_hand: dict[int, list[Any]] = {}
        for part in mine:
            by_hand.setdefault(part.hand_id, []).append(part)
        found = [await _past(context, row, hand, by_hand.get(hand.id, []), caller) for hand in hands]
        return reply({"hands": found, "total": total, "page": page, "pages": max(1, -(-total // 20))})

    @get("/{game:str}/records/{hand:int}")
    async def record(
        self,
        request: Reader,
        caller: Asker,
        game: GameCode,
        hand: HandNumber,
        password: Password = PASSWORD,
        format: FromQuery[Literal["paiju", "phh"]] = "paiju",
    ) -> Response[Any]:
        """The record of one deal, without what may not be known yet."""
        context = context_of(request)
        row = await game_row(context, game)
        await context.ask(game, caller, asks.StateAsk(password=password))
        found = await context.store.hand(row.id, hand)
        if found is None:
            raise Refused("not_found", "error.not_found")
        return _download(await _record(context, row, found, caller, format), f"{game}-{hand}.{format}")

    @get("/{game:str}/fairness/{hand:int}")
    async def fairness(
        self, request: Reader, caller: Asker, game: GameCode, hand: HandNumber
    ) -> Response[wire.Fairness]:
        """Commitment, entropy and, afterwards, the seeds of a deal."""
        context = context_of(request)
        row = await game_row(context, game)
        found = await context.store.hand(row.id, hand)
        if found is None:
            now = await context.ask(game, caller, asks.FairnessAsk())
            if now["handNumber"] != hand:
                raise Refused("not_found", "error.not_found")
            return reply(now)
        record = load_record(found.record)
        known = revealed(context, row)
        return reply(
            {
                "commit": record.commit, "handNumber": hand, "entropy": [part.hex() for part in record.entropy],
                "serverSeed": record.server_seed.hex() if known and record.server_seed else None,
                "seed": str(record.seed) if known else None,
            }
        )  # fmt: skip


def _only_oneself(caller: Caller, player: str) -> None:
    if desk.player_of(caller) != player:
        raise Refused("forbidden", "error.forbidden")


async def _bet(request: Reader, caller: Caller, game: str, verb: str, data: wire.BetRequest | None) -> Response[Any]:
    row = await game_row(context_of(request), game)
    if not context_of(request).settings.find(row.game).extras.bets:
        raise Refused("not_found", "error.not_found")
    body = data or wire.BetRequest()
    payload = wire.Action(action=verb, amount=body.amount, to=body.to, seq=body.seq)
    return await asked(request, game, caller, wire.ActionIn(payload=payload))


async def game_row(context: Context, game: str) -> Any:
    row = await context.store.game(game)
    if row is None:
        raise Refused("not_found", "error.not_found")
    return row


def revealed(context: Context, row: Any) -> bool:
    """Whether the secrets of a finished deal may be known: where hands stay hidden, when the table has closed."""
    return bool(row.closed) or not context.settings.find(row.game).extras.keeps_secrets


async def _record(context: Context, row: Any, hand: Any, caller: Caller, format: str) -> str:
    known = revealed(context, row)
    if format == "phh":
        entry = context.settings.find(row.game)
        seat = seat_in(hand, caller)
        shown = {one["seat"] for one in hand.facts.get("shown", [])}
        visible = None if known else shown | ({seat} if seat is not None else set())
        text = entry.extras.export(load_record(hand.record), format, visible)
        if text is None:
            raise Refused("not_found", "error.no_format")
        return text
    if known:
        return str(hand.record)
    return dump_record(load_record(hand.record).redacted())


def seat_in(hand: Any, caller: Caller) -> int | None:
    players = hand.facts.get("players", [])
    return players.index(caller.player) if caller.player in players else None


async def _past(context: Context, row: Any, hand: Any, parts: list[Any], caller: Caller) -> dict[str, Any]:
    known = revealed(context, row)
    shown = {one["seat"]: one["cards"] for one in hand.facts.get("shown", [])}
    ranks = {part.seat: part.final_hand_rank for part in parts}
    own = {part.seat: part.hole_cards for part in parts if str(part.player_id) == caller.player or known}
    people = []
    for seat, player in enumerate(hand.facts.get("players", [])):
        if player:
            people.append(
                {
                    "id": player, "name": hand.facts["names"][seat], "seat": seat, "score": hand.scores[seat],
                    "holeCards": own.get(seat) or shown.get(seat),
                    "finalHandRank": ranks.get(seat) if seat in shown or seat in own else None,
                }
            )  # fmt: skip
    return {
        "handNumber": hand.hand_number, "playedAt": moment(hand.played_at), "players": people,
        "winners": hand.winners, "scores": hand.scores, "reason": hand.reason, "moves": hand.moves,
        "potAmount": hand.pot_amount, "communityCards": hand.community_cards,
        "record": f"/api/games/{row.code}/records/{hand.hand_number}", "revealed": known,
    }  # fmt: skip


def _download(text: str, name: str) -> Response[Any]:
    return Response(
        text.encode(), media_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )  # fmt: skip


# --- the catalog and the machine -----------------------------------------------------------------------------------------------


@get("/api/catalog", tags=["catalog"], sync_to_thread=False)
def games(request: Reader) -> wire.CatalogReply:
    """Every game that can be played, with its table sizes, presets and options."""
    return wire.CatalogReply(games=[_game(entry) for entry in context_of(request).settings.catalog()])


@get("/api/messages/{game:str}", tags=["catalog"], sync_to_thread=False)
def messages(request: Reader, game: GameCode) -> wire.MessageTable:
    """Message templates in both languages; of the server itself under the name `paiju`."""
    if game == "paiju":
        table = {**COMMON, **SERVER}
    else:
        try:
            entry = context_of(request).settings.find(game)
        except catalog.UnknownGame:
            raise Refused("not_found", "error.unknown_game", name=game) from None
        table = {**COMMON, **SERVER, **entry.messages}
    return wire.MessageTable(game=game, messages={key: asdict(text) for key, text in table.items()})


@get("/api/catalog/{game:str}/rules", tags=["catalog"], sync_to_thread=False)
def rules(
    request: Reader,
    game: GameCode,
    preset: Annotated[str | None, QueryParameter(max_length=60)] = None,
    option: OptionPairs = None,
    lang: FromQuery[Literal["zh", "en"] | None] = None,
) -> wire.RulesReply:
    """The rules in words, for these options, in one language: that of `lang`, else of Accept-Language."""
    try:
        entry = context_of(request).settings.find(game)
    except catalog.UnknownGame:
        raise Refused("not_found", "error.unknown_game", name=game) from None
    try:
        return rules_reply(entry, entry.build(read_pairs(option or ()), preset), lang or language_of(request))
    except (OptionError, catalog.UnknownGame) as error:
        raise Refused("bad_request", "error.option", why=str(error)) from None


@get("/health", tags=["machine"], sync_to_thread=False)
def health() -> wire.Health:
    """Whether the server answers, which version it is, and whether it has the native kernel."""
    return wire.Health(status="ok", version=__version__, kernel=kernel.HAVE_KERNEL)


@get("/ready", tags=["machine"])
async def ready(request: Reader) -> Response[wire.Readiness]:
    """Whether to send people here."""
    context = context_of(request)
    database = await context.store.ping()
    bus = context.cluster is None or await context.cluster.ping()
    good = database and bus and not context.house.draining
    body = wire.Readiness(
        status="draining" if context.house.draining else "ready",
        tables=len(context.house.rooms),
        connections=len(context.sockets),
        database=database,
        bus=bus,
    )
    return Response(body, status_code=200 if good else 503)


@get("/metrics", tags=["machine"], include_in_schema=False, sync_to_thread=False)
def metrics(request: Reader) -> Response[bytes]:
    """Numbers for Prometheus."""
    context = context_of(request)
    numbers = context.metrics
    numbers.tables.set(len(context.house.rooms))
    numbers.connections.set(len(context.sockets))
    numbers.batches.set(context.store.batches)
    numbers.writes.set(context.store.written)
    numbers.loop_lag.set(len(asyncio.all_tasks()))
    return Response(numbers.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _game(entry: catalog.Entry) -> wire.CatalogGame:
    return wire.CatalogGame(
        id=entry.id,
        title=asdict(entry.title),
        summary=asdict(entry.summary),
        family=entry.family,
        aliases=list(entry.aliases),
        seats=list(entry.seats),
        recommended=entry.recommended,
        turns=entry.turns,
        chips=hasattr(entry.series, "sit"),  # a Seating: people bring chips to the table
        presets={name: dict(values) for name, values in entry.presets.items()},
        default_preset=entry.default_preset,
        options=[_option(info) for info in entry.describe() if not info.carried],
        bots=list(bots.levels(entry.id)),
        rules_version=entry.rules_version,
    )


def _option(info: OptionInfo) -> wire.Option:
    return wire.Option(
        name=info.name,
        type=info.type,
        default=info.default,
        help=asdict(info.help),
        choices=list(info.choices),
        low=info.low,
        high=info.high,
        optional=info.optional,
    )


def problem(refused: Refused, language: Literal["zh", "en"]) -> wire.Problem:
    """A refusal as the body of an answer."""
    why: Line = refused.why
    text = refused.text or tell(why, table_of(None), language)
    return wire.Problem(
        code=refused.code,  # type: ignore[arg-type]
        message=text,
        status=wire.STATUS.get(refused.code, 422),
        why=wire.Line(key=why.key, args={name: plain(value) for name, value in why.args}),
        seq=refused.seq,
    )


def routes() -> list[Any]:
    return [People, Tables, games, messages, rules, health, ready, metrics]


dependencies: Final = {"caller": Provide(provide_caller)}

__all__ = ["dependencies", "problem", "routes", "same_site"]
