"""Head and body of an answer in one piece: uvicorn writes them one after the other, which would be two calls of the
system, two packets, and for whoever reads them two awakenings."""

from __future__ import annotations

import asyncio


class Together:
    """What uvicorn's protocol writes to instead of its transport. A head waits for its body, to the next turn of the loop at most."""

    __slots__ = ("_held", "_loop", "_release", "transport")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self.transport = transport
        self._loop = loop
        self._held: bytes | None = None
        self._release: asyncio.Handle | None = None

    def write(self, data: bytes) -> None:
        if self._held is None:
            self._held, self._release = data, self._loop.call_soon(self._flush)
        else:
            self._flush(data)

    def _flush(self, data: bytes = b"") -> None:
        held, self._held = self._held, None
        if self._release is not None:
            self._release.cancel()
            self._release = None
        if held is not None and not self.transport.is_closing():
            self.transport.write(held + data)

    def close(self) -> None:
        self._flush()
        self.transport.close()

    def abort(self) -> None:
        self._held = None
        self.transport.abort()

    def resume_reading(self) -> None:
        self.transport.resume_reading()

    def is_closing(self) -> bool:
        return self.transport.is_closing()

    def get_write_buffer_size(self) -> int:
        return len(self._held or b"") + self.transport.get_write_buffer_size()
