"""A batch in one statement is the same batch."""

from __future__ import annotations

import asyncio
import io
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from paiju.server import scribe, sqlite
from paiju.server.sqlite import BatchWriter
from paiju.server.store import Hand, LostTable, PlayerHand, Store, Write, opened, sqlite_url

COLUMNS = {"game": "duel", "options": {}, "owner_id": "1", "private": False, "locked": False, "seats": 2}
TABLES = ("games", "entries", "hands", "player_hands", "seats", "standings", "players", "ledger", "servers")


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
            if draw.random() < 0.2:
                batch.append(Write.sign_of_life(draw.choice("ab"), draw.randint(1, 99)))
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
                store._at_once = None  # no scribe was started yet
            for batch in some_batches(random.Random(seed), games):
                await asyncio.gather(*[store.submit(write) for write in batch])
        found.append(everything(path))
    assert found[0] == found[1]
    assert all(found[0][name] for name in ("entries", "hands", "player_hands", "standings", "servers"))


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
        assert not await write([good, bad])
        assert everything(path) == before
    assert await write([good, Write(first, 1, 2, [(2, "{}")])])
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


# --- the scribe -------------------------------------------------------------------------------------------------------------


def his_pid(writer: BatchWriter | None) -> int:
    assert writer is not None and writer._scribe is not None
    return writer._scribe.pid


@pytest.mark.asyncio
async def test_a_scribe_that_is_lost_is_replaced_and_nothing_is_lost_with_him(tmp_path: Path) -> None:
    async with opened(sqlite_url(tmp_path / "one.db")) as store:
        (game,) = await prepare(store, 1)
        await store.submit(Write(game, 1, 1, [(1, "{}")]))
        lost = his_pid(store._at_once)
        os.kill(lost, signal.SIGKILL)
        await store.submit(Write(game, 1, 2, [(2, "{}")]))
        await store.submit(Write(game, 1, 3, [(3, "{}")]))
        assert his_pid(store._at_once) != lost
    assert [row[:2] for row in everything(tmp_path / "one.db")["entries"]] == [(game, 1), (game, 2), (game, 3)]


@pytest.mark.asyncio
async def test_a_scribe_who_does_not_answer_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(sqlite_url(tmp_path / "one.db")) as store:
        (game,) = await prepare(store, 1)
        await store.submit(Write(game, 1, 1, [(1, "{}")]))
        stuck = his_pid(store._at_once)
        os.kill(stuck, signal.SIGSTOP)
        monkeypatch.setattr(sqlite, "PATIENCE", 0.2)
        await store.submit(Write(game, 1, 2, [(2, "{}")]))
        monkeypatch.undo()
        await store.submit(Write(game, 1, 3, [(3, "{}")]))
        assert his_pid(store._at_once) != stuck
        assert (await store.game("t0")).seq == 3


@pytest.mark.asyncio
async def test_what_a_lost_scribe_had_written_is_not_written_twice(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    async with opened(sqlite_url(path)) as store:
        (game,) = await prepare(store, 1)
        await store.submit(Write(game, 1, 1, [(1, "{}")]))
        os.kill(his_pid(store._at_once), signal.SIGKILL)
        other = BatchWriter(path)
        assert await other([Write(game, 1, 2, [(2, "{}")])])  # true, and nobody was told
        other.close()
        with pytest.raises(LostTable):
            await store.submit(Write(game, 1, 2, [(2, "{}")]))
    assert [row[:2] for row in everything(path)["entries"]] == [(game, 1), (game, 2)]


@pytest.mark.asyncio
@pytest.mark.parametrize("program", ["/no such program", "/bin/true"])
async def test_without_a_scribe_everything_is_written_the_common_way(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sqlite_url(tmp_path / "one.db")) as store:
        (game,) = await prepare(store, 1)
        monkeypatch.setattr(sys, "executable", program)
        with capture_logs() as logs:
            for seq in (1, 2, 3):
                await store.submit(Write(game, 1, seq, [(1, "{}")]))
        assert (await store.game("t0")).seq == 3
        assert [one["given_up"] for one in logs] == [True]  # he is not asked again


def test_a_scribe_goes_with_his_server_and_not_before(tmp_path: Path) -> None:
    mine, his = socket.socketpair()
    with mine:
        with his:
            program = subprocess.Popen([sys.executable, "-I", "-S", scribe.__file__], stdin=his.fileno())
        path = tmp_path / "one.db"
        first = [str(path), "INSERT INTO said VALUES (?)", "CREATE TABLE said (what UNIQUE)"]
        mine.sendall(scribe.message([text.encode() for text in first]))
        answers = b""
        for what in ("牌", "牌", ""):
            mine.sendall(scribe.message([what.encode()]))
            answers += mine.recv(1)
            program.send_signal(signal.SIGTERM)
            program.send_signal(signal.SIGINT)
        assert answers == b"+-+"
        assert program.poll() is None
        mine.sendall(scribe.message([b"half of this"])[:-3])
    assert program.wait(10) == 0
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT what FROM said").fetchall() == [("牌",), ("",)]


def test_a_scribe_empties_the_log_beside_his_writing(tmp_path: Path) -> None:
    """By himself SQLite would do it at some commit, which then takes long: here it is told never to."""
    path = tmp_path / "one.db"
    mine, his = socket.socketpair()
    with mine:
        with his:
            program = subprocess.Popen([sys.executable, "-I", "-S", scribe.__file__], stdin=his.fileno())
        first = [
            str(path), "INSERT INTO said VALUES (?)", "PRAGMA journal_mode=WAL", "PRAGMA wal_autocheckpoint=0",
            "CREATE TABLE said (what)",
        ]  # fmt: skip
        mine.sendall(scribe.message([text.encode() for text in first]))
        for _ in range(scribe.TIDY):
            assert not path.exists() or path.stat().st_size < 100_000
            mine.sendall(scribe.message([b"x" * 4000]))
            assert mine.recv(1) == scribe.DONE
        until = time.monotonic() + 20
        while path.stat().st_size < 4000 * (scribe.TIDY - 1):
            assert time.monotonic() < until
            time.sleep(0.01)
    assert program.wait(10) == 0


@pytest.mark.parametrize("texts", [[], [""], ["a", "", "牌局"], ["x" * 70_000]])
def test_a_message_is_read_whole_or_not_at_all(texts: list[str]) -> None:
    data = scribe.message([text.encode() for text in texts])
    assert scribe.read(io.BytesIO(data + b"more")) == texts
    for end in range(0, len(data), max(1, len(data) // 50)):
        with pytest.raises(EOFError):
            scribe.read(io.BytesIO(data[:end]))
