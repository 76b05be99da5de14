"""The daily deal: the same cards and bots for everybody, once each, compared afterwards."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from paiju.games import catalog
from paiju.games.record import load, verify
from paiju.server import daily
from paiju.server import models as m
from paiju.server.accounts import Accounts
from paiju.server.backup import back_up, restore
from paiju.server.check import check
from paiju.server.database import connect
from paiju.server.names import stump
from paiju.server.store import opened
from paiju.table import FakeTime
from tests.server.client import Guest, serving

BIG_FOUR = ("doudizhu", "guandan", "holdem", "sanguosha")
DAY = 86_400


def games() -> tuple[catalog.GameInfo, ...]:
    return tuple(map(catalog.find, BIG_FOUR))


async def play(
    player: Guest, game: str, *, first: int = 0, answers: int = 10_000, auto: bool = True
) -> tuple[str, dict[str, Any]]:
    """Play today's deal: the choice of this number at first, then the first, which 托管 gives where there are no chips.

    With a limit of answers the deal is left in the middle.
    """
    table: str = (await player.post(f"/api/daily/{game}", {"pace": 0}))["id"]
    for count in range(answers):
        for _ in range(2_000):
            state = await player.get(f"/api/games/{table}/state")
            if state["decision"] or state["stage"] in ("finished", "hand_end"):
                break
            await asyncio.sleep(0.005)
        if state["stage"] == "finished":
            return table, state
        if state["stage"] == "hand_end":
            await player.post(f"/api/games/{table}/ready")
        elif count and auto and game != "holdem":
            await player.put(f"/api/games/{table}/players/{player.id}/sit_out")
        else:
            choices = state["decision"]["choices"]
            text = next((one for one in choices if game == "holdem" and one in ("check", "call")), choices[0])
            await player.post(f"/api/games/{table}/action", {"text": text if count else choices[first]})
    return table, state


async def moves(player: Guest, table: str, hand: int = 1) -> list[tuple[int, str | None]]:
    record = load(await player.get(f"/api/games/{table}/records/{hand}"))
    return [(move.seat, move.text) for move in record.moves]


def by_seat(found: list[tuple[int, str | None]]) -> dict[int, list[str | None]]:
    """Seats that are asked together may answer in any order."""
    return {seat: [text for one, text in found if one == seat] for seat, _ in found}


@pytest.mark.needs_kernel
@pytest.mark.asyncio
@pytest.mark.parametrize("game", BIG_FOUR)
async def test_everybody_meets_the_same_cards_and_the_same_bots(tmp_path: Path, game: str) -> None:
    time = FakeTime()
    async with serving(tmp_path, catalog=games, time=time) as server:
        ann, bo, cy = [await server.guest(name) for name in ("Ann", "Bo", "Cy")]
        today = next(one for one in (await ann.get("/api/daily"))["games"] if one["game"] == game)
        (first, _), (second, _), (third, end) = [
            await play(ann, game), await play(bo, game), await play(cy, game, first=-1),
        ]  # fmt: skip
        records = [
            load(await one.get(f"/api/games/{table}/records/1"))
            for one, table in ((ann, first), (bo, second), (cy, third))
        ]
        assert len({record.seed for record in records}) == 1
        assert by_seat(await moves(ann, first)) == by_seat(await moves(bo, second))
        for number, commit in enumerate(today["commits"], 1):
            record = load(await cy.get(f"/api/games/{third}/records/{number}"))
            assert record.commit == commit and record.server_seed is not None
            assert verify(record).committed
        board = await ann.get(f"/api/daily/{game}")
        assert board["open"] and len(board["places"]) == 3
        scores = {one["name"]: one for one in board["places"]}
        own = {"Ann": ann.id, "Bo": bo.id, "Cy": cy.id}
        assert {name: one["playerId"] for name, one in scores.items()} == own
        assert scores["Ann"]["score"] == scores["Bo"]["score"] and scores["Ann"]["place"] == scores["Bo"]["place"]
        assert sum(one["percent"] for one in board["places"]) == 150
        same = await ann.get(f"/api/daily/{game}/compare?with={bo.id}")
        assert same["differs"] is None and [row["mine"]["text"] for row in same["rows"]] == [
            text for hand in range(1, today["deals"] + 1)
            for seat, text in await moves(ann, first, hand) if seat == end["you"]["seat"]
        ]  # fmt: skip
        other = await ann.get(f"/api/daily/{game}/compare?with={cy.id}")
        assert other["differs"] == 0 and other["theirs"]["name"] == "Cy"
        theirs = await ann.get(f"/api/games/{third}/replay/1")
        assert theirs["steps"][other["rows"][0]["theirs"]["step"]]["action"] == other["rows"][0]["theirs"]["text"]


@pytest.mark.asyncio
async def test_a_daily_deal_is_played_once_and_goes_on_after_a_break(tmp_path: Path) -> None:
    time = FakeTime()
    async with serving(tmp_path, catalog=games, time=time) as server:
        ann = await server.guest("Ann")
        found = await asyncio.gather(*(ann.post("/api/daily/doudizhu", {"pace": 0}) for _ in range(4)))
        assert len({one["id"] for one in found}) == 1
        table = found[0]["id"]
        before = await ann.get(f"/api/games/{table}/state")
        token = ann.token
        assert [one["state"] for one in (await ann.get("/api/daily"))["games"]] == ["open", "new", "new", "new"]
        refused = await ann.post(f"/api/games/{table}/entropy", {"bytes": "00"}, 403)
        assert refused["why"]["key"] == "error.daily_entropy"
    async with serving(tmp_path, catalog=games, time=time) as server:
        http = httpx.AsyncClient(base_url=server.url, timeout=20, headers={"authorization": f"Bearer {token}"})
        server.clients.append(http)
        ann = Guest(server, http, {"token": token, "player": {"id": ann.id}})
        time.advance(600)  # away for long, but the seat waits
        server.context.rooms.tick()
        assert (await ann.post("/api/daily/doudizhu"))["id"] == table
        after = await ann.get(f"/api/games/{table}/state")
        assert after["view"]["hands"] == before["view"]["hands"] and after["you"] == before["you"]
        _, state = await play(ann, "doudizhu")
        assert state["result"]["matchOver"]
        again = await ann.post(f"/api/games/{table}/start", status=409)
        assert again["why"]["key"] == "error.daily_once"
        await ann.post(f"/api/games/{table}/ready", status=409)
        assert (await ann.post("/api/daily/doudizhu"))["id"] == table
        (mine, *_) = (await ann.get("/api/daily"))["games"]
        assert mine["state"] == "done" and mine["place"] == 1 and mine["percent"] is None
        assert mine["score"] == state["result"]["scores"][state["you"]["seat"]]
        assert (await ann.get("/api/me"))["standings"] == []  # it is practice for everything else
        assert await check(server.context.store.database, deep=True) == []


@pytest.mark.asyncio
async def test_lines_of_others_are_seen_after_ones_own(tmp_path: Path) -> None:
    time = FakeTime()
    day = daily.today(time.now())
    async with serving(tmp_path, catalog=games, time=time) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        table, _ = await play(ann, "doudizhu")
        board = await bo.get("/api/daily/doudizhu")
        assert not board["open"] and board["places"] == [] and board["own"]["players"] == 1
        paths = [f"/api/games/{table}/{rest}" for rest in ("records/1", "replay/1", "history", "replay/1/analysis")]
        for path in [*paths, f"/api/daily/doudizhu/compare?with={ann.id}"]:
            assert (await bo.get(path, 403))["why"]["key"] == "error.daily_first", path
        assert (await bo.get(f"/api/games/{table}/fairness/1", 403))["why"]["key"] == "error.daily_first"
        await bo.get(f"/api/games/{table}/state", 403)
        await play(bo, "doudizhu", answers=1)  # begun, not finished
        await bo.get(paths[0], 403)
        await play(bo, "doudizhu")
        assert (await bo.get("/api/daily/doudizhu"))["open"]
        assert load(await bo.get(paths[0])).server_seed is not None
        cy = await server.guest("Cy")
        running, _ = await play(cy, "guandan", answers=1)
        time.ms = daily.closing(day) - 1
        await cy.get(paths[0], 403)
        assert (await cy.get("/api/daily"))["games"][0]["state"] == "new"  # tomorrow's by now
        assert (await cy.get(f"/api/daily?day={day}"))["games"][1]["state"] == "open"
        time.advance(1)
        server.context.rooms.tick()
        await server.context.store.drain()
        await cy.get(paths[0])
        yesterday = await cy.get(f"/api/daily/doudizhu?day={day}")
        assert yesterday["open"] and {one["name"] for one in yesterday["places"]} == {"Ann", "Bo"}
        assert (await cy.get(f"/api/daily?day={day}"))["games"][1]["state"] == "missed"
        assert (await cy.get(f"/api/games/{running}"))["status"] == "finished"
        for wrong in (f"{date.fromordinal(day.toordinal() + 9)}", "1999-01-01"):
            await cy.get(f"/api/daily?day={wrong}", 404)
        await cy.get("/api/daily/big_two", 404)


@pytest.mark.asyncio
async def test_no_computer_decides_in_a_ranked_deal(tmp_path: Path) -> None:
    """There are no hints, and 托管 gives the safest answers, as by hand."""
    async with serving(tmp_path, catalog=games) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        table, _ = await play(ann, "doudizhu", answers=1)
        for _ in range(2_000):
            if (await ann.get(f"/api/games/{table}/state"))["decision"]:
                break
            await asyncio.sleep(0.005)
        assert (await ann.get(f"/api/games/{table}/hint", 403))["why"]["key"] == "error.daily_hint"
        by_auto, _ = await play(ann, "doudizhu")
        by_hand, _ = await play(bo, "doudizhu", auto=False)
        assert await moves(ann, by_auto) == await moves(bo, by_hand)


@pytest.mark.asyncio
async def test_a_daily_deal_can_be_given_up(tmp_path: Path) -> None:
    async with serving(tmp_path, catalog=games, time=FakeTime()) as server:
        ann = await server.guest("Ann")
        table, _ = await play(ann, "guandan", answers=1)
        await ann.delete(f"/api/games/{table}/players/{ann.id}")
        assert (await ann.get("/api/daily"))["games"][1]["state"] == "missed"
        assert (await ann.post("/api/daily/guandan"))["id"] == table
        await ann.delete("/api/me", 204)


@pytest.mark.asyncio
async def test_the_hands_of_holdem_are_played_on_with_new_chips(tmp_path: Path) -> None:
    async with serving(tmp_path, catalog=games, time=FakeTime()) as server:
        ann = await server.guest("Ann")
        table = (await ann.post("/api/daily/holdem", {"pace": 0}))["id"]
        room = server.context.rooms.running[table]
        hands = 0
        for _ in range(4_000):
            state = await ann.get(f"/api/games/{table}/state")
            if state["stage"] == "finished":
                break
            if state["stage"] == "hand_end":
                hands += 1
                seat = room.table.seat_of(ann.id)
                assert seat is not None and room.table.stack(seat) > 0
                await ann.post(f"/api/games/{table}/ready")
            elif state["decision"]:
                await ann.post(f"/api/games/{table}/action", {"action": "all_in"})
            else:
                await asyncio.sleep(0.005)
        assert hands == 4
        mine = (await ann.get("/api/daily"))["games"][2]
        assert mine["state"] == "done" and mine["score"] == room.table.state.sitters[seat].score  # type: ignore[index]
        assert (await ann.get("/api/me"))["chips"] == 1_000
        assert await check(server.context.store.database, deep=True) == []


def test_seeds_tell_nothing_of_one_another() -> None:
    days, key = [f"2026-01-{day:02}" for day in range(1, 29)], b"k" * 32
    seeds = {daily.server_seed(key, day, game, 1) for day in days for game in BIG_FOUR}
    assert len(seeds) == len(days) * len(BIG_FOUR)
    assert daily.server_seed(b"l" * 32, days[0], "holdem", 1) not in seeds
    assert daily.server_seed(key, days[0], "holdem", 1) == daily.server_seed(key, days[0], "holdem", 1)


_TWICE = """
from paiju.games import catalog
from paiju.server import daily
from paiju.server.commands import Caller
from paiju.table import Table, agenda, events, commands
from functools import partial
from hashlib import sha256
import datetime
for name in ("doudizhu", "guandan", "holdem", "sanguosha"):
    info, key, found = catalog.find(name), b"k" * 32, sha256()
    for day in range(1, 4):
        settings = daily.settings(info, datetime.date(2026, 1, day), 0)
        table = Table.open("t", events.Opened(at=0, settings=settings, owner="1"))
        table.secret = partial(daily.secret, key, table)
        for event in daily.opening(table, key, Caller("1", "Ann"), 0):
            table.apply(event)
        while table.is_dealing:
            seat, asked = next(iter(table.deal.asked.items()))
            answer = daily.bot(table, seat, "normal").choose(table.view(seat), asked.decision, limit=5)
            found.update(f"{seat} {answer};".encode())
            table.apply(commands.answer(table, seat, str(answer), 0, "bot"))
    print(name, found.hexdigest())
