"""Clocks by what is asked, a hand put in order, names of plays."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.games.contract import Seat, play
from paiju.games.messages import tell
from tests.games.climb.guandan import INFO, game_at, options_of, table
from tests.games.climb.test_tribute import LOW, begun


@pytest.mark.parametrize(("preset", "seconds"), [("seed", [30, 30, 30]), ("competition", [15, 30, 30])])
def test_clocks_and_stages(preset: str, seconds: list[int]) -> None:
    options: Any = options_of(preset)
    game, state = begun((0, 1, 2, 3), {3: "As" + LOW, 0: "Ts9dKs"})
    found, stages = [], []
    for seat, text in ((3, "pay As"), (0, "return Ts"), (3, "Ts")):
        found.append(INFO.time_limits.timing(options, game.pending(state)[0]).seconds)
        stages.append(game.view(state, None).stage)
        state = play(game, state, Seat(seat), text).state
    assert found == seconds
    assert stages == ["tribute", "return", "playing"]


def test_no_time_limit() -> None:
    options: Any = options_of("seed", turn_timeout=0)
    game = game_at(2)
    assert INFO.time_limits.timing(options, game.pending(game.deal(4, 1))[0]).seconds is None
    assert not INFO.secrecy.open_moves


def test_offers_are_named_as_guandan_calls_them() -> None:
    game = game_at(5)
    state = table(game, ("KsKdKcQsQdQc", "3s", "3d", "3c"))
    (decision,) = game.pending(state)
    names = {str(offer): INFO.words.name(game.view(state, Seat(0)), offer) for offer in decision.choices}
    told = names["KsKcKdQsQcQd"]
    assert told is not None
    assert tell(told, INFO.all_messages, "zh").startswith("钢板")
