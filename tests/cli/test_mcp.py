"""`paiju mcp`, driven through the client of the SDK: a deal of every game, refusals, and what a seat may see."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from paiju.cli import mcp
from paiju.games import catalog


async def call(client: Client, tool: str, **arguments: Any) -> Any:
    reply = await client.call_tool(tool, arguments)
    text = "".join(part.text for part in reply.content if part.type == "text")
    assert not reply.is_error, text
    found: Any = reply.structured_content
    return found["result"] if set(found) == {"result"} else found


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    reply = await client.call_tool(tool, arguments)
    assert reply.is_error
    return "".join(part.text for part in reply.content if part.type == "text")


@pytest.mark.parametrize("info", catalog.infos(), ids=lambda info: info.id)
async def test_a_whole_deal(info: catalog.GameInfo) -> None:
    """The model answers with the last listed choice, else the first, until there is a result."""
    async with Client(mcp.server()) as client:
        state = await call(client, "sit_down", game=info.id, bots="easy", seed=3)
        asked = 0
        while "result" not in state:
            asked += 1
            choices = state["question"]["choices"]
            assert choices and state["question"]["text"] and "refused" not in state
            state = await call(client, "answer", table=state["table"], text=choices[-1 if asked % 2 else 0])
        assert asked and len(state["result"]["scores"]) == info.recommended
        assert any(state["events"])


async def test_what_is_refused() -> None:
    async with Client(mcp.server()) as client:
        assert "whist" in await refused(client, "sit_down", game="whist")
        assert "0 to 2" in await refused(client, "sit_down", game="doudizhu", seat=3)
        assert "played by" in await refused(client, "sit_down", game="doudizhu", players=5)
        assert "genius" in await refused(client, "sit_down", game="doudizhu", bots="genius")
        assert "no table t9" in await refused(client, "look", table="t9")
        state = await call(client, "sit_down", game="doudizhu", seed=5)
        assert "not over" in await refused(client, "next_deal", table=state["table"])
        for text in ("nonsense", "3s3d3c3h5s"):
            again = await call(client, "answer", table=state["table"], text=text)
            assert again["refused"] and again["view"] == state["view"] and again["question"] == state["question"]
        assert "character" in await refused(client, "solve", position="doudizhu 345/XX/2 0 landlord=0")
        await call(client, "leave", table=state["table"])
        assert "no table" in await refused(client, "look", table=state["table"])


async def test_rules_and_positions() -> None:
    async with Client(mcp.server()) as client:
        games = await call(client, "games")
        assert {one["id"] for one in games} == {info.id for info in catalog.infos()}
        assert "王炸" in await call(client, "rules", game="doudizhu", language="zh")
        solved = await call(client, "solve", position="doudizhu 45569TKA2/4588TJKL/- 0 landlord=0")
        assert solved["proved"] and [one["move"] for one in solved["moves"] if one["wins"]] == ["5"]


async def test_the_others_cards_are_not_shown() -> None:
    async with Client(mcp.server()) as client:
        state = await call(client, "sit_down", game="doudizhu", seed=11)
        hands = state["view"]["hands"]
        assert [isinstance(hand["cards"], list) for hand in hands] == [True, False, False]
        assert "seed" not in json.dumps(state)


async def test_over_standard_input_and_output() -> None:
    command = StdioServerParameters(command=sys.executable, args=["-m", "paiju", "mcp"])
    async with Client(command) as client:
        state = await call(client, "sit_down", game="big_two", seed=2, language="zh")
        assert state["seat"] == 0 and "question" in state


async def test_tables_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp, "MOST_TABLES", 2)
    async with Client(mcp.server()) as client:
        first, *_ = [await call(client, "sit_down", game="doudizhu", seed=seed) for seed in range(3)]
        assert "no table" in await refused(client, "look", table=first["table"])
