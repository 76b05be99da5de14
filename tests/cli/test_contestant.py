"""A language model in a contest, through the client of the SDK."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest
from mcp import Client

from paiju.cli.contestant import Contestant, tools
from paiju.games import catalog


async def play(client: Client) -> tuple[int, list[str]]:
    """Answer the first choice until the contest is closed: how many questions, and what was refused."""
    asked = 0
    refused: list[Any] = []
    while True:
        state: Any = (await client.call_tool("wait", {"seconds": 10})).structured_content
        if "closed" in state:
            return asked, refused
        if "question" not in state:
            continue
        asked += 1
        if asked == 1:
            reply = await client.call_tool("answer", {"text": "nonsense"})
            assert reply.is_error
            refused.append("".join(part.text for part in reply.content if part.type == "text"))
        reply = await client.call_tool("answer", {"text": state["question"]["choices"][0]})
        assert not reply.is_error


@pytest.mark.parametrize(
    "words",
    [
        ["arena", "doudizhu", "--bots", "easy,mcp", "--deals", "1"],
        ["bench", "positions", "--bots", "mcp", "--count", "2", "--lang", "en"],
    ],
    ids=["arena", "bench"],
)
async def test_a_model_plays_a_contest(words: list[str]) -> None:
    command = [sys.executable, "-m", "paiju", *words, "--mcp-port", "0", "--limit", "60"]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None and process.stdout is not None
    try:
        address = (await asyncio.wait_for(process.stderr.readline(), 60)).decode().split()[-1]
        async with Client(address) as client:
            asked, refused = await asyncio.wait_for(play(client), 100)
        output = (await process.stdout.read()).decode()
        assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
    assert asked and "could not be read" in refused[0]
    row = next(line for line in output.splitlines() if "mcp" in line)
    assert "mcp" in row


async def test_a_late_answer_and_one_without_a_question() -> None:
    from paiju.bots.external import BotFault

    info = catalog.find("doudizhu")
    game, contestant = info.game(), Contestant(info, "en")
    state = game.deal(3, 1)
    decision = game.pending(state)[0]
    async with Client(tools(contestant)) as client:
        reply = await client.call_tool("answer", {"text": "no"})
        assert reply.is_error and "not asked" in str(reply.content)
        assert (await client.call_tool("wait", {"seconds": 0})).structured_content == {"waiting": True}
        with pytest.raises(BotFault, match="no answer within 0.01 s"):
            await asyncio.to_thread(contestant.choose, game.view(state, decision.seat), decision, limit=0.01)
        contestant.close()
        assert (await client.call_tool("wait", {"seconds": 0})).structured_content == {"closed": True}
