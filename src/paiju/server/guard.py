"""What a WebSocket costs below the application: every frame is counted, and a client that reads nothing is cut off.

ASGI shows an application whole messages. Pings, pongs, empty fragments and continuations are the server's own work, and so are
the answers to pings; neither has a limit in uvicorn. This is uvicorn's protocol with asyncio's own callbacks overridden, handed
over by its documented setting `ws`; it touches nothing but the public methods of protocol and transport.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from paiju.server.addresses import Network, counted, is_in
from paiju.server.limits import Bucket, Limits
from paiju.server.metrics import CUT

UNSENT: Final = 1 << 20
"""Bytes that may wait in the transport. Messages wait for the client before they get there; answers to pings do not."""

CLOSING: Final = 10.0
"""Seconds for a connection to close, once it should."""


class Frames:
    """Counts the frames of one client, from the bytes as they come."""

    def __init__(self) -> None:
        self._has_shaken = False
        self._left = b""  # the beginning of a handshake or of a frame's head
        self._payload = 0  # bytes that still belong to the last frame

    def count(self, data: bytes) -> int:
        """How many frames begin in these bytes."""
        if not self._has_shaken:
            data, self._left = self._left + data, b""
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._left = data[-3:]
                return 0
            self._has_shaken = True
            data = data[end + 4 :]
        if self._payload >= len(data):
            self._payload -= len(data)
            return 0
        data, at, found = self._left + data, self._payload, 0
        self._payload = 0
        while len(data) - at >= 2:
            length, head = data[at + 1] & 0x7F, 6 if data[at + 1] & 0x80 else 2
            extended = {126: 2, 127: 8}.get(length, 0)
            if len(data) - at < head + extended:
                break
            if extended:
                length = int.from_bytes(data[at + 2 : at + 2 + extended], "big")
            found += 1
            at += head + extended + length
            if at > len(data):
                self._payload, at = at - len(data), len(data)
        self._left = data[at:]
        return found


class Guarded(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol behind a guard."""

    limits: ClassVar[Limits]
    """Frames of one connection, and of all connections from one address."""
    proxies: ClassVar[tuple[Network, ...]]
    """Who speaks for many: their connections share no budget."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._incoming = Frames()
        self._bucket = Bucket(*self.limits.rate("frame")) if self.limits.counts("frame") else None
        self._address: str | None = None
        self._closing_since: float | None = None
        self._wire: Any = None
        self._look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._wire = transport
        peer = transport.get_extra_info("peername")
        if peer and not is_in(str(peer[0]), self.proxies):
            self._address = counted(str(peer[0]))
        super().connection_made(transport)
        self._look_again()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._look is not None:
            self._look.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        frames = self._incoming.count(data)
        if frames and self._are_too_many(frames):
            self._cut("frames")
        elif self._wire.get_write_buffer_size() > UNSENT:
            self._cut("unread")
        else:
            super().data_received(data)

    async def send(self, message: Any) -> None:
        """uvicorn answers a handshake itself when it stops; what the application says after that comes too late."""
        if not self.handshake_complete and self._wire.is_closing():
            raise ClientDisconnected
        await super().send(message)

    def _are_too_many(self, frames: int) -> bool:
        if self._bucket is not None and self._bucket.take(frames):
            return True
        return self._address is not None and bool(self.limits.take("frames_from", self._address, frames))

    def _look_again(self) -> None:
        """Close for good what should have closed: a client that reads nothing would keep the connection for ever."""
        loop = asyncio.get_running_loop()
        if self._wire.is_closing():
            if self._closing_since is not None:
                self._cut("deaf")
                return
            self._closing_since = loop.time()
        self._look = loop.call_later(CLOSING, self._look_again)

    def _cut(self, why: str) -> None:
        CUT[why] += 1
        self._wire.abort()


def guarded(rates: dict[str, tuple[float, float]], proxies: tuple[Network, ...] = ()) -> type[Guarded]:
    """The protocol under these limits, for one server."""
    return type("Guarded", (Guarded,), {"limits": Limits(rates), "proxies": proxies})
