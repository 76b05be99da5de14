"""What one client may ask, and what a flood costs the others: guesses at passwords, wrong tokens, routes for everybody."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from paiju.server import door
from tests.server.client import NO_LIMITS, Guest, serving


def rates(**some: tuple[float, float]) -> dict[str, tuple[float, float]]:
    return {**NO_LIMITS, **some}


async def status(guest: Guest, method: str, path: str, **more: Any) -> int:
    return (await guest.http.request(method, path, **more)).status_code


@pytest.mark.asyncio
async def test_guessing_a_password_delays_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a hash takes, the loop goes on."""
    slow = door._fits

    def fits(hashed: str, password: str) -> bool:
        time.sleep(0.4)
        return slow(hashed, password)

    monkeypatch.setattr(door, "_fits", fits)
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
        room = server.context.house.rooms[code]
        await room.door.attempt("sesame", room.table.settings.password or "", server.context.limits, "elsewhere")
        assert await status(bo, "GET", state, headers={"x-table-password": "sesame"}) == 200  # known to be right by now
        assert await status(eve, "GET", state, headers={"x-table-password": "no"}) == 429
