"""How much one server process carries: real sockets on loopback, SQLite, every move durable before its ack.

    python bench/server.py                          everything
    python bench/server.py load --seconds 20        1,000 connections at heads-up hold'em, 2,000 moves a second, then flat out
    python bench/server.py --against ../before      the same of another checkout, in turns, side by side

    mixed    1,000 connections over all games at their usual sizes, 1,000 moves a second
    games    processor time of a move, each game alone
    bytes    what two viewers are sent for a move of hold'em
    tables   10,000 open tables
    cold     a start with 1,000 unfinished tables

The clients live in this process, the server in another. A move counts when its mover has the `ack`: it was checked by the
rules and is durable. Clients know no game: they answer with one of the `choices` of a `decision`, drawn by lot, and do not
raise where they may check or call. Who moves next is drawn by lot too, so that tables do not go in step. Another checkout
may speak another version of the protocol, as long as its decisions have choices.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
import psutil
import uvloop

T = TypeVar("T")
Figures = dict[str, float]

HOST = "127.0.0.1"
ACK, STATE, ERROR = b'ack"', b"game", b"erro"
"""The kind of a message, by the letters after `{"type":"`."""

CALM = ("check", "call")


class Decision(msgspec.Struct):
    choices: list[str]


class Payload(msgspec.Struct):
    decision: Decision | None = None


class State(msgspec.Struct):
    payload: Payload


read_state = msgspec.json.Decoder(State).decode


class Wire(asyncio.Protocol):
    """A WebSocket client that does as little as possible, so that the server is what is measured."""

    def __init__(self, token: str, hear: Callable[[Wire, bytes], None]) -> None:
        self._token, self._hear = token, hear
        self._buffer = b""
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.choices: list[str] | None = None
        """What it may answer, if it is asked."""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        lines = [
            "GET /ws HTTP/1.1", "Host: x", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}", f"Authorization: Bearer {self._token}",
        ]  # fmt: skip
        transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self.ready.done():
            head, found, rest = buffer.partition(b"\r\n\r\n")
            self._buffer = b"" if found else buffer
            if not found:
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.ready.set_exception(RuntimeError(head.decode()))
                return
            buffer = rest
            self.ready.set_result(None)
        at, end = 0, len(buffer)
        while end >= at + 2:
            size, start = buffer[at + 1] & 127, at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if end < start + size:
                break
            kind, at = buffer[at] & 15, start + size
            if kind == 1:
                self._hear(self, buffer[start:at])
            elif kind == 9:
                self.send(buffer[start:at], 10)
        self._buffer = buffer[at:]

    def send(self, data: bytes, kind: int = 1) -> None:
        size = len(data)
        head = bytes([128 | kind, 128 | size]) if size < 126 else bytes([128 | kind, 254]) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + data)  # masked with zeros: allowed, and costs nothing

    def connection_lost(self, error: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(error or ConnectionError("closed"))


async def connect(port: int, token: str, hear: Callable[[Wire, bytes], None]) -> Wire:
    _, wire = await asyncio.get_running_loop().create_connection(lambda: Wire(token, hear), HOST, port)
    await wire.ready
    return wire


class Tree:
    """A checkout whose server is measured, by the Python of its own environment or else by this one."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        own = self.root / ".venv" / "bin" / "python"
        self.python = str(own) if own.exists() else sys.executable
        self.environment = {**os.environ, "PYTHONPATH": str(self.root / "src")}
        found = subprocess.check_output(
            [self.python, "-c", "import paiju; print(paiju.__file__)"], env=self.environment, text=True
        )
        if not Path(found.strip()).is_relative_to(self.root):
            sys.exit(f"{self.python} runs {found.strip()}, not {self.root}")

    def serve(self, data: Path) -> Server:
        command = ["-m", "paiju", "serve", "--port", "0", "--data", str(data), "--no-rate-limits"]
        return Server([self.python, *command], self.environment)


