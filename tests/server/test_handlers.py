"""The one door: what is counted and measured there, whatever way a command came."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from paiju.table import FakeTime
from tests.server.client import Running, serving


def counted(server: Running) -> tuple[float, float]:
    """Accepted changes, and moves whose time was measured."""
    registry = server.context.metrics.registry
    changes = registry.get_sample_value("paiju_actions_total")
    moves = registry.get_sample_value("paiju_action_seconds_count")
    assert changes is not None and moves is not None
    return changes, moves


async def test_only_changes_are_counted_and_every_move_is_measured(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        code = (await ann.table("duel", seats=2, pause=60))["id"]
        path = f"/api/games/{code}"
        await bo.post(f"{path}/players", {}, 201)
        assert counted(server) == (2, 0)  # two players sat down
        await ann.post(f"{path}/start")
        assert counted(server) == (3, 0)
        for _ in range(20):
            await ann.get(f"{path}/state")
        for what in ("players", "chat", "earlier", "tidy"):
            await ann.get(f"{path}/{what}")
        await ann.put(f"{path}/players/{ann.id}/back")  # nothing to come back from
        assert counted(server) == (3, 0)

        async def asked() -> tuple[str, str]:
            """Who is asked, and their first choice."""
            for one in (ann, bo):
                decision = (await one.get(f"{path}/state"))["decision"]
                if decision is not None:
                    return one.id, decision["choices"][0]
            raise AssertionError("nobody is asked")

        player, text = await asked()
        await (ann if player == ann.id else bo).post(f"{path}/action", {"text": text})
        assert counted(server) == (4, 1)
        await (bo if player == ann.id else ann).post(f"{path}/action", {"text": "nonsense"}, 400)
        assert counted(server) == (4, 1)  # refused
        player, text = await asked()
        async with (ann if player == ann.id else bo).socket() as socket:
            assert (await socket.ask("action", gameId=code, text=text))["type"] == "ack"
        assert counted(server) == (5, 2)


async def test_moves_of_the_clock_and_of_bots_are_counted_too(tmp_path: Path) -> None:
    time = FakeTime()
    async with serving(tmp_path, time=time) as server:
        ann = await server.guest("Ann")
        code = (await ann.table("duel", seats=2, bots=[{"level": "first"}], pause=60, pace=0))["id"]
        assert counted(server)[1] == 0
        await ann.post(f"/api/games/{code}/start")
        rooms, moves = server.context.rooms, 0
        while (await ann.get(f"/api/games/{code}/state"))["stage"] not in ("hand_end", "finished"):
            time.advance(40)  # Ann lets her time run out; the bot answers at once
            rooms.tick()
            await asyncio.sleep(0)
            await server.context.store.drain()
            moves = len(rooms.running[code].table.deal.moves)  # type: ignore[union-attr]
        assert moves > 1 and counted(server)[1] == moves


@pytest.mark.parametrize("way", ["REST", "socket"])
async def test_chat_is_limited_whatever_way_it_comes(tmp_path: Path, way: str) -> None:
    rates = {"chat": (0.001, 2.0), "read": (0.0, 0.0), "write": (0.0, 0.0), "socket": (0.0, 0.0), "session": (0.0, 0.0)}
    async with serving(
        tmp_path, rates={**rates, "open": (0.0, 0.0), "open_from": (0.0, 0.0), "connect": (0.0, 0.0)}
    ) as server:
        ann = await server.guest("Ann")
        code = (await ann.table("duel"))["id"]
        async with ann.socket() as socket:
            codes = []
            for _ in range(3):
                if way == "socket":
                    codes.append((await socket.ask("chat", gameId=code, text="hello")).get("code"))
                else:
                    answer = await ann.http.post(f"/api/games/{code}/chat", json={"text": "hello"})
                    codes.append(answer.json().get("code"))
            assert codes == [None, None, "rate_limited"]


async def test_rest_and_socket_send_the_same_document(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        code = (await ann.table("holdem", seats=2, bots=[{"level": "random"}], pause=60, timeout=600))["id"]
        await ann.post(f"/api/games/{code}/start")
        async with ann.socket() as socket:
            await socket.ask("watch", gameId=code)
            await socket.my_turn()
            answered = await ann.get(f"/api/games/{code}/state")
            async with ann.socket() as again:
                await again.ask("watch", gameId=code)
                sent = next(m["payload"] for m in again.heard if m["type"] == "game_state")
        assert list(sent) == list(answered)
        assert {**sent, "time": 0} == {**answered, "time": 0}
        assert {**socket.state, "time": 0} | {"base": 0} == {**answered, "time": 0} | {"base": 0}
