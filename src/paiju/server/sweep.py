"""When to look for cyclic garbage: in the pauses of play.

Python frees what nobody refers to at once; only things that refer to each other in a ring wait for the collector, and a
move makes hardly any of those. But the collector looks at everything, and a thousand tables are much to look at: half a
second in which nobody's move is answered. So it is switched off while people play, and called when nothing was written
for a moment, or when so much has come to be that it may no longer wait.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import Final

SECOND: Final = 1.0
WORTH: Final = 100_000
"""New objects from which on a pause is used."""

MOST: Final = 10_000_000
"""New objects from which on nothing is waited for: about three minutes of 2,000 moves a second."""


class Sweeper:
    """Decides once a second; `written` counts what the store has written so far."""

    def __init__(
        self,
        written: Callable[[], int],
        made: Callable[[], int] = lambda: gc.get_count()[0],
        collect: Callable[[], object] = gc.collect,
    ) -> None:
        self._written, self._made, self._collect = written, made, collect
        self._before = written()

    def look(self) -> bool:
        """Collect if this is the time for it; whether it was."""
        before, self._before = self._before, self._written()
        made = self._made()
        due = made >= MOST or (made >= WORTH and self._before == before)
        if due:
            self._collect()
        return due

    async def run(self) -> None:
        """Until cancelled; the collector works by itself before and after."""
        gc.disable()
        try:
            while True:
                await asyncio.sleep(SECOND)
                self.look()
        finally:
            gc.enable()
