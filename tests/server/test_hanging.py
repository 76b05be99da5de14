"""A PostgreSQL that hangs: it keeps its connections and answers nothing, as a stopped process or a network does that drops everything."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url, text

from paiju.server import accounts, rooms, run, writer
from paiju.server import database as databases
from paiju.server import store as stores
from paiju.server.check import check
from paiju.server.database import connect
from paiju.server.store import opened
from tests.server.client import Guest, Running, serving
from tests.server.middleman import Middleman, between
from tests.table.driver import find

pytestmark = pytest.mark.services


@asynccontextmanager
async def behind_middleman(data: Path, url: str) -> AsyncIterator[tuple[Running, Middleman]]:
    address = make_url(url)
    async with between(str(address.host), int(address.port or 5432)) as middleman:
        before = address.set(host="127.0.0.1", port=middleman.port).render_as_string(hide_password=False)
        async with serving(data, database=before) as server:
            yield server, middleman


async def refused(guest: Guest, method: str, path: str, **more: Any) -> float:
    """Asks for something and gets 503 and a sentence; how many seconds that took."""
    started = time.monotonic()
    answer = await guest.http.request(method, path, headers={"accept-language": "en"}, **more)
    assert answer.status_code == 503, answer.text
    assert answer.json()["message"] == "The server is busy; try again in a moment."
    assert "retry-after" in answer.headers
    return time.monotonic() - started


async def said_at(guest: Guest, code: str) -> list[str]:
    return [line["text"] for line in (await guest.get(f"/api/games/{code}/chat"))["lines"]]


async def until_ready(guest: Guest) -> None:
    for _ in range(200):
        if (await guest.http.get("/ready")).status_code == 200:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it never became ready")


def _what(task: asyncio.Task[Any]) -> str:
    """The function that a task runs, with its module."""
    code = getattr(task.get_coro(), "cr_code", None)
    return str(code.co_filename) if code is not None else ""


async def nothing_is_wrong(url: str) -> None:
    database = connect(url)
    assert await check(database, deep=True, find=find) == []
    await database.close()


@pytest.mark.parametrize("only_answers", [False, True])
async def test_a_database_that_hangs_keeps_nobody_waiting(
    only_answers: bool, tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "PATIENCE", 0.5)
    monkeypatch.setattr(stores, "RECENT", 0.0)
    async with behind_middleman(tmp_path, postgres_url) as (server, middleman):
        ann, before = await server.guest(), asyncio.all_tasks()
        code = (await ann.table())["id"]
        await ann.post(f"/api/games/{code}/chat", {"text": "one"})
        with middleman.silent(only_answers=only_answers):
            waiting = [
                refused(ann, "POST", f"/api/games/{code}/chat", json={"text": "two"}),
                refused(ann, "POST", "/api/session", json={"name": "Bo"}),
                refused(ann, "POST", "/api/games", json={"game": "duel"}),
                refused(ann, "GET", "/api/me"),
            ]
            took = await asyncio.gather(*waiting)
            took += [await refused(ann, "POST", f"/api/games/{code}/chat", json={"text": "three"}) for _ in range(3)]
            assert max(took) < 10
            await ann.get("/health")
            assert not (await ann.get("/ready", 503))["writing"]
        await until_ready(ann)
        await ann.post(f"/api/games/{code}/chat", {"text": "four"})
        said = await said_at(ann, code)
        assert (said[0], said[-1]) == ("one", "four")
        assert said.count("two") <= 1 and said.count("three") <= 3
        assert set(said) <= {"one", "two", "three", "four"}
        await asyncio.sleep(1)
        left = {_what(task) for task in asyncio.all_tasks() - before}
        assert not [what for what in left if "asyncpg" in what or "sqlalchemy" in what]
    await nothing_is_wrong(postgres_url)


async def test_a_database_that_hangs_at_any_moment(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was acknowledged is there, once and in order; what was refused is there once or not at all."""
    monkeypatch.setattr(databases, "PATIENCE", 0.2)
    draw = random.Random(5)
    async with behind_middleman(tmp_path, postgres_url) as (server, middleman):
        ann = await server.guest()
        code = (await ann.table())["id"]
        sure: list[str] = []
        asked: list[str] = []
        done = asyncio.Event()

        async def talk() -> None:
            while not done.is_set():
                asked.append(f"line {len(asked)}")
                answer = await ann.http.post(f"/api/games/{code}/chat", json={"text": asked[-1]})
                assert answer.status_code in (200, 503), answer.text
                if answer.status_code == 200:
                    sure.append(asked[-1])

        talking = asyncio.create_task(talk())
        for _ in range(12):
            await asyncio.sleep(draw.uniform(0.05, 0.3))
            with middleman.silent(only_answers=draw.random() < 0.5):
                await asyncio.sleep(draw.uniform(0.3, 0.6))
        await until_ready(ann)
        done.set()
        await talking
        said = await said_at(ann, code)
        kept = set(said)
        assert len(said) == len(kept) and sure
        assert [line for line in sure[-80:] if line not in kept] == []
        assert said == [line for line in asked if line in kept]
    await nothing_is_wrong(postgres_url)


