"""What operators do: find people, ban and unban, see and close tables; and the log of it."""

from __future__ import annotations

from ipaddress import ip_network
from pathlib import Path

import httpx
import pytest
import websockets

from paiju.server.check import check
from paiju.server.operators import Bans, Operators, read_subject
from paiju.server.store import opened
from paiju.table import Refused
from tests.server.client import Guest, Running, serving


async def admin_of(server: Running) -> Guest:
    """An admin: `serving` was started with their login."""
    async with httpx.AsyncClient(base_url=server.url) as http:
        made = (await http.post("/api/login", json={"login": "boss", "password": "long enough"})).json()
    return Guest(
        server, httpx.AsyncClient(base_url=server.url, headers={"authorization": f"Bearer {made['token']}"}), made
    )


async def prepared(data: Path) -> None:
    async with serving(data) as server:
        boss = await server.guest("Boss")
        await boss.post("/api/account", {"login": "boss", "password": "long enough"})


async def test_a_ban_keeps_a_player_out_and_is_lifted(tmp_path: Path) -> None:
    await prepared(tmp_path)
    async with serving(tmp_path, admins=("boss",)) as server:
        boss, eve, ann = await admin_of(server), await server.guest("Eve"), await server.guest("Ann")
        try:
            await ann.get("/api/admin/bans", 403)
            (found,) = (await boss.get("/api/admin/players?q=eve"))["players"]
            assert (found["id"], found["ban"], found["login"]) == (eve.id, None, None)
            assert [one["name"] for one in (await boss.get("/api/admin/players?q=BOSS"))["players"]] == ["Boss"]
            assert [one["name"] for one in (await boss.get(f"/api/admin/players?q={ann.id}"))["players"]] == ["Ann"]
            async with eve.socket() as wire:
                taken = await boss.post("/api/admin/bans", {"subject": eve.id, "reason": "rude", "hours": 2}, 201)
                with pytest.raises(websockets.ConnectionClosed):
                    while True:
                        await wire.hear()
            refused = await eve.get("/api/me", 403)
            assert "rude" in refused["message"]
            with pytest.raises(websockets.InvalidStatus):
                async with eve.socket():
                    pass
            assert [one["playerId"] for one in (await boss.get("/api/admin/bans"))["bans"]] == [eve.id]
            await boss.delete(f"/api/admin/bans/{taken['id']}")
            await boss.delete(f"/api/admin/bans/{taken['id']}", 404)
            await eve.get("/api/me")
            await boss.post("/api/admin/bans", {"subject": boss.id}, 400)
            await boss.post("/api/admin/bans", {"subject": "987654"}, 404)
            await boss.post("/api/admin/bans", {"subject": "not/a/network"}, 400)
            await boss.post("/api/admin/bans", {"subject": "9" * 30}, 400)
            lines = (await boss.get("/api/admin/audit"))["lines"]
            assert [(line["action"], line["subject"]) for line in lines] == [("unban", eve.id), ("ban", eve.id)]
            assert all(line["actor"] == f"admin {boss.id}" for line in lines)
        finally:
            await boss.http.aclose()


async def test_a_network_is_banned_for_everybody(tmp_path: Path) -> None:
    proxies = (ip_network("127.0.0.1/32"),)
    await prepared(tmp_path)
    async with serving(tmp_path, admins=("boss",), proxies=proxies) as server:
        boss = await admin_of(server)
        try:
            await boss.post("/api/admin/bans", {"subject": "203.0.113.0/24"}, 201)
            await boss.post("/api/admin/bans", {"subject": "2001:db8::/32"}, 201)
            await boss.post("/api/admin/bans", {"subject": "2001:db9:1:2::7"}, 201)
            for wide in ("0.0.0.0/0", "203.0.0.0/7", "::/0", "2001::/15"):  # a slip would shut everybody out
                assert "too wide" in (await boss.post("/api/admin/bans", {"subject": wide}, 400))["message"]
            async with httpx.AsyncClient(base_url=server.url) as http:
                for address, status in (
                    ("203.0.113.9", 403),
                    ("203.0.114.9", 201),
                    ("2001:db8:1::7", 403),
                    ("2001:db9::7", 201),
                    ("2001:db9:1:2::8", 403),
                ):
                    headers = {"x-forwarded-for": address}
                    made = await http.post("/api/session", json={"name": "Eve"}, headers=headers)
                    assert made.status_code == status, address
                    http.cookies.clear()
            for number in (1, 2):
                await boss.delete(f"/api/admin/bans/{number}")
            async with httpx.AsyncClient(base_url=server.url, headers={"x-forwarded-for": "203.0.113.9"}) as http:
                assert (await http.post("/api/session", json={"name": "Eve"})).status_code == 201
        finally:
            await boss.http.aclose()


