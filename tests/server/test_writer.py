"""A batch of writes is those writes one after the other, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from paiju.server import database as databases
from paiju.server import models
from paiju.server.store import (
    START_CHIPS,
    FinishedDeal,
    LostTable,
    NoChips,
    PlayerDeal,
    Store,
    Write,
    opened,
    sqlite_url,
)
from paiju.server.writer import Heartbeat

COLUMNS = {"game": "duel", "options": {}, "owner_id": "1", "private": False, "locked": False, "seats": 2}
TABLES = ("games", "entries", "hands", "player_hands", "seats", "standings", "players", "ledger", "servers")


async def prepare(store: Store, tables: int) -> list[int]:
    for name in ("Ann", "Bo", "Cy"):
        await store.new_player(name, "", 1)
    return [await store.new_game(f"t{number}", "s1", 1, **COLUMNS) for number in range(tables)]


def some_deal(draw: random.Random, number: int) -> FinishedDeal:
    score = draw.randint(-9, 9)
    seats = draw.sample((1, 2, 3), 2)
    parts = [
        PlayerDeal(
            player, seat, mine, mine > 0, ["check", "弃牌 \"'"][: draw.randint(0, 2)], draw.choice([None, ["As", "Kd"]]),
            draw.choice([None, "flush"]), draw.choice([None, 7]),
        )
        for seat, (player, mine) in enumerate(zip(seats, (score, -score), strict=True))
    ]  # fmt: skip
    return FinishedDeal(
        number, ["1"], [score, -score], "x", 3, {"a": [1, None, "牌"]}, 'record\n"1"', 9, parts, draw.random() < 0.8,
        draw.choice([None, 40]), draw.choice([None, ["2c", "3c", "4c"]]),
    )  # fmt: skip


def some_batches(draw: random.Random, games: list[int]) -> list[list[Write | Heartbeat]]:
    """Batches of writes as tables make them; now and then a player brings more chips than they have."""
    seqs, deals = dict.fromkeys(games, 0), dict.fromkeys(games, 0)
    batches = []
    for _ in range(6):
        batch: list[Write | Heartbeat] = []
        for _ in range(draw.randint(1, 12)):
            game = draw.choice(games)
            rows = [(draw.randint(1, 99), f'{{"n":"{draw.random()}"}}') for _ in range(draw.randint(1, 3))]
            write = Write(game, 1, seqs[game] + 1, rows, game_name="duel")
            if draw.random() < 0.1:
                write.debit = (draw.choice((1, 2, 3)), START_CHIPS * 10)  # refused
                batch.append(write)
                continue
            seqs[game] += len(rows)
            if draw.random() < 0.4:
                deals[game] += 1
                write.deal = some_deal(draw, deals[game])
            elif deals[game] and draw.random() < 0.3:
                write.amended = some_deal(draw, deals[game])
            if draw.random() < 0.2:
                write.debit = (draw.choice((1, 2, 3)), draw.randint(1, 5))
            if draw.random() < 0.3:
                write.credits = [(player, draw.randint(0, 5)) for player in draw.sample((1, 2, 3), draw.randint(0, 3))]
            if draw.random() < 0.3:
                write.stacks = {player: draw.randint(0, 99) for player in draw.sample((1, 2, 3), draw.randint(0, 3))}
            if draw.random() < 0.3:
                summary = {"status": "active", "players": ["Ann", "波"], "closed": False}
                write.columns = {"status": "active", "summary": summary, "owner_id": "2", "closed": False}
            if draw.random() < 0.3:
                write.columns |= {"snapshot": '{"x":"y"}', "snapshot_seq": write.first - 1}
            batch.append(write)
            if draw.random() < 0.2:
                batch.append(Heartbeat(draw.choice("ab"), draw.randint(1, 99)))
        batches.append(batch)
    return batches


async def everything(store: Store) -> dict[str, list[Any]]:
    """All rows but their own numbers, which a transaction that was undone may have used up."""
    found = {}
    for name in TABLES:
        table = models.metadata.tables[name]
        kept = [
            column
            for column in table.c
            if column.name not in ("id", "hand_id") or name in ("games", "players", "servers")
        ]
        found[name] = sorted([tuple(row) for row in await store.all(select(*kept))], key=str)
    return found


async def written(url: str, seed: int, together: bool) -> tuple[dict[str, list[Any]], list[type]]:
    """The database after some batches, and how each write ended."""
    ends: list[Any] = []
    async with opened(url) as store:
        for batch in some_batches(random.Random(seed), await prepare(store, 5)):
            if together:
                ends += await asyncio.gather(*[store.submit(write) for write in batch], return_exceptions=True)  # type: ignore[type-var]
            else:
                for write in batch:
                    ends += await asyncio.gather(store.submit(write), return_exceptions=True)  # type: ignore[type-var]
        return await everything(store), [type(end) for end in ends]


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(4))
async def test_a_batch_is_its_writes_one_after_the_other(seed: int, database: str, tmp_path: Path) -> None:
    rows, ends = await written(database, seed, together=True)
    assert (rows, ends) == await written(sqlite_url(tmp_path / "one by one.db"), seed, together=False)
    assert all(rows[name] for name in TABLES)
    assert {type(None)} <= set(ends) <= {type(None), NoChips}


@pytest.mark.asyncio
async def test_one_lost_table_does_not_stop_the_others(database: str) -> None:
    async with opened(database) as store:
        games = await prepare(store, 5)
        await store.take("t2", "s2")
        wanted = [*[Write(game, 1, 1, [(1, "{}")]) for game in games], Write(99, 1, 1, [(1, "{}")])]
        wanted += [Write(games[0], 1, 3, [(1, "{}")]), Write(games[1], 1, 2, [(1, "{}")])]
        results = await asyncio.gather(*[store.submit(write) for write in wanted], return_exceptions=True)
        lost = [at for at, result in enumerate(results) if isinstance(result, LostTable)]
        assert lost == [2, 5, 6]  # another owner, no such table, not the next event
        assert [result for at, result in enumerate(results) if at not in lost] == [None] * 5
        assert [(await store.game(f"t{number}")).seq for number in range(5)] == [1, 2, 0, 1, 1]


@pytest.mark.asyncio
async def test_the_log_is_copied_beside_the_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By itself SQLite would do it at some commit, which then takes long: here it is told never to."""
    path = tmp_path / "one.db"
    monkeypatch.setattr(databases, "PRAGMAS", (*databases.PRAGMAS, "wal_autocheckpoint=0"))
    monkeypatch.setattr(databases, "CHECKPOINT", 50)
    async with opened(sqlite_url(path)) as store:
        assert isinstance(store.database, databases.Sqlite)
        (game,) = await prepare(store, 1)
        for seq in range(1, 60):
            await store.submit(Write(game, 1, seq, [(1, "x" * 4000)]))
        assert store.database._checkpoint is not None
        await asyncio.wrap_future(store.database._checkpoint)
        assert path.stat().st_size > 4000 * 40


