"""Reading and listing plays where some cards are wild, as the level hearts 逢人配 of Guandan are.

A play is a pattern of natural cards (counts per point) and a number of wild cards. The level rank stands above the
ace in the sheet's `order`, so points say what beats what among equal cards; runs follow the sheet's `path`, where
every rank, the level too, keeps its natural place.

- A wild card may stand for any card that is not a joker. Alone, or with natural level cards only, it is the level.
- In a run it takes the suit that the natural cards share, if they share one: the run is then a straight flush, and
  a plain straight only where the sheet says `flush_as_straight`.
- Cards may have several readings: `read` gives all, the strongest first: bombs by tier and key, then by type in the
  order of `PREFERENCE`, then by key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

from paiju.cards import Card, Rank
from paiju.games.climb.actions import Play
from paiju.games.climb.kinds import Kind
from paiju.games.climb.layout import SUITS, Layout, at_least
from paiju.games.climb.rules import ClimbRules
from paiju.games.climb.shapes import Combo, Shape

CACHE_LIMIT: Final = 1 << 14
PREFERENCE: Final = (
    Kind.SINGLE, Kind.PAIR, Kind.TRIPLE, Kind.FULL_HOUSE, Kind.STRAIGHT, Kind.PAIR_RUN, Kind.TRIPLE_RUN
)  # fmt: skip
_BASES: Final = {Kind.SINGLE: 0, Kind.PAIR: 20, Kind.TRIPLE: 30}
_LOWEST, MIXED = -1, 4  # the suits of an offer: the lowest held, or not all the same; 0 to 3 is one suit


@dataclass(frozen=True)
class Wild:
    """Rulings on wild cards and levels that differ from table to table; called with the sheet, it makes the reader.

    The sheet names the wild card itself; its rank is the level.
    """

    two_high: bool = False  # a single 2 stands between ace and level
    bombs_elevated: bool = True  # a bomb of the level rank is above one of aces
    flush_as_straight: bool = False  # a one-suit run with a wild card may be played as a plain straight
    lengths_must_match: bool = False  # a run is covered by runs of its own length only

    def __call__(self, rules: ClimbRules) -> WildReader:
        return WildReader(rules, self)


class Window(NamedTuple):
    """A stretch of the path that a run may cover."""

    points: tuple[int, ...]  # bottom first
    top: int  # 14 for an ace at the top, 5 for A2345
    units: tuple[int, ...]  # one card of each point, as counts


class Filling(NamedTuple):
    """One way to make a run out of a hand."""

    pattern: int  # natural cards, as counts
    wilds: int
    window: int


class Held(NamedTuple):
    """A hand taken apart."""

    mask: int
    natural: int  # counts without the wild cards
    wilds: int
    points: tuple[tuple[int, int], ...]  # (point, how many) of natural cards that are no jokers


class Lister(NamedTuple):
    """How the plays of one shape are listed."""

    kind: Kind
    bomb: int
    width: int  # no play without so many equal cards, wild ones counted
    list: Callable[[Held, Combo | None], Iterable[WildOffer]]


class WildOffer(Play):
    """A play that is offered as a pattern; its cards are picked from the hand when somebody looks at them."""

    __slots__ = ("_held", "_pattern", "_reader", "_suit", "_top", "_wilds")

    def __init__(
        self,
        reader: WildReader,
        held: Held,
        pattern: int,
        wilds: int,
        combo: Combo,
        top: Combo | None,
        suit: int = _LOWEST,
    ) -> None:
        self._reader = reader
        self._held = held
        self._pattern = pattern
        self._wilds = wilds
        self.combo = combo
        self._top = top
        self._suit = suit
        self._cards = self.weight = None

    @property
    def spelled(self) -> tuple[Card | Rank, ...]:
        cards = self._cards
        if cards is None:
            assert self.combo is not None
            picked = self._reader.pick(self._held, self._pattern, self._suit)
            cards = self._cards = self._reader.arrange(picked + (self._reader.wild,) * self._wilds, self.combo)
        return cards

    @property
    def taken(self) -> tuple[int, int]:
        """The natural cards as counts, and the number of wild cards."""
        return self._pattern, self._wilds

    @property
    def declared(self) -> str | None:  # type: ignore[override]
        """The reading, unless it is the one that is taken without a word."""
        assert self.combo is not None
        if (
            not self._wilds and len(self.combo.body) < 13
        ):  # natural cards have one reading, but for all ranks from A to A
            return None
        return self._reader.declaration(self.cards, self.combo, self._top)


class WildReader:
    """See the module."""

    def __init__(self, rules: ClimbRules, says: Wild) -> None:
        assert rules.wild is not None
        self.rules, self.says, self.wild = rules, says, rules.wild
        self.layout = Layout.of(rules.order, rules.deck.copies)
        self._names = dict(rules.names)
        self._wild_bit = self.layout.bit[self.wild]
        self._wild_shift = self._wild_bit.bit_length() - 1
        self._wild_unit = self.layout.unit[self.wild]
        self._level = self.layout.point[self.wild.rank]
        self._jokers = tuple(point for point, rank in enumerate(self.layout.ranks) if rank.is_joker)
        self._plain = tuple(point for point, rank in enumerate(self.layout.ranks) if not rank.is_joker)
        self._of_suit = tuple(sum(3 << (8 * point + 2 * suit) for point in self._plain) for suit in range(len(SUITS)))
        self._path = self.layout.points(rules.path)
        self._windows = tuple(self._stretches())
        self._ending: dict[int, dict[int, int]] = {}  # top -> length -> window
        for number, window in enumerate(self._windows):
            self._ending.setdefault(window.top, {})[len(window.points)] = number
        self._equals: dict[Shape, dict[int, Combo]] = {}  # by point
        self._runs: dict[Shape, dict[int, Combo]] = {}  # by window
        self._houses: dict[Shape, dict[int, Combo]] = {}  # by the point of the triple
        self._exact: dict[Shape, dict[int, Combo]] = {}  # by pattern
        by_kind = {shape.kind: shape for shape in rules.shapes}  # a position may ban either
        self._straight, self._flush = by_kind.get(Kind.STRAIGHT), by_kind.get(Kind.STRAIGHT_FLUSH)
        self.combos = self._compile()
        self._plain_listers = tuple(self._lister(shape) for shape in rules.shapes if not shape.bomb)
        self._bomb_listers = tuple(self._lister(shape) for shape in rules.shapes if shape.bomb)
        self._read_known: dict[tuple[int, int], tuple[tuple[Combo, ...], tuple[int, ...]]] = {}
        self._fill_known: dict[tuple[int, int, int], tuple[Filling, ...]] = {}

    # -- compiling ---------------------------------------------------------------------------------------------

    def _stretches(self) -> Iterator[Window]:
        """Every stretch of at least two different ranks. The ace is worth 1 at the bottom of the path, 14 at its top."""
        for end in range(1, len(self._path)):
            for start in range(end - 1, -1, -1):
                points = self._path[start : end + 1]
                if len(set(points)) == len(points):
                    yield Window(points, end + 1, tuple(1 << (4 * point) for point in points))

    def _worth(self, point: int) -> int:
        """Big joker 17, small joker 16, level cards 15, others their natural rank."""
        rank = self.layout.ranks[point]
        return rank.value + 1 if rank.is_joker else 15 if point == self._level else rank.value

    def _compile(self) -> tuple[Combo, ...]:
        """Every combo of the sheet, made once. Its number is its place in the order of preference."""
        drafts: list[tuple[dict[int, Combo], int, Combo]] = []
        for shape in self.rules.shapes:
            for combos, place, combo in self._drafts(shape):
                drafts.append((combos, place, combo))
        drafts.sort(key=lambda draft: _preference(draft[2]))
        made = []
        for number, (combos, place, draft) in enumerate(drafts):
            combos[place] = draft._replace(number=number)
            made.append(combos[place])
        return tuple(made)

    def _drafts(self, shape: Shape) -> Iterator[tuple[dict[int, Combo], int, Combo]]:
        if shape.exactly:
            points = self.layout.points(shape.exactly)
            best = max(map(self._worth, points))
            body = tuple(sorted(set(points), reverse=True))
            pattern = sum(1 << (4 * point) for point in points)
            combo = self._draft(shape, 1, best, body, 2 * best)
            yield self._exact.setdefault(shape, {}), pattern, combo._replace(width=len(points) // len(body))
        elif shape.run[1] > 1:
            for number, window in enumerate(self._windows):
                length = len(window.points)
                if shape.run[0] <= length <= shape.run[1]:
                    # among straight flushes the longer wins; among other runs the one that ends higher
                    strength = 20 * length + window.top if shape.bomb else 20 * window.top + length
                    combo = self._draft(shape, length, window.top, window.points[::-1], strength)
                    yield self._runs.setdefault(shape, {}), number, combo
        elif shape.carry:
            for point in self._plain:
                worth = self._worth(point)
                yield self._houses.setdefault(shape, {}), point, self._draft(shape, 1, worth, (point,), 2 * worth)
        else:
            for point in (*self._plain, *self._jokers) if shape.width <= self.rules.deck.copies else self._plain:
                rank, key = self.layout.ranks[point], float(self._worth(point))
                if shape.bomb and not self.says.bombs_elevated:
                    key = rank.value
                elif shape.kind is Kind.SINGLE and self.says.two_high and rank is Rank.TWO and point != self._level:
                    key = 14.5
                key = int(key) if key == int(key) else key
                yield self._equals.setdefault(shape, {}), point, self._draft(shape, 1, key, (point,), int(2 * key))

    def _draft(self, shape: Shape, run: int, key: float, body: tuple[int, ...], strength: int) -> Combo:
        size, line = shape.size(run), shape.kind.value
        if shape.bomb:
            line, strength = "bomb", 1000 * shape.bomb + strength
        elif self.says.lengths_must_match:
            line = f"{line}{size}"
        head = self.layout.ranks[body[0]].letter
        return Combo(
            -1, shape.kind, size, line, strength, shape.bomb, shape.factor, False, head, key, body, shape.width
        )

    # -- reading -----------------------------------------------------------------------------------------------

    def read(self, cards: tuple[Card, ...]) -> tuple[Combo, ...]:
        """Every reading, the strongest first; () for no combo, and for more copies of a card than there are."""
        copies = self.rules.deck.copies
        if len(cards) > copies and any(cards.count(card) > copies for card in cards):
            return ()
        wilds = cards.count(self.wild)
        natural = self.layout.counts(cards) - wilds * self._wild_unit
        known = self._read_known.get((natural, wilds))
        if known is None:
            if len(self._read_known) >= CACHE_LIMIT:
                self._read_known.clear()
            known = self._read_known[natural, wilds] = self._read(natural, wilds, len(cards))
        found, straights = known
        if not straights:
            return found
        suits = {card & 15 for card in cards if card != self.wild}
        runs: list[Combo] = []
        if self._flush is not None and len(suits) == 1:
            flushes = self._runs[self._flush]
            runs += [flushes[window] for window in straights if window in flushes]
        if self._straight is not None and (len(suits) > 1 or (wilds and self.says.flush_as_straight)):
            runs += [self._runs[self._straight][window] for window in straights]
        return tuple(sorted((*found, *runs), key=_number, reverse=True))

    def _read(self, natural: int, wilds: int, size: int) -> tuple[tuple[Combo, ...], tuple[int, ...]]:
        """Readings in which suits do not matter, and the windows of one card a point, in which they do."""
        held = [(point, natural >> (4 * point) & 15) for point in range(len(self.layout.ranks))]
        held = [(point, number) for point, number in held if number]
        found = [combos[natural] for combos in self._exact.values() if natural in combos and not wilds]
        if len(held) < 2:
            point = held[0][0] if held else self._level
            if not wilds or point not in self._jokers:
                found += [
                    combos[point] for shape, combos in self._equals.items() if shape.width == size and point in combos
                ]
        for shape, combos in self._houses.items():
            if size == shape.size(1):
                found += [combos[point] for point in self._triples(shape, held, wilds)]
        straights: tuple[int, ...] = ()
        if len(held) > 1 and held[-1][0] not in self._jokers:
            points, most = {point for point, _ in held}, max(number for _, number in held)
            for shape, combos in self._runs.items():
                if size % shape.width or most > shape.width or (shape is self._flush and self._straight):
                    continue
                length = size // shape.width
                fitting = [
                    number
                    for number in combos
                    if len(self._windows[number].points) == length and points.issubset(self._windows[number].points)
                ]
                if shape in (self._straight, self._flush):
                    straights = tuple(fitting)
                else:
                    found += [combos[number] for number in fitting]
        return tuple(sorted(found, key=_number, reverse=True)), straights

    def _triples(self, shape: Shape, held: list[tuple[int, int]], wilds: int) -> Iterator[int]:
        """The points of which five cards can hold the triple of a full house, the rest being a pair of another rank.

        Wild cards with natural level cards only are the level: five of a kind, not a full house.
        """
        for point, number in held:
            spare = wilds - (3 - number)
            if point in self._jokers or number > 3 or spare < 0:
                continue
            rest = [other for other in held if other[0] != point]
            if not rest:
                if point != self._level:
                    yield point
            elif rest[0][0] in self._jokers:
                if not spare and sum(many << (4 * other) for other, many in rest) in self._joker_pairs(shape):
                    yield point
            elif len(rest) == 1 and rest[0][1] + spare == 2:
                yield point

    def _joker_pairs(self, shape: Shape) -> tuple[int, ...]:
        """Pairs of jokers that a full house may carry."""
        assert shape.carry is not None
        if not shape.carry.jokers:
            return ()
        equal = tuple(2 << (4 * point) for point in self._jokers)
        return (*equal, sum(1 << (4 * point) for point in self._jokers)) if shape.carry.rocket_pair else equal

    def declaration(self, cards: tuple[Card, ...], combo: Combo, top: Combo | None) -> str | None:
        """How this reading is declared; None where it is the one taken without a declaration."""
        best = next(reading for reading in self.read(cards) if top is None or reading.beats(top))
        return None if best is combo else f"{self._names[combo.kind]}:{combo.head}"

    def arrange(self, cards: tuple[Card, ...], combo: Combo) -> tuple[Card, ...]:
        """The body from the top down, wild cards at the places they fill, then what it carries; greatest first."""
        wilds = cards.count(self.wild)
        rest = sorted((card for card in cards if card != self.wild), key=self.layout.bit.__getitem__, reverse=True)
        body: list[Card] = []
        for point in combo.body:
            rank = self.layout.ranks[point]
            same = [card for card in rest if card.rank is rank][: combo.width]
            for card in same:
                rest.remove(card)
            filled = min(wilds, combo.width - len(same))
            wilds -= filled
            body += same + [self.wild] * filled
        return tuple(body + rest + [self.wild] * wilds)

    def weight(self, combo: Combo) -> int:
        """A figure for display that the source documents know; comparison never looks at it.

        Singles 2 to 14, level 101, jokers 102 and 103; pairs 20 and triples 30 more; full houses and bombs by rank, 15
        for the level; runs by their top.
        """
        if combo.kind not in _BASES:
            return int(combo.key)
        by_order = {15: 101, 16: 102, 17: 103, 14.5: 15}
        return _BASES[combo.kind] + int(by_order.get(combo.key, combo.key))

    def stands_for(self, cards: tuple[Card, ...], combo: Combo) -> tuple[str, ...]:
        """What each wild card of a play stands for, in the order of `arrange`: a card in a flush, else a rank."""
        natural = [card for card in cards if card != self.wild]
        suit = natural[0].suit if combo.kind is Kind.STRAIGHT_FLUSH else None
        carried = [card.rank for card in natural if self.layout.point[card.rank] not in combo.body]
        found = []
        for place, card in enumerate(self.arrange(cards, combo)):
            if card == self.wild:
                rank = carried[0] if carried else self.wild.rank
                if place < combo.width * len(combo.body):
                    rank = self.layout.ranks[combo.body[place // combo.width]]
                found.append(rank.letter + (suit.letter if suit else ""))
        return tuple(found)

    # -- listing -----------------------------------------------------------------------------------------------

    def held(self, hand: int, counts: int) -> Held:
        """A hand taken apart."""
        wilds = hand >> self._wild_shift & 3
        natural = counts - wilds * self._wild_unit
        points = tuple([(point, number) for point in self._plain if (number := natural >> (4 * point) & 15)])
        return Held(hand, natural, wilds, points)

    def plays(self, hand: int, counts: int, top: Combo | None) -> Iterator[Play]:
        """Every distinct play: each pattern of natural and wild cards under each of its readings."""
        held = self.held(hand, counts)
        if top is None:
            for lister in self._plain_listers:
                yield from lister.list(held, None)
        elif not top.bomb:
            for lister in self._plain_listers:
                if lister.kind is top.kind:
                    yield from lister.list(held, top)
        tier = 0 if top is None else top.bomb
        most = max([number for _, number in held.points], default=0) + held.wilds
        for lister in self._bomb_listers:
            if lister.bomb >= tier and lister.width <= most:
                yield from lister.list(held, top)

    def _lister(self, shape: Shape) -> Lister:
        """How the plays of one shape are listed: those that beat `top`, weakest first."""
        if shape.exactly:
            listing: Any = partial(self._exactly, self._exact[shape])
        elif shape is self._straight:
            listing = partial(self._straights, shape, self._runs[shape])
        elif shape is self._flush:
            listing = partial(self._flushes, shape, self._runs[shape])
        elif shape.run[1] > 1:
            listing = partial(self._runs_of, shape, self._runs[shape])
        elif shape.carry:
            listing = partial(self._full_houses, self._houses[shape], self._joker_pairs(shape))
        else:
            listing = partial(self._equal_cards, shape.width, self._equals[shape])
        return Lister(shape.kind, shape.bomb, 0 if shape.exactly else shape.width, listing)

    def _exactly(self, combos: dict[int, Combo], held: Held, top: Combo | None) -> list[WildOffer]:
        """Jokers: a pair of two different ones, or all four."""
        if not held.natural >> (4 * self._jokers[0]):
            return []
        return [
            WildOffer(self, held, pattern, 0, combo, top)
            for pattern, combo in combos.items()
            if (top is None or combo.beats(top)) and _contains(held.natural, pattern, self._jokers)
        ]

    def _equal_cards(self, width: int, combos: dict[int, Combo], held: Held, top: Combo | None) -> list[WildOffer]:
        """So many equal cards, of each rank with few wild cards first; a wild card by itself comes last."""
        wilds, found = held.wilds, []
        over = top.strength if top is not None and top.line == combos[self._level].line else 0
        for point, number in held.points:
            if number + wilds < width or combos[point].strength <= over:
                continue
            combo = combos[point]
            if number >= width:
                found.append(WildOffer(self, held, width << (4 * point), 0, combo, top))
            for used in range(1, min(wilds + 1, width)):
                if width - used <= number:
                    found.append(WildOffer(self, held, (width - used) << (4 * point), used, combo, top))
        if width == 1 and self.says.two_high:
            found.sort(key=_strength)
        if width <= self.rules.deck.copies:
            for point in self._jokers:
                if held.natural >> (4 * point) & 15 >= width and combos[point].strength > over:
                    found.append(WildOffer(self, held, width << (4 * point), 0, combos[point], top))
        if width <= wilds and combos[self._level].strength > over:
            found.append(WildOffer(self, held, 0, width, combos[self._level], top))
        return found

    def _full_houses(
        self, combos: dict[int, Combo], joker_pairs: tuple[int, ...], held: Held, top: Combo | None
    ) -> list[WildOffer]:
        """三带二. Two wild cards may be the pair; they are level cards then, so the triple is of another rank."""
        wilds, found = held.wilds, []
        pure = [(point, 2 << (4 * point), 0) for point, number in held.points if number >= 2]
        pure += [(-1, pair, 0) for pair in joker_pairs if _contains(held.natural, pair, self._jokers)]
        helped = [(point, 1 << (4 * point), 1) for point, _ in held.points]
        within = (pure, pure + helped, [*pure, *helped, (self._level, 0, 2)])  # at most 0, 1, 2 wild cards
        over = top.strength if top is not None and not top.bomb else 0
        for point, number in held.points:
            combo = combos[point]
            if combo.strength <= over:
                continue
            for used in range(max(0, 3 - number), wilds + 1):
                body = (3 - used) << (4 * point)
                for other, pair, more in within[wilds - used]:
                    if other != point:
                        found.append(WildOffer(self, held, body + pair, used + more, combo, top))
        return found

    def _runs_of(self, shape: Shape, combos: dict[int, Combo], held: Held, top: Combo | None) -> list[WildOffer]:
        return [
            WildOffer(self, held, pattern, used, combos[window], top)
            for pattern, used, window in self._fillings(shape, held.natural, held.wilds)
            if top is None or combos[window].beats(top)
        ]

    def _straights(self, shape: Shape, combos: dict[int, Combo], held: Held, top: Combo | None) -> list[WildOffer]:
        fillings, found = self._fillings(shape, held.natural, held.wilds), []
        if not fillings:
            return []
        suits = self._suits(held)
        one, two, three, four = suits
        several = one & two | (one | two) & three | (one | two | three) & four  # points held in more than one suit
        for pattern, used, window in fillings:
            combo = combos[window]
            if top is not None and not combo.beats(top):
                continue
            if not pattern & several and any(pattern & suit == pattern for suit in suits):
                continue  # whatever cards are taken, they are of one suit: a straight flush
            found.append(WildOffer(self, held, pattern, used, combo, top, MIXED))
        if self.says.flush_as_straight and held.wilds:
            for suit, have in enumerate(suits):
                for pattern, used, window in self._fillings(shape, have, held.wilds):
                    if used and (top is None or combos[window].beats(top)):
                        found.append(WildOffer(self, held, pattern, used, combos[window], top, suit))
        return found

    def _flushes(self, shape: Shape, combos: dict[int, Combo], held: Held, top: Combo | None) -> list[WildOffer]:
        found: list[WildOffer] = []
        over = top.strength if top is not None and top.bomb else 0
        for suit, have in enumerate(self._suits(held)):
            if have.bit_count() + held.wilds >= shape.run[0]:
                for pattern, used, window in self._fillings(shape, have, held.wilds):
                    combo = combos[window]
                    if combo.strength > over:
                        found.append(WildOffer(self, held, pattern, used, combo, top, suit))
        if len(found) > 1:
            found.sort(key=_strength)
        return found

    def _suits(self, held: Held) -> tuple[int, ...]:
        """For each suit the points of which the hand has a natural card, one bit in four."""
        natural = held.mask - held.wilds * self._wild_bit
        some = natural | natural >> 1
        return _narrow(some), _narrow(some >> 2), _narrow(some >> 4), _narrow(some >> 6)

    def _fillings(self, shape: Shape, natural: int, wilds: int) -> tuple[Filling, ...]:
        """Every way to make a run of this shape, weakest run first."""
        clipped = _clipped(natural, shape.width)
        key = clipped, wilds, 100 * shape.run[1] + shape.width
        known = self._fill_known.get(key)
        if known is None:
            if len(self._fill_known) >= CACHE_LIMIT:
                self._fill_known.clear()
            known = self._fill_known[key] = tuple(self._all_fillings(shape, clipped, wilds))
        return known

    def _all_fillings(self, shape: Shape, clipped: int, wilds: int) -> Iterator[Filling]:
        (low, high), width = shape.run, shape.width
        have = [clipped >> (4 * point) & 15 for point in self._path]
        for end in range(low - 1, len(self._path)):
            missing = 0
            for length in range(1, min(high, end + 1) + 1):
                missing += width - have[end - length + 1]
                if missing > wilds:
                    break
                number = self._ending[end + 1].get(length) if length >= low else None
                if number is None:
                    continue
                units = self._windows[number].units
                most = sum(units) * 15 & clipped
                yield Filling(most, missing, number)
                if wilds > missing:  # a wild card may also take the place of a natural one
                    fewer = [(place, most - unit) for place, unit in enumerate(units) if most & 15 * unit]
                    for _, pattern in fewer:
                        yield Filling(pattern, missing + 1, number)
                    if wilds > missing + 1:
                        for place, pattern in fewer:
                            for unit in units[place:]:
                                if pattern & 15 * unit:
                                    yield Filling(pattern - unit, missing + 2, number)

    # -- cards for a pattern -----------------------------------------------------------------------------------

    def pick(self, held: Held, pattern: int, suit: int) -> tuple[Card, ...]:
        """Natural cards for a pattern: the smallest suits held, unless a run must have, or not have, one suit."""
        hand = held.mask - held.wilds * self._wild_bit
        if 0 <= suit < len(SUITS):
            hand &= self._of_suit[suit]
        cards = self.layout.pick(hand, pattern, 0)
        if suit == MIXED and len({card & 15 for card in cards}) == 1:
            for place in range(len(cards) - 1, -1, -1):
                for other in reversed(self.layout.held(hand, self.layout.point[cards[place].rank])):
                    if other.suit is not cards[place].suit:
                        return (*cards[:place], other, *cards[place + 1 :])
        return cards


def _preference(combo: Combo) -> tuple[int, float, int]:
    """Rule 24: bombs by tier and key, then by type, then by key."""
    if combo.bomb:
        return len(PREFERENCE), combo.strength, combo.size
    return PREFERENCE.index(combo.kind), combo.key, combo.size


def _number(combo: Combo) -> int:
    return combo.number


def _strength(offer: WildOffer) -> Any:
    assert offer.combo is not None
    return offer.combo.strength


def _contains(counts: int, pattern: int, points: tuple[int, ...]) -> bool:
    return all(pattern >> (4 * point) & 15 <= counts >> (4 * point) & 15 for point in points)


def _clipped(counts: int, width: int) -> int:
    """Counts with no more than so many (1 to 3) of each point, jokers left out: they stand above all.

    >>> hex(_clipped(0x4_0321, 2))
    '0x20221'
    """
    counts &= 0xF_FFFF_FFFF_FFFF
    found = at_least(counts, 1)
    if width > 1:
        found += at_least(counts, 2)
    if width > 2:
        found += at_least(counts, 3)
    return found


def _narrow(bits: int) -> int:
    """The lowest bit of each eight, moved together to one in four; of the thirteen plain points only.

    >>> hex(_narrow(0x01_FE01_FF00_0001))
    '0x1011001'
    """
    bits &= 0x01_0101_0101_0101_0101_0101_0101
    bits = (bits | bits >> 4) & 0x0011_0011_0011_0011_0011_0011_0011
    bits = (bits | bits >> 8) & 0x1111_0000_1111_0000_1111_0000_1111
    bits = (bits | bits >> 16) & 0x1111_1111_0000_0000_1111_1111
    return (bits | bits >> 32) & 0x1111_1111_1111_1111
