"""A validated move with its state reply, beside the bare echo of the same stack: one request, one answer, both by HTTP.

    python bench/rest.py [--tables 500] [--rounds 7]

`POST /api/games/{id}/action` answers, once the move is durable, with the whole state as the mover sees it. The echo is a
Litestar handler under uvicorn that reads the same body with msgspec and answers with as many bytes; it knows nobody, checks,
keeps and shows nothing. Both servers run; they take turns, and the figure is the median over the rounds. The clients hold a
connection for each player of heads-up hold'em, and whoever's turn it is checks or calls as soon as he may.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psutil
from server import HOST, EchoServer, Server, cpu, run

ECHO = """
import sys, msgspec, uvicorn
from litestar import Litestar, post
class Action(msgspec.Struct):
    text: str
    seq: int | None = None
class State(msgspec.Struct):
    rest: str
class Accepted(msgspec.Struct):
    seq: int
    action: str
    state: State
port, size = (int(one) for one in sys.argv[1:])
@post("/api/games/{game:str}/action", status_code=200)
async def echo(game: str, data: Action) -> Accepted:
    return Accepted(1, data.text, State("x" * size))
uvicorn.run(Litestar([echo], openapi_config=None, logging_config=None), host="127.0.0.1", port=port, http="httptools",
            log_level="error", access_log=False)
"""

SECONDS = 2.0
"""Of a round: connections that rest while the other server is asked are closed after five."""

Hear = Callable[[bytes, bytes], None]


class Client(asyncio.Protocol):
    """A connection that does as little as possible: one request at a time, and its answer."""

    def __init__(self, hear: Hear) -> None:
        self._hear, self._buffer = hear, b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def post(self, path: bytes, token: bytes, body: bytes) -> None:
        self.transport.write(
            b"POST %b HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %b\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n%b" % (path, token, len(body), body)
        )

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data
        head, found, body = data.partition(b"\r\n\r\n")
        size = int(head.lower().partition(b"content-length:")[2].partition(b"\r")[0]) if found else 0
        self._buffer = data if not found or len(body) < size else b""
        if not self._buffer:
            self._hear(head[9:12], body)


async def connected(port: int, hear: Hear) -> Client:
    _, client = await asyncio.get_running_loop().create_connection(lambda: Client(hear), HOST, port)
    return client


class State(msgspec.Struct, rename="camel"):
    current_player: str | None
    to_call: int
    hand_number: int


class Accepted(msgspec.Struct):
    state: State


read_answer = msgspec.json.Decoder(Accepted).decode
read_state = msgspec.json.Decoder(State).decode


class Load:
    """What is asked of one server: so many answers came, of so many bytes."""

    def __init__(self) -> None:
        self.answers = self.bytes = 0
        self.is_on = False
        self.waiting: list[Callable[[], None]] = []
        self.errors: list[str] = []

    def count(self, status: bytes, body: bytes, then: Callable[[], None]) -> None:
        """An answer; the next request follows, or waits for the next round."""
        if status != b"200":
            self.errors.append(body.decode()[:200])
            return
        self.answers += 1
        self.bytes += len(body)
        if self.is_on:
            then()
        else:
            self.waiting.append(then)

    async def round(self, process: psutil.Process) -> tuple[float, float]:
        """Answers a second, and the server's processor time for each."""
        self.is_on, waiting, self.waiting = True, self.waiting, []
        for ask in waiting:
            ask()
        await asyncio.sleep(0.5)
        start, first, used = time.perf_counter(), self.answers, cpu(process)
        await asyncio.sleep(SECONDS)
        done = max(1, self.answers - first)
        found = done / (time.perf_counter() - start), (cpu(process) - used) / done
        self.is_on = False
        await asyncio.sleep(0.5)
        return found


class Game:
    """Two players at a table. Whoever began the last hand does not begin the next."""

    def __init__(self, load: Load, code: str, tokens: dict[str, bytes], state: State) -> None:
        self._load, self._tokens, self._path = load, tokens, f"/api/games/{code}/action".encode()
        self._state, self._hand, self._began = state, 0, ""

    async def connect(self, port: int) -> None:
        self._clients = {player: await connected(port, self._hear) for player in self._tokens}
        self._load.waiting.append(self._move)

    def _hear(self, status: bytes, body: bytes) -> None:
        if status == b"200":
            self._state = read_answer(body).state
        self._load.count(status, body, self._move)

    def _move(self) -> None:
        state = self._state
        mover, is_owing = state.current_player, state.to_call > 0
        if mover is None or state.hand_number != self._hand:
            mover = mover or next(one for one in self._tokens if one != self._began)
            self._hand = state.hand_number + (state.current_player is None)
            self._began, is_owing = mover, True
        self._clients[mover].post(
            self._path, self._tokens[mover], b'{"text":"call"}' if is_owing else b'{"text":"check"}'
        )


async def open_games(load: Load, port: int, number: int) -> list[Game]:
    games = []
    async with httpx.AsyncClient(base_url=f"http://{HOST}:{port}", timeout=60) as http:
        for _ in range(number):
            people = [(await http.post("/api/session", json={"name": name})).json() for name in ("Ann", "Bo")]
            http.cookies.clear()
            tokens = {one["player"]["id"]: one["token"].encode() for one in people}
            ann, bo = ({"authorization": f"Bearer {one['token']}"} for one in people)
            body = {"game": "holdem", "seats": 2, "pause": 0, "buyIn": 1000, "timeout": 600}
            code = (await http.post("/api/games", json=body, headers=ann)).json()["id"]
            await http.post(f"/api/games/{code}/players", json={"buyIn": 1000}, headers=bo)
            started = await http.post(f"/api/games/{code}/start", headers=ann)
            assert started.status_code == 200, started.text
            games.append(Game(load, code, tokens, read_answer(started.content).state))
    return games


class Echo:
    """Somebody who says the same again and again."""

    def __init__(self, load: Load) -> None:
        self._load = load

    async def connect(self, port: int) -> None:
        self._client = await connected(port, self._hear)
        self._load.waiting.append(self._ask)

    def _hear(self, status: bytes, body: bytes) -> None:
        self._load.count(status, body, self._ask)

    def _ask(self) -> None:
        self._client.post(b"/api/games/ABCDEFGH/action", b"x" * 105, b'{"text":"call"}')


async def measure(tables: int, rounds: int) -> None:
    moves, echoes = Load(), Load()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            for game in await open_games(moves, server.port, tables):
                await game.connect(server.port)
            await moves.round(server.usage)
            echo = EchoServer(ECHO, moves.bytes // max(1, moves.answers) - 60)
            try:
                for _ in range(tables):
                    await Echo(echoes).connect(echo.port)
                found = []
                for _ in range(rounds):
                    found.append((*await moves.round(server.usage), *await echoes.round(echo.usage)))
            finally:
                echo.stop()
        finally:
            server.stop()
    rate, each, echo_rate, echo_each = (statistics.median(column) for column in zip(*found, strict=True))
    ratios = sorted(one[0] / one[2] for one in found)
    print(
        f"{tables} tables, {moves.bytes // moves.answers} bytes an answer: {rate:.0f} moves/s, {1e6 * each:.0f} us of processor time; "
        f"bare echo {echo_rate:.0f}/s, {1e6 * echo_each:.0f} us\n"
        f"moves at {statistics.median(ratios):.2f} of the echo's rate ({ratios[0]:.2f} to {ratios[-1]:.2f} in {rounds} rounds), "
        f"{echo_each / each:.2f} by processor time; errors {len(moves.errors)} {moves.errors[:1]}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    run(measure(args.tables, args.rounds))


if __name__ == "__main__":
    main()
