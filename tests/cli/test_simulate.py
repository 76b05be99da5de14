"""`paiju simulate`, run as a person would."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner, Result

from paiju.cli import app


def paiju(*words: str) -> Result:
    return CliRunner().invoke(app, ["simulate", *words])


def test_a_table_and_json() -> None:
    result = paiju("doudizhu", "--deals", "30", "--lang", "en")
    assert result.exit_code == 0
    assert "30 deals" in result.stdout
    assert "局/秒" in paiju("斗地主", "--deals", "10", "--lang", "zh").stdout
    found = json.loads(paiju("holdem", "--deals", "20", "--seats", "3", "--option", "ante=5", "--json").stdout)
    assert (found["game"], found["deals"], len(found["seats"])) == ("holdem", 20, 3)
    assert sum(seat["mean"] for seat in found["seats"]) == pytest.approx(0)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["chess"], "no game is called"),
        (["doudizhu", "--seats", "5"], "not played by 5"),
        (["doudizhu", "--option", "bidding=loud"], "bidding"),
        (["holdem", "--preset", "wild"], "no preset"),
    ],
)
def test_one_clear_error(words: list[str], why: str) -> None:
    result = paiju(*words)
    assert result.exit_code == 2
    assert why in result.stderr