@pytest.mark.asyncio
async def test_a_commit_is_flushed(tmp_path: Path) -> None:
    async with opened(sqlite_url(tmp_path / "one.db")) as store:
        pragmas = [
            await store.database.write(lambda db, name=name: db.exec_driver_sql(f"PRAGMA {name}").scalar())  # type: ignore[misc]
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert pragmas == ["wal", 2, 1]


@pytest.mark.asyncio
async def test_threads_get_the_interpreter_soon_while_sqlite_is_open(tmp_path: Path) -> None:
    at_first = sys.getswitchinterval()
    sys.setswitchinterval(0.005)  # another test may have left it small: a killed server of a universe restores nothing
    try:
        async with opened(sqlite_url(tmp_path / "one.db")):
            assert sys.getswitchinterval() < 0.001
        assert sys.getswitchinterval() == pytest.approx(0.005)
    finally:
        sys.setswitchinterval(at_first)


@pytest.mark.asyncio
async def test_what_waits_is_written_before_the_store_closes(database: str) -> None:
    async with opened(database) as store:
        (game,) = await prepare(store, 1)
        writes = [store.submit(Write(game, 1, seq, [(1, "{}")])) for seq in range(1, 30)]
    assert all(write.is_settled and write.error is None for write in writes)
    async with opened(database) as store:
        assert (await store.game("t0")).seq == 29
