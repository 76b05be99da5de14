"""One table on the server: what waits for the store, and what each viewer is sent."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paiju.games import catalog
from paiju.server import handlers, wire
from paiju.server.commands import BotMove, Caller, Done
from tests.server.client import Socket, paying, serving, shown_cards


async def test_a_refused_buy_in_is_nobody_elses_refusal(tmp_path: Path) -> None:
    """A second request for what is already so is answered with that, not with another player's lack of chips."""
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        await bo.table("stakes", seats=2, options={"max_buy_in": 1000}, buyIn=990)
        code = (await ann.table("stakes", seats=3, buyIn=50))["id"]
        async with ann.socket() as first, bo.socket() as second:
            await first.ask("watch", gameId=code)
            refused = await second.ask("join", gameId=code, buyIn=50)
            assert (refused["code"], refused["why"]["args"]) == ("amount_too_large", {"has": 10})
            assert (await first.ask("back"))["type"] == "ack"
            assert (await first.ask("join", gameId=code))["type"] == "ack"


async def test_a_bot_waits_while_chips_come_to_the_table(tmp_path: Path) -> None:
    """Its move comes after the buy-in; two events with one number would disconnect everybody."""
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        code = (await ann.table("duel", bots=[{"level": "random"}], pace=5000))["id"]
        async with ann.socket() as socket:
            await socket.ask("watch", gameId=code)
            await socket.ask("start")
            while await socket.play_safe():
                if server.context.rooms.running[code].table.asked(1) is not None:
                    break
            room = server.context.rooms.running[code]
            question = room.table.asked(1)
            assert question is not None
            before = room.table.seq
            with paying(room):
                handlers.submit(room, handlers.BOT, BotMove(seat=1, since=question.since, text=None))
                await asyncio.sleep(0.05)
                assert room.table.seq == before
            await asyncio.sleep(0.05)
            assert room.table.seq > before and not room.dead


async def test_the_answer_to_a_move_is_the_table_right_after_it(tmp_path: Path) -> None:
    """Also where the next has moved before it was durable."""
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        code = (await ann.table("duel", pause=60))["id"]
        await bo.post(f"/api/games/{code}/players", {}, 201)
        await ann.post(f"/api/games/{code}/start")
        room = server.context.rooms.running[code]

        def move() -> asyncio.Future[Done]:
            assert room.table.deal is not None
            seat, asked = next(iter(room.table.deal.asked.items()))
            command = wire.ActionIn(payload=wire.Action(text=str(next(iter(asked.decision.choices)))))
            return handlers.submit(room, Caller((ann, bo)[seat].id), command, with_state=True)

        first, second = await asyncio.gather(move(), move())
        states = [msgspec.json.decode(done.state) for done in (first, second)]
        assert first.seq < second.seq
        assert [state["seq"] for state in states] == [first.seq, second.seq]
        assert [state["you"]["seat"] for state in states] in ([0, 1], [1, 0])


async def test_the_answer_to_a_move_is_the_movers_own(tmp_path: Path) -> None:
    """Also if their seat has changed by then: the join waited for another player's chips, and seats were drawn."""
    async with serving(tmp_path, find=catalog.find) as server:
        people = [await server.guest(name) for name in ("Ann", "Bo", "Cy")]
        moved = 0
        for _ in range(6):
            code = (await people[0].table("holdem", seats=3, seating="lot", pause=60, buyIn=100))["id"]
            for one in people[1:]:
                await one.post(f"/api/games/{code}/players", {"buyIn": 100}, 201)
            room = server.context.rooms.running[code]
            before = {one.id: room.table.seat_of(one.id) for one in people}
            with paying(room):
                started = handlers.submit(room, Caller(people[0].id), wire.StartIn())
                call = wire.ActionIn(payload=wire.Action(text="call"))
                moves = [handlers.submit(room, Caller(one.id), call, with_state=True) for one in people]
            await started
            for one, answer in zip(people, await asyncio.gather(*moves, return_exceptions=True), strict=True):
                if isinstance(answer, Done):
                    assert msgspec.json.decode(answer.state)["you"]["id"] == one.id
                    moved += room.table.seat_of(one.id) != before[one.id]
        assert moved


