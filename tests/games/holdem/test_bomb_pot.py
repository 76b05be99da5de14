"""Bomb pots: everybody antes, nobody bets before the flop. Blinds 10/20, two big blinds each, button 0."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.games.contract import Seat
from paiju.games.holdem import Holdem, HoldemOptions, HoldemSeries, phh
from paiju.games.record import Move, Record, replay
from tests.games.holdem.hands import act, bets, start, table
from tests.games.holdem.test_game import with_cards


def bomb(stacks: tuple[int, ...], **options: Any) -> Holdem:
    return table(stacks, bomb_pot=1, **options)


@pytest.mark.parametrize(
    ("stacks", "options", "paid", "turn", "low", "high"),
    [
        ((1000,) * 3, {}, (40, 40, 40), 1, 20, 960),
        ((1000,) * 2, {}, (40, 40), 1, 20, 960),  # heads-up the button acts last, as after every flop
        ((1000,) * 3, {"bomb_pot_ante": 5}, (100, 100, 100), 1, 20, 900),
        ((1000,) * 3, {"ante": 7, "ante_type": "bb"}, (40, 40, 40), 1, 20, 960),  # in place of the usual ante
        ((1000,) * 3, {"straddle": "utg"}, (40, 40, 40), 1, 20, 960),  # and of blinds and straddle
        ((1000,) * 3, {"hand_number": 11, "blind_increase_rounds": 10}, (80, 80, 80), 1, 40, 920),
        ((1000,) * 3, {"game_type": "pot_limit"}, (40, 40, 40), 1, 20, 120),
        ((1000,) * 3, {"game_type": "limit"}, (40, 40, 40), 1, 20, 20),
        ((1000, 25, 1000), {}, (40, 25, 40), 2, 20, 960),  # a short ante is all-in
        ((1000,) * 3, {"variant": "short_deck", "short_deck_structure": "button_blind"}, (40, 40, 40), 1, 20, 960),
        ((1000,) * 4, {"sitting_out": (2,)}, (40, 40, 0, 40), 1, 20, 960),
        ((1000,) * 4, {"posting": (3,), "missed_big": (3,), "missed_small": (3,)}, (40,) * 4, 1, 20, 960),
    ],
)
def test_the_opening(
    stacks: tuple[int, ...], options: dict[str, Any], paid: tuple[int, ...], turn: int, low: int, high: int
) -> None:
    game = bomb(stacks, **options)
    state = start(game)
    assert (state.paid, state.dead, state.bet, state.street, len(state.board)) == (paid, 0, 0, 1, 3)
    assert (state.turn, bets(game, state).to_call, bets(game, state).low, bets(game, state).high) == (
        turn,
        0,
        low,
        high,
    )


def test_the_pots_of_a_short_ante() -> None:
    """25 from each of three make the main pot, 15 more from two of them the side pot."""
    game = with_cards((1000, 25, 1000), ["AsAh", "KcKd", "2c3d"], "4h5s9dJcQh", bomb_pot=1)
    state = start(game)
    assert [(pot.amount, pot.eligible) for pot in game.view(state, None).pots] == [(75, (0, 1, 2)), (30, (0, 2))]
    end = act(game, state, "check, check, check, check, check, check")
    assert end.stacks == (960, 75, 990)


def test_antes_that_take_all_run_the_hand_out() -> None:
    game = with_cards((40, 30, 1000), ["AsAh", "KcKd", "QcQd"], "4h5s9dJc2h", bomb_pot=1)
    state = start(game)
    assert state.result is not None and state.result.showdown
    assert len(state.board) == 5
    assert state.stacks == (0, 90, 980)  # 30 × 3 to the aces, 10 × 2 to the kings


def test_every_third_hand() -> None:
    options = HoldemOptions(stacks=(1000,) * 3, button=0, bomb_pot=3)
    seen = []
    for _ in range(6):
        game = Holdem(options)
        state = start(game)
        seen.append((game.view(state, None).bomb_pot, state.street, state.setup.button))
        state = act(game, state, "fold, fold")
        following = HoldemSeries().next(options, game.outcome(state))  # type: ignore[arg-type]
        assert following is not None
        options = following
    assert seen == [
        (False, 0, 0), (False, 0, 1), (True, 1, 2), (False, 0, 0), (False, 0, 1), (True, 1, 2),
    ]  # the button goes on  # fmt: skip


def test_folding_leaves_the_ante_to_the_last() -> None:
    game = bomb((1000,) * 3)
    assert game.outcome(start(game, "fold, fold")).scores == (80, -40, -40)  # type: ignore[union-attr]


def test_it_is_told() -> None:
    game = bomb((1000,) * 3)
    state = start(game)
    view = game.view(state, Seat(1))
    assert view.bomb_pot and view.ante == 40 and view.stage == "flop"
    keys = [line.key for line in view.log]
    assert keys == [
        "holdem.game_started", "holdem.bomb_pot", *["holdem.posted"] * 3, "holdem.hole_cards", "holdem.cards_dealt",
    ]  # fmt: skip
    assert view.log[1].args == {"amount": 40}


def test_the_history_format_has_no_such_hand() -> None:
    game = bomb((1000,) * 3)
    with pytest.raises(phh.PhhError, match=r"^a bomb pot has no betting before the flop, which PHH cannot tell$"):
        phh.of_state(game, start(game, "fold, fold"))


def test_other_hands_of_such_a_table_are_written() -> None:
    game = table((1000,) * 3, bomb_pot=2)
    hand = phh.of_state(game, start(game, "fold, fold"))
    assert phh.compare(phh.loads(phh.dumps(hand)), strict=True).verdict is phh.Verdict.AGREES


def test_records_replay() -> None:
    record = Record(
        game="holdem", seats=3, seed=5, moves=(Move(Seat(0), "check"), Move(Seat(1), "fold"), Move(Seat(2), "fold")),
        options={"bomb_pot": 1, "button": 2},
    )  # fmt: skip
    assert replay(record).stacks == (1080, 960, 960)
