"""Requests that never come to an end, and answers that nobody takes, end by themselves."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest

from paiju.server import patience
from tests.server.client import serving

pytestmark = pytest.mark.asyncio

HELLO = b"GET /health HTTP/1.1\r\nHost: x\r\n"


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0.3)


async def rest_of(reader: asyncio.StreamReader, within: float = 5) -> bytes:
    """What still comes before the server cuts us off."""
    try:
        return await asyncio.wait_for(reader.read(-1), within)
    except ConnectionError:
        return b""


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"G",
        HELLO,
        b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
        b"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n",
    ],
)
async def test_a_request_that_does_not_come_is_not_waited_for(begun: bytes, tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(begun)
        assert await rest_of(reader) == b""
        writer.close()


async def test_nor_is_one_that_comes_byte_by_byte(tmp_path: Path) -> None:
    """Also the second one of a connection."""
    async with serving(tmp_path) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(HELLO + b"\r\n")
        assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200")

        async def drip() -> None:
            while not writer.is_closing():
                writer.write(b"X-Drop: 1\r\n")
                await asyncio.sleep(0.05)

        writer.write(HELLO)
        dripping = asyncio.create_task(drip())
        assert await rest_of(reader) == b""
        dripping.cancel()
        writer.close()


@pytest.mark.parametrize("part", [b"X-More: " + b"b" * 50 + b"\r\n", b"b" * 60])
async def test_no_head_is_kept_for_ever(part: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Be it many fields or one without an end."""
    monkeypatch.setattr(patience, "PATIENCE", 20.0)
    async with serving(tmp_path) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(HELLO + b"X-First: ")
        for _ in range(30):
            writer.write(part * 100)
        assert (await rest_of(reader))[:12] in (b"HTTP/1.1 400", b"")
        writer.close()


async def test_an_answer_that_nobody_takes_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lost: list[Any] = []
    plainly: Any = patience.PatientProtocol.connection_lost

    def connection_lost(self: Any, exc: Exception | None) -> None:
        lost.append(self.client[1])
        plainly(self, exc)

    monkeypatch.setattr(patience.PatientProtocol, "connection_lost", connection_lost)
    async with serving(tmp_path) as server:
        with socket.create_connection(("127.0.0.1", server.port)) as plug:
            request = b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
            plug.send(request * 300)  # some 20 MB, more than the buffers of two sockets hold
            for _ in range(100):
                if plug.getsockname()[1] in lost:
                    break
                await asyncio.sleep(0.1)
            assert plug.getsockname()[1] in lost


async def test_who_keeps_asking_is_served(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest()
        async with ann.socket() as one:
            for _ in range(8):
                assert (await ann.http.get("/health")).status_code == 200
                await asyncio.sleep(0.1)
            await one.say("ping")
            await one.until("pong")
