"""Pots: vectors P1-P12 of the rules, and the invariant that no chip is lost."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.games.holdem.pots import Refund, pots, refund, shares


@pytest.mark.parametrize(
    ("number", "paid", "folded", "back", "expected"),
    [
        ("P1", (100, 200, 200, 0), "D", None, [(300, "ABC"), (200, "BC")]),
        ("P2", (100, 200, 200, 100), "D", None, [(400, "ABC"), (200, "BC")]),
        ("P3", (50, 120, 300, 300), "", None, [(200, "ABCD"), (210, "BCD"), (360, "CD")]),
        ("P4", (100, 500, 250), "", Refund(1, 250), [(300, "ABC"), (300, "BC")]),
        ("P5", (40, 100, 100, 75), "D", None, [(160, "ABC"), (155, "BC")]),
        ("P6", (30, 200, 200, 150), "CD", None, [(120, "AB"), (460, "B")]),
        ("P7", (25, 50, 400, 900, 1500), "AB", Refund(4, 600), [(1275, "CDE"), (1000, "DE")]),
        ("P8", (5, 105, 105, 5), "D", None, [(20, "ABC"), (200, "BC")]),
        ("left", (100, 300, 200), "B", None, [(300, "AC"), (300, "C")]),  # folded by leaving: his chips stay in
        ("left", (100, 300, 100), "B", None, [(500, "AC")]),
    ],
)
def test_pots(
    number: str, paid: tuple[int, ...], folded: str, back: Refund | None, expected: list[tuple[int, str]]
) -> None:
    live = tuple(seat for seat in range(len(paid)) if "ABCDE"[seat] not in folded)
    assert refund(paid, live) == back
    kept = tuple(chips - (back.amount if back and back.seat == seat else 0) for seat, chips in enumerate(paid))
    found = pots(kept, live)
    assert [(pot.amount, "".join("ABCDE"[seat] for seat in pot.eligible)) for pot in found] == expected


def test_dead_chips_go_to_the_main_pot() -> None:
    assert [pot.amount for pot in pots((100, 200, 200), (0, 1, 2), dead=20)] == [320, 200]


def test_p9_each_pot_goes_to_the_best_of_its_own() -> None:
    strengths = {0: 9, 1: 5, 2: 5, 3: 1}
    won = dict.fromkeys(range(4), 0)
    for pot in pots((50, 120, 300, 300), (0, 1, 2, 3)):
        best = max(strengths[seat] for seat in pot.eligible)
        for seat, chips in shares(pot.amount, [s for s in pot.eligible if strengths[s] == best], button=3, seats=4):
            won[seat] += chips
    assert won == {0: 200, 1: 105, 2: 105 + 360, 3: 0}


@pytest.mark.parametrize(
    ("number", "amount", "winners", "button", "rule", "expected"),
    [
        ("P10", 101, (2, 5), 4, "one_each", {5: 51, 2: 50}),
        ("P11", 200, (1, 3, 6), 3, "one_each", {6: 67, 1: 67, 3: 66}),
        ("P11", 200, (1, 3, 6), 3, "first_left_of_button", {6: 68, 1: 66, 3: 66}),
        ("P12", 25, (1, 3), 0, "one_each", {1: 13, 3: 12}),
        ("P12", 51, (1, 3), 0, "one_each", {1: 26, 3: 25}),
    ],
)
def test_shares(
    number: str, amount: int, winners: tuple[int, ...], button: int, rule: str, expected: dict[int, int]
) -> None:
    assert dict(shares(amount, winners, button, 9, rule)) == expected  # type: ignore[arg-type]


@given(paid=st.lists(st.integers(0, 60), min_size=2, max_size=10), mask=st.integers(1, 1023), dead=st.integers(0, 30))
def test_no_chip_is_lost(paid: list[int], mask: int, dead: int) -> None:
    live = tuple(seat for seat in range(len(paid)) if mask >> seat & 1) or (0,)
    back = refund(paid, live)
    if back:
        paid[back.seat] -= back.amount
    found = pots(paid, live, dead)
    assert sum(pot.amount for pot in found) == sum(paid) + dead
    assert sum(chips for pot in found for _, chips in pot.contributors) == sum(paid)
    for wider, narrower in pairwise(found):
        assert set(narrower.eligible) < set(wider.eligible)
