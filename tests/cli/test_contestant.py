"""A language model in a contest, through the client of the SDK."""

from __future__ import annotations

import asyncio
import sys
import threading
from typing import Any

import pytest
from mcp import Client

from paiju.arena.contest import Contest, play_deal
from paiju.bots import registry
from paiju.cli.contestant import NAME, Contestant, tools
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


async def test_a_model_joins_over_http() -> None:
    words = ["bench", "positions", "--bots", "mcp", "--count", "2", "--lang", "en"]
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
    assert any("mcp" in line for line in output.splitlines())


def test_a_model_plays_in_an_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    info = catalog.find("doudizhu")
    contestant = Contestant(info, "en")
    monkeypatch.setitem(registry._MAKERS, (info.id, NAME), lambda seed: contestant)

    def answer() -> None:
        while "closed" not in (state := contestant.wait(5)):
            if "question" in state:
                assert contestant.answer(state["question"]["choices"][0]) is None

    model = threading.Thread(target=answer)
    model.start()
    found = play_deal(Contest(info.id, ("random", NAME), 1, duplicate=False, limit=60), 0)
    contestant.close()
    model.join(10)
    assert [faults.total for faults in found.faults] == [0, 0]


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
