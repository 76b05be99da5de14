"""The WebSocket: messages good and bad, resuming, spectators, people who come and go, and hostile clients."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
import websockets

from tests.server.client import NO_LIMITS, Guest, Running, Socket, serving, shown_cards
from tests.server.test_play import play_deal


async def two_at(server: Running, game: str = "duel", **more: Any) -> tuple[Guest, Guest, str]:
    ann, bo = await server.guest("Ann"), await server.guest("Bo")
    code = (await ann.table(game, seats=2, pause=60, **more))["id"]
    await bo.post(f"/api/games/{code}/players", {}, 201)
    return ann, bo, code


@pytest.mark.asyncio
async def test_welcome_and_every_small_message(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo, code = await two_at(server)
        async with ann.socket() as one, bo.socket() as two:
            welcome = one.heard[0]["payload"]
            assert welcome["playerId"] == ann.id and welcome["games"] == [code] and welcome["protocol"] == 2
            await one.say("ping")
            assert (await one.until("pong"))["time"]
            assert (await one.ask("watch", gameId=code))["type"] == "ack"
            await two.ask("watch", gameId=code)
            assert (await one.ask("ready", ready=True))["type"] == "ack"
            assert (await one.ask("ready", ready=False))["type"] == "ack"
            assert (await one.ask("entropy", bytes="0a"))["type"] == "ack"
            assert (await one.ask("chat", text="  hello\nthere "))["type"] == "ack"
            assert (await two.until("chat"))["text"] == "hello there"
            await two.ask("mute", playerId=ann.id)
            await one.ask("chat", text="unheard")
            await one.ask("start")
            await two.until("game_state")
            assert not [m for m in two.heard if m["type"] == "chat" and m["payload"]["text"] == "unheard"]
            await one.say("hint", limit=2)
            assert len((await one.until("hint"))["choices"]) == 2
            assert (await one.ask("sit_out"))["type"] == "ack"
            assert (await one.ask("back"))["type"] == "ack"
            assert (await two.ask("kick", playerId=ann.id))["code"] == "forbidden"
            assert (await two.ask("add_bot"))["code"] == "forbidden"
            assert (await two.ask("rebuy", chips=5))["code"] == "wrong_phase"
            await one.say("unwatch")
            assert (await two.ask("leave"))["type"] == "ack"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_request"),
        ("hello", "bad_request"),
        ("[]", "bad_request"),
        ('{"type":"dance","payload":{}}', "bad_request"),
        ('{"type":"action"}', "bad_request"),
        ('{"type":"action","payload":{"text":5}}', "bad_request"),
        ('{"type":"action","payload":{"text":"' + "x" * 401 + '"}}', "bad_request"),
        ('{"type":"action","payload":{"text":"show 3s"}}', "bad_request"),  # which table?
        ('{"type":"watch","payload":{"gameId":"nowhere"}}', "not_found"),
        ('{"type":"join","payload":{"gameId":"nowhere"}}', "not_found"),
        ('{"type":"hello","payload":{"token":"nonsense"}}', "unauthorized"),
        ("[" * 5000, "bad_request"),
        ('{"type":"chat","payload":{"text":"\\ud800"}}', "bad_request"),
    ],
)
@pytest.mark.asyncio
async def test_bad_messages_are_refused_and_nothing_breaks(tmp_path: Path, text: str, code: str) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest()
        async with ann.socket() as one:
            await one.wire.send(text)
            assert (await one.until("error"))["code"] == code
            await one.say("ping")
            await one.until("pong")


@pytest.mark.asyncio
async def test_other_peoples_seats(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo, code = await two_at(server)
        eve = await server.guest("Eve")
        await ann.post(f"/api/games/{code}/start")
        mine = await ann.get(f"/api/games/{code}/state")
        async with eve.socket() as three:
            await three.ask("watch", gameId=code)
            assert three.state["you"] is None and three.state["decision"] is None
            assert not any(shown_cards(three.state["view"]))
            for text in mine["decision"]["choices"]:
                assert (await three.ask("action", text=text))["code"] == "not_seated"
            assert (await three.ask("leave"))["code"] == "not_seated"
            assert (await three.ask("hint"))["code"] == "not_seated"
            assert (await three.ask("join", gameId=code))["code"] == "table_full"
        nobody = websockets.connect(server.ws)
        async with nobody as wire:
            four = Socket(wire)
            await four.until("welcome")
            assert (await four.ask("join", gameId=code))["code"] == "unauthorized"
            assert (await four.ask("watch", gameId=code))["type"] == "ack"
            await four.say("hello", token=bo.token, language="zh")
            assert (await four.until("welcome"))["playerId"] == bo.id
            assert (await four.ask("watch", gameId=code))["type"] == "ack"
            assert four.state["you"]["seat"] == 1
            await four.say("hello", token=ann.token)
            assert (await four.until("error"))["code"] == "forbidden"


@pytest.mark.asyncio
async def test_resuming_gives_the_missing_deltas_or_the_whole(tmp_path: Path) -> None:
    async with serving(tmp_path, grace=5.0) as server:
        ann, bo, code = await two_at(server)
        async with bo.socket() as two:
            await two.ask("watch", gameId=code)
            async with ann.socket() as one:
                await one.ask("watch", gameId=code)
                await one.ask("start")
            kept = one.state
            decision = await two.my_turn()
            assert decision is not None
            await two.ask("action", text=decision["choices"][0])
            await two.ask("chat", text="hurry")
            async with ann.socket() as again:
                again.state = dict(kept)
                await again.ask("watch", gameId=code, seq=kept["seq"])
                missed = ["full" in m["payload"] for m in again.heard if m["type"] == "game_state"]
                assert missed == [False]
                full = await ann.get(f"/api/games/{code}/state")
                assert again.state["view"] == full["view"] and again.state["players"] == full["players"]
                seq = again.state["seq"]
            async with ann.socket() as same:
                await same.ask("watch", gameId=code, seq=seq)
                assert not [m for m in same.heard if m["type"] == "game_state"]  # nothing was missed
            async with ann.socket() as old:
                await old.ask("watch", gameId=code, seq=1)
                assert [m["payload"]["full"] for m in old.heard if m["type"] == "game_state"] == [True]


@pytest.mark.asyncio
async def test_lost_connections_are_told_and_forgiven(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo, code = await two_at(server)
        async with ann.socket() as one:
            await one.ask("watch", gameId=code)
            async with bo.socket() as two:
                await two.ask("watch", gameId=code)
            assert (await one.until("notice"))["event"] == "player_disconnected"
            while one.state["players"][1]["connected"]:
                await one.hear()
            async with bo.socket() as two:
                await two.ask("watch", gameId=code)
                assert (await one.until("notice"))["event"] == "player_reconnected"
            async with bo.socket() as left:
                await left.ask("watch", gameId=code)
                await one.ask("ready")
                heard = len(one.heard)
                async with bo.socket() as right:
                    await right.ask("watch", gameId=code)
                await asyncio.sleep(0.1)  # one of two tabs was closed: the player is still present
                await one.ask("ready", ready=False)
                assert not [m for m in one.heard[heard:] if m["type"] == "notice"]


@pytest.mark.asyncio
async def test_spectators_see_later_where_the_table_says_so(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo, code = await two_at(server, spectatorDelay=1)
        eve = await server.guest("Eve")
        async with eve.socket() as three, ann.socket() as one, bo.socket() as two:
            await three.ask("watch", gameId=code)
            await one.ask("watch", gameId=code)
            await two.ask("watch", gameId=code)
            loop = asyncio.get_running_loop()
            started = loop.time()
            await one.ask("start")
            assert three.state["stage"] == "waiting"
            assert (await eve.get(f"/api/games/{code}/state"))["stage"] == "waiting"
            while three.state["stage"] == "waiting":
                await three.hear()
            assert loop.time() - started >= 0.95
            assert (await eve.get(f"/api/games/{code}/state"))["view"] == three.state["view"]
            await asyncio.gather(play_deal(one), play_deal(two))
            while three.state["stage"] != "hand_end":
                await three.hear()
            assert three.state["events"] == (await eve.get(f"/api/games/{code}/state"))["events"]


@pytest.mark.asyncio
async def test_a_slow_reader_is_dropped_and_slows_nobody(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo, code = await two_at(server)
        watching, reads = asyncio.Event(), asyncio.Event()
        said = iter(
            [
                {"type": "websocket.connect"},
                {
                    "type": "websocket.receive",
                    "text": json.dumps({"type": "watch", "payload": {"gameId": code}, "id": "w"}),
                },
            ]
        )
        sent: list[Any] = []

        async def receive() -> Any:
            return next(said, None) or await asyncio.Future()

        async def send(message: Any) -> None:
            if watching.is_set():
                await reads.wait()  # its network no longer takes anything
            sent.append(message)
            if '"type":"ack"' in message.get("text", ""):
                watching.set()

        headers = [(b"authorization", f"Bearer {bo.token}".encode())]
        scope = {"type": "websocket", "path": "/ws", "headers": headers, "client": ("127.0.0.1", 1)}
        slow = asyncio.create_task(server.app(scope, receive, send))
        await watching.wait()
        async with ann.socket() as one:
            await one.ask("watch", gameId=code)
            for i in range(530):
                await one.say("chat", id=f"c{i}", text=f"line {i}")
            done = 0
            while done < 530:
                done += (await one.hear())["type"] == "ack"
        reads.set()
        await slow
        assert len(sent) < 20, "what waited is dropped"
        assert sent[-1] == {"type": "websocket.close", "code": 1013, "reason": "too slow"}


@pytest.mark.asyncio
async def test_floods_and_giants(tmp_path: Path) -> None:
    rates = dict.fromkeys(("read", "write", "session", "open", "chat", "connect"), (0.0, 0.0))
    async with serving(tmp_path, rates={**rates, "socket": (1000.0, 20.0)}) as server:
        ann = await server.guest()
        async with ann.socket() as one:
            for _ in range(200):
                await one.say("ping")
            codes = set()
            for _ in range(150):
                message = await one.hear()
                codes.add(message["payload"].get("code", message["type"]))
            assert "rate_limited" in codes
        async with ann.socket() as two:
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await two.wire.send("x" * 100_000)
                while True:
                    await two.hear()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
        async with ann.socket() as three:  # and the server is as well as ever
            await three.say("ping")
            await three.until("pong")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://evil.example"}, 403),
        ({"Authorization": "Bearer nonsense"}, 401),
        ({"Cookie": "paiju_session=x"}, 401),
    ],
)
@pytest.mark.asyncio
async def test_foreign_pages_and_wrong_tokens_get_no_socket(
    tmp_path: Path, headers: dict[str, str], status: int
) -> None:
    async with serving(tmp_path) as server:
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with websockets.connect(server.ws, additional_headers=headers):
                pass
        assert refused.value.response.status_code == status


@pytest.mark.asyncio
async def test_half_open_and_unfinished_handshakes(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest()
        writers = []
        for payload in (b"", b"GET /ws HTTP/1.1\r\nHost: x\r\n", b"\x00\xff\x00", b"GET / HTTP/1.1\r\n" + b"A" * 9000):
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(payload)
            writers.append(writer)
        async with ann.socket() as one:
            await one.say("ping")
            await one.until("pong")
        for writer in writers:
            writer.close()


@pytest.mark.asyncio
async def test_a_connection_mutes_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiju.server.socket.MUTED", 2)
    async with serving(tmp_path) as server:
        ann = await server.guest()
        async with ann.socket() as one:
            found = [await one.ask("mute", playerId=other) for other in ("7", "8", "9", "8", "9")]
            assert [told["type"] for told in found] == ["ack", "ack", "error", "ack", "ack"]
            assert (found[2]["code"], found[2]["why"]["key"]) == ("forbidden", "error.muted_full")


@pytest.mark.asyncio
async def test_a_password_is_said_once(tmp_path: Path) -> None:
    """A spectator of a locked table may chat and sit down; after leaving they need the password again."""
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        code = (await ann.table(password="sesame"))["id"]
        async with bo.socket() as one:
            for kind, more in (("chat", {"text": "hi"}), ("join", {})):
                assert (await one.ask(kind, gameId=code, **more))["why"]["key"] == "error.locked"
            assert (await one.ask("watch", gameId=code, password="sesame"))["type"] == "ack"
            assert (await one.ask("chat", text="hi"))["type"] == "ack"
            await bo.get(f"/api/games/{code}/state")
            await one.say("unwatch", gameId=code)
            assert (await one.ask("chat", gameId=code, text="hi"))["why"]["key"] == "error.locked"
            await bo.get(f"/api/games/{code}/state", 403)
            assert (await one.ask("watch", gameId=code, password="sesame"))["type"] == "ack"
            assert (await one.ask("join", seat=1))["type"] == "ack"
        eve = await server.guest("Eve")
        await eve.get(f"/api/games/{code}/state", 403)


@pytest.mark.asyncio
async def test_a_replayed_message_does_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo, code = await two_at(server, "stakes")
        async with ann.socket() as one:
            await one.ask("watch", gameId=code)
            await one.ask("start")
            decision = await one.my_turn()
            assert decision is not None
            message = json.dumps(
                {"type": "action", "id": "m", "payload": {"gameId": code, "text": "stay", "seq": one.state["seq"]}}
            )
            await one.wire.send(message)
            await one.until("ack")
            before = await ann.get(f"/api/games/{code}/state")
            for _ in range(3):
                await one.wire.send(message)
                assert (await one.until("error"))["code"] in ("not_your_turn", "stale_seq")
            assert (await ann.get(f"/api/games/{code}/state"))["seq"] == before["seq"]


@pytest.mark.asyncio
async def test_cuts_at_random_lose_nothing(tmp_path: Path) -> None:
    """A client that is cut off again and again ends up with the same stream as one that never was."""
    import random

    rng = random.Random(5)
    async with serving(tmp_path, grace=0.0) as server:
        ann, bo, code = await two_at(server, deals=3)
        async with ann.socket() as one:
            await one.ask("watch", gameId=code)
            await one.ask("start")
            state: dict[str, Any] = {}
            for _ in range(30):
                async with bo.socket() as two:
                    two.state = state
                    more = {"seq": state["seq"]} if state else {}
                    await two.ask("watch", gameId=code, **more)
                    for _ in range(rng.randrange(4)):
                        if two.state["decision"]:
                            await two.ask("action", text=two.state["decision"]["choices"][0], seq=two.state["seq"])
                    state = two.state
                while one.state.get("decision"):
                    done = one.state["decision"]["since"]
                    await one.ask("action", text=one.state["decision"]["choices"][0])
                    while one.state["decision"] and one.state["decision"]["since"] == done:
                        await one.hear()
                full = await bo.get(f"/api/games/{code}/state")
                if full["stage"] == "hand_end":
                    break
            async with bo.socket() as two:
                two.state = state
                await two.ask("watch", gameId=code, seq=state["seq"])
                full = await bo.get(f"/api/games/{code}/state")
                for name in ("view", "events", "result", "stage"):
                    assert two.state[name] == full[name], name


@pytest.mark.asyncio
async def test_what_was_said_before_leaving_is_done(tmp_path: Path) -> None:
    """Several messages and a goodbye in one breath: all of them count, however the work on them is spread."""
    async with serving(tmp_path, grace=0.0) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        code = (await ann.table("duel", seats=2, pause=60, autostart=False))["id"]
        async with bo.socket() as two:
            await two.say("join", gameId=code)
            await two.say("ready", gameId=code)
            for line in range(20):
                await two.say("chat", gameId=code, text=f"line {line}")
        for _ in range(200):
            players = (await ann.get(f"/api/games/{code}/state"))["players"]
            said = (await ann.get(f"/api/games/{code}/chat"))["lines"]
            if len(players) == 2 and len(said) == 20 and not players[1]["connected"]:
                break
            await asyncio.sleep(0.02)
        assert players[1]["ready"] and [line["text"] for line in said] == [f"line {i}" for i in range(20)]
        assert not players[1]["connected"]  # and then they are absent
        async with bo.socket() as two:
            await two.say("watch", gameId=code)
            await two.say("leave", gameId=code)
        for _ in range(200):
            if len((await ann.get(f"/api/games/{code}/state"))["players"]) == 1:
                break
            await asyncio.sleep(0.02)
        else:
            raise AssertionError("the player still sits there")
        room = server.context.rooms.running[code]
        for _ in range(200):
            if not room.viewers.sinks and not server.context.sockets:
                break
            await asyncio.sleep(0.02)
        assert not room.viewers.sinks and not server.context.sockets


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ('{"id":"a","type":"dance","payload":{}}', "a"),
        ('{"type":"action","payload":{"text":5},"id":"b"}', "b"),
        ('{"id":5}', None),
        ('{"id":"c"', None),
        ("[]", None),
    ],
)
@pytest.mark.asyncio
async def test_refused_messages_are_named(tmp_path: Path, text: str, reference: str | None) -> None:
    """Unreadable ones, and those that come too fast."""
    async with serving(tmp_path, rates={**NO_LIMITS, "socket": (0.5, 1.0)}) as server:
        ann = await server.guest()
        async with ann.socket() as one:
            for code in ("bad_request", "rate_limited"):
                await one.wire.send(text)
                told = await one.until("error")
                assert (told["code"], told["re"]) == (code, reference)
