"""Ranges: what each notation stands for, and what is refused."""

from __future__ import annotations

import pytest

from paiju.cards import NotationError
from paiju.solver.ranges import parse_range
from paiju.solver.starting_hands import SHORT, STANDARD

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
        ("XX", 1326, 1326),
        ("**", 1326, 1326),
        ("100%", 1326, 1326),
        ("A*s", 48, 48),
        ("A*o", 144, 144),
        ("A*", 192, 192),
        ("AXs", 48, 48),
        ("axs", 48, 48),
        ("*As", 48, 48),
        ("10*s", 48, 48),
        ("A*s,AA:0.5", 54, 51),
        ("0.4%", 6, 6),  # the aces
        ("0.1%", 6, 6),
        ("1%", 12, 12),
        ("15%:0.5", 198, 99),
        ("5.5%", 74, 74),
    ],
)
def test_what_a_range_holds(text: str, combos: int, weight: float) -> None:
    found = parse_range(text)
    assert (len(found), found.weight) == (combos, weight)
    assert all(hole.bit_count() == 2 for hole, _ in found)


def test_short_deck() -> None:
    assert len(parse_range("random", short_deck=True)) == 630
    assert len(parse_range("XX", short_deck=True)) == 630
    assert len(parse_range("100%", short_deck=True)) == 630
    assert len(parse_range("A*s", short_deck=True)) == 32
    assert len(parse_range("10%", short_deck=True)) == pytest.approx(63, abs=6)
    with pytest.raises(NotationError, match="below six"):
        parse_range("random,55", short_deck=True)
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
        ("X", "is no hand"),
        ("A**", "is no hand"),
        ("AX+", "is no hand"),
        ("XXs", "is no hand"),
        ("0%", "a percentage"),
        ("101%", "a percentage"),
        ("-5%", "is no hand"),
    ],
)
def test_refused(text: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        parse_range(text)


def test_an_error_points_at_the_item() -> None:
    with pytest.raises(NotationError) as caught:
        parse_range("QQ+,AKs,9y")
    assert caught.value.at == 8


def test_a_percentage_takes_the_best_hands_and_grows() -> None:
    before: set[int] = set()
    for percent in range(1, 101):
        found = {hole for hole, _ in parse_range(f"{percent}%")}
        assert before <= found
        assert len(found) / 1326 == pytest.approx(percent / 100, abs=0.005), "never further off than half a class"
        before = found
    assert {hole for hole, _ in parse_range("TT+,AQs+,AKo")} <= {hole for hole, _ in parse_range("5%")}


@pytest.mark.parametrize("short_deck", [False, True])
def test_the_order_holds_every_class_once(short_deck: bool) -> None:
    names = [row.split()[0] for row in (SHORT if short_deck else STANDARD).split("\n") if row]
    hands = [hole for name in names for hole, _ in parse_range(name, short_deck=short_deck)]
    assert len(hands) == len(set(hands)) == (630 if short_deck else 1326)
