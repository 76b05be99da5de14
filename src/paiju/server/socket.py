"""The WebSocket: one connection, any number of tables.

What waits for a client to read it stands in the bounded queue of its websocket; a client that does not read is disconnected, and
resumes by its last seq. So a slow client never slows a table.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final, Literal

import msgspec
import structlog

from paiju import __version__
from paiju.games.codec import encode
from paiju.server import handlers, wire
from paiju.server.addresses import client_address
from paiju.server.auth import COOKIE
from paiju.server.commands import Caller, Done
from paiju.server.contacts import Contacts
from paiju.server.context import Context
from paiju.server.limits import SOCKETS, Bucket, too_fast
from paiju.server.messages import sentence
from paiju.server.names import clean
from paiju.server.rest.asking import first_language, headers_of, known, problem, same_site, throttle
from paiju.server.unreadable import no_field, undecoded
from paiju.server.websocket import Receive, Send, WebSocket
from paiju.server.writer import is_unavailable
from paiju.table import Refused

logger = structlog.get_logger("paiju.socket")

INBOX: Final = 16
"""Messages read ahead while one of them takes time; then the client waits."""

LAST_WORDS: Final = 10.0
"""Seconds for what a client sent just before it went."""

MUTED: Final = 1_000
"""Players one connection may mute."""

FOLLOWED: Final = 16
"""Tables one connection may follow."""

_decode: Final = msgspec.json.Decoder(wire.ClientMessage).decode


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
    """One socket. To a room it is a sink, to its websocket a peer."""

    token: str | None = None
    """What it came with; looked at again from time to time."""

    def __init__(self, context: Context, websocket: WebSocket, caller: Caller, address: str) -> None:
        self.context, self.websocket, self.caller, self.address = context, websocket, caller, address
        self.muted: set[str] = set()
        self.followed: set[str] = set()
        self.current: str | None = None
        self.sent_at = time.monotonic()
        self._is_closing = False
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

    def send(self, *messages: bytes) -> None:
        if self._is_closing:
            return
        self.sent_at = time.monotonic()
        if not self.websocket.write(*messages):
            self.context.metrics.dropped.inc()
            self._is_closing = True
            self.websocket.close(1013, "too slow", at_once=True)

    def drop(self, code: int, why: str) -> None:
        """Close after what is queued; a notice asks the client to come back."""
        if not self._is_closing:
            if code == 1012:
                self.send(encode(wire.NoticeOut(payload=wire.Notice(event="reconnect"))))
            self._is_closing = True
            self.websocket.close(code, why)

    def turn_out(self, refused: Refused) -> None:
        """The session has ended, or the player is banned: say so, and close."""
        if not self._is_closing:
            self.refuse(refused, None)
            self.drop(1008, refused.code)

    # --- reading -----------------------------------------------------------------------------------------------------------

    def take(self, data: bytes) -> None:
        """A message has come. Moves at tables here are made at once; everything else is done in a task, in order."""
        if self._is_closing:
            return
        wait = self._bucket.take() if self._bucket is not None else 0
        if wait:
            self._strikes += 1
            self.refuse(too_fast(wait), _reference(data))
            if self._strikes > 100:
                self.drop(1008, "too fast")
            self._is_resting = True
            self.websocket.hold()
            asyncio.get_running_loop().call_later(min(wait, 1.0), self._rested)
        elif self._work is not None:
            self._inbox.append(data)
            if len(self._inbox) >= INBOX:
                self.websocket.hold()
        else:
            message = self._read(data)
            if message is not None and not self._move(message):
                self._work = asyncio.create_task(self._work_on(message), name="socket-work")

    def _rested(self) -> None:
        self._is_resting = False
        self._go_on()

    def _go_on(self) -> None:
        if not self._is_resting and len(self._inbox) < INBOX:
            self.websocket.release()

    def _read(self, data: bytes) -> Any:
        try:
            return _decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self.refuse(undecoded(error, wire.ClientMessage), _reference(data))
            return None

    def _move(self, message: Any) -> bool:
        """Make a move at a table that runs here, without waiting; False if the message is no such move."""
        if type(message) is not wire.ActionIn:
            return False
        room = self.context.here(message.payload.game_id or self.current)
        if room is None:
            return False
        done = handlers.submit(room, self.caller, message)
        done.add_done_callback(partial(self._settled, message, room.code))
        return True

    def _settled(self, message: Any, code: str, done: asyncio.Future[Done]) -> None:
        error = done.exception()
        if error is None:
            self.ack(message.id, code, done.result().seq)
        else:
            self._failed(message, error)

    def _failed(self, message: Any, error: BaseException) -> None:
        self.refuse(_refusal(error, type(message).__name__), message.id)

    async def _work_on(self, message: Any) -> None:
        """Do what takes time, then what came meanwhile."""
        while True:
            if message is not None:
                try:
                    await _HANDLERS.get(type(message), _pass_on)(self, message)
                except Exception as error:
                    self._failed(message, error)
            if not self._inbox or self._is_closing:
                break
            message = self._read(self._inbox.popleft())
        self._inbox.clear()
        self._work = None
        self._go_on()

    def enter(self) -> None:
        """From here on it counts, and hears what concerns its player."""
        self.context.sockets.add(self)
        self.context.crowds[self.address] += 1

    async def leave(self) -> None:
        """The socket is gone. What the client sent before it went is still done, unless we closed it."""
        crowds = self.context.crowds
        self.context.sockets.discard(self)
        crowds[self.address] -= 1
        if not crowds[self.address]:
            del crowds[self.address]
        work = self._work
        if work is not None:
            if not self._is_closing:
                await asyncio.wait([work], timeout=LAST_WORDS)
            self._is_closing = True
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
        self._is_closing = True
        for code in list(self.followed):
            await self.context.unfollow(code, self)

    # --- answers -----------------------------------------------------------------------------------------------------------

    def answer(self, kind: str, payload: Any) -> None:
        self.send(encode({"type": kind, "payload": payload}))

    def ack(self, reference: str | None, code: str, seq: int) -> None:
        if reference is not None:
            self.send(encode(wire.AckOut(payload=wire.Ack(id=reference, game_id=code, seq=seq))))

    def refuse(self, refused: Refused, reference: str | None) -> None:
        self.context.metrics.refusals.labels(refused.code).inc()
        body = wire.ErrorBody(
            code=refused.code,  # type: ignore[arg-type]
            message=sentence(refused, self.caller.language),
            why=refused.why,
            seq=refused.seq,
            re=reference,
        )
        self.send(encode(wire.ErrorOut(payload=body)))

    async def welcome(self, reference: str | None = None) -> None:
        games: list[str] = []
        if self.player is not None:
            player, store = int(self.player), self.context.store
            games, kept = await asyncio.gather(store.sits_at(player), Contacts(store).muted(player))
            self.muted |= kept
        body = wire.Welcome(
            protocol=wire.PROTOCOL,
            server=__version__,
            time=self.context.rooms.time.now(),
            player_id=self.player,
            name=self.name or None,
            games=games,
            heartbeat=self.context.settings.heartbeat,
            re=_re(reference),
        )
        self.send(encode(wire.WelcomeOut(payload=body)))

    # --- tables ------------------------------------------------------------------------------------------------------------

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

    async def follow(self, code: str, seq: int | None, password: str | None) -> int:
        if code not in self.followed and len(self.followed) >= FOLLOWED:
            raise Refused("rate_limited", "error.follows", limit=FOLLOWED)
        at = await self.context.follow(code, self, seq, password)
        self.followed.add(code)
        self.current = code
        return at


def _re(reference: str | None) -> str | msgspec.UnsetType:
    """What an answer answers."""
    return msgspec.UNSET if reference is None else reference


async def _hello(connection: Connection, message: wire.HelloIn) -> None:
    body = message.payload
    language = body.language or connection.caller.language
    if body.token is not None:
        caller = await known(connection.context, body.token, language, connection.address)
        if connection.player not in (None, caller.player):
            raise Refused("forbidden", "error.forbidden")
        connection.caller = caller
        connection.token = body.token
    else:
        connection.caller = msgspec.structs.replace(connection.caller, language=language)
    await connection.welcome(message.id)


async def _join(connection: Connection, message: wire.JoinIn) -> None:
    code, body = connection.table(message.payload), message.payload
    if body.player_name is not None:
        body.player_name = clean(body.player_name)
    done: Done = await connection.context.ask(code, connection.caller, message)
    await connection.follow(code, body.seq, body.password)
    connection.ack(message.id, code, done.seq)


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


async def _hint(connection: Connection, message: wire.HintIn) -> None:
    code = connection.table(message.payload)
    connection.answer("hint", await connection.context.ask(code, connection.caller, message))


async def _check(connection: Connection, message: wire.CheckIn) -> None:
    code = connection.table(message.payload)
    connection.answer("checked", await connection.context.ask(code, connection.caller, message))


async def _mute(connection: Connection, message: wire.MuteIn) -> None:
    other = message.payload.player_id
    if other not in connection.muted and len(connection.muted) >= MUTED:
        raise Refused("forbidden", "error.muted_full", limit=MUTED)
    connection.mute(other, other not in connection.muted)
    connection.ack(message.id, connection.current or "", 0)


async def _ping(connection: Connection, message: wire.PingIn) -> None:
    connection.answer("pong", wire.Pong(time=connection.context.rooms.time.now(), re=_re(message.id)))


async def _pass_on(connection: Connection, message: Any) -> None:
    """A change of a table."""
    code = connection.table(message.payload)
    done: Done = await connection.context.ask(code, connection.caller, message)
    connection.ack(message.id, code, done.seq)


_HANDLERS: Final[dict[type[Any], Callable[[Connection, Any], Awaitable[None]]]] = {
    wire.HelloIn: _hello,
    wire.JoinIn: _join,
    wire.WatchIn: _watch,
    wire.UnwatchIn: _unwatch,
    wire.HintIn: _hint,
    wire.CheckIn: _check,
    wire.MuteIn: _mute,
    wire.PingIn: _ping,
}


async def serve(context: Context, scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Accept a socket, unless it comes from a foreign page, with a wrong token, too often, or while the database cannot be
    read: then a problem body says so."""
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
    address = client_address(scope, context.settings.proxies)
    token, language = _token(headers), _language(headers)
    connection: Connection | None = None
    await receive()  # websocket.connect
    try:
        try:
            _admit(context, scope["path"], headers, address)
            caller = await known(context, token, language, address)
            connection = Connection(context, WebSocket(receive, send), caller, address)
            connection.token = token
            connection.enter()
            await connection.welcome()  # queued until the socket is accepted
        except Exception as error:
            await _turn_away(context, scope, send, language, _refusal(error, "handshake"))
            return
        await send({"type": "websocket.accept"})
        await connection.websocket.run(connection)
    finally:
        if connection is not None:
            await connection.leave()


