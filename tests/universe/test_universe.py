"""The universes of `make test`; that they replay, shrink, and find what they are made to find."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from paiju.server import logs, rooms, run
from paiju.server.rooms import Rooms
from paiju.server.writer import Writer
from tests.universe.__main__ import coverage
from tests.universe.plan import FAULTS, Fault, Plan, drawn, games
from tests.universe.shrink import shrunk
from tests.universe.world import Result, run_plan

PARTS = 8
EACH = 25
"""Universes of one test: 200 in all, shared out among the cores."""


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_lost_in_any_universe(part: int) -> None:
    for seed in range(part * EACH, (part + 1) * EACH):
        result = run_plan(drawn(seed))
        assert not result.violations, f"make universe ARGS='--seed {seed}'\n" + "\n".join(result.violations)


@pytest.mark.fuzz
def test_nothing_is_lost_in_many_universes() -> None:
    reached: Counter[tuple[str, str]] = Counter()
    failed: list[Result] = []
    for seed in range(1_000, 3_000):
        result = run_plan(drawn(seed))
        reached += result.coverage
        failed += [result] * bool(result.violations)
    print(coverage(reached))
    assert not failed, "\n".join(f"{one.plan}: {one.violations[0]}" for one in failed)
    assert {fault for _, fault in reached} == set(FAULTS)


@pytest.mark.parametrize("seed", [13, 20])
def test_a_universe_replays(seed: int) -> None:
    """The same integer: the same questions, answers, states and log, turn for turn."""
    assert run_plan(drawn(seed)) == run_plan(drawn(seed))


def test_a_plan_is_text() -> None:
    plan = drawn(13)
    assert plan == replace(plan, faults=tuple(Fault.parse(str(fault)) for fault in plan.faults))
    assert {drawn(seed).game for seed in range(30)} == set(games())


def test_a_plan_is_shrunk_to_what_matters() -> None:
    plan = Plan(1, "holdem", 12.0, tuple(Fault(float(at), kind, 0.5) for at, kind in enumerate(FAULTS) if at < 11))
    wanted = {plan.faults[2], plan.faults[3]}
    assert set(shrunk(plan, lambda smaller: wanted <= set(smaller.faults)).faults) == wanted
    assert shrunk(plan, lambda smaller: wanted <= set(smaller.faults)).seconds == 4.0


# --- that it can fail ------------------------------------------------------------------------------------------------------
#
# Defects that the server once had, put back one at a time.


def raising_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log line that cannot be written raises, and nobody looks after the writer."""
    lines: Any = logs.Lines

    def write(self: Any, line: str) -> None:
        self._file.write(line + "\n")

    for name in ("write", "msg", "debug", "info", "warning", "error", "critical", "exception", "fatal", "log"):
        monkeypatch.setattr(lines, name, write)
    monkeypatch.setattr(logs._Logger, "_proxy_to_logger", logs._Filtering._proxy_to_logger)
    monkeypatch.setattr(Writer, "_ended", lambda self, task: None if task.cancelled() else task.exception())


def deaf_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    """uvicorn's protocol without the guard."""
    monkeypatch.setattr(run, "guarded", lambda *_: WebSocketsSansIOProtocol)


def forgotten_cancellation(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock waits by `wait_for`, which forgets a cancellation in the turn of a wake (Python 3.11), and is cancelled once."""

    async def tick_forever(self: Rooms) -> None:
        while True:
            self.tick()
            self._wake.clear()
            wait = max(0.0, (self._heap[0][0] - self.time.now()) / 1000) if self._heap else 3600.0
            with suppress(TimeoutError):
                await wait_for(self._wake.wait(), min(wait, 3600.0) + 0.001)

    async def wait_for(event: Coroutine[Any, Any, Any], seconds: float) -> None:
        """As in Python 3.11, on any version."""
        inner = asyncio.ensure_future(event)
        try:
            done, _ = await asyncio.wait([inner], timeout=seconds)
        except asyncio.CancelledError:
            if inner.done():
                return
            inner.cancel()
            raise
        if not done:
            inner.cancel()

    async def cancel_once(tasks: Iterable[asyncio.Task[Any]]) -> None:
        for task in (left := list(tasks)):
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    monkeypatch.setattr(Rooms, "_tick_forever", tick_forever)
    monkeypatch.setattr(rooms, "cancel_all", cancel_once)


DEFECTS = {
    "raising_log": (raising_log, (37, 57)),
    "deaf_clients": (deaf_clients, (2, 18)),
    "forgotten_cancellation": (forgotten_cancellation, (606,)),
}
"""How each is put back, and the seeds that are known to find it."""


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    put_back, seeds = DEFECTS[name]
    put_back(monkeypatch)
    assert any(run_plan(drawn(seed)).violations for seed in seeds)
