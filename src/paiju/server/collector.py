"""Python's cyclic garbage collector, called in the pauses of play.

Python frees what nobody refers to at once; only rings of objects wait for the collector, and a move makes hardly any. But a
full collection looks at every object of every table, half a second in which no move is answered (docs/performance.md). So
it is switched off while people play.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Final

WORTH: Final = 100_000
"""New objects that make a collection worth while."""

PAUSE: Final = 1_000
"""New objects in a second, up to which nobody plays."""

MOST: Final = 10_000_000
"""New objects that are collected without waiting for a pause: about three minutes of 2,000 moves a second."""


def is_due(before: int, now: int) -> bool:
    """Whether to collect, by the new objects there were a second ago and are now."""
    return now >= MOST or (now >= WORTH and now - before <= PAUSE)


async def collect_in_pauses() -> None:
    """Until cancelled; the collector works by itself before and after."""
    gc.disable()
    try:
        before = 0
        while True:
            await asyncio.sleep(1)
            now = gc.get_count()[0]
            if is_due(before, now):
                gc.collect()
            before = now
    finally:
        gc.enable()
