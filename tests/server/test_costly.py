"""Answers that cost processor time: beside the loop, kept, and paid for."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paiju.games import catalog
from paiju.server.costly import GUESS, Costly
from paiju.server.limits import Limits
from paiju.table import Refused
from tests.server.client import NO_LIMITS, Guest, serving

FREE = Limits(NO_LIMITS)


def burn(seconds: float) -> Callable[[], str]:
    def work() -> str:
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            pass
        return "done"

    return work


async def test_it_is_made_beside_the_loop() -> None:
    costly = Costly(FREE)
    thread = await costly.make("a", threading.get_ident)
    assert thread != threading.get_ident()
    assert thread == await costly.make("b", threading.get_ident)
    costly.close()


async def test_who_has_used_up_their_time_waits() -> None:
    costly = Costly(Limits({**NO_LIMITS, "work": (0.001, 0.05)}))
    await costly.make("a", burn(0.1))
    with pytest.raises(Refused) as refused:
        await costly.make("a", burn(0))
    assert refused.value.code == "rate_limited" and refused.value.wait is not None and refused.value.wait > 10
    assert await costly.make("b", burn(0)) == "done"
    costly.close()


async def test_many_at_once_are_counted_before_they_are_made() -> None:
    costly = Costly(Limits({**NO_LIMITS, "work": (0.001, 5 * GUESS)}))
    asked = [asyncio.create_task(costly.make("a", burn(0))) for _ in range(20)]
    ends = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(end, Refused) for end in ends) >= 10
    costly.close()


async def test_a_failure_is_paid_for_and_raised() -> None:
    costly = Costly(FREE)
    with pytest.raises(ZeroDivisionError):
        await costly.make("a", lambda: 1 // 0)
    costly.close()


def test_what_was_made_is_kept_as_long_as_there_is_room() -> None:
    costly, made = Costly(FREE, kept=10), list[str]()

    def make(text: str) -> Callable[[], str]:
        return lambda: made.append(text) or text

    for key in ("aaaa", "bbbb", "aaaa", "cccc", "aaaa", "bbbb"):
        assert costly.kept(key, make(key)) == key
    assert made == ["aaaa", "bbbb", "cccc", "bbbb"]  # the one that was used longest ago had to go
    costly.close()


async def hands(server: Any, count: int) -> tuple[Guest, Guest, str]:
    ann, bo = await server.guest("Ann"), await server.guest("Bo")
    path = f"/api/games/{(await ann.table('holdem', seats=2, timeout=600))['id']}"
    await bo.post(f"{path}/players", {}, 201)
    await ann.post(f"{path}/start")
    done = 0
    while done < count:
        for guest in (ann, bo):
            state = await guest.get(f"{path}/state")
            if state["decision"]:
                await guest.post(f"{path}/fold")
                done += 1
                break
    return ann, bo, path


async def test_past_deals_are_exported_off_the_loop_once_and_for_a_price(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loops: list[bool] = []
    made = 0
    old = catalog.find("holdem").exports["phh"]

    def export(*args: Any) -> str:
        nonlocal made
        made += 1
        loops.append(threading.current_thread() is threading.main_thread())
        return old(*args)

    monkeypatch.setitem(catalog.find("holdem").exports, "phh", export)
    async with serving(tmp_path, find=catalog.find, rates={**NO_LIMITS, "work": (0.0001, 0.05)}) as server:
        ann, _, path = await hands(server, 3)
        answers = [await ann.http.get(f"{path}/history?format=phh") for _ in range(30)]
        assert [answer.status_code for answer in answers[:2]] == [200, 200]
        assert answers[0].text == answers[1].text
        assert made <= 3 and not any(loops)
        server.context.limits.spend("work", "127.0.0.1", 1)
        for address in (f"{path}/history?format=paiju", f"{path}/records/1", f"{path}/fairness/1", f"{path}/replay/1"):
            refused = await ann.http.get(address)
            assert refused.status_code == 429 and "retry-after" in refused.headers, address
        await ann.get(f"{path}/history")