class Server:
    """A server in a process of its own, which prints its address once it answers."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        started = time.perf_counter()
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().rpartition(":")[2])
        self.seconds = time.perf_counter() - started
        self.usage = psutil.Process(self.process.pid)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()

    def megabytes(self) -> float:
        return float(self.usage.memory_info().rss) / 1e6

    def cpu(self) -> float:
        """Seconds of processor time so far, all its threads, and of processes it started."""
        used = [one.cpu_times() for one in (self.usage, *self.usage.children(recursive=True))]
        return float(sum(one.user + one.system for one in used))


@asynccontextmanager
async def serving(tree: Tree) -> AsyncIterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        server = tree.serve(Path(folder))
        try:
            yield server
        finally:
            server.stop()


class Load:
    """Tables full of clients; whoever is asked answers, at a given rate in all or at once."""

    def __init__(self, server: Server, calm: tuple[str, ...] = CALM) -> None:
        self.server = server
        self.codes: list[str] = []
        self.delays: list[float] = []
        self.errors: list[str] = []
        self.messages = self.bytes = 0
        self.is_eager = False
        """Whoever is asked answers at once."""
        self._calm = calm
        self._waiting: list[Wire] = []
        self._sent: dict[bytes, float] = {}
        self._number = 0
        self._lot = random.Random(1)

    @property
    def moves(self) -> int:
        return len(self.delays)

    async def open(self, game: str, seats: int, tables: int) -> None:
        async with httpx.AsyncClient(base_url=f"http://{HOST}:{self.server.port}", timeout=60) as http:
            for start in range(0, tables, 20):
                await asyncio.gather(*[self._open(http, game, seats) for _ in range(start, min(tables, start + 20))])

    async def _open(self, http: httpx.AsyncClient, game: str, seats: int) -> None:
        tokens = []
        for number in range(seats):
            made = await http.post("/api/session", json={"name": f"P{number}"})
            tokens.append(made.json()["token"])
        http.cookies.clear()
        headers = [{"authorization": f"Bearer {token}"} for token in tokens]
        body = {"game": game, "seats": seats, "pause": 0, "timeout": 600}
        made = await http.post("/api/games", json=body, headers=headers[0])
        assert made.status_code == 201, made.text
        code = made.json()["id"]
        for one in headers[1:]:
            joined = await http.post(f"/api/games/{code}/players", json={}, headers=one)
            assert joined.status_code == 201, joined.text
        for token in tokens:
            wire = await connect(self.server.port, token, self._hear)
            wire.send(json.dumps({"type": "watch", "payload": {"gameId": code}}).encode())
            wire.send(b'{"type":"ready","payload":{}}')
        self.codes.append(code)

    def _hear(self, wire: Wire, data: bytes) -> None:
        kind = data[9:13]
        self.messages += 1
        self.bytes += len(data)
        if kind == ACK:
            reference = data[data.index(b'"id":"') + 6 :].partition(b'"')[0]
            if reference in self._sent:
                self.delays.append(time.perf_counter() - self._sent.pop(reference))
        elif kind == STATE:
            if b'"decision":' in data:
                decision = read_state(data).payload.decision
                wire.choices = decision.choices if decision is not None else None
                if wire.choices:
                    if self.is_eager:
                        self._act(wire)
                    else:
                        self._waiting.append(wire)
        elif kind == ERROR:
            self.errors.append(data.decode()[:300])

    def _act(self, wire: Wire) -> bool:
        """Answer for a client, if it is still asked."""
        if not wire.choices:
            return False
        calm = [one for one in self._calm if one in wire.choices]
        text = calm[0] if calm else self._lot.choice(wire.choices)
        wire.choices = None
        self._number += 1
        reference = b"%d" % self._number
        self._sent[reference] = time.perf_counter()
        wire.send(b'{"type":"action","id":"%b","payload":{"text":%b}}' % (reference, json.dumps(text).encode()))
        return True

    def _act_somewhere(self) -> bool:
        while self._waiting:
            at = self._lot.randrange(len(self._waiting))
            self._waiting[at], self._waiting[-1] = self._waiting[-1], self._waiting[at]
            if self._act(self._waiting.pop()):
                return True
        return False

    async def paced(self, rate: float, seconds: float) -> None:
        """So many moves a second in all. Where nobody is asked the server is behind; those moves are not made up for."""
        start = time.perf_counter()
        done = 0
        while (now := time.perf_counter()) - start < seconds:
            due = int((now - start) * rate)
            while done < due:
                if not self._act_somewhere():
                    done = due
                done += 1
            await asyncio.sleep(0.002)

    async def measured(self, work: Awaitable[None]) -> Figures:
        """What the moves made meanwhile cost."""
        self.delays.clear()
        start, used = time.perf_counter(), self.server.cpu()
        await work
        took, used = time.perf_counter() - start, self.server.cpu() - used
        delays = [1000 * delay for delay in self.delays]
        return {
            "accepted/s": len(delays) / took,
            "p50 ms": percentile(delays, 0.5),
            "p99 ms": percentile(delays, 0.99),
            "us of processor time a move": 1e6 * used / max(1, len(delays)),
        }

    def refused(self) -> float:
        """Errors among a hundred moves. Questions put to several seats may be gone when an answer comes."""
        for error in self.errors[:1]:
            print(f"  refused, for instance: {error}", flush=True)
        return 100 * len(self.errors) / max(1, self._number)


def percentile(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else float("nan")


async def load(tree: Tree, args: argparse.Namespace) -> Figures:
    async with serving(tree) as server:
        clients = Load(server)
        await clients.open("holdem", 2, args.connections // 2)
        await clients.paced(args.rate, 3)
        found = await clients.measured(clients.paced(args.rate, args.seconds))
        await asyncio.sleep(0.5)
        clients.is_eager = True
        await clients.paced(1e6, 1)
        flat = await clients.measured(asyncio.sleep(args.seconds))
        found["flat out: accepted/s"] = flat["accepted/s"]
        found["flat out: us a move"] = flat["us of processor time a move"]
        return {**found, "refused %": clients.refused()}


async def catalog(server: Server) -> dict[str, int]:
    """Every game and its usual number of seats."""
    async with httpx.AsyncClient(base_url=f"http://{HOST}:{server.port}", timeout=60) as http:
        games = (await http.get("/api/catalog")).json()["games"]
    return {game["id"]: game["recommended"] for game in games}


async def mixed(tree: Tree, args: argparse.Namespace) -> Figures:
    async with serving(tree) as server:
        clients = Load(server)
        games = await catalog(server)
        for game, seats in games.items():
            await clients.open(game, seats, round(args.connections / len(games) / seats))
        await clients.paced(args.mixed_rate, 3)
        found = await clients.measured(clients.paced(args.mixed_rate, args.seconds))
        return {**found, "refused %": clients.refused()}


async def games(tree: Tree, args: argparse.Namespace) -> Figures:
    """Processor time of a move, each game alone: 20 tables, so slow that nobody waits."""
    async with serving(tree) as server:
        named = await catalog(server)
    found: Figures = {}
    for game, seats in named.items():
        async with serving(tree) as server:
            clients = Load(server)
            await clients.open(game, seats, 20)
            await clients.paced(200, 1)
            alone = await clients.measured(clients.paced(200, args.seconds / 2))
            found[f"{game}, {seats} seats: us a move"] = alone["us of processor time a move"]
    return found


async def size(tree: Tree, args: argparse.Namespace) -> Figures:
    """300 moves at ten tables, raises and folds among them; everything that reaches both players counts."""
    async with serving(tree) as server:
        clients = Load(server, calm=())
        await clients.open("holdem", 2, 10)
        await asyncio.sleep(0.5)
        clients.messages = clients.bytes = 0
        while clients.moves < 300:
            await clients.paced(100, 0.5)
        await asyncio.sleep(0.5)
        return {
            "bytes a move, two viewers": clients.bytes / clients.moves,
            "messages a move": clients.messages / clients.moves,
        }


async def tables(tree: Tree, args: argparse.Namespace) -> Figures:
    async with serving(tree) as server:
        before = server.megabytes()
        began = time.perf_counter()
        async with httpx.AsyncClient(base_url=f"http://{HOST}:{server.port}", timeout=60) as http:
            token = (await http.post("/api/session", json={"name": "Ann"})).json()["token"]
            headers = {"authorization": f"Bearer {token}"}

            async def one() -> None:
                body = {"game": "doudizhu", "join": False, "bots": [{"level": "random"}] * 2}
                made = await http.post("/api/games", json=body, headers=headers)
                assert made.status_code == 201, made.text

            for _ in range(args.open // 20):
                await asyncio.gather(*[one() for _ in range(20)])
        took = time.perf_counter() - began
        return {
            "KB an open table": 1000 * (server.megabytes() - before) / args.open,
            "ms to open one": 1000 * took / args.open,
        }


async def cold(tree: Tree, args: argparse.Namespace) -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        server = tree.serve(Path(folder))
        try:
            clients = Load(server)
            await clients.open("holdem", 2, args.cold)
            await clients.paced(2000, 5)
        finally:
            server.stop()
        server = tree.serve(Path(folder))
        try:
            began = time.perf_counter()
            async with httpx.AsyncClient(base_url=f"http://{HOST}:{server.port}", timeout=60) as http:
                first = await http.get(f"/api/games/{clients.codes[0]}/state")
                assert first.status_code == 200, first.text
                answered = time.perf_counter() - began
                while (await http.get("/ready")).json()["tables"] < args.cold:  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
            every = time.perf_counter() - began
            return {
                "s until it answers": server.seconds,
                "s until the first table": server.seconds + answered,
                "s until every clock runs": server.seconds + every,
            }
        finally:
            server.stop()


def slow_time(seconds: float = 3.0) -> float:
    """The part of the time in which this machine runs a loop at under two thirds of its usual speed, doing nothing else.

    The processor of a virtual machine is shared with others, and nothing else tells of it.
    """
    took: list[float] = []
    until = time.perf_counter() + seconds
    while (start := time.perf_counter()) < until:
        kept: dict[int, tuple[int, str]] = {}
        for at in range(10_000):
            kept[at & 255] = (at, str(at & 1023))
        took.append(time.perf_counter() - start)
    usual = sorted(took)[len(took) // 10]
    return sum(one for one in took if one > 1.5 * usual) / sum(took)


def run(work: Coroutine[Any, Any, T]) -> T:
    """The clients share the machine with the server: they run on the loop that costs least. Each connection is an open file."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


