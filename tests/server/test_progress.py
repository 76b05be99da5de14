"""Ratings, weeks, feats, decisions, profiles and leaderboards."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, update

from paiju.games import catalog
from paiju.games.record import load
from paiju.puzzles.rating import Rating, after
from paiju.server import models as m
from paiju.server import progress, wire
from paiju.server.accounts import Accounts
from paiju.server.check import check
from paiju.server.names import stump
from paiju.server.progress import BOTS, Met, Progress, met, stood_out
from paiju.server.store import opened
from paiju.server.writer import FinishedDeal, PlayerDeal, Write, write_batch
from paiju.table import FakeTime
from tests.server.client import Guest, serving


def games() -> tuple[catalog.GameInfo, ...]:
    return tuple(map(catalog.find, ("doudizhu", "holdem", "big_two")))


async def deal(player: Guest, level: str = "easy", game: str = "doudizhu") -> tuple[str, dict[str, Any]]:
    """One deal against bots on 托管: the table and its last state."""
    info = catalog.find(game)
    bots = [{"level": level}] * (info.recommended - 1)
    made = await player.table(game, bots=bots, deals=1, private=True)
    await player.post(f"/api/games/{made['id']}/start")
    await player.put(f"/api/games/{made['id']}/players/{player.id}/sit_out")
    for _ in range(2_000):
        state = await player.get(f"/api/games/{made['id']}/state")
        if state["result"]:
            return made["id"], state
        await asyncio.sleep(0.01)
    raise AssertionError("the deal did not end")


@pytest.mark.parametrize(
    ("field", "found"),
    [
        ([("1", 2), ("2", 2), ("easy", -4)], Met(BOTS["easy"], 1.0)),  # a partner says nothing
        ([("1", -4), ("2", 2), ("hard", 2)], Met(Rating(1650, 130), 0.0)),
        ([("1", 0), ("normal", 5), ("normal", -5)], Met(BOTS["normal"], 0.5)),
        ([("1", 0), ("2", 0)], None),
        ([("1", 3), ("martian", -3)], Met(BOTS["normal"], 1.0)),
    ],
)
def test_what_a_deal_says_about_a_player(field: list[tuple[str, int]], found: Met | None) -> None:
    assert met("1", field, BOTS | {"2": Rating(1600, 200)}) == found


@pytest.mark.asyncio
async def test_a_deal_moves_the_rating_once_and_its_graph_shows_it(tmp_path: Path) -> None:
    async with serving(tmp_path, catalog=games) as server:
        ann = await server.guest("Ann")
        assert (await ann.get(f"/api/players/{ann.id}"))["ratings"] == []
        rating, ups = Rating(), 0
        for count in range(1, 4):
            table, state = await deal(ann)
            won = state["result"]["scores"][state["you"]["seat"]] > 0
            rating, ups = after(rating, BOTS["easy"], float(won)), ups + won
            (mine,) = (await ann.get(f"/api/players/{ann.id}"))["ratings"]
            assert mine == {
                "game": "doudizhu", "rating": round(rating.value), "deviation": round(rating.deviation), "deals": count,
            }  # fmt: skip
        graph = (await ann.get(f"/api/players/{ann.id}/ratings/doudizhu"))["points"]
        assert len(graph) == 3 and graph[-1]["rating"] == mine["rating"] and graph[-1]["gameId"] == table
        week = progress.week_of(server.context.rooms.time.now())
        (best,) = (await ann.get(f"/api/leaders/doudizhu?week={week}"))["places"]
        assert best["name"] == "Ann" and best["deals"] == 3 and best["place"] == 1
        assert (await ann.get("/api/leaders/doudizhu"))["places"] == []  # too few deals
        branch = await ann.post(f"/api/games/{table}/replay/1/branch", {"step": 0, "pace": 0}, 201)
        await ann.put(f"/api/games/{branch['id']}/players/{ann.id}/sit_out")
        for _ in range(1_000):
            if (await ann.get(f"/api/games/{branch['id']}/state"))["result"]:
                break
            await asyncio.sleep(0.01)
        assert (await ann.get(f"/api/players/{ann.id}"))["ratings"] == [mine]  # practice
        assert await check(server.context.store.database) == []
        await ann.get("/api/leaders/chess", 404)
        await ann.get("/api/leaders/doudizhu?week=soon", 400)


@pytest.mark.asyncio
async def test_an_analysis_keeps_what_stood_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path, catalog=games) as server:
        ann = await server.guest("Ann")
        table, state = await deal(ann)
        seat = state["you"]["seat"]
        record = load(await ann.get(f"/api/games/{table}/records/1"))
        step = next(number for number, move in enumerate(record.moves, 1) if move.seat == seat)
        points = [
            {"step": at, "chances": [0.5 + 0.2 * (at == step + 3 * 3)] * 3} for at in range(len(record.moves) + 1)
        ]
        flag = {
            "step": step, "seat": seat, "played": "pass", "playedName": None, "better": "3s", "betterName": None,
            "loss": 0.31, "grade": "mistake", "why": {"key": "x", "args": {}},
        }  # fmt: skip
        answer = {
            "measure": "win",
            "points": points,
            "flags": [flag],
            "note": {"key": "x", "args": {}},
            "complete": True,
        }

        async def analyse(self: object, key: object, record: str) -> bytes:
            return msgspec.json.encode(answer)

        monkeypatch.setattr("paiju.server.rest.analysis.Analyst.analyse", analyse)
        for _ in range(2):
            await ann.get(f"/api/games/{table}/replay/1/analysis")
        found = await ann.get("/api/me/decisions")
        assert [(one["step"], one["gain"], one["better"]["text"]) for one in found["worst"]] == [(step, -0.31, "3s")]
        assert found["worst"][0]["gameId"] == table and len(found["best"]) <= 1
        assert not any(
            one["name"] == "flawless" and one["times"] for one in (await ann.get(f"/api/players/{ann.id}"))["feats"]
        )
        other, _ = await deal(ann)
        answer |= {"flags": []}
        for _ in range(2):
            await ann.get(f"/api/games/{other}/replay/1/analysis")
        feats = {one["name"]: one for one in (await ann.get(f"/api/players/{ann.id}"))["feats"] if one["times"]}
        own = sum(move.seat == seat for move in load(await ann.get(f"/api/games/{other}/records/1")).moves)
        assert ("flawless" in feats) == (own >= progress.LONG)
        assert all(one["times"] == 1 for one in feats.values() if one["name"] == "flawless")


def test_the_best_decision_is_the_one_after_which_chances_rose_most() -> None:
    points = [
        wire.AnalysisPoint(step=at, chances=[chance, 1 - chance]) for at, chance in enumerate((0.5, 0.8, 0.7, 0.75))
    ]
    analysis = wire.Analysis(measure="win", points=points, flags=[], note=wire.parts.Line("x"), complete=True)
    movers = [(0, "3s"), (1, "4s"), (0, "5s")]
    (best,) = stood_out(analysis, movers, 0)
    assert (best.step, round(best.gain, 2), best.played["text"]) == (1, 0.3, "3s")
    assert [one.step for one in stood_out(analysis, movers, 1)] == [2]


@pytest.mark.asyncio
async def test_a_profile_is_public_unless_its_player_says_no(tmp_path: Path) -> None:
    time = FakeTime()
    async with serving(tmp_path, catalog=games, time=time) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        await deal(ann)
        store, week = server.context.store, progress.week_of(time.now())
        enough = update(m.ratings).values(deals=progress.SETTLED)
        await store.database.write(lambda db: db.execute(enough))
        seen = await bo.get(f"/api/players/{ann.id}")
        assert seen["name"] == "Ann" and "chips" not in seen and len(seen["ratings"]) == 1
        boards = ("/api/leaders/doudizhu", f"/api/leaders/doudizhu?week={week}")
        for path in boards:
            assert [one["name"] for one in (await bo.get(path))["places"]] == ["Ann"]
        assert (await ann.put("/api/me", {"hidden": True}))["hidden"] is True
        await bo.get(f"/api/players/{ann.id}", 404)
        await bo.get(f"/api/players/{ann.id}/ratings/doudizhu", 404)
        assert (await ann.get(f"/api/players/{ann.id}"))["hidden"] is True
        for path in boards:
            assert (await bo.get(path))["places"] == []
        await ann.put("/api/me", {"hidden": False})
        ban = m.bans.insert().values(player_id=int(ann.id), actor="host", at=time.now(), reason="")
        await store.database.write(lambda db: db.execute(ban))
        await server.context.auth.bans.refresh()
        assert [one["name"] for one in (await bo.get(boards[0]))["places"]] == [stump(int(ann.id))]
        await bo.get(f"/api/players/{ann.id}", 404)
        await store.database.write(lambda db: db.execute(delete(m.bans)))
        await server.context.auth.bans.refresh()
        exported = await Accounts(store).export(int(ann.id), time.now())
        assert len(exported["ratings"]) == len(exported["weeks"]) == 1
        for table in (await ann.get("/api/me"))["games"]:
            await ann.delete(f"/api/games/{table}/players/{ann.id}")
        await ann.delete("/api/me", 204)
        for path in boards:
            assert (await bo.get(path))["places"] == []
        for path in (ann.id, "0", "x", "9" * 20):
            await bo.get(f"/api/players/{path}", 404)


@pytest.mark.asyncio
async def test_people_are_rated_by_each_other_on_both_databases(database: str) -> None:
    async with opened(database) as store:
        ann, bo = [await store.new_player(name, "", 1) for name in ("Ann", "Bo")]
        table = await store.new_game("t", "s", 1, game="duel", options={}, name="", owner_id="1", seats=2, private=True, locked=False)  # fmt: skip

        def write(first: int, number: int, scores: tuple[int, int], feats: tuple[str, ...]) -> Write:
            parts = [
                PlayerDeal(player=one, seat=seat, score=scores[seat], won=scores[seat] > 0, actions=["x"], feats=feats)
                for seat, one in enumerate((ann, bo))
            ]
            made = FinishedDeal(
                number=number, winners=[], scores=list(scores), reason="", moves=1, facts={}, record="", played_at=9,
                players=parts, field=[(str(ann), scores[0]), (str(bo), scores[1])],
            )  # fmt: skip
            return Write(game=table, fence=1, first=first, rows=[(9, "{}")], game_name="duel", deal=made)

        batch = [write(1, 1, (1, -1), ("spring",)), write(2, 2, (1, -1), ("spring", "other"))]
        await store.database.write(lambda db: write_batch(db, batch))
        known = Progress(store)
        one, two = after(Rating(), Rating(), 1.0), after(Rating(), Rating(), 0.0)
        one, two = after(one, two, 1.0), after(two, one, 0.0)
        assert [round(row.rating, 6) for row in await known.ratings(ann)] == [round(one.value, 6)]
        assert [round(row.rating, 6) for row in await known.ratings(bo)] == [round(two.value, 6)]
        assert [row.deals for row in await known.ratings(bo)] == [2]
        assert [(row.name, row.times, row.hand_number) for row in sorted(await known.feats(ann), key=lambda row: row.name)] == [
            ("other", 1, 2), ("spring", 2, 2),
        ]  # fmt: skip
        points = await known.graph(ann, "duel")
        assert [row.hand_number for row in points] == [1, 2] and points[-1].rating == pytest.approx(one.value)
        assert [row.deals for row in await known.week(progress.week_of(9), "duel")] == [2, 2]
        assert [line.key for line in await check(store.database) if line.key == "check.rating"] == []
        await store.database.write(lambda db: db.execute(update(m.ratings).values(rating=1)))
        assert [line.key for line in await check(store.database) if line.key == "check.rating"] == ["check.rating"] * 2
