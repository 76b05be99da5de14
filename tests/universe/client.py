"""People: they play, talk, make mistakes, lose their connection and come back; and they keep what they were told."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

import h11
from websockets.client import ClientProtocol
from websockets.frames import Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.uri import parse_uri

from paiju.server.delta import merge
from tests.universe.network import Pipe

if TYPE_CHECKING:
    from tests.universe.world import World

PATIENCE = 40.0
"""Seconds for an answer; longer than any fault lasts."""
QUIET = 25.0
"""Seconds without a word after which a client takes its connection for dead; the server sends something every 20."""


class Lost(Exception):
    """The connection is gone, or there is none to be had."""


@dataclass
class Operation:
    """Something a client asked for, and the answer."""

    player: str
    kind: str
    text: str
    table: str
    seen: int
    """The seq it acted on."""
    at: float
    outcome: str = "unknown"
    """`ok`, `refused`, or `unknown`: the connection was lost before an answer came."""
    seq: int = 0
    code: str = ""

    def __str__(self) -> str:
        said = f"seq {self.seq}" if self.outcome == "ok" else self.code
        return f"{self.at:.3f} {self.player} {self.kind} {self.text!r} at {self.seen}: {self.outcome} {said}"


@dataclass(frozen=True)
class Sight:
    """A state as a client had it."""

    player: str
    seat: int | None
    seq: int
    hand: int
    state: dict[str, Any]


class Call:
    """One HTTP request over a connection of its own."""

    def __init__(self, done: asyncio.Future[tuple[int, Any]]) -> None:
        self.done = done
        self._h11 = h11.Connection(h11.CLIENT)
        self._status, self._body = 0, b""

    def request(self, method: str, path: str, token: str, body: Any) -> bytes:
        content = b"" if body is None else json.dumps(body).encode()
        headers = [("host", "table"), ("connection", "close"), ("content-length", str(len(content)))]
        if body is not None:
            headers.append(("content-type", "application/json"))
        if token:
            headers.append(("authorization", f"Bearer {token}"))
        events = [h11.Request(method=method, target=path, headers=headers), h11.Data(data=content), h11.EndOfMessage()]
        return b"".join(self._h11.send(event) or b"" for event in events)

    def data(self, data: bytes) -> None:
        self._h11.receive_data(data)
        while True:
            event = self._h11.next_event()
            if event in (h11.NEED_DATA, h11.PAUSED):
                return
            if isinstance(event, h11.Response):
                self._status = event.status_code
            elif isinstance(event, h11.Data):
                self._body += event.data
            elif isinstance(event, (h11.EndOfMessage, h11.ConnectionClosed)):
                if not self.done.done():
                    self.done.set_result((self._status, json.loads(self._body or b"null")))
                return

    def lost(self) -> None:
        if not self.done.done():
            self.done.set_exception(Lost())


class Socket:
    """One WebSocket of a player."""

    def __init__(self, player: Player, token: str) -> None:
        self.player = player
        self.is_open, self.is_lost = False, False
        self.heard_at = player.world.loop.time()
        self.waiting: dict[str, tuple[Operation, asyncio.Future[None]]] = {}
        self.pipe: Pipe = player.world.connect(self, player.address)
        self._protocol = ClientProtocol(parse_uri("ws://table/ws"), max_size=None)
        request = self._protocol.connect()
        request.headers["Authorization"] = f"Bearer {token}"
        self._protocol.send_request(request)
        self._flush()

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self.pipe.say(data)
            else:
                self.pipe.hang_up()

    def say(self, type: str, id: str | None = None, **payload: Any) -> None:
        if self._protocol.state is State.OPEN:
            message = {"type": type, "payload": payload} | ({} if id is None else {"id": id})
            self._protocol.send_text(json.dumps(message).encode())
            self._flush()

    def ping(self, data: bytes) -> None:
        if self._protocol.state is State.OPEN:
            self._protocol.send_ping(data)
            self._flush()

    def hang_up(self) -> None:
        self.pipe.hang_up()
        self.lost()

    def data(self, data: bytes) -> None:
        if self.is_lost:
            return
        self.heard_at = self.player.world.loop.time()
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Response):
                if event.status_code != 101:
                    self.lost()
            elif event.opcode is Opcode.TEXT:  # type: ignore[union-attr]
                self._hear(json.loads(event.data))  # type: ignore[arg-type, union-attr]
        self._flush()
        if self._protocol.state is State.CLOSED:
            self.lost()

    def lost(self) -> None:
        if not self.is_lost:
            self.is_lost, self.is_open = True, False
            for _, future in self.waiting.values():
                if not future.done():
                    future.set_exception(Lost())
            self.player.woken.set()

    def _hear(self, message: dict[str, Any]) -> None:
        body = message["payload"]
        match message["type"]:
            case "welcome":
                self.is_open = True
            case "game_state":
                self.player.see(self, body)
            case "ack":
                self._answered(body["id"], "ok", body["seq"], "")
            case "error" if body.get("re") is not None:
                self._answered(body["re"], "refused", body.get("seq") or 0, body["code"])
        self.player.woken.set()

    def _answered(self, reference: str, outcome: str, seq: int, code: str) -> None:
        operation, future = self.waiting.pop(reference)
        operation.outcome, operation.seq, operation.code = outcome, seq, code
        if not future.done():
            future.set_result(None)


class Player:
    def __init__(self, world: World, number: int, plays: bool) -> None:
        self.world, self.number, self.plays = world, number, plays
        self.rng = Random(f"{world.plan.seed}/player/{number}")
        self.address = f"192.0.2.{number + 1}"
        self.name = f"P{number}"
        self.id, self.token = "", ""
        self.woken = asyncio.Event()
        self.state: dict[str, Any] = {}
        self.known: dict[int, dict[str, Any]] = {}
        """The last states by seq, to compare with."""
        self.socket: Socket | None = None
        self.faulty: list[Socket] = []
        """Second connections, and those that were left without closing them."""
        self._said = 0

    @property
    def table(self) -> str:
        """The table they play at or watch."""
        return self.world.table

    @property
    def is_there(self) -> bool:
        return bool(self.state) and self.socket is not None and self.socket.is_open

    async def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """An HTTP request; Lost if no answer comes."""
        call = Call(self.world.loop.create_future())
        pipe = self.world.connect(call, self.address)
        pipe.say(call.request(method, path, self.token, body))
        try:
            async with asyncio.timeout(PATIENCE):
                return await call.done
        except TimeoutError:
            self.world.violation(f"{method} {path} was not answered in {PATIENCE:g} s")
            raise Lost from None
        finally:
            pipe.hang_up()

    # --- coming ------------------------------------------------------------------------------------------------------------

    async def live(self) -> None:
        """Come, play, lose the connection, come back."""
        while True:
            try:
                await self._come()
                await self._play()
            except Lost:
                if self.socket is not None and not self.socket.is_lost:
                    self.socket.hang_up()
            self.state = self.state if self.rng.random() < 0.7 else {}  # a page that was reloaded knows nothing
            await asyncio.sleep(self.rng.uniform(0.05, 0.5))

    async def _come(self) -> None:
        if not self.token:
            status, body = await self.call("POST", "/api/session", {"name": self.name})
            if status != 201:
                raise Lost
            self.token, self.id = body["token"], body["player"]["id"]
        await self._open_tables()
        await self._connect()
        if not self.table:
            raise Lost
        assert self.socket is not None
        seq = self.state.get("seq")
        resume = {} if seq is None else {"seq": seq}
        takes_seat = self.plays and not self.state.get("you") and not self.world.calm
        if takes_seat and await self._join(**resume):
            return
        if (await self.ask("watch", "", **resume)).outcome != "ok":
            raise Lost

    async def _join(self, **more: Any) -> bool:
        """Take a seat, or come back to one's own; False if there is none to be had."""
        buy_in = {"buyIn": self.world.buy_in} if self.world.buy_in else {}
        return (await self.ask("join", "", **buy_in, **more)).outcome == "ok"

    async def _open_tables(self) -> None:
        if self.number == 0 and not self.world.table:
            self.world.table = await self._opened(self.world.new_table)

    async def _opened(self, new_table: dict[str, Any]) -> str:
        status, body = await self.call("POST", "/api/games", new_table)
        if status == 201:
            return str(body["id"])
        if status < 500 and status != 429:
            self.world.violation(f"opening a table was answered by {status}: {body}")
        raise Lost

    async def _connect(self) -> None:
        self.socket = socket = Socket(self, self.token)
        try:
            async with asyncio.timeout(PATIENCE):
                while not socket.is_open:
                    if socket.is_lost:
                        raise Lost
                    await self._woken()
        except TimeoutError:
            self.world.violation(f"{self.name} connected and was not welcomed in {PATIENCE:g} s")
            socket.pipe.cut()
            raise Lost from None

    async def _woken(self) -> None:
        self.woken.clear()
        await self.woken.wait()

    # --- playing -------------------------------------------------------------------------------------------------------------

    async def _play(self) -> None:
        socket = self.socket
        assert socket is not None
        while not socket.is_lost:
            if not self.world.calm:
                await self._one_thing()
            try:
                async with asyncio.timeout(self.rng.uniform(0.05, 1.0)):
                    await self._woken()
            except TimeoutError:
                if self.world.loop.time() - socket.heard_at > QUIET:
                    self.faulty.append(socket)
                    socket.lost()
        raise Lost

    async def _one_thing(self) -> None:
        decision, chance = self.state.get("decision"), self.rng.random()
        if chance < 0.02:
            self._said += 1
            await self.ask("chat", f"{self.name} says {self._said}")
        elif not self.plays:
            return
        elif not self.state.get("you"):
            if not await self._join():
                await asyncio.sleep(0.5)
        elif chance < 0.025:
            await self.ask("sit_out", "")
            await self.ask("back", "")
        elif chance < 0.027:
            await self.ask("leave", "")
            self.state = {}
            raise Lost
        elif decision:
            await asyncio.sleep(self.rng.choice((0.0, 0.01, 0.05, 0.1)))
            if chance < 0.04:
                await self.ask("action", "nonsense")
            elif chance < 0.06:
                await asyncio.sleep(3)  # the clock answers first
            text = self.rng.choice(decision["choices"])
            if self.faulty and chance < 0.5 and not self.faulty[-1].is_lost:
                self._send("action", text, self.faulty[-1])  # the same by another way
            await self.ask("action", text)
            if chance > 0.98:
                await self.ask("action", text)  # a second click
        elif self.state.get("stage") in ("waiting", "finished"):
            if self.world.buy_in and not self._stack():
                await self.ask("rebuy", "", chips=self.world.buy_in)
            await self.ask("ready", "")
            await asyncio.sleep(0.3)

    def _stack(self) -> int:
        return next((one["stack"] or 0 for one in self.state.get("players", ()) if one["id"] == self.id), 0)

    async def ask(self, kind: str, text: str, **more: Any) -> Operation:
        """Say something and wait for the answer. An unanswered question is a finding."""
        assert self.socket is not None
        if self.socket.is_lost:
            raise Lost
        operation, future = self._send(kind, text, self.socket, **more)
        try:
            async with asyncio.timeout(PATIENCE):
                await future
        except TimeoutError:
            pipe = self.socket.pipe
            if not pipe.is_silent and pipe.speed is None:
                self.world.violation(f"not answered in {PATIENCE:g} s: {operation}")
            self.socket.lost()
            raise Lost from None
        return operation

    def _send(self, kind: str, text: str, socket: Socket, **more: Any) -> tuple[Operation, asyncio.Future[None]]:
        world, seen = self.world, self.state.get("seq", 0)
        operation = Operation(self.name, kind, text, self.table, seen, world.loop.time())
        world.history.append(operation)
        reference = f"{self.name}-{len(world.history)}"
        future = world.loop.create_future()
        future.add_done_callback(lambda one: one.cancelled() or one.exception())
        socket.waiting[reference] = (operation, future)
        if kind == "action":
            more["seq"] = seen
        if text:
            more["text"] = text
        socket.say(kind, reference, gameId=self.table, **more)
        return operation, future

    # --- seeing --------------------------------------------------------------------------------------------------------------

    def see(self, socket: Socket, body: dict[str, Any]) -> None:
        if socket is not self.socket:
            return
        if "full" in body:
            self.state = dict(body)
        elif body["base"] != self.state.get("seq"):
            self.world.violation(f"{self.name} has {self.state.get('seq')} and was sent a change of {body['base']}")
            return
        else:
            self.state = merge(self.state, body)
        you = self.state.get("you")
        self.known[self.state["seq"]] = self.state
        self.world.sights.append(
            Sight(self.name, you["seat"] if you else None, self.state["seq"], self.state["handNumber"], self.state)
        )

    async def second_connection(self, delay: float) -> None:
        """Follow the table by another way, which is slower."""
        try:
            socket = Socket(self, self.token)
        except Lost:
            return
        socket.pipe.delay = delay
        self.faulty.append(socket)


