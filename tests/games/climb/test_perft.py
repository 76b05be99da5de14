"""Counting: how many plays, and how many ways to go on for so many moves. Pinned, and held to a brute force.

`python -m tests.games.climb.test_perft` prints the numbers of this version.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from paiju.cards import Card, Rng
from paiju.games import catalog
from paiju.games.climb.game import Climb
from paiju.games.climb.state import State
from tests.games.climb.naive import covers, types
from tests.games.climb.test_plays import GAMES, all_games, identity
from tests.games.climb.test_vectors import climb


def perft(game: Any, state: Any, depth: int) -> int:
    """Sequences of so many moves; a deal that ends sooner counts once."""
    pending = game.pending(state)
    if depth == 0 or not pending:
        return 1
    decision = pending[0]
    if depth == 1:
        return sum(1 for _ in decision.choices)
    return sum(perft(game, game.apply(state, decision.seat, action), depth - 1) for action in decision.choices)


# game -> plays of the first hand of seeds 0, 1, 2 as a leader without restrictions; sequences of 1, 2, 3 moves of seed 0
PINNED: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "doudizhu": ((34, 43, 44), (34, 329, 2823)),
    "doudizhu_x": ((34, 43, 44), (34, 329, 2823)),
    "doudizhu_4p": ((131, 91, 70), (131, 1522, 6121)),
    "big_two": ((33, 19, 29), (33, 160, 633)),
    "three_two_one": ((58, 30, 25), (58, 193, 599)),
    "wuguapi": ((6, 6, 8), (6, 23, 66)),
    "qigui_521": ((9, 8, 9), (9, 39, 124)),
    "qigui_523": ((9, 8, 9), (9, 42, 127)),
}


def position(game: Climb, seed: int) -> State:
    """The dealt hands with seat 0 to lead freely, past any auction."""
    state = game.deal(game.seats[0], seed)
    return game.position([game.layout.cards(hand) for hand in state.hands], leader=0)


def counted(name: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    game = climb(name)
    plays = tuple(perft(game, position(game, seed), 1) for seed in range(3))
    return plays, tuple(perft(game, position(game, 0), depth) for depth in (1, 2, 3))


@all_games
def test_counts_are_pinned(name: str) -> None:
    assert counted(name) == PINNED[name]


# -- the same by brute force ------------------------------------------------------------------------------------

Top = tuple[str, str, int]


def naive_perft(
    game: Climb, name: str, hands: tuple[tuple[Card, ...], ...], turn: int, top: Top | None, owner: int, depth: int
) -> int:
    if depth == 0 or any(not hand for hand in hands):
        return 1
    seats = len(hands)
    following = (turn + 1) % seats
    total, seen = 0, set()
    if top is not None:
        if following == owner:
            total += naive_perft(game, name, hands, owner, None, owner, depth - 1)
        else:
            total += naive_perft(game, name, hands, following, top, owner, depth - 1)
    hand = hands[turn]
    for some in (some for n in range(1, len(hand) + 1) for some in combinations(hand, n)):
        for kind, head in types(name, some):
            new = (kind, head, len(some))
            key = (identity(game, some), new)
            if key in seen or (top is not None and not covers(name, new, top)):
                continue
            seen.add(key)
            left = tuple(card for card in hand if card not in some)
            after = (*hands[:turn], left, *hands[turn + 1 :])
            total += naive_perft(game, name, after, following, new, turn, depth - 1)
    return total


@pytest.mark.parametrize("name", [name for name in GAMES if name not in ("three_two_one", "doudizhu_4p")])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_sequences_of_small_hands_by_brute_force(name: str, seed: int) -> None:
    info = catalog.find(name)
    game = info.game({"unbeatable_shortcut": False})
    assert isinstance(game, Climb)
    ranks = game.layout.ranks[-6:] if seed == 3 else game.layout.ranks[:5]
    deck = Rng(seed).shuffled(card for card in game.rules.deck.cards if card.rank in ranks)
    seats = game.seats[0]
    hands = tuple(deck[6 * seat : 6 * seat + 6] for seat in range(min(seats, 3)))
    if seats == 4:
        hands = (*hands, deck[18:20])
    start = game.position(hands, leader=0)
    for depth in (1, 2, 3) if seed == 1 else (1, 2):
        assert perft(game, start, depth) == naive_perft(game, name, hands, 0, None, 0, depth)


if __name__ == "__main__":
    for game_name in GAMES:
        print(f'    "{game_name}": {counted(game_name)},')
