"""Reading and listing plays where suits do not matter: everything is a pattern of counts per point.

The sheet is compiled once into bodies (the part that decides) in ascending strength. A play is a body plus what it
carries; whether a hand has a body is one `and` of two integers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from paiju.cards import Card
from paiju.games.climb.actions import Offer, Play, arranged
from paiju.games.climb.kinds import Kind
from paiju.games.climb.layout import AT_LEAST, ONES, Layout, at_least, total
from paiju.games.climb.rules import ClimbRules
from paiju.games.climb.shapes import Carry, Combo, Shape

T = TypeVar("T")

CACHE_LIMIT = 1 << 17
ROWS_LIMIT = 1 << 14


class Body(NamedTuple):
    """The deciding part of a combo: one bit per point needed, the pattern of counts, and the combo it makes."""

    need: int
    pattern: int
    combo: Combo


class Sole(NamedTuple):
    """A body of one point that carries nothing. Its plays depend on the suits held there only, so each is made once."""

    field: int  # the bits of its point in a mask
    made: dict[int, Play]  # by what is held there
    body: Body


class Rows(Generic[T]):
    """Things by the bit of their point; the row of things for some bits, once asked for, is kept."""

    def __init__(self, by_bit: dict[int, T]) -> None:
        self.by_bit = by_bit
        self.rows: dict[int, tuple[T, ...]] = {}

    def row(self, bits: int) -> tuple[T, ...]:
        if len(self.rows) >= ROWS_LIMIT:
            self.rows.clear()
        row = self.rows[bits] = tuple(self.by_bit[unit] for unit in _units(bits))
        return row


class Group(NamedTuple):
    """Bodies of one shape to try in turn: by the bit of their point where they have but one, or else in chains.

    Within one chain a body contains the one before it, so the first that is missing ends the chain.
    """

    width: int
    fewest: int  # points that any of these bodies needs
    reach: int  # the points of all of them
    carry: Carry | None
    copies: int  # 1 or 2 if all it carries is one single or one pair of another point, else 0
    soles: Rows[Sole] | None
    bodies: Rows[Body] | None  # where `copies` is not 0
    chains: tuple[tuple[Body, ...], ...]


class PointReader:
    """See the module."""

    def __init__(self, rules: ClimbRules) -> None:
        self.rules = rules
        self.layout = Layout.of(rules.order, rules.deck.copies)
        self._names = dict(rules.names)
        self._both = self.layout.joker_units
        self._path = self.layout.points(rules.path)
        self._all = self.layout.counts(rules.deck.cards)
        self._beside = self._neighbours()
        self.combos: list[Combo] = []
        self._bodies: list[tuple[Shape, Body]] = []
        for shape in rules.shapes:
            self._compile(shape)
        self._mark_finals()
        self._pattern_of: dict[int, int] = {body.combo.number: body.pattern for _, body in self._bodies}
        self._of_shape = [(shape, [body for mine, body in self._bodies if mine is shape]) for shape in rules.shapes]
        self._soles = {
            shape.width: Rows({body.need: self._sole(body) for body in bodies})
            for shape, bodies in self._of_shape
            if self._is_sole(shape)
        }
        self._unsure = rules.ambiguous_sizes
        self._lists: tuple[dict[int, tuple[int, ...]], ...] = ({}, {}, {})
        self._leads = self._groups(lambda combo: True)
        self._followers: dict[int, tuple[Group, ...]] = {}
        self._has_last = any(shape.last for shape in rules.shapes)
        self._by_size: dict[int, list[tuple[Shape, Body]]] = defaultdict(list)
        for shape, body in sorted(self._bodies, key=lambda pair: -pair[1].combo.strength):
            self._by_size[body.combo.size].append((shape, body))
        self._readings: dict[int, tuple[Combo, ...]] = {}

    # -- compiling ---------------------------------------------------------------------------------------------

    def _neighbours(self) -> dict[int, int]:
        """For each point, the bits of the points next to it on the path."""
        beside: dict[int, int] = defaultdict(int)
        for low, high in zip(self._path, self._path[1:], strict=False):
            beside[low] |= 1 << (4 * high)
            beside[high] |= 1 << (4 * low)
        return beside

    def _stretches(self, shape: Shape) -> Iterator[tuple[int, ...]]:
        """The points of every body, top of the run first."""
        low, high = shape.run
        if shape.exactly:
            yield tuple(sorted(set(self.layout.points(shape.exactly)), reverse=True))
        elif high == 1:
            most = self.rules.deck.copies
            for point, rank in enumerate(self.layout.ranks):
                if shape.width <= (most if rank.is_joker else 4 * most):
                    yield (point,)
        else:
            for start in range(len(self._path)):
                for length in range(low, min(high, len(self._path) - start) + 1):
                    points = self._path[start : start + length]
                    if len(set(points)) == length:
                        yield points[::-1]

    def _compile(self, shape: Shape) -> None:
        best: dict[int, tuple[int, tuple[int, ...]]] = {}  # body pattern -> its strongest stretch
        for points in self._stretches(shape):
            if shape.exactly:
                letters = [self.layout.ranks[point].letter for point in points]
                pattern = sum(shape.exactly.count(x) << (4 * p) for p, x in zip(points, letters, strict=True))
            else:
                pattern = sum(shape.width << (4 * point) for point in points)
            if pattern not in best or points[0] > best[pattern][0]:
                best[pattern] = (points[0], points)
        whole = next((one for one in self.rules.shapes if one.kind is shape.short_of), shape)
        for pattern, (top, points) in best.items():
            size = shape.size(len(points))
            if size > len(self.rules.deck) or any(_lacks(self._all, pattern, point) for point in points):
                continue
            value = top + 1
            kind = shape.kind
            combo = Combo(
                number=len(self.combos),
                kind=kind,
                size=size,
                line="bomb" if shape.bomb else f"{whole.kind.value}{whole.size(len(points))}",
                strength=100 * shape.bomb + value,
                bomb=shape.bomb,
                factor=shape.factor,
                final=False,
                head=self.layout.ranks[top].letter,
                key=value,
                body=points,
                width=_width(shape),
                also=tuple(f"{other.value}{size}" for other in shape.also_covers),
                last=shape.last,
            )
            self.combos.append(combo)
            self._bodies.append((shape, Body(at_least(pattern, 1), pattern, combo)))

    def _mark_finals(self) -> None:
        """A combo is final if its kind may be, and nothing of its kind and size is stronger."""
        strongest: dict[tuple[Kind, int], int] = {}
        for combo in self.combos:
            place = combo.kind, combo.size
            strongest[place] = max(strongest.get(place, 0), combo.strength)
        finals = self.rules.finals if self.rules.unbeatable_shortcut else frozenset()
        for number, (shape, body) in enumerate(self._bodies):
            combo = body.combo
            if combo.kind in finals and combo.strength == strongest[combo.kind, combo.size]:
                combo = combo._replace(final=True)
                self.combos[number] = combo
                self._bodies[number] = (shape, body._replace(combo=combo))

    def _groups(self, wanted: Callable[[Combo], bool]) -> tuple[Group, ...]:
        groups = []
        for shape, every in self._of_shape:
            bodies = [body for body in every if wanted(body.combo)]
            if not bodies or shape.last:
                continue
            reach = 0
            for body in bodies:
                reach |= body.need
            if self._is_sole(shape):
                groups.append(Group(shape.width, 1, reach, None, 0, self._soles[shape.width], None, ()))
                continue
            starts: dict[int, list[Body]] = defaultdict(list)
            for body in bodies:
                starts[body.combo.body[-1] if shape.run[1] > 1 else -body.combo.number - 1].append(body)
            chains = [tuple(sorted(chain, key=lambda body: body.combo.size)) for chain in starts.values()]
            chains = [part for chain in chains for part in _nested(chain)]
            fewest = min(len(body.combo.body) for body in bodies)
            copies = _copies(shape)
            by_bit = Rows({body.need: body for body in bodies}) if copies else None
            groups.append(Group(_width(shape), fewest, reach, shape.carry, copies, None, by_bit, tuple(chains)))
        return tuple(groups)

    def _is_sole(self, shape: Shape) -> bool:
        return (
            shape.run[1] == 1 and not (shape.carry or shape.exactly) and shape.width not in self.rules.ambiguous_sizes
        )

    def _sole(self, body: Body) -> Sole:
        stride = self.layout.stride
        field = (1 << stride) - 1 << stride * body.combo.body[0]
        return Sole(field, {}, body)

    # -- reading -----------------------------------------------------------------------------------------------

    def read(self, cards: tuple[Card, ...]) -> tuple[Combo, ...]:
        return self.read_pattern(self.layout.counts(cards))

    def read_pattern(self, pattern: int) -> tuple[Combo, ...]:
        """Every reading of a pattern of counts: of each kind the strongest, unless lower readings are allowed."""
        known = self._readings.get(pattern)
        if known is None:
            if len(self._readings) >= CACHE_LIMIT:
                self._readings.clear()
            known = self._readings[pattern] = self._read(pattern)
        return known

    def _read(self, pattern: int) -> tuple[Combo, ...]:
        found: list[Combo] = []
        known: set[tuple[Kind, str]] = set()  # a kind has several lines only where it is short of others
        here = at_least(pattern, 1)
        for shape, (need, body, combo) in self._by_size.get(total(pattern), ()):
            if (combo.kind, combo.line) in known and not self.rules.lower_readings:
                continue
            if here & need != need or (shape.carry is None and pattern != body):
                continue
            if at_least(pattern, combo.width) & need != need:
                continue
            if shape.carry is None or self._may_carry(shape, pattern - body, need, combo):
                found.append(combo)
                known.add((combo.kind, combo.line))
        return tuple(sorted(found, key=lambda combo: (-combo.bomb, combo.number)))

    def _may_carry(self, shape: Shape, rest: int, need: int, combo: Combo) -> bool:
        carry = shape.carry
        assert carry is not None
        if not carry.free:
            if rest & (need * 15) or self._holds_both(rest) or at_least(rest, 4):
                return False
            if len(combo.body) > 1 and at_least(rest, 3) & self._next_to(combo):
                return False
        if carry.pairs and not carry.singles:
            return rest & ONES == 0 if carry.free else rest == at_least(rest, 2) << 1
        if carry.pairs:
            return at_least(rest, 2) != 0
        return True

    def _holds_both(self, pattern: int) -> bool:
        return self._both != 0 and at_least(pattern, 1) & self._both == self._both

    def _next_to(self, combo: Combo) -> int:
        beside = 0
        for point in combo.body:
            beside |= self._beside[point]
        return beside

    def arrange(self, cards: tuple[Card, ...], combo: Combo) -> tuple[Card, ...]:
        return arranged(cards, combo, self.layout)

    # -- listing -----------------------------------------------------------------------------------------------

    def followers(self, top: Combo) -> tuple[Group, ...]:
        """The bodies that beat a combo, ready to be tried."""
        groups = self._followers[top.number] = self._groups(lambda combo: combo.beats(top))
        return groups

    def plays(self, hand: int, counts: int, top: Combo | None) -> Iterator[Play]:
        layout, unsure = self.layout, self._unsure
        known = [-1] * 9  # the points with so many cards, once asked for
        groups = self._leads if top is None else self._followers.get(top.number) or self.followers(top)
        for width, fewest, reach, carry, copies, soles, bodies, chains in groups:
            have = known[width]
            if have < 0:
                have = known[width] = AT_LEAST[width](counts)
            have &= reach
            if not have:
                continue
            if soles is not None:
                for field, made, body in soles.rows.get(have) or soles.row(have):
                    play = made.get(hand & field)
                    yield self._make(hand, body, made, field) if play is None else play
            elif have.bit_count() < fewest:
                continue
            elif carry is None:
                for chain in chains:
                    for need, pattern, combo in chain:
                        if have & need != need:
                            break
                        declared = self._declaration(pattern, combo, top) if combo.size in unsure else None
                        yield Offer(layout, hand, pattern, 0, combo, declared)
            elif bodies is not None:
                loose, lists = AT_LEAST[copies](counts), self._lists[copies]
                for need, pattern, combo in bodies.rows.get(have) or bodies.row(have):
                    bits = loose & ~need
                    for carried in lists.get(bits) or self._one_each(bits, copies):
                        yield Offer(layout, hand, pattern, carried, combo, None)
            elif not carry.free:
                for chain in chains:
                    for need, pattern, combo in chain:
                        if have & need != need:
                            break
                        for carried in self._kickers(counts, need, pattern, combo, carry):
                            yield Offer(layout, hand, pattern, carried, combo, None)
            else:
                for pattern, carried, combo in self._freely(counts, have, carry, chains):
                    declared = self._declaration(pattern + carried, combo, top) if combo.size in unsure else None
                    yield Offer(layout, hand, pattern, carried, combo, declared)
        if self._has_last:
            fitting = (combo for combo in self.read_pattern(counts) if top is None or combo.beats(top))
            whole = next(fitting, None)
            if whole is not None and whole.last:  # else the whole hand was listed already
                pattern = self._pattern_of[whole.number]
                yield Offer(layout, hand, pattern, counts - pattern, whole, None)

    def _make(self, hand: int, body: Body, made: dict[int, Play], field: int) -> Play:
        """The play of a sole for the suits held, kept for the next time."""
        play = made[hand & field] = Play(self.layout.pick(hand, body.pattern, 0), None, body.combo)
        play.weight = self.layout.weigh(play.cards)
        return play

    def _freely(
        self, counts: int, have: int, carry: Carry, chains: tuple[tuple[Body, ...], ...]
    ) -> Iterator[tuple[int, int, Combo]]:
        """Bodies with all that they may carry, where one pattern may come from several bodies: the strongest counts."""
        held = [body for chain in chains for body in _while_held(chain, have)]
        held.sort(key=lambda body: -body.combo.strength)
        seen: set[int] = set()
        found: list[tuple[int, int, Combo]] = []
        for need, body, combo in held:
            for carried in self._kickers(counts, need, body, combo, carry):
                if self.rules.lower_readings or body + carried not in seen:
                    seen.add(body + carried)
                    found.append((body, carried, combo))
        yield from reversed(found)

    def _declaration(self, pattern: int, combo: Combo, top: Combo | None) -> str | None:
        """The declaration that this reading of the cards needs, or None where it is the only one that may be played."""
        readings = self.read_pattern(pattern)
        if len(readings) < 2 or (top is not None and sum(reading.beats(top) for reading in readings) < 2):
            return None
        name = self._names[combo.kind]
        return f"{name}:{combo.head}" if self.rules.lower_readings else name

    def _one_each(self, bits: int, copies: int) -> Sequence[int]:
        """For each of some points, `copies` cards of it."""
        units = self._lists[copies][bits] = tuple(unit * copies for unit in _units(bits))
        return units

    def _kickers(self, counts: int, need: int, body: int, combo: Combo, carry: Carry) -> Sequence[int]:
        """Patterns that a body may carry out of the rest of the hand."""
        times = len(combo.body) if carry.per_point else 1
        rest = counts - body if carry.free else counts & ~(need * 15)
        beside = self._next_to(combo) if len(combo.body) > 1 else 0
        if carry.singles and carry.pairs:
            found = []
            for pair in _units(at_least(rest, 2)):
                left = rest - 2 * pair
                found += [2 * pair + single for single in _units(at_least(left, 1))]
            return found
        copies, number = (2, carry.pairs * times) if carry.pairs else (1, carry.singles * times)
        items = []
        for unit in _units(at_least(rest, copies)):
            most = (rest // unit & 15) // copies
            if not carry.free:
                most = min(most, 1 if copies == 2 else 2 if unit & beside else 3)
            items.append((unit * copies, min(most, number)))
        found = _choose(items, number)
        if self._both and not carry.free and number > 1:
            found = [pattern for pattern in found if not self._holds_both(pattern)]
        return found


def _lacks(deck: int, pattern: int, point: int) -> bool:
    """Whether the deck has too few cards of a point for a pattern."""
    return pattern >> 4 * point & 15 > deck >> 4 * point & 15


def _width(shape: Shape) -> int:
    return shape.exactly.count(shape.exactly[0]) if shape.exactly else shape.width


def _copies(shape: Shape) -> int:
    carry = shape.carry
    if carry is None or carry.free or shape.run[1] > 1 or carry.singles + carry.pairs != 1:
        return 0
    return 2 if carry.pairs else 1


def _while_held(chain: Sequence[Body], have: int) -> Iterator[Body]:
    for body in chain:
        if have & body.need != body.need:
            return
        yield body


def _nested(chain: Sequence[Body]) -> Iterator[tuple[Body, ...]]:
    """Cut a row of bodies wherever one does not contain the one before."""
    part: list[Body] = []
    for body in chain:
        if part and part[-1].need & ~body.need:
            yield tuple(part)
            part = []
        part.append(body)
    if part:
        yield tuple(part)


def _units(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low
        bits ^= low


def _choose(items: Sequence[tuple[int, int]], number: int) -> list[int]:
    """Sums of exactly `number` items, each used at most so many times, smallest items first."""
    ways: list[list[int]] = [[0]] + [[] for _ in range(number)]
    for unit, most in reversed(items):
        for size in range(number, 0, -1):
            row = ways[size]
            for times in range(1, min(most, size) + 1):
                row = row + [times * unit + other for other in ways[size - times]]
            ways[size] = row
    return ways[number]
