"""Reading and listing plays where suits break ties or make flushes: everything is a mask of exact cards, one deck.

All shapes of one size compete: first by `tier`, then by head, point before suit. As the bits of a mask are in the
order of the cards, the head of most plays is simply the highest bit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from paiju.cards import Card
from paiju.games.climb.actions import Exact, Play, arranged
from paiju.games.climb.kinds import Kind
from paiju.games.climb.layout import ONES, Layout, at_least
from paiju.games.climb.rules import ClimbRules
from paiju.games.climb.shapes import Combo, Shape

TIER = 1 << 12  # strengths within one tier are below this
_SUBSETS = {
    (nibble, size): tuple(sum(some) for some in combinations([bit for bit in (1, 2, 4, 8) if nibble & bit], size))
    for nibble in range(16)
    for size in range(1, 5)
}


class Stretch(NamedTuple):
    """Consecutive points of the path: where it starts, one bit per point, the points from the bottom up."""

    start: int
    need: int
    points: tuple[int, ...]


class Found(NamedTuple):
    """A play found in a hand."""

    body: int
    carried: int
    combo: Combo


class SuitReader:
    """See the module."""

    def __init__(self, rules: ClimbRules) -> None:
        if rules.deck.copies != 1:
            raise ValueError("where suits matter there is one deck")
        self.rules = rules
        self.layout = Layout.of(rules.order, 1)
        self._path = self.layout.points(rules.path)
        self._rocket = sum(self.layout.mask([card]) for card in self.layout.bit if card.is_joker)
        self._stretches: dict[int, list[Stretch]] = defaultdict(list)
        for length in {n for shape in rules.shapes for n in range(max(2, shape.run[0]), shape.run[1] + 1)}:
            for start in range(len(self._path) - length + 1):
                points = self._path[start : start + length]
                if len(set(points)) == length:
                    need = sum(1 << (4 * point) for point in points)
                    self._stretches[length].append(Stretch(start, need, points))
        self._combos: dict[int, Combo] = {}
        self._sizes: list[tuple[int, Shape, int]] = []  # place in the sheet, shape, size
        for place, shape in enumerate(rules.shapes):
            low, high = shape.run
            self._sizes += [(place, shape, shape.size(run)) for run in range(low, high + 1)]
        self._strongest: dict[tuple[Kind, int], int] = {}
        if rules.unbeatable_shortcut:
            full = self.layout.mask(rules.deck.cards)
            for place, shape, size in self._sizes:
                if shape.kind in rules.finals:
                    every = self._list(place, shape, size, full, self.layout.counts(rules.deck.cards), -1)
                    self._strongest[shape.kind, size] = max(found.combo.strength for found in every)
            self._combos.clear()

    # -- combos ------------------------------------------------------------------------------------------------

    def _combo(self, place: int, shape: Shape, size: int, order: int, head: int, body: tuple[int, ...]) -> Combo:
        """The combo of a shape with this strength inside its tier; made once. `head` is the bit of the deciding card."""
        number = (place * 64 + size) * TIER + order
        combo = self._combos.get(number)
        if combo is None:
            strength = shape.tier * TIER + order
            combo = self._combos[number] = Combo(
                number=number,
                kind=shape.kind,
                size=size,
                line="bomb" if shape.bomb else f"size{size}",
                strength=strength,
                bomb=shape.bomb,
                factor=shape.factor,
                final=self._strongest.get((shape.kind, size)) == strength,
                head=str(self.layout.by_bit[head]),
                key=head.bit_length(),
                body=body,
                width=shape.width,
            )
        return combo

    def _set_combo(self, place: int, shape: Shape, size: int, body: int) -> Combo:
        """Equal cards: the highest suit decides."""
        top = body.bit_length() - 1
        return self._combo(place, shape, size, top, 1 << top, (top >> 2,))

    def _loose_combo(self, place: int, shape: Shape, size: int, body: int) -> Combo:
        """A flush: the greatest card decides."""
        top = body.bit_length() - 1
        return self._combo(place, shape, size, top, 1 << top, ())

    def _run_combo(self, place: int, shape: Shape, size: int, body: int, stretch: Stretch) -> Combo:
        """A run: by its greatest card, or by its top and then that card's suit, as the sheet says."""
        rules = self.rules
        if rules.run_head == "greatest":
            head = 1 << (body.bit_length() - 1)
            order = head.bit_length() - 1
        else:
            head = body & 15 << (4 * stretch.points[-1])
            order = 4 * stretch.start + (head.bit_length() - 1) % 4
        if rules.run_order == "a2345_top":
            suit = (head.bit_length() - 1) % 4
            order = 4 * (98 - stretch.start if stretch.start < 2 else stretch.start) + suit
        return self._combo(place, shape, size, order, head, ())

    # -- reading -----------------------------------------------------------------------------------------------

    def read(self, cards: tuple[Card, ...]) -> tuple[Combo, ...]:
        hand, counts, size = self.layout.mask(cards), self.layout.counts(cards), len(cards)
        if hand.bit_count() != size:
            return ()
        return tuple(
            found.combo
            for place, shape, of_size in self._sizes
            if of_size == size
            for found in self._list(place, shape, size, hand, counts, -1)
        )

    def arrange(self, cards: tuple[Card, ...], combo: Combo) -> tuple[Card, ...]:
        return arranged(cards, combo, self.layout)

    # -- listing -----------------------------------------------------------------------------------------------

    def plays(self, hand: int, counts: int, top: Combo | None) -> Iterator[Play]:
        layout = self.layout
        for place, shape, size in self._sizes:
            floor = -1
            if top is not None:
                if not shape.bomb and (size != top.size or top.bomb):
                    continue
                if bool(shape.bomb) == bool(top.bomb):
                    floor = top.strength - shape.tier * TIER
            for body, carried, combo in self._list(place, shape, size, hand, counts, floor):
                yield Exact(layout, body, carried, combo)

    def suited(self, hand: int, counts: int) -> Iterator[Play]:
        """Flushes, and runs of one suit."""
        for place, shape, size in self._sizes:
            if shape.loose or shape.suited:
                for body, carried, combo in self._list(place, shape, size, hand, counts, -1):
                    yield Exact(self.layout, body, carried, combo)

    def _list(self, place: int, shape: Shape, size: int, hand: int, counts: int, floor: int) -> Iterable[Found]:
        """Plays of one shape and size whose strength within the tier is above `floor`, weakest first."""
        if floor >= TIER:
            return ()
        if shape.exactly:
            return self._exactly(place, shape, size, hand, floor)
        if shape.loose:
            return self._flushes(place, shape, size, hand, floor)
        if shape.run[1] > 1:
            return self._runs(place, shape, size, hand, counts, floor)
        if shape.carry is None:
            return self._sets(place, shape, size, hand, counts, floor)
        return self._carrying(place, shape, size, hand, counts, floor)

    def _exactly(self, place: int, shape: Shape, size: int, hand: int, floor: int) -> Iterator[Found]:
        body = self._rocket
        if hand & body == body:
            combo = self._set_combo(place, shape, size, body)
            if combo.strength - shape.tier * TIER > floor:
                yield Found(body, 0, combo)

    def _sets(self, place: int, shape: Shape, size: int, hand: int, counts: int, floor: int) -> Iterator[Found]:
        for body in _equal(hand, counts, shape.width, floor):
            yield Found(body, 0, self._set_combo(place, shape, size, body))

    def _carrying(self, place: int, shape: Shape, size: int, hand: int, counts: int, floor: int) -> Iterator[Found]:
        """Equal cards that carry a pair or a single of another point."""
        carry = shape.carry
        assert carry is not None
        others: list[int] | None = None
        for body in _equal(hand, counts, shape.width, floor):
            if others is None:
                others = list(_equal(hand, counts, 2, -1) if carry.pairs else _units(hand))
                if not carry.jokers:
                    others = [carried for carried in others if not carried & self._rocket]
                if carry.rocket_pair and self._rocket and hand & self._rocket == self._rocket:
                    others.append(self._rocket)
            around = 15 << ((body.bit_length() - 1) & ~3)
            combo = self._set_combo(place, shape, size, body)
            for carried in others:
                if not carried & around:
                    yield Found(body, carried, combo)

    def _runs(self, place: int, shape: Shape, size: int, hand: int, counts: int, floor: int) -> Iterable[Found]:
        have = at_least(counts, 1)
        if have.bit_count() < size:
            return ()
        found: list[Found] = []
        least = shape.tier * TIER + floor
        for stretch in self._stretches[size]:
            need = stretch.need
            if have & need != need:
                continue
            flushes = [need << suit for suit in range(4) if hand & need << suit == need << suit]
            if shape.suited:
                bodies = flushes
            else:
                bodies = [0]
                for point in stretch.points:
                    field = hand & 15 << (4 * point)
                    bits = list(_units(field))
                    bodies = [body | bit for body in bodies for bit in bits]
                if shape.suited is False and flushes:
                    bodies = [body for body in bodies if body not in flushes]
            for body in bodies:
                combo = self._run_combo(place, shape, size, body, stretch)
                if combo.strength > least:
                    found.append(Found(body, 0, combo))
        found.sort(key=_strength)
        return found

    def _flushes(self, place: int, shape: Shape, size: int, hand: int, floor: int) -> Iterable[Found]:
        """Cards of one suit that are no run."""
        found: list[Found] = []
        for suit in range(4):
            own = hand & (ONES << suit) & ~self._rocket
            if own.bit_count() < size or own.bit_length() - 1 <= floor:
                continue
            runs = {stretch.need << suit for stretch in self._stretches.get(size, ())}
            for some in combinations(_units(own), size):
                body = sum(some)
                if body.bit_length() - 1 > floor and body not in runs:
                    found.append(Found(body, 0, self._loose_combo(place, shape, size, body)))
        found.sort(key=_strength)
        return found


def _equal(hand: int, counts: int, width: int, floor: int) -> Iterator[int]:
    """Equal cards, every choice of suits, headed by a card above `floor`."""
    low = floor & ~3 if floor > 0 else 0
    bits = at_least(counts, width) >> low << low
    while bits:
        unit = bits & -bits
        bits ^= unit
        for some in _SUBSETS[hand // unit & 15, width]:
            body = some * unit
            if body.bit_length() - 1 > floor:
                yield body


def _strength(found: Found) -> int:
    return found.combo.strength


def _units(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low
        bits ^= low
