"""Sessions and accounts: they end, can be ended, exported and deleted."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from sqlalchemy import select, text

from paiju.games.record import load
from paiju.server import accounts as accounts_module
from paiju.server import models as m
from paiju.server.accounts import IDLE_GUEST, LIFE, Accounts
from paiju.server.auth import DAY, FRESH, Auth
from paiju.server.context import Settings, StartError, running
from paiju.server.limits import RATES
from paiju.server.lock import Lock, sqlite_file
from paiju.server.migrate import upgrade
from paiju.server.store import START_CHIPS, Store, opened, sqlite_url
from paiju.table import FakeTime, Refused
from tests.server.client import NO_LIMITS, Guest, Running, serving

PASSWORD = "correct horse battery"


async def account(server: Running, name: str = "Ann", login: str = "ann") -> Guest:
    guest = await server.guest(name)
    await guest.post("/api/account", {"login": login, "password": PASSWORD})
    return guest


async def again(server: Running, login: str = "ann", password: str = PASSWORD) -> Guest:
    http = httpx.AsyncClient(base_url=server.url, timeout=20)
    server.clients.append(http)
    made = await http.post("/api/login", json={"login": login, "password": password})
    assert made.status_code == 200, made.text
    http.cookies.clear()
    http.headers["authorization"] = f"Bearer {made.json()['token']}"
    return Guest(server, http, made.json())


# --- ending ----------------------------------------------------------------------------------------------------------------


async def test_logging_out_ends_the_session_everywhere_it_is_used(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await account(server)
        other = await again(server)
        async with ann.socket() as wire:
            await ann.delete("/api/session", 204)
            await ann.get("/api/me", 401)
            with pytest.raises(websockets.ConnectionClosed) as closed:
                while True:
                    await wire.hear()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008
        with pytest.raises(websockets.InvalidStatus):
            async with ann.socket():
                pass
        await other.get("/api/me")
        async with httpx.AsyncClient(base_url=server.url) as http:
            assert (await http.delete("/api/session")).status_code == 204  # nobody is nobody's session


async def test_log_out_everywhere_but_here(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await account(server)
        others = [await again(server) for _ in range(3)]
        known = (await ann.get("/api/sessions"))["sessions"]
        assert len(known) == 4 and [one["current"] for one in known].count(True) == 1
        assert (await ann.delete("/api/sessions"))["ended"] == 3
        for other in others:
            await other.get("/api/me", 401)
        assert [one["current"] for one in (await ann.get("/api/sessions"))["sessions"]] == [True]


async def test_a_new_password_ends_the_other_sessions(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await account(server)
        other = await again(server)
        await ann.put("/api/account/password", {"old": "wrong", "new": "another password"}, 403)
        await ann.put("/api/account/password", {"old": PASSWORD, "new": "short"}, 400)
        await ann.put("/api/account/password", {"old": PASSWORD, "new": "another password"})
        await other.get("/api/me", 401)
        await ann.get("/api/me")
        assert (await ann.http.post("/api/login", json={"login": "ann", "password": PASSWORD})).status_code == 401
        await again(server, password="another password")
        guest = await server.guest("Bo")
        await guest.put("/api/account/password", {"old": "x", "new": "another password"}, 404)


async def test_a_session_that_is_used_lives_on_and_another_ends(database: str) -> None:
    clock = FakeTime(1_000_000)
    async with opened(database) as store:
        auth = Auth(store, "k" * 40, time=clock)
        player = await store.new_player("Ann", "", clock.now())
        used, unused = await auth.open(player), await auth.open(player)
        for _ in range(3 * LIFE // (30 * DAY)):
            clock.advance(30 * DAY / 1000)
            assert (await auth.caller(used)).player == str(player)
        with pytest.raises(Refused) as refused:
            await auth.caller(unused)
        assert refused.value.code == "unauthorized"
        assert (await store.player(player)).seen_at == clock.now()
        clock.advance(LIFE / 1000 + 1)
        with pytest.raises(Refused):
            await auth.caller(used)


async def test_a_session_ended_elsewhere_ends_here_soon(tmp_path: Path) -> None:
    clock = FakeTime(1_000_000)
    async with opened(sqlite_url(tmp_path / "one.db")) as store:
        auth = Auth(store, "k" * 40, time=clock)
        token = await auth.open(await store.new_player("Ann", "", clock.now()))
        await auth.caller(token)
        await Accounts(store).end_sessions(1)
        clock.advance(FRESH / 1000)
        with pytest.raises(Refused):
            await auth.caller(token)


async def test_a_browser_keeps_its_cookie(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, httpx.AsyncClient(base_url=server.url) as http:
        made = await http.post("/api/session", json={"name": "Ann"})
        again = await http.get("/api/me")
        for answer in (made, again):
            assert (
                f"Max-Age={LIFE // 1000}" in answer.headers["set-cookie"] and "HttpOnly" in answer.headers["set-cookie"]
            )
        http.cookies.clear()
        by_header = await http.get("/api/me", headers={"authorization": f"Bearer {made.json()['token']}"})
        assert "set-cookie" not in by_header.headers


async def test_wrong_passwords_are_counted_by_account(tmp_path: Path) -> None:
    async with serving(tmp_path, rates={**NO_LIMITS, "login": (0.001, 3.0)}) as server:
        await account(server)
        await account(server, "Bo", "bobo")
        async with httpx.AsyncClient(base_url=server.url) as http:

            async def tried(login: str, password: str) -> int:
                return (await http.post("/api/login", json={"login": login, "password": password})).status_code

            assert [await tried("ann", "wrong") for _ in range(6)] == [401, 401, 401, 401, 429, 429]
            assert await tried("ANN", PASSWORD) == 429
            assert await tried("bobo", PASSWORD) == 200
    assert RATES["login"][0] > 0


# --- export and deletion ---------------------------------------------------------------------------------------------------


async def one_deal(server: Running, ann: Guest, bo: Guest) -> str:
    """A deal of hold'em that Ann gives up, with a line of chat; its path."""
    path = f"/api/games/{(await ann.table('holdem', seats=2, timeout=600, pause=60))['id']}"
    await bo.post(f"{path}/players", {}, 201)
    await ann.post(f"{path}/start")
    await ann.post(f"{path}/chat", {"text": "my secret plan"})
    for guest in (ann, bo):
        if (await guest.get(f"{path}/state"))["decision"]:
            await guest.post(f"{path}/fold")
            break
    assert (await bo.get(f"{path}/history"))["hands"]
    return path


