"""A program in another process plays at a table."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from paiju.games.messages import Language
from paiju.server.botclient import BotRunError, play, table_of, token_in
from tests.server.client import NO_LIMITS, serving

BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        print(json.dumps({"text": message["decision"]["choices"][0]}), flush=True)
"""
BROKEN = "import sys\nfor line in sys.stdin: print('nonsense', flush=True)\n"
CRASHING = "import sys\nsys.stdin.readline()\n"
STUBBORN = 'import sys\nfor line in sys.stdin: print(\'{"text": "raise_to 999999"}\', flush=True)\n'


@pytest.mark.parametrize("source", [BOT, BROKEN, CRASHING, STUBBORN])
async def test_a_program_plays_whole_deals(tmp_path: Path, source: str) -> None:
    script = tmp_path / "bot.py"
    script.write_text(source)
    async with serving(tmp_path / "data") as server:
        ann = await server.guest("Ann")
        made = await ann.table("duel", join=False, bots=[{"level": "random"}])
        guest = await server.guest("Program")
        played = await play(
            server.url, made["id"], guest.token, [sys.executable, "-u", str(script)], deals=2, report=lambda line: None
        )
        assert played == 2
        assert (await ann.get(f"/api/games/{made['id']}/history"))["total"] >= 2


async def test_a_program_that_played_enough_leaves(tmp_path: Path) -> None:
    """It does not ask for the next deal, and its seat is free when the command ends."""
    script = tmp_path / "bot.py"
    script.write_text(BOT)
    async with serving(tmp_path / "data") as server:
        ann = await server.guest("Ann")
        code = (await ann.table("duel", join=False, pause=60, bots=[{"level": "random"}]))["id"]
        guest = await server.guest("Program")
        assert await play(server.url, code, guest.token, [sys.executable, "-u", str(script)], deals=1) == 1
        state = await ann.get(f"/api/games/{code}/state")
        assert state["handNumber"] == 1 and guest.id not in [player["id"] for player in state["players"]]


@pytest.mark.parametrize("spectators", [True, False])
async def test_a_program_that_is_sent_away_ends(tmp_path: Path, spectators: bool) -> None:
    async with serving(tmp_path / "data") as server:
        ann = await server.guest("Ann")
        code = (await ann.table("duel", seats=3, spectators=spectators))["id"]
        guest = await server.guest("Program")
        running = asyncio.create_task(play(server.url, code, guest.token, ["cat"]))
        for _ in range(200):
            await asyncio.sleep(0.05)
            if len(await ann.get(f"/api/games/{code}/players")) == 2:
                break
        await asyncio.sleep(0.1)
        await ann.delete(f"/api/games/{code}/players/{guest.id}")
        assert await asyncio.wait_for(running, 10) == 0


async def test_a_program_waits_where_that_helps(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(BOT)
    async with serving(tmp_path / "data", rates={**NO_LIMITS, "connect": (1.0, 1.0)}) as server:
        ann = await server.guest("Ann")
        code = (await ann.table("duel", join=False, bots=[{"level": "random"}]))["id"]
        guest = await server.guest("Program")
        async with guest.socket():  # the only one for now
            said: list[str] = []
            command = [sys.executable, "-u", str(script)]
            assert await play(server.url, code, guest.token, command, deals=1, report=said.append) == 1
        assert "Too fast; try again in 1 s." in said[0]


@pytest.mark.parametrize(
    ("statuses", "tried", "told"),
    [
        ([502, 503, 404], 3, "HTTP status 404"),
        ([401], 1, "This token is not valid"),
        ([403], 1, "HTTP status 403"),
    ],
)
async def test_what_a_refused_handshake_says(statuses: list[int], tried: int, told: str) -> None:
    """A proxy whose server is down is retried; a refused client gets the reason."""
    left = list(statuses)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        status = left.pop(0)
        body = b'{"message": "This token is not valid"}' if status == 401 else b"<html>"
        writer.write(b"HTTP/1.1 %d No\r\nContent-Length: %d\r\n\r\n%b" % (status, len(body), body))
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as proxy:
        port = proxy.sockets[0].getsockname()[1]
        said: list[str] = []
        with pytest.raises(BotRunError, match=told):
            await play(f"http://127.0.0.1:{port}", "abc", "token", ["true"], report=said.append)
        assert not left and len(said) == tried - 1


@pytest.mark.parametrize(
    ("language", "told"), [("en", "no-such-program cannot be started"), ("zh", "no-such-program 启动不了")]
)
async def test_a_program_that_cannot_be_started_takes_no_seat(tmp_path: Path, language: Language, told: str) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        code = (await ann.table("duel", join=False, bots=[{"level": "random"}]))["id"]
        guest = await server.guest("Program")
        with pytest.raises(BotRunError) as error:
            await play(server.url, code, guest.token, ["no-such-program"], deals=1, language=language)
        assert told in error.value.worded(language)
        assert len(await ann.get(f"/api/games/{code}/players")) == 1


async def test_refusals_of_the_table_come_in_the_language_asked_for(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        code = (await (await server.guest("Ann")).table("duel", bots=[{"level": "random"}]))["id"]
        guest = await server.guest("Program")
        with pytest.raises(BotRunError, match="座位已满"):
            await play(server.url, code, guest.token, ["true"], language="zh")


async def test_a_full_table_is_refused_with_a_reason(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        made = await ann.table("duel", bots=[{"level": "random"}])
        guest = await server.guest("Program")
        with pytest.raises(BotRunError, match="taken"):
            await play(server.url, made["id"], guest.token, ["true"])


@pytest.mark.parametrize("url", ["nonsense", "http://", "ftp://x/t/abc"])
def test_links_that_are_none(url: str) -> None:
    with pytest.raises(BotRunError):
        table_of(url)


@pytest.mark.parametrize("content", [b"", b"two words", b"print(1)\nprint(2)", b"\xff\xfe", b"x" * 201])
def test_a_file_without_a_token_is_not_shown(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "token"
    file.write_bytes(content)
    with pytest.raises(BotRunError) as error:
        token_in(file)
    assert str(error.value) == f"{file} holds no token"


def test_a_token_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("eyJhbGciOiJIUzI1NiJ9.eyJzdWIi-_.x\n")
    assert token_in(file) == "eyJhbGciOiJIUzI1NiJ9.eyJzdWIi-_.x"
