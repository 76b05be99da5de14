"""Players, actions and pots under the names of the data model."""

from __future__ import annotations

from paiju.compat import holdem_model as model
from paiju.games.contract import Seat
from paiju.games.holdem import PlayerStatus
from tests.games.holdem.hands import act, start, table


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
