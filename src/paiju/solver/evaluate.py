"""Strength of hold'em hands, one at a time or by the million, through the kernel where there is one.

A hand is five to seven cards: a 52-bit mask (the bit of a card is (rank - 2) * 4 + suit, clubs first), a bytes
object of such places, or the places as integers. Its strength is that of `paiju.games.holdem.rank`: 1 is the worst
hand of the deck, higher wins, equal ties.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb, prod
from operator import index
from typing import Any, Final

from paiju import kernel
from paiju.games.holdem.rank import VALUE, Ranking, ranking
from paiju.solver.ranges import ALL_36, ALL_52, card_of_bit

__all__ = ["SHORT", "SHORT_TRIPS", "STANDARD", "evaluate", "evaluate_many", "frequencies", "ruling_of"]

STANDARD, SHORT, SHORT_TRIPS = range(3)

RANKINGS: Final[tuple[Callable[[], Ranking], ...]] = (
    lambda: ranking(),
    lambda: ranking(short_deck=True),
    lambda: ranking(short_deck=True, trips_beat_straight=True),
)
CARDS: Final = tuple(card_of_bit(place) for place in range(52))
VALUES: Final = tuple(VALUE[card] for card in CARDS)


def ruling_of(short_deck: bool = False, trips_beat_straight: bool = False) -> int:
    """The number of a ruling: 0 standard, 1 short deck, 2 short deck with three of a kind above a straight."""
    if trips_beat_straight and not short_deck:
        raise ValueError("three of a kind beats a straight only with the short deck")
    return SHORT_TRIPS if trips_beat_straight else SHORT if short_deck else STANDARD


def deck_of(ruling: int) -> int:
    """All cards of a ruling's deck as a mask."""
    if ruling not in (0, 1, 2):
        raise ValueError("the ruling is 0 (standard), 1 (short deck) or 2 (short deck, trips beat a straight)")
    return ALL_36 if ruling else ALL_52


def _evaluate(*hand: Any) -> int:
    return _judge(STANDARD, hand)


def _evaluate_short(*hand: Any) -> int:
    return _judge(SHORT, hand)


def _evaluate_short_trips(*hand: Any) -> int:
    return _judge(SHORT_TRIPS, hand)


def _judge(ruling: int, hand: tuple[Any, ...]) -> int:
    if len(hand) == 1 and hasattr(hand[0], "__index__"):  # an integer, perhaps one of NumPy's
        mask = index(hand[0])
        if not 0 <= mask <= ALL_52:
            raise ValueError("a mask has bits 0 to 51 only")
        places = [place for place in range(52) if mask >> place & 1]
    elif len(hand) == 1:
        if not isinstance(hand[0], bytes):
            raise TypeError("a hand is a mask, a bytes object, or five to seven integers")
        places = list(hand[0])
    else:
        if not all(hasattr(place, "__index__") for place in hand):
            raise TypeError("a card is an integer")
        places = [index(place) for place in hand]
    if not 5 <= len(places) <= 7:
        raise ValueError(f"five to seven cards are needed, not {len(places)}")
    if not all(0 <= place < 52 for place in places):
        raise ValueError("a card is a number from 0 to 51")
    if any(not deck_of(ruling) >> place & 1 for place in places):
        raise ValueError("a short deck has no cards below six")
    if len(set(places)) < len(places):
        raise ValueError("a card is in the hand twice")
    return RANKINGS[ruling]().by_tables([CARDS[place] for place in places])


