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


@pytest.mark.parametrize(
    ("words", "zh", "en"),
    [
        (["equity", "AsKs"], "比较的是 2 到 10 家的牌", "two to ten players are compared"),
        (["equity", "AsKs", "AsQd"], "第 1 家和第 2 家都有 As", "players 1 and 2 both hold As"),
        (["equity", "AKz", "QQ"], "'AKz' 不是一手牌", "'AKz' is no hand"),
        (["equity", "A5s-K2s", "QQ"], "跨度的两端", "both ends of a span"),
        (["odds", "AsKs", "2d"], "公共牌是三张、四张或五张", "a board has three, four or five cards"),
        (["odds", "AsAs"], "没有重复的牌", "no card twice"),
        (["odds", "AsKs", "--call", "0", "--pot", "0"], "不能都是零", "not both nothing"),
        (["rank", "AsKs"], "一手牌是五到七张，不是 2 张", "a hand is five to seven cards, not 2"),
        (["rank", "AsKsQsJs2d", "--short-deck"], "2d 不在 36 张的牌里", "2d is not in a deck of 36 cards"),
        (["rank", "AxKs"], "不是点数、花色或王", "is no rank, suit or joker"),
    ],
)
def test_refusals_are_told_in_both_languages(words: list[str], zh: str, en: str) -> None:
    for lang, says in (("zh", zh), ("en", en)):
        result = CliRunner().invoke(app, [*words, "--lang", lang])
        assert result.exit_code == 2
        assert says in result.output
