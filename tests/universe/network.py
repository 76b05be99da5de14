"""One TCP connection. The server's end is an asyncio transport; the client's end is a `Peer`.

Bytes of one direction arrive in order, each after a delay of its own; different connections overtake each other. What the
client does not take stays with the server, as in the buffers of a real socket, and like Linux (TCP_USER_TIMEOUT, which
`server/run.py` sets) the connection ends if nothing of it is taken for twenty seconds.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextvars import Context
from random import Random
from typing import Any, Protocol

from paiju.server.run import UNREAD
from tests.universe.loop import OUTSIDE, Loop

KERNEL = 64 << 10
"""Bytes that the system takes before the transport has to keep them."""
HIGH, LOW = 64 << 10, 16 << 10
"""What a transport keeps before it asks its protocol to wait, and to go on."""


class Peer(Protocol):
    def data(self, data: bytes) -> None: ...
    def lost(self) -> None: ...


class Pipe(asyncio.Transport):
    def __init__(self, loop: Loop, context: Context, factory: Any, peer: Peer, rng: Random, address: str) -> None:
        super().__init__({"peername": (address, 40000), "sockname": ("10.0.0.1", 80)})
        self.loop, self.context, self.peer, self.rng = loop, context, peer, rng
        self.delay = 0.02
        """Most seconds that bytes are on their way."""
        self.speed: float | None = None
        """Bytes a second that the client takes; None: any number."""
        self.is_silent = False
        """The client has gone without a word: nothing arrives, on either side."""
        self.is_lost = False
        self.most_unsent = 0
        self.closing_since: float | None = None
        self._is_paused = self._is_writing_paused = False
        self._unsent: deque[bytes] = deque()
        self._size = 0
        self._inbound: deque[bytes] = deque()
        self._arrives = self._reaches = 0.0
        self._taken_at = loop.time()
        self._pump: Any = None
        self._protocol: Any = None
        loop.call_soon(self._open, factory, context=context)

    def _open(self, factory: Any) -> None:
        self._protocol = factory()
        self._protocol.connection_made(self)

    # --- the client's end ------------------------------------------------------------------------------------------------

    def say(self, data: bytes) -> None:
        if not self.is_silent and not self.is_lost:
            self._arrives = max(self._arrives, self.loop.time() + self.rng.uniform(0, self.delay))
            self.loop.call_at(self._arrives, self._arrived, data, context=self.context)

    def _arrived(self, data: bytes) -> None:
        if self.is_lost or self.closing_since is not None:
            return
        if self._is_paused:
            self._inbound.append(data)
        else:
            self._protocol.data_received(data)

    def hang_up(self) -> None:
        """The client closes the connection."""
        if not self.is_silent:
            self.loop.call_later(self.rng.uniform(0, self.delay), self._end, None, context=self.context)

    def cut(self) -> None:
        """The connection is reset: both sides learn of it, sooner or later."""
        self.loop.call_later(self.rng.uniform(0, self.delay), self._end, ConnectionResetError(), context=self.context)
        self._tell_client()

    def _tell_client(self) -> None:
        if not self.is_silent:
            self._reaches = max(self._reaches, self.loop.time() + self.rng.uniform(0, self.delay))
            self.loop.call_at(self._reaches, self.peer.lost, context=OUTSIDE)

    def crash(self) -> None:
        """The server's process is gone, and with it its end."""
        self.is_lost = True
        self._unsent.clear()
        self._size = 0
        self._tell_client()

    # --- the server's end ------------------------------------------------------------------------------------------------

    def write(self, data: Any) -> None:
        if self.is_lost or not data:
            return
        if not self._unsent:
            self._taken_at = self.loop.time()
        self._unsent.append(bytes(data))
        self._size += len(data)
        if self.speed is None and not self.is_silent:
            self._take(self._size)
        elif self._pump is None:
            self._pump = self.loop.call_later(0.5, self._pumped, context=self.context)
        size = self.get_write_buffer_size()
        self.most_unsent = max(self.most_unsent, size)
        if size > HIGH and not self._is_writing_paused:
            self._is_writing_paused = True
            self._protocol.pause_writing()

    def _take(self, most: int) -> None:
        """Let the client have so many bytes."""
        taken: list[bytes] = []
        while self._unsent and most > 0:
            data = self._unsent.popleft()
            if len(data) > most:
                self._unsent.appendleft(data[most:])
                data = data[:most]
            most -= len(data)
            self._size -= len(data)
            taken.append(data)
        if taken:
            self._taken_at = self.loop.time()
            self._reaches = max(self._reaches, self._taken_at + self.rng.uniform(0, self.delay))
            self.loop.call_at(self._reaches, self.peer.data, b"".join(taken), context=OUTSIDE)
        if self._is_writing_paused and self.get_write_buffer_size() < LOW:
            self._is_writing_paused = False
            self.loop.call_soon(self._protocol.resume_writing, context=self.context)
        if self.closing_since is not None and not self._unsent:
            self._end(None)

    def _pumped(self) -> None:
        self._pump = None
        if self.is_lost:
            return
        if not self.is_silent:
            self._take(self._size if self.speed is None else max(1, round(self.speed / 2)))
        if self._unsent and not self.is_lost:
            if self.loop.time() - self._taken_at > UNREAD / 1000:
                self._end(TimeoutError())
            else:
                self._pump = self.loop.call_later(0.5, self._pumped, context=self.context)

    def _end(self, error: Exception | None) -> None:
        if not self.is_lost:
            self.is_lost = True
            self._unsent.clear()
            self._size = 0
            self.loop.call_soon(self._protocol.connection_lost, error, context=self.context)
            self._tell_client()

    def close(self) -> None:
        if self.closing_since is None:
            self.closing_since = self.loop.time()
            if not self._unsent:
                self._end(None)

    def abort(self) -> None:
        self.closing_since = self.closing_since or self.loop.time()
        self._end(None)

    def is_closing(self) -> bool:
        return self.closing_since is not None or self.is_lost

    def get_write_buffer_size(self) -> int:
        return max(0, self._size - KERNEL)

    def set_protocol(self, protocol: Any) -> None:
        self._protocol = protocol

    def get_protocol(self) -> Any:
        return self._protocol

    def pause_reading(self) -> None:
        self._is_paused = True

    def resume_reading(self) -> None:
        self._is_paused = False
        if self._inbound:
            self.loop.call_soon(self._read_on, context=self.context)

    def _read_on(self) -> None:
        while self._inbound and not self._is_paused and not self.is_closing():
            self._protocol.data_received(self._inbound.popleft())