async def test_everything_about_oneself_can_be_had(tmp_path: Path) -> None:
    from paiju.games import catalog

    async with serving(tmp_path, find=catalog.find) as server:
        ann, bo = await account(server), await server.guest("Bo")
        await one_deal(server, ann, bo)
        await ann.put(f"/api/people/{bo.id}", {"note": "bluffs"})
        await bo.put(f"/api/people/{ann.id}", {"note": "folds"})
        mine = await ann.get("/api/me/export")
        assert mine["player"]["name"] == "Ann" and mine["login"] == "ann"
        assert [one["note"] for one in mine["contacts"]] == ["bluffs"]
        assert len(mine["deals"]) == 1 and mine["deals"][0]["holeCards"]
        assert sum(one["amount"] for one in mine["ledger"]) == mine["player"]["chips"]
        everything = json.dumps(mine)
        assert "argon2" not in everything and ann.token not in everything and "folds" not in everything


async def test_a_deleted_account_leaves_a_stump(tmp_path: Path) -> None:
    from paiju.games import catalog

    async with serving(tmp_path, find=catalog.find) as server:
        ann, bo = await account(server, "Annabelle"), await server.guest("Bo")
        path = await one_deal(server, ann, bo)
        await ann.put(f"/api/people/{bo.id}", {"note": "bluffs"})
        refused = await ann.http.request("DELETE", "/api/me", json={"password": PASSWORD})
        assert refused.status_code == 409  # still at the table
        await ann.delete(f"{path}/players/{ann.id}")
        assert (await ann.http.request("DELETE", "/api/me")).status_code == 403
        assert (await ann.http.request("DELETE", "/api/me", json={"password": "wrong"})).status_code == 403
        gone = await ann.http.request("DELETE", "/api/me", json={"password": PASSWORD})
        assert gone.status_code == 204, gone.text
        await ann.get("/api/me", 401)
        assert (await bo.http.post("/api/login", json={"login": "ann", "password": PASSWORD})).status_code == 401
        (hand,) = (await bo.get(f"{path}/history"))["hands"]
        assert f"已注销{ann.id}" in [one["name"] for one in hand["players"]]
        record = (await bo.http.get(f"{path}/records/1")).text
        assert f"已注销{ann.id}" in load(record).names
        balances = await server.context.store.balances()
        assert balances["players"] == balances["ledger"]
        await account(server, "Other", "ann")  # the login is free again
    with closing(sqlite3.connect(tmp_path / "paiju.db")) as db:
        dump = "\n".join(line for line in db.iterdump() if "games" not in line.split("(")[0])
    assert "Annabelle" not in dump and "my secret plan" not in dump and "bluffs" not in dump
    async with serving(tmp_path, find=catalog.find) as server:  # the log still loads
        eve = await server.guest("Eve")
        await eve.get(path)


