"""The perfect defender behind the puzzle routes: solving in one thread beside the loop, one question after another."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from paiju.games.climb.position import Position
from paiju.puzzles.attempt import Attempt
from paiju.puzzles.judge import Judge
from paiju.table import Refused

T = TypeVar("T")

SECONDS: Final = 2.0
"""For one answer; what is not decided by then is unknown."""
MEMORY: Final = 32 << 20
KEPT: Final = 8
"""Positions whose search is kept, for the next move of the same attempt."""
WAITING: Final = 24


class Defender:
    """Answers in attempts. The kernel lets the loop run while it searches; without it, searches are short."""

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = SECONDS if seconds is None else seconds
        self._attempts: OrderedDict[tuple[str, int | None], Attempt] = OrderedDict()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="defender")
        self._waiting = 0

    async def ask(self, position: Position, points: int | None, question: Callable[[Attempt], T]) -> T:
        """Put a question to the attempt at a position. Refused where too many wait already."""
        if self._waiting >= WAITING:
            raise Refused("unavailable", "error.solver_busy")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._thread, lambda: question(self._attempt(position, points))
            )
        finally:
            self._waiting -= 1

    def _attempt(self, position: Position, points: int | None) -> Attempt:
        key = (str(position), points)
        found = self._attempts.pop(key, None)
        if found is None:
            found = Attempt(Judge(position, points, limit=self.seconds, memory=MEMORY), seconds=self.seconds)
        self._attempts[key] = found
        while len(self._attempts) > KEPT:
            self._attempts.popitem(last=False)
        return found

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
