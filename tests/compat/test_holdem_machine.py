"""The fourteen states, their transitions and the ten dealing stages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiju.cards import Rng
from paiju.compat.holdem_machine import (
    DealingStage,
    GameEvent,
    GameState,
    GameStateMachine,
    Situation,
    following,
    stage_of,
    stages,
    state_of,
    trail,
)
from paiju.games.contract import play
from paiju.games.holdem import Holdem
from paiju.games.record import game_of, load_all, steps
from tests.contract.games import random_action
from tests.games.holdem.hands import start, table
from tests.games.holdem.test_golden import SESSION


@pytest.mark.parametrize(
    ("state", "event", "situation", "to"),
    [
        ("IDLE", "PLAYER_JOIN", Situation(with_chips=1), "IDLE"),
        ("IDLE", "ROUND_START", Situation(with_chips=1), None),
        ("IDLE", "ROUND_START", Situation(with_chips=2), "ANTE"),
        ("IDLE", "ROUND_START", Situation(with_chips=2, min_players=3), None),
        ("ANTE", "ROUND_START", Situation(), "BLINDS"),
        ("BLINDS", "ROUND_START", Situation(), "PRE_FLOP"),
        ("PRE_FLOP", "ROUND_START", Situation(), "PRE_FLOP_BETTING"),
        ("PRE_FLOP_BETTING", "ROUND_END", Situation(live=2), "FLOP"),
        ("FLOP_BETTING", "ROUND_END", Situation(live=3), "TURN"),
        ("TURN_BETTING", "ROUND_END", Situation(live=2), "RIVER"),
        ("FLOP", "ROUND_START", Situation(live=2), "FLOP_BETTING"),
        ("TURN", "ROUND_START", Situation(live=2), "TURN_BETTING"),
        ("RIVER", "ROUND_START", Situation(live=2), "RIVER_BETTING"),
        ("RIVER_BETTING", "ROUND_END", Situation(live=2), "SHOWDOWN"),
        ("FLOP_BETTING", "ROUND_END", Situation(live=1), "HAND_END"),
        ("TURN_BETTING", "PLAYER_ACTION", Situation(live=2), "TURN_BETTING"),
        ("TURN_BETTING", "TIMEOUT", Situation(live=2), "TURN_BETTING"),
        ("SHOWDOWN", "PLAYER_LEAVE", Situation(), "SHOWDOWN"),
        ("SHOWDOWN", "ROUND_END", Situation(), "HAND_END"),
        ("HAND_END", "ROUND_END", Situation(with_chips=2), "IDLE"),
        ("HAND_END", "ROUND_END", Situation(with_chips=1, tournament=True), "TOURNAMENT_END"),
        ("HAND_END", "ROUND_END", Situation(with_chips=1), None),
        ("TOURNAMENT_END", "ROUND_END", Situation(with_chips=2), None),
        ("IDLE", "PLAYER_ACTION", Situation(), None),
        ("FLOP", "PLAYER_ACTION", Situation(), None),
        ("SHOWDOWN", "ROUND_START", Situation(), None),
    ],
)
def test_transitions(state: str, event: str, situation: Situation, to: str | None) -> None:
    found = following(GameState[state], GameEvent[event], situation)
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
    assert not machine.fire(GameEvent.TIMEOUT, Situation())
    assert machine.fire(GameEvent.ROUND_START, Situation(with_chips=2))
    assert heard == ["exit IDLE, now IDLE", "enter ANTE, now ANTE", "ROUND_START"]


@given(seed=st.integers(0, 10**6), players=st.integers(2, 10))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_every_hand_keeps_to_the_table(seed: int, players: int) -> None:
    game = table((300,) * players, max_players=10)
    state = start(game, seed=seed)
    rng = Rng(seed, stream=9)
    while state.turn >= 0:
        assert trail(game.options, state)[-1].after is state_of(game.options, state)
        decision = game.pending(state)[0]
        state = game.apply(state, decision.seat, random_action(decision.choices, rng))
    assert trail(game.options, state)[-1].after is GameState.HAND_END
    order = [stage.value for stage in stages(state)]
    assert order == sorted(set(order))
    assert stage_of(state) is DealingStage.GAME_END


def test_a_recorded_hand_passes_all_fourteen_states() -> None:
    """The last hand of the recorded tournament: everything is in before the flop, and one player is left."""
    *_, record = load_all(SESSION.read_bytes())
    game = game_of(record)
    assert isinstance(game, Holdem) and record.seed is not None
    entered = [GameState.IDLE]
    machine = GameStateMachine(on_enter=entered.append)
    state = game.deal(record.seats, record.seed)
    machine.follow(game.options, state)
    assert entered[-1] is GameState.PRE_FLOP_BETTING is machine.state
    for move in record.moves:
        state = play(game, state, move.seat, move.text or "").state
        machine.follow(game.options, state)
        machine.follow(game.options, state)  # what was followed is not fired again
        assert machine.state is state_of(game.options, state)
    assert entered == list(GameState)


def test_a_machine_follows_hand_after_hand() -> None:
    entered: list[GameState] = []
    machine = GameStateMachine(on_enter=entered.append)
    for record in load_all(SESSION.read_bytes()):
        game = game_of(record)
        assert isinstance(game, Holdem)
        for step in steps(record, game):
            machine.follow(game.options, step.after)
    assert entered.count(GameState.IDLE) == 3 and entered.count(GameState.HAND_END) == 4
    assert machine.state is GameState.TOURNAMENT_END


def test_a_hand_that_is_not_over_is_not_left() -> None:
    game = table((1000, 1000))
    machine = GameStateMachine()
    machine.follow(game.options, start(game, seed=1))
    with pytest.raises(ValueError, match="no way"):
        machine.follow(game.options, start(game, seed=2))


def test_a_bomb_pot_begins_on_the_flop() -> None:
    game = table((1000,) * 3, bomb_pot=1)
    state = start(game)
    assert [fired.after.value for fired in trail(game.options, state)][-2:] == ["flop", "flop_betting"]
    assert state_of(game.options, state) is GameState.FLOP_BETTING


def test_a_board_run_twice_is_one_showdown() -> None:
    game = table((1000, 1000), run_it_twice="ask")
    state = start(game, "all_in, call, twice, twice")
    assert [fired.after.value for fired in trail(game.options, state)][-2:] == ["showdown", "hand_end"]
