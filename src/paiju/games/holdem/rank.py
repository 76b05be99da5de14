"""How strong a poker hand is: the best five of five, six or seven cards as one integer, by tables.

A `Ranking` numbers every different five-card hand of its deck from the weakest, 1, upwards: 7462 of them with 52
cards, 1404 with 36. Equal numbers tie; suits never decide. The table from the counts of ranks to that number fills
itself as hands are met, so importing costs nothing and a hand that was seen costs seven additions and a look-up. Where
there is a kernel it knows the numbers already, and the tables stay empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from paiju import kernel
from paiju.cards import DECK_36, DECK_52, Card
from paiju.games.contract import Line

Ranks = tuple[int, ...]


class HandRank(IntEnum):
    """The ten categories, best first. `word` is the name on the wire."""

    word: str

    ROYAL_FLUSH = 1
    STRAIGHT_FLUSH = 2
    FOUR_OF_A_KIND = 3
    FULL_HOUSE = 4
    FLUSH = 5
    STRAIGHT = 6
    THREE_OF_A_KIND = 7
    TWO_PAIR = 8
    ONE_PAIR = 9
    HIGH_CARD = 10

    def __init__(self, _: int) -> None:
        self.word = self._name_.lower()


class Made(NamedTuple):
    """A hand read: its category, the ranks that compare it, in order, the cards that make it, and its number."""

    category: HandRank
    ranks: Ranks
    cards: tuple[Card, ...]
    strength: int

    @property
    def line(self) -> Line:
        """What people call it: two pair A and K, kicker 9."""
        return describe(self.category, self.ranks)


# One integer per card: three bits count each rank, above them four bits count each suit. Sums of seven do not carry.
_SUITS_AT: Final = 39
VALUE: Final[dict[Card, int]] = {
    one: 1 << 3 * ((one >> 4) - 2) | 1 << _SUITS_AT + 4 * (one & 15) for one in DECK_52.cards
}
_RANKS_BELOW: Final = (1 << _SUITS_AT) - 1
_PLACE: Final[dict[Card, int]] = {one: ((one >> 4) - 2) * 4 + (one & 15) for one in DECK_52.cards}
"""Cards as the kernel counts them."""


def _native(short_deck: bool, trips_beat_straight: bool) -> Callable[..., int] | None:
    """The kernel's function for this order of hands."""
    if not kernel.HAVE_KERNEL:
        return None
    if not short_deck:
        return kernel.native.evaluate
    return kernel.native.evaluate_short_trips if trips_beat_straight else kernel.native.evaluate_short


def _flush_suits() -> Iterator[tuple[int, int]]:
    for suit in range(4):
        for held in (5, 6, 7):
            for rest in range(8 - held):
                for others in _splits(rest, 3):
                    counts = [*others[:suit], held, *others[suit:]]
                    yield sum(count << 4 * at for at, count in enumerate(counts)), suit


def _splits(total: int, parts: int) -> Iterator[Ranks]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _splits(total - first, parts - 1):
            yield (first, *rest)


_FLUSH_SUIT: Final = dict(_flush_suits())


