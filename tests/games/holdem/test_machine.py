"""The fourteen states, their transitions and the ten dealing stages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiju.cards import Rng
from paiju.games.holdem.machine import (
    DealingStage,
    Facts,
    GameEvent,
    GameState,
    GameStateMachine,
    following,
    stage_of,
    stages,
    state_of,
    trail,
)
from tests.contract.games import random_action
from tests.games.holdem.hands import start, table


@pytest.mark.parametrize(
    ("state", "event", "facts", "to"),
    [
        ("IDLE", "PLAYER_JOIN", Facts(with_chips=1), "IDLE"),
        ("IDLE", "ROUND_START", Facts(with_chips=1), None),
        ("IDLE", "ROUND_START", Facts(with_chips=2), "ANTE"),
        ("IDLE", "ROUND_START", Facts(with_chips=2, min_players=3), None),
        ("ANTE", "ROUND_START", Facts(), "BLINDS"),
        ("BLINDS", "ROUND_START", Facts(), "PRE_FLOP"),
        ("PRE_FLOP", "ROUND_START", Facts(), "PRE_FLOP_BETTING"),
        ("PRE_FLOP_BETTING", "ROUND_END", Facts(live=2), "FLOP"),
        ("FLOP_BETTING", "ROUND_END", Facts(live=3), "TURN"),
        ("TURN_BETTING", "ROUND_END", Facts(live=2), "RIVER"),
        ("FLOP", "ROUND_START", Facts(live=2), "FLOP_BETTING"),
        ("TURN", "ROUND_START", Facts(live=2), "TURN_BETTING"),
        ("RIVER", "ROUND_START", Facts(live=2), "RIVER_BETTING"),
        ("RIVER_BETTING", "ROUND_END", Facts(live=2), "SHOWDOWN"),
        ("FLOP_BETTING", "ROUND_END", Facts(live=1), "HAND_END"),
        ("TURN_BETTING", "PLAYER_ACTION", Facts(live=2), "TURN_BETTING"),
        ("TURN_BETTING", "TIMEOUT", Facts(live=2), "TURN_BETTING"),
        ("SHOWDOWN", "PLAYER_LEAVE", Facts(), "SHOWDOWN"),
        ("SHOWDOWN", "ROUND_END", Facts(), "HAND_END"),
        ("HAND_END", "ROUND_END", Facts(with_chips=2), "IDLE"),
        ("HAND_END", "ROUND_END", Facts(with_chips=1, tournament=True), "TOURNAMENT_END"),
        ("HAND_END", "ROUND_END", Facts(with_chips=1), None),
        ("TOURNAMENT_END", "ROUND_END", Facts(with_chips=2), None),
        ("IDLE", "PLAYER_ACTION", Facts(), None),
        ("FLOP", "PLAYER_ACTION", Facts(), None),
        ("SHOWDOWN", "ROUND_START", Facts(), None),
    ],
)
def test_transitions(state: str, event: str, facts: Facts, to: str | None) -> None:
    found = following(GameState[state], GameEvent[event], facts)
    assert (found.name if found else None) == to


def test_names() -> None:
    assert [len(GameState), len(GameEvent), len(DealingStage)] == [14, 6, 10]


def test_listeners_hear_exit_enter_transition() -> None:
    heard: list[str] = []
    machine = GameStateMachine(
        on_exit=lambda state: heard.append(f"exit {state.name}, now {machine.state.name}"),
        on_enter=lambda state: heard.append(f"enter {state.name}, now {machine.state.name}"),
        on_transition=lambda before, event, after: heard.append(f"{event.name}"),
    )
    assert not machine.fire(GameEvent.TIMEOUT, Facts())
    assert machine.fire(GameEvent.ROUND_START, Facts(with_chips=2))
    assert heard == ["exit IDLE, now IDLE", "enter ANTE, now ANTE", "ROUND_START"]


@given(seed=st.integers(0, 10**6), players=st.integers(2, 10))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_every_hand_keeps_to_the_table(seed: int, players: int) -> None:
    game = table((300,) * players, max_players=10)
    state = start(game, seed=seed)
    rng = Rng(seed, stream=9)
    while state.turn >= 0:
        steps = trail(game.options, state)
        assert steps[-1].after is state_of(state)
        decision = game.pending(state)[0]
        state = game.apply(state, decision.seat, random_action(decision.choices, rng))
    steps = trail(game.options, state)
    assert steps[-1].after is GameState.HAND_END
    order = [stage.value for stage in stages(state)]
    assert order == sorted(set(order))
    assert stage_of(state) is DealingStage.GAME_END
