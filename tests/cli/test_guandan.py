"""Guandan on the command line: what cards are at a level and preset, the plays of a hand, a match told in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from paiju.cli import app
from paiju.games.record import dump_all
from tests.games.climb.test_levels import play_match

run = CliRunner()


@pytest.mark.parametrize(
    ("vector", "arguments", "types", "beats"),
    [
        ("C3", ["LR", "--preset", "competition"], [], None),
        ("C3", ["LR"], ["pair 17"], None),
        ("C10", ["KsKdQsQd5h", "--level", "5"], ["tripleWithPair 13", "tripleWithPair 12"], None),
        ("C10", ["KsKdQsQd5h", "--level", "5", "--declare", "tripleWithPair:12"], ["tripleWithPair 12"], None),
        ("C15", ["TdJsQcKdAs", "--level", "Q"], ["straight 14"], None),
        ("K13", ["5555", "--level", "5", "--against", "AAAA"], ["normalBomb 15"], True),
        ("K13", ["5555", "--level", "5", "--against", "AAAA", "--preset", "seed_literal"], ["normalBomb 5"], False),
        ("K14", ["2222", "--level", "5", "--against", "AAAA"], ["normalBomb 2"], False),
        ("K15", ["33333", "--level", "5", "--against", "AAAA"], ["normalBomb 3"], True),
        ("K17", ["222222", "--level", "7", "--against", "TsJsQsKsAs"], ["normalBomb 2"], True),
        (
            "K24",
            ["KsKdKc5h5h", "--level", "5", "--against", "QsQdQc3s3d"],
            ["normalBomb 13", "tripleWithPair 13"],
            True,
        ),
        (
            "K24",
            ["KsKd5h", "--level", "5", "--against", "QsQdKs5h5h", "--against-type", "tripleWithPair:K"],
            ["triple 13"],
            False,
        ),
    ],
)
def test_classify(vector: str, arguments: list[str], types: list[str], beats: bool | None) -> None:
    result = run.invoke(app, ["classify", "guandan", *arguments, "--json"])
    assert result.exit_code == (0 if types else 1), (vector, result.output)
    told = json.loads(result.output)
    assert [f"{one['type']} {one['key']}" for one in told["readings"]] == types, vector
    assert told["beats"] is beats


@pytest.mark.parametrize(
    "arguments",
    [["34567", "--level", "5"], ["5s5s5s"], ["KsKd", "--level", "1"], ["KsKd", "--preset", "nonsense"], ["hello"]],
)
def test_bad_input_ends_with_2(arguments: list[str]) -> None:
    result = run.invoke(app, ["classify", "guandan", *arguments])
    assert result.exit_code == 2
    assert result.stderr.startswith("paiju: ")


def test_moves() -> None:
    result = run.invoke(app, ["moves", "guandan", "4s4d5h9s9d", "--level", "5", "--against", "3s3d", "--json"])
    told = json.loads(result.output)
    assert told == {
        "count": 4,
        "pass": True,
        "types": [{"type": "pair", "count": 4, "plays": ["4s4d", "4d5h", "9s9d", "9d5h"]}],
    }


def test_a_match_is_told_with_levels_and_tributes(tmp_path: Path) -> None:
    records, _ = play_match("seed", 7, max_deals=4)
    file = tmp_path / "match.paiju"
    file.write_text(dump_all(records), encoding="utf-8")
    chinese = run.invoke(app, ["show", str(file), "--lang", "zh"])
    assert chinese.exit_code == 0
    for words in ("第 1 局，打 2", "第 4 局", "进贡", "还贡", "头游", "级，从 2 到"):
        assert words in chinese.output
    english = run.invoke(app, ["show", str(file), "--lang", "en"])
    for words in ("Deal 1 at level 2", "pays tribute to", "gives back to", "First out: ", ", from 2 to"):
        assert words in english.output
    assert run.invoke(app, ["verify", str(file)]).exit_code == 0
    assert "guandan" in run.invoke(app, ["games"]).output
