"""One WebSocket as the application sees it, over nothing but ASGI's `receive` and `send`.

`write` and `close` never wait: what they send is queued, and one task sends the queue. However much is written in one turn
of the loop, that task wakes up once. The queue is bounded, so a client that does not read costs a fixed amount of memory
and never slows a table. Plain ASGI cannot cut a connection; a client that takes nothing for `PATIENCE` seconds is left by
returning from the application, which makes the server close it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, Protocol

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]

QUEUE: Final = 512
"""Messages that may wait for a client."""

QUEUE_BYTES: Final = 2 << 20
MESSAGE_LIMIT: Final = 16 << 10
"""Bytes of one message from a client. Servers have limits of their own, which may be larger."""

PATIENCE: Final = 10.0
"""Seconds in which a client has to take something of what waits for it."""


class Peer(Protocol):
    """Takes the messages of a client."""

    def take(self, data: bytes) -> None: ...


class WebSocket:
    """One accepted WebSocket. `run` serves it; everything else may be called before and meanwhile."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._queue: deque[bytes] = deque()
        self._bytes = 0  # of the queue
        self._sent = 0  # messages the server has taken
        self._is_sending = False  # it is being given one
        self._close: tuple[int, str] | None = None
        self._is_drained = False  # closed, and everything before is sent
        self._wake = asyncio.Event()
        self._released = asyncio.Event()
        self._released.set()

    def write(self, *messages: bytes) -> bool:
        """Send text messages after those written before; nothing after `close`.

        False if more waits now than the queue should hold: the client reads too slowly.
        """
        if self._close is None:
            self._queue += messages
            self._bytes += sum(map(len, messages))
            self._wake.set()
        return len(self._queue) <= QUEUE and self._bytes <= QUEUE_BYTES

    def close(self, code: int, reason: str, *, at_once: bool = False) -> None:
        """Close after what is queued, or instead of it. The first code counts."""
        if self._close is None:
            self._close = (code, reason)
            if at_once:
                self._queue.clear()
            self._wake.set()
            self.release()

    def hold(self) -> None:
        """Read nothing more until `release`: the client has to wait."""
        self._released.clear()

    def release(self) -> None:
        self._released.set()

    async def run(self, peer: Peer) -> None:
        """Hand what comes to the peer and send what is written, until one side has closed or the client takes nothing."""
        reading = asyncio.create_task(self._read(peer), name="socket-read")
        writing = asyncio.create_task(self._write(), name="socket-write")
        tasks = (reading, writing)
        unfinished = set(tasks)
        try:
            while not (reading.done() or self._is_drained):
                sent = self._sent
                done, unfinished = await asyncio.wait(unfinished, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
                if not done and self._is_sending and sent == self._sent:
                    return
            has_left = reading.done()
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        for error in ended:
            if isinstance(error, Exception) and not isinstance(error, OSError):
                raise error
        if self._close is not None and not has_left:
            # After the reading has ended: granian does not send a close while somebody waits for `receive`.
            code, reason = self._close
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self._send({"type": "websocket.close", "code": code, "reason": reason})

    async def _read(self, peer: Peer) -> None:
        while (event := await self._receive())["type"] != "websocket.disconnect":
            text = event.get("text")
            data = event["bytes"] if text is None else text.encode()
            if len(data) > MESSAGE_LIMIT:
                self.close(1009, "message too big", at_once=True)
            elif self._close is None:
                peer.take(data)
            await self._released.wait()

    async def _write(self) -> None:
        """Send the queue until it is closed and empty. Where the client has gone, the server raises an OSError."""
        while self._close is None or self._queue:
            await self._wake.wait()
            self._wake.clear()
            self._is_sending = True
            while self._queue:
                data = self._queue.popleft()
                await self._send({"type": "websocket.send", "text": data.decode()})
                self._bytes -= len(data)
                self._sent += 1
            self._is_sending = False
        self._is_drained = True