"""


def test_bots_play_alike_in_every_process() -> None:
    def run(seed: str) -> str:
        environment = os.environ | {"PYTHONHASHSEED": seed}
        return subprocess.run(
            [sys.executable, "-c", _TWICE], env=environment, capture_output=True, text=True, check=True
        ).stdout

    first = run("1")
    assert first.count("\n") == 4 and first == run("77")


@pytest.mark.asyncio
async def test_begun_once_on_both_databases_and_kept_in_a_backup(database: str, tmp_path: Path) -> None:
    async with opened(database) as store:
        ann, bo = await store.new_player("Ann", "", 1), await store.new_player("Bo", "", 1)
        deals = daily.DailyDeals(store)
        tables = [await store.new_game(f"t{at}", "s", 1, game="doudizhu", options={}, name="", owner_id="1", seats=3, private=True, locked=False) for at in range(3)]  # fmt: skip
        begun = await asyncio.gather(*(deals.begin("2026-01-01", "doudizhu", ann, table, 2) for table in tables))
        assert sorted(begun) == [False, False, True]
        free = next(table for table, was in zip(tables, begun, strict=True) if not was)
        assert await deals.begin("2026-01-01", "doudizhu", bo, free, 2)
        assert (await deals.fields("2026-01-01")) == {}
        scored = update(m.daily_plays).where(m.daily_plays.c.player_id == ann).values(score=3, finished_at=9)
        await store.database.write(lambda db: db.execute(scored))
        assert (await deals.fields("2026-01-01"))["doudizhu"].place(3) == 1
        assert [row.name for row in await deals.best("2026-01-01", "doudizhu")] == ["Ann"]
        found = await check(store.database)
        assert [line.key for line in found if line.key != "check.log"] == ["check.daily"]
        exported = await Accounts(store).export(ann, 5)
        assert [(row["day"], row["score"]) for row in exported["dailyDeals"]] == [("2026-01-01", 3)]
        await back_up(store.database, tmp_path / "backup.zip", 5)
        await Accounts(store).delete(ann, 6)
        assert await deals.plays("2026-01-01", ann) == {} and set(await deals.plays("2026-01-01", bo)) == {"doudizhu"}
    copy = connect(f"sqlite:///{tmp_path / 'copy.db'}")
    await restore(copy, tmp_path / "backup.zip")
    rows = await copy.read(lambda db: db.execute(m.daily_plays.select().order_by(m.daily_plays.c.player_id)).all())
    assert [(row.player_id, row.score) for row in rows] == [(ann, 3), (bo, None)]
    await copy.close()


@pytest.mark.asyncio
async def test_a_banned_player_has_no_name_on_the_board(tmp_path: Path) -> None:
    time = FakeTime()
    async with serving(tmp_path, catalog=games, time=time) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        for one in (ann, bo):
            await play(one, "doudizhu")
        row = m.bans.insert().values(player_id=int(ann.id), actor="host", at=time.now(), reason="")
        await server.context.store.database.write(lambda db: db.execute(row))
        await server.context.auth.bans.refresh()
        names = {one["playerId"]: one["name"] for one in (await bo.get("/api/daily/doudizhu"))["places"]}
        assert names == {ann.id: stump(int(ann.id)), bo.id: "Bo"}
