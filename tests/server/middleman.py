"""Stands between two programs and, when told so, passes nothing on and cuts nothing off: the other side seems to hang."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager


class Middleman:
    """`asking` and `answering`: whether what clients and the server behind it send goes through."""

    def __init__(self) -> None:
        self.port = 0
        self.asking, self.answering = asyncio.Event(), asyncio.Event()
        self.asking.set()
        self.answering.set()

    @contextmanager
    def silent(self, *, only_answers: bool = False) -> Iterator[None]:
        """What comes meanwhile goes through afterwards, late. `only_answers`: the server gets everything at once."""
        self.answering.clear()
        if not only_answers:
            self.asking.clear()
        try:
            yield
        finally:
            self.asking.set()
            self.answering.set()

    async def _serve(self, host: str, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        behind, before = await asyncio.open_connection(host, port)
        await asyncio.gather(_pass_on(reader, before, self.asking), _pass_on(behind, writer, self.answering))


async def _pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter, gate: asyncio.Event) -> None:
    try:
        while data := await source.read(1 << 16):
            await gate.wait()
            target.write(data)
            await target.drain()
        await gate.wait()
    except OSError:
        pass
    finally:
        target.close()


@asynccontextmanager
async def between(host: str, port: int) -> AsyncIterator[Middleman]:
    """A middleman on a free port, before the server at this address."""
    middleman = Middleman()
    tasks: set[asyncio.Task[None]] = set()

    def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(middleman._serve(host, port, reader, writer), name="middleman")
        tasks.add(task)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    middleman.port = server.sockets[0].getsockname()[1]
    try:
        yield middleman
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