async def test_a_refused_buy_in_is_no_answer_to_who_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        await bo.table("stakes", seats=2, options={"max_buy_in": 1000}, buyIn=990)
        code = (await ann.table("stakes", seats=3, buyIn=50))["id"]
        held = asyncio.Event()
        write = server.context.store.writer._write

        async def slowly(batch: list[Any]) -> Any:
            await held.wait()
            return await write(batch)

        monkeypatch.setattr(server.context.store.writer, "_write", slowly)
        joins = asyncio.create_task(bo.post(f"/api/games/{code}/players", {"buyIn": 50}, 422))
        room = server.context.rooms.running[code]
        while room._last is None:  # noqa: ASYNC110
            await asyncio.sleep(0)
        looks = asyncio.create_task(ann.get(f"/api/games/{code}/state"))
        for _ in range(20):
            await asyncio.sleep(0.005)
        held.set()
        assert (await joins)["why"]["args"] == {"has": 10}
        assert (await looks)["you"]["id"] == ann.id


def seen_by(socket: Socket) -> tuple[str | None, list[int]]:
    """As whom a connection sees the table, and whose cards it was shown."""
    state = socket.state
    hands = shown_cards(state["view"]) if state["view"] else []
    return state["you"] and state["you"]["id"], [seat for seat, cards in enumerate(hands) if cards]


async def settled(*sockets: Socket) -> None:
    for socket in sockets:
        with suppress(TimeoutError):
            while True:
                await socket.hear(within=0.3)


