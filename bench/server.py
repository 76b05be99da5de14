"""How many moves one server process carries: real sockets on loopback, SQLite, every move durable before its ack.

    python bench/server.py                      everything, about three minutes
    python bench/server.py --seconds 10 load    1,000 seated connections at 2,000 moves a second
    … serial (one move at a time, beside an echo), echo (the bare stack alone), tables (10,000 open ones), cold (start with 1,000 unfinished ones)

The clients live in this process, the server in another. A move counts once: it was checked by the rules, is durable, and
its mover has his `ack` and his `game_state`. The bare echo is a Litestar WebSocket handler under uvicorn with the same
settings, which decodes a message like our moves with msgspec and answers with a message as long as our average answer;
nothing is checked, kept or shown to others. It is measured once with one answer a message and once with as many frames
as the server sends for a move, to as many connections. Moves by REST, with one answer each: bench/rest.py.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import resource
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import httpx
import psutil
import uvloop

T = TypeVar("T")

HOST = "127.0.0.1"
ACK, STATE, ERROR = b'ack"', b"game", b"erro"


class Wire(asyncio.Protocol):
    """A WebSocket client that does as little as possible, so that the server is what is measured."""

    def __init__(self, path: str, headers: dict[str, str], hear: Callable[[Wire, bytes], None]) -> None:
        self._path, self._headers, self._hear = path, headers, hear
        self._buffer = b""
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.state: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        lines = [
            f"GET {self._path} HTTP/1.1", "Host: x", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            *[f"{name}: {value}" for name, value in self._headers.items()], "", "",
        ]  # fmt: skip
        transport.write("\r\n".join(lines).encode())

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


async def connect(port: int, token: str, hear: Callable[[Wire, bytes], None], path: str = "/ws") -> Wire:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(path, headers, hear), HOST, port)
    await wire.ready
    return wire


class Server:
    """`paiju serve` in a process of its own."""

    def __init__(self, data: Path, *more: str) -> None:
        self.started = time.perf_counter()
        command = [
            sys.executable,
            "-m",
            "paiju",
            "serve",
            "--port",
            "0",
            "--data",
            str(data),
            "--no-rate-limits",
            *more,
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.port = int(line.rpartition(":")[2])
        self.seconds = time.perf_counter() - self.started
        self.usage = psutil.Process(self.process.pid)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()

    def megabytes(self) -> float:
        return float(self.usage.memory_info().rss) / 1e6


ECHO = """
import sys, msgspec, uvicorn
from litestar import Litestar, WebSocket, websocket
class Action(msgspec.Struct):
    text: str
    seq: int | None = None
class In(msgspec.Struct):
    type: str
    payload: Action
    id: str | None = None
class Payload(msgspec.Struct):
    id: str | None
    rest: str
class Out(msgspec.Struct):
    type: str
    payload: Payload
port, size, frames, half = (int(one) for one in sys.argv[1:])
decode, encode = msgspec.json.Decoder(In).decode, msgspec.json.Encoder().encode
waiting = []
@websocket("/ws")
async def echo(socket: WebSocket) -> None:
    await socket.accept()
    others = [socket]
    if frames > 1:  # two connections make a table
        waiting.append(others)
        if len(waiting) == 2:
            for row in waiting:
                row[:] = [one for pair in ([socket], waiting[0][:1]) for one in pair]
            waiting.clear()
    while True:
        message = decode(await socket.receive_data("text"))
        data = encode(Out("game_state", Payload(message.id, "x" * size))).decode()
        await socket.send_data(data)
        for number in range(frames - 1):
            to = others[number % len(others)]
            try:
                await to.send_data(encode(Out("other", Payload(None, "x" * half))).decode())
            except Exception:
                pass
uvicorn.run(Litestar([echo], openapi_config=None, logging_config=None), host="127.0.0.1", port=port, ws="websockets-sansio",
            log_level="error", access_log=False, ws_per_message_deflate=False, ws_ping_interval=20.0, ws_ping_timeout=20.0)
