"""Spectators of a delayed table know nothing that is too new, by whatever way they ask."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from paiju.server import handlers, wire
from paiju.server.commands import Caller
from tests.server.client import Guest, Running, serving
from tests.server.sink import Sink

DELAY = 120
CALL = wire.ActionIn(payload=wire.Action(text="check"))


async def heads_up(server: Running) -> tuple[Guest, Guest, str]:
    ann, bo = await server.guest("Ann"), await server.guest("Bo")
    made = await ann.table("holdem", seats=2, spectatorDelay=DELAY, pause=60, buyIn=1000)
    await bo.post(f"/api/games/{made['id']}/players", {"buyIn": 1000}, 201)
    await ann.post(f"/api/games/{made['id']}/start")
    return ann, bo, made["id"]


async def play(people: tuple[Guest, Guest], path: str, moves: int) -> None:
    for _ in range(moves):
        for one in people:
            asked = (await one.get(f"{path}/state"))["decision"]
            if asked is not None:
                text = "check" if "check" in asked["choices"] else "call"
                await one.post(f"{path}/action", {"text": text})
                break


def blind(state: dict[str, Any]) -> None:
    """Nothing of a deal."""
    assert state["view"] is None and not state["events"] and state["decision"] is None and state["result"] is None
    assert all(row["stack"] is None for row in state["players"])


@pytest.mark.asyncio
async def test_who_comes_late_sees_no_more(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo, game = await heads_up(server)
        path = f"/api/games/{game}"
        await play((ann, bo), path, 4)
        assert (await ann.get(f"{path}/state"))["view"]["communityCards"]
        eve = await server.guest("Eve")
        for _ in range(2):
            blind(await eve.get(f"{path}/state"))
            blind((await eve.get(path))["state"])
            assert (await eve.get(f"{path}/pot")) == {"pot": 0, "pots": []}
            assert (await ann.get(f"{path}/pot"))["pot"] == 40
            async with eve.socket() as socket:
                await socket.say("watch", gameId=game)
                await socket.until("game_state")
                blind(socket.state)
            room = server.context.rooms.running[game]
            room.viewers.by_seat[None].empty_since -= 3_600_000  # nobody looked for an hour
            await play((ann, bo), path, 1)
        await play((ann, bo), path, 8)
        assert (await ann.get(f"{path}/history"))["hands"]
        assert (await eve.get(f"{path}/history"))["hands"] == []
        await ann.get(f"{path}/records/1")
        for what in ("records/1", "replay/1"):
            await eve.get(f"{path}/{what}", 404)
        assert (await eve.get(f"{path}/equity"))["shares"] is None


@pytest.mark.asyncio
async def test_the_seeds_of_a_deal_that_just_ended_come_with_the_deal(tmp_path: Path) -> None:
    """They tell every card of it."""
    async with serving(tmp_path) as server:
        ann, eve = await server.guest("Ann"), await server.guest("Eve")
        path = (
            f"/api/games/{(await ann.table('duel', bots=[{'level': 'random'}], spectatorDelay=DELAY, deals=1))['id']}"
        )
        await ann.post(f"{path}/start")
        while (state := await ann.get(f"{path}/state"))["result"] is None:
            if state["decision"] is not None:
                await ann.post(f"{path}/action", {"text": state["decision"]["choices"][0]})
        own, seen = await ann.get(f"{path}/fairness/1"), await eve.get(f"{path}/fairness/1")
        assert own["seed"] and own["serverSeed"]
        assert seen == {**own, "seed": None, "serverSeed": None}
        await eve.get(f"{path}/fairness/2", 404)


@pytest.mark.asyncio
async def test_what_is_old_enough_is_seen(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo, game = await heads_up(server)
        path = f"/api/games/{game}"
        eve = await server.guest("Eve")
        await play((ann, bo), path, 4)
        rooms = server.context.rooms
        rooms.running[game].release_delayed(rooms.time.now() + 1000 * DELAY)
        late, live = await eve.get(f"{path}/state"), await ann.get(f"{path}/state")
        assert late["view"]["communityCards"] == live["view"]["communityCards"] and late["seq"] == live["seq"]
        assert [row["key"] for row in late["events"]] == [
            row["key"] for row in live["events"] if row["key"] != "holdem.hole_cards"
        ]


@pytest.mark.asyncio
async def test_a_restart_shows_nothing_early(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo, game = await heads_up(server)
        await play((ann, bo), f"/api/games/{game}", 4)
        token = ann.token
    async with serving(tmp_path) as server:
        eve = await server.guest("Eve")
        blind(await eve.get(f"/api/games/{game}/state"))
        rooms = server.context.rooms
        rooms.running[game].release_delayed(rooms.time.now() + 1000 * DELAY)
        late = await eve.get(f"/api/games/{game}/state")
        live = await eve.get(f"/api/games/{game}/state", headers={"authorization": f"Bearer {token}"})
        assert late["view"]["communityCards"] == live["view"]["communityCards"]


@pytest.mark.asyncio
async def test_neither_numbers_nor_warnings_tell_how_far_the_deal_is(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo, game = await heads_up(server)
        path = f"/api/games/{game}"
        eve = await server.guest("Eve")
        async with eve.socket() as late, ann.socket() as live:
            opened = (await late.ask("watch", gameId=game))["seq"]
            assert opened == 1
            await live.ask("watch", gameId=game)
            await play((ann, bo), path, 3)
            seq = (await ann.get(f"{path}/state"))["seq"]
            assert seq > 5
            room = server.context.rooms.running[game]
            room.notice("timer_warning", 0, ann.id)
            await bo.post(f"{path}/chat", {"text": "hello"})
            assert (await late.until("chat"))["seq"] == opened
            assert (await live.until("chat"))["seq"] > seq
            assert (await late.ask("chat", gameId=game, text="hi"))["seq"] == opened
            assert (await late.ask("action", gameId=game, text="check"))["seq"] == opened
            assert any(one["payload"].get("event") == "timer_warning" for one in live.heard)
            assert not any(one["payload"].get("event") == "timer_warning" for one in late.heard)
        assert {line["seq"] for line in (await eve.get(f"{path}/chat"))["lines"]} == {opened}
        state = await eve.get(f"{path}/state")
        assert (state["seq"], state["handNumber"]) == (opened, 0)
        (row,) = (await eve.get("/api/games"))["games"]
        assert row["handNumber"] == 0
        await eve.get(f"{path}/fairness/1", 404)
        assert (await ann.get(f"{path}/fairness/1"))["commit"]


@pytest.mark.asyncio
async def test_what_is_not_durable_yet_is_not_old_enough(tmp_path: Path) -> None:
    """A write takes longer than the delay: spectators wait for it, and one who comes meanwhile begins with a whole state."""
    async with serving(tmp_path) as server:
        ann, bo, game = await heads_up(server)
        path, rooms = f"/api/games/{game}", server.context.rooms
        room = rooms.running[game]
        await play((ann, bo), path, 2)
        early, late = Sink("8", "Eve"), Sink("9", "Fay")
        room.follow(early)
        submitted: list[Any] = []
        rooms.store.submit = submitted.append  # type: ignore[assignment]
        seq = room.table.seq
        handlers.submit(room, Caller(next(p for p in (ann.id, bo.id) if room.table.asked(room.table.seat_of(p)))), CALL)
        assert submitted and room.table.seq > seq
        later = rooms.time.now() + 1000 * DELAY
        room.release_delayed(later)
        room.follow(late)
        room.release_delayed(later)
        assert early.state["seq"] <= seq and late.state == {}
        submitted[0].settle(None)
        assert early.state["seq"] == late.state["seq"] == room.table.seq
