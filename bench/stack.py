"""One application under several ASGI servers (docs/decisions/0009-asgi-stack.md).

    python bench/stack.py [--rounds 3] [--seconds 3]

`echo` answers each message with three messages of 600 bytes to its sender and two to a second client, about what a move of
hold'em sends, and does nothing else. `moves` is Paiju itself, heads-up hold'em at 50 tables. Everybody sends again as soon
as there is an answer; the figures are the server's processor time for each message, medians over the rounds.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import psutil
from server import HOST, Load, Server, Wire, connect, run

from paiju.server.websocket import WebSocket

UVICORN = ["uvicorn", "{app}", "--port", "{port}", "--log-level", "error", "--ws-per-message-deflate", "false", "--ws"]
COMMANDS = {
    "uvicorn, websockets-sansio": [*UVICORN, "websockets-sansio"],
    "uvicorn, wsproto": [*UVICORN, "wsproto"],
    "uvicorn, websockets": [*UVICORN, "websockets"],
    "hypercorn": [
        "hypercorn",
        "{app}",
        "--bind",
        "127.0.0.1:{port}",
        "--worker-class",
        "uvloop",
        "--log-level",
        "error",
    ],
    "granian": [
        "granian",
        "{app}",
        "--port",
        "{port}",
        "--interface",
        "asgi",
        "--loop",
        "uvloop",
        "--log-level",
        "error",
    ],
}
REPLY = b'{"type":"game_state","payload":"%b"}' % (b"x" * 560)
OTHER = b'{"type":"other","payload":"%b"}' % (b"x" * 570)


class Peer:
    """A client of the echo."""

    def __init__(self, websocket: WebSocket) -> None:
        self.websocket = self.other = websocket

    def take(self, data: bytes) -> None:
        msgspec.json.decode(data)
        for message in (REPLY, OTHER, OTHER):
            self.websocket.write(message)
        for message in (OTHER, OTHER):
            self.other.write(message)


class Echo:
    """An ASGI application; two connections make a pair."""

    def __init__(self) -> None:
        self._alone: Peer | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        while scope["type"] == "lifespan":
            kind = (await receive())["type"]
            await send({"type": f"{kind}.complete"})
            if kind == "lifespan.shutdown":
                return
        await receive()
        await send({"type": "websocket.accept"})
        websocket = WebSocket(receive, send)
        peer = Peer(websocket)
        if self._alone is None:
            self._alone = peer
        else:
            peer.other, self._alone.other, self._alone = self._alone.websocket, websocket, None
        await websocket.run(peer)


echo = Echo()


class Stack(Server):
    """An application under one of the servers, in processes of its own."""

    def __init__(self, name: str, app: str, data: str) -> None:
        with socket.create_server((HOST, 0)) as one:
            self.port = one.getsockname()[1]
        command = [part.format(app=app, port=self.port) for part in COMMANDS[name]]
        here = Path(__file__).parent
        path = os.pathsep.join([str(here), str(here.parent / "src"), *sys.path])
        environment = {**os.environ, "PYTHONPATH": path, "PAIJU_DATA": data, "PAIJU_RATE_LIMITS": "0"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", *command],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.usage = psutil.Process(self.process.pid)
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with suppress(OSError):
                socket.create_connection((HOST, self.port)).close()
                return
            time.sleep(0.05)

    def stop(self) -> None:
        for child in self.usage.children(recursive=True):
            child.kill()
        super().stop()


async def echoes(server: Server, seconds: float) -> float:
    count = 0

    def hear(wire: Wire, data: bytes) -> None:
        nonlocal count
        if data == REPLY:
            count += 1
            wire.send(b'{"type":"action","id":"1","payload":{"text":"call"}}')

    for wire in [await connect(server.port, "", hear) for _ in range(100)]:
        hear(wire, REPLY)
    await asyncio.sleep(1)
    first, used = count, server.cpu()
    await asyncio.sleep(seconds)
    return 1e6 * (server.cpu() - used) / max(1, count - first)


async def moves(server: Server, seconds: float) -> float:
    clients = Load(server)
    await clients.open("holdem", 2, 50)
    clients.is_eager = True
    await clients.paced(1e6, 1)
    return (await clients.measured(asyncio.sleep(seconds)))["us of processor time a move"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3)
    args = parser.parse_args()
    names = [name for name, command in COMMANDS.items() if find_spec(command[0])]
    found: dict[tuple[str, str], list[float]] = {}
    for _ in range(args.rounds):
        for name in names:
            for what, app, work in (("echo", "stack:echo", echoes), ("moves", "paiju.server.app:app", moves)):
                with tempfile.TemporaryDirectory() as data:
                    server = Stack(name, app, data)
                    try:
                        found.setdefault((name, what), []).append(run(work(server, args.seconds)))
                    finally:
                        server.stop()
    print(f"{'us of processor time':30}{'echo':>8}{'moves':>8}")
    for name in names:
        each = [statistics.median(found[name, what]) for what in ("echo", "moves")]
        print(f"{name:30}{each[0]:8.0f}{each[1]:8.0f}")


if __name__ == "__main__":
    main()
