"""Cards as the original program let people type them: loosely, against the hand that must hold them.

Mirrors document 003 (the README of poker.cpp).

White space and unknown characters are ignored, letters may be of either case. A suit right before a point is that
exact card; a point alone is the held card of it with the smallest suit; a suit alone is the held card of it with
the smallest value. Exact cards are taken first, then lone points, then lone suits.

Everywhere else a card is written with its suit behind, `5h`, which here also reads as a 5 and a heart. Where both
readings can be played from the hand, both are returned. What `written` writes, `H5`, has one reading only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from paiju.cards import BIG_JOKER, SMALL_JOKER, Card, NotationError, Rank, Suit, cards, tokens
from paiju.games.climb.layout import Layout

PASSES: Final = frozenset({"/", "\\", "-", "--", "要不起", "不出", "不打"})

_POINTS: Final = {rank.letter: rank for rank in Rank if not rank.is_joker} | {"1": Rank.ACE, "10": Rank.TEN}
_JOKERS: Final = {
    "L": SMALL_JOKER, "小王": SMALL_JOKER, "小鬼": SMALL_JOKER, "R": BIG_JOKER, "大王": BIG_JOKER, "大鬼": BIG_JOKER,
}  # fmt: skip
_SUITS: Final = {
    "D": Suit.DIAMONDS, "C": Suit.CLUBS, "H": Suit.HEARTS, "S": Suit.SPADES,
    **{suit.symbol: suit for suit in Suit}, "方块": Suit.DIAMONDS, "梅花": Suit.CLUBS, "红桃": Suit.HEARTS, "红心": Suit.HEARTS, "黑桃": Suit.SPADES,
}  # fmt: skip

_APART: Final = re.compile("\\s[CDHScdhs♣♦♥♠]")  # a suit behind a gap belongs to what follows it

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


def written(row: Iterable[Card]) -> str:
    """Cards as they are read here without doubt, the suit in front.

    >>> written(cards("AsTd3hL"))
    'SA DT H3 L'
    """
    return " ".join([f"{card.suit.letter.upper()}{card.rank.letter}" if card.suit else str(card) for card in row])


def read_loosely(text: str, hand: Sequence[Card], layout: Layout) -> tuple[tuple[Card, ...], ...]:
    """The cards of a hand that a text may mean: one reading, none if the hand cannot satisfy it, or two.

    >>> from paiju.cards import RankOrder
    >>> layout = Layout.of(RankOrder("3 4 5 6 7 8 9 T J Q K A 2 L R"), 1)
    >>> [written(row) for row in read_loosely("s3 3 H", cards("3s3d3hAh"), layout)]
    ['S3 D3 H3']
    >>> [written(row) for row in read_loosely("5h", cards("5h5d9s"), layout)]
    ['D5 H5', 'H5']
    """
    found: dict[tuple[Card, ...], tuple[Card, ...]] = {}
    for meant in (_tokens(text), _suits_behind(text)):
        row = _taken(meant, hand, layout) if meant is not None else None
        if row is not None:
            found.setdefault(tuple(sorted(row)), row)
    return tuple(found.values())


def _suits_behind(text: str) -> list[_Token] | None:
    """The same in the usual notation, each suit right behind its point; None where it cannot be read so."""
    if _APART.search(text):
        return None
    try:
        found = tokens(text.lower())
    except NotationError:
        return None
    return [Card.of(one.rank, one.suit) if one.is_exact else one.rank for one in found]


def _taken(meant: Sequence[_Token], hand: Sequence[Card], layout: Layout) -> tuple[Card, ...] | None:
    """The cards of a hand for these tokens; None if it does not have them all."""
    left = sorted(hand, key=layout.bit.__getitem__)
    found: dict[int, Card] = {}
    for wanted in (Card, Rank, Suit):
        for place, token in enumerate(meant):
            if type(token) is not wanted:
                continue
            card = next((card for card in left if _fits(card, token)), None)
            if card is None:
                return None
            left.remove(card)
            found[place] = card
    return tuple(found[place] for place in range(len(meant)))


def read_exactly(text: str) -> tuple[Card, ...] | None:
    """The cards of a text in which every card has its suit, in the older notation or the usual one; None otherwise."""
    meant = _tokens(text)
    found = tuple(token for token in meant if isinstance(token, Card))
    if len(found) == len(meant):
        return found
    try:
        return cards(text)
    except NotationError:
        return None


def _fits(card: Card, token: _Token) -> bool:
    if isinstance(token, Card):
        return card == token
    return card.rank is token if isinstance(token, Rank) else card.suit is token
