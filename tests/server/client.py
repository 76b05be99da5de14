"""A real server in the loop of the test, and real clients over real sockets."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import httpx
import msgspec
import websockets
from websockets.asyncio.client import ClientConnection

from paiju.server import wire as messages
from paiju.server.app import App, create_app
from paiju.server.context import Context, Settings
from paiju.server.delta import merge
from paiju.server.limits import RATES
from paiju.server.room import Room
from paiju.server.run import Server
from tests.table.driver import GAMES, find

NO_LIMITS = dict.fromkeys(RATES, (0.0, 0.0))


class Running:
    def __init__(self, app: App, port: int) -> None:
        self.app, self.port = app, port
        self.clients: list[httpx.AsyncClient] = []
        self.url = f"http://127.0.0.1:{port}"
        self.ws = f"ws://127.0.0.1:{port}/ws"

    @property
    def context(self) -> Context:
        assert self.app.context is not None
        return self.app.context

    async def guest(self, name: str = "Ann") -> Guest:
        http = httpx.AsyncClient(base_url=self.url, timeout=20)
        self.clients.append(http)
        made = await http.post("/api/session", json={"name": name})
        assert made.status_code == 201, made.text
        http.cookies.clear()
        http.headers["authorization"] = f"Bearer {made.json()['token']}"
        return Guest(self, http, made.json())


@asynccontextmanager
async def serving(data: Path, **settings: Any) -> AsyncIterator[Running]:
    """A server on a free port for as long as the block runs."""
    settings.setdefault("rates", NO_LIMITS)
    settings.setdefault("grace", 0.02)
    app = create_app(
        Settings(
            data=data,
            find=settings.pop("find", find),
            catalog=settings.pop("catalog", lambda: tuple(GAMES.values())),
            **settings,
        )
    )
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    server = Server(app)
    server.capture_signals = nullcontext  # type: ignore[assignment]
    task = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        if task.done():
            task.result()
        await asyncio.sleep(0.01)
    running = Running(app, listener.getsockname()[1])
    try:
        yield running
    finally:
        for client in running.clients:
            await client.aclose()
        server.should_exit = True
        await task
        server._deadline.cancel()  # where the server gave up: it would end the process that runs the tests


class Guest:
    """Somebody with a name: REST by `get` and `post`, sockets by `socket`."""

    def __init__(self, running: Running, http: httpx.AsyncClient, session: dict[str, Any]) -> None:
        self.running, self.http, self.token = running, http, session["token"]
        self.id: str = session["player"]["id"]

    async def get(self, path: str, status: int = 200, **more: Any) -> Any:
        return await self._ask("GET", path, status, **more)

    async def post(self, path: str, body: Any = None, status: int = 200, **more: Any) -> Any:
        return await self._ask("POST", path, status, json=body, **more)

    async def put(self, path: str, body: Any = None, status: int = 200, **more: Any) -> Any:
        return await self._ask("PUT", path, status, json=body, **more)

    async def delete(self, path: str, status: int = 200, **more: Any) -> Any:
        return await self._ask("DELETE", path, status, **more)

    async def _ask(self, method: str, path: str, status: int, **more: Any) -> Any:
        if more.get("json", 1) is None:
            del more["json"]
        answer = await self.http.request(method, path, **more)
        assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text[:500]}"
        return answer.json() if "json" in answer.headers.get("content-type", "") else answer.text

    async def table(self, game: str = "duel", status: int = 201, **settings: Any) -> Any:
        settings = {"pause": 0, "pace": 0, **settings}
        return await self.post("/api/games", {"game": game, **settings}, status)

    @asynccontextmanager
    async def socket(self, **more: Any) -> AsyncIterator[Socket]:
        headers = {"Authorization": f"Bearer {self.token}", **more.pop("headers", {})}
        async with websockets.connect(self.running.ws, additional_headers=headers, compression=None, **more) as wire:
            socket = Socket(wire)
            await socket.until("welcome")
            yield socket


_decode = msgspec.json.Decoder(messages.ServerMessage).decode


def checked(data: str | bytes) -> None:
    """Whatever the server sends is of the types it promises."""
    message = _decode(data)
    if isinstance(message, messages.GameStateOut):
        msgspec.convert(message.payload, messages.GameState if "full" in message.payload else messages.GameChange)


class Socket:
    """A socket that keeps what it heard, and the state it adds up to by the documented rule."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire
        self.heard: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}

    async def say(self, type: str, id: str | None = None, **payload: Any) -> None:
        message: dict[str, Any] = {"type": type, "payload": payload}
        if id is not None:
            message["id"] = id
        await self.wire.send(json.dumps(message))

    async def hear(self, within: float = 10) -> dict[str, Any]:
        data = await asyncio.wait_for(self.wire.recv(), within)
        checked(data)
        message: dict[str, Any] = json.loads(data)
        self.heard.append(message)
        if message["type"] == "game_state":
            self.state = applied(self.state, message["payload"])
        return message

    async def until(self, *types: str, within: float = 10) -> dict[str, Any]:
        """The next message of one of these types."""
        while True:
            message = await self.hear(within)
            if message["type"] in types:
                payload: dict[str, Any] = message["payload"]
                return payload

    async def ask(self, type: str, **payload: Any) -> dict[str, Any]:
        """Say something and wait for its ack or error."""
        reference = f"r{len(self.heard)}-{type}"
        await self.say(type, id=reference, **payload)
        while True:
            message = await self.hear()
            body = message["payload"]
            if message["type"] == "ack" and body["id"] == reference:
                return {"type": "ack", **body}
            if message["type"] == "error" and body["re"] == reference:
                return {"type": "error", **body}

    async def my_turn(self) -> dict[str, Any] | None:
        """The next question to this seat; None when the deal is over before."""
        while not self.state.get("decision"):
            if self.state.get("result") and self.state["stage"] in ("hand_end", "finished"):
                return None
            await self.hear()
        decision: dict[str, Any] = self.state["decision"]
        return decision

    async def play_safe(self) -> bool:
        """Answer the next question by its first choice; False when the deal is over before."""
        asked = await self.my_turn()
        if asked is not None:
            self.state["decision"] = None
            await self.ask("action", text=asked["choices"][0])
        return asked is not None


@contextmanager
def paying(room: Room) -> Iterator[None]:
    """As if somebody's chips were on their way to the table."""
    room._is_paying = True
    yield
    room._is_paying = False
    room._go_on()


def shown_cards(view: dict[str, Any]) -> list[list[str] | None]:
    """By seat, the cards of which the viewer knows."""
    if "seats" in view:
        return [seat["holeCards"] for seat in view["seats"]]
    return [pile["cards"] if isinstance(pile["cards"], list) else None for pile in view["hands"]]


def applied(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """A client's state after a message, by the rule of docs/api.md."""
    if "full" in new:
        return dict(new)
    assert new["base"] == old["seq"], f"a change of {new['base']} arrived at {old['seq']}"
    return merge(old, new)
