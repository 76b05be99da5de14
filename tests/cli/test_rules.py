"""`paiju rules`."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from paiju.cli import app
from paiju.games import catalog


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("info", catalog.infos(), ids=lambda info: info.id)
def test_every_game_is_told_in_both_languages(info: catalog.GameInfo, language: str) -> None:
    result = CliRunner().invoke(app, ["rules", info.id, "--lang", language])
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == f"# {info.title.zh if language == 'zh' else info.title.en}"
    assert sum(line.startswith("## ") for line in lines) >= 6
    assert "[[" not in result.output and "{" not in result.output


def test_options_and_presets_are_heeded() -> None:
    run = CliRunner().invoke
    usual = run(app, ["rules", "掼蛋", "--lang", "zh"]).output
    other = run(app, ["rules", "掼蛋", "--lang", "zh", "--preset", "competition"]).output
    assert "与默认不同" not in usual
    assert "与默认不同" in other
    level = run(app, ["rules", "guandan", "--lang", "en", "--option", "level=11"]).output
    assert "♠J beats ♠A" in level


def test_json() -> None:
    result = CliRunner().invoke(app, ["rules", "holdem", "--json"])
    told = json.loads(result.output)
    assert (told["sections"][0]["key"], told["game"]) == ("goal", "holdem")


@pytest.mark.parametrize("arguments", [["whist"], ["big_two", "--option", "x"], ["big_two", "--preset", "none"]])
def test_bad_input_is_one_sentence(arguments: list[str]) -> None:
    result = CliRunner().invoke(app, ["rules", *arguments])
    assert result.exit_code == 2
    assert result.stderr.startswith("paiju: ")
