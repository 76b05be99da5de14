"""Everybody sees a table as the viewer they are, however they came to be so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from paiju.server import handlers, viewers
from paiju.table import commands
from tests.server.client import Guest, Running, serving


async def three(server: Running) -> tuple[Guest, Guest, Guest]:
    return await server.guest("Ann"), await server.guest("Bo"), await server.guest("Cy")


async def caught_up(socket: Any) -> dict[str, Any]:
    """What a connection knows of all that was said to it so far."""
    await socket.say("ping")
    await socket.until("pong")
    return dict(socket.state)


def cards(state: dict[str, Any]) -> list[Any]:
    return [seat["holeCards"] for seat in state["view"]["seats"] if seat["holeCards"]]


async def test_seats_drawn_by_lot_are_seen_from(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        people = await three(server)
        for _ in range(4):
            code = (await people[0].table("doudizhu", seats=3, pause=60, seating="lot"))["id"]
            for one in people[1:]:
                await one.post(f"/api/games/{code}/players", {}, 201)
            async with people[0].socket() as socket:
                await socket.ask("watch", gameId=code)
                await people[0].post(f"/api/games/{code}/start")
                state = await caught_up(socket)
                seat = server.context.rooms.running[code].table.seat_of("1")
                assert state["you"] == {"id": "1", "seat": seat}
                assert state["view"]["viewer"] == seat


async def test_a_newcomer_does_not_see_the_last_hand_of_his_seat(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo, cy = await three(server)
        code = (await ann.table("holdem", seats=2, pause=60, buyIn=500))["id"]
        path = f"/api/games/{code}"
        await bo.post(f"{path}/players", {"buyIn": 500}, 201)
        await ann.post(f"{path}/start")
        for one in (ann, bo):
            if (await one.get(f"{path}/state"))["decision"] is not None:
                await one.post(f"{path}/action", {"text": "fold"})
                break
        room = server.context.rooms.running[code]
        await handlers.change(room, lambda table, now: commands.leave(table, "2", now))
        await cy.post(f"{path}/players", {"buyIn": 500}, 201)
        state = await cy.get(f"{path}/state")
        assert state["you"] == {"id": "3", "seat": 1} and not cards(state)
        assert not [event for event in state["events"] if event["key"] == "holdem.hole_cards"]
        await cy.post(f"{path}/action", {"text": "show"}, 409)
        assert not cards(await ann.get(f"{path}/state"))[1:]


async def test_what_was_seen_from_a_seat_is_not_gone_on_from_without_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo, cy = await three(server)
        code = (await ann.table("holdem", seats=2, pause=60, buyIn=500))["id"]
        await bo.post(f"/api/games/{code}/players", {"buyIn": 500}, 201)
        room = server.context.rooms.running[code]
        async with cy.socket() as spectator:
            await spectator.ask("watch", gameId=code)
            async with bo.socket() as socket:
                await socket.ask("watch", gameId=code)
                seq = socket.state["seq"]
            await handlers.change(room, lambda table, now: commands.leave(table, "2", now))
            async with bo.socket() as socket:
                await socket.ask("watch", gameId=code, seq=seq)
                assert socket.state["you"] is None and len(socket.state["players"]) == 1


async def test_a_tier_learnt_within_a_hand_is_told_with_the_next_move(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo, cy = await three(server)
        code = (await ann.table("holdem", seats=3, pause=60, buyIn=500))["id"]
        path = f"/api/games/{code}"
        await bo.post(f"{path}/players", {"buyIn": 500}, 201)
        await ann.post(f"{path}/start")
        async with ann.socket() as socket:
            await socket.ask("watch", gameId=code)
            await cy.post(f"{path}/players", {"buyIn": 500}, 201)
            for one in (ann, bo):
                if (await one.get(f"{path}/state"))["decision"] is not None:
                    await one.post(f"{path}/action", {"text": "call"})
                    break
            state = await caught_up(socket)
            assert state["players"][2]["id"] == "3" and state["players"][2]["tier"] == "novice"


async def test_a_crowd_that_comes_and_goes_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A forgotten viewer who resumes by seq is sent the whole state; others go on from there."""
    monkeypatch.setattr(viewers, "KNOWN", 2)
    async with serving(tmp_path) as server:
        people = await three(server)
        code = (await people[0].table("duel", join=False))["id"]
        states = []
        for one in people:
            async with one.socket() as socket:
                await socket.ask("watch", gameId=code)
                states.append(await caught_up(socket))
        room = server.context.rooms.running[code]
        assert len(room.viewers._seen_as) == 2
        for at, is_known in ((2, True), (0, False)):
            async with people[at].socket() as socket:
                socket.state = {**states[at], "note": "kept"}
                await socket.ask("watch", gameId=code, seq=room.table.seq)
                state = await caught_up(socket)
                assert ("note" in state) is is_known


async def test_who_came_during_a_cut_is_known_after_it(tmp_path: Path) -> None:
    """That changes nothing of the table itself: the seq is the same as before. Ann has the table open twice."""
    async with serving(tmp_path) as server:
        ann, bo, _ = await three(server)
        code = (await ann.table("duel"))["id"]
        async with ann.socket() as first, bo.socket() as other:
            await first.ask("watch", gameId=code)
            async with ann.socket() as second:
                await second.ask("watch", gameId=code)
                known = await caught_up(second)
            await other.ask("watch", gameId=code)
            async with ann.socket() as second:
                second.state = known
                await second.ask("watch", gameId=code, seq=known["seq"])
                state = await caught_up(second)
                assert state["seq"] == known["seq"] and len(state["table"]["watching"]) == 1
