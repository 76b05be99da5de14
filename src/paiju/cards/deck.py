"""Deck recipes: which cards, in which order before the shuffle."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from paiju.cards.card import BIG_JOKER, SMALL_JOKER, Card, Rank, Suit

_POINTS: Final = (Rank.ACE, *(rank for rank in Rank if rank < Rank.ACE))
_SUITS: Final = (Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS, Suit.SPADES)


@dataclass(frozen=True)
class Deck:
    """A deck before the shuffle: points A to K, within a point ♦ ♣ ♥ ♠, then both jokers; again for each further copy.

    The top of a deck is the end of the list: deals pop from there.

    >>> DECK_54.cards[:4], DECK_54.cards[-1], len(DECK_108.cards)
    ((Card('Ad'), Card('Ac'), Card('Ah'), Card('As')), Card('R'), 108)
    """

    copies: int = 1
    jokers: bool = True
    without: frozenset[Rank] = frozenset()
    missing: frozenset[Card] = frozenset()  # single cards that are left out of every copy

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        one = [Card.of(rank, suit) for rank in _POINTS if rank not in self.without for suit in _SUITS]
        if self.jokers:
            one += [SMALL_JOKER, BIG_JOKER]
        return tuple([card for card in one if card not in self.missing] * self.copies)

    def __len__(self) -> int:
        return len(self.cards)


DECK_54: Final = Deck()
DECK_52: Final = Deck(jokers=False)
DECK_108: Final = Deck(copies=2)
DECK_36: Final = Deck(jokers=False, without=frozenset(rank for rank in Rank if rank < Rank.SIX))
