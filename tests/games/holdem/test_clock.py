"""Clock numbers: rules 40-45."""

from __future__ import annotations

import pytest

from paiju.games.holdem import HoldemOptions
from paiju.games.holdem.clock import folds_now, may_reconnect, seconds, sits_out, warning
from tests.games.holdem.hands import start, table


@pytest.mark.parametrize(
    ("actions", "connected", "expected"),
    [
        ("call, call", True, 20),  # the big blind may check
        ("raise_to 200", True, 20),
        ("raise_to 221", True, 60),  # more than ten big blinds to call
        ("raise_to 1000", True, 30),  # the whole stack
        ("raise_to 1000", False, 15),
    ],
)
def test_by_situation(actions: str, connected: bool, expected: int) -> None:
    game = table((1000,) * 3, timeout_mode="by_situation")
    state = start(game, actions)
    assert seconds(game.options, state, state.turn, connected) == expected


def test_flat() -> None:
    game = table((1000,) * 3)
    state = start(game, "raise_to 1000")
    assert seconds(game.options, state, state.turn, connected=False) == 30
    assert warning(game.options, 30) == 20
    assert warning(game.options, 5) == 0


def test_windows() -> None:
    options = HoldemOptions()
    assert [may_reconnect(options, at) for at in (0, 299.9, 300)] == [True, True, False]
    assert [sits_out(options, at) for at in (60, 60.1)] == [False, True]
    assert [folds_now(options, at) for at in (119.9, 120)] == [False, True]
