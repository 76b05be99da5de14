"""Clocks by what is asked, and the names of the stages."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.games.contract import Seat, play
from tests.games.climb.guandan import ENTRY, game_at, options_of
from tests.games.climb.test_tribute import LOW, begun


@pytest.mark.parametrize(("preset", "seconds"), [("seed", [30, 30, 30]), ("competition", [15, 30, 30])])
def test_clocks_and_stages(preset: str, seconds: list[int]) -> None:
    options: Any = options_of(preset)
    game, state = begun((0, 1, 2, 3), {3: "As" + LOW, 0: "Ts9dKs"})
    found, stages = [], []
    for seat, text in ((3, "pay As"), (0, "return Ts"), (3, "Ts")):
        found.append(ENTRY.extras.timing(options, game.pending(state)[0]).seconds)
        stages.append(ENTRY.extras.stage(game.view(state, None)))
        state = play(game, state, Seat(seat), text).state
    assert found == seconds
    assert stages == ["tribute", "return", "playing"]


def test_no_time_limit() -> None:
    options: Any = options_of("seed", turn_timeout=0)
    game = game_at(2)
    assert ENTRY.extras.timing(options, game.pending(game.deal(4, 1))[0]).seconds is None
    assert not ENTRY.extras.open_moves