WORK: dict[str, Callable[[Tree, argparse.Namespace], Coroutine[Any, Any, Figures]]] = {
    "load": load,
    "mixed": mixed,
    "games": games,
    "bytes": size,
    "tables": tables,
    "cold": cold,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=[*WORK, []], default=[*WORK])
    parser.add_argument("--against", type=Path, help="another checkout")
    parser.add_argument("--rounds", type=int, default=1, help="of each, in turns; the figures are medians")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=2000)
    parser.add_argument("--mixed-rate", type=float, default=1000)
    parser.add_argument("--open", type=int, default=10_000)
    parser.add_argument("--cold", type=int, default=1000)
    args = parser.parse_args()
    trees = [Tree(Path(__file__).parents[1])]
    if args.against is not None:
        trees.append(Tree(args.against))
    print(
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, a loop alone slowed down for {slow_time():.0%} of the time"
    )
    for what in args.what:
        rounds = [[run(WORK[what](tree, args)) for tree in trees] for _ in range(args.rounds)]
        columns = [
            {name: statistics.median(one[at][name] for one in rounds) for name in rounds[0][at]}
            for at in range(len(trees))
        ]
        report(what, columns)


def report(what: str, columns: list[Figures]) -> None:
    here, *there = columns
    print(f"{what:40}{'here':>12}" + ("     against       ratio" if there else ""))
    for name, value in here.items():
        other = there[0].get(name) if there else None
        beside = f"{other:12.1f}{value / other:12.2f}" if other else ""
        print(f"  {name:38}{value:12.1f}{beside}", flush=True)


if __name__ == "__main__":
    main()
