"""What one client may ask, and what a flood costs the others: guesses at passwords, wrong tokens, routes for everybody."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from pathlib import Path
from typing import Any

import pytest
import websockets

from paiju.server import table_password
from paiju.server.addresses import NEARBY
from tests.server.client import NO_LIMITS, Guest, serving


def rates(**some: tuple[float, float]) -> dict[str, tuple[float, float]]:
    return {**NO_LIMITS, **some}


async def status(guest: Guest, method: str, path: str, **more: Any) -> int:
    return (await guest.http.request(method, path, **more)).status_code


@pytest.mark.asyncio
async def test_guessing_a_password_delays_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a hash takes, the loop goes on."""
    slow = table_password._fits

    def fits(hashed: str, password: str) -> bool:
        time.sleep(0.4)
        return slow(hashed, password)

    monkeypatch.setattr(table_password, "_fits", fits)
    async with serving(tmp_path) as server:
        ann, eve = await server.guest("Ann"), await server.guest("Eve")
        code = (await ann.table(password="sesame", join=False))["id"]
        async with eve.socket() as one:
            guess = asyncio.create_task(
                status(eve, "GET", f"/api/games/{code}/state", headers={"x-table-password": "no"})
            )
            join = asyncio.create_task(status(eve, "POST", f"/api/games/{code}/players", json={"password": "no"}))
            await asyncio.sleep(0.1)
            started = time.monotonic()
            await one.say("ping")
            await one.until("pong")
            assert time.monotonic() - started < 0.2
            assert not guess.done() and not join.done()
            assert [await guess, await join] == [403, 403]


@pytest.mark.asyncio
async def test_a_password_is_not_guessed_for_long(tmp_path: Path) -> None:
    async with serving(tmp_path, rates=rates(guess=(0.01, 3.0))) as server:
        ann, bo, eve = [await server.guest(name) for name in ("Ann", "Bo", "Eve")]
        code = (await ann.table(password="sesame"))["id"]
        other = (await ann.table(password="sesame"))["id"]
        state = f"/api/games/{code}/state"
        for _ in range(3):
            assert await status(eve, "GET", state, headers={"x-table-password": "no"}) == 403
        answer = await eve.http.get(state, headers={"x-table-password": "still no"})
        assert answer.status_code == 429 and int(answer.headers["retry-after"]) > 10
        assert answer.json()["why"]["key"] == "error.guesses"
        async with eve.socket() as one:  # by every way in
            assert (await one.ask("watch", gameId=code, password="no"))["code"] == "rate_limited"
            assert (await one.ask("join", gameId=code, password="no"))["code"] == "rate_limited"
        assert await status(eve, "GET", state) == 403  # to bring none is no guess
        assert await status(eve, "GET", f"/api/games/{other}/state", headers={"x-table-password": "no"}) == 403
        assert await status(ann, "GET", state, headers={"x-table-password": "no"}) == 200  # the owner needs none
        room = server.context.rooms.running[code]
        await room.password.attempt("sesame", room.table.settings.password or "", server.context.limits, "elsewhere")
        assert await status(bo, "GET", state, headers={"x-table-password": "sesame"}) == 200  # known to be right by now
        assert await status(eve, "GET", state, headers={"x-table-password": "no"}) == 429


@pytest.mark.asyncio
async def test_wrong_tokens_are_counted_by_address(tmp_path: Path) -> None:
    async with serving(tmp_path, rates=rates(token=(0.01, 4.0)), proxies=NEARBY) as server:
        ann = await server.guest()
        wrong = {"authorization": "Bearer nonsense", "x-forwarded-for": "10.0.0.1"}
        for path in ("/api/me", "/api/games"):
            answer = await ann.http.get(path, headers=wrong)
            assert answer.status_code == 401 and answer.json()["why"]["key"] == "error.bad_token"
        async with ann.socket(headers={"x-forwarded-for": "10.0.0.1"}) as one:
            assert (await one.ask("hello", token="nonsense"))["why"]["key"] == "error.bad_token"
            assert await handshake(server.ws, wrong) == 401
            assert (await one.ask("hello", token="nonsense"))["code"] == "rate_limited"
        assert await handshake(server.ws, wrong) == 429
        assert await status(ann, "GET", "/api/me", headers=wrong) == 429
        assert await status(ann, "GET", "/api/me", headers={"x-forwarded-for": "10.0.0.1"}) == 200  # a right one
        assert await status(ann, "GET", "/api/me", headers={**wrong, "x-forwarded-for": "10.0.0.2"}) == 401


async def handshake(url: str, headers: dict[str, str]) -> int:
    """The status of the answer to a handshake that is refused; its body and headers are those of every refusal."""
    with pytest.raises(websockets.InvalidStatus) as refused:
        async with websockets.connect(url, additional_headers=headers):
            pass
    answer = refused.value.response
    assert answer.headers["content-type"] == "application/problem+json"
    assert json.loads(answer.body or b"")["status"] == answer.status_code
    assert ("retry-after" in answer.headers) == (answer.status_code in (429, 503))
    return answer.status_code


@pytest.mark.asyncio
async def test_every_route_has_a_limit(tmp_path: Path) -> None:
    """Also routes without authentication."""
    paths = (
        "/api/catalog", "/api/messages/paiju", "/api/catalog/duel/rules", "/api/openapi.json", "/docs", "/health", "/ready",
        "/metrics", "/api/games", "/api/games/nowhere/history", "/", "/assets/nothing.js",
    )  # fmt: skip
    async with serving(tmp_path, rates=rates(read=(0.01, 2.0)), proxies=NEARBY) as server:
        http = (await server.guest()).http
        del http.headers["authorization"]
        for number, path in enumerate(paths):
            headers = {"x-forwarded-for": f"10.0.1.{number}"}
            found = [(await http.get(path, headers=headers)).status_code for _ in range(3)]
            assert 429 not in found[:2] and found[2] == 429, (path, found)


