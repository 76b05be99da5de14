"""Clock numbers: rules 40-45."""

from __future__ import annotations

import pytest

from paiju.games.capabilities import Absence, Timing
from paiju.games.holdem import HoldemOptions
from paiju.games.holdem.info import HoldemLimits
from tests.games.holdem.hands import start, table

LIMITS = HoldemLimits()


@pytest.mark.parametrize(
    ("actions", "seconds"),
    [
        ("call, call", 20),  # the big blind may check
        ("raise_to 200", 20),
        ("raise_to 221", 60),  # more than ten big blinds to call
        ("raise_to 1000", 30),  # the whole stack
    ],
)
def test_by_situation(actions: str, seconds: int) -> None:
    game = table((1000,) * 3, timeout_mode="by_situation")
    (decision,) = game.pending(start(game, actions))
    assert LIMITS.timing(game.options, decision) == Timing(seconds, 10)


def test_flat() -> None:
    game = table((1000,) * 3, action_timeout=25, warning_time=5)
    (decision,) = game.pending(start(game, "raise_to 1000"))
    assert LIMITS.timing(game.options, decision) == Timing(25, 5)


def test_absence() -> None:
    assert LIMITS.absence(HoldemOptions()) == Absence(asked=None, sit_out=60, auto_fold=120, reconnect=300)
    assert LIMITS.absence(HoldemOptions(timeout_mode="by_situation")).asked == 15
