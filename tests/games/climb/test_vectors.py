"""Every numbered type and cover vector."""

from __future__ import annotations

import pytest

from paiju.cards import Card, Suit, tokens
from paiju.games import catalog
from paiju.games.climb.game import Climb
from paiju.games.climb.shapes import Combo
from tests.games.climb.vectors import COVERS, TYPES

SUITS = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


def climb(name: str) -> Climb:
    game = catalog.game(name)
    assert isinstance(game, Climb)
    return game


def some_cards(text: str) -> tuple[Card, ...]:
    """Cards of a text in which suits may be left out: any that are free."""
    used: dict[object, int] = {}
    found = []
    for token in tokens(text):
        if token.is_exact:
            found.append(Card.of(token.rank, token.suit))
        else:
            found.append(Card.of(token.rank, SUITS[used.get(token.rank, 0) % 4]))
            used[token.rank] = used.get(token.rank, 0) + 1
    return tuple(found)


def readings(game: Climb, text: str) -> tuple[Combo, ...]:
    cards, _, declared = text.partition("=")
    found = game.reader.read(some_cards(cards))
    return tuple(combo for combo in found if not declared or game.rules.name_of(combo.kind) == declared)


def head(combo: Combo) -> str:
    """Heads of the vectors have the suit in front."""
    return combo.head if len(combo.head) == 1 else combo.head[1].upper() + combo.head[0]


@pytest.mark.parametrize(("name", "number", "cards", "expected"), TYPES, ids=[f"{row[0]}-{row[1]}" for row in TYPES])
def test_types(name: str, number: int, cards: str, expected: str) -> None:
    game = climb(name)
    found = {f"{game.rules.name_of(combo.kind)}:{head(combo)}" for combo in readings(game, cards)}
    assert found == set(expected.split())


@pytest.mark.parametrize(
    ("name", "number", "table", "play", "covers"), COVERS, ids=[f"{row[0]}-{row[1]}" for row in COVERS]
)
def test_covers(name: str, number: int, table: str, play: str, covers: bool) -> None:
    game = climb(name)
    tops = readings(game, table)
    assert tops
    assert any(combo.beats(tops[0]) for combo in readings(game, play)) is covers