"""


class EchoServer:
    """A program that serves at the port it is told first, in a process of its own."""

    def __init__(self, program: str, *numbers: int) -> None:
        with socket.create_server((HOST, 0)) as one:
            self.port = one.getsockname()[1]
        self.process = subprocess.Popen([sys.executable, "-c", program, str(self.port), *map(str, numbers)])
        self.usage = psutil.Process(self.process.pid)
        until = time.monotonic() + 20
        while time.monotonic() < until:
            try:
                socket.create_connection((HOST, self.port)).close()
                return
            except OSError:
                time.sleep(0.05)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


async def echo_rate(
    connections: int, seconds: float, size: int, frames: int = 1, others: int = 0
) -> tuple[float, float]:
    """Messages a second that the bare stack answers, everybody asking again at once; and its CPU seconds for each."""
    server = EchoServer(ECHO, max(1, size - 50), frames, max(1, others - 50))
    count = 0
    stop = False
    message = json.dumps({"type": "action", "id": "1", "payload": {"text": "call", "seq": 12345}}).encode()

    def hear(wire: Wire, data: bytes) -> None:
        nonlocal count
        if data.startswith(b'{"type":"game_state"'):
            count += 1
            if not stop:
                wire.send(message)

    try:
        wires = [await connect(server.port, "", hear) for _ in range(connections)]
        for wire in wires:
            wire.send(message)
        await asyncio.sleep(1)
        start, first, used = time.perf_counter(), count, cpu(server.usage)
        await asyncio.sleep(seconds)
        done = count - first
        rate, each = done / (time.perf_counter() - start), (cpu(server.usage) - used) / max(1, done)
        stop = True
        for wire in wires:
            wire.transport.close()
    finally:
        server.stop()
    return rate, each


def cpu(process: psutil.Process) -> float:
    """Processor time of a process so far, all its threads, and of those it started."""
    return own(process) + sum(own(child) for child in process.children())


def own(process: psutil.Process) -> float:
    used = process.cpu_times()
    return float(used.user + used.system)


class Load:
    """Heads-up hold'em tables; whoever is asked calls or checks, at a given rate in all or as fast as it goes."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.sent: dict[tuple[Wire, bytes], float] = {}
        self.delays: list[float] = []
        self.acks = 0
        self.errors: list[str] = []
        self.waiting: list[tuple[Wire, bytes]] = []
        self.eager = False
        self.stop = False
        self.heard: dict[bytes, list[int]] = {}  # messages and bytes, by the first letters of their kind
        self._number = 0
        self._random = random.Random(1)

    async def open(self, tables: int) -> list[Wire]:
        wires = []
        async with httpx.AsyncClient(base_url=f"http://{HOST}:{self.port}", timeout=60) as http:

            async def one(number: int) -> None:
                tokens = []
                for name in ("Ann", "Bo"):
                    made = await http.post("/api/session", json={"name": name})
                    tokens.append(made.json()["token"])
                http.cookies.clear()
                body = {"game": "holdem", "seats": 2, "pause": 0, "buyIn": 1000, "timeout": 600}
                ann, bo = ({"authorization": f"Bearer {token}"} for token in tokens)
                made = await http.post("/api/games", json=body, headers=ann)
                code = made.json()["id"]
                joined = await http.post(f"/api/games/{code}/players", json={"buyIn": 1000}, headers=bo)
                assert joined.status_code == 201, joined.text
                pair = [await connect(self.port, token, self.hear) for token in tokens]
                for wire in pair:
                    wire.state = code
                    wire.send(json.dumps({"type": "watch", "payload": {"gameId": code}}).encode())
                    wire.send(b'{"type":"ready","payload":{}}')
                wires.extend(pair)

            for start in range(0, tables, 20):
                await asyncio.gather(*[one(n) for n in range(start, min(tables, start + 20))])
        return wires

    def hear(self, wire: Wire, data: bytes) -> None:
        kind = data[9:13]
        counted = self.heard.get(kind) or self.heard.setdefault(kind, [0, 0])
        counted[0] += 1
        counted[1] += len(data)
        if kind == ACK:
            reference = data[data.index(b'"id":"') + 6 :].partition(b'"')[0]
            began = self.sent.pop((wire, reference), None)
            if began is not None:
                self.delays.append(time.perf_counter() - began)
            self.acks += 1
        elif kind == STATE:
            at = data.find(b'"decision":{')
            if at >= 0:
                word = b"check" if data.find(b'"check"', at, at + 400) >= 0 else b"call"
                if self.eager and not self.stop:
                    self.act(wire, word)
                else:
                    self.waiting.append((wire, word))
        elif kind == ERROR:
            self.errors.append(data.decode()[:200])

    def act(self, wire: Wire, word: bytes) -> None:
        self._number += 1
        reference = b"%d" % self._number
        self.sent[wire, reference] = time.perf_counter()
        wire.send(b'{"type":"action","id":"%b","payload":{"text":"%b"}}' % (reference, word))

    async def paced(self, rate: float, seconds: float) -> None:
        """So many moves a second in all, by whoever is asked, at random: tables do not go in step, nor end hands together."""
        start = time.perf_counter()
        done = 0
        while (now := time.perf_counter()) - start < seconds:
            due = int((now - start) * rate)
            while done < due and self.waiting:
                at = self._random.randrange(len(self.waiting))
                self.waiting[at], self.waiting[-1] = self.waiting[-1], self.waiting[at]
                self.act(*self.waiting.pop())
                done += 1
            if done < due and not self.waiting:
                done = due  # nobody is asked: the server is behind, and those moves are not made up for
            await asyncio.sleep(0.002)

    async def flat_out(self, server: Server, seconds: float) -> tuple[float, float]:
        """Moves a second when everybody moves as soon as he is asked; and the server's CPU seconds for each."""
        self.eager = True
        waiting, self.waiting = self.waiting, []
        for wire, word in waiting:
            self.act(wire, word)
        await asyncio.sleep(1)
        self.heard.clear()
        start, first, used = time.perf_counter(), self.acks, cpu(server.usage)
        await asyncio.sleep(seconds)
        done = self.acks - first
        rate, each = done / (time.perf_counter() - start), (cpu(server.usage) - used) / max(1, done)
        self.stop = True
        await asyncio.sleep(0.5)
        return rate, each


