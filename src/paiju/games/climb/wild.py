"""Reading and listing plays where some cards are wild, as the level hearts 逢人配 of Guandan and the 癞子 of Dou Dizhu are.

A play is a pattern of natural cards (counts per point) and a number of wild cards, all of one rank: some of its cards, or
all four. Points say what beats what among equal cards (a level rank stands above the ace in the sheet's `order`); runs
follow the sheet's `path`, where every rank, the wild one too, keeps its natural place.

- A wild card may stand for any card that is not a joker. Alone, or with natural cards of its rank only, it is its own
  rank, unless the sheet says `alone="any_rank"`. The same goes for the body of a play outside runs, and for a wild pair
  that is carried. A wild card carried by itself may be anything.
- In a run it takes the suit that the natural cards share, if they share one: the run is then a straight flush, and
  a plain straight only where the sheet says `flush_as_straight`.
- Cards may have several readings: `read` gives all, the strongest first: bombs by tier and key, then by type in the
  order of `PREFERENCE`, then by key. Wild cards by themselves are their own rank first.
- A shape may ask for so many wild cards (`Shape.wilds`): bombs with wild cards may be weaker than those without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from paiju.cards import Card, Rank
from paiju.games.climb.actions import Play
from paiju.games.climb.kinds import Kind
from paiju.games.climb.layout import ONES, SUITS, Layout, at_least, total
from paiju.games.climb.rules import ClimbRules
from paiju.games.climb.shapes import Combo, Shape

CACHE_LIMIT: Final = 1 << 14
PREFERENCE: Final = (
    Kind.SINGLE, Kind.PAIR, Kind.TRIPLE, Kind.TRIPLE_SINGLE, Kind.FULL_HOUSE, Kind.FOUR_SINGLES, Kind.FOUR_PAIRS,
    Kind.STRAIGHT, Kind.PAIR_RUN, Kind.TRIPLE_RUN, Kind.PLANE_SINGLES, Kind.PLANE_PAIRS,
)  # fmt: skip
_BASES: Final = {Kind.SINGLE: 0, Kind.PAIR: 20, Kind.TRIPLE: 30}
_LOWEST, MIXED = -1, 4  # the suits of an offer: the lowest held, or not all the same; 0 to 3 is one suit


@dataclass(frozen=True)
class Wild:
    """Rulings on wild cards and levels that differ from table to table; called with the sheet, it makes the reader.

    The sheet names the wild cards themselves; here their rank is called the level. `keys`: what a rank is worth by itself,
    its own value with the level above the ace, or its place in the sheet's order.
    """

    keys: Literal["level", "order"] = "level"
    alone: Literal["own_rank", "any_rank"] = "own_rank"  # what wild cards by themselves may stand for

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
    wilds: int  # how many of these
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
            reader, held = self._reader, self._held
            picked = reader.pick(held, self._pattern, self._suit) + reader.wilds_of(held.mask, self._wilds)
            cards = self._cards = reader.arrange(picked, self.combo)
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
        self.rules, self.says, self.wild = rules, says, frozenset(rules.wild)
        self.layout = Layout.of(rules.order, rules.deck.copies)
        self._names = dict(rules.names)
        for shape in rules.shapes:
            if shape.carry and (shape.carry.free or (shape.carry.singles and shape.carry.pairs)):
                raise ValueError(f"{shape.kind.value}: no wild cards among what may be anything, or singles and pairs")
        each = (1 << rules.deck.copies) - 1
        self._wild_field = sum(each * self.layout.bit[card] for card in rules.wild)
        self._level = self.layout.point[rules.wild[0].rank] if rules.wild else -1
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
        self._bodies: dict[Shape, dict[int, Combo]] = {}  # of equal cards that carry others, by point
        self._exact: dict[Shape, dict[int, Combo]] = {}  # by pattern
        by_suit = {shape.suited: shape for shape in rules.shapes if shape.run[1] > 1}  # a position may ban either
        self._straight, self._flush = by_suit.get(False), by_suit.get(True)
        self._is_own = says.alone == "own_rank"
        own_rank = (self._level,) if self._level >= 0 else ()
        self._alone = self._plain if says.alone == "any_rank" else own_rank  # what wild cards by themselves may be
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
        """Big joker 17, small joker 16, level cards 15, others their natural rank; or the place in the order."""
        if self.says.keys == "order":
            return point + 1
        rank = self.layout.ranks[point]
        return rank.value + 1 if rank.is_joker else 15 if point == self._level else rank.value

    def _compile(self) -> tuple[Combo, ...]:
        """Every combo of the sheet, made once. Its number is its place in the order of preference."""
        drafts: list[tuple[dict[int, Combo], int, Combo]] = []
        for shape in self.rules.shapes:
            for combos, place, combo in self._drafts(shape):
                drafts.append((combos, place, combo))
        drafts.sort(key=lambda draft: _preference(draft[2]))
        finals = self.rules.finals if self.rules.unbeatable_shortcut else frozenset()
        strongest = {(draft.kind, draft.size): draft.strength for _, _, draft in drafts}  # the last of each, as sorted
        made = []
        for number, (combos, place, draft) in enumerate(drafts):
            final = draft.kind in finals and draft.strength == strongest[draft.kind, draft.size]
            combos[place] = draft._replace(number=number, final=final)
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
                yield self._bodies.setdefault(shape, {}), point, self._draft(shape, 1, worth, (point,), 2 * worth)
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
        natural = self.layout.counts(card for card in cards if card not in self.wild)
        wilds = len(cards) - total(natural)
        known = self._read_known.get((natural, wilds))
        if known is None:
            if len(self._read_known) >= CACHE_LIMIT:
                self._read_known.clear()
            known = self._read_known[natural, wilds] = self._read(natural, wilds, len(cards))
        found, straights = known
        if not straights:
            return found
        suits = {card & 15 for card in cards if card not in self.wild}
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
        if len(held) < 2 and (not held or not wilds or held[0][0] not in self._jokers):
            for shape, combos in self._equals.items():
                if shape.width == size and shape.may_hold(wilds):
                    points = (held[0][0],) if held else self._alone
                    found += [combos[point] for point in points if point in combos]
        for shape, combos in self._bodies.items():
            if size == shape.size(1):
                found += [combos[point] for point in combos if self._is_body(shape, (point,), natural, wilds)]
        straights: tuple[int, ...] = ()
        if held:
            natural_points, most = {point for point, _ in held}, max(number for _, number in held)
            for shape, combos in self._runs.items():
                if shape.carry:
                    for number, combo in combos.items():
                        if combo.size == size and self._is_body(shape, self._windows[number].points, natural, wilds):
                            found.append(combo)
                    continue
                if size % shape.width or most > shape.width or (shape is self._flush and self._straight):
                    continue
                length = size // shape.width
                fitting = [
                    number
                    for number in combos
                    if len(self._windows[number].points) == length
                    and natural_points.issubset(self._windows[number].points)
                ]
                if shape in (self._straight, self._flush):
                    straights = tuple(fitting)
                else:
                    found += [combos[number] for number in fitting]
        found.sort(key=_number, reverse=True)
        if not held:  # wild cards by themselves: their own rank, unless another is declared
            found.sort(key=lambda combo: combo.body[0] != self._level)
        return tuple(found), straights

    def _is_body(self, shape: Shape, points: tuple[int, ...], natural: int, wilds: int) -> bool:
        """Whether these cards can be a body of these points and what the shape carries."""
        rest, lone = natural, False
        for point in points:
            number = natural >> (4 * point) & 15
            if number > shape.width:
                return False
            lone = not number
            wilds -= shape.width - number
            rest -= number << (4 * point)
        if wilds < 0 or (len(points) == 1 and lone and (points[0] not in self._alone or (self._is_own and not rest))):
            return False
        return self._is_carried(shape, points, rest, wilds)

    def _is_carried(self, shape: Shape, points: tuple[int, ...], rest: int, wilds: int) -> bool:
        """Whether a body of these points may carry these natural and so many wild cards; their number is right."""
        carry = shape.carry
        assert carry is not None
        if carry.singles:
            return all(
                rest >> (4 * point) & 15 <= self._most_carried(point, points) for point in range(len(self.layout.ranks))
            ) and not self._both(rest)
        if not wilds and rest in self._joker_pairs(shape):
            return True
        if rest >> (4 * self._jokers[0]) or at_least(rest, 3):
            return False
        own = wilds - (rest & ONES).bit_count()  # wild cards that are pairs by themselves
        return own >= 0 and not own & 1 and self._may_pair_wilds(own // 2, points)

    def _most_carried(self, point: int, points: tuple[int, ...]) -> int:
        """How many cards of a point a body may carry: a carried triple next to a plane would lengthen it."""
        return 2 if len(points) > 1 and point in self._path and any(abs(point - one) == 1 for one in points) else 3

    def _both(self, pattern: int) -> bool:
        """Whether both jokers are in a pattern."""
        return pattern & self.layout.joker_units == self.layout.joker_units

    def _may_pair_wilds(self, pairs: int, points: tuple[int, ...]) -> bool:
        """Whether so many pairs of wild cards may be carried: they are of their own rank, so one, and not of the body's."""
        return not pairs or not self._is_own or (pairs == 1 and self._level not in points)

    def _joker_pairs(self, shape: Shape) -> tuple[int, ...]:
        """Pairs of jokers that a triple may carry."""
        assert shape.carry is not None
        if not shape.carry.jokers or shape.carry.size(1) != 2 or shape.run[1] > 1:
            return ()
        equal = tuple(2 << (4 * point) for point in self._jokers)
        if self.rules.deck.copies < 2:
            equal = ()
        return (*equal, sum(1 << (4 * point) for point in self._jokers)) if shape.carry.rocket_pair else equal

    def declaration(self, cards: tuple[Card, ...], combo: Combo, top: Combo | None) -> str | None:
        """How this reading is declared; None where it is the one taken without a declaration."""
        best = next(reading for reading in self.read(cards) if top is None or reading.beats(top))
        return None if best is combo else f"{self._names[combo.kind]}:{combo.head}"

    def arrange(self, cards: tuple[Card, ...], combo: Combo) -> tuple[Card, ...]:
        """The body from the top down, wild cards at the places they fill, then what it carries; greatest first."""
        bits = self.layout.bit
        wilds = sorted((card for card in cards if card in self.wild), key=bits.__getitem__, reverse=True)
        rest = sorted((card for card in cards if card not in self.wild), key=bits.__getitem__, reverse=True)
        body: list[Card] = []
        for point in combo.body:
            rank = self.layout.ranks[point]
            same = [card for card in rest if card.rank is rank][: combo.width]
            for card in same:
                rest.remove(card)
            filled = combo.width - len(same)
            body += same + wilds[:filled]
            del wilds[:filled]
        return tuple(body + rest + wilds)

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
        natural = [card for card in cards if card not in self.wild]
        suit = natural[0].suit if combo.kind is Kind.STRAIGHT_FLUSH else None
        carried = [card.rank for card in natural if self.layout.point[card.rank] not in combo.body]
        pairs = combo.kind in (Kind.FULL_HOUSE, Kind.FOUR_PAIRS, Kind.PLANE_PAIRS)
        alone = [rank for rank in carried if pairs and carried.count(rank) == 1]  # each wants one more
        found = []
        for place, card in enumerate(self.arrange(cards, combo)):
            if card in self.wild:
                if place < combo.width * len(combo.body):
                    rank = self.layout.ranks[combo.body[place // combo.width]]
                else:
                    rank = alone.pop(0) if alone else card.rank
                found.append(rank.letter + (suit.letter if suit else ""))
        return tuple(found)

    def stand_ins(self, cards: tuple[Card, ...], combo: Combo) -> tuple[str, ...]:
        """What the wild cards of a play stand for, each once; () where each is what it says."""
        own = {text for card in self.wild for text in (card.rank.letter, str(card))}
        return tuple(dict.fromkeys(text for text in self.stands_for(cards, combo) if text not in own))

    # -- listing -----------------------------------------------------------------------------------------------

    def held(self, hand: int, counts: int) -> Held:
        """A hand taken apart."""
        wilds = self.count(hand)
        natural = counts - (wilds << (4 * self._level)) if wilds else counts
        points = tuple([(point, number) for point in self._plain if (number := natural >> (4 * point) & 15)])
        return Held(hand, natural, wilds, points)

    def count(self, hand: int) -> int:
        """How many wild cards a hand has."""
        field = hand & self._wild_field
        if self.rules.deck.copies == 1:
            return field.bit_count()
        return field >> (self._wild_field.bit_length() - 2) if field else 0

    def wilds_of(self, hand: int, number: int) -> tuple[Card, ...]:
        """So many wild cards of a hand: the smallest suits held."""
        held = self.layout.cards(hand & self._wild_field) if number else ()
        return held[len(held) - number :]

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
        elif shape.carry:
            listing = partial(self._carriers, shape, self._runs.get(shape) or self._bodies[shape])
        elif shape is self._straight:
            listing = partial(self._straights, shape, self._runs[shape])
        elif shape is self._flush:
            listing = partial(self._flushes, shape, self._runs[shape])
        elif shape.run[1] > 1:
            listing = partial(self._runs_of, shape, self._runs[shape])
        else:
            listing = partial(self._equal_cards, shape, self._equals[shape])
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

    def _equal_cards(self, shape: Shape, combos: dict[int, Combo], held: Held, top: Combo | None) -> list[WildOffer]:
        """So many equal cards, of each rank with few wild cards first; wild cards by themselves come last."""
        width, wilds, found = shape.width, held.wilds, []
        over = top.strength if top is not None and top.line == combos[0].line else 0
        for point, number in held.points:
            if number + wilds < width or combos[point].strength <= over:
                continue
            combo = combos[point]
            if number >= width and shape.may_hold(0):
                found.append(WildOffer(self, held, width << (4 * point), 0, combo, top))
            for used in range(1, min(wilds + 1, width)):
                if width - used <= number and shape.may_hold(used):
                    found.append(WildOffer(self, held, (width - used) << (4 * point), used, combo, top))
        if width == 1 and self.says.two_high:
            found.sort(key=_strength)
        if width <= self.rules.deck.copies:
            for point in self._jokers:
                if held.natural >> (4 * point) & 15 >= width and combos[point].strength > over:
                    found.append(WildOffer(self, held, width << (4 * point), 0, combos[point], top))
        if width <= wilds and shape.may_hold(width):
            for point in self._alone:
                if combos[point].strength > over:
                    found.append(WildOffer(self, held, 0, width, combos[point], top))
        return found

    def _carriers(self, shape: Shape, combos: dict[int, Combo], held: Held, top: Combo | None) -> Iterator[WildOffer]:
        """Bodies, weakest first, each with all that it may carry: what needs few wild cards first."""
        carry = shape.carry
        assert carry is not None
        for body, used, place, points in self._carrying(shape, held):
            combo = combos[place]
            if top is not None and not combo.beats(top):
                continue
            rest = held.natural
            for point in points:
                rest &= ~(15 << (4 * point))
            number = (carry.singles or carry.pairs) * (len(points) if carry.per_point else 1)
            for more in range(held.wilds - used + 1):
                for carried in self._carried(shape, points, rest, number, more):
                    if body or carried or not self._is_own:
                        yield WildOffer(self, held, body + carried, used + more, combo, top)

    def _carrying(self, shape: Shape, held: Held) -> Iterator[tuple[int, int, int, tuple[int, ...]]]:
        """Every body of a shape: its natural cards, its wild ones, its place among the combos, its points."""
        if shape.run[1] > 1:
            for pattern, used, window in self._fillings(shape, held.natural, held.wilds):
                yield pattern, used, window, self._windows[window].points
            return
        width = shape.width
        for point in self._plain:
            number = held.natural >> (4 * point) & 15
            most = min(held.wilds, width if point in self._alone else width - 1)
            for used in range(max(0, width - number), most + 1):
                yield (width - used) << (4 * point), used, point, (point,)

    def _carried(self, shape: Shape, points: tuple[int, ...], rest: int, number: int, wilds: int) -> Iterator[int]:
        """Natural cards that a body may carry together with so many wild ones: `number` singles or pairs in all."""
        carry = shape.carry
        assert carry is not None
        if carry.singles:
            if wilds <= number:
                yield from (found for found in self._singles(points, rest, 0, number - wilds) if not self._both(found))
            return
        for own in range(wilds // 2 + 1):  # pairs of wild cards alone
            helped = wilds - 2 * own
            if helped + own <= number and self._may_pair_wilds(own, points):
                yield from self._pairs(rest, 0, number - helped - own, helped)
        if not wilds:
            yield from (pair for pair in self._joker_pairs(shape) if _contains(rest, pair, self._jokers))

    def _singles(self, points: tuple[int, ...], rest: int, start: int, number: int) -> Iterator[int]:
        """So many cards, smallest first, none too often."""
        if not number:
            yield 0
            return
        for point in range(start, len(self.layout.ranks)):
            here = min(rest >> (4 * point) & 15, self._most_carried(point, points), number)
            for many in range(here, 0, -1):
                for more in self._singles(points, rest, point + 1, number - many):
                    yield (many << (4 * point)) + more

    def _pairs(self, rest: int, start: int, whole: int, helped: int) -> Iterator[int]:
        """So many natural pairs, and so many cards of other points that a wild card makes pairs."""
        if not whole and not helped:
            yield 0
            return
        for point in range(start, len(self._plain)):
            have = rest >> (4 * point) & 15
            if whole and have >= 2:
                yield from ((2 << (4 * point)) + more for more in self._pairs(rest, point + 1, whole - 1, helped))
            if helped and have:
                yield from ((1 << (4 * point)) + more for more in self._pairs(rest, point + 1, whole, helped - 1))

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

    def suited(self, hand: int, counts: int) -> Iterator[Play]:
        """The straight flushes of natural cards."""
        shape = self._flush
        if shape is None:
            return
        held = self.held(hand, counts)
        for suit, have in enumerate(self._suits(held)):
            if have.bit_count() >= shape.run[0]:
                for pattern, _, window in self._fillings(shape, have, 0):
                    yield WildOffer(self, held, pattern, 0, self._runs[shape][window], None, suit)

    def _suits(self, held: Held) -> tuple[int, ...]:
        """For each suit the points of which the hand has a natural card, one bit in four."""
        natural = held.mask & ~self._wild_field
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
                for more in range(wilds - missing + 1):  # wild cards may also take the place of natural ones
                    for pattern in _fewer(most, units, 0, more):
                        yield Filling(pattern, missing + more, number)

    # -- cards for a pattern -----------------------------------------------------------------------------------

    def pick(self, held: Held, pattern: int, suit: int) -> tuple[Card, ...]:
        """Natural cards for a pattern: the smallest suits held, unless a run must have, or not have, one suit."""
        hand = held.mask & ~self._wild_field
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


def _fewer(pattern: int, units: tuple[int, ...], start: int, number: int) -> Iterator[int]:
    """A pattern without so many of its cards, in every way; the lowest points first."""
    if not number:
        yield pattern
        return
    for place in range(start, len(units)):
        if pattern & 15 * units[place]:
            yield from _fewer(pattern - units[place], units, place, number - 1)


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
