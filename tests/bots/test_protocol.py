"""The bot protocol: its schema holds for every line, and the checker finds what is wrong with a program."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from paiju.bots.conformance import check
from paiju.bots.external import External, command_of
from paiju.bots.protocol import schema
from paiju.games import catalog

ROOT = Path(__file__).parents[2]
FIRST = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        print(json.dumps({"text": message["decision"]["choices"][0]}), flush=True)
"""


def program(tmp_path: Path, text: str) -> list[str]:
    file = tmp_path / "program.py"
    file.write_text(text, encoding="utf-8")
    return [sys.executable, "-u", str(file)]


@pytest.mark.parametrize("info", catalog.infos(), ids=lambda info: info.id)
def test_every_line_fits_its_schema(info: catalog.GameInfo, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[Any] = []

    def exchange(self: External, message: Any, limit: float) -> Any:
        lines.append(message)
        return {"text": message.decision.choices[0]}

    monkeypatch.setattr(External, "_exchange", exchange)
    (found,) = [one for one in check(["none"], [info], limit=1, deals=1) if one.what.key == "bot.check.plays"]
    assert found.fault is None and lines
    validator = jsonschema.Draft202012Validator(schema(info))
    from paiju.games.codec import builtins

    for line in lines[:40]:
        validator.validate(builtins(line))
    validator.validate({"type": "over", "scores": [1, -1]})
    validator.validate({"text": "pass"})
    assert not validator.is_valid({"type": "ask", "game": info.id})


def _javascript(folder: Path) -> list[str] | None:
    node = shutil.which("node")
    return [node, str(ROOT / "examples" / "bot.js")] if node else None


def _c(folder: Path) -> list[str] | None:
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    engine = str(folder / "engine")
    subprocess.run([compiler, "-O2", "-Wall", "-Werror", "-o", engine, ROOT / "examples" / "engine.c"], check=True)
    return [engine]


@pytest.mark.parametrize("made", [_javascript, _c])
def test_a_program_in_another_language(made: Callable[[Path], list[str] | None], tmp_path: Path) -> None:
    command = made(tmp_path)
    if command is None:
        pytest.skip("this machine cannot run it")
    found = list(check(command, catalog.infos(), limit=10, deals=1))
    assert len(found) == len(catalog.infos()) + 2
    assert not [one for one in found if one.fault]


FAULTY = {
    "crash": ("raise SystemExit(3)", "crash"),
    "silent": ("import time, sys\nfor line in sys.stdin: pass", "timeout"),
    "no JSON": (FIRST.replace('json.dumps({"text": message["decision"]["choices"][0]})', '"hello"'), "illegal"),
    "another form": (FIRST.replace('{"text"', '{"move"'), "illegal"),
    "illegal": (FIRST.replace('message["decision"]["choices"][0]', '"3s3d4h"'), "illegal"),
}


@pytest.mark.parametrize("name", FAULTY)
def test_what_is_wrong_is_named(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiju.bots.external.START_ALLOWANCE", 2.0)
    text, kind = FAULTY[name]
    found = list(check(program(tmp_path, text), [catalog.find("doudizhu")], limit=0.2, deals=1))
    assert found[0].fault is not None and found[0].fault.startswith(kind)


def test_strangers_and_the_end_of_the_input(tmp_path: Path) -> None:
    doudizhu = [catalog.find("doudizhu")]
    assert [one.fault for one in check(program(tmp_path, FIRST), doudizhu, limit=5, deals=1)] == [None] * 3
    strict = FIRST.replace('if message["type"] == "ask":', 'assert message["type"] in ("ask", "over")\n    if 1:')
    _, stranger = check(
        program(tmp_path, strict.replace("if 1:", 'if message["type"] == "ask":')), doudizhu, limit=5, deals=1
    )
    assert stranger.what.key == "bot.check.stranger" and stranger.fault is not None
    endless = FIRST + "\nimport time\ntime.sleep(60)"
    *_, end = check(program(tmp_path, endless), doudizhu, limit=1, deals=1)
    assert end.what.key == "bot.check.end" and end.fault == "it goes on"


def test_a_python_file_that_chooses(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def choose(view, decision, limit):\n    return decision['choices'][0]\n", encoding="utf-8")
    assert not [one for one in check(command_of(str(file)), [catalog.find("big_two")], limit=5, deals=2) if one.fault]


def test_the_schema_is_json() -> None:
    assert json.loads(json.dumps(schema(catalog.find("holdem"))))["$defs"]["Ask"]["properties"]["view"]
