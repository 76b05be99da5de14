"""Values every game shares: cards and their notation, decks, rank orders, chance. Knows no game."""

from paiju.cards.card import BIG_JOKER, SMALL_JOKER, Card, Rank, Suit
from paiju.cards.deck import DECK_36, DECK_52, DECK_54, DECK_108, Deck
from paiju.cards.notation import NotationError, Token, card, cards, tokens, write
from paiju.cards.order import RankOrder
from paiju.cards.rng import Rng, clumped

__all__ = [
    "BIG_JOKER",
    "DECK_36",
    "DECK_52",
    "DECK_54",
    "DECK_108",
    "SMALL_JOKER",
    "Card",
    "Deck",
    "NotationError",
    "Rank",
    "RankOrder",
    "Rng",
    "Suit",
    "Token",
    "card",
    "cards",
    "clumped",
    "tokens",
    "write",
]