@pytest.mark.asyncio
async def test_sockets_behind_a_proxy_are_counted_one_by_one(tmp_path: Path) -> None:
    async with serving(tmp_path, rates=rates(connect=(0.01, 1.0)), proxies=NEARBY) as server:
        ann = await server.guest()
        for number in range(3):
            headers = {"X-Forwarded-For": f"10.9.9.9, 10.0.2.{number}"}
            async with ann.socket(headers=headers) as one:
                await one.say("ping")
                await one.until("pong")
            assert await handshake(server.ws, headers) == 429


@pytest.mark.asyncio
async def test_an_address_is_taken_from_nobody_but_a_proxy(tmp_path: Path) -> None:
    """A direct client's forwarding headers are ignored, also on this machine: it is counted by its own address."""
    async with serving(tmp_path, rates=rates(read=(0.01, 2.0), connect=(0.01, 1.0))) as server:
        ann = await server.guest()
        named = [{"X-Forwarded-For": f"10.0.3.{number}"} for number in range(3)]
        found = [await status(ann, "GET", "/health", headers=headers) for headers in named]
        assert found == [200, 200, 429]
        async with ann.socket(headers=named[0]):
            assert await handshake(server.ws, named[1]) == 429


@pytest.mark.asyncio
async def test_one_household_is_counted_once(tmp_path: Path) -> None:
    """An IPv6 client has many addresses; they allow no more guesses, requests or sockets."""
    few = rates(guess=(0.01, 1.0), read=(0.01, 2.0), connect=(0.01, 1.0))
    async with serving(tmp_path, rates=few, proxies=NEARBY) as server:
        ann, eve = await server.guest("Ann"), await server.guest("Eve")
        code = (await ann.table(password="sesame"))["id"]
        mine = [{"X-Forwarded-For": f"2001:db8:1:2::{number}"} for number in range(3)]
        other = {"X-Forwarded-For": "2001:db8:1:3::1"}

        async def guess(headers: dict[str, str]) -> int:
            return await status(eve, "POST", f"/api/games/{code}/players", headers=headers, json={"password": "no"})

        assert [await guess(headers) for headers in (*mine, other)] == [403, 429, 429, 403]
        found = [await status(ann, "GET", "/health", headers=headers) for headers in (*mine, other)]
        assert found == [200, 200, 429, 200]
        async with ann.socket(headers=mine[0]), ann.socket(headers=other):
            assert await handshake(server.ws, mine[1]) == 429


@pytest.mark.asyncio
async def test_many_guests_of_one_address_are_not_many_times_as_much(tmp_path: Path) -> None:
    """What costs much is counted by address too; guests are easily made."""
    few = rates(open_from=(0.01, 3.0), replay=(0.01, 2.0))
    async with serving(tmp_path, rates=few, proxies=NEARBY) as server:
        guests = [await server.guest(name) for name in ("Ann", "Bo", "Cy", "Dee")]
        made = [await guest.http.post("/api/games", json={"game": "duel"}) for guest in guests]
        assert [answer.status_code for answer in made] == [201, 201, 201, 429]
        code = made[0].json()["id"]
        ways = (f"/api/games/{code}/earlier", f"/api/games/{code}/replay/1", f"/api/games/{code}/earlier")
        assert [await status(guest, "GET", way) for guest, way in zip(guests, ways, strict=False)] == [200, 404, 429]
        elsewhere = {"X-Forwarded-For": "10.0.0.9"}
        assert await status(guests[3], "POST", "/api/games", json={"game": "duel"}, headers=elsewhere) == 201
        assert await status(guests[3], "GET", ways[0], headers=elsewhere) == 200


@pytest.mark.asyncio
async def test_one_address_holds_so_many_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiju.server.socket.SOCKETS", 2)
    async with serving(tmp_path, rates=rates(connect=(100.0, 100.0)), proxies=NEARBY) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        crowds = server.context.crowds

        async def only(count: int) -> None:
            for _ in range(100):
                if crowds.total() == count:
                    break
                await asyncio.sleep(0.02)
            assert crowds.total() == count

        async with ann.socket():
            async with bo.socket():
                assert await handshake(server.ws, {}) == 429
                async with bo.socket(headers={"X-Forwarded-For": "10.0.0.9"}):
                    assert await handshake(server.ws, {}) == 429
            await only(1)
            async with bo.socket():
                assert await handshake(server.ws, {}) == 429
        await only(0)
        assert not crowds  # nothing is left behind


@pytest.mark.asyncio
async def test_a_refused_handshake_says_why(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """To the client; we log nothing of it."""
    async with serving(tmp_path) as server:
        logging.getLogger("uvicorn.error").addHandler(caplog.handler)
        assert await handshake(server.ws, {"Origin": "https://evil.example"}) == 403
        assert await handshake(server.ws, {"Authorization": "Bearer x"}) == 401
        assert await handshake(server.ws.replace("/ws", "/elsewhere"), {}) == 404
        server.context.rooms.draining = True
        assert await handshake(server.ws, {}) == 503
        server.context.rooms.draining = False
        logging.getLogger("uvicorn.error").removeHandler(caplog.handler)
        complaints = {record.getMessage() for record in caplog.records if record.levelno > logging.INFO}
    assert complaints <= {
        "ASGI callable returned without completing handshake."
    }  # uvicorn's own; `paiju serve` mutes it
