"""How good is a hand: the cheapest way to split it into plays.

A hand is worth the turns it still needs. Each play of a split costs what it lacks in certainty to win its trick
(1 - control), since a play that loses its trick needs somebody else's mistake, or another winner, to get the lead
back; bombs cost less than nothing, for they win a trick whenever needed. Small cards may ride along with triples.
Works on the counts of a hand alone, so it is blind to suits; results are kept, because the same rest of a hand is
asked for again and again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from paiju.games.climb.kinds import Kind
from paiju.games.climb.layout import AT_LEAST, Layout
from paiju.games.climb.rules import ClimbRules

TURN: Final = 0.12  # what every play costs on top: fewer plays are better
BOMB: Final = -0.85
ROCKET: Final = -1.0
RIDER: Final = 0.45  # a card or pair with less control than this may ride along with a triple

_SINGLE: Final = (1.0, 0.85, 0.55, 0.3, 0.15, 0.08)  # control by rank, from the top down
_PAIR: Final = (0.95, 0.7, 0.5, 0.35, 0.25, 0.18)
_CACHE_LIMIT: Final = 200_000


class Group(NamedTuple):
    """One play of a split: counts of its body, how sure it is to win a trick, what it costs, how wide it is."""

    body: int
    control: float
    cost: float
    width: int
    run: int


class Hand(NamedTuple):
    """A split hand: its whole cost, its plays, and the places for riders that planes in it offer."""

    cost: float
    groups: tuple[Group, ...]


class Splitter:
    """Splits hands under one rule sheet."""

    def __init__(self, rules: ClimbRules, layout: Layout) -> None:
        self.layout = layout
        kinds = {shape.kind: shape for shape in rules.shapes}
        path = layout.points(rules.path) if rules.path else ()
        self._path = tuple(dict.fromkeys(path))
        self._runs = tuple(
            (kinds[kind].width, *kinds[kind].run, extra)
            for kind, extra in ((Kind.STRAIGHT, 0.45), (Kind.PAIR_RUN, 0.65), (Kind.TRIPLE_RUN, 0.8))
            if kind in kinds and not kinds[kind].loose
        )
        self.carries_single = Kind.TRIPLE_SINGLE in kinds or Kind.TRIPLE_PAIR_SINGLE in kinds
        self.carries_pair = Kind.FULL_HOUSE in kinds or Kind.TRIPLE_PAIR_SINGLE in kinds
        self.wings = Kind.PLANE_SINGLES in kinds
        self.pair_wings = Kind.PLANE_PAIRS in kinds
        self.fours_bomb = Kind.FOUR in kinds and bool(kinds[Kind.FOUR].bomb)
        self.four_carries = Kind.FOUR_SINGLE in kinds
        self.rocket = layout.joker_units if Kind.ROCKET in kinds else 0
        points = len(layout.ranks)
        self._single = tuple(_control(_SINGLE, points - 1 - point, 0.04) for point in range(points))
        jokers = 2 if layout.joker_units else 0
        self._pair = tuple(_control(_PAIR, max(0, points - 1 - jokers - point), 0.1) for point in range(points))
        self._triple = tuple(min(0.97, 0.45 + 0.55 * point / max(1, points - 1 - jokers)) for point in range(points))
        self._cache: dict[tuple[int, int], Hand] = {}

    @staticmethod
    @lru_cache(maxsize=32)
    def of(rules: ClimbRules, layout: Layout) -> Splitter:
        return Splitter(rules, layout)

    def split(self, counts: int, riders: int = 0) -> Hand:
        """The cheapest split of a hand; `riders` small cards may ride along with planes taken out of it before."""
        key = (counts, riders)
        found = self._cache.get(key)
        if found is None:
            if len(self._cache) > _CACHE_LIMIT:
                self._cache.clear()
            found = self._cache[key] = self._split(counts, riders)
        return found

    def _split(self, counts: int, riders: int) -> Hand:
        best = self._without_runs(counts, riders)
        for group in self._runs_in(counts):
            wings = riders + (group.run if group.width == 3 and self.wings else 0)
            rest = self.split(counts - group.body, wings)
            cost = rest.cost + group.cost
            if cost < best.cost - 1e-9:
                best = Hand(cost, (group, *rest.groups))
        return best

    def _runs_in(self, counts: int) -> list[Group]:
        found: list[Group] = []
        path = self._path
        for width, low, high, extra in self._runs:
            enough = AT_LEAST[width](counts)
            length = body = 0
            starts: list[int] = []
            for place, point in enumerate(path):
                if not enough >> (4 * point) & 1:
                    length = body = 0
                    starts = []
                    continue
                starts.append(width << (4 * point))
                length += 1
                body += starts[-1]
                if length < low:
                    continue
                control = min(0.98, extra + 0.5 * place / len(path))
                part = body
                for run in range(length, low - 1, -1):
                    if run <= high:
                        found.append(Group(part, control, TURN + 1 - control, width, run))
                    part -= starts[length - run]
        return found

    def _without_runs(self, counts: int, riders: int) -> Hand:
        groups: list[Group] = []
        small: list[tuple[float, bool, int]] = []  # cost, is a pair, place in groups
        places = riders
        cost = 0.0
        if self.rocket and counts & self.rocket == self.rocket:
            groups.append(Group(self.rocket, 1.0, ROCKET, 1, 1))
            cost += ROCKET
            counts -= self.rocket
        point = 0
        while counts:
            number = counts & 15
            if number:
                shift = 4 * point
                if number == 1:
                    control = self._single[point]
                    group = Group(1 << shift, control, TURN + 1 - control, 1, 1)
                elif number == 2:
                    control = self._pair[point]
                    group = Group(2 << shift, control, TURN + 1 - control, 2, 1)
                elif number == 3:
                    control = self._triple[point]
                    group = Group(3 << shift, control, TURN + 1 - control, 3, 1)
                    places += 1 if self.carries_single or self.carries_pair else 0
                elif self.fours_bomb:
                    group = Group(number << shift, 1.0, BOMB - 0.1 * (number - 4), number, 1)
                else:
                    control = 0.95
                    group = Group(number << shift, control, TURN + 1 - control, number, 1)
                    places += 1 if self.four_carries else 0
                if number <= 2 and control < RIDER:
                    small.append((group.cost, number == 2, len(groups)))
                groups.append(group)
                cost += group.cost
            counts >>= 4
            point += 1
        if places and small:
            small.sort(reverse=True)
            for saved, pair, _ in small:
                if not places:
                    break
                if pair and not (self.carries_pair or self.pair_wings):
                    continue
                if not pair and not (self.carries_single or self.wings or self.four_carries):
                    continue
                cost -= saved
                places -= 1
        return Hand(cost, tuple(groups))

    def control(self, pattern: int, width: int, run: int) -> float:
        """How sure a play with this body is to win its trick."""
        point = (pattern.bit_length() - 1) >> 2
        if run > 1:
            extra = {1: 0.45, 2: 0.65}.get(width, 0.8)
            return min(0.98, extra + 0.5 * point / max(1, len(self._path)))
        return (self._single[point], self._pair[point], self._triple[point])[width - 1] if width <= 3 else 1.0


def _control(table: tuple[float, ...], below_top: int, rest: float) -> float:
    return table[below_top] if below_top < len(table) else rest