async def test_seats_drawn_by_lot_are_seen_by_who_sits_there(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        people = [await server.guest(name) for name in ("Ann", "Bo", "Cy", "Di")]
        swapped = 0
        for _ in range(4):
            code = (await people[0].table("duel", seats=4, seating="lot", pause=60))["id"]
            async with AsyncExitStack() as stack:
                sockets = [await stack.enter_async_context(one.socket()) for one in people]
                for socket in sockets:
                    await socket.ask("join", gameId=code)
                await sockets[0].ask("start")
                await settled(*sockets)
                for number, (one, socket) in enumerate(zip(people, sockets, strict=True)):
                    seat = socket.state["you"]["seat"]
                    assert seen_by(socket) == (one.id, [seat])
                    swapped += seat != number
        assert swapped


@pytest.mark.parametrize("how", ["kicked", "left elsewhere", "left by REST"])
async def test_who_gave_up_his_seat_does_not_see_who_sits_there_next(tmp_path: Path, how: str) -> None:
    async with serving(tmp_path) as server:
        ann, bo, cy = [await server.guest(name) for name in ("Ann", "Bo", "Cy")]
        code = (await ann.table("duel", seats=2, pause=60))["id"]
        async with ann.socket() as first, bo.socket() as second, bo.socket() as other, cy.socket() as third:
            await first.ask("watch", gameId=code)
            await second.ask("join", gameId=code)
            await third.ask("watch", gameId=code)
            if how == "kicked":
                await first.ask("kick", playerId=bo.id)
            elif how == "left elsewhere":
                await other.ask("leave", gameId=code)
            else:
                await bo.delete(f"/api/games/{code}/players/{bo.id}")
            await cy.post(f"/api/games/{code}/players", {}, 201)
            await first.ask("start")
            await settled(first, second, third)
            assert seen_by(first) == (ann.id, [0])
            assert seen_by(second) == (None, [])
            assert seen_by(third) == (cy.id, [1])  # who looked on and sat down by REST


async def test_who_was_sent_away_from_a_table_without_spectators_sees_nothing_more(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        code = (await ann.table("duel", seats=2, spectators=False, pause=60))["id"]
        async with ann.socket() as first, bo.socket() as second:
            await first.ask("watch", gameId=code)
            await second.ask("join", gameId=code)
            await first.ask("kick", playerId=bo.id)
            assert await second.until("notice") == {"event": "left", "gameId": code}
            heard = len(second.heard)
            await ann.post(f"/api/games/{code}/bots", {"level": "random"}, 201)
            await first.ask("start")
            await settled(second)
            assert len(second.heard) == heard
            assert (await second.ask("watch", gameId=code))["why"]["key"] == "error.no_spectators"


async def test_a_player_who_left_during_the_deal_sees_the_same_by_rest_and_socket(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        code = (await ann.table("duel", seats=2, pause=60, pace=10_000))["id"]
        await bo.post(f"/api/games/{code}/players", {}, 201)
        await ann.post(f"/api/games/{code}/start")
        assert (await bo.get(f"/api/games/{code}/state"))["you"] == {"id": bo.id, "seat": 1}
        await bo.delete(f"/api/games/{code}/players/{bo.id}")
        assert server.context.rooms.running[code].table.is_dealing
        async with bo.socket() as socket:
            await socket.ask("watch", gameId=code)
            state = await bo.get(f"/api/games/{code}/state")
            assert (state["you"], state["view"]) == (socket.state["you"], socket.state["view"])
            assert state["you"] is None and state["view"]["viewer"] is None


async def test_leaving_a_locked_table_is_no_error(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        code = (await ann.table("duel", seats=2, password="geheim"))["id"]
        async with bo.socket() as socket:
            await socket.ask("join", gameId=code, password="geheim")
            assert (await socket.ask("leave"))["type"] == "ack"
            await settled(socket)
            assert "error" not in [one["type"] for one in socket.heard] and socket.state["you"] is None


async def test_who_comes_after_does_not_hear_what_was_said_to_who_sat_there(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo, cy = [await server.guest(name) for name in ("Ann", "Bo", "Cy")]
        code = (await ann.table("duel", seats=2, pause=60))["id"]
        async with ann.socket() as first, bo.socket() as second, cy.socket() as third:
            await first.ask("watch", gameId=code)
            await second.ask("join", gameId=code)
            before = second.state["seq"]
            await first.ask("start")
            await settled(first, second)
            assert seen_by(second) == (bo.id, [1])
            await second.ask("leave", gameId=code)
            while server.context.rooms.running[code].table.is_dealing:
                await asyncio.sleep(0.05)
                if await first.my_turn() is not None:
                    text, first.state["decision"] = first.state["decision"]["choices"][0], None
                    await first.ask("action", text=text)
            await cy.post(f"/api/games/{code}/players", {}, 201)
            await third.ask("watch", gameId=code, seq=before)
            states = [one["payload"] for one in third.heard if one["type"] == "game_state"]
            assert states[0]["full"] and states[0]["you"]["id"] == cy.id


@pytest.mark.parametrize("spectators", [True, False])
async def test_a_closed_table_says_so_and_its_players_keep_their_deals(tmp_path: Path, spectators: bool) -> None:
    async with serving(tmp_path) as server:
        ann, bo, eve = [await server.guest(name) for name in ("Ann", "Bo", "Eve")]
        code = (await ann.table("duel", seats=2, spectators=spectators, password="geheim", deals=1))["id"]
        path = f"/api/games/{code}"
        async with ann.socket() as first, bo.socket() as second:
            await first.ask("watch", gameId=code)
            await second.ask("join", gameId=code, password="geheim")
            await first.ask("start")
            while server.context.rooms.running[code].table.is_dealing:
                for socket in (first, second):
                    await settled(socket)
                    if socket.state["decision"]:
                        await socket.ask("action", text=socket.state["decision"]["choices"][0])
            await ann.delete(path)
            for socket in (first, second):
                await settled(socket)
                assert "closed" in [one["payload"].get("event") for one in socket.heard if one["type"] == "notice"]
        for what in ("records", "fairness", "replay"):
            await bo.get(f"{path}/{what}/1")
            await eve.get(f"{path}/{what}/1", 403)


@pytest.mark.asyncio
async def test_an_open_table_takes_few_kilobytes(tmp_path: Path) -> None:
    """What belongs to a game, such as the names of its messages, is not kept once more for every table."""
    async with serving(tmp_path) as server:
        ann = await server.guest()
        body = {"game": "doudizhu", "join": False, "bots": [{"level": "random"}] * 2}
        for _ in range(10):  # what is made once
            await ann.post("/api/games", body, 201)
        tracemalloc.start()
        try:
            gc.collect()
            before, _ = tracemalloc.get_traced_memory()
            for _ in range(40):
                await ann.post("/api/games", body, 201)
            gc.collect()
            after, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert (after - before) / 40 < 10_000


async def test_a_spectator_who_comes_while_chips_are_on_their_way_begins_with_a_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the buy-in changes is sent after it, as a change of it."""
    async with serving(tmp_path) as server, AsyncExitStack() as stack:
        ann, bo, cy = [await server.guest(name) for name in ("Ann", "Bo", "Cy")]
        code = (await ann.table("stakes", seats=3, buyIn=50))["id"]
        player, spectator = [await stack.enter_async_context(one.socket()) for one in (bo, cy)]
        held, store = asyncio.Queue[Any](), server.context.store
        with monkeypatch.context() as patched:
            patched.setattr(store, "submit", held.put_nowait)
            await player.say("join", id="join", gameId=code, buyIn=50)
            buy_in = await asyncio.wait_for(held.get(), 10)
            assert (await spectator.ask("watch", gameId=code))["type"] == "ack"
        store.submit(buy_in)
        begun = await spectator.until("game_state")
        assert begun["full"] and len(begun["players"]) == 1
        while len(spectator.state["players"]) < 2:
            await spectator.hear()
