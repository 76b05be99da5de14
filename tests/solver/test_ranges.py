"""Ranges: what each notation stands for, and what is refused."""

from __future__ import annotations

import pytest

from paiju.cards import NotationError
from paiju.solver.ranges import parse_range

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("text", "combos", "weight"),
    [
        ("AsKs", 1, 1),
        ("As Ks", 1, 1),
        ("SA SK", 1, 1),
        ("♠A ♥10", 1, 1),
        ("AA", 6, 6),
        ("AKs", 4, 4),
        ("AKo", 12, 12),
        ("AK", 16, 16),
        ("KA", 16, 16),
        ("aks", 4, 4),
        ("QQ+", 18, 18),
        ("ATs+", 16, 16),
        ("T9s+", 4, 4),  # the lower card climbs to just below the higher
        ("KTo+", 36, 36),
        ("77-55", 18, 18),
        ("55-77", 18, 18),
        ("T9s-76s", 16, 16),
        ("A5s-A2s", 16, 16),
        ("109", 16, 16),
        ("QQ+,AKs,T9s-76s:0.5", 38, 30),
        ("QQ+:0.5,AA", 18, 12),  # the later item sets the weight
        ("AA,QQ+:0.5", 18, 9),
        ("AsKs,AhKh", 2, 2),
        ("random", 1326, 1326),
        ("*", 1326, 1326),
        ("any:0.5,22", 1326, 666),
    ],
)
def test_what_a_range_holds(text: str, combos: int, weight: float) -> None:
    found = parse_range(text)
    assert (len(found), found.weight) == (combos, weight)
    assert all(hole.bit_count() == 2 for hole, _ in found)


def test_short_deck() -> None:
    assert len(parse_range("random", short_deck=True)) == 630
    with pytest.raises(NotationError, match="below six"):
        parse_range("55+", short_deck=True)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "something between its commas"),
        ("QQ+,,AK", "something between its commas"),
        ("QQ+,", "something between its commas"),
        ("AsAs", "held twice"),
        ("A", "is no hand"),
        ("As", "is no hand"),
        ("AAs", "neither suited nor off suit"),
        ("AKx", "is no hand"),
        ("AKs:0", "a weight"),
        ("AKs:2", "a weight"),
        ("AKs:half", "a weight"),
        ("AKs:nan", "a weight"),
        ("T9s-75s", "the same gap"),
        ("T9s-76o", "the same gap"),
        ("77-AKs", "the same gap"),
        ("AsKsQs", "is no hand"),
        ("LR", "is no hand"),
    ],
)
def test_refused(text: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        parse_range(text)


def test_an_error_points_at_the_item() -> None:
    with pytest.raises(NotationError) as caught:
        parse_range("QQ+,AKs,9x")
    assert caught.value.at == 8
