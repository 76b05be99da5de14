"""One WebSocket: as bytes that break the rules, and as the websocket that the application sees."""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paiju.server import run
from paiju.server.websocket import MESSAGE_LIMIT, QUEUE, QUEUE_BYTES, WebSocket
from tests.server.client import Running, serving

TEXT, CONT, CLOSE, PING = 1, 0, 8, 9
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


class Client:
    """The server below a websocket: what it is given, and what the client says."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.said: asyncio.Queue[Any] = asyncio.Queue()
        self.reads = asyncio.Event()
        self.reads.set()
        self.is_gone = False
        self.turns: list[int] = []
        """How much was sent in each turn of the loop."""

    async def send(self, message: Any) -> None:
        await self.reads.wait()
        if self.is_gone:
            raise ConnectionResetError
        self.sent.append(message)
        if not self.turns or self.turns[-1] == 0:
            self.turns.append(0)
            asyncio.get_running_loop().call_soon(self.turns.append, 0)
        self.turns[-1] += 1

    def say(self, *texts: str) -> None:
        for text in texts:
            self.said.put_nowait({"type": "websocket.receive", "text": text})

    def leave(self) -> None:
        self.said.put_nowait({"type": "websocket.disconnect", "code": 1005})

    @property
    def texts(self) -> list[str]:
        return [message["text"] for message in self.sent if message["type"] == "websocket.send"]


class Heard(list[bytes]):
    """A peer that keeps what it is given, and holds the websocket at a certain message."""

    def __init__(self, websocket: WebSocket | None = None, hold_at: bytes = b"") -> None:
        super().__init__()
        self._websocket, self._hold_at = websocket, hold_at

    def take(self, data: bytes) -> None:
        self.append(data)
        if self._websocket is not None and data == self._hold_at:
            self._websocket.hold()


async def turns(number: int = 10) -> None:
    for _ in range(number):
        await asyncio.sleep(0)


async def test_many_messages_of_a_turn_are_sent_in_one() -> None:
    client = Client()
    websocket = WebSocket(client.said.get, client.send)
    websocket.write(b"before it runs")
    running = asyncio.create_task(websocket.run(Heard()))
    await turns()
    client.turns.clear()
    for number in range(5):
        websocket.write(b"%d" % number)
    await turns()
    assert client.texts == ["before it runs", "0", "1", "2", "3", "4"]
    assert [count for count in client.turns if count] == [5]
    client.leave()
    await running


async def test_closing_comes_after_what_was_written_and_nothing_after_it() -> None:
    client, heard = Client(), Heard()
    websocket = WebSocket(client.said.get, client.send)
    websocket.write(b"last")
    websocket.close(1012, "reconnect")
    websocket.close(1008, "the first code counts")
    websocket.write(b"never sent")
    await websocket.run(heard)
    assert client.texts == ["last"]
    assert client.sent[-1] == {"type": "websocket.close", "code": 1012, "reason": "reconnect"}


async def test_a_websocket_that_is_full_can_drop_what_waits() -> None:
    client = Client()
    websocket = WebSocket(client.said.get, client.send)
    assert websocket.write(*[b"x"] * QUEUE)
    assert not websocket.write(b"x")
    websocket.close(1013, "too slow", at_once=True)
    await websocket.run(Heard())
    assert [message["type"] for message in client.sent] == ["websocket.close"]


async def test_few_large_messages_fill_a_websocket_too() -> None:
    websocket = WebSocket(Client().said.get, Client().send)
    assert websocket.write(b"x" * QUEUE_BYTES)
    assert not websocket.write(b"x")


@pytest.mark.parametrize("closes", [False, True])
async def test_who_takes_nothing_is_left(closes: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiju.server.websocket.PATIENCE", 0.05)
    client = Client()
    client.reads.clear()
    websocket = WebSocket(client.said.get, client.send)
    websocket.write(b"x")
    if closes:
        websocket.close(1012, "reconnect")
    await asyncio.wait_for(websocket.run(Heard()), 10)
    assert client.sent == []


async def test_who_is_quiet_is_not_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiju.server.websocket.PATIENCE", 0.01)
    client = Client()
    websocket = WebSocket(client.said.get, client.send)
    running = asyncio.create_task(websocket.run(Heard()))
    done, _ = await asyncio.wait([running], timeout=0.1)
    assert not done
    client.leave()
    await running


async def test_what_was_said_before_leaving_is_heard() -> None:
    """Also where a message to who has left fails first."""
    client, heard = Client(), Heard()
    client.is_gone = True
    websocket = WebSocket(client.said.get, client.send)
    websocket.write(b"x")
    running = asyncio.create_task(websocket.run(heard))
    await turns()
    client.say("one", "two")
    client.leave()
    await running
    assert heard == [b"one", b"two"]


async def test_a_held_websocket_reads_nothing() -> None:
    client = Client()
    websocket = WebSocket(client.said.get, client.send)
    heard = Heard(websocket, hold_at=b"two")
    running = asyncio.create_task(websocket.run(heard))
    client.say("one", "two", "three")
    await turns()
    assert heard == [b"one", b"two"]
    websocket.release()
    await turns()
    assert heard == [b"one", b"two", b"three"]
    client.leave()
    await running


async def test_a_giant_is_refused_by_the_application_too() -> None:
    client, heard = Client(), Heard()
    websocket = WebSocket(client.said.get, client.send)
    client.say("x" * MESSAGE_LIMIT, "y" * (MESSAGE_LIMIT + 1), "z")
    await websocket.run(heard)
    assert heard == [b"x" * MESSAGE_LIMIT]
    assert client.sent[-1]["code"] == 1009


async def test_an_error_of_the_peer_is_not_hidden() -> None:
    class Broken(Heard):
        def take(self, data: bytes) -> None:
            raise ZeroDivisionError

    client = Client()
    client.say("x")
    with pytest.raises(ZeroDivisionError):
        await WebSocket(client.said.get, client.send).run(Broken())


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system has no such limit")
async def test_the_system_cuts_off_who_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "UNREAD", 300)
    lost = asyncio.Event()

    class Talker(asyncio.Protocol):
        def connection_made(self, transport: Any) -> None:
            transport.write(b"x" * (32 << 20))
            transport.close()

        def connection_lost(self, error: Exception | None) -> None:
            lost.set()

    server = await asyncio.get_running_loop().create_server(Talker, sock=run.listen("127.0.0.1", 0))
    async with server:
        with socket.create_connection(server.sockets[0].getsockname()):
            await asyncio.wait_for(lost.wait(), 30)
