"""Head and body of an answer are one write, and nothing that was written is kept back or lost."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from paiju.server.together import Together
from tests.server.client import serving


class Transport:
    def __init__(self) -> None:
        self.done: list[Any] = []
        self.is_lost = False

    def write(self, data: bytes) -> None:
        self.done.append(data)

    def close(self) -> None:
        self.done.append("close")

    def abort(self) -> None:
        self.done.append("abort")

    def is_closing(self) -> bool:
        return self.is_lost

    def get_write_buffer_size(self) -> int:
        return 0


@pytest.fixture
async def pair() -> tuple[Together, list[Any]]:
    transport: Any = Transport()
    return Together(transport, asyncio.get_running_loop()), transport.done


async def test_head_and_body_are_one_write(pair: tuple[Together, list[Any]]) -> None:
    together, done = pair
    together.write(b"head ")
    assert done == [] and together.get_write_buffer_size() == 5
    together.write(b"body")
    assert done == [b"head body"] and together.get_write_buffer_size() == 0
    await asyncio.sleep(0)
    assert done == [b"head body"]


async def test_a_head_alone_goes_with_the_next_turn(pair: tuple[Together, list[Any]]) -> None:
    together, done = pair
    together.write(b"head ")
    await asyncio.sleep(0)
    assert done == [b"head "]
    together.write(b"part ")
    together.write(b"part")
    assert done == [b"head ", b"part part"]


async def test_what_was_written_goes_before_the_end(pair: tuple[Together, list[Any]]) -> None:
    together, done = pair
    together.write(b"head")
    together.close()
    assert done == [b"head", "close"]


async def test_who_is_cut_off_gets_nothing_more(pair: tuple[Together, list[Any]]) -> None:
    together, done = pair
    together.write(b"head")
    together.abort()
    await asyncio.sleep(0)
    assert done == ["abort"]


async def test_nothing_is_written_to_who_has_hung_up(pair: tuple[Together, list[Any]]) -> None:
    together, done = pair
    transport: Any = together.transport
    together.write(b"head")
    transport.is_lost = True
    await asyncio.sleep(0)
    assert done == []


@pytest.mark.parametrize(("method", "status"), [("GET", b"200 OK"), ("HEAD", b"405 ")])
async def test_over_a_socket(tmp_path: Path, method: str, status: bytes) -> None:
    """Several requests in one packet are answered each, in order, whole."""
    async with serving(tmp_path) as server:
        port = int(server.url.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        ask = f"{method} /health HTTP/1.1\r\nHost: x\r\n\r\n"
        writer.write((ask * 2 + ask.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")).encode())
        told = await reader.read()
        writer.close()
    assert told.count(b"HTTP/1.1 " + status) == 3
    bodies = [part.partition(b"\r\n\r\n")[2] for part in told.split(b"HTTP/1.1 ")[1:]]
    assert len(set(bodies)) == 1 and bool(bodies[0]) == (method == "GET")
