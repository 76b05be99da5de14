"""What a client can cost below the application: floods of frames, and clients that read nothing."""

from __future__ import annotations

import asyncio
import logging
import random
import socket
import time
from ipaddress import ip_network
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import websockets
from uvicorn.protocols.utils import ClientDisconnected
from websockets.frames import Frame, Opcode

from paiju.server import guard, websocket
from paiju.server.guard import Frames, Guarded
from paiju.server.limits import RATES
from paiju.server.metrics import CUT
from tests.server.client import NO_LIMITS, Running, serving

SHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def frame(opcode: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


@pytest.mark.parametrize("seed", range(20))
def test_frames_are_counted_however_the_bytes_are_cut(seed: int) -> None:
    draw = random.Random(seed)
    sizes = [draw.choice([0, 1, 5, 125, 126, 200, 65535, 65536, 70000]) for _ in range(30)]
    data = SHAKE + b"".join(
        frame(draw.choice([Opcode.TEXT, Opcode.BINARY, Opcode.CONT]), bytes(size)) for size in sizes
    )
    frames, at, found = Frames(), 0, 0
    while at < len(data):
        size = draw.choice([1, 2, 3, 7, 100, 5000, 100_000])
        found += frames.count(data[at : at + size])
        at += size
    assert found == len(sizes)


async def connected(server: Running, *, small: bool = False) -> socket.socket:
    """A bare connection whose handshake is done; `small`: with a buffer that is soon full."""
    wire = socket.socket()
    if small:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(wire, ("127.0.0.1", server.port))
    await loop.sock_sendall(wire, SHAKE)
    head = b""
    while b"\r\n\r\n" not in head:
        head += await loop.sock_recv(wire, 1 if small else 4096)
    assert head.startswith(b"HTTP/1.1 101")
    return wire


async def is_cut(wire: socket.socket) -> bool:
    """Read what there is until the other side is gone."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(10):
            while await loop.sock_recv(wire, 1 << 16):
                pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


FLOODS = {
    "pings": frame(Opcode.PING) * 5000,
    "pongs": frame(Opcode.PONG, b"x") * 5000,
    "empty fragments": frame(Opcode.TEXT, fin=False) + frame(Opcode.CONT, fin=False) * 5000,
    "fragments": frame(Opcode.BINARY, fin=False) + frame(Opcode.CONT, b"x", fin=False) * 5000,
}


@pytest.mark.parametrize("kind", FLOODS)
async def test_every_frame_counts(kind: str, tmp_path: Path) -> None:
    async with serving(tmp_path, rates={**NO_LIMITS, "frame": RATES["frame"]}) as server:
        before = CUT["frames"]
        with await connected(server) as wire:
            spent = time.process_time()
            try:
                for _ in range(10):
                    await asyncio.get_running_loop().sock_sendall(wire, FLOODS[kind])
            except ConnectionError:
                pass
            assert await is_cut(wire)
            assert time.process_time() - spent < 2
        assert CUT["frames"] == before + 1
        async with httpx.AsyncClient() as http:
            assert (await http.get(f"{server.url}/health")).status_code == 200


@pytest.mark.parametrize("is_proxy", [False, True])
async def test_connections_of_one_address_share_a_budget(is_proxy: bool, tmp_path: Path) -> None:
    """Each is within its own limit, all together are not; those that a proxy passes on are different people's."""
    rates = {**NO_LIMITS, "frame": RATES["frame"], "frames_from": (1.0, 1000.0)}
    proxies = (ip_network("127.0.0.0/8"),) if is_proxy else ()
    async with serving(tmp_path, rates=rates, proxies=proxies) as server:
        before = CUT["frames"]
        with await connected(server) as one, await connected(server) as other:
            for wire in (one, other):
                await asyncio.get_running_loop().sock_sendall(wire, frame(Opcode.PONG) * 550)
            if not is_proxy:
                assert await is_cut(other)
        assert CUT["frames"] == before + (not is_proxy)


async def test_a_client_within_its_limits_is_left_alone(tmp_path: Path) -> None:
    async with serving(tmp_path, rates={**NO_LIMITS, "frame": RATES["frame"]}) as server:
        before = CUT.total()
        async with websockets.connect(server.ws) as wire:
            for _ in range(100):
                await wire.ping()
            await asyncio.wait_for(await wire.ping(), 10)
        assert CUT.total() == before


async def test_answers_to_pings_are_not_kept_for_a_client_that_reads_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "UNSENT", 100_000)
    async with serving(tmp_path) as server:
        before = CUT["unread"]
        with await connected(server, small=True) as wire, pytest.raises(ConnectionError):
            async with asyncio.timeout(30):
                while True:
                    await asyncio.get_running_loop().sock_sendall(wire, frame(Opcode.PING, bytes(125)) * 500)
        assert CUT["unread"] == before + 1


async def test_a_connection_that_should_close_is_closed_though_the_client_reads_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "CLOSING", 0.2)
    monkeypatch.setattr(websocket, "PATIENCE", 0.2)
    async with serving(tmp_path) as server:
        before = CUT["deaf"]
        with await connected(server, small=True):
            async with asyncio.timeout(10):
                while not server.context.sockets:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            (connection,) = server.context.sockets
            async with asyncio.timeout(30):
                while server.context.sockets:  # until the buffers of the system are full, and ours too
                    connection.send(b"x" * 100_000)
                    await asyncio.sleep(0.001)
                while CUT["deaf"] == before:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)


async def test_bytes_that_are_no_text_are_no_news(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """As the first message, or later: the connection is closed with 1007, and nothing is logged."""
    from paiju.server.run import quiet

    async with serving(tmp_path) as server:
        logger = logging.getLogger("uvicorn.error")
        news = quiet(server.app)
        logger.addFilter(news)
        try:
            async with websockets.connect(server.ws) as wire:
                await wire.recv()
                await wire.send(b"\xff\xfe", text=True)
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    while True:
                        await asyncio.wait_for(wire.recv(), 10)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1007
        finally:
            logger.removeFilter(news)
    assert "Traceback" not in caplog.text + "".join(capfd.readouterr())


async def test_an_answer_to_a_handshake_that_a_shutdown_has_refused_is_dropped() -> None:
    """uvicorn refuses it when it stops; a second answer would be a failure with a traceback (seeds 27 and 82)."""
    protocol: Any = object.__new__(Guarded)
    protocol.handshake_complete, protocol._wire = False, SimpleNamespace(is_closing=lambda: True)
    with pytest.raises(ClientDisconnected):
        await protocol.send({"type": "websocket.http.response.start", "status": 503, "headers": []})