class Ranking:
    """One deck's order of hands. Use `ranking()`, which makes each of the three once.

    >>> from paiju.cards import cards
    >>> STANDARD.strength(cards("AsKsQsJsTs")), STANDARD.strength(cards("7c5d4h3s2c"))
    (7462, 1)
    """

    def __init__(self, short_deck: bool, trips_beat_straight: bool) -> None:
        self.short_deck, self.trips_beat_straight = short_deck, trips_beat_straight
        self.deck: Final = DECK_36 if short_deck else DECK_52
        self.low: Final = 6 if short_deck else 2
        self.ruling: Final = short_deck + trips_beat_straight  # as the kernel counts them
        order = [
            HandRank.HIGH_CARD, HandRank.ONE_PAIR, HandRank.TWO_PAIR, HandRank.THREE_OF_A_KIND, HandRank.STRAIGHT,
            HandRank.FLUSH, HandRank.FULL_HOUSE, HandRank.FOUR_OF_A_KIND, HandRank.STRAIGHT_FLUSH, HandRank.ROYAL_FLUSH,
        ]  # fmt: skip
        if short_deck:
            order[5:7] = HandRank.FULL_HOUSE, HandRank.FLUSH
        if trips_beat_straight:
            order[3:5] = HandRank.STRAIGHT, HandRank.THREE_OF_A_KIND
        self.order: Final = tuple(order)  # weakest first
        self.classes: Final = tuple((category, ranks) for category in order for ranks in self._all(category))
        self._number: Final = {one: number for number, one in enumerate(self.classes, start=1)}
        self._by_ranks: Final[dict[int, int]] = {}
        self._by_flush: Final[dict[int, int]] = {}
        self._lines: Final[dict[int, Line]] = {}
        self._native: Final = _native(short_deck, trips_beat_straight)

    def _all(self, category: HandRank) -> list[Ranks]:
        """Every different hand of a category, weakest first."""
        ranks = range(self.low, 15)
        tops = range(self.low + 3, 15)  # the lowest straight is the ace below `low`
        straights = {tuple(sorted(straight(top, self.low))) for top in tops}
        found: Iterable[Ranks]
        match category:
            case HandRank.ROYAL_FLUSH:
                found = [(14,)]
            case HandRank.STRAIGHT_FLUSH:
                found = [(top,) for top in tops if top < 14]
            case HandRank.STRAIGHT:
                found = [(top,) for top in tops]
            case HandRank.FOUR_OF_A_KIND | HandRank.FULL_HOUSE:
                found = [(body, rest) for body in ranks for rest in ranks if body != rest]
            case HandRank.FLUSH | HandRank.HIGH_CARD:
                found = [row[::-1] for row in combinations(ranks, 5) if row not in straights]
            case HandRank.THREE_OF_A_KIND:
                found = [(body, b, a) for body in ranks for a, b in combinations(ranks, 2) if body not in (a, b)]
            case HandRank.TWO_PAIR:
                found = [(b, a, rest) for a, b in combinations(ranks, 2) for rest in ranks if rest not in (a, b)]
            case HandRank.ONE_PAIR:
                found = [(body, *row[::-1]) for body in ranks for row in combinations(ranks, 3) if body not in row]
        return sorted(found)

    def strength(self, cards: Iterable[Card]) -> int:
        """The number of the best five of five to seven cards; higher is better."""
        return self._native(*[_PLACE[one] for one in cards]) if self._native is not None else self.by_tables(cards)

    def by_tables(self, cards: Iterable[Card]) -> int:
        """The same without the kernel, which is held to it."""
        cards = tuple(cards)
        total = 0
        for one in cards:
            total += VALUE[one]
        return self.strength_of(total, cards)

    def strength_of(self, total: int, cards: Sequence[Card]) -> int:
        """The same by tables, for a caller that has summed `VALUE` over the cards already (a board, then each hand)."""
        counts = total & _RANKS_BELOW
        number = self._by_ranks.get(counts)
        if number is None:
            number = self._by_ranks[counts] = self._read_ranks(counts)
        suit = _FLUSH_SUIT.get(total >> _SUITS_AT)
        if suit is None:
            return number
        held = 0
        for one in cards:
            if one & 15 == suit:
                held |= 1 << (one >> 4)
        flush = self._by_flush.get(held)
        if flush is None:
            flush = self._by_flush[held] = self._read_flush(held)
        return flush if flush > number else number

    def _read_ranks(self, counts: int) -> int:
        """The best hand that suits have no part in: whichever reading has the highest number."""
        held = {rank: count for rank in range(14, 1, -1) if (count := counts >> 3 * (rank - 2) & 7)}
        if not 5 <= sum(held.values()) <= 7 or max(held.values()) > 4 or min(held) < self.low:
            raise ValueError("a hand is five to seven different cards of its deck")
        return max(self._number.get(one, 0) for one in _readings(held, self.low))

    def _read_flush(self, held: int) -> int:
        ranks = [rank for rank in range(14, 1, -1) if held >> rank & 1]
        top = _straight_top(ranks, self.low)
        if top == 14:
            return self._number[HandRank.ROYAL_FLUSH, (14,)]
        if top:
            return self._number[HandRank.STRAIGHT_FLUSH, (top,)]
        return self._number[HandRank.FLUSH, tuple(ranks[:5])]

    def category(self, strength: int) -> HandRank:
        """The category of a number."""
        return self.classes[strength - 1][0]

    def word(self, strength: int) -> str:
        """The name of its category on the wire; a hand that nobody had to show has the number 0."""
        return self.classes[strength - 1][0].word if strength else "uncontested"

    def example(self, strength: int) -> tuple[Card, ...]:
        """Five cards of this number, in the order in which they compare: those that make the hand first.

        >>> STANDARD.example(1)
        (Card('7c'), Card('5d'), Card('4h'), Card('3s'), Card('2c'))
        """
        category, ranks = self.classes[strength - 1]
        spread = _spread(category, ranks, self.low)
        suited = category in (HandRank.ROYAL_FLUSH, HandRank.STRAIGHT_FLUSH, HandRank.FLUSH)
        return tuple(Card(rank << 4 | (0 if suited else at % 4)) for at, rank in enumerate(spread))

    def line(self, cards: tuple[Card, ...]) -> Line:
        """What people call the best hand of these cards, without picking the five that make it: `read(cards).line`."""
        if len(cards) < 5:
            return _few_line(tuple(sorted([one >> 4 for one in cards])))
        return self.named(self.strength(cards))

    def named(self, strength: int) -> Line:
        """What people call a hand of this number."""
        found = self._lines.get(strength)
        if found is None:
            found = self._lines[strength] = describe(*self.classes[strength - 1])
        return found

    def read(self, cards: Iterable[Card]) -> Made:
        """Category, comparing ranks and the five cards of the best hand. With fewer than five cards: what is made.

        >>> from paiju.cards import cards
        >>> made = STANDARD.read(cards("AsAd KcKd9h9s2c"))
        >>> made.category.word, made.ranks, made.cards
        ('two_pair', (14, 13, 9), (Card('As'), Card('Ad'), Card('Kc'), Card('Kd'), Card('9h')))
        """
        cards = tuple(cards)
        if len(cards) < 5:
            return _read_few(cards)
        strength = self.strength(cards)
        category, ranks = self.classes[strength - 1]
        pool = cards
        if category in (HandRank.ROYAL_FLUSH, HandRank.STRAIGHT_FLUSH, HandRank.FLUSH):
            suits = [one & 15 for one in cards]
            suit = max(set(suits), key=suits.count)
            pool = tuple(one for one in cards if one & 15 == suit)
        return Made(category, ranks, _pick(pool, _spread(category, ranks, self.low)), strength)