async def test_idle_guests_are_removed_and_others_stay(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts_module, "AT_ONCE", 2)
    async with opened(database) as store:
        accounts, now = Accounts(store), 10 * IDLE_GUEST
        idle = [await store.new_player(f"Idle {n}", "", now - IDLE_GUEST - 1) for n in range(3)]
        known = await store.new_player("Known", "", now - IDLE_GUEST - 1)
        await store.new_account(known, "known", "x")
        seated = await store.new_player("Seated", "", now - IDLE_GUEST - 1)
        columns = {"game": "duel", "options": {}, "owner_id": "1", "private": False, "locked": False, "seats": 2}
        table = await store.new_game("t", "s", 1, **columns)
        await store.database.write(
            lambda db: db.execute(m.seats.insert().values(game_id=table, player_id=seated, chips=0))
        )
        recent = await store.new_player("Recent", "", now - IDLE_GUEST + 1)
        removed = [await accounts.remove_idle_guests(now) for _ in range(3)]
        assert removed == [2, 1, 0]
        rows = {row.id: row for row in await store.all(select(m.players))}
        assert all(rows[one].deleted_at is not None and not rows[one].chips for one in idle)
        assert all(rows[one].deleted_at is None and rows[one].chips == START_CHIPS for one in (known, seated, recent))
        balances = await store.balances()
        assert balances["players"] == balances["ledger"] == 3 * START_CHIPS


# --- the database of before ------------------------------------------------------------------------------------------------


async def test_a_database_from_before_keeps_its_people_logged_in(database: str) -> None:
    """Written by the schema of 0.1: the token of then is worth something, and can be revoked."""
    import jwt

    before = Store(database)
    await before.database.write(lambda db: upgrade(db, "0002"))

    def people(db: Any) -> None:
        for number in (1, 2):
            row = {"name": f"P{number}", "chips": 0, "at": 5}
            db.execute(
                text("INSERT INTO players (name, chips, created_at, avatar, seen_at) VALUES (:name, :chips, :at, '', :at)"),
                row,
            )  # fmt: skip

    await before.database.write(people)
    await before.database.close()
    async with opened(database) as store:
        auth = Auth(store, "k" * 40)
        tokens = [jwt.encode({"sub": str(one)}, "k" * 40, algorithm="HS256") for one in (1, 2)]
        assert [(await auth.caller(token)).name for token in tokens] == ["P1", "P2"]
        await auth.log_out(tokens[0])
        with pytest.raises(Refused):
            await auth.caller(tokens[0])
        assert (await auth.caller(tokens[1])).name == "P2"
        newcomer = await store.new_player("New", "", 5)
        with pytest.raises(Refused):  # nobody forges an old token for a new player, who never had one
            await auth.caller(jwt.encode({"sub": str(newcomer)}, "k" * 40, algorithm="HS256"))


# --- one process -----------------------------------------------------------------------------------------------------------


async def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    async with running(Settings(data=tmp_path)):
        with pytest.raises(StartError) as refused:
            async with running(Settings(data=tmp_path)):
                pass
        said = str(refused.value)
        assert "paiju.db" in said and "\n" not in said
        (tmp_path / "linked").mkdir()
        (tmp_path / "linked" / "paiju.db").symlink_to(tmp_path / "paiju.db")
        for settings in (
            Settings(data=tmp_path / "other", database=sqlite_url(tmp_path / "paiju.db")),
            Settings(data=tmp_path / "linked"),
        ):
            with pytest.raises(StartError):
                async with running(settings):
                    pass
    async with running(Settings(data=tmp_path)):
        await asyncio.sleep(0)


def test_the_lock_is_for_files_only(tmp_path: Path) -> None:
    assert sqlite_file("postgresql://host/name") is None
    assert sqlite_file("sqlite://") is None
    assert sqlite_file(sqlite_url(tmp_path / "x.db")) == tmp_path / "x.db"
    Lock(tmp_path / "x.db").release()
    Lock(tmp_path / "x.db").release()
