"""Ranges of hold'em hole cards, in the notation that players write.

    QQ+             QQ KK AA                          77-55        77 66 55
    AKs AKo AK      suited, off suit, both            ATs+         ATs AJs AQs AKs
    T9s-76s         both cards step down together     A5s-A2s      the lower card steps down
    A*s A*o A*      an ace with any other rank        AXs          the same (* and X are any rank)
    AsKs            these two cards                   random       any two cards (also XX, *, any, 100%)
    15%             the best 15 % of hands            T9s:0.5      a weight, from above 0 to 1; else 1

Items are separated by commas. Where items overlap, the later one sets the weight: `QQ+:0.5,AA` holds AA in full.
A percentage takes whole classes of hands (AA, AKs, AKo …), best first in the order of `starting_hands`, as many as come
nearest to it. `A*` leaves out the pair.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

from paiju.cards import Card, NotationError, cards
from paiju.games.refusals import BadValue

__all__ = ["Range", "bit", "card_of_bit", "mask", "parse_range", "row"]

_LETTERS: Final = "23456789TJQKA"
_ANY: Final = frozenset({"random", "any", "*", "**", "xx", "100%"})
_WILD: Final = "X*"
_PERCENT: Final = re.compile(r"(\d{1,3}(?:\.\d+)?)\s*%")
ALL_52: Final = (1 << 52) - 1
ALL_36: Final = ALL_52 & ~0xFFFF  # six and up
LOWEST_36: Final = 4  # the place of the six among the ranks


def bit(card: Card) -> int:
    """The place of a card in a mask: (rank - 2) * 4 + suit, clubs first."""
    return ((card >> 4) - 2) * 4 + (card & 15)


def card_of_bit(place: int) -> Card:
    return Card((place // 4 + 2) << 4 | place % 4)


def mask(row: Iterable[Card]) -> int:
    """A set of cards as a 52-bit number. Jokers have no place in it.

    >>> mask(cards("2c")), mask(cards("As")) == 1 << 51
    (1, True)
    """
    total = 0
    for card in row:
        if card.is_joker:
            raise BadValue("range.jokers")
        total |= 1 << bit(card)
    return total


def row(of: int) -> tuple[Card, ...]:
    """The cards of a mask, highest first."""
    return tuple(card_of_bit(place) for place in range(51, -1, -1) if of >> place & 1)


@dataclass(frozen=True)
class Range:
    """Two-card hands with their weights, as (mask, weight), lowest mask first.

    >>> r = parse_range("KK+,AKs:0.5")
    >>> len(r), r.weight
    (16, 14.0)
    """

    combos: tuple[tuple[int, float], ...]

    def __len__(self) -> int:
        return len(self.combos)

    def __iter__(self) -> Iterator[tuple[int, float]]:
        return iter(self.combos)

    @property
    def weight(self) -> float:
        return sum(weight for _, weight in self.combos)

    def without(self, dead: int) -> Range:
        """What is left when these cards are gone."""
        return Range(tuple((hole, weight) for hole, weight in self.combos if not hole & dead))

    @staticmethod
    def of(hole: Iterable[Card]) -> Range:
        """One hand."""
        return Range(((mask(hole), 1.0),))


def parse_range(text: str, *, short_deck: bool = False) -> Range:
    """Read a range or a single hand. NotationError says what is wrong and where."""
    hand = _exact(text)
    found: dict[int, float] = {}
    if hand is not None:
        found[hand] = 1.0
    else:
        at = 0
        for item in text.split(","):
            for hole, weight in _item(text, at, item, short_deck):
                found[hole] = weight
            at += len(item) + 1
    if short_deck and any(hole & ~ALL_36 for hole in found):
        raise NotationError(text, -1, "a short deck has no cards below six", "range.short_deck")
    return Range(tuple(sorted(found.items())))


def _exact(text: str) -> int | None:
    """The mask of a text that names exactly two cards, in any notation for cards."""
    try:
        pair = cards(text)
    except NotationError:
        return None
    if len(pair) != 2 or any(card.is_joker for card in pair):
        return None
    if pair[0] == pair[1]:
        raise NotationError(text, -1, f"{pair[0]} cannot be held twice", "range.held_twice", card=pair[0])
    return mask(pair)


def _item(text: str, at: int, item: str, short_deck: bool) -> Iterator[tuple[int, float]]:
    """One item between commas, with its weight."""
    body, colon, number = item.partition(":")
    weight = 1.0
    if colon:
        try:
            weight = float(number)
        except ValueError:
            weight = -1.0
        if not 0.0 < weight <= 1.0:
            raise NotationError(
                text, at + len(body), "a weight is a number above 0 and up to 1, as in AKs:0.5", "range.weight"
            )
    at += len(body) - len(body.lstrip())
    body = body.strip()
    if not body:
        raise NotationError(text, at, "a range has something between its commas, as in QQ+,AKs", "range.nothing")
    for hole in _holes(text, at, body, short_deck):
        yield hole, weight


def _holes(text: str, at: int, body: str, short_deck: bool) -> Iterable[int]:
    lowest = LOWEST_36 if short_deck else 0
    if body.lower() in _ANY:
        return (1 << a | 1 << b for a, b in combinations(range(lowest * 4, 52), 2))
    percent = _PERCENT.fullmatch(body)
    if percent:
        share = float(percent[1])
        if not 0 < share <= 100:
            raise NotationError(text, at, "a percentage is above 0 and up to 100, as in 15%", "range.percentage")
        return _best(share / 100, short_deck)
    exact = _exact(body)
    if exact is not None:
        return (exact,)
    if any(letter in _WILD for letter in body.upper()):
        return _all_of(_wild(text, at, body, lowest))
    first, dash, last = body.partition("-")
    if dash:
        return _between(text, at, _shape(text, at, first), _shape(text, at + len(first) + 1, last))
    if body.endswith("+"):
        high, low, kind = _shape(text, at, body[:-1])
        if high == low:
            return _all_of([(rank, rank, kind) for rank in range(low, 13)])
        return _all_of([(high, rank, kind) for rank in range(low, high)])
    return _all_of([_shape(text, at, body)])


def _wild(text: str, at: int, body: str, lowest: int) -> list[_Shape]:
    """`A*s`, `AX` or `*K`: a rank with every other one."""
    word = body.upper().replace("10", "T")
    ranks, kind = [letter for letter in word[:2] if letter in _LETTERS], word[2:].lower()
    if len(ranks) != 1 or kind not in ("", "s", "o"):
        why = f"{body!r} is no hand; a rank goes with * or X, as in A*s, A*o or A*"
        raise NotationError(text, at, why, "range.any", word=repr(body))
    one = _LETTERS.index(ranks[0])
    return [(max(one, other), min(one, other), kind) for other in range(lowest, 13) if other != one]


@cache
def _best(share: float, short_deck: bool) -> tuple[int, ...]:
    """The best starting hands, as many whole classes as come nearest to this share of all hands; at least one."""
    from paiju.solver.starting_hands import SHORT, STANDARD

    classes = [row.split()[0] for row in (SHORT if short_deck else STANDARD).split("\n") if row]
    wanted = share * (630 if short_deck else 1326)
    found: list[int] = []
    for name in classes:
        more = list(_all_of([_shape(name, 0, name)]))
        if found and len(found) + len(more) / 2 > wanted:
            break
        found += more
    return tuple(found)


_Shape = tuple[int, int, str]  # high rank, low rank, and "s", "o" or "" for both; ranks count from 0


def _shape(text: str, at: int, word: str) -> _Shape:
    """`AKs`, `AK` or `77`."""
    word = word.strip().replace("10", "T")
    ranks, kind = word[:2].upper(), word[2:].lower()
    if len(ranks) < 2 or any(letter not in _LETTERS for letter in ranks) or kind not in ("", "s", "o"):
        why = f"{word!r} is no hand; write QQ, AKs, AKo, AK, A*s, 15% or AsKs"
        raise NotationError(text, at, why, "range.word", word=repr(word))
    high, low = sorted((_LETTERS.index(letter) for letter in ranks), reverse=True)
    if high == low and kind:
        raise NotationError(text, at, "a pair is neither suited nor off suit", "range.pair")
    return high, low, kind


def _between(text: str, at: int, first: _Shape, last: _Shape) -> Iterable[int]:
    """From one shape to another: both cards move together, or the lower one alone."""
    upper, lower = max(first, last), min(first, last)
    if first[2] == last[2]:
        if upper[0] - upper[1] == lower[0] - lower[1]:
            return _all_of([(upper[0] - i, upper[1] - i, first[2]) for i in range(upper[0] - lower[0] + 1)])
        if upper[0] == lower[0] and upper[1] < upper[0] and lower[1] < lower[0]:
            return _all_of([(upper[0], rank, first[2]) for rank in range(lower[1], upper[1] + 1)])
    raise NotationError(
        text, at, "both ends of a span have the same gap or the same high card, as in T9s-76s or A5s-A2s", "range.span"
    )


def _all_of(shapes: Iterable[_Shape]) -> Iterator[int]:
    for high, low, kind in shapes:
        for a in range(4):
            for b in range(4):
                if high == low:
                    if a < b:
                        yield 1 << (high * 4 + a) | 1 << (high * 4 + b)
                elif (kind != "o" or a != b) and (kind != "s" or a == b):
                    yield 1 << (high * 4 + a) | 1 << (low * 4 + b)