def straight(top: int, low: int) -> Ranks:
    """The five ranks of a straight, top first; below the lowest rank of the deck stands the ace.

    >>> straight(5, low=2), straight(9, low=6)
    ((5, 4, 3, 2, 14), (9, 8, 7, 6, 14))
    """
    return tuple(14 if rank < low else rank for rank in range(top, top - 5, -1))


def _straight_top(ranks: Iterable[int], low: int) -> int:
    held = 0
    for rank in ranks:
        held |= 1 << rank
    return next((top for top, needed in _straights(low) if held & needed == needed), 0)


@cache
def _straights(low: int) -> tuple[tuple[int, int], ...]:
    """Every straight of a deck, highest first, as its top and its ranks in bits."""
    return tuple((top, sum(1 << rank for rank in straight(top, low))) for top in range(14, low + 2, -1))


def _readings(held: dict[int, int], low: int) -> Iterator[tuple[HandRank, Ranks]]:
    """Every category a count of ranks (highest rank first) can be read as, each at its best."""
    ranks = [rank for rank, count in held.items() if count]
    yield HandRank.HIGH_CARD, tuple(ranks[:5])
    pairs = [rank for rank in ranks if held[rank] >= 2]
    trips = [rank for rank in pairs if held[rank] >= 3]
    quads = [rank for rank in trips if held[rank] >= 4]
    if pairs:
        yield HandRank.ONE_PAIR, (pairs[0], *[rank for rank in ranks if rank != pairs[0]][:3])
    if len(pairs) > 1:
        yield HandRank.TWO_PAIR, (*pairs[:2], *[rank for rank in ranks if rank not in pairs[:2]][:1])
    if trips:
        yield HandRank.THREE_OF_A_KIND, (trips[0], *[rank for rank in ranks if rank != trips[0]][:2])
        yield HandRank.FULL_HOUSE, (trips[0], *[rank for rank in pairs if rank != trips[0]][:1])
    if quads:
        yield HandRank.FOUR_OF_A_KIND, (quads[0], *[rank for rank in ranks if rank != quads[0]][:1])
    top = _straight_top(ranks, low)
    if top:
        yield HandRank.STRAIGHT, (top,)


