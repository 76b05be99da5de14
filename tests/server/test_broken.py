"""A table in whose change something goes wrong: nobody goes on from what was never stored."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import websockets
from structlog.testing import capture_logs

from paiju.server import handlers
from paiju.server.commands import BotMove
from paiju.server.room import Room
from paiju.server.store import Write
from paiju.table import Event, agenda, events
from tests.server.client import Guest, Running, Socket, paying, serving

SECRET = "As Kd"

Logs = list[Any]


def fail(*_: Any) -> Any:
    raise RuntimeError(SECRET)


def breaks(room: Room, where: str, kind: type[Any] = events.Moved) -> None:
    """Let this go wrong in a room from now on; `apply` has done its work by then, as an error in the middle of it would."""
    apply, submit = room.table.apply, room.rooms.store.submit

    def half(event: Event) -> Any:
        seen = apply(event)
        return fail() if isinstance(event, kind) else seen

    if where == "apply":
        room.table.apply = half
    elif where == "submit":
        room.rooms.store.submit = lambda write: (
            fail()
            if isinstance(write, Write) and (write.game, write.fence) == (room.number, room.fence)
            else submit(write)
        )
    else:
        setattr(room, where, fail)


@pytest.fixture
def logs() -> Iterator[Logs]:
    """What is logged; nothing may be left to the loop to complain about."""
    with capture_logs() as lines:
        yield lines
    told = [line for line in lines if line["event"] != "table_broken"]
    assert not told
    assert SECRET not in repr(lines)


@asynccontextmanager
async def running(tmp_path: Path) -> AsyncIterator[Running]:
    complaints: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
    async with serving(tmp_path) as server:
        yield server
    assert not complaints


def told_once(logs: Logs, where: str) -> None:
    (line,) = logs
    assert line["error"] == "RuntimeError" and where in line["trace"]


async def sent_away(socket: Socket) -> None:
    with pytest.raises(websockets.ConnectionClosed) as closed:
        while True:
            await socket.hear()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
    assert socket.heard[-1] == {"type": "notice", "payload": {"event": "reconnect"}}


@pytest.mark.parametrize("where", ["_show", "_publishable", "apply", "submit"])
@pytest.mark.parametrize("way", ["socket", "REST"])
async def test_a_move_that_cannot_be_told_was_never_made(tmp_path: Path, logs: Logs, where: str, way: str) -> None:
    async with running(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        code = (await ann.table("stakes", seats=2, buyIn=50, pause=60))["id"]
        path, rooms, store = f"/api/games/{code}", server.context.rooms, server.context.store
        await bo.post(f"{path}/players", {"buyIn": 50}, 201)
        await ann.post(f"{path}/start")
        async with ann.socket() as first, bo.socket() as second:
            for socket in (first, second):
                await socket.ask("watch", gameId=code)
            room, before = rooms.running[code], (await store.game(code)).seq
            breaks(room, where)
            if way == "socket":
                assert (await first.ask("action", text="stay"))["code"] == "unavailable"
            else:
                assert (await ann.post(f"{path}/action", {"text": "stay"}, 503))["code"] == "unavailable"
            assert room.dead and room is not rooms.running.get(code)
            for socket in (first, second):
                await sent_away(socket)
            assert (await store.game(code)).seq == before
        told_once(logs, "in accept")
        await play_on(ann, bo, code)
        assert rooms.running[code] is not room and (await store.balances())["tables"] == 100


async def play_on(ann: Guest, bo: Guest, code: str) -> None:
    """The deal goes on from what is stored, over new sockets: Ann is asked again."""
    async with ann.socket() as first, bo.socket() as second:
        for socket in (first, second):
            await socket.ask("watch", gameId=code)
        assert (await first.ask("action", text="stay"))["type"] == "ack"
        await second.my_turn()
        assert (await second.ask("action", text="fold"))["type"] == "ack"
        assert await first.my_turn() is None
    history = await bo.get(f"/api/games/{code}/history")
    assert [hand["scores"] for hand in history["hands"]] == [[1, -1]] and history["hands"][0]["moves"] == 2


async def test_of_several_entries_all_are_stored_or_none(tmp_path: Path, logs: Logs) -> None:
    async with running(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        code = (await ann.table("duel", seats=2, seating="lot", pause=60))["id"]
        path, rooms = f"/api/games/{code}", server.context.rooms
        await bo.post(f"{path}/players", {}, 201)
        room = rooms.running[code]
        breaks(room, "apply", events.Dealt)
        assert (await ann.post(f"{path}/start", status=503))["code"] == "unavailable"
        assert room.table.state.drawn and room.dead
        told_once(logs, "in half")
        state = await ann.get(f"{path}/state")
        assert state["stage"] == "waiting" and not rooms.running[code].table.state.drawn
        await ann.post(f"{path}/start")
        assert (await ann.get(f"{path}/state"))["stage"] == "playing"


@pytest.mark.parametrize("where", ["_show", "_publishable", "apply"])
async def test_chips_that_were_paid_are_on_the_table_after_all(tmp_path: Path, logs: Logs, where: str) -> None:
    async with running(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        code = (await ann.table("stakes", seats=3, buyIn=50))["id"]
        rooms, store = server.context.rooms, server.context.store
        async with ann.socket() as first, bo.socket() as second:
            await first.ask("watch", gameId=code)
            room = rooms.running[code]
            breaks(room, where, events.Sat)
            refused = await second.ask("join", gameId=code, buyIn=30)
            assert refused["code"] == "unavailable" and room.dead
            await sent_away(first)
            told_once(logs, "_apply_paid")
            assert (await second.ask("join", gameId=code, buyIn=30))["type"] == "ack"  # already seated
            assert [(row["id"], row["stack"]) for row in second.state["players"]] == [(ann.id, 50), (bo.id, 30)]
        assert (await bo.get("/api/me"))["chips"] == 970
        balances = await store.balances()
        assert balances["tables"] == 80 and balances["players"] + balances["tables"] == 2000


@pytest.mark.parametrize("busy", [False, True])
async def test_a_bots_move_that_cannot_be_told_is_made_again(tmp_path: Path, logs: Logs, busy: bool) -> None:
    async with running(tmp_path) as server:
        ann = await server.guest("Ann")
        code = (await ann.table("duel", bots=[{"level": "random"}], pace=100, deals=1))["id"]
        rooms = server.context.rooms
        async with ann.socket() as socket:
            await socket.ask("watch", gameId=code)
            await socket.ask("start")
            room = rooms.running[code]
            while room.table.asked(1) is None:
                await socket.play_safe()
            question = room.table.asked(1)
            assert question is not None
            breaks(room, "_show")
            if busy:  # the table waits for somebody's chips: the bot's answer does, too
                with paying(room):
                    handlers.submit(room, handlers.BOT, BotMove(seat=1, since=question.since, text=None))
                    await asyncio.sleep(0.01)
            await sent_away(socket)
        assert room.dead
        told_once(logs, "in accept")
        async with ann.socket() as socket:
            await socket.ask("watch", gameId=code)
            while await socket.play_safe():
                pass
        assert (await ann.get(f"/api/games/{code}/history"))["total"] == 1


async def test_what_the_clock_does_and_cannot_tell_is_done_again(tmp_path: Path, logs: Logs) -> None:
    async with running(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        code = (await ann.table("stakes", seats=2, buyIn=50, pause=60, timeout=600))["id"]
        path, rooms = f"/api/games/{code}", server.context.rooms
        await bo.post(f"{path}/players", {"buyIn": 50}, 201)
        await ann.post(f"{path}/start")
        room = rooms.running[code]
        breaks(room, "_publishable")
        item = agenda.next_item(room.table)
        assert item is not None
        rooms._ring(room, item.when + 1_000_000)
        assert room.dead
        told_once(logs, "in accept")
        assert (await ann.get(f"{path}/state"))["decision"] is not None
        await ann.post(f"{path}/action", {"text": "stay"})
