"""The kernel pays the pots as the rules in Python do: the same stacks, shares and hands that are shown."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from paiju import kernel
from paiju.games.holdem import Holdem, State, game
from paiju.games.holdem.native import SETTLE
from paiju.games.holdem.showdown import settle, settle_in_python
from paiju.games.holdem.state import Result
from tests.games.holdem.hands import start, table
from tests.games.holdem.test_native import STRUCTURES, answered, any_table, any_text

pytestmark = [
    pytest.mark.native,
    pytest.mark.skipif(not kernel.HAVE_KERNEL, reason="without the kernel there is only Python"),
]

Paid = tuple[tuple[int, ...], Result]

HABITS: dict[str, list[Any]] = {
    "odd_chip_rule": ["one_each", "first_left_of_button"],
    "showdown_order": ["aggressor", "button"],
    "auto_muck": [True, True, False],
    "trips_beat_straight": [True, False],
    "deck": ["", "", "", "??????AsKsQsJsTs9s??8d", "AcKcAdKdAhKhAsKs"],
}


@pytest.mark.parametrize("structure", STRUCTURES, ids=str)
def test_hands_are_settled_as_by_the_rules(structure: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    ends = {"uncontested": 0, "one pot": 0, "side pots": 0, "shared": 0, "mucked": 0, "refunded": 0}

    def compare(options: Any, state: State, tabled: bool, second: Any = ()) -> Paid:
        right = settle_in_python(options, state, tabled, second)
        found = settle(options, state, tabled, second)
        assert found == right and repr(found) == repr(right)
        if not second:
            assert SETTLE(
                state,
                tabled,
                options.ranking.ruling,
                options.auto_muck,
                options.showdown_order == "button",
                options.odd_chip_rule == "one_each",
            )
        result = found[1]
        ends["uncontested"] += not result.showdown
        ends["one pot"] += result.showdown and len(result.won) == 1
        ends["side pots"] += len(result.won) > 1
        ends["shared"] += any(len(won.shares) > 1 for won in result.won)
        ends["mucked"] += bool(result.mucked)
        ends["refunded"] += result.refund is not None
        return found

    monkeypatch.setattr(game, "settle", compare)
    rng = random.Random(str(structure))
    for seed in range(400):
        options, seats = any_table(structure, rng)
        habits = {name: rng.choice(values) for name, values in HABITS.items()}
        if options.variant == "short_deck":
            habits["deck"] = ""
        played = Holdem(replace(options, **habits))
        try:
            state = played.deal(seats, seed)
        except ValueError:  # too few are left to play
            continue
        for _ in range(200):
            if state.turn < 0:
                break
            seat, text = any_text(state, None if state.asking else played.bets(state), rng)
            if text == "fold" and rng.random() < 0.8:
                text = "call"
            found = answered(played, state, seat, text)
            if isinstance(found, tuple) and found and isinstance(found[0], State):
                state = found[0]
    assert min(ends.values()) > 0, ends


def test_what_cannot_be_read_is_left_to_python() -> None:
    holdem = table((500, 500))
    state = start(holdem, "call, check")
    paid = state._replace(paid=(40, 2**60))
    assert SETTLE(paid, False, 0, True, False, True) is None
    right = settle_in_python(holdem.options, paid, False)
    assert settle(holdem.options, paid, False) == right and right[0][1] > 2**59
    nobody = state._replace(live=0)
    assert SETTLE(nobody, False, 0, True, False, True) is None
    assert SETTLE((), False, 0, True, False, True) is None
    with pytest.raises(ValueError, match="ruling"):
        SETTLE(state, False, 3, True, False, True)
