"""Finished deals: who may look at them later."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from paiju.games.record import load
from tests.server.client import Guest, serving


async def play(path: str, *people: Guest) -> int:
    """Play one deal to its end, everybody staying where possible; its number."""
    await people[0].post(f"{path}/start")
    while (state := await people[0].get(f"{path}/state"))["result"] is None or state["stage"] == "playing":
        for one in people:
            asked = (await one.get(f"{path}/state"))["decision"]
            if asked is not None:
                await one.post(f"{path}/action", {"text": asked["choices"][-1]})
    return int(state["handNumber"])


def numbers(history: dict[str, Any]) -> list[int]:
    assert history["total"] == len(history["hands"]) and history["pages"] == 1
    return [hand["handNumber"] for hand in history["hands"]]


@pytest.mark.parametrize("table", [{"spectators": False}, {"password": "geheim"}], ids=["no spectators", "locked"])
@pytest.mark.parametrize("how", ["left", "sent away", "closed"])
async def test_who_played_knows_the_table_until_his_last_deal(tmp_path: Path, table: Any, how: str) -> None:
    """All that the player could see while seated, and nothing from later."""
    async with serving(tmp_path) as server:
        ann, bo, cy, eve = [await server.guest(name) for name in ("Ann", "Bo", "Cy", "Eve")]
        path = f"/api/games/{(await ann.table('stakes', seats=4, buyIn=50, pause=60, **table))['id']}"
        sit = {"buyIn": 50, "password": "geheim"}
        await bo.post(f"{path}/players", sit, 201)
        assert await play(path, ann, bo) == 1
        await cy.post(f"{path}/players", sit, 201)
        assert numbers(await cy.get(f"{path}/history")) == [1]
        await bo.put(f"{path}/players/{bo.id}/sit_out")
        assert await play(path, ann, cy) == 2
        await bo.put(f"{path}/players/{bo.id}/back")
        assert await play(path, ann, bo, cy) == 3
        if how == "left":
            await bo.delete(f"{path}/players/{bo.id}")
        elif how == "sent away":
            await ann.delete(f"{path}/players/{bo.id}")
        if how != "closed":
            assert await play(path, ann, cy) == 4
            assert numbers(await ann.get(f"{path}/history")) == [4, 3, 2, 1]
        else:
            await ann.delete(path)
        history = await bo.get(f"{path}/history")
        assert numbers(history) == [3, 2, 1]
        told = {hand["handNumber"]: [p["holeCards"] is not None for p in hand["players"]] for hand in history["hands"]}
        secret = how != "closed"
        assert told[1] == ([False, True] if secret else [True, True])
        for number in (1, 2, 3):
            record = load(await bo.get(f"{path}/records/{number}"))
            assert record.is_redacted is secret
            assert (await bo.get(f"{path}/fairness/{number}"))["seed"] is None or not secret
            await bo.get(f"{path}/replay/{number}")
        await bo.get(f"{path}/history?format=paiju")
        for number in (4, 5):
            for what in ("records", "replay"):
                await bo.get(f"{path}/{what}/{number}", 404)
        await bo.get(f"{path}/fairness/5", 403)
        await bo.get(f"{path}/state", 403)
        for what in ("history", "records/1", "records/9", "fairness/1", "replay/1"):
            await eve.get(f"{path}/{what}", 403)


async def test_who_sat_there_but_played_nothing_is_a_stranger(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        path = f"/api/games/{(await ann.table('duel', seats=2, spectators=False))['id']}"
        await bo.post(f"{path}/players", {}, 201)
        await bo.delete(f"{path}/players/{bo.id}")
        assert (await bo.get(f"{path}/history", 403))["why"]["key"] == "error.no_spectators"


async def test_pages_count_what_the_asker_may_know(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo, cy, eve = [await server.guest(name) for name in ("Ann", "Bo", "Cy", "Eve")]
        path = f"/api/games/{(await ann.table('stakes', seats=3, buyIn=50, pause=60, spectatorDelay=60))['id']}"
        await bo.post(f"{path}/players", {"buyIn": 50}, 201)
        await play(path, ann, bo)
        await bo.delete(f"{path}/players/{bo.id}")
        await cy.post(f"{path}/players", {"buyIn": 50}, 201)
        await play(path, ann, cy)
        assert numbers(await ann.get(f"{path}/history")) == [2, 1]
        assert numbers(await bo.get(f"{path}/history")) == [1]  # their own is never too new
        assert numbers(await eve.get(f"{path}/history")) == []
