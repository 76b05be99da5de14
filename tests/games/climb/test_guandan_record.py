"""A match of four deals, with a tribute, a double one and a resisted one, kept line by line: when it changes, the difference is read."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from paiju.cli import app
from paiju.games.options import build
from paiju.games.record import dump_all, load_all, verify
from tests.games.climb.guandan import INFO

MATCH = Path(__file__).parents[2] / "records" / "guandan.paiju"


def test_the_match_verifies_and_each_deal_follows_from_the_one_before() -> None:
    text = MATCH.read_text(encoding="utf-8")
    records = load_all(text)
    assert dump_all(records) == text
    following = None
    for record in records:
        options = build(INFO.options, record.options)
        assert following is None or options == following
        outcome = verify(record).outcome
        assert outcome is not None
        following = INFO.series.next(options, outcome)
    assert following is None


@pytest.mark.parametrize("language", ["zh", "en"])
def test_it_is_told_as_before(language: str) -> None:
    told = CliRunner().invoke(app, ["show", str(MATCH), "--lang", language])
    assert told.output == MATCH.with_suffix(f".{language}.txt").read_text(encoding="utf-8")
