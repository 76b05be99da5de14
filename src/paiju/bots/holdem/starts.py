"""Starting hands: which part of all hands is better, and the equity against the best part of all hands."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

from paiju.solver.ranges import ALL_36, ALL_52, Range, parse_range
from paiju.solver.starting_hands import BANDS, SHORT, STANDARD


class Starts:
    """The starting hands of one deck. `place` is 0 for the best hand and near 1 for the worst."""

    def __init__(self, *, short_deck: bool) -> None:
        self.deck = ALL_36 if short_deck else ALL_52
        self.place: dict[int, float] = {}
        self._equity: dict[int, tuple[float, ...]] = {}
        rows = [line.split() for line in (SHORT if short_deck else STANDARD).split("\n") if line]
        combos: list[tuple[int, tuple[float, ...]]] = []
        ends: list[float] = []
        for name, *numbers in rows:
            hands: Range = parse_range(name, short_deck=short_deck)
            row = tuple(int(number) / 1000 for number in numbers)
            ends += [len(combos) + (len(hands) - 1) / 2] * len(hands)
            combos += [(hole, row) for hole, _ in hands]
        for (hole, row), end in zip(combos, ends, strict=True):
            self.place[hole] = end / len(combos)
            self._equity[hole] = row

    @staticmethod
    @lru_cache(maxsize=2)
    def of(short_deck: bool) -> Starts:
        return Starts(short_deck=short_deck)

    def equity(self, hole: int, width: float) -> float:
        """Equity before the flop against the best `width` of all hands.

        >>> from paiju.cards import cards
        >>> from paiju.solver.ranges import mask
        >>> aces = mask(cards("AsAh"))
        >>> round(Starts.of(False).equity(aces, 1.0), 2)
        0.85
        """
        row = self._equity[hole]
        at = bisect_left(BANDS, width)
        if at == 0:
            return row[0]
        if at == len(BANDS):
            return row[-1]
        low, high = BANDS[at - 1], BANDS[at]
        return row[at - 1] + (row[at] - row[at - 1]) * (width - low) / (high - low)
