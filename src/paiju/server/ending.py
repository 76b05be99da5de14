"""How the process ends: asked to, or because it cannot go on; in good order, and by force if that takes too long."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from typing import Any, Final

import structlog

logger = structlog.get_logger("paiju.ending")

CANNOT_WRITE: Final = 70
"""Exit status of a process that could make nothing durable any more."""
TOO_SLOW: Final = 75
"""Exit status of a process that did not stop in time."""


class Deadline:
    """Ends the process by force after some seconds, whatever its event loop and its threads do."""

    def __init__(self, seconds: float, end: Callable[[int], object] = os._exit) -> None:
        self._end = end
        self._timer = threading.Timer(seconds, self._force)
        self._timer.daemon = True

    def start(self) -> None:
        self._timer.start()

    def cancel(self) -> None:
        self._timer.cancel()

    def _force(self) -> None:
        logger.critical("forced_end", help="the server did not stop in time")
        self._end(TOO_SLOW)


async def cancel_all(tasks: Iterable[asyncio.Task[Any]], patience: float = 5.0) -> None:
    """Cancel tasks until they have ended; one that swallowed a cancellation is cancelled again. Not for ever."""
    loop = asyncio.get_running_loop()
    left, until = set(tasks), loop.time() + patience
    while left and loop.time() < until:
        for task in left:
            task.cancel()
        done, left = await asyncio.wait(left, timeout=patience / 10)
        for task in done:
            if not task.cancelled():
                task.exception()
    if left:
        logger.error("tasks_left", tasks=sorted(task.get_name() for task in left))


def ask_to_stop() -> None:
    """Have this process stop as its supervisor would, under whatever ASGI server it runs."""
    signal.raise_signal(signal.SIGTERM if sys.platform != "win32" else signal.SIGINT)