def percentile(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else float("nan")


def slow_time(seconds: float = 5.0) -> float:
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


async def load(seconds: float, tables: int, rate: float) -> None:
    slowed = slow_time()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            clients = Load(server.port)
            began = time.perf_counter()
            wires = await clients.open(tables)
            await asyncio.sleep(1.5)
            print(f"{len(wires)} seated connections at {tables} tables, opened in {time.perf_counter() - began:.1f} s")
            await clients.paced(rate, 5)
            clients.delays.clear()
            first, start, busy = clients.acks, time.perf_counter(), time.process_time()
            used, alone = cpu(server.usage), own(server.usage)
            ends = [0]
            for _ in range(round(seconds)):
                await clients.paced(rate, 1)
                ends.append(len(clients.delays))
            took = time.perf_counter() - start
            used, alone = cpu(server.usage) - used, own(server.usage) - alone
            busy = time.process_time() - busy
            moves = clients.acks - first
            delays = [1000 * delay for delay in clients.delays]
            print(
                f"paced at {rate:.0f}/s: {moves / took:.0f} accepted/s, p50 {percentile(delays, 0.5):.1f} ms, "
                f"p99 {percentile(delays, 0.99):.1f} ms; server at {alone / took:.0%} of a core, "
                f"{1e6 * used / max(1, moves):.0f} us of processor time a move, {(used - alone) / used:.0%} of it to write; clients at {busy / took:.0%} of a core"
            )
            by_second = [percentile(delays[a:b], 0.99) for a, b in pairwise(ends)]
            good = sum(p99 <= 50 for p99 in by_second)
            print(
                f"by the second: p99 in the middle {statistics.median(by_second):.1f} ms, within 50 ms in {good} of "
                f"{len(by_second)}; just before, a loop alone on the machine was slowed down for {slowed:.0%} of the time"
            )
            await asyncio.sleep(1)
            best, each = await clients.flat_out(server, seconds)
            heard = clients.heard
            moves = max(1, heard[ACK][0])
            frames = sum(count for count, _ in heard.values()) // moves
            state = heard[STATE][1] // heard[STATE][0]
            every = sum(size for _, size in heard.values()) // moves
            print(
                f"flat out: {best:.0f} accepted/s, {1e6 * each:.0f} us of processor time a move; {frames} messages and "
                f"{every} bytes a move, a state {state} bytes on average; errors {len(clients.errors)} {clients.errors[:1]}"
            )
        finally:
            server.stop()
    connections = min(2 * tables, 1000)
    for shape in ((state, 1, 0), (state, frames, (every - state) // max(1, frames - 1))):
        echo, echo_each = await echo_rate(connections, seconds / 2, *shape)
        print(
            f"bare echo of the same stack, {shape[1]} of {shape[0]} bytes back: {echo:.0f}/s, {1e6 * echo_each:.0f} us of "
            f"processor time; moves at {best / echo:.2f} of its rate, {echo_each / each:.2f} by processor time"
        )


async def serial(seconds: float) -> None:
    """One move at a time: whoever is asked waits for his state, moves, and so on; beside an echo that waits the same way."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            clients = Load(server.port)
            await clients.open(1)
            await asyncio.sleep(1.5)
            moves, each = await clients.flat_out(server, seconds)
            state = clients.heard[STATE][1] // clients.heard[STATE][0]
            delays = [1000 * delay for delay in clients.delays]
        finally:
            server.stop()
    echo, echo_each = await echo_rate(1, seconds, state)
    print(
        f"one at a time: {moves:.0f} moves/s, ack after {percentile(delays, 0.5):.2f} ms (p99 {percentile(delays, 0.99):.2f}), "
        f"{1e6 * each:.0f} us of processor time; bare echo {echo:.0f}/s, {1e6 * echo_each:.0f} us; "
        f"moves at {moves / echo:.2f} of its rate"
    )


async def tables(number: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            before = server.megabytes()
            began = time.perf_counter()
            async with httpx.AsyncClient(base_url=f"http://{HOST}:{server.port}", timeout=60) as http:
                token = (await http.post("/api/session", json={"name": "Ann"})).json()["token"]
                headers = {"authorization": f"Bearer {token}"}

                async def one() -> None:
                    body = {"game": "doudizhu", "join": False, "bots": [{"level": "random"}] * 2}
                    made = await http.post("/api/games", json=body, headers=headers)
                    assert made.status_code == 201, made.text

                for _ in range(number // 20):
                    await asyncio.gather(*[one() for _ in range(20)])
            took = time.perf_counter() - began
            each = 1000 * (server.megabytes() - before) / number
            print(f"{number} open tables: {server.megabytes():.0f} MB, {each:.1f} KB each, opened in {took:.0f} s")
        finally:
            server.stop()


async def cold(number: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        clients = Load(server.port)
        wires = await clients.open(number)
        await clients.paced(2000, 5)
        server.stop()
        again = Server(Path(folder))
        ready = cpu(again.usage)
        try:
            async with httpx.AsyncClient(base_url=f"http://{HOST}:{again.port}", timeout=60) as http:
                began = time.perf_counter()
                codes = [wire.state for wire in wires[::2]]
                first = await http.get(f"/api/games/{codes[0]}/state")
                assert first.status_code == 200
                answered = time.perf_counter() - began
                while (await http.get("/ready")).json()["tables"] < len(codes):  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
                every = time.perf_counter() - again.started
            print(
                f"cold start with {number} unfinished tables: ready after {again.seconds:.1f} s, first table after "
                f"{again.seconds + answered:.1f} s, every clock running after {every:.1f} s "
                f"({ready:.1f} s of processor time until ready, {cpu(again.usage):.1f} s in all)"
            )
        finally:
            again.stop()


def run(work: Coroutine[Any, Any, T]) -> T:
    """The clients share the machine with the server: they run on the loop that costs least. Each connection is an open file."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", default=["load", "serial", "tables", "cold"])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=2000)
    parser.add_argument("--open", type=int, default=10_000)
    parser.add_argument("--cold", type=int, default=1000)
    args = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; run {secrets.token_hex(2)}")
    for what in args.what:
        if what == "load":
            run(load(args.seconds, args.tables, args.rate))
        elif what == "serial":
            run(serial(args.seconds))
        elif what == "echo":
            rates = [run(echo_rate(1000, args.seconds, 1800))[0] for _ in range(3)]
            print(f"bare echo: {statistics.median(rates):.0f}/s")
        elif what == "tables":
            run(tables(args.open))
        elif what == "cold":
            run(cold(args.cold))


if __name__ == "__main__":
    main()
