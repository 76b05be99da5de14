"""Small tools for hands in tests: fixed stacks and cards, and betting written as one line of text."""

from __future__ import annotations

from typing import Any

from paiju.games.contract import Seat, play
from paiju.games.holdem import Bets, Holdem, HoldemOptions, State
from paiju.games.holdem.dealing import plan


def table(stacks: tuple[int, ...], button: int = 0, **options: Any) -> Holdem:
    """A game with these stacks, blinds 10/20 unless said, and the button at seat 0 unless said."""
    return Holdem(HoldemOptions(stacks=stacks, button=button, **options))


def start(game: Holdem, actions: str = "", seed: int = 1) -> State:
    """Deal, then let whoever is to act do these things, separated by commas."""
    return act(game, game.deal(len(game.options.stacks), seed), actions)


def act(game: Holdem, state: State, actions: str) -> State:
    for text in filter(None, (one.strip() for one in actions.split(","))):
        state = play(game, state, Seat(state.turn), text).state
    return state


def bets(game: Holdem, state: State) -> Bets:
    choices = game.pending(state)[0].choices
    assert isinstance(choices, Bets)
    return choices


def fixed(options: HoldemOptions, holes: list[str], board: str, after: str = "") -> str:
    """A `deck` option that deals these hole cards, given from the left of the button, this board, and what lies after it."""
    places = plan(options, len(holes))
    deck = ["??"] * (max(places.board) + 1)
    for hole, text in zip(places.holes, holes, strict=True):
        for at, card in zip(hole, (text[:2], text[2:]), strict=True):
            deck[at] = card
    for at, begin in zip(places.board, range(0, len(board), 2), strict=False):
        deck[at] = board[begin : begin + 2]
    return "".join(deck) + after