async def test_a_deal_that_an_admin_ends_is_void(tmp_path: Path) -> None:
    """Chips go back as they were before it, also those that were bet; it is not counted, and nobody answers any more."""
    await prepared(tmp_path)
    async with serving(tmp_path, admins=("boss",)) as server:
        boss, ann, bo = await admin_of(server), await server.guest("Ann"), await server.guest("Bo")
        try:
            code = (await ann.table("holdem", seats=2, buyIn=600))["id"]
            path = f"/api/games/{code}"
            await bo.post(f"{path}/players", {"buyIn": 500}, 201)
            await ann.post(f"{path}/start")
            for one in (ann, bo):
                if (await one.get(f"{path}/state"))["decision"] is not None:
                    await one.post(f"{path}/action", {"text": "raise_to 100"})
                    break
            await ann.delete(path, 409)
            await boss.delete(f"/api/admin/tables/{code}")
            for one in (ann, bo):
                assert (await one.get("/api/me"))["chips"] == 1000
                await one.post(f"{path}/action", {"text": "call"}, 403)
            assert (await ann.get(f"{path}/history"))["hands"] == []
            assert (await ann.get(f"{path}/state"))["stage"] == "finished"
            assert await check(server.context.store.database) == []
        finally:
            await boss.http.aclose()


async def test_tables_are_seen_and_closed(tmp_path: Path) -> None:
    await prepared(tmp_path)
    async with serving(tmp_path, admins=("boss",)) as server:
        boss, ann = await admin_of(server), await server.guest("Ann")
        try:
            code = (await ann.table(private=True))["id"]
            (seen,) = (await boss.get("/api/admin/tables"))["tables"]
            assert (seen["id"], seen["private"], seen["players"]) == (code, True, ["Ann"])
            await ann.delete(f"/api/admin/tables/{code}", 403)
            await boss.delete(f"/api/admin/tables/{code}")
            assert (await boss.get("/api/admin/tables"))["total"] == 0
            (line,) = (await boss.get("/api/admin/audit"))["lines"]
            assert (line["action"], line["subject"]) == ("close_table", code)
        finally:
            await boss.http.aclose()


async def test_bans_end_by_themselves_and_replace_each_other(database: str) -> None:
    async with opened(database) as store:
        player = await store.new_player("Eve", "", 1)
        operators, bans = Operators(store, "test"), Bans(store)
        await operators.ban(1000, player=player, until=2000)
        await bans.refresh()
        with pytest.raises(Refused):
            bans.check_player(str(player), 1999)
        bans.check_player(str(player), 2000)
        await operators.ban(1000, player=player, reason="again")
        rows, total = await operators.bans()
        assert total == 1 and rows[0].reason == "again"
        await bans.refresh()
        with pytest.raises(Refused):
            bans.check_player(str(player), 10**15)
        (found,) = await operators.find("eV")
        assert found.ban == rows[0].id
        assert await operators.find("%") == []


@pytest.mark.parametrize(
    ("written", "counted"),
    [
        ("203.0.113.7", "203.0.113.7/32"),
        ("::ffff:203.0.113.7", "203.0.113.7/32"),
        ("::ffff:203.0.113.0/120", "203.0.113.0/24"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8::/32", "2001:db8::/32"),
    ],
)
def test_a_network_is_banned_as_its_clients_are_counted(written: str, counted: str) -> None:
    """Otherwise the ban of an address as it stands in a log of the proxy would say that it holds, and keep nobody out."""
    assert read_subject(written) == (None, ip_network(counted))


@pytest.mark.parametrize("wrong", ["", "x", "1.2.3", "300.1.1.1", "1.2.3.4/99", "9" * 30])
def test_a_subject_is_a_player_or_a_network(wrong: str) -> None:
    with pytest.raises(ValueError):
        read_subject(wrong)
