"""docs/architecture.md draws the way of a move: it is the way that the code takes."""

from __future__ import annotations

import json
import re
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from types import FrameType

import pytest

import paiju
from tests.server.client import Socket, serving

PACKAGE = Path(paiju.__file__).parent
DOCUMENT = Path(__file__).parents[2] / "docs" / "architecture.md"
FILE = re.compile(r"\b(?:cards|games|table|server)/[\w/]+\.py\b")


def drawn(game: str) -> list[str]:
    """The files of the drawing; where a line names two, the left one is Dou Dizhu's and the right one Hold'em's."""
    lines = [
        FILE.findall(line) for line in DOCUMENT.read_text("utf-8").splitlines() if line.strip()[:2] in ("├─", "└─")
    ]
    return [files[-1 if game == "holdem" else 0] for files in lines if files]


def beside() -> set[str]:
    """The files that the document names as entered besides."""
    block = DOCUMENT.read_text("utf-8").partition("Entered besides")[2].partition("```\n")[2].partition("```")[0]
    return set(FILE.findall(block))


async def traced(game: str, tables: Path) -> list[str]:
    """The files that a move enters, in the order in which they are first entered, until another viewer is sent the change."""
    found: dict[str, None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(f"{PACKAGE}/"):
            found.setdefault(file.removeprefix(f"{PACKAGE}/"))

    async with serving(tables) as server, AsyncExitStack() as stack:
        people = [await server.guest(name) for name in ("Ann", "Bo", "Cy")[: 2 if game == "holdem" else 3]]
        code = (await people[0].table(game, seats=len(people)))["id"]
        sockets: list[Socket] = [await stack.enter_async_context(one.socket()) for one in people]
        for one in sockets:
            await one.ask("join", gameId=code)
        seq = (await sockets[0].ask("start"))["seq"]
        while True:
            for one in sockets:
                while one.state["seq"] < seq:
                    await one.hear()
            mover = next(one for one in sockets if one.state["decision"])
            decision = mover.state["decision"]
            text = "call" if "call" in decision["choices"] else decision["choices"][0]
            if decision["prompt"]["key"] in ("climb.ask.lead", "holdem.act"):
                break
            seq = (await mover.ask("action", text=text))["seq"]
        other = next(one for one in sockets if one is not mover)
        sys.setprofile(note)
        try:
            await mover.say("action", text=text)
            while json.loads(await other.wire.recv())["type"] != "game_state":
                pass
        finally:
            sys.setprofile(None)
    return list(found)


@pytest.mark.parametrize("game", ["doudizhu", "holdem"])
@pytest.mark.asyncio
async def test_a_move_goes_the_way_that_is_drawn(game: str, tmp_path: Path) -> None:
    way, entered = drawn(game), await traced(game, tmp_path)
    assert len(way) <= 14
    assert [file for file in entered if file in way] == way
    assert sorted(set(entered) - set(way) - beside()) == []


def test_the_files_that_are_named_exist() -> None:
    for file in {*drawn("doudizhu"), *drawn("holdem"), *beside()}:
        assert (PACKAGE / file).exists(), file
