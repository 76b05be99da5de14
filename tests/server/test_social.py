"""Notes, friends, muted players, reports; and the lobby by stakes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from paiju.games import catalog
from paiju.server import contacts
from paiju.server.contacts import Contacts, Full, Kept
from paiju.server.limits import RATES
from paiju.server.store import opened
from tests.server.client import NO_LIMITS, Guest, serving

HOSTILE = "<img src=x onerror=alert(1)>\u202e & \x07 'notes'"


@pytest.mark.asyncio
async def test_what_one_keeps_is_private_and_goes_when_empty(tmp_path: Path, database: str) -> None:
    async with serving(tmp_path, database=database) as server:
        ann, bo, cy = [await server.guest(name) for name in ("Ann", "Bo", "Cy")]
        kept = await ann.put(f"/api/people/{bo.id}", {"note": HOSTILE, "tag": "red"})
        assert (
            kept["note"] == "<img src=x onerror=alert(1)> & 'notes'" and kept["tag"] == "red" and kept["name"] == "Bo"
        )
        await ann.put(f"/api/people/{cy.id}", {"muted": True})
        await ann.put(f"/api/people/{bo.id}", {"friend": True})  # the rest stays
        people = (await ann.get("/api/people"))["people"]
        assert [(one["name"], one["tag"], one["friend"], one["muted"]) for one in people] == [
            ("Bo", "red", True, False),
            ("Cy", "", False, True),
        ]
        assert (await bo.get("/api/people"))["people"] == []  # nobody learns what others keep
        gone = await ann.put(f"/api/people/{bo.id}", {"note": "  ", "tag": "", "friend": False})
        assert gone["note"] == "" and not gone["friend"]
        assert [one["name"] for one in (await ann.get("/api/people"))["people"]] == ["Cy"]


@pytest.mark.parametrize(
    ("who", "body", "status"),
    [
        ("bo", {"note": "x" * 501}, 400),
        ("bo", {"tag": "pink"}, 400),
        ("bo", {"friend": "yes"}, 400),
        ("ann", {"note": "me"}, 400),
        ("b1", {"note": "a bot"}, 404),
        ("999999", {"note": "nobody"}, 404),
        ("٣", {"note": "a digit, but not ours"}, 404),
        ("9" * 19, {"note": "too long a number"}, 404),
    ],
)
@pytest.mark.asyncio
async def test_what_cannot_be_kept(tmp_path: Path, who: str, body: dict[str, Any], status: int) -> None:
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        code = {"ann": ann.id, "bo": bo.id}.get(who, who)
        await ann.put(f"/api/people/{code}", body, status)
        assert (await ann.get("/api/people"))["people"] == []
        del ann.http.headers["authorization"]
        await ann.put(f"/api/people/{bo.id}", {"note": "who am I"}, 401)
        await ann.get("/api/people", 401)


@pytest.mark.asyncio
async def test_friends_see_each_other_and_public_tables(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")

        async def seen(by: Guest) -> dict[str, Any]:
            people: list[dict[str, Any]] = (await by.get("/api/people"))["people"]
            return people[0]

        await ann.put(f"/api/people/{bo.id}", {"friend": True})
        await bo.get("/api/people")
        one = await seen(ann)
        assert not one["mutual"] and not one["online"]  # one side alone learns nothing of the other's coming and going
        await bo.put(f"/api/people/{ann.id}", {"friend": True})
        one = await seen(ann)
        assert one["mutual"] and one["online"]
        await bo.table(private=True)
        assert (await seen(ann))["games"] == []
        made = await bo.table()
        assert (await seen(ann))["games"] == [made["id"]]
        await bo.put(f"/api/people/{ann.id}", {"friend": False})
        assert not (await seen(ann))["online"]


@pytest.mark.asyncio
async def test_there_is_an_end_to_what_one_may_keep(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contacts, "MOST", 2)
    async with opened(database) as store:
        book = Contacts(store)
        ann, *others = [await store.new_player(name, "", 1) for name in ("Ann", "Bo", "Cy", "Di")]
        for other in others[:2]:
            await book.keep(ann, other, Kept(note="n"), 1)
        with pytest.raises(Full):
            await book.keep(ann, others[2], Kept(friend=True), 1)
        await book.keep(ann, others[1], Kept(friend=True), 2)  # a row there already may change
        await book.keep(ann, others[0], Kept(), 3)
        await book.keep(ann, others[2], Kept(friend=True), 4)
        assert [row.name for row in await book.all(ann)] == ["Cy", "Di"]


@pytest.mark.asyncio
async def test_reports_reach_the_host_and_nobody_else(tmp_path: Path, database: str) -> None:
    async with serving(tmp_path, database=database, admins=("host",)) as server:
        ann, bo, host = [await server.guest(name) for name in ("Ann", "Bo", "Host")]
        await server.context.store.new_account(int(host.id), "host", "-")
        server.context.forget(host.id)
        made = await ann.table(seats=2)
        await bo.post(f"/api/games/{made['id']}/players", {}, 201)
        await bo.post(f"/api/games/{made['id']}/chat", {"text": "you <b>fool</b>"})
        await ann.post(f"/api/games/{made['id']}/chat", {"text": "oh"})
        body = {"reason": "chat", "text": "rude", "gameId": made["id"]}
        number = (await ann.post(f"/api/people/{bo.id}/reports", body, 201))["id"]
        for by in (ann, bo):
            assert (await by.get("/api/reports", 403))["code"] == "forbidden"
            await by.put(f"/api/reports/{number}", {"status": "done"}, 403)
        [one] = (await host.get("/api/reports?status=open"))["reports"]
        assert (one["author"], one["about"], one["reason"], one["text"]) == ("Ann", "Bo", "chat", "rude")
        assert one["said"] == ["you <b>fool</b>"] and one["gameId"] == made["id"]
        for _ in range(2):
            await ann.post(f"/api/people/{bo.id}/reports", {"reason": "other"}, 201)
        await ann.post(f"/api/people/{bo.id}/reports", {"reason": "other"}, 403)  # three of them are enough
        await host.put(f"/api/reports/{number}", {"status": "done"})
        assert (await host.get("/api/reports?status=open"))["total"] == 2
        assert (await host.get("/api/reports"))["total"] == 3
        await host.put("/api/reports/999", {"status": "done"}, 404)
        await ann.post(f"/api/people/{ann.id}/reports", {"reason": "other"}, 400)
        await ann.post(f"/api/people/{bo.id}/reports", {"reason": "ugly"}, 400)
        await ann.post(f"/api/people/{bo.id}/reports", {"reason": "name", "gameId": "nowhere"}, 404)


@pytest.mark.asyncio
async def test_reports_are_limited(tmp_path: Path) -> None:
    async with serving(tmp_path, rates={**NO_LIMITS, "report": RATES["report"]}) as server:
        ann = await server.guest("Ann")
        others = [await server.guest(f"Bo {i}") for i in range(6)]
        for other in others[:5]:
            await ann.post(f"/api/people/{other.id}/reports", {"reason": "other"}, 201)
        assert (await ann.post(f"/api/people/{others[5].id}/reports", {"reason": "other"}, 429))[
            "code"
        ] == "rate_limited"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["doudizhu 1", "doudizhu 5", "holdem 20", "holdem 200", "sanguosha -"]),
        ("?high=20", ["doudizhu 1", "doudizhu 5", "holdem 20"]),
        ("?low=21", ["holdem 200"]),
        ("?low=5&high=20", ["doudizhu 5", "holdem 20"]),
        ("?game=holdem&high=20", ["holdem 20"]),
    ],
)
@pytest.mark.asyncio
async def test_the_lobby_by_stakes(tmp_path: Path, database: str, query: str, found: list[str]) -> None:
    async with serving(tmp_path, database=database, find=catalog.find) as server:
        ann = await server.guest("Ann")
        for game, options in (
            ("holdem", {}),
            ("holdem", {"small_blind": 100, "big_blind": 200}),
            ("doudizhu", {}),
            ("doudizhu", {"base": 5}),
            ("sanguosha", {}),
        ):
            await ann.table(game, options=options, join=False)
        rows = (await ann.get(f"/api/games{query}"))["games"]
        assert sorted(f"{row['game']} {'-' if row['stake'] is None else row['stake']}" for row in rows) == sorted(found)
        await ann.get("/api/games?low=-1", 400)


@pytest.mark.asyncio
async def test_a_muted_player_is_not_heard(tmp_path: Path) -> None:
    """From the moment one says so, and on every connection after it."""
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        code = (await ann.table("duel", autostart=False))["id"]
        await bo.post(f"/api/games/{code}/players", {}, 201)

        async def heard(line: str) -> bool:
            """Whether Ann hears what Bo says; what she says herself comes after it."""
            await bo.post(f"/api/games/{code}/chat", {"text": line})
            await ann.post(f"/api/games/{code}/chat", {"text": f"after {line}"})
            texts = []
            while f"after {line}" not in texts:
                texts.append((await one.until("chat"))["text"])
            return line in texts

        async with ann.socket() as one:
            await one.ask("watch", gameId=code)
            assert await heard("a")
            await ann.put(f"/api/people/{bo.id}", {"muted": True})
            assert not await heard("b")
        async with ann.socket() as one:
            await one.ask("watch", gameId=code)
            assert not await heard("c")
            await ann.put(f"/api/people/{bo.id}", {"note": "loud"})
            assert not await heard("d")
            await ann.put(f"/api/people/{bo.id}", {"muted": False})
            assert await heard("e")


@pytest.mark.asyncio
async def test_names_at_a_table_differ(tmp_path: Path) -> None:
    """Nobody can take the name of a seated player: by joining, renaming or chatting."""
    async with serving(tmp_path) as server:
        ann, eve, fay = await server.guest("Ann"), await server.guest("Eve"), await server.guest("ＡＮＮ")
        code = (await ann.table("duel", autostart=False))["id"]
        await fay.post(f"/api/games/{code}/chat", {"text": "from the side"})
        told = await eve.post(f"/api/games/{code}/players", {"playerName": "a n n"}, 201)
        assert [player["name"] for player in told["state"]["players"]] == ["Ann", "a n n 2"]
        await eve.post(f"/api/games/{code}/chat", {"text": "from the seat"})
        await fay.post(f"/api/games/{code}/chat", {"text": "again"})
        await ann.post(f"/api/games/{code}/chat", {"text": "I am Ann"})
        lines = (await ann.get(f"/api/games/{code}/chat"))["lines"]
        assert [line["name"] for line in lines] == ["ＡＮＮ 2", "a n n 2", "ＡＮＮ 3", "Ann"]


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("abc\u202edef", "abcdef"),
        ("bell\x07 and\x1b[31m red", "bell and[31m red"),
        ("zero\u200bwidth\n\n two  lines\t", "zerowidth two lines"),
        ("你好，😀 <b>!", "你好，😀 <b>!"),
        ("\u202e\u200b\x00", None),
    ],
)
@pytest.mark.asyncio
async def test_chat_is_text_without_marks(tmp_path: Path, said: str, heard: str | None) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        code = (await ann.table("duel", name=f"x{said}"))["id"]
        assert (await ann.get(f"/api/games/{code}"))["name"] == f"x{heard or ''}"
        await ann.post(f"/api/games/{code}/chat", {"text": said}, 200 if heard else 400)
        lines = (await ann.get(f"/api/games/{code}/chat"))["lines"]
        assert [line["text"] for line in lines] == ([heard] if heard else [])
