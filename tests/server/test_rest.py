"""Every route, with good and bad input."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from paiju.games.record import load, same_deal
from paiju.table import FakeTime
from tests.server.client import Guest, Running, serving


async def both(server: Running, game: str = "stakes", **more: Any) -> tuple[Guest, Guest, str]:
    """Two people at a table of two."""
    ann, bo = await server.guest("Ann"), await server.guest("Bo")
    made = await ann.table(game, seats=2, **more)
    await bo.post(f"/api/games/{made['id']}/players", {"buyIn": more["buyIn"]} if "buyIn" in more else {}, 201)
    return ann, bo, made["id"]


@pytest.mark.asyncio
async def test_sessions_and_profiles(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("  Ann\u202e <b>x</b>  ")
        me = await ann.get("/api/me")
        assert me["name"] == "Ann <b>x</b>" and me["chips"] == 1000 and not me["account"]
        me = await ann.put("/api/me", {"name": "Anna", "avatar": "panda"})
        assert (me["name"], me["avatar"]) == ("Anna", "panda")
        await ann.put("/api/me", {"avatar": "dinosaur"}, 400)
        await ann.put("/api/me", {"name": ""}, 400)
        await ann.post("/api/account", {"login": "anna", "password": "long enough"})
        await ann.post("/api/account", {"login": "other", "password": "long enough"}, 403)
        async with httpx.AsyncClient(base_url=server.url) as http:
            again = await http.post("/api/login", json={"login": "Anna", "password": "long enough"})
            assert again.status_code == 200 and again.json()["player"]["id"] == ann.id
            assert "HttpOnly" in again.headers["set-cookie"]
            assert (await http.get("/api/me")).status_code == 200  # by cookie
            foreign = await http.put("/api/me", json={"name": "Evil"}, headers={"origin": "https://evil.example"})
            assert foreign.status_code == 403
            own = await http.put("/api/me", json={"name": "Ann"}, headers={"origin": server.url})
            assert own.status_code == 200
            assert (await http.delete("/api/session")).status_code == 204
            http.cookies.clear()
            assert (await http.get("/api/me")).status_code == 401
            assert (await http.post("/api/login", json={"login": "anna", "password": "wrong"})).status_code == 401
            assert (await http.post("/api/login", json={"login": "nobody", "password": "wrong"})).status_code == 401
            bad = await http.get("/api/me", headers={"authorization": "Bearer nonsense"})
            assert bad.status_code == 401


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "bad_request"),
        ({"game": "nine men's morris"}, 400, "bad_request"),
        ({"game": "duel", "options": {"rounds": 99}}, 400, "bad_request"),
        ({"game": "duel", "options": {"scores": [1]}}, 400, "bad_request"),  # carried over, not for people to fill in
        ({"game": "duel", "preset": "none such"}, 400, "bad_request"),
        ({"game": "duel", "seats": 9}, 400, "bad_request"),
        ({"game": "duel", "seats": 2, "bots": [{}, {}]}, 409, "table_full"),
        ({"game": "duel", "bots": [{"level": "divine"}]}, 400, "bad_request"),
        ({"game": "stakes", "buyIn": 5}, 422, "amount_too_small"),
        ({"game": "stakes", "buyIn": 101}, 422, "amount_too_large"),
        ({"game": "duel", "name": "x" * 61}, 400, "bad_request"),
        ({"game": "duel", "pause": -1}, 400, "bad_request"),
    ],
)
@pytest.mark.asyncio
async def test_tables_that_cannot_be_opened(tmp_path: Path, body: dict[str, Any], status: int, code: str) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest()
        answer = await ann.post("/api/games", body, status)
        assert answer["code"] == code and answer["status"] == status and answer["message"]
        assert (await ann.get("/api/games"))["total"] == 0
        assert (await ann.get("/api/me"))["chips"] == 1000


@pytest.mark.asyncio
async def test_a_table_with_chips_from_joining_to_closing(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo, game = await both(server, pause=60)
        path = f"/api/games/{game}"
        assert (await ann.get("/api/me"))["chips"] == 950
        detail = await bo.get(path)
        assert detail["taken"] == 2 and detail["status"] == "waiting" and detail["link"].endswith(game)
        assert [p["stack"] for p in await bo.get(f"{path}/players")] == [50, 50]
        assert (await bo.post(f"{path}/start", status=403))["code"] == "forbidden"
        assert (await bo.post(f"{path}/fold", status=409))["code"] == "wrong_phase"
        await ann.post(f"{path}/start")
        assert (await ann.delete(path, 409))["code"] == "wrong_phase"
        assert (await bo.post(f"{path}/action", {"text": "stay"}, 409))["code"] == "not_your_turn"
        assert (await ann.post(f"{path}/action", {"text": "jump"}, 400))["code"] == "bad_notation"
        assert (await ann.post(f"{path}/action", {"text": "stay", "seq": 1}, 409))["code"] == "stale_seq"
        assert (await ann.post(f"{path}/action", {}, 400))["code"] == "bad_request"
        assert (await ann.post(f"{path}/raise", {"amount": 1, "to": 2}, 400))["code"] == "bad_request"
        assert (await ann.post(f"{path}/raise", {}, 400))["code"] == "bad_request"
        hint = await ann.get(f"{path}/hint")
        assert [c["text"] for c in hint["choices"]] == ["fold", "stay"]
        assert (await bo.get(f"{path}/hint", 409))["code"] == "not_your_turn"
        assert (await ann.get(f"{path}/tidy"))["groups"][0]
        assert (await ann.get(f"{path}/hand_name")) == {"name": None}
        assert (await ann.get(f"{path}/equity"))["shares"] is None
        assert (await ann.get(f"{path}/pot")) == {"pot": 0, "pots": []}
        done = await ann.post(f"{path}/action", {"text": "stay"})
        assert done["action"] == "stay" and done["state"]["seq"] == done["seq"]
        await bo.post(f"{path}/fold")
        history = (await ann.get(f"{path}/history"))["hands"]
        assert history[0]["scores"] == [1, -1] and not history[0]["revealed"]
        assert [p["holeCards"] is not None for p in history[0]["players"]] == [True, False]  # one's own only
        secret = load(await bo.get(history[0]["record"]))
        assert secret.is_redacted and secret.server_seed is None
        fair = await bo.get(f"{path}/fairness/1")
        assert fair["commit"] == secret.commit and fair["seed"] is None
        await bo.get(f"{path}/records/2", 404)
        await bo.get(f"{path}/records/1?format=phh", 404)
        assert (await bo.post(f"{path}/rebuy", {"chips": 60}, 422))["code"] == "amount_too_large"
        await bo.post(f"{path}/rebuy", {"chips": 20})
        assert (await bo.get("/api/me"))["chips"] == 930
        await ann.put(f"{path}/players/{ann.id}/sit_out")
        await ann.put(f"{path}/players/{bo.id}/sit_out", status=403)
        await ann.put(f"{path}/players/{ann.id}/back", {"post": True})
        await bo.delete(f"{path}/players/{ann.id}", 403)
        await bo.delete(f"{path}/players/{bo.id}")
        assert (await bo.get("/api/me"))["chips"] == 999
        await bo.delete(path, 403)
        await ann.delete(path)
        assert (await ann.get("/api/me"))["chips"] == 1001
        full = load(await bo.get(f"{path}/records/1"))  # the table is closed: its secrets may be known
        assert not full.is_redacted
        same_deal(secret, full)
        await bo.post(f"{path}/players", {}, 409)
        sums = await server.context.store.balances()
        assert sums == {"players": 2000, "ledger": 2000, "tables": 0}


@pytest.mark.asyncio
async def test_too_few_chips(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest()
        await ann.table("stakes", seats=2, options={"max_buy_in": 1000}, buyIn=990)
        answer = await ann.table("stakes", status=422, seats=2, buyIn=20)
        assert answer["code"] == "amount_too_large" and answer["why"]["args"] == {"has": 10}
        assert (await ann.post("/api/me/refill"))["chips"] == 10  # the others are on the table
        assert await server.context.store.balances() == {"players": 10, "ledger": 10, "tables": 990}


@pytest.mark.asyncio
async def test_games_without_chips_have_no_betting(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, _bo, game = await both(server, "duel")
        for word in ("fold", "check", "call", "all_in"):
            await ann.post(f"/api/games/{game}/{word}", status=404)
        await ann.get(f"/api/games/{game}/pot", 404)
        assert (await ann.post(f"/api/games/{game}/rebuy", {"chips": 5}, 409))["code"] == "wrong_phase"
        state = (await ann.put(f"/api/games/{game}/players/{ann.id}/sit_out"))["state"]
        assert state["players"][0]["auto"]
        state = (await ann.put(f"/api/games/{game}/players/{ann.id}/back"))["state"]
        assert not state["players"][0]["auto"]


@pytest.mark.asyncio
async def test_private_and_locked_tables(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        private = (await ann.table(private=True))["id"]
        assert (await bo.get("/api/games"))["games"] == []
        assert [g["id"] for g in (await ann.get("/api/games"))["games"]] == [private]
        await bo.post(f"/api/games/{private}/players", {}, 201)  # who has the link may come
        locked = (await ann.table(password="sesame"))["id"]
        assert (await bo.get("/api/games"))["games"][0]["locked"]
        assert (await bo.get(f"/api/games/{locked}"))["state"]["players"] == []
        await bo.get(f"/api/games/{locked}/state", 403)
        await bo.get(f"/api/games/{locked}/chat", 403)
        await bo.post(f"/api/games/{locked}/players", {"password": "wrong"}, 403)
        await bo.get(f"/api/games/{locked}/state", headers={"x-table-password": "sesame"})
        await bo.post(f"/api/games/{locked}/players", {"password": "sesame"}, 201)
        await bo.get(f"/api/games/{locked}/state")
        secret = (await ann.table(password="芝麻开门é"))["id"]
        for said, status in (
            ("芝麻开门é".encode(), 200),
            ("芝麻关门".encode(), 403),
            (b"\xff\xfe", 403),
            ("é".encode(), 403),
        ):
            await bo.get(f"/api/games/{secret}/state", status, headers={"x-table-password": said})
        latin = (await ann.table(password="café"))["id"]
        for said in ("café".encode(), "café".encode("latin-1")):
            await bo.get(f"/api/games/{latin}/state", headers={"x-table-password": said})
        closed = (await ann.table(spectators=False))["id"]
        await bo.get(f"/api/games/{closed}/state", 403)


@pytest.mark.asyncio
async def test_the_lobby_filters(tmp_path: Path, database: str) -> None:
    async with serving(tmp_path, database=database) as server:
        ann = await server.guest()
        await ann.table("duel", bots=[{"level": "random"}])
        await ann.table("stakes", seats=3)
        for query, found in (
            ("", 2), ("game=duel", 1), ("game=stakes", 1), ("status=active", 0), ("free=true", 1), ("free=false", 1),
            ("locked=true", 0), ("page=2", 0),
        ):  # fmt: skip
            told = await ann.get(f"/api/games?{query}")
            assert len(told["games"]) == found, query
            assert told["total"] == (found or 2 * (query == "page=2"))
        for _ in range(51):  # a page full of tables without a seat hides nothing
            await ann.table("duel", bots=[{"level": "random"}])
        told = await ann.get("/api/games?free=true")
        assert [row["game"] for row in told["games"]] == ["stakes"] and told["total"] == 1
        await ann.get("/api/games?page=0", 400)
        await ann.get("/api/games?status=asleep", 400)


@pytest.mark.asyncio
async def test_chat_entropy_bots_and_kicking(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        game = (await ann.table("duel", seats=3))["id"]
        path = f"/api/games/{game}"
        await bo.post(f"{path}/bots", {"level": "random"}, 403)
        await ann.post(f"{path}/bots", {"level": "random", "seat": 2}, 201)
        await bo.post(f"{path}/players", {"seat": 2}, 409)
        await bo.post(f"{path}/players", {"seat": 1, "playerName": "Robert"}, 201)
        assert [p["name"] for p in await ann.get(f"{path}/players")][1] == "Robert"
        await bo.post(f"{path}/entropy", {"bytes": "00ff"})
        await bo.post(f"{path}/entropy", {"bytes": "0"}, 400)
        await bo.post(f"{path}/entropy", {"bytes": "00" * 33}, 400)
        await bo.post(f"{path}/chat", {"text": "<script>alert(1)</script>"})
        await bo.post(f"{path}/chat", {"text": "x" * 501}, 400)
        assert (await ann.get(f"{path}/chat"))["lines"][0]["text"] == "<script>alert(1)</script>"
        started = await ann.post(f"{path}/start")
        assert started["state"]["fairness"]["entropy"] == ["", "00ff", ""]
        await ann.delete(f"{path}/players/{bo.id}")  # sent away: the seat is played until the deal is over
        assert [p["leaving"] for p in await ann.get(f"{path}/players")] == [False, True, False]
        await ann.post(f"{path}/ready", {"ready": True}, 409)
        other = (await ann.table("duel", autostart=False))["id"]
        await bo.post(f"/api/games/{other}/players", {}, 201)
        await ann.delete(f"/api/games/{other}/players/{bo.id}")
        barred = await bo.post(f"/api/games/{other}/players", {}, 403, headers={"accept-language": "en"})
        assert barred["why"] == {"key": "error.barred", "args": {"minutes": 10}} and "10 minutes" in barred["message"]
        assert await bo.get(f"/api/games/{other}/state")  # to look on is free
        await bo.delete(f"/api/games/{other}/barred/{bo.id}", 403)
        await ann.delete(f"/api/games/{other}/barred/{bo.id}")
        await ann.delete(f"/api/games/{other}/barred/{bo.id}")  # is so already
        await bo.post(f"/api/games/{other}/players", {}, 201)
        async with ann.socket() as host, bo.socket() as guest:
            assert (await host.ask("kick", gameId=other, playerId=bo.id))["type"] == "ack"
            assert (await guest.ask("join", gameId=other))["why"]["key"] == "error.barred"
            assert (await guest.ask("unbar", gameId=other, playerId=bo.id))["code"] == "forbidden"
            assert (await host.ask("unbar", gameId=other, playerId=bo.id))["type"] == "ack"
            assert (await guest.ask("join", gameId=other))["type"] == "ack"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/games/nowhere", 404),
        ("GET", "/api/games/nowhere/state", 404),
        ("POST", "/api/games/nowhere/start", 404),
        ("POST", "/api/games/nowhere/fold", 404),
        ("GET", "/api/nothing", 404),
        ("PATCH", "/api/games", 405),
        ("GET", "/api/messages/nothing", 404),
    ],
)
@pytest.mark.asyncio
async def test_what_is_not_there(tmp_path: Path, method: str, path: str, status: int) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest()
        answer = await ann.http.request(method, path)
        assert answer.status_code == status
        assert answer.headers["content-type"].startswith("application/problem+json")
        assert answer.json()["code"] and answer.json()["message"]


@pytest.mark.asyncio
async def test_zero_bytes_are_refused_by_every_database(tmp_path: Path, database: str) -> None:
    async with serving(tmp_path, database=database) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        for method, path, body in (
            ("GET", "/api/games/%00", None),
            ("GET", "/api/games/a%00b/history", None),
            ("POST", "/api/games/%00/start", None),
            ("DELETE", "/api/games/nowhere/players/%00", None),
            ("GET", "/api/games?game=%00", None),
            ("GET", "/api/games?preset=a%00b", None),
            ("POST", "/api/login", {"login": "\0", "password": "x"}),
            ("PUT", "/api/people/%00", {"note": "x"}),
            ("POST", f"/api/people/{bo.id}/reports", {"reason": "chat", "gameId": "\0"}),
        ):
            answer = await ann.http.request(method, path, **({} if body is None else {"json": body}))  # type: ignore[arg-type]
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_request"), path
        made = await ann.table(name="one\0two")
        assert made["name"] == "onetwo"
        async with ann.socket() as one:
            assert (await one.ask("watch", gameId="\0"))["code"] == "bad_request"
            assert (await one.ask("kick", gameId=made["id"], playerId="\0"))["code"] == "bad_request"
            assert (await one.ask("chat", gameId=made["id"], text="one\0two"))["type"] == "ack"


@pytest.mark.asyncio
async def test_languages_and_limits(tmp_path: Path) -> None:
    rates = {"read": (1.0, 5.0), "write": (1.0, 5.0), "session": (1.0, 5.0), "open": (1.0, 5.0)}
    more = {"chat": (1.0, 5.0), "socket": (1.0, 5.0), "connect": (1.0, 5.0)}
    async with serving(tmp_path, rates={**rates, **more}) as server:
        ann = await server.guest()
        zh = await ann.http.get("/api/games/nowhere", headers={"accept-language": "zh-CN,zh;q=0.9"})
        en = await ann.http.get("/api/games/nowhere", headers={"accept-language": "en"})
        assert (zh.json()["message"], en.json()["message"]) == ("没有 nowhere 这张桌子。", "There is no table nowhere.")
        for _ in range(10):
            last = await ann.http.get("/api/games")
        assert last.status_code == 429 and last.json()["code"] == "rate_limited" and last.headers["retry-after"] == "1"
        big = await ann.http.post("/api/games", content=b"x" * 100_000, headers={"content-type": "application/json"})
        assert big.status_code in (413, 429)


@pytest.mark.asyncio
async def test_for_machines(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest()
        await ann.table()
        assert (await ann.get("/ready"))["tables"] == 1
        assert "paiju_tables 1.0" in await ann.get("/metrics")
        assert "Paiju API" in await ann.get("/docs")
        tables = await ann.get("/api/messages/duel")
        assert set(tables["messages"]["duel.won"]) == {"zh", "en"}
        assert "tier.gold" in (await ann.get("/api/messages/paiju"))["messages"]


@pytest.mark.asyncio
async def test_holdem_fields_and_phh(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo, game = await both(server, "holdem", buyIn=500, deals=1)
        path = f"/api/games/{game}"
        state = (await ann.post(f"{path}/start"))["state"]
        view = state["view"]
        assert (state["stage"], view["pot"], view["communityCards"]) == ("pre_flop", 30, [])
        first, second = (ann, bo) if view["currentPlayer"] == 0 else (bo, ann)
        view = (await first.get(f"{path}/state"))["view"]
        assert (view["toCall"], view["minBet"], view["minRaiseTo"], view["maxRaiseTo"]) == (10, 30, 40, 500)
        assert [len(seat["holeCards"] or ()) for seat in view["seats"]] == [
            2 * (seat == view["viewer"]) for seat in (0, 1)
        ]
        assert (await first.post(f"{path}/raise", {"to": 25}, 422))["code"] == "amount_too_small"
        assert (await first.post(f"{path}/raise", {"to": 5000}, 422))["code"] == "amount_too_large"
        await first.post(f"{path}/raise", {"to": 60})
        assert (await second.get(f"{path}/pot"))["pot"] == 80
        await second.post(f"{path}/action", {"action": "call"})
        await second.post(f"{path}/check")
        await first.post(f"{path}/all_in")
        done = (await second.post(f"{path}/fold"))["state"]
        assert done["result"]["winners"] == [first.id]
        phh = await first.get(f"{path}/records/1?format=phh")
        assert 'variant = "NT"' in phh and phh.count("????") == 1  # the other hand was never shown
        assert "d dh" in await second.get(f"{path}/history?format=phh")
        row = (await ann.get(f"{path}/history"))["hands"][0]
        assert row["secondBoard"] is None
        assert row["potAmount"] and len(row["communityCards"]) == 3


@pytest.mark.asyncio
async def test_hands_that_phh_cannot_tell_are_refused_with_a_sentence(tmp_path: Path) -> None:
    """A bomb pot every second hand, with an ante of everything: then all are asked, and the board is run twice."""
    options = {"bomb_pot": 2, "bomb_pot_ante": 100, "run_it_twice": "ask"}
    async with serving(tmp_path) as server:
        ann, bo, game = await both(server, "holdem", buyIn=500, deals=3, options=options, pause=60)
        path = f"/api/games/{game}"
        state = (await ann.post(f"{path}/start"))["state"]
        people = (ann, bo)
        answers: list[str] = []
        for _ in range(12):
            if state["result"] and state["handNumber"] == 2:
                break
            if state["result"]:
                state = (await ann.post(f"{path}/start"))["state"]
                continue
            text = "twice" if state["handNumber"] == 2 else "fold"
            answers.append(text)
            state = (await people[state["view"]["currentPlayer"]].post(f"{path}/action", {"text": text}))["state"]
        assert answers == ["fold", "twice", "twice"]
        assert len(state["view"]["secondBoard"]) == 5
        refused = await ann.get(f"{path}/records/2?format=phh", 404)
        why = "a bomb pot has no betting before the flop, which PHH cannot tell"
        assert refused["message"] == f"This deal has no record in that format: {why}."
        both_hands = await ann.get(f"{path}/history?format=phh")
        assert (
            both_hands.startswith("[1]\nvariant")
            and "# 2: This deal has no record in that format: a bomb pot" in both_hands
        )
        row = (await ann.get(f"{path}/history"))["hands"][0]
        assert row["secondBoard"] == state["view"]["secondBoard"]


@pytest.mark.asyncio
async def test_a_locked_table_tells_strangers_nothing_of_its_deals(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, eve = await server.guest("Ann"), await server.guest("Eve")
        made = await ann.table("holdem", seats=2, password="sesame", bots=[{"level": "easy"}], pause=60)
        path = f"/api/games/{made['id']}"
        await ann.post(f"{path}/start")
        seen = (await eve.get(path))["state"]
        assert seen["view"] is None and seen["players"] == []
        await eve.get(f"{path}/fairness/1", 403)
        await eve.get(f"{path}/fairness/1", headers={"x-table-password": "sesame"})


@pytest.mark.asyncio
async def test_who_plays_without_a_socket_is_there_again_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo, game = await both(server, pause=0)
        path = f"/api/games/{game}"
        await ann.post(f"{path}/start")
        tokens = ann.token, bo.token
    async with serving(tmp_path) as server:
        reader = await server.guest("Eve")
        auth = [{"authorization": f"Bearer {token}"} for token in tokens]
        state = await reader.get(f"{path}/state", headers=auth[0])
        assert [row["connected"] for row in state["players"]] == [False, False]
        for headers in auth:
            done = await reader.post(f"{path}/action", {"text": "stay"}, headers=headers)
        assert [row["connected"] for row in done["state"]["players"]] == [True, True]
        state = await reader.get(f"{path}/state", headers=auth[0])
        while state["handNumber"] == 1:  # the series goes on
            await asyncio.sleep(0.02)
            state = await reader.get(f"{path}/state", headers=auth[0])


@pytest.mark.asyncio
async def test_who_plays_without_a_socket_is_there_while_he_asks(tmp_path: Path) -> None:
    """To look at the table is enough; who has not asked for long is gone, and comes back by doing something."""
    time = FakeTime()
    async with serving(tmp_path, time=time) as server:
        ann, rooms = await server.guest("Ann"), server.context.rooms
        code = (await ann.table("duel", autostart=False))["id"]

        async def is_there(minutes: int) -> bool:
            time.advance(60 * minutes)
            rooms.sweep()
            rooms.tick()
            row = (await ann.get(f"/api/games/{code}/state"))["players"][0]
            return bool(row["connected"])

        assert [await is_there(4) for _ in range(4)] == [True] * 4
        assert not await is_there(6)
        await ann.post(f"/api/games/{code}/ready", {"ready": False})
        assert await is_there(1)
        await is_there(6)
        for _ in range(7):
            time.advance(600)
            rooms.tick()
        assert server.context.rooms.running[code].is_closed  # nobody came any more


@pytest.mark.asyncio
async def test_a_table_begins_from_a_position(tmp_path: Path) -> None:
    text = "doudizhu 45569TKA2/4588TJKL/- 0 landlord=0"
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        bots = [{"level": "easy"}, {"level": "easy"}]
        body = {"game": "doudizhu", "position": text, "bots": bots, "pace": 0, "private": True}
        made = await ann.post("/api/games", body, 201)
        code = made["id"]
        began = await ann.post(f"/api/games/{code}/start", {}, 200)
        view = began["state"]["view"]
        assert [len(hand["cards"]) for hand in view["hands"]] == [9, 8, 0] and view["landlord"] == 0
        assert view["hands"][1]["cards"][0] == "L" and began["state"]["you"]["seat"] == 0
        state = await ann.post(f"/api/games/{code}/action", {"text": "5"}, 200)
        assert state["state"]["seq"] > began["state"]["seq"]
        for wrong in ("doudizhu 3/4 0", "big_two 3d/4d/5d/6d 0"):
            await ann.post("/api/games", {**body, "position": wrong}, 400)
