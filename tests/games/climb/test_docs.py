"""The numbers on the pages are the numbers of the code."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from tests.games.climb.test_vectors import climb

RULES = Path(__file__).parents[3] / "docs" / "rules"


def plays_by_type(name: str) -> Counter[str]:
    """Distinct plays of up to twenty cards out of the whole deck."""
    game = climb(name)
    deck = game.rules.deck.cards
    every = game.reader.plays(game.layout.mask(deck), game.layout.counts(deck), None)
    return Counter(game.rules.name_of(play.combo.kind) for play in every if play.combo and play.combo.size <= 20)


def test_how_many_plays_dou_dizhu_has() -> None:
    text = (RULES / "doudizhu.md").read_text(encoding="utf-8")
    counted = plays_by_type("doudizhu")
    assert dict(re.findall(r"\| `(\w+)` \| (\d+) ", text)) | dict(re.findall(r" `(\w+)` \| (\d+) \|", text)) == {
        name: str(number) for name, number in counted.items()
    }
    assert f"Together {counted.total()}" in text


def test_how_many_plays_the_extended_game_has() -> None:
    text = (RULES / "doudizhu_x.md").read_text(encoding="utf-8")
    counted = plays_by_type("doudizhu_x")
    assert f"There are {counted.total()} plays" in text
    for name in (
        "TripleStraightWithSingles",
        "TripleStraightWithPairs",
        "QuadrupleWithSingleSingle",
        "QuadrupleWithPairPair",
    ):
        assert str(counted[name]) in text
