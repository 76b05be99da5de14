"""Public facts on the bus, and what a host may do."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from paiju.server.bus import CHANNEL, LocalBus
from tests.server.client import serving
from tests.server.test_play import play_deal


async def test_what_everybody_may_know_is_published(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        told: list[dict[str, Any]] = []
        bus = server.context.rooms.bus
        assert isinstance(bus, LocalBus)
        bus.listen(told.append)
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        game = (await ann.table("holdem", seats=2, deals=1))["id"]
        await bo.post(f"/api/games/{game}/players", {}, 201)
        async with ann.socket() as one, bo.socket() as two:
            await one.ask("watch", gameId=game)
            await two.ask("watch", gameId=game)
            await one.ask("start")
            await asyncio.gather(play_deal(one), play_deal(two))  # somebody folds at once
            holes = [card for socket in (one, two) for card in own_cards(socket.state)]
        assert {"game_started", "player_acted", "pot_won", "deal_ended"} <= {event["type"] for event in told}
        acted = next(event for event in told if event["type"] == "player_acted")
        assert acted["gameId"] == game and acted["playerId"] in (ann.id, bo.id) and acted["seq"]
        for event in told:  # nobody showed a card
            assert not any(f'"{card}"' in json.dumps(event) for card in holes), event


def own_cards(state: dict[str, Any]) -> list[str]:
    cards: list[str] = state["view"]["seats"][state["you"]["seat"]]["holeCards"]
    return cards


FIELDS = {
    "game_started": {"gameId", "dealerButton", "players"},
    "player_acted": {"playerId", "action", "amount", "totalBet"},
    "cards_dealt": {"stage", "communityCards"},
    "pot_won": {"winners", "amount", "handType", "potIndex", "shares"},
}


async def test_events_of_holdem_have_the_names_that_were_promised(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        told: list[dict[str, Any]] = []
        server.context.rooms.bus.listen(told.append)  # type: ignore[attr-defined]
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        game = (await ann.table("holdem", seats=2, deals=1))["id"]
        await bo.post(f"/api/games/{game}/players", {}, 201)
        await ann.post(f"/api/games/{game}/start")
        while (state := await ann.get(f"/api/games/{game}/state"))["result"] is None:
            who = ann if state["decision"] else bo
            choices = (await who.get(f"/api/games/{game}/state"))["decision"]["choices"]
            await who.post(f"/api/games/{game}/action", {"text": "check" if "check" in choices else "call"})
        for kind, fields in FIELDS.items():
            found = [event for event in told if event["type"] == kind]
            assert found and all(fields <= event.keys() for event in found), kind
        started, won = told[0], next(event for event in told if event["type"] == "pot_won")
        assert [player["id"] for player in started["players"]] == [ann.id, bo.id] and started["dealerButton"] in (0, 1)
        assert set(won["winners"]) <= {0, 1} and sum(amount for _, amount in won["shares"]) == won["amount"]
        boards = [event["communityCards"] for event in told if event["type"] == "cards_dealt"]
        assert [len(board) for board in boards] == [3, 4, 5] and boards[2] == state["view"]["communityCards"]
        assert [event["type"] for event in told].count("deal_ended") == 1


@pytest.mark.parametrize("game", ["doudizhu", "guandan", "duel"])
async def test_every_game_tells_start_moves_and_end_once(game: str, tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        told: list[dict[str, Any]] = []
        server.context.rooms.bus.listen(told.append)  # type: ignore[attr-defined]
        ann = await server.guest("Ann")
        bots = {"doudizhu": 2, "guandan": 3, "duel": 1}[game]
        made = await ann.table(game, bots=[{"level": "random"}] * bots, deals=1)
        async with ann.socket() as one:
            await one.ask("watch", gameId=made["id"])
            await one.ask("start")
            moves = await play_deal(one)
        kinds = [event["type"] for event in told]
        assert kinds.count("game_started") == kinds.count("deal_ended") == 1 and kinds[-1] == "deal_ended"
        mine = [event for event in told if event["type"] == "player_acted" and event["playerId"] == ann.id]
        assert len(mine) == moves and all("action" in event for event in mine)
        if game == "guandan":
            assert told[-1]["rankList"] and told[-1]["winners"]


async def test_only_what_is_durable_is_published_and_only_once(tmp_path: Path) -> None:
    told: list[dict[str, Any]] = []
    async with serving(tmp_path, grace=60.0) as server:
        rooms = server.context.rooms
        rooms.bus.listen(told.append)  # type: ignore[attr-defined]
        ann = await server.guest("Ann")
        game = (await ann.table("duel", bots=[{"level": "random"}], deals=1))["id"]
        await ann.post(f"/api/games/{game}/start")
        async with ann.socket() as one:
            await one.ask("watch", gameId=game)
            assert await one.my_turn()
        state = await ann.get(f"/api/games/{game}/state")
        before = len(told)
        room = await rooms.room(game)
        assert told and before
        await rooms.store.take(game, "another process")  # from here on nothing of ours is written
        await ann.post(f"/api/games/{game}/action", {"text": state["decision"]["choices"][0]}, 503)
        assert len(told) == before and room.dead
        again = await ann.get(
            f"/api/games/{game}/state"
        )  # loaded from the store: what was published is not published again
        assert again["decision"]["choices"] == state["decision"]["choices"]
        assert {event["type"] for event in told[before:]} <= {"player_disconnected"}


@pytest.mark.services
async def test_other_programs_hear_it_through_redis(tmp_path: Path, postgres_url: str, redis_url: str) -> None:
    from redis.asyncio import Redis

    redis = Redis.from_url(redis_url)
    ear = redis.pubsub(ignore_subscribe_messages=True)
    await ear.subscribe(CHANNEL)
    async with serving(tmp_path, database=postgres_url, redis=redis_url) as server:
        ann = await server.guest("Ann")
        made = await ann.table("duel", bots=[{"level": "random"}], deals=1)
        async with ann.socket() as one:
            await one.ask("watch", gameId=made["id"])
            await one.ask("start")
            await play_deal(one)
        heard: list[Any] = []
        async with asyncio.timeout(20):
            while not heard or heard[-1]["type"] != "deal_ended":
                message = await ear.get_message(timeout=5)
                if message is not None:
                    heard.append(json.loads(message["data"]))
    await ear.aclose()  # type: ignore[no-untyped-call]
    await redis.aclose()
    assert {event["gameId"] for event in heard} == {made["id"]}
    assert "shown" in {event["type"] for event in heard}


async def test_a_host_may_close_any_table(tmp_path: Path) -> None:
    async with serving(tmp_path, admins=("Root",)) as server:
        ann, root = await server.guest("Ann"), await server.guest("Root")
        game = (await ann.table("duel", password="sesame", spectators=False))["id"]
        await root.get(f"/api/games/{game}/state", 403)
        await root.delete(f"/api/games/{game}", 403)
        await root.post("/api/account", {"login": "rooT", "password": "long enough"}, 403)  # not for the first to come
        await server.context.store.new_account(int(root.id), "root", "-")  # as it was before the host named it
        server.context.forget(root.id)
        await root.get(f"/api/games/{game}/state")
        await root.delete(f"/api/games/{game}/players/{ann.id}")
        await root.delete(f"/api/games/{game}")
        assert (await ann.get(f"/api/games/{game}"))["status"] == "finished"
