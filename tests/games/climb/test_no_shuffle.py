"""不洗牌: what the seed gives, that every seat is dealt alike, and that there are more bombs."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.cards import DECK_54, Rng, clumped, write
from paiju.games import catalog
from paiju.games.climb.game import Climb
from paiju.games.climb.layout import at_least

GAMES = ["doudizhu", "doudizhu_x", "doudizhu_2p", "doudizhu_4p", "paodekuai"]


VECTOR = "3s4d4c4h2s3dKdKcKhKsLJdJcJh5h5s6d6cThTs6h6s7d7cRAdAcJsQdQcQhQsTdTc7h7s8d8c8h4s5dAhAs5c2d2c2h8s9d9c9h9s3c3h"


def test_the_vector_of_the_docs() -> None:
    assert write(clumped(Rng(1), DECK_54.cards)) == VECTOR


@pytest.mark.parametrize("name", GAMES)
def test_places_are_shifts_of_each_other(name: str) -> None:
    """A uniform last cut then deals every seat alike."""
    game: Any = catalog.find(name).game({"no_shuffle": True})
    assert isinstance(game, Climb)
    seats = game.seats[0]
    size, places = len(game.rules.deck), game.hand_places(seats)
    packet = places[0][0] - places[1][0]
    for seat in range(1, seats):
        assert [at - packet * seat for at in places[0]] == list(places[seat])
    assert sorted([at for hand in places for at in hand] + list(game.rest_places(seats))) == list(range(size))


@pytest.mark.parametrize("name", ["doudizhu", "doudizhu_2p", "paodekuai"])
def test_every_seat_is_dealt_alike_and_bombs_are_plenty(name: str) -> None:
    """Of 600 deals: high cards by seat within five standard errors, and several times the bombs."""
    bombs = {}
    for no_shuffle in (False, True):
        game: Any = catalog.find(name).game({"no_shuffle": no_shuffle})
        seats, deals, high = game.seats[0], 600, [0] * game.seats[0]
        found = 0
        for seed in range(deals):
            state = game.deal(seats, seed)
            for seat, counts in enumerate(state.counts):
                found += at_least(counts, 4).bit_count()
                high[seat] += sum(card.rank.letter in "2LR" for card in game.layout.cards(state.hands[seat]))
        mean = sum(high) / seats
        assert all(abs(mine - mean) < 5 * (2 * mean) ** 0.5 for mine in high), high
        bombs[no_shuffle] = found / deals
    assert bombs[True] > 4 * bombs[False]
