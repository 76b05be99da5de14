"""The WebSocket: one connection, any number of tables.

What a connection has to read waits in a bounded queue of its own; who does not read is disconnected, and comes back where
he was by his last seq. So a slow client never slows a table. What is said to a connection in one turn of the loop is
written at its end, in one go.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final, Literal

import msgspec
import structlog

from paiju import __version__
from paiju.games.codec import builtins as plain
from paiju.games.messages import tell
from paiju.server import desk, wire
from paiju.server.addresses import client_address
from paiju.server.asks import Caller
from paiju.server.auth import COOKIE, clean
from paiju.server.contacts import Contacts
from paiju.server.context import Context
from paiju.server.limits import SOCKETS, Bucket, too_fast
from paiju.server.link import SCOPE_KEY, Link
from paiju.server.messages import table_of
from paiju.server.rest.asking import first_language, headers_of, known, problem, same_site, throttle
from paiju.server.unreadable import no_field, undecoded
from paiju.table import Refused

logger = structlog.get_logger("paiju.socket")

QUEUE: Final = 512
QUEUE_BYTES: Final = 2 << 20
INBOX: Final = 16
"""Messages read ahead while one of them takes time; then the client waits."""

LAST_WORDS: Final = 10.0
"""Seconds for what a client said just before it went."""

MESSAGE_LIMIT: Final = 16 << 10
MUTED: Final = 1_000
"""Players one connection may not want to hear."""

FOLLOWED: Final = 16
"""Tables one connection may follow."""

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

_decode: Final = msgspec.json.Decoder(wire.ClientMessage).decode
_encode: Final = msgspec.json.Encoder().encode


class _Envelope(msgspec.Struct):
    id: wire.Reference | None = None


_decode_envelope: Final = msgspec.json.Decoder(_Envelope).decode


def _reference(data: bytes) -> str | None:
    """What the client calls a message that is not read, or cannot be."""
    try:
        return _decode_envelope(data).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


class Connection:
    """One socket. To a room it is a sink, to its link a peer."""

    def __init__(self, context: Context, link: Link, caller: Caller, address: str) -> None:
        self.context, self.link, self.caller, self.address = context, link, caller, address
        self.muted: set[str] = set()
        self.followed: set[str] = set()
        self.current: str | None = None
        self.sent_at = time.monotonic()
        self._out: list[bytes] = []
        self._bytes = 0
        self._is_listed = False
        self._closing: tuple[int, str] | None = None
        self._inbox: deque[bytes] = deque()
        self._work: asyncio.Task[None] | None = None
        rate, burst = context.settings.rates["socket"]
        self._bucket = Bucket(rate, burst) if rate > 0 else None
        self._strikes = 0
        self._is_resting = False

    # --- what a room uses ------------------------------------------------------------------------------------------------

    @property
    def player(self) -> str | None:
        return self.caller.player

    @property
    def name(self) -> str:
        return self.caller.name

    def send(self, data: bytes) -> None:
        if self._closing is not None:
            return
        self._out.append(data)
        self._bytes += len(data)
        if len(self._out) > QUEUE or self._bytes > QUEUE_BYTES:
            self.context.metrics.dropped.inc()
            self._out.clear()
            self.drop(1013, "too slow")
        elif not self._is_listed:
            self._list()

    def drop(self, code: int, why: str) -> None:
        """Close after what is queued; the client is told whether to come back."""
        if self._closing is None:
            if code == 1012:
                self._out.append(_encode({"type": "notice", "payload": {"event": "reconnect"}}))
            self._closing = (code, why)
            if not self._is_listed:
                self._list()

    def tell(self, kind: str, payload: Any) -> None:
        self.send(_encode({"type": kind, "payload": payload}))

    # --- writing -----------------------------------------------------------------------------------------------------------

    def _list(self) -> None:
        """Be written to at the end of this turn of the loop, with all that is said until then."""
        self._is_listed = True
        waiting = self.context.unsent
        if not waiting:
            asyncio.get_running_loop().call_soon(_write_all, waiting)
        waiting.append(self)

    def write(self) -> None:
        self._is_listed = False
        if not self.link.is_full:
            if self._out:
                out, self._out, self._bytes = self._out, [], 0
                self.link.write(out)
                self.sent_at = time.monotonic()
        elif self._closing is None:
            return  # `writable` comes back to it
        if self._closing is not None:
            self.link.close(*self._closing)

    def writable(self) -> None:
        if not self._is_listed:
            self._list()

    # --- reading -----------------------------------------------------------------------------------------------------------

    def take(self, data: bytes) -> None:
        """A message has come. Moves are made at once; what has to wait for something does so in a task, in order."""
        if self._closing is not None:
            return
        wait = self._bucket.take() if self._bucket is not None else 0
        if wait:
            self._strikes += 1
            self._refuse(too_fast(wait), _reference(data))
            if self._strikes > 100:
                self.drop(1008, "too fast")
            self._is_resting = True
            self.link.hold()
            asyncio.get_running_loop().call_later(min(wait, 1.0), self._rested)
        elif self._work is not None:
            self._inbox.append(data)
            if len(self._inbox) >= INBOX:
                self.link.hold()
        else:
            message = self._read(data)
            if message is not None and not (type(message) is wire.ActionIn and self._act(message)):
                self._work = asyncio.create_task(self._work_on(message), name="socket-work")

    def _rested(self) -> None:
        self._is_resting = False
        self._go_on()

    def _go_on(self) -> None:
        if not self._is_resting and len(self._inbox) < INBOX:
            self.link.release()

    def _read(self, data: bytes) -> Any:
        try:
            return _decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._refuse(undecoded(error, wire.ClientMessage), _reference(data))
            return None

    def _act(self, message: wire.ActionIn) -> bool:
        """A move at a table that runs here and waits for nothing; False if it is no such move."""
        code = message.payload.game_id or self.current
        room = self.context.house.rooms.get(code) if code is not None else None
        cluster = self.context.cluster
        if room is None or (cluster is not None and cluster.is_unsure):
            return False
        started = time.perf_counter()

        def settled(seq: int, error: Exception | None) -> None:
            if error is not None:
                self._refuse(Refused("unavailable", "error.unavailable"), message.id)
                return
            self.context.metrics.actions.inc()
            self.context.metrics.seconds.observe(time.perf_counter() - started)
            self.ack(message.id, room.code, seq)

        try:
            return desk.act_now(room, self.caller, message.payload, settled)
        except Refused as refused:
            self._refuse(refused, message.id)
        except Exception:
            logger.exception("message_failed", type="ActionIn")
            self._refuse(Refused("unavailable", "error.unavailable"), message.id)
        return True

    async def _work_on(self, message: Any) -> None:
        """Do what takes time, then what came meanwhile."""
        while True:
            if message is not None:
                try:
                    await _HANDLERS.get(type(message), _pass_on)(self, message)
                except Refused as refused:
                    self._refuse(refused, message.id)
                except Exception:
                    logger.exception("message_failed", type=type(message).__name__)
                    self._refuse(Refused("unavailable", "error.unavailable"), message.id)
            if not self._inbox or self._closing is not None:
                break
            message = self._read(self._inbox.popleft())
        self._inbox.clear()
        self._work = None
        self._go_on()

    async def leave(self) -> None:
        """The socket is gone. What the client had said before it went is still done; what we sent away is not heard."""
        work = self._work
        if work is not None:
            if self._closing is None:
                await asyncio.wait([work], timeout=LAST_WORDS)
            self._closing = self._closing or (1000, "")
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
        self._closing = self._closing or (1000, "")
        for code in list(self.followed):
            await self.context.unfollow(code, self)

    def _refuse(self, refused: Refused, reference: str | None) -> None:
        self.context.metrics.refusals.labels(refused.code).inc()
        text = refused.text or tell(refused.why, table_of(None), self.caller.language)
        body = {
            "code": refused.code, "message": text,
            "why": plain(refused.why), "seq": refused.seq, "re": reference,
        }  # fmt: skip
        self.tell("error", body)

    def table(self, payload: wire.Payload) -> str:
        """The table a message is about."""
        code = payload.game_id or self.current
        if code is None:
            raise no_field("gameId", "read.no_table")
        return code

    def mute(self, other: str, is_muted: bool) -> None:
        """Hear a player no more, or again."""
        self.muted = self.muted | {other} if is_muted else self.muted - {other}
        self.context.muted(self)

    async def welcome(self, reference: str | None = None) -> None:
        games: list[str] = []
        if self.player is not None:
            player, store = int(self.player), self.context.store
            games, kept = await asyncio.gather(store.sits_at(player), Contacts(store).muted(player))
            self.muted |= kept
        body = {
            "protocol": wire.PROTOCOL, "server": __version__, "time": self.context.house.time.now(),
            "playerId": self.player, "name": self.name or None, "games": games,
            "heartbeat": self.context.settings.heartbeat,
        }  # fmt: skip
        self.tell("welcome", {**body, **_re(reference)})

    def ack(self, reference: str | None, code: str, seq: int) -> None:
        if reference is not None:
            self.send(
                b'{"type":"ack","payload":{"id":%b,"gameId":%b,"seq":%d}}' % (_encode(reference), _encode(code), seq)
            )

    async def follow(self, code: str, seq: int | None, password: str | None) -> int:
        if code not in self.followed and len(self.followed) >= FOLLOWED:
            raise Refused("rate_limited", "error.follows", limit=FOLLOWED)
        at = await self.context.follow(code, self, seq, password)
        self.followed.add(code)
        self.current = code
        return at


def _re(reference: str | None) -> dict[str, str]:
    """What an answer answers."""
    return {"re": reference} if reference is not None else {}


async def _hello(connection: Connection, message: wire.HelloIn) -> None:
    body = message.payload
    language = body.language or connection.caller.language
    if body.token is not None:
        caller = await known(connection.context, body.token, language, connection.address)
        if connection.player not in (None, caller.player):
            raise Refused("forbidden", "error.forbidden")
        connection.caller = caller
    else:
        connection.caller = msgspec.structs.replace(connection.caller, language=language)
    await connection.welcome(message.id)


async def _join(connection: Connection, message: wire.JoinIn) -> None:
    code, body = connection.table(message.payload), message.payload
    if body.player_name is not None:
        body.player_name = clean(body.player_name)
    told = await connection.context.ask(code, connection.caller, message)
    await connection.follow(code, body.seq, body.password)
    connection.ack(message.id, code, told["seq"])


async def _watch(connection: Connection, message: wire.WatchIn) -> None:
    code = connection.table(message.payload)
    seq = await connection.follow(code, message.payload.seq, message.payload.password)
    connection.ack(message.id, code, seq)


async def _unwatch(connection: Connection, message: wire.UnwatchIn) -> None:
    code = connection.table(message.payload)
    if code in connection.followed:
        connection.followed.discard(code)
        await connection.context.unfollow(code, connection)
    connection.ack(message.id, code, 0)


async def _action(connection: Connection, message: wire.ActionIn) -> None:
    code = connection.table(message.payload)
    started = time.perf_counter()
    seq = await connection.context.act(code, connection.caller, message.payload)
    connection.context.metrics.actions.inc()
    connection.context.metrics.seconds.observe(time.perf_counter() - started)
    connection.ack(message.id, code, seq)


async def _leave(connection: Connection, message: wire.LeaveIn) -> None:
    code = connection.table(message.payload)
    told = await connection.context.ask(code, connection.caller, message)
    connection.ack(message.id, code, told["seq"])


async def _chat(connection: Connection, message: wire.ChatIn) -> None:
    throttle(connection.context, "chat", desk.player_of(connection.caller))
    await _pass_on(connection, message)


async def _hint(connection: Connection, message: wire.HintIn) -> None:
    code = connection.table(message.payload)
    told = await connection.context.ask(code, connection.caller, message)
    connection.tell("hint", {**told, **_re(message.id)})


async def _check(connection: Connection, message: wire.CheckIn) -> None:
    code = connection.table(message.payload)
    connection.tell("checked", await connection.context.ask(code, connection.caller, message))


async def _mute(connection: Connection, message: wire.MuteIn) -> None:
    other = message.payload.player_id
    if other not in connection.muted and len(connection.muted) >= MUTED:
        raise Refused("forbidden", "error.muted_full", limit=MUTED)
    connection.mute(other, other not in connection.muted)
    connection.ack(message.id, connection.current or "", 0)


async def _ping(connection: Connection, message: wire.PingIn) -> None:
    connection.tell("pong", {"time": connection.context.house.time.now(), **_re(message.id)})


async def _pass_on(connection: Connection, message: Any) -> None:
    code = connection.table(message.payload)
    told = await connection.context.ask(code, connection.caller, message)
    connection.ack(message.id, code, told["seq"])


_HANDLERS: Final[dict[type[Any], Callable[[Connection, Any], Awaitable[None]]]] = {
    wire.HelloIn: _hello,
    wire.JoinIn: _join,
    wire.WatchIn: _watch,
    wire.UnwatchIn: _unwatch,
    wire.ActionIn: _action,
    wire.LeaveIn: _leave,
    wire.ChatIn: _chat,
    wire.HintIn: _hint,
    wire.CheckIn: _check,
    wire.MuteIn: _mute,
    wire.PingIn: _ping,
}


def _write_all(waiting: list[Connection]) -> None:
    connections = waiting[:]
    waiting.clear()
    for connection in connections:
        connection.write()


async def serve(context: Context, scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Accept a socket, unless it comes from a foreign page, with a wrong token, or too often: then a problem body says so."""
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
    address = client_address(scope, context.settings.proxies)
    link: Link = scope[SCOPE_KEY]
    await receive()  # websocket.connect
    try:
        if scope["path"] != "/ws":
            raise Refused("not_found", "error.not_found")
        if not same_site(headers, context):
            raise Refused("forbidden", "error.origin")
        if context.house.draining:
            raise Refused("unavailable", "error.draining")
        throttle(context, "connect", address)
        if context.crowds[address] >= SOCKETS and context.limits.counts("connect"):
            raise Refused("rate_limited", "error.crowd", limit=SOCKETS)
        caller = await known(context, _token(headers), _language(headers), address)
    except Refused as refused:
        context.metrics.refusals.labels(refused.code).inc()
        await _turn_away(send, problem(refused, _language(headers)), headers_of(refused, wire.STATUS[refused.code]))
        link.handshake_complete = True  # an answer too, which uvicorn would take for none and complain of in the log
        return
    await send({"type": "websocket.accept"})
    connection = Connection(context, link, caller, address)
    context.sockets.add(connection)
    context.crowds[address] += 1
    try:
        await connection.welcome()
        link.attach(connection)
        while (await receive())["type"] != "websocket.disconnect":
            pass  # messages go to the connection; only the end is heard here
    finally:
        context.sockets.discard(connection)
        context.crowds[address] -= 1
        if not context.crowds[address]:
            del context.crowds[address]
        await connection.leave()


async def _turn_away(send: Send, body: wire.Problem, headers: dict[str, str]) -> None:
    """Answer a handshake with an ordinary HTTP response."""
    told = {"Content-Type": "application/problem+json", **headers}
    raw = [(name.lower().encode(), value.encode()) for name, value in told.items()]
    await send({"type": "websocket.http.response.start", "status": body.status, "headers": raw})
    await send({"type": "websocket.http.response.body", "body": _encode(body)})


def _token(headers: dict[str, str]) -> str | None:
    header = headers.get("authorization", "")
    if header.lower().startswith("bearer "):
        return header[7:].strip()
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return found.value if found is not None else None


def _language(headers: dict[str, str]) -> Literal["zh", "en"]:
    return first_language(headers.get("accept-language", ""))


async def beat_forever(context: Context) -> None:
    """Say something to connections that have heard nothing for a while."""
    data = _encode({"type": "notice", "payload": {"event": "heartbeat"}})
    while True:
        await asyncio.sleep(max(0.5, context.settings.heartbeat / 4))
        late = time.monotonic() - context.settings.heartbeat * 0.75
        for connection in list(context.sockets):
            if connection.sent_at < late:
                connection.send(data)
