"""One card: a rank and a suit, or a joker."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Any, Final


class Suit(Enum):
    """Suits have no order of their own; a game that ranks them says how."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        return "cdhs"[self.value]

    @property
    def symbol(self) -> str:
        return "♣♦♥♠"[self.value]


class Rank(IntEnum):
    """Ranks by their code, which is a name and not a strength: `RankOrder` says what beats what."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14
    SMALL_JOKER = 15
    BIG_JOKER = 16

    @property
    def letter(self) -> str:
        return RANK_LETTERS[self.value - 2]

    @property
    def is_joker(self) -> bool:
        return self.value >= 15


RANK_LETTERS: Final = "23456789TJQKALR"


class Card(int):
    """A card is its integer code, `rank << 4 | suit` (`2c` is 32, `As` is 227), so it hashes and compares like one.

    The 54 cards are made once; `Card(227)` returns the ace of spades that exists already. Two decks hold
    equal cards twice: copies are interchangeable.

    >>> from paiju.cards import card
    >>> card("As"), int(card("As")), card("As").rank.name, card("As").suit.symbol
    (Card('As'), 227, 'ACE', '♠')
    """

    __slots__ = ()

    def __new__(cls, code: int) -> Card:
        found = _CARDS.get(code)
        if found is None:
            raise ValueError(f"{code} is no card code; a card is rank << 4 | suit, rank 2 to 14, suit 0 to 3")
        return found

    @property
    def rank(self) -> Rank:
        return _RANKS[int(self) >> 4]

    @property
    def suit(self) -> Suit | None:
        """The suit; None for a joker."""
        return _SUITS[int(self) & 15] if int(self) < 240 else None

    @property
    def is_joker(self) -> bool:
        return int(self) >= 240

    @staticmethod
    def of(rank: Rank, suit: Suit | None = None) -> Card:
        """The card of this rank and suit; jokers take no suit."""
        if rank.is_joker != (suit is None):
            raise ValueError("a joker has no suit, every other card has one")
        return _CARDS[rank.value << 4 | (suit.value if suit else 0)]

    def __str__(self) -> str:
        return TEXTS[self]

    def __repr__(self) -> str:
        return f"Card({TEXTS[self]!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Card, (int(self),)


_RANKS: Final = {rank.value: rank for rank in Rank}
_SUITS: Final = {suit.value: suit for suit in Suit}
_CARDS: Final[dict[int, Card]] = {}
TEXTS: Final[dict[int, str]] = {}
"""What each card is called, by its code."""


def _make_all() -> None:
    for rank in Rank:
        for suit in Suit:
            if rank.is_joker and suit is not Suit.CLUBS:
                continue
            code = rank.value << 4 | suit.value
            _CARDS[code] = int.__new__(Card, code)
            TEXTS[code] = rank.letter if rank.is_joker else rank.letter + suit.letter


_make_all()
SMALL_JOKER: Final = Card.of(Rank.SMALL_JOKER)
BIG_JOKER: Final = Card.of(Rank.BIG_JOKER)
