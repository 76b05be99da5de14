"""二人斗地主 by the numbers of its vectors: robbing in turn, cards that the farmer is let, cards that nobody is dealt."""

from __future__ import annotations

from collections import Counter

import pytest

from paiju.games import catalog
from paiju.games.climb.game import Climb
from paiju.games.climb.position import Position
from paiju.games.climb.state import State
from paiju.games.contract import Seat, play
from tests.games.climb.test_stages import climb


def said(game: Climb, words: str) -> State:
    """Deal 3 after these answers, of whoever is asked."""
    state = game.deal(2, 3)
    for word in words.split():
        state = play(game, state, Seat(state.turn), word).state
    return state


@pytest.mark.parametrize(
    ("number", "words", "options", "landlord", "stakes", "let"),
    [
        (1, "call no", {}, 0, 1, 0),
        (2, "call rob no", {}, 1, 2, 1),
        (3, "call rob rob no", {}, 0, 4, 2),
        (4, "call rob rob rob rob", {}, 0, 16, 4),
        (5, "no call", {}, 1, 1, 0),
        (7, "call rob no", {"let_first": 2, "let_each": 2}, 1, 2, 4),
        (8, "call rob no", {"robs_double": False}, 1, 1, 1),
        (0, "call", {"most_robs": 0}, 0, 1, 0),
    ],
)
def test_1_to_8_the_auction(
    number: int, words: str, options: dict[str, object], landlord: int, stakes: int, let: int
) -> None:
    state = said(climb("doudizhu_2p", **options), words)
    first = state.setup.first
    assert state.setup.landlord == (first + landlord) % 2
    assert state.multiplier == stakes
    assert (state.setup.spare or (0, 0))[1 - state.setup.landlord] == let
    assert (state.setup.spare or (0, 0))[state.setup.landlord] == 0


def test_6_nobody_calls() -> None:
    state = said(climb("doudizhu_2p"), "no no")
    assert state.setup.deal == 2


@pytest.mark.parametrize(
    ("number", "text", "move", "over"),
    [
        (9, "doudizhu_2p 3456/789 1 landlord=0 handicap=2", "9", True),
        (10, "doudizhu_2p 3456/789T 1 landlord=0 handicap=2", "9", False),
        (11, "doudizhu_2p 345/789 0 landlord=0 handicap=2", "3", False),
    ],
)
def test_9_to_11_the_farmer_need_not_play_what_is_let(number: int, text: str, move: str, over: bool) -> None:
    position = Position.parse(text)
    game = position.engine
    state = play(game, position.state, Seat(position.turn), move).state
    outcome = game.outcome(state)
    assert (outcome is not None) is over
    if outcome is not None:
        assert outcome.scores == (-1, 1)


@pytest.mark.parametrize(("deck", "aside"), [("54", 17), ("46", 9)])
def test_cards_that_are_not_dealt_stay_hidden(deck: str, aside: int) -> None:
    game = climb("doudizhu_2p", deck=deck)
    state = game.deal(2, 8)
    assert len(state.setup.aside) == aside
    assert Counter(game.census(state)) == Counter(game.rules.deck.cards)
    for viewer in (None, Seat(0), Seat(1)):
        piles = {pile.name: pile.cards for pile in game.view(state, viewer).centre}
        assert piles == {"kitty": 3, "aside": aside}


def test_the_options_of_the_game_for_three_hold() -> None:
    info = catalog.find("二人斗地主")
    game = info.game({"bidding": "score"})
    assert isinstance(game, Climb)
    assert said(game, "3分").setup.bid == 3