def _read_few(cards: tuple[Card, ...]) -> Made:
    """One to four cards: pairs, trips and quads are made, straights and flushes are not."""
    held = dict.fromkeys(range(14, 1, -1), 0)
    for one in cards:
        held[one >> 4] += 1
    made = [one for one in _readings(held, 2) if one[0] is not HandRank.FULL_HOUSE]
    category, ranks = min(made, key=lambda one: one[0])
    return Made(category, ranks, _pick(cards, _spread(category, ranks, 2)), 0)


@cache
def _few_line(ranks: Ranks) -> Line:
    """The same as a line: fewer than five cards are called by their ranks alone."""
    return _read_few(tuple(Card(rank << 4 | at) for at, rank in enumerate(ranks))).line


def _spread(category: HandRank, ranks: Ranks, low: int) -> Ranks:
    """The ranks of the cards themselves: (14, 13, 9) as two pair is A A K K 9."""
    body = {
        HandRank.FOUR_OF_A_KIND: (4,),
        HandRank.FULL_HOUSE: (3, 2),
        HandRank.THREE_OF_A_KIND: (3,),
        HandRank.TWO_PAIR: (2, 2),
        HandRank.ONE_PAIR: (2,),
    }.get(category, ())
    if category in (HandRank.ROYAL_FLUSH, HandRank.STRAIGHT_FLUSH, HandRank.STRAIGHT):
        return straight(ranks[0], low)
    sizes = (*body, *(1 for _ in ranks[len(body) :]))
    return tuple(rank for rank, size in zip(ranks, sizes, strict=True) for _ in range(size))


def _pick(pool: tuple[Card, ...], wanted: Ranks) -> tuple[Card, ...]:
    left = list(pool)
    picked = []
    for rank in wanted:
        one = next(card for card in left if card >> 4 == rank)
        left.remove(one)
        picked.append(one)
    return tuple(picked)


def describe(category: HandRank, ranks: Ranks) -> Line:
    """A hand in words-to-be: ranks that come several times are message keys (`holdem.rank.A`: aces), others are letters.

    Hands of fewer than five cards leave out the kickers they do not have.
    """
    names = tuple("10" if rank == 10 else "23456789TJQKA"[rank - 2] for rank in ranks)
    several = [f"holdem.rank.{name}" for name in names]
    key = f"holdem.hand.{category.word}"
    match category:
        case HandRank.ROYAL_FLUSH:
            return Line.of(key)
        case HandRank.STRAIGHT_FLUSH | HandRank.STRAIGHT:
            return Line.of(key, top=names[0])
        case HandRank.FULL_HOUSE:
            return Line.of(key, rank=several[0], pair=several[1])
        case HandRank.FLUSH:
            return Line.of(key, ranks=" ".join(names))
        case HandRank.TWO_PAIR:
            head, kickers = {"rank": several[0], "low": several[1]}, names[2:]
        case HandRank.HIGH_CARD:
            head, kickers = {"rank": names[0]}, names[1:]
        case _:
            head, kickers = {"rank": several[0]}, names[1:]
    if not kickers:
        return Line.of(key + ".bare", **head)
    return Line.of(key, **head, kickers=" ".join(kickers))


@cache
def ranking(short_deck: bool = False, trips_beat_straight: bool = False) -> Ranking:
    """The order of hands under these rules; trips above a straight is a short-deck option."""
    return Ranking(short_deck, trips_beat_straight)


STANDARD: Final = ranking()
