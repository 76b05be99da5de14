"""The HTTP below a request: uvicorn's protocol, with an end to its patience.

By itself it waits for ever for a request that does not come, or comes byte by byte, keeps heads of any length, and holds an
answer for whoever does not take it. WebSockets have pings and limits of their own (`link.py`).
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from paiju.server.together import Together

PATIENCE: Final = 20.0
"""Seconds in which a request has to be here, all of it, and in which some of an answer has to be taken."""

HEAD: Final = 64 << 10
"""Bytes of a request's head."""


class _Patience:
    """What is mixed into uvicorn's protocol, be it the one of httptools or that of h11 (which knows how long a head may be)."""

    def connection_made(self: Any, transport: asyncio.Transport) -> None:
        super().connection_made(transport)  # type: ignore[misc]
        self.transport = Together(transport, self.loop)
        self._since: float | None = self.loop.time()  # waiting for a request
        self._is_in_head = False
        self._head = 0
        self._unread = 0
        self._watch = self.loop.call_later(PATIENCE, self._look)

    def connection_lost(self: Any, exc: Exception | None) -> None:
        self._watch.cancel()
        super().connection_lost(exc)  # type: ignore[misc]

    def handle_websocket_upgrade(self: Any, *event: Any) -> None:
        self._watch.cancel()
        self.transport = self.transport.transport
        super().handle_websocket_upgrade(*event)  # type: ignore[misc]

    def on_message_begin(self: Any) -> None:
        self._is_in_head, self._head = True, 0
        super().on_message_begin()  # type: ignore[misc]

    def on_headers_complete(self: Any) -> None:
        self._is_in_head = False
        super().on_headers_complete()  # type: ignore[misc]

    def data_received(self: Any, data: bytes) -> None:
        if self._since is None:
            self._since = self.loop.time()
        before = self.cycle
        was_open = before is not None and before.more_body
        super().data_received(data)  # type: ignore[misc]
        cycle = self.cycle
        if self._is_in_head:
            self._head += len(data)
            if self._head > HEAD and not self.transport.is_closing():
                self.send_400_response("The head of this request is too long.")
        elif cycle is not None and not cycle.more_body and (was_open or cycle is not before):
            self._since = None  # one more request is whole

    def _look(self: Any) -> None:
        """Cut off who is late; look again later."""
        unread = self.transport.get_write_buffer_size()
        is_late = self._since is not None and self.loop.time() - self._since >= 0.9 * PATIENCE
        if is_late or (unread and unread == self._unread):
            self.transport.abort()
            return
        self._unread = unread
        self._watch = self.loop.call_later(PATIENCE, self._look)


PatientProtocol: Final[type[asyncio.Protocol]] = type("PatientProtocol", (_Patience, AutoHTTPProtocol), {})
