"""The examples of docs/api.md do what the document says."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from pathlib import Path

import msgspec
import pytest
import websockets

from paiju.server import wire
from tests.server.client import serving

TEXT = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", TEXT, re.S)
    assert found is not None
    return found.group(1)


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
@pytest.mark.asyncio
async def test_a_whole_deal_with_curl(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        script = block("sh").replace("http://127.0.0.1:8000", server.url).replace('"pace": 100', '"pace": 0')
        shell = await asyncio.create_subprocess_exec(
            "sh", "-euc", script, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, cwd=tmp_path
        )
        async with asyncio.timeout(90):
            out, complaints = await shell.communicate()
        assert shell.returncode == 0, complaints.decode()
        history = json.loads(out)
        assert history["total"] == 1 and history["hands"][0]["revealed"]


@pytest.mark.asyncio
async def test_the_session_over_the_socket(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ann = await server.guest("Ann")
        game = (await ann.table("doudizhu", bots=[{"level": "easy"}] * 2, deals=1))["id"]
        answers: dict[str, str] = {}
        async with websockets.connect(server.ws) as socket:
            for line in block("text").replace("TOKEN", ann.token).replace("TABLE", game).splitlines():
                if not line.startswith("> "):
                    continue
                await socket.send(line[2:])
                number = json.loads(line[2:]).get("id")
                async with asyncio.timeout(20):
                    while number is not None and number not in answers:
                        said = json.loads(await socket.recv())
                        reference = said["payload"].get("id") or said["payload"].get("re")
                        if reference:
                            answers[reference] = said["payload"].get("code", "ack")
        assert answers["1"] == answers["2"] == "ack"
        assert answers["3"] in ("ack", "not_your_turn")  # who bids first is drawn


def test_every_field_of_a_new_table_is_told() -> None:
    (part,) = re.findall(r"What `POST /api/games` takes.*?\n\n(.*?)\n\n", TEXT, re.S)
    told = {name for row in part.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert told == {one.encode_name for one in msgspec.structs.fields(wire.NewGame)}


def test_the_example_of_a_state_has_every_field() -> None:
    state = json.loads(block("json"))["payload"]
    assert list(state) == list(wire.GameState.__struct_encode_fields__)
    for part, kind in (
        (state["players"][0], wire.PlayerState), (state["you"], wire.You), (state["fairness"], wire.Fairness),
        (state["table"], wire.TableInfo),
    ):  # fmt: skip
        assert list(part) == list(kind.__struct_encode_fields__)
    assert [*state["decision"], "detail"] == list(wire.Decision.__struct_encode_fields__)
