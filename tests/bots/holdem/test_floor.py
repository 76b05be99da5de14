"""No bet wins by itself: the bots do not fold more of their hands than its price allows."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from paiju.bots import make
from paiju.bots.holdem.starts import Starts
from paiju.bots.holdem.story import Habits, Story
from paiju.cards import Card
from paiju.games.catalog import find
from paiju.games.contract import play
from paiju.solver.ranges import card_of_bit

pytestmark = pytest.mark.pure

BOARD = "Kh8s3cTd5s"
EVERY = 23  # hands that are tried, one out of so many


def hands() -> list[str]:
    board = {BOARD[at : at + 2] for at in range(0, 10, 2)}
    found = []
    for hole in islice(Starts.of(False).place, 0, None, EVERY):
        cards: list[Card] = [card_of_bit(at) for at in range(52) if hole >> at & 1]
        if not board & set(map(str, cards)):
            found.append("".join(map(str, cards)))
    return found


def at(hole: str, moves: str, players: int = 2) -> tuple[Any, Any]:
    """The view and question of the last player to be dealt their first cards, the big blind heads-up."""
    order = ["??" * 2] * players
    order[0 if players == 2 else 1] = hole
    options = {"button": 0, "fast_deal": True, "stacks": (1000,) * players, "deck": "".join(order) + BOARD}
    game = find("holdem").game(options)
    state = game.deal(players, 1)
    for move in filter(None, moves.split(",")):
        state, _ = play(game, state, game.pending(state)[0].seat, move.strip())
    (decision,) = game.pending(state)
    return game.view(state, decision.seat), decision


def folded(hole: str, moves: str, players: int = 2, level: str = "hard") -> bool:
    view, decision = at(hole, moves, players)
    return bool(make("holdem", level, seed=1).choose(view, decision, limit=5.0).kind == "fold")


@pytest.mark.parametrize("level", ("normal", "hard"))
@pytest.mark.parametrize(
    ("moves", "players", "most"),
    [
        ("raise_to 60", 2, 50 / 80),  # a pot raise: 50 to win 30
        ("raise_to 50", 2, 40 / 70),
        ("fold, raise_to 70, fold", 4, (70 / 100) ** 0.5),  # two blinds share the duty
    ],
)
def test_a_raise_with_any_two_does_not_pay(level: str, moves: str, players: int, most: float) -> None:
    tried = hands()
    share = sum(folded(hole, moves, players, level) for hole in tried) / len(tried)
    assert share <= most + 0.02


@pytest.mark.parametrize(
    ("street", "size"),
    [
        ("check, raise_to 120", 120 / 240),
        ("check, check, check, raise_to 120", 0.5),
        ("check, check, check, check, check, raise_to 60", 60 / 180),
    ],
)
def test_a_bet_after_the_flop_does_not_pay(street: str, size: float) -> None:
    """Of the hands with which the bot calls a raise before the flop."""
    before = "raise_to 60"
    stayed = [hole for hole in hands() if not folded(hole, before)]
    share = sum(folded(hole, f"{before}, call, {street}") for hole in stayed) / len(stayed)
    assert share <= size + 0.04


def test_the_duty_ends_where_somebody_has_called_and_shrinks_against_the_timid() -> None:
    view, _ = at("7h2d", "raise_to 60")
    assert Story.of(view).most_folds() == pytest.approx(0.625)
    timid = Story.of(view, {0: Habits(opens=0.5)}).most_folds()
    assert timid == pytest.approx(1 - 0.375 / 2)
    assert Story.of(view, {0: Habits(opens=2.5)}).most_folds() == pytest.approx(0.625), "it never grows"
    called, _ = at("7h2d", "raise_to 60, call", players=3)
    assert Story.of(called).most_folds() == 1.0
