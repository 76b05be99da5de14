"""A program in another process plays at a table."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from paiju.server.botclient import BotRunError, play, table_of
from tests.server.client import serving

BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        print(json.dumps({"text": message["decision"]["choices"][0]}), flush=True)
"""
BROKEN = "import sys\nfor line in sys.stdin: print('nonsense', flush=True)\n"
STUBBORN = 'import sys\nfor line in sys.stdin: print(\'{"text": "raise_to 999999"}\', flush=True)\n'


@pytest.mark.parametrize("source", [BOT, BROKEN, STUBBORN])
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
