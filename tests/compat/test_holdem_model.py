"""Players, actions and pots under the names of the data model."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from paiju.cards import NotationError
from paiju.compat import holdem_model as model
from paiju.compat.holdem_machine import GameState
from paiju.games.contract import Seat
from paiju.games.holdem import HoldemOptions, PlayerStatus
from paiju.games.record import load_all
from tests.games.holdem.hands import act, start, table
from tests.games.holdem.test_golden import NAMES, SESSION


def test_the_data_model_is_readable_by_its_names() -> None:
    game = table((1000, 300, 1000))
    state = start(game, "raise_to 60, all_in, call")
    view = game.view(state, Seat(1))
    ann, bo, cy = model.players(view, ["Ann", "Bo", "Cy"])
    assert (ann.name, ann.current_bet, ann.total_bet_this_hand, ann.has_acted, ann.hole_cards) == (
        "Ann",
        60,
        60,
        True,
        (),
    )
    assert (bo.is_all_in, bo.status, len(bo.hole_cards)) == (True, PlayerStatus.ALL_IN, 2)
    assert [one.action_type.name for one in bo.action_history] == ["ALL_IN"]
    assert cy.last_action is not None
    assert cy.last_action.name == "CALL"
    state = act(game, state, "call")
    state = act(game, state, "check, check") if state.turn >= 0 else state
    while state.turn >= 0:
        state = act(game, state, "check")
    assert state.result is not None
    main, *_ = model.pots([won.pot for won in state.result.won])
    assert (main.amount, main.side_pot, main.contributors, main.eligible_players) == (
        900,
        False,
        {0: 300, 1: 300, 2: 300},
        (0, 1, 2),
    )


@pytest.mark.parametrize(
    ("stacks", "options", "positions"),
    [
        ((1000,) * 4, {"button": 2}, {0: 2, 1: 3, 2: 0, 3: 1}),
        ((1000, 1000), {"button": 1}, {0: 1, 1: 0}),
        ((1000, 1000, 0, 1000), {"button": 3}, {0: 1, 1: 2, 3: 0}),  # an empty seat does not count
        ((1000,) * 4, {"button": 0, "sitting_out": (1,)}, {0: 0, 1: model.NOT_DEALT_IN, 2: 1, 3: 2}),
        (
            (1000, 0, 1000, 1000),  # seat 1 went out: the dead button lies there
            {"tournament": True, "button_rule": "dead", "last_button": 0, "last_small": 1, "last_big": 2},
            {0: 3, 2: 1, 3: 2},
        ),
    ],
)
def test_positions_count_from_the_button(
    stacks: tuple[int, ...], options: dict[str, Any], positions: dict[int, int]
) -> None:
    game = table(stacks, **{"button": -1, **options})
    assert {one.id: one.position for one in model.players(game.view(start(game), None))} == positions


class Clock:
    def __init__(self) -> None:
        self.time = datetime(2026, 11, 15, 20)

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time


def test_a_table_keeps_times_refusals_and_statistics() -> None:
    game = model.Game(
        HoldemOptions(stacks=(1000, 1000, 1000), button=0), ("Ann", "Bo", "Cy"), now=Clock(), language="zh"
    )
    game.start_hand(seed=1)
    refused = game.act(0, "raise 30")
    assert (refused.is_valid, refused.action_type.name, refused.amount) == (False, "RAISE", 30)
    assert refused.error_message == "应再放入 40 到 1000。"
    assert game.act(1, "call").error_message == "现在轮到 Ann。"
    done = game.act(0, "raise_to 60")
    assert (done.is_valid, done.error_message, done.amount) == (True, "", 60)
    assert done.timestamp is not None and refused.timestamp is not None and done.timestamp > refused.timestamp
    with pytest.raises(NotationError):
        game.act(1, "what?")
    with pytest.raises(ValueError, match="not over"):
        game.start_hand(seed=2)
    assert [game.act(seat, "fold").action_type.name for seat in (1, 2)] == ["FOLD", "FOLD"]
    ann, bo, cy = game.players(viewer=0)
    assert [one.is_valid for one in ann.action_history] == [False, True]
    assert [(one.hands_played, one.hands_won, one.total_winnings) for one in (ann, bo, cy)] == [
        (1, 1, 30),
        (1, 0, -10),
        (1, 0, -20),
    ]
    assert game.machine.state is GameState.HAND_END
    game.disconnect(1)
    bo = game.players()[1]
    assert not bo.is_connected and bo.disconnect_time is not None
    game.reconnect(1)
    assert game.players()[1].is_connected
    game.start_hand(seed=2)
    assert game.players()[0].action_history == () and game.players()[0].hands_played == 1


def test_a_recorded_tournament() -> None:
    records = load_all(SESSION.read_bytes())
    game = model.Game(HoldemOptions(**_options(records[0].options)), NAMES)
    for record in records:
        assert record.seed is not None
        game.start_hand(record.seed)
        for move in record.moves:
            assert game.act(move.seat, move.text or "").is_valid
    assert game.machine.state is GameState.TOURNAMENT_END
    found = {one.name: one for one in game.players()}
    assert {name: (one.hands_played, one.hands_won) for name, one in found.items()} == {
        "Ann": (4, 4),
        "Bo": (2, 0),
        "Cy": (2, 0),
        "Di": (4, 0),
    }
    assert sum(one.total_winnings for one in found.values()) == 0
    assert {name: one.status for name, one in found.items()} == {
        "Ann": PlayerStatus.ACTIVE,
        **dict.fromkeys(("Bo", "Cy", "Di"), PlayerStatus.BUSTED),
    }
    with pytest.raises(ValueError, match="tournament is over"):
        game.start_hand(seed=1)


def _options(data: Any) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
