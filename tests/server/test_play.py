"""People play over real sockets."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from paiju.games import catalog
from tests.server.client import Guest, Socket, serving


async def play_deal(socket: Socket) -> int:
    moves = 0
    while (decision := await socket.my_turn()) is not None:
        answer = await socket.ask("action", text=decision["choices"][0], seq=socket.state["seq"])
        if answer["type"] == "error":
            assert answer["code"] == "stale_seq", answer  # others answered meanwhile, and there is a new question
            await socket.hear()
            continue
        moves += 1
        while socket.state["decision"] and socket.state["decision"]["since"] == decision["since"]:
            await socket.hear()
    return moves


@pytest.mark.asyncio
async def test_two_people_play_a_deal(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        game = (await ann.table("duel", deals=1))["id"]
        async with ann.socket() as one, bo.socket() as two:
            assert (await one.ask("watch", gameId=game))["type"] == "ack"
            assert (await two.ask("join", gameId=game))["type"] == "ack"
            assert (await one.ask("start"))["type"] == "ack"
            moves = await asyncio.gather(play_deal(one), play_deal(two))
            assert sum(moves) >= 6
            assert one.state["result"] == two.state["result"] is not None
            full = await ann.get(f"/api/games/{game}/state")
            assert full["view"] == one.state["view"]
            assert full["events"] == one.state["events"]
            assert [m["type"] for m in two.heard].count("winner") == 1
        history = await ann.get(f"/api/games/{game}/history")
        assert history["total"] == 1 and history["hands"][0]["revealed"]
        record = await bo.get(history["hands"][0]["record"])
        assert record.startswith("paiju 1\n") and "server_seed: ?" not in record
        me = await ann.get("/api/me")
        assert me["standings"][0]["handsPlayed"] == 1


@pytest.mark.parametrize("entry", catalog.infos(), ids=lambda entry: entry.id)
@pytest.mark.asyncio
async def test_every_game_against_bots(entry: catalog.GameInfo, tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann: Guest = await server.guest("Ann")
        seats = entry.recommended
        made = await ann.table(entry.id, seats=seats, bots=[{"level": "easy"}] * (seats - 1), deals=1, pace=1)
        async with ann.socket() as socket:
            await socket.ask("watch", gameId=made["id"])
            assert (await socket.ask("start"))["type"] == "ack"
            await play_deal(socket)
            full = await ann.get(f"/api/games/{made['id']}/state")
            for name in ("view", "events", "result", "players", "stage", "handNumber"):
                assert full[name] == socket.state[name], name
        history = await ann.get(f"/api/games/{made['id']}/history")
        assert history["total"] == 1
        assert (await ann.get(history["hands"][0]["record"])).startswith("paiju 1\n")


@pytest.mark.parametrize("game", ["doudizhu", "big_two", "wuguapi", "qigui_521"])
@pytest.mark.asyncio
async def test_who_won_is_who_is_told_to_have_won(game: str, tmp_path: Path) -> None:
    """Everybody above zero; where points are only taken and nobody loses any, who took most."""
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        seats = max(3, catalog.find(game).recommended)
        made = await ann.table(game, seats=seats, bots=[{"level": "easy"}] * (seats - 1), deals=1)
        async with ann.socket() as socket:
            await socket.ask("watch", gameId=made["id"])
            await socket.ask("start")
            await play_deal(socket)
            scores, winners = socket.state["result"]["scores"], socket.state["result"]["winners"]
            ids = [row["id"] for row in sorted(socket.state["players"], key=lambda row: row["seat"])]
        assert sum(scores) == 0 or min(scores) >= 0
        best = [score == max(scores) if min(scores) >= 0 else score > 0 for score in scores]
        assert winners == [player for player, won in zip(ids, best, strict=True) if won]
        assert (await ann.get("/api/me"))["standings"][0]["handsWon"] == (ids[0] in winners)


@pytest.mark.asyncio
async def test_where_the_order_of_running_out_ranks_the_first_has_won(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        bots = [{"level": "easy"}] * 2
        made = await ann.table("wuguapi", seats=3, bots=bots, deals=1, options={"rank_by": "finish"})
        async with ann.socket() as socket:
            await socket.ask("watch", gameId=made["id"])
            await socket.ask("start")
            await play_deal(socket)
            ids = {row["seat"]: row["id"] for row in socket.state["players"]}
            assert socket.state["result"]["winners"] == [ids[socket.state["view"]["finished"][0]]]