async def test_a_server_stops_while_its_database_hangs(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "PATIENCE", 0.5)
    monkeypatch.setattr(rooms, "DRAIN", 0.5)
    monkeypatch.setattr(writer, "PATIENCE", 0.5)
    async with behind_middleman(tmp_path, postgres_url) as (server, middleman):
        ann = await server.guest()
        code = (await ann.table())["id"]
        with middleman.silent():
            await asyncio.gather(*[refused(ann, "GET", "/api/me") for _ in range(12)])
            await refused(ann, "POST", f"/api/games/{code}/chat", json={"text": "two"})
            for client in server.clients:
                await client.aclose()
            started = time.monotonic()
            server.context.rooms.draining = True
            await asyncio.wait_for(server.context.store.close(), 20)
            assert time.monotonic() - started < 15


async def test_a_connection_that_was_lost_holds_no_lock_for_long(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL learns nothing of a network that drops everything: it lets go of what such a connection has locked by itself."""
    monkeypatch.setattr(databases, "PATIENCE", 0.5)
    address = make_url(postgres_url)
    async with between(str(address.host), int(address.port or 5432)) as middleman:
        database = connect(address.set(port=middleman.port).render_as_string(hide_password=False))
        await database.write(lambda db: db.execute(text("CREATE TABLE one (value int)")))

        def lock(db: Any) -> None:
            db.execute(text("LOCK TABLE one"))
            silent.__enter__()
            db.execute(text("SELECT 1"))

        silent = middleman.silent()
        with pytest.raises(TimeoutError):
            await database.write(lock)
        monkeypatch.setattr(databases, "PATIENCE", 15)  # more than the machine needs, and less than for ever
        other = connect(postgres_url)
        await other.write(lambda db: db.execute(text("INSERT INTO one VALUES (1)")))
        silent.__exit__(None, None, None)
        await other.close()
        await database.close()


async def test_what_takes_long_is_not_given_up(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Migrations, backups and checks: a statement that takes long, and a transaction that waits long for us."""
    monkeypatch.setattr(databases, "PATIENCE", 0.3)
    database = connect(postgres_url)

    def slow(db: Any) -> int:
        db.execute(text("SELECT pg_sleep(0.6)"))
        time.sleep(0.6)
        return int(db.execute(text("SELECT 7")).scalar_one())

    assert await database.read(slow, long=True) == await database.write(slow, long=True) == 7
    with pytest.raises(TimeoutError, match=r"no answer within 0\.3 seconds"):
        await database.write(slow)
    await database.close()


async def test_a_player_is_deleted_however_long_the_logs_are(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "PATIENCE", 0.3)
    slow = "SELECT 1 AS game_id, 1 AS seq, '' AS body FROM pg_sleep(0.6) OFFSET 1"
    monkeypatch.setattr(accounts, "_traces", lambda player: text(slow))
    async with opened(postgres_url) as store:
        player = await store.new_player("Ann", "", 1)
        await accounts.Accounts(store).delete(player, 2)
        assert (await store.player(player)).deleted_at == 2


def test_a_shutdown_with_a_database_that_hangs_fits_into_its_deadline() -> None:
    assert databases.PATIENCE < rooms.DRAIN + writer.PATIENCE < run.DEADLINE