def _evaluate_many(hands: Any, out: Any, ruling: int = STANDARD, threads: int = 1, wide: bool = True) -> None:
    """Strengths of many hands, as 64-bit masks or as rows of five to seven bytes, into 16-bit integers.

    Both are buffers (array, memoryview, NumPy) and must not overlap. A hand that is none is a ValueError that names
    it; what comes before it may have been written. Not `wide`, the kernel keeps to instructions that every machine has.
    """
    deck_of(ruling)
    if not 1 <= threads <= 256:
        raise ValueError("threads is a number from 1 to 256")
    with memoryview(hands) as source, memoryview(out) as target:
        if target.itemsize != 2 or target.format.lstrip("@=<") not in ("H", "h"):
            raise TypeError("out must hold 16-bit integers")
        if target.readonly or not (source.c_contiguous and target.c_contiguous):
            raise ValueError("hands and out must be contiguous, and out writable")
        rows: list[tuple[Any, ...]]
        if source.itemsize == 1:
            if source.ndim != 2 or not 5 <= (source.shape or (0, 0))[1] <= 7:
                raise ValueError("bytes come as rows of five, six or seven cards")
            width = (source.shape or (0, 0))[1]
            flat = source.tobytes()
            rows = [tuple(flat[at : at + width]) for at in range(0, len(flat), width)]
        elif source.itemsize == 8 and source.format.lstrip("@=<") in ("Q", "q", "L", "l"):
            rows = [(mask,) for mask in source.cast("B").cast("Q")]
        else:
            raise TypeError("hands must hold 64-bit masks, or rows of bytes")
        if len(rows) != target.nbytes // 2:
            raise ValueError("out must have one place for each hand")
        results = target.cast("B").cast("H")
        for at, hand in enumerate(rows):
            try:
                results[at] = _judge(ruling, hand)
            except ValueError:
                raise ValueError(f"hand {at} is not five to seven different cards of the deck") from None


def _frequencies(cards: int, ruling: int = STANDARD) -> list[int]:
    """How many hands of so many cards have each strength; place 0 is unused.

    Counts multisets of ranks rather than hands: with no suit of five or more cards every choice of suits counts for
    the ranks alone, and flushes are counted by the ranks of their suit.
    """
    if not 5 <= cards <= 7:
        raise ValueError("hands have five to seven cards")
    judge = RANKINGS[ruling]()
    deck_of(ruling)
    counts = [0] * (len(judge.classes) + 1)
    ranks = range(judge.low - 2, 13)
    for counted in _multisets(cards, len(ranks)):
        held = {rank: count for rank, count in zip(ranks, counted, strict=True) if count}
        plain = [CARDS[rank * 4 + at % 4] for at, rank in enumerate(rank for rank in held for _ in range(held[rank]))]
        best = judge.by_tables(plain)
        counts[best] += prod(comb(4, count) for count in held.values())
        for size in range(5, len(held) + 1):  # five of a suit need five different ranks
            for suited in combinations(held, size):
                # The suit has these ranks and no others; the rest of each rank comes from the three other suits.
                rest = prod(comb(3, count - (rank in suited)) for rank, count in held.items())
                counts[best] -= 4 * rest
                counts[max(best, judge.by_tables([CARDS[rank * 4] for rank in suited]))] += 4 * rest
    return counts


def _multisets(size: int, ranks: int) -> list[tuple[int, ...]]:
    if ranks == 0:
        return [()] if size == 0 else []
    return [(first, *rest) for first in range(min(4, size) + 1) for rest in _multisets(size - first, ranks - 1)]


_native = kernel.native if kernel.HAVE_KERNEL else None
_singles = (
    (_native.evaluate, _native.evaluate_short, _native.evaluate_short_trips)
    if _native
    else (_evaluate, _evaluate_short, _evaluate_short_trips)
)
evaluate_many = _native.evaluate_many if _native else _evaluate_many
frequencies = _native.frequencies if _native else _frequencies


def evaluate(*hand: Any, ruling: int = STANDARD) -> int:
    """Strength of one hand. In a tight loop, call `kernel.native.evaluate` itself: it saves this one call.

    >>> evaluate(0b1111 << 48 | 0b1), evaluate(bytes([51, 47, 43, 39, 35])), evaluate(0, 5, 10, 15, 20)
    (7441, 7462, 1)
    """
    deck_of(ruling)
    return _singles[ruling](*hand)
