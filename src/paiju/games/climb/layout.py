"""Hands as integers: the layout that tables, and later the kernel, share.

A *point* is a rank's place in the game's order, 0 for the weakest. Two integers describe a hand:

    counts  four bits per point: how many cards of it
    mask    which cards: per point one field for each suit, d c h s from low to high, a field being one bit wide with
            one deck and two bits (a number 0 to 2) with two

Both add and subtract like numbers. With one deck the bits of a mask are in the order of the cards: a higher bit is a
greater card, by point and then by suit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from paiju.cards import BIG_JOKER, SMALL_JOKER, Card, Rank, RankOrder, Suit

SUITS: Final = (Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS, Suit.SPADES)
ONES: Final = 0x1111_1111_1111_1111  # one bit for each of up to sixteen points


class Layout:
    """Where each card sits in the integers of one order and number of decks."""

    def __init__(self, order: RankOrder, copies: int) -> None:
        self.order, self.copies = order, copies
        self.ranks: tuple[Rank, ...] = order.ranks
        self.point: dict[Rank, int] = {rank: point for point, rank in enumerate(self.ranks)}
        self._by_letter = {rank.letter: point for rank, point in self.point.items()}
        self.stride = 4 * copies
        self.bit: dict[Card, int] = {}
        self.unit: dict[Card, int] = {}
        for rank, point in self.point.items():
            for suit, card in enumerate(_cards_of(rank)):
                self.bit[card] = 1 << (self.stride * point + copies * suit)
                self.unit[card] = 1 << (4 * point)
        self.places = tuple((rank.letter, 4 * self.point[rank]) for rank in reversed(self.ranks))
        """Letter and place in `counts` of every rank, greatest first."""
        self.by_bit: dict[int, Card] = {bit: card for card, bit in self.bit.items()}
        self.joker_units: int = sum(self.unit.get(joker, 0) for joker in (SMALL_JOKER, BIG_JOKER))
        self._held: list[dict[int, tuple[Card, ...]]] = [{} for _ in self.ranks]

    @staticmethod
    @lru_cache(maxsize=64)
    def of(order: RankOrder, copies: int) -> Layout:
        return Layout(order, copies)

    def points(self, letters: str) -> tuple[int, ...]:
        """The points of some ranks by their letters, as in "A 2 3"."""
        return tuple([self._by_letter[letter] for letter in letters if letter != " "])

    def mask(self, cards: Iterable[Card]) -> int:
        return sum(map(self.bit.__getitem__, cards))

    def counts(self, cards: Iterable[Card]) -> int:
        return sum(map(self.unit.__getitem__, cards))

    def weigh(self, cards: tuple[Card, ...]) -> tuple[int, int]:
        """Mask and counts."""
        return sum(map(self.bit.__getitem__, cards)), sum(map(self.unit.__getitem__, cards))

    def held(self, mask: int, point: int) -> tuple[Card, ...]:
        """The cards of one point in a hand, highest suit first."""
        field = mask >> (self.stride * point) & ((1 << self.stride) - 1)
        cards = self._held[point].get(field)
        if cards is None:
            found: list[Card] = []
            for suit, card in enumerate(_cards_of(self.ranks[point])):
                found += [card] * (field >> (self.copies * suit) & ((1 << self.copies) - 1))
            cards = self._held[point][field] = tuple(reversed(found))
        return cards

    def cards(self, mask: int) -> tuple[Card, ...]:
        """The cards of a mask, greatest first."""
        found: list[Card] = []
        while mask:
            point = (mask.bit_length() - 1) // self.stride
            found += self.held(mask, point)
            mask &= (1 << (self.stride * point)) - 1
        return tuple(found)

    def pick(self, hand: int, body: int, carried: int) -> tuple[Card, ...]:
        """Cards of a hand for a pattern of counts: the smallest suits held, body first, greatest first.

        Where a point is in both, the body takes the higher suits.
        """
        found: list[Card] = []
        later: list[Card] = []
        held = self.held
        pattern = body + carried
        while pattern:
            shift = (pattern.bit_length() - 1) & ~3
            number = pattern >> shift
            have = held(hand, shift >> 2)
            chosen = have[len(have) - number :]
            pattern &= (1 << shift) - 1
            if carried:
                own = body >> shift & 15
                found += chosen[:own]
                later += chosen[own:]
            else:
                found += chosen
        found += later
        return tuple(found)


@lru_cache(maxsize=32)
def _cards_of(rank: Rank) -> tuple[Card, ...]:
    return (Card.of(rank),) if rank.is_joker else tuple(Card.of(rank, suit) for suit in SUITS)


def at_least(counts: int, width: int) -> int:
    """One bit (the lowest of its four) for each point with at least `width` cards; width 1 to 8.

    >>> hex(at_least(0x4321, 2)), hex(at_least(0x4321, 4))
    ('0x1110', '0x1000')
    """
    return AT_LEAST[width](counts)


# The same, one function per width: the hot loops take the one they need.
AT_LEAST: Final[tuple[Callable[[int], int], ...]] = (
    lambda counts: ONES,
    lambda counts: (counts | counts >> 1 | counts >> 2 | counts >> 3) & ONES,
    lambda counts: (counts >> 1 | counts >> 2 | counts >> 3) & ONES,
    lambda counts: (counts & counts >> 1 | counts >> 2 | counts >> 3) & ONES,
    lambda counts: (counts >> 2 | counts >> 3) & ONES,
    lambda counts: (counts >> 2 & (counts | counts >> 1) | counts >> 3) & ONES,
    lambda counts: (counts >> 2 & counts >> 1 | counts >> 3) & ONES,
    lambda counts: (counts >> 2 & counts >> 1 & counts | counts >> 3) & ONES,
    lambda counts: counts >> 3 & ONES,
)


def total(counts: int) -> int:
    """How many cards a pattern of counts has.

    >>> total(0x4321)
    10
    """
    pairs = (counts & 0x0F0F_0F0F_0F0F_0F0F) + (counts >> 4 & 0x0F0F_0F0F_0F0F_0F0F)
    return pairs % 255
