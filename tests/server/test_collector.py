"""The collector waits for a pause in play, but not for ever."""

from __future__ import annotations

import asyncio
import gc

import pytest

from paiju.server.collector import MOST, PAUSE, WORTH, collect_in_pauses, is_due


@pytest.mark.parametrize(
    ("before", "now", "due"),
    [
        (WORTH, WORTH + PAUSE, True),  # a pause, and enough to make it worth while
        (WORTH, WORTH + PAUSE + 1, False),  # people play
        (WORTH - 2, WORTH - 1, False),
        (MOST - 50_000, MOST, True),  # it can wait no longer
    ],
)
def test_when_it_is_due(before: int, now: int, due: bool) -> None:
    assert is_due(before, now) is due


async def test_the_collector_is_given_back() -> None:
    assert gc.isenabled()
    task = asyncio.create_task(collect_in_pauses())
    await asyncio.sleep(0)
    assert not gc.isenabled()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert gc.isenabled()
