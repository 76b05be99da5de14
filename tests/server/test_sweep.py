"""The collector waits for a pause in play, but not for ever."""

from __future__ import annotations

import asyncio
import gc

import pytest

from paiju.server.sweep import MOST, WORTH, Sweeper


@pytest.mark.parametrize(
    ("written", "made", "collected"),
    [
        ((5, 5), WORTH, True),  # a pause, and enough to make it worth while
        ((5, 5), WORTH - 1, False),
        ((5, 9), WORTH, False),  # people play
        ((5, 9), MOST, True),  # it can wait no longer
    ],
)
def test_when_it_is_time(written: tuple[int, int], made: int, collected: bool) -> None:
    calls: list[str] = []
    counts = iter(written)
    sweeper = Sweeper(lambda: next(counts), lambda: made, lambda: calls.append("collect"))
    assert sweeper.look() is collected
    assert calls == ["collect"] * collected


@pytest.mark.asyncio
async def test_the_collector_is_given_back() -> None:
    assert gc.isenabled()
    task = asyncio.create_task(Sweeper(lambda: 0).run())
    await asyncio.sleep(0)
    assert not gc.isenabled()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert gc.isenabled()
