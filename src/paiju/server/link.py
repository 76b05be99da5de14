"""The WebSocket below a connection: uvicorn's protocol with a short way for what happens all the time.

Handshake, pings, closing, fragments and everything that breaks the rules stay with the `websockets` library. A text message
that arrives whole is unmasked and handed on here, and messages that go out together are written together; both cost a
tenth of the way through frames, events, queues and tasks. The library is given whole frames only, so that it always
stands between two of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import pack
from typing import Any, Final, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

SCOPE_KEY: Final = "paiju.link"
"""Where the application finds its link in the scope of a WebSocket."""

WHOLE_TEXT, MASKED = 0x81, 0x80
PATIENCE: Final = 10.0
"""Seconds that a client has to take leave, or to take what was written, before it is cut off."""


class Peer(Protocol):
    """Who talks over a link."""

    def take(self, data: bytes) -> None: ...
    def writable(self) -> None: ...


class Link(WebSocketsSansIOProtocol):
    """One WebSocket."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.is_full = False
        """The client does not read: what is written waits in this process."""
        self._peer: Peer | None = None
        self._rest = b""  # the beginning of a frame
        self._is_between = False  # the library stands between two frames
        self._is_held = False

    # --- for the application -------------------------------------------------------------------------------------------

    def attach(self, peer: Peer) -> None:
        """Hand messages to this peer from now on, those that came early first."""
        self._peer = peer
        early = []
        while not self.queue.empty():
            early.append(self.queue.get_nowait())
        for event in early:
            if event["type"] == "websocket.receive":
                peer.take(event.get("bytes") or (event.get("text") or "").encode())
            else:
                self.queue.put_nowait(event)
        if self.read_paused:
            self.read_paused = False
            if not self._is_held:
                self.transport.resume_reading()

    def write(self, messages: Iterable[bytes]) -> None:
        """Send text messages in one go. `is_full` says afterwards whether it was too much for now."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        parts = []
        for data in messages:
            size = len(data)
            if size < 126:
                parts.append(pack("!BB", WHOLE_TEXT, size))
            elif size < 1 << 16:
                parts.append(pack("!BBH", WHOLE_TEXT, 126, size))
            else:
                parts.append(pack("!BBQ", WHOLE_TEXT, 127, size))
            parts.append(data)
        self.transport.write(b"".join(parts))

    def close(self, code: int, why: str) -> None:
        """Take leave. Who does not answer, or does not read, is cut off after a while."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": why})
        self.conn.send_close(code, why)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(PATIENCE, self.transport.abort)
        self.release()

    def hold(self) -> None:
        """Read nothing more until `release`."""
        if not self._is_held and not self.close_sent and not self.transport.is_closing():
            self._is_held = True
            if not self.read_paused:
                self.transport.pause_reading()

    def release(self) -> None:
        if self._is_held:
            self._is_held = False
            if not self.transport.is_closing():
                if not self.read_paused:
                    self.transport.resume_reading()
                self._read(b"")

    # --- for the transport -----------------------------------------------------------------------------------------------

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope[SCOPE_KEY] = self  # type: ignore[typeddict-unknown-key]

    def data_received(self, data: bytes) -> None:
        if self._is_between:
            self._read(data)
        elif self.handshake_initiated:
            super().data_received(data)
        else:
            super().data_received(data)
            # What follows a request in its packet would be half read by the library: then it reads on to the end.
            self._is_between = data.endswith(b"\r\n\r\n")

    def _read(self, data: bytes) -> None:
        """Take whole frames off what has come."""
        if self._rest:
            data, self._rest = self._rest + data, b""
        at, end = 0, len(data)
        while end - at >= 2 and not self._is_held and not self.transport.is_closing():
            second = data[at + 1]
            size, start = second & 0x7F, at + 2
            if size == 126:
                size, start = int.from_bytes(data[start : start + 2], "big"), start + 2
            elif size == 127:
                size, start = int.from_bytes(data[start : start + 8], "big"), start + 8
            if second & MASKED:
                start += 4
            stop = start + size
            if start > end:
                break
            if size > self.config.ws_max_size:
                super().data_received(data[at:])  # the head alone is refused
                return
            if stop > end:
                break
            if data[at] == WHOLE_TEXT and second & MASKED and self._peer is not None and not self.frames:
                self._give(apply_mask(data[start:stop], data[start - 4 : start]))
            else:
                super().data_received(data[at:stop])
            at = stop
        self._rest = data[at:]

    def send_receive_event_to_app(self) -> None:
        if self._peer is None:
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        self._give(data, self.curr_msg_data_type == "text")

    def _give(self, data: bytes, is_text: bool = True) -> None:
        assert self._peer is not None
        if self.close_sent:
            return
        if is_text and not data.isascii():
            try:
                data.decode()
            except UnicodeDecodeError:
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        self._peer.take(data)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.is_full = True

    def resume_writing(self) -> None:
        super().resume_writing()
        self.is_full = False
        if self._peer is not None:
            self._peer.writable()
