"""Logs: structured lines that hold nobody's secret, and never stop the program.

A line that cannot be written (a full disk, a closed pipe, a reader that does not read) is dropped and counted. Writing neither
raises nor waits: the next line is tried again, so logging goes on by itself once there is space.
"""

from __future__ import annotations

import select
import sys
from os import write as write_bytes
from typing import Any, Final, TextIO

import structlog

CHUNK: Final = 4096
"""Bytes that a pipe takes at once if it takes any (PIPE_BUF)."""


class Lines:
    """Writes lines to a file as far as that is possible now; a file without a descriptor is one in memory."""

    def __init__(self, file: TextIO | None = None) -> None:
        self._file = file if file is not None else sys.stdout
        self._is_broken = False  # the last line was not written whole: the next begins a line of its own

    def write(self, line: str) -> None:
        try:
            try:
                number = self._file.fileno()
            except (OSError, ValueError, AttributeError):
                self._file.write(line + "\n")
            else:
                data = ("\n" * self._is_broken + line + "\n").encode(errors="backslashreplace")
                self._is_broken = True
                _write_now(number, data)
                self._is_broken = False
        except Exception:  # whatever is wrong with the log, the program goes on
            _count_dropped()

    msg = debug = info = warning = error = critical = exception = fatal = log = write


def _write_now(number: int, data: bytes) -> None:
    """Write all of it without waiting. BlockingIOError where the reader takes no more."""
    ready: Any = None
    if sys.platform != "win32":
        ready = select.poll()
        ready.register(number, select.POLLOUT)
    while data:
        if ready is not None and not ready.poll(0):
            raise BlockingIOError
        data = data[write_bytes(number, data[:CHUNK]) :]


_dropped = 0


def _count_dropped() -> None:
    global _dropped
    _dropped += 1


def dropped() -> int:
    """Lines that could not be written since the process began."""
    return _dropped


_Filtering: Any = structlog.make_filtering_bound_logger(20)


class _Logger(_Filtering):  # type: ignore[misc]
    """Never raises, whatever is to be logged."""

    def _proxy_to_logger(self, method_name: str, event: str | None = None, *args: Any, **more: Any) -> Any:
        try:
            return super()._proxy_to_logger(method_name, event, *args, **more)
        except Exception:
            _count_dropped()


def configure_logs(file: TextIO | None = None) -> None:
    """One JSON object a line, to standard output if no file is given."""
    lines = Lines(file)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=_Logger,
        logger_factory=lambda *_: lines,
    )