class Host(Player):
    """Opens tables where bots play among themselves, and watches one of them after the other."""

    def __init__(self, world: World, number: int, new_tables: list[dict[str, Any]]) -> None:
        super().__init__(world, number, plays=False)
        self._new = new_tables
        self._tables: list[str] = []
        self._idle: list[str] = []
        """Opened, and not started yet."""
        self._watched = ""

    @property
    def table(self) -> str:
        return self._watched

    @property
    def is_there(self) -> bool:
        return not self._tables or super().is_there

    async def _open_tables(self) -> None:
        if self.world.calm and not self._tables:
            raise Lost  # the limits let nobody open many tables in a short time
        while self._new:
            self._idle.append(await self._opened(self._new[-1]))
            self._new.pop()
        while self._idle:
            status, body = await self.call("POST", f"/api/games/{self._idle[-1]}/start")
            if status != 200 and status not in (409, 422):  # it may have begun before the answer was lost
                if status < 500 and status != 429:
                    self.world.violation(f"starting a table was answered by {status}: {body}")
                raise Lost
            self._tables.append(self._idle.pop())
        if not self.world.calm or not self._watched:
            self._watched = self.rng.choice(self._tables)
            self.state, self.known = {}, {}

    async def _one_thing(self) -> None:
        if self.rng.random() < 0.005:
            raise Lost  # to watch another
