"""What a server keeps of a table: what was said, what a deal cost and gave; and what nobody can work out."""

from __future__ import annotations

from pathlib import Path

import pytest

from paiju import bots
from tests.server.client import Guest, Running, serving


async def call_down(server: Running, game: str, people: list[Guest]) -> None:
    """One deal to the end, everybody calling."""
    while (state := await people[0].get(f"/api/games/{game}/state"))["result"] is None:
        who = people[state["view"]["currentPlayer"]]
        choices = (await who.get(f"/api/games/{game}/state"))["decision"]["choices"]
        text = next((word for word in ("check", "call") if word in choices), choices[0])
        await who.post(f"/api/games/{game}/action", {"text": text})


@pytest.mark.asyncio
async def test_what_was_said_outlives_restarts_and_deals(tmp_path: Path, database: str) -> None:
    async with serving(tmp_path, database=database) as server:
        ann = await server.guest("Ann")
        token, game = ann.token, (await ann.table("duel", bots=[{"level": "random"}], deals=3, autostart=False))["id"]
        await ann.post(f"/api/games/{game}/chat", {"text": "before the deal"})
        await ann.post(f"/api/games/{game}/start")  # a deal's start is a snapshot: what came before is not read again
        await ann.post(f"/api/games/{game}/chat", {"text": "during it"})
    async with serving(tmp_path, database=database) as server:
        ann = await server.guest("Ann")
        ann.http.headers["authorization"] = f"Bearer {token}"
        await ann.post(f"/api/games/{game}/chat", {"text": "after the restart"})
        lines = (await ann.get(f"/api/games/{game}/chat"))["lines"]
        assert [line["text"] for line in lines] == ["before the deal", "during it", "after the restart"]
        seqs = [line["seq"] for line in lines]
        assert all(seqs) and seqs == sorted(set(seqs))
        assert (await ann.get(f"/api/games/{game}/chat"))["lines"] == lines


@pytest.mark.asyncio
async def test_what_a_hand_cost_and_gave(tmp_path: Path, database: str) -> None:
    async with serving(tmp_path, database=database) as server:
        people = [await server.guest(name) for name in ("Ann", "Bo", "Cy")]
        ann = people[0]
        game = (await ann.table("holdem", seats=3, deals=1))["id"]
        for one in people[1:]:
            await one.post(f"/api/games/{game}/players", {}, 201)
        await ann.post(f"/api/games/{game}/start")
        await call_down(server, game, people)
        store = server.context.store
        row = await store.game(game)
        ((hand,), _) = await store.deals(row.id)
        parts = await store.player_deals([hand.id])
        assert [part.bet_amount for part in parts] == [20, 20, 20]
        assert sum(part.won_amount for part in parts) == hand.pot_amount == 60
        assert [part.won_amount - part.bet_amount for part in parts] == hand.scores
        assert [str(part.player_id) for part in parts if part.won_amount] == hand.winners


@pytest.mark.asyncio
async def test_a_bots_dice_are_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []
    make = bots.make

    def watched(game: str, level: str, seed: int = 0) -> bots.Bot:
        if seed:
            seeds.append(seed)
        return make(game, level, seed)

    monkeypatch.setattr(bots, "make", watched)
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        game = (await ann.table("doudizhu", bots=[{"level": "random"}] * 2))["id"]
        await ann.post(f"/api/games/{game}/start")
        async with ann.socket() as one:
            await one.ask("watch", gameId=game)
            while (decision := await one.my_turn()) and len(seeds) < 2:
                await one.ask("action", text=decision["choices"][0])
    public = int.from_bytes(game.encode()[-6:], "big")
    assert len(set(seeds)) == len(seeds) >= 2
    assert not any(abs(seed - public * 16) < 16 for seed in seeds)
