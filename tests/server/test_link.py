"""The WebSocket as bytes: every way to cut messages into frames and packets, and every way to break the rules."""

from __future__ import annotations

import asyncio
import os
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paiju.server.link import MESSAGE_LIMIT
from tests.server.client import Running, serving

TEXT, BINARY, CONT, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10
MASK = b"\x11\x9a\x00\xfe"


def frame(data: bytes, kind: int = TEXT, fin: bool = True, mask: bytes | None = MASK) -> bytes:
    head = bytes([(128 if fin else 0) | kind])
    bit = 128 if mask is not None else 0
    if len(data) < 126:
        head += bytes([bit | len(data)])
    elif len(data) < 65536:
        head += struct.pack("!BH", bit | 126, len(data))
    else:
        head += struct.pack("!BQ", bit | 127, len(data))
    if mask is None:
        return head + data
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))


class Raw:
    """A client that says exactly what it is told to."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def say(self, *packets: bytes) -> None:
        for packet in packets:
            self.writer.write(packet)
            await self.writer.drain()
            await asyncio.sleep(0.002)

    async def hear(self) -> tuple[int, bytes]:
        head = await asyncio.wait_for(self.reader.readexactly(2), 5)
        size = head[1] & 127
        if size == 126:
            size = int.from_bytes(await self.reader.readexactly(2), "big")
        elif size == 127:
            size = int.from_bytes(await self.reader.readexactly(8), "big")
        assert not head[1] & 128 and head[0] & 128
        return head[0] & 15, await self.reader.readexactly(size)

    async def message(self) -> dict[str, Any]:
        kind, data = await self.hear()
        assert kind == TEXT
        return dict(msgspec.json.decode(data))

    async def closing(self) -> int:
        """The code of the close frame that comes next, and then the end."""
        kind, data = await self.hear()
        assert kind == CLOSE, (kind, data)
        self.writer.write(frame(data, CLOSE))
        assert await asyncio.wait_for(self.reader.read(), 5) == b""
        return int.from_bytes(data[:2], "big")


@asynccontextmanager
async def raw(server: Running, after: bytes = b"") -> AsyncIterator[Raw]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    request = (
        "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    writer.write(request.encode() + after)
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
    assert head.startswith(b"HTTP/1.1 101 ")
    client = Raw(reader, writer)
    assert (await client.message())["type"] == "welcome"
    try:
        yield client
    finally:
        writer.close()


def ping(size: int = 0) -> bytes:
    return b'{"type":"ping","payload":{}%b}' % (b" " * size)


@pytest.mark.asyncio
async def test_frames_in_any_packets(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, raw(server) as client:
        for size in (0, 98, 99, 100, 500, MESSAGE_LIMIT - len(ping())):
            whole = frame(ping(size))
            cuts = {1, 2, 3, 5, 6, 7, 8, 9, len(whole) - 1}
            for cut in sorted(cut for cut in cuts if 0 < cut < len(whole)):
                await client.say(whole[:cut], whole[cut:])
                assert (await client.message())["type"] == "pong"
        await client.say(frame(ping()) * 5 + frame(ping())[:4], frame(ping())[4:])
        for _ in range(6):
            assert (await client.message())["type"] == "pong"
        await client.say(*(bytes([byte]) for byte in frame(ping())))
        assert (await client.message())["type"] == "pong"


@pytest.mark.asyncio
async def test_fragments_pings_and_pongs_between(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, raw(server) as client:
        data = ping()
        await client.say(
            frame(data[:5], TEXT, fin=False) + frame(b"hi", PING) + frame(data[5:9], CONT, fin=False),
            frame(b"", PONG) + frame(data[9:], CONT),
        )
        assert await client.hear() == (PONG, b"hi")
        assert (await client.message())["type"] == "pong"
        await client.say(frame(data, BINARY) + frame(b"", TEXT, fin=False) + frame(data, CONT) + frame(data))
        for _ in range(3):
            assert (await client.message())["type"] == "pong"
        await client.say(frame(b"", PING))
        assert await client.hear() == (PONG, b"")


BROKEN: dict[str, tuple[bytes, int]] = {
    "no mask": (frame(ping(), mask=None), 1002),
    "reserved bit": (bytes([0xC1]) + frame(ping())[1:], 1002),
    "reserved kind": (frame(ping(), 3), 1002),
    "nothing to go on with": (frame(ping(), CONT), 1002),
    "a new message within one": (frame(b"{", TEXT, fin=False) + frame(ping()), 1002),
    "a ping in pieces": (frame(b"x", PING, fin=False), 1002),
    "a long ping": (frame(b"x" * 126, PING), 1002),
    "no text": (frame(b'{"type":"ping","id":"\xff\xfe"}'), 1007),
    "no text in pieces": (frame(b'{"type":"pi', TEXT, fin=False) + frame(b"\xff", CONT), 1007),
    "too large": (frame(ping(MESSAGE_LIMIT)), 1009),
    "the head of a giant": (bytes([0x81, 0xFF]) + struct.pack("!Q", 1 << 40) + MASK, 1009),
    "too large in pieces": (frame(b" " * 9000, TEXT, fin=False) + frame(b" " * 9000, CONT), 1009),
    "goodbye": (frame(struct.pack("!H", 1000), CLOSE), 1000),
    "goodbye without a word": (frame(b"", CLOSE), 1005),
}


@pytest.mark.asyncio
async def test_broken_rules_end_the_connection_and_nothing_else(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        for name, (data, code) in BROKEN.items():
            async with raw(server) as client:
                await client.say(frame(ping()))
                assert (await client.message())["type"] == "pong", name
                await client.say(data + frame(ping()))
                assert await client.closing() == (0 if code == 1005 else code), name
        async with raw(server) as client:
            await client.say(frame(ping()))
            assert (await client.message())["type"] == "pong"
        await gone(server)


async def gone(server: Running) -> None:
    """Every connection is forgotten."""
    for _ in range(200):
        if not server.context.sockets:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{len(server.context.sockets)} connections are left")


@pytest.mark.asyncio
async def test_a_cut_in_the_middle_of_anything_is_noticed(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        for data in (b"", b"\x81", frame(ping())[:7], frame(b"{", TEXT, fin=False), frame(ping(9000))[:4000]):
            async with raw(server) as client:
                await client.say(data or frame(ping()))
                client.writer.transport.abort()
        await gone(server)


@pytest.mark.asyncio
async def test_noise_never_hurts_the_server(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        for seed in range(40):
            async with raw(server) as client:
                noise = os.urandom(200)
                head = (frame(ping()), frame(b"{}", TEXT, fin=False), b"")[seed % 3]
                await client.say(head + noise[:100], noise[100:])
        async with raw(server) as client:
            await client.say(frame(ping()))
            assert (await client.message())["type"] == "pong"
        await gone(server)
