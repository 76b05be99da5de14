"""Answers that cost processor time: made in a thread of their own, one after the other, kept for a while, and limited by cost."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from paiju.server.limits import Limits, too_fast
from paiju.table import Refused

T = TypeVar("T")
D = TypeVar("D", str, bytes)

WAITING: Final = 100
"""Answers that may wait for the thread; then the server is busy."""

KEPT: Final = 32 << 20
"""Letters and bytes of answers that are kept."""

GUESS: Final = 0.02
"""Seconds that an answer is taken to cost until it is known."""


class Costly:
    """Makes costly answers for everybody."""

    def __init__(self, limits: Limits, kept: int = KEPT) -> None:
        self._limits, self._most = limits, kept
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="costly")
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._size = 0
        self._waiting = 0

    async def make(self, client: str, work: Callable[[], T]) -> T:
        """Do some work for a client, who pays for the processor time it takes. Refused to clients who have used up theirs."""
        if wait := self._limits.owed("work", client):
            raise too_fast(wait)
        if self._waiting >= WAITING:
            raise Refused("unavailable", "error.unavailable")

        def timed() -> tuple[T | None, Exception | None, float]:
            started = time.thread_time()
            try:
                return work(), None, time.thread_time() - started
            except Exception as error:
                return None, error, time.thread_time() - started

        self._limits.spend("work", client, GUESS)
        self._waiting += 1
        try:
            made, error, seconds = await asyncio.get_running_loop().run_in_executor(self._thread, timed)
        finally:
            self._waiting -= 1
        self._limits.spend("work", client, seconds - GUESS)
        if error is not None:
            raise error
        return made  # type: ignore[return-value]

    def kept(self, key: Hashable, make: Callable[[], D]) -> D:
        """What was made for this key before, else now; to be called in the thread. Keys have to say all that matters."""
        found: D | None = self._kept.get(key)
        if found is None:
            found = self._kept[key] = make()
            self._size += len(found)
            while self._size > self._most and len(self._kept) > 1:
                self._size -= len(self._kept.popitem(last=False)[1])
        else:
            self._kept.move_to_end(key)
        return found

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
