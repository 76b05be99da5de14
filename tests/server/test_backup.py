"""Back up under load, restore elsewhere, and everything verifies; and the check finds what is wrong."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from typer.testing import CliRunner

from paiju.cli import app as cli
from paiju.games import catalog
from paiju.server import models as m
from paiju.server.backup import BackupError, back_up, read_manifest, restore
from paiju.server.check import check
from paiju.server.database import connect, sqlite_url
from paiju.server.store import opened
from tests.server.client import Guest, Running, serving


async def rows_of(url: str) -> dict[str, list[tuple[Any, ...]]]:
    database = connect(url)
    try:
        return {
            table.name: await database.read(
                lambda db, one=table: [tuple(row) for row in db.execute(select(one).order_by(*one.primary_key.columns))]  # type: ignore[misc]
            )
            for table in m.metadata.sorted_tables
        }
    finally:
        await database.close()


async def busy(server: Running, people: int) -> list[asyncio.Task[None]]:
    """Tables at which people fold one deal after the other, until cancelled."""

    async def play(ann: Guest, bo: Guest) -> None:
        path = f"/api/games/{(await ann.table('holdem', seats=2, timeout=600))['id']}"
        await bo.post(f"{path}/players", {}, 201)
        await ann.post(f"{path}/start")
        while True:
            for guest in (ann, bo):
                if (await guest.get(f"{path}/state"))["decision"]:
                    await guest.http.post(f"{path}/fold")

    pairs = [(await server.guest(f"A{n}"), await server.guest(f"B{n}")) for n in range(people)]
    return [asyncio.create_task(play(*pair)) for pair in pairs]


async def test_a_drill(tmp_path: Path, database: str) -> None:
    """SQLite is backed up while people play, and restored into SQLite and PostgreSQL."""
    file = tmp_path / "paiju.backup"
    (tmp_path / "one").mkdir()
    url = sqlite_url(tmp_path / "one" / "paiju.db")
    async with serving(tmp_path / "one", find=catalog.find) as server:
        tasks = await busy(server, 2)
        store = server.context.store
        async with asyncio.timeout(60):
            while len(await store.all(select(m.hands.c.id))) < 3:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        before = len(await store.all(select(m.entries.c.seq)))
        outside = connect(url)  # as another process would
        try:
            manifest = await back_up(outside, file, 1)
        finally:
            await outside.close()
        async with asyncio.timeout(60):
            while len(await store.all(select(m.hands.c.id))) < manifest.tables["hands"].rows + 2:  # noqa: ASYNC110
                await asyncio.sleep(0.05)  # play went on
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert before <= manifest.tables["entries"].rows < len(await store.all(select(m.entries.c.seq)))
    assert file.stat().st_mode & 0o077 == 0
    target = connect(database)
    try:
        await restore(target, file)
        assert await check(target, deep=True) == []
        with pytest.raises(BackupError):
            await restore(target, file)  # not into what is there already
    finally:
        await target.close()
    restored = await rows_of(database)
    code, seq = (list(m.games.c).index(m.games.c[name]) for name in ("code", "seq"))
    seqs = {row[code]: row[seq] for row in restored["games"]}
    assert {name: len(rows) for name, rows in restored.items()} == {n: p.rows for n, p in manifest.tables.items()}
    (tmp_path / "two").mkdir()
    async with serving(tmp_path / "two", database=database, find=catalog.find) as server:
        eve = await server.guest("Eve")  # numbered after those who were restored
        assert int(eve.id) > max(row[0] for row in restored["players"])
        for table in (await eve.get("/api/games"))["games"]:
            state = await eve.get(f"/api/games/{table['id']}/state")
            assert state["seq"] >= seqs[table["id"]] > 0


async def test_what_is_restored_is_what_was_backed_up(tmp_path: Path) -> None:
    one, two = sqlite_url(tmp_path / "one.db"), sqlite_url(tmp_path / "two.db")
    async with opened(one) as store:
        for name in ("Ann", "波", "\"'\\"):
            await store.new_player(name, "", 1)
        await store.new_account(1, "ann", "hash")
        await back_up(store.database, tmp_path / "b", 7)
    target = connect(two)
    await restore(target, tmp_path / "b")
    await target.close()
    assert await rows_of(one) == await rows_of(two)


async def test_a_damaged_backup_changes_nothing(tmp_path: Path) -> None:
    async with opened(sqlite_url(tmp_path / "one.db")) as store:
        await store.new_player("Ann", "", 1)
        await back_up(store.database, tmp_path / "good", 7)
    with zipfile.ZipFile(tmp_path / "good") as good, zipfile.ZipFile(tmp_path / "bad", "w") as bad:
        for name in good.namelist():
            bad.writestr(name, good.read(name).replace(b"Ann", b"Eve"))
    (tmp_path / "none").write_text("hello")
    for file in ("bad", "none", "missing"):
        target = connect(sqlite_url(tmp_path / f"{file}.db"))
        try:
            with pytest.raises(BackupError):
                await restore(target, tmp_path / file)
            tables = await target.read(lambda db: db.exec_driver_sql("SELECT name FROM sqlite_master").all())
            assert tables == []
        finally:
            await target.close()
    assert read_manifest(tmp_path / "good").tables["players"].rows == 1


WRONG = {
    "UPDATE players SET chips = chips + 1 WHERE id = 1": "check.chips",
    "DELETE FROM ledger WHERE id = 1": "check.chips",
    "DELETE FROM entries WHERE seq = 2": "check.log",
    "UPDATE games SET seq = seq + 1": "check.log",
    "INSERT INTO entries (game_id, seq, at, body) VALUES (99, 1, 1, '{}')": "check.orphans",
    "INSERT INTO accounts (player_id, login, password) VALUES (99, 'x', 'y')": "check.orphans",
    "UPDATE hands SET record = replace(record, 'fold', 'call')": "check.record",
    "UPDATE hands SET scores = '[0, 0]'": "check.scores",
    "UPDATE games SET snapshot = '{}'": "check.table",
}


async def test_the_check_finds_what_is_wrong(tmp_path: Path) -> None:
    async with serving(tmp_path, find=catalog.find) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        path = f"/api/games/{(await ann.table('holdem', seats=2, timeout=600, pause=60))['id']}"
        await bo.post(f"{path}/players", {}, 201)
        await ann.post(f"{path}/start")
        for guest in (ann, bo):
            if (await guest.get(f"{path}/state"))["decision"]:
                await guest.post(f"{path}/fold")
                break
    file = tmp_path / "paiju.db"
    for sql, expected in {"": None, **WRONG}.items():
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
            source.backup(copy)
            if sql:
                copy.execute(sql)
                copy.commit()
        database = connect(sqlite_url(tmp_path / "copy.db"))
        try:
            found = {one.key for one in await check(database, deep=True)}
        finally:
            await database.close()
        assert (expected in found) if expected else not found, sql
        (tmp_path / "copy.db").unlink()


def paiju(*args: str, code: int = 0) -> str:
    done = CliRunner().invoke(cli, [*args])
    assert done.exit_code == code, done.output
    return done.output


async def test_operators_on_the_command_line(tmp_path: Path) -> None:
    """Beside a running server."""
    at = ("--data", str(tmp_path), "--lang", "en")

    async def run(*args: str, code: int = 0) -> str:
        return await asyncio.to_thread(paiju, *args, *at, code=code)

    async with serving(tmp_path, find=catalog.find) as server:
        ann, eve = await server.guest("Ann"), await server.guest("Eve")
        table = (await ann.table("wuguapi", seats=2))["id"]
        (found,) = json.loads(await run("admin", "find", "eve", "--json"))
        assert str(found["id"]) == eve.id
        assert "ban 1" in await run("admin", "ban", eve.id, "--reason", "rude", "--hours", "3")
        assert "rude" in await run("admin", "bans")
        await server.context.auth.bans.refresh()
        await eve.get("/api/me", 403)
        await run("admin", "unban", "1")
        await run("admin", "unban", "1", code=2)
        await run("admin", "ban", "nobody", code=2)
        for command in (
            ("ban", "9" * 30), ("ban", eve.id, "--hours", "9999999999"), ("unban", "9" * 30), ("log-out", "9" * 30),
            ("log-out", "999"), ("close", "nowhere"), ("audit", "--page", "9" * 30),
        ):  # fmt: skip
            await run("admin", *command, code=2)
        assert "203.0.113.7/32" in await run("admin", "ban", "::ffff:203.0.113.7")
        await run("admin", "unban", "2")
        assert "none" in await run("admin", "bans")
        assert table in await run("admin", "tables")
        await run("admin", "close", table)
        assert "none" in await run("admin", "tables")
        assert (await ann.get(f"/api/games/{table}"))["status"] == "finished"
        assert "sessions ended: 1" in await run("admin", "log-out", ann.id)
        assert "{" not in await run("admin", "audit")  # for people
        actions = [line["action"] for line in json.loads(await run("admin", "audit", "--json"))]
        assert actions == ["log_out", "close_table", "unban", "ban", "unban", "ban"]
        assert "nothing is wrong" in await run("check", "--deep")
        await run("backup", str(tmp_path / "b"))
        await run("backup", str(tmp_path), code=2)
        await run("backup", ".", code=2)
        await run("restore", str(tmp_path / "b"), code=2)  # the server runs there
    elsewhere = ("--data", str(tmp_path / "new"), "--lang", "en")
    assert "nothing is wrong" in await asyncio.to_thread(paiju, "restore", str(tmp_path / "b"), *elsewhere)
    await asyncio.to_thread(paiju, "check", *elsewhere)
    await asyncio.to_thread(paiju, "check", "--data", str(tmp_path / "nowhere"), code=2)
