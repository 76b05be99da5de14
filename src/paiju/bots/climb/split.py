"""How good is a hand: the cheapest way to split it into plays.

A hand is worth the turns it still needs. Each play of a split costs what it lacks in certainty to win its trick
(1 - control), since a play that loses its trick needs somebody else's mistake, or another winner, to get the lead
back; bombs cost less than nothing, for they win a trick whenever needed. Small cards may ride along with triples.
Works on the counts of a hand alone, so it is blind to suits; results are kept, because the same rest of a hand is
asked for again and again. All numbers are thousandths of a turn, whole, so that the kernel's twin (native/climb_split.hpp)
comes to the same.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from paiju.games.climb.kinds import Kind
from paiju.games.climb.layout import Layout
from paiju.games.climb.rules import ClimbRules

SURE: Final = 1000
TURN: Final = 120  # what every play costs on top: fewer plays are better
BOMB: Final = -850
LONGER: Final = 100  # what each card more makes a bomb cheaper
ROCKET: Final = -1000
BREADTH: Final = 5  # runs tried at each step of a split
WORTHWHILE: Final = 100  # what a run must save to be tried
RIDER: Final = 450  # a card or pair with less control than this may ride along with a triple

_SINGLE: Final = (1000, 850, 550, 300, 150, 80)  # control by rank, from the top down
_PAIR: Final = (950, 700, 500, 350, 250, 180)
RUNS: Final = (450, 650, 800)  # control of the lowest run of singles, pairs, triples
_CACHE_LIMIT: Final = 100_000  # hands whose cost is kept, some ten megabytes


class Group(NamedTuple):
    """One play of a split: counts of its body, how sure it is to win a trick, what it costs, how wide it is."""

    body: int
    control: int
    cost: int
    width: int
    run: int


class Split(NamedTuple):
    """A split hand: its whole cost and its plays."""

    cost: int
    groups: tuple[Group, ...]


class Splitter:
    """Splits hands under one rule sheet."""

    def __init__(self, rules: ClimbRules, layout: Layout) -> None:
        self.layout = layout
        kinds = {shape.kind: shape for shape in rules.shapes}
        if Kind.PLANE_TWOS in kinds:
            kinds.setdefault(Kind.TRIPLE_RUN, kinds[Kind.PLANE_TWOS])
        path = layout.points(rules.path) if rules.path else ()
        self.path = tuple(dict.fromkeys(path))
        self.runs = tuple(
            (kinds[kind].width, *kinds[kind].run, RUNS[kinds[kind].width - 1])
            for kind in (Kind.STRAIGHT, Kind.PAIR_RUN, Kind.TRIPLE_RUN)
            if kind in kinds and not kinds[kind].loose
        )
        self.carries_single = Kind.TRIPLE_SINGLE in kinds or Kind.TRIPLE_PAIR_SINGLE in kinds
        self.carries_pair = Kind.FULL_HOUSE in kinds or Kind.TRIPLE_PAIR_SINGLE in kinds
        self.two_each = Kind.TRIPLE_TWO in kinds  # a triple carries any two cards
        self.wings = Kind.PLANE_SINGLES in kinds or self.two_each
        self.pair_wings = Kind.PLANE_PAIRS in kinds
        self.fours_bomb = Kind.BOMB in kinds or (Kind.FOUR in kinds and bool(kinds[Kind.FOUR].bomb))
        self.four_carries = Kind.FOUR_SINGLE in kinds
        self.rocket = layout.joker_units if Kind.ROCKET in kinds else 0
        self.four_jokers = 2 * layout.joker_units if Kind.FOUR_JOKERS in kinds else 0
        points = len(layout.ranks)
        self._single = tuple(_control(_SINGLE, points - 1 - point, 40) for point in range(points))
        jokers = 2 if layout.joker_units else 0
        self._pair = tuple(_control(_PAIR, max(0, points - 1 - jokers - point), 100) for point in range(points))
        self._triple = tuple(min(970, 450 + 550 * point // max(1, points - 1 - jokers)) for point in range(points))
        nothing = Group(0, SURE, 0, 0, 0)
        self.equal = tuple((nothing, *(self._equals(at, number) for number in range(1, 13))) for at in range(points))
        self._costs = tuple(tuple(group.cost for group in row) for row in self.equal)
        self.plain = tuple(point for point, rank in enumerate(layout.ranks) if not rank.is_joker)
        self.triple_places = 2 if self.two_each else int(self.carries_single or self.carries_pair)
        self.pair_takes = 2 if self.two_each else 1
        self.four_places = int(self.four_carries and not self.fours_bomb)
        self.rides = (
            self.carries_single or self.wings or self.four_carries,
            self.carries_pair or self.pair_wings or self.two_each,
        )
        self.light = tuple(tuple(group.control < RIDER for group in row) for row in self.equal)
        self._shifts = tuple(4 * point for point in self.path)
        self._kept: dict[int, int] = {}
        self._placed: dict[int, int] = {}

    @staticmethod
    @lru_cache(maxsize=32)
    def of(rules: ClimbRules, layout: Layout) -> Splitter:
        return Splitter(rules, layout)

    def cost(self, counts: int, riders: int = 0) -> int:
        """What the cheapest split of a hand costs; `riders` small cards may ride along with planes taken out before.

        Kept as numbers alone: millions of small objects would make every full garbage collection a pause.
        """
        key = counts << 6 | riders
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) > _CACHE_LIMIT:
                self._kept.clear()
            found = self._bare(counts, riders)
            for _, body, _, price, width, run in self._runs_in(counts):
                wings = riders + (run * self.pair_takes if width == 3 and self.wings else 0)
                cost = self.cost(counts - body, wings) + price
                if cost < found:
                    found = cost
            self._kept[key] = found
        return found

    def split(self, counts: int, riders: int = 0) -> Split:
        """The cheapest split itself: the runs that `cost` chose, and the rest card by card."""
        best, chosen = self._bare(counts, riders), None
        for _, body, control, price, width, run in self._runs_in(counts):
            wings = riders + (run * self.pair_takes if width == 3 and self.wings else 0)
            cost = self.cost(counts - body, wings) + price
            if cost < best:
                best, chosen = cost, (Group(body, control, price, width, run), wings)
        if chosen is None:
            return Split(best, self._groups(counts))
        group, wings = chosen
        return Split(best, (group, *self.split(counts - group.body, wings).groups))

    def _runs_in(self, counts: int) -> list[tuple[int, int, int, int, int, int]]:
        """The few runs that save most: by how much, body, control, price, width, length.

        What a run saves is what its cards cost one by one, less what remains and what the run costs.
        """
        found: list[tuple[int, int, int, int, int, int]] = []
        path, costs = self.path, self._costs
        numbers = [counts >> shift & 15 for shift in self._shifts]
        for width, low, high, extra in self.runs:
            length = 0
            saved: list[int] = []
            for place, number in enumerate(numbers):
                if number < width:
                    if length:
                        length = 0
                        saved = []
                    continue
                row = costs[path[place]]
                saved.append(row[number] - row[number - width])
                length += 1
                if length < low:
                    continue
                control = min(980, extra + 500 * place // len(path))
                price = TURN + SURE - control
                gain = sum(saved[length - low + 1 :])
                for run in range(low, min(length, high) + 1):
                    gain += saved[length - run]
                    if gain - price > WORTHWHILE:
                        body = sum([width << (4 * point) for point in path[place - run + 1 : place + 1]])
                        found.append((price - gain, body, control, price, width, run))
        if len(found) > BREADTH:
            found.sort()
            del found[BREADTH:]
        return found

    def _bare(self, counts: int, riders: int) -> int:
        """What a hand costs without runs."""
        cost = 0
        if self.rocket and counts & self.rocket == self.rocket:
            cost = ROCKET
            counts -= self.rocket
        elif self.four_jokers and counts & self.four_jokers == self.four_jokers:
            cost = ROCKET
            counts -= self.four_jokers
        small: list[tuple[int, bool]] = []  # cost, is a pair
        places, point, costs, light = riders, 0, self._costs, self.light
        while counts:
            number = counts & 15
            if number:
                price = costs[point][number]
                cost += price
                if number == 3:
                    places += self.triple_places
                elif number >= 4:
                    places += self.four_places
                elif light[point][number]:
                    small.append((price, number == 2))
            counts >>= 4
            point += 1
        if places and small:
            small.sort(reverse=True)
            for saved, pair in small:
                if places <= 0:
                    break
                if self.rides[pair]:
                    cost -= saved
                    places -= self.pair_takes if pair else 1
        return cost

    def _groups(self, counts: int) -> tuple[Group, ...]:
        """The plays of a hand without runs: the joker bomb, then equal cards, weakest first."""
        groups: list[Group] = []
        if self.rocket and counts & self.rocket == self.rocket:
            groups.append(Group(self.rocket, SURE, ROCKET, 1, 1))
            counts -= self.rocket
        elif self.four_jokers and counts & self.four_jokers == self.four_jokers:
            groups.append(Group(self.four_jokers, SURE, ROCKET, 2, 1))
            counts -= self.four_jokers
        point = 0
        while counts:
            if counts & 15:
                groups.append(self.equal[point][counts & 15])
            counts >>= 4
            point += 1
        return tuple(groups)

    def _equals(self, point: int, number: int) -> Group:
        """So many equal cards as one play."""
        body = number << (4 * point)
        if number >= 4 and self.fours_bomb:
            return Group(body, SURE, BOMB - LONGER * (number - 4), number, 1)
        control = (self._single, self._pair, self._triple)[number - 1][point] if number < 4 else 950
        return Group(body, control, TURN + SURE - control, number, 1)

    # --- wild cards ----------------------------------------------------------------------------------------------------

    def placed(self, natural: int, wilds: int, level: int) -> int:
        """Counts with each wild card standing where it helps most: a fourth card, a gap in a run, or the level itself."""
        key = natural << 3 | wilds
        found = self._placed.get(key)
        if found is None:
            if len(self._placed) > _CACHE_LIMIT:
                self._placed.clear()
            found = natural
            for _ in range(wilds):
                found = self._place_one(found, level)
            self._placed[key] = found
        return found

    def _place_one(self, counts: int, level: int) -> int:
        costs, gains = self._costs, []
        for point in self.plain:
            number = counts >> (4 * point) & 15
            if 0 < number < 9:
                gains.append((costs[point][number + 1] - costs[point][number], point))
        gains.sort()
        options = [level, *(point for _, point in gains[:2])]
        path = self.path
        for start in range(len(path) - 4):
            missing = [point for point in path[start : start + 5] if not counts >> (4 * point) & 15]
            if len(missing) == 1 and missing[0] not in options:
                options.append(missing[0])
        return min((counts + (1 << (4 * point)) for point in options[:5]), key=self.cost)

    def control(self, point: int, width: int, run: int) -> int:
        """How sure a play is to win its trick whose body ends at this point, has this width and so many points."""
        if run > 1:
            return min(980, RUNS[width - 1] + 500 * point // max(1, len(self.path)))
        return (self._single, self._pair, self._triple)[width - 1][point]


def _control(values: tuple[int, ...], below_top: int, rest: int) -> int:
    return values[below_top] if below_top < len(values) else rest