def _admit(context: Context, path: str, headers: dict[str, str], address: str) -> None:
    """Refused if nobody from this address or page may connect now."""
    if path != "/ws":
        raise Refused("not_found", "error.not_found")
    if not same_site(headers, context):
        raise Refused("forbidden", "error.origin")
    if context.rooms.draining:
        raise Refused("unavailable", "error.draining")
    throttle(context, "connect", address)
    if context.crowds[address] >= SOCKETS and context.limits.counts("connect"):
        raise Refused("rate_limited", "error.crowd", limit=SOCKETS)
    context.auth.bans.check_address(address, context.rooms.time.now())


def _refusal(error: BaseException, kind: str) -> Refused:
    """What a client is sent of an error; all but refusals are logged."""
    if isinstance(error, Refused):
        return error
    if is_unavailable(error):
        logger.warning("database_unavailable", type=kind, error=type(error).__name__)
    else:
        logger.error("message_failed", type=kind, exc_info=error)
    return Refused("unavailable", "error.unavailable")


async def _turn_away(
    context: Context, scope: dict[str, Any], send: Send, language: Literal["zh", "en"], refused: Refused
) -> None:
    """Answer a handshake with an ordinary HTTP response, where the server can."""
    context.metrics.refusals.labels(refused.code).inc()
    if "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close"})  # a bare 403
        return
    body = problem(refused, language)
    named = {"Content-Type": "application/problem+json", **headers_of(refused, body.status)}
    raw = [(name.lower().encode(), value.encode()) for name, value in named.items()]
    await send({"type": "websocket.http.response.start", "status": body.status, "headers": raw})
    await send({"type": "websocket.http.response.body", "body": encode(body)})


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
    """Send something to connections that have been sent nothing for a while."""
    data = encode(wire.NoticeOut(payload=wire.Notice(event="heartbeat")))
    while True:
        await asyncio.sleep(max(0.5, context.settings.heartbeat / 4))
        late = time.monotonic() - context.settings.heartbeat * 0.75
        for connection in list(context.sockets):
            if connection.sent_at < late:
                connection.send(data)
