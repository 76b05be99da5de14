"""The analysis of a finished deal: for whom, once, and within limits."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from paiju.server.rest import analysis
from paiju.table import Refused
from tests.server.client import serving
from tests.server.test_replay import finished

pytestmark = pytest.mark.asyncio


async def test_a_deal_is_analysed_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        code, _ = await finished(ann, "doudizhu", 3)
        path = f"/api/games/{code}/replay/1"
        first, same = await asyncio.gather(ann.get(f"{path}/analysis"), bo.get(f"{path}/analysis"))
        assert first == same and first["measure"] == "win"
        steps = len((await ann.get(path))["steps"])
        assert first["points"][-1]["step"] == steps - 1
        assert all(len(point["chances"]) == 3 for point in first["points"])
        start = time.perf_counter()
        assert await ann.get(f"{path}/analysis") == first
        assert time.perf_counter() - start < 1.0
        words = (await ann.get("/api/messages/paiju"))["messages"]
        for flag in first["flags"]:
            assert flag["why"]["key"] in words
        assert first["note"]["key"] in words
        await ann.get(f"/api/games/{code}/replay/9/analysis", status=404)


async def test_hidden_hands_are_not_analysed(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        code, _ = await finished(ann, "holdem", 3)
        await ann.get(f"/api/games/{code}/replay/1/analysis", status=403)
        await ann.delete(f"/api/games/{code}")
        found = await ann.get(f"/api/games/{code}/replay/1/analysis")
        assert found["measure"] == "pot" and found["complete"]


async def test_the_analyst_has_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    analyst = analysis.Analyst()
    monkeypatch.setattr(analysis, "WAITING", 2)

    async def slowly(record: str) -> bytes:
        await asyncio.sleep(30)
        return b"{}"

    monkeypatch.setattr(analyst, "_run", slowly)
    waiting = [asyncio.create_task(analyst.analyse((1, hand), "")) for hand in (1, 2)]
    await asyncio.sleep(0)
    with pytest.raises(Refused) as refused:
        await analyst.analyse((1, 3), "")
    assert refused.value.code == "unavailable"
    await analyst.close()
    assert all(
        isinstance(one, asyncio.CancelledError) for one in await asyncio.gather(*waiting, return_exceptions=True)
    )


async def test_what_the_worker_cannot_read_is_refused() -> None:
    with pytest.raises(Refused):
        await analysis.Analyst().analyse((1, 1), "no record")
