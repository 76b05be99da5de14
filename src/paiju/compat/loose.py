"""Cards as the original program let people type them: loosely, against the hand that must hold them.

Mirrors document 003 (the README of poker.cpp).

White space and unknown characters are ignored, letters may be of either case. A suit right before a point is that
exact card; a point alone is the held card of it with the smallest suit; a suit alone is the held card of it with
the smallest value. Exact cards are taken first, then lone points, then lone suits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from paiju.cards import BIG_JOKER, SMALL_JOKER, Card, NotationError, Rank, Suit, cards
from paiju.games.climb.layout import Layout

PASSES: Final = frozenset({"/", "\\", "-", "--", "要不起", "不出", "不打"})

_POINTS: Final = {rank.letter: rank for rank in Rank if not rank.is_joker} | {"1": Rank.ACE, "10": Rank.TEN}
_JOKERS: Final = {
    "L": SMALL_JOKER, "小王": SMALL_JOKER, "小鬼": SMALL_JOKER, "R": BIG_JOKER, "大王": BIG_JOKER, "大鬼": BIG_JOKER,
}  # fmt: skip
_SUITS: Final = {
    "D": Suit.DIAMONDS, "C": Suit.CLUBS, "H": Suit.HEARTS, "S": Suit.SPADES,
    "方块": Suit.DIAMONDS, "梅花": Suit.CLUBS, "红桃": Suit.HEARTS, "红心": Suit.HEARTS, "黑桃": Suit.SPADES,
}  # fmt: skip

_Token = Card | Rank | Suit


def _tokens(text: str) -> list[_Token]:
    """What is meant, suits joined to the points that follow them."""
    found: list[_Token] = []
    at, text = 0, text.upper()
    while at < len(text):
        for length in (2, 1):
            word = text[at : at + length]
            if word in _JOKERS:
                found.append(_JOKERS[word])
                break
            if word in _SUITS:
                found.append(_SUITS[word])
                break
            if word in _POINTS:
                point = _POINTS[word]
                if found and isinstance(found[-1], Suit):
                    found[-1] = Card.of(point, found[-1])
                else:
                    found.append(point)
                break
        at += length
    return found


def read_loosely(text: str, hand: Sequence[Card], layout: Layout) -> tuple[Card, ...] | None:
    """The cards of a hand that a text means; None if the hand cannot satisfy it.

    >>> from paiju.cards import RankOrder, cards, write
    >>> layout = Layout.of(RankOrder("3 4 5 6 7 8 9 T J Q K A 2 L R"), 1)
    >>> write(read_loosely("s3 3 H", cards("3s3d3hAh"), layout))
    '3s3d3h'
    """
    left = sorted(hand, key=layout.bit.__getitem__)
    tokens = _tokens(text)
    found: dict[int, Card] = {}
    for wanted in (Card, Rank, Suit):
        for place, token in enumerate(tokens):
            if type(token) is not wanted:
                continue
            card = next((card for card in left if _fits(card, token)), None)
            if card is None:
                return None
            left.remove(card)
            found[place] = card
    return tuple(found[place] for place in range(len(tokens)))


def read_exactly(text: str) -> tuple[Card, ...] | None:
    """The cards of a text in which every card has its suit, in the older notation or the usual one; None otherwise."""
    tokens = _tokens(text)
    found = tuple(token for token in tokens if isinstance(token, Card))
    if len(found) == len(tokens):
        return found
    try:
        return cards(text)
    except NotationError:
        return None


def _fits(card: Card, token: _Token) -> bool:
    if isinstance(token, Card):
        return card == token
    return card.rank is token if isinstance(token, Rank) else card.suit is token
