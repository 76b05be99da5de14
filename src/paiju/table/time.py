"""Time comes from outside: a table only ever sees numbers."""

from __future__ import annotations

import time
from typing import Protocol


class TimeSource(Protocol):
    """Milliseconds since 1970, never going backwards."""

    def now(self) -> int: ...


class SystemTime:
    """The wall clock at the start, then the monotonic clock: setting the machine's clock moves no deadline."""

    def __init__(self) -> None:
        self._offset = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        return (time.monotonic_ns() + self._offset) // 1_000_000


class FakeTime:
    """Time that moves only when a test moves it."""

    def __init__(self, start: int = 1_790_000_000_000) -> None:
        self.ms = start

    def now(self) -> int:
        return self.ms

    def advance(self, seconds: float) -> int:
        self.ms += round(seconds * 1000)
        return self.ms
