"""`paiju equity`, run as a person would."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner, Result

from paiju.cli import app

pytestmark = pytest.mark.pure


def paiju(*words: str) -> Result:
    return CliRunner().invoke(app, ["equity", *words])


def test_a_table() -> None:
    result = paiju("AsKs", "QhQd", "--board", "Qs Js 2h", "--lang", "en")
    assert result.exit_code == 0
    assert "AsKs  33.84%  0.00%  33.8384%" in result.stdout
    assert "exact, 990 boards" in result.stdout
    assert "穷举" in paiju("AsKs", "QhQd", "--board", "QsJs2h", "--lang", "zh").stdout


def test_json() -> None:
    result = json.loads(paiju("AsKs", "QhQd", "--board", "QsJs2h", "--json").stdout)
    assert result["exact"]
    assert result["total"] == 990
    assert [player["wins"] for player in result["players"]] == [335, 655]


def test_samples() -> None:
    result = json.loads(paiju("random", "QQ+", "--samples", "500", "--json").stdout)
    assert not result["exact"]
    assert result["total"] == 500
    assert result["margin"] > 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["AsKs"], "two to ten players"),
        (["AsKs", "AsQs"], "both hold As"),
        (["AsKs", "Qz"], "is no hand"),
        (["AsKs", "QQ", "--board", "Zz"], "is no rank"),
        (["AsKs", "QQ", "--board", "2c3c4c5c6c7c"], "at most five"),
        (["AsKs", "QQ", "--exact", "--samples", "5"], "not both"),
        (["55", "QQ", "--short-deck"], "below six"),
    ],
)
def test_one_clear_error(words: list[str], why: str) -> None:
    result = paiju(*words)
    assert result.exit_code == 2
    assert why in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
