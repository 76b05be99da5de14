"""Odds: the exact frequencies of the rules, vector O1, pot odds."""

from __future__ import annotations

from itertools import combinations

import pytest

from paiju.cards import DECK_36, cards
from paiju.games.holdem.rank import HandRank, ranking
from paiju.solver.evaluate import _frequencies as twin
from paiju.solver.evaluate import frequencies
from paiju.solver.odds import category_frequencies, chances, ev, outs, pot_odds, rule_of_4_and_2

pytestmark = pytest.mark.pure

NAMES = (
    "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind",
    "two_pair", "one_pair", "high_card",
)  # fmt: skip
TABLES = {
    (5, "standard"): (4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540),
    (7, "standard"): (4324, 37260, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460),
    (5, "short_deck"): (4, 20, 288, 1728, 480, 6120, 16128, 36288, 193536, 122400),
    (7, "short_deck"): (1860, 8700, 44640, 633024, 175560, 1169940, 607200, 3157056, 2316600, 233100),
}
TOTALS = {(5, "standard"): 2598960, (7, "standard"): 133784560, (5, "short_deck"): 376992, (7, "short_deck"): 8347680}


@pytest.mark.parametrize(("size", "deck"), TABLES)
def test_frequencies(size: int, deck: str) -> None:
    found = category_frequencies(size, deck)  # type: ignore[arg-type]
    assert tuple(found[HandRank[name.upper()]] for name in NAMES) == TABLES[size, deck]
    assert sum(found.values()) == TOTALS[size, deck]


def test_frequencies_with_trips_above_straights() -> None:
    plain = category_frequencies(7, "short_deck")
    found = category_frequencies(7, "short_deck", trips_beat_straight=True)
    assert (found[HandRank.THREE_OF_A_KIND], found[HandRank.STRAIGHT]) == (637560, 1139580)
    others = set(HandRank) - {HandRank.THREE_OF_A_KIND, HandRank.STRAIGHT}
    assert all(found[category] == plain[category] for category in others)
    assert category_frequencies(5, "short_deck", trips_beat_straight=True) == category_frequencies(5, "short_deck")


def test_counting_agrees_with_every_single_hand() -> None:
    order = ranking(short_deck=True)
    counts = [0] * (len(order.classes) + 1)
    for hand in combinations(DECK_36.cards, 5):
        counts[order.strength(hand)] += 1
    assert counts == twin(5, 1) == frequencies(5, 1)


@pytest.mark.parametrize(
    ("hole", "board", "own", "expected"),
    [
        ("AhKh", "Qh7h2c", False, {"flush": 9, "one_pair": 14}),  # O1
        ("AhKh", "Qh7h2c", True, {"flush": 9, "one_pair": 6}),
        ("9s8d", "7c6h2s", True, {"straight": 8, "one_pair": 6}),
        ("AsAd", "Ah7c2d", True, {"four_of_a_kind": 1, "full_house": 6}),
        ("AsKd", "QcJh2s3d", True, {"straight": 4, "one_pair": 6}),
        ("2c7d", "AsAhAdAc", True, {}),
    ],
)
def test_outs(hole: str, board: str, own: bool, expected: dict[str, int]) -> None:
    found = outs(cards(hole), cards(board), own=own)
    assert {category.word: count for category, count in found.counts.items()} == expected
    assert found.total == sum(expected.values())


@pytest.mark.parametrize(
    ("hole", "board", "short"),
    [
        ("AsAs", "2c3c4c", False),
        ("As", "2c3c4c", False),
        ("AsKs", "", False),
        ("AsKs", "2c3c4c5c6c", False),
        ("AsKs", "2c7c8c", True),
    ],
)
def test_no_outs(hole: str, board: str, short: bool) -> None:
    with pytest.raises(ValueError, match="."):
        outs(cards(hole), cards(board), short_deck=short)


def test_chances_add_up() -> None:
    found = chances(cards("AhKh"), cards("Qh7h2c"))
    assert sum(found.values()) == pytest.approx(1)
    assert found[HandRank.FLUSH] == pytest.approx(378 / 1081, abs=1e-3)
    assert chances(cards("AhKh"), cards("QhJhTh2c3d")) == {HandRank.ROYAL_FLUSH: 1.0}


def test_pot_odds_and_ev() -> None:
    assert pot_odds(50, 150) == 0.25
    assert ev(0.5, 100, 40) == 30
    assert (rule_of_4_and_2(9, 2), rule_of_4_and_2(9, 1)) == (0.36, 0.18)
    for wrong in (lambda: pot_odds(0, 0), lambda: ev(2, 1, 1), lambda: rule_of_4_and_2(9, 3)):
        with pytest.raises(ValueError, match="."):
            wrong()  # type: ignore[no-untyped-call]


def test_a_deck_by_name_or_size() -> None:
    assert category_frequencies(n_cards=5, deck=36) == category_frequencies(5, "short_deck")
    assert category_frequencies(5, 52) == category_frequencies(5)
    for wrong in (54, "short", None):
        with pytest.raises(ValueError, match="a deck is standard"):
            category_frequencies(5, wrong)  # type: ignore[arg-type]
