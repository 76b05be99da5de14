"""Small tools for hands in tests: fixed stacks and cards, and betting written as one line of text."""

from __future__ import annotations

import random
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


SHAPES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"ante": 5, "ante_type": "all"}),
    (6, {"game_type": "limit"}),
    (4, {"game_type": "pot_limit", "straddle": "utg"}),
    (3, {"bomb_pot": 1}),
    (3, {"run_it_twice": "ask"}),
    (4, {"run_it_twice": "always"}),
    (5, {"variant": "short_deck", "ante": 2}),
    (5, {"sitting_out": (1, 3)}),
    (3, {"leave_policy": "check_fold"}),
]
"""Seats and options of tables that differ in what happens there."""


def some_states(game: Holdem, seats: int, rng: random.Random) -> list[State]:
    """The states of a hand and of another that begins with the same cards, in which people fold, leave and show."""
    start = game.deal(seats, rng.randrange(1000))
    found = [start]
    for _ in range(2):
        state = start
        while state.turn >= 0:
            (decision,) = game.pending(state)
            seat, choices = decision.seat, list(decision.choices)
            text = str(rng.choice(choices[:3] if rng.random() < 0.8 else choices))
            if rng.random() < 0.3:
                text = str(choices[-1])  # all-in, where that is a raise
            elif rng.random() < 0.05:
                seat, text = Seat(rng.choice(state.live_seats)), "leave"
                if state.away >> seat & 1:
                    continue
            state = play(game, state, seat, text).state
            found.append(state)
        for seat in map(Seat, state.setup.order):
            shown = list(game.unasked(state, seat))
            if shown and rng.random() < 0.5:
                state = game.apply(state, seat, rng.choice(shown))
                found.append(state)
    return found
