"""What answers are worth: bets to come, and what is known of the others."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.bots.holdem import postflop, preflop
from paiju.bots.holdem.option import Option, Spot
from paiju.bots.holdem.story import NEUTRAL, Habits, Story
from paiju.cards import Rng
from paiju.games.catalog import find
from paiju.games.contract import play
from paiju.games.holdem.action import CALL, CHECK

pytestmark = pytest.mark.pure


def spot(big_blind: str, button: str, board: str, moves: str, habits: Habits = NEUTRAL, stack: int = 1000) -> Spot:
    """Heads-up; seat 0 is the button. `habits` are those of whoever is not asked."""
    options = {"button": 0, "fast_deal": True, "stacks": (stack, stack), "deck": big_blind + button + board}
    game = find("holdem").game(options)
    state = game.deal(2, 1)
    for move in filter(None, moves.split(",")):
        state, _ = play(game, state, game.pending(state)[0].seat, move.strip())
    (decision,) = game.pending(state)
    view: Any = game.view(state, decision.seat)
    choices: Any = decision.choices
    return Spot(Story.of(view, {1 - int(decision.seat): habits}), choices)


def value(one: Spot, action: Any) -> float:
    return next(option.worth for option in postflop.options(one) if option.action == action)


def opened(button: str, habits: Habits) -> Option:
    return preflop.answer(spot("????", button, "", "", habits), Rng(1))


def test_a_strong_hand_is_checked_to_who_always_bets() -> None:
    flop = "AcAd", "????", "AhKs2d7c8d", "raise_to 50, call"
    assert value(spot(*flop, Habits(bets=2.5)), CHECK) > value(spot(*flop), CHECK)


def test_who_is_ahead_wins_bets_to_come_and_who_is_behind_pays_them() -> None:
    """With the same cards deep stacks make strong hands better and weak ones worse, against the pot."""
    moves = "call, raise_to 40, call, raise_to 20"
    for hole, better in (("AcAd", True), ("6c5d", False)):
        deep = value(spot("????", hole, "AhKs2d7c8d", moves), CALL)
        short = value(spot("????", hole, "AhKs2d7c8d", moves, stack=60), CALL)
        assert (deep > short) is better


def test_more_is_opened_against_who_gives_up() -> None:
    tried = ["9c2d", "8c2d", "7c2d", "6c2d", "5c2d", "8c3d", "7c3d"]
    sound = sum(opened(hole, NEUTRAL).action.kind == "raise_to" for hole in tried)
    folding = sum(opened(hole, Habits(calls=0.5, reraises=0.5)).action.kind == "raise_to" for hole in tried)
    assert folding > sound
