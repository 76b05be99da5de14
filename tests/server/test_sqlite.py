"""A batch in one statement is the same batch."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from paiju.server.sqlite import BatchWriter
from paiju.server.store import Hand, LostTable, PlayerHand, Store, Write, opened, sqlite_url

COLUMNS = {"game": "duel", "options": {}, "owner_id": "1", "private": False, "locked": False, "seats": 2}
TABLES = ("games", "entries", "hands", "player_hands", "seats", "standings", "players", "ledger")


async def prepare(store: Store, tables: int) -> list[int]:
    for name in ("Ann", "Bo", "Cy"):
        await store.new_player(name, "", 1)
    return [await store.new_game(f"t{number}", "s1", 1, **COLUMNS) for number in range(tables)]


def some_hand(draw: random.Random, number: int) -> Hand:
    score = draw.randint(-9, 9)
    seats = draw.sample((1, 2, 3), 2)
    parts = [
        PlayerHand(
            player, seat, mine, mine > 0, ["check", "弃牌 \"'"][: draw.randint(0, 2)], draw.choice([None, ["As", "Kd"]]),
            draw.choice([None, "flush"]), draw.choice([None, 7]),
        )
        for seat, (player, mine) in enumerate(zip(seats, (score, -score), strict=True))
    ]  # fmt: skip
    return Hand(
        number, ["1"], [score, -score], "x", 3, {"a": [1, None, "牌"]}, 'record\n"1"', 9, parts, draw.random() < 0.8,
        draw.choice([None, 40]), draw.choice([None, ["2c", "3c", "4c"]]),
    )  # fmt: skip


def some_batches(draw: random.Random, games: list[int]) -> list[list[Write]]:
    """Batches of writes that all follow each other, as tables make them."""
    seqs, hands = dict.fromkeys(games, 0), dict.fromkeys(games, 0)
    batches = []
    for _ in range(6):
        batch = []
        for _ in range(draw.randint(1, 12)):
            game = draw.choice(games)
            rows = [(draw.randint(1, 99), f'{{"n":"{draw.random()}"}}') for _ in range(draw.randint(1, 3))]
            write = Write(game, 1, seqs[game] + 1, rows, game_name="duel")
            seqs[game] += len(rows)
            if draw.random() < 0.4:
                hands[game] += 1
                write.hand = some_hand(draw, hands[game])
            if draw.random() < 0.3:
                write.stacks = {player: draw.randint(0, 99) for player in draw.sample((1, 2, 3), draw.randint(0, 3))}
            if draw.random() < 0.3:
                summary = {"status": "active", "players": ["Ann", "波"], "closed": False}
                write.columns = {"status": "active", "summary": summary, "owner_id": "2", "closed": False}
            if draw.random() < 0.3:
                write.columns |= {"snapshot": '{"x":"y"}', "snapshot_seq": write.first - 1}
            batch.append(write)
        batches.append(batch)
    return batches


def everything(path: Path) -> dict[str, list[Any]]:
    """All rows, JSON as what it means: no value is NULL in one writer's rows and null in the other's."""
    with sqlite3.connect(path) as db:
        rows = {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in TABLES}
    return {name: sorted([tuple(map(meant, row)) for row in found], key=str) for name, found in rows.items()}


def meant(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) and (value == "null" or value[:1] in ("[", "{")) else value


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(8))
async def test_one_statement_writes_what_many_write(seed: int, tmp_path: Path) -> None:
    found = []
    for is_quick in (True, False):
        path = tmp_path / f"{is_quick}.db"
        async with opened(sqlite_url(path)) as store:
            games = await prepare(store, 5)
            if not is_quick:
                store._at_once = None
            for batch in some_batches(random.Random(seed), games):
                await asyncio.gather(*[store.submit(write) for write in batch])
        found.append(everything(path))
    assert found[0] == found[1]
    assert all(found[0][name] for name in ("entries", "hands", "player_hands", "standings"))


@pytest.mark.asyncio
async def test_a_batch_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    async with opened(sqlite_url(path)) as store:
        first, second = await prepare(store, 2)
    write, before = BatchWriter(path), everything(path)
    good, late = Write(first, 1, 1, [(1, "{}")]), Write(second, 1, 2, [(1, "{}")])
    foreign = Write(second, 2, 1, [(1, "{}")])
    unknown = Write(99, 1, 1, [(1, "{}")])
    for bad in (
        late,
        foreign,
        unknown,
        Write(first, 1, 3, [(2, "{}")]),
        Write(second, 1, 1, [(1, "{}")], debit=(1, 5)),
    ):
        assert not write([good, bad])
        assert everything(path) == before
    assert write([good, Write(first, 1, 2, [(2, "{}")])])
    assert [row[:2] for row in everything(path)["entries"]] == [(first, 1), (first, 2)]
    write.close()


@pytest.mark.asyncio
async def test_one_lost_table_does_not_stop_the_others(tmp_path: Path) -> None:
    async with opened(sqlite_url(tmp_path / "one.db")) as store:
        games = await prepare(store, 4)
        await store.take("t2", "s2")
        writes = [store.submit(Write(game, 1, 1, [(1, "{}")])) for game in games]
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(result) for result in results] == [type(None), type(None), LostTable, type(None)]
        assert store.batches == 1
        assert [(await store.game(f"t{number}")).seq for number in range(4)] == [1, 1, 0, 1]
