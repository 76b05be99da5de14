"""A board as all hole cards see it: how strong each pair of cards is, now and on boards still to come.

Every pair of cards that the board leaves is judged on the same run-outs: all of them from the turn on, a seeded sample
on the flop. That gives each pair a score (its share of pots against any hand) and lets a hand be compared with a
whole range at once. Nothing here depends on what anybody holds, so that one table serves every seat.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from paiju import kernel
from paiju.solver.evaluate import SHORT, STANDARD, evaluate_many
from paiju.solver.quick import Quick, QuickRng
from paiju.solver.ranges import ALL_36, ALL_52

RUNOUTS: Final = 48 if kernel.HAVE_KERNEL else 3
"""Boards to come that a flop or turn is judged by; without the kernel each takes some 15 ms."""


class Texture:
    """`holes[i]` is a pair of cards, `strengths[r][i]` its strength on run-out r, `score[i]` its share of pots."""

    def __init__(self, board: int, short_deck: bool) -> None:
        deck = ALL_36 if short_deck else ALL_52
        left = [1 << place for place in range(52) if (deck & ~board) >> place & 1]
        self.board = board
        self.holes = [one | other for one, other in combinations(left, 2)]
        self.index = {hole: at for at, hole in enumerate(self.holes)}
        self.runouts = _runouts(board, left)
        self.strengths: list[Sequence[int]] = []
        size = len(self.holes)
        totals = [0.0] * size
        counted = [0] * size
        ruling = SHORT if short_deck else STANDARD
        for runout in self.runouts:
            whole = board | runout
            live = [at for at, hole in enumerate(self.holes) if not hole & runout] if runout else range(size)
            found = array("H", bytes(2 * len(live)))
            evaluate_many(array("Q", [self.holes[at] | whole for at in live]), found, ruling)
            row = array("H", bytes(2 * size))
            places: dict[int, float] = {}
            below, number = 0, len(live)
            for strength, same in sorted(Counter(found).items()):
                places[strength] = (below + (same - 1) / 2) / number
                below += same
            for at, strength in zip(live, found, strict=True):
                row[at] = strength
                totals[at] += places[strength]
                counted[at] += 1
            self.strengths.append(row)
        self.score = [total / max(1, count) for total, count in zip(totals, counted, strict=True)]

    @staticmethod
    @lru_cache(maxsize=64)
    def of(board: int, short_deck: bool) -> Texture:
        return Texture(board, short_deck)

    def beaten(self, hole: int, weights: Sequence[float]) -> list[float]:
        """On each run-out that leaves the hole cards: the share of a range's weight that they beat, ties by half."""
        me = self.index[hole]
        holes = self.holes
        held = [(at, weight) for at, weight in enumerate(weights) if weight > 0.002 and not holes[at] & hole]
        shares = []
        for runout, row in zip(self.runouts, self.strengths, strict=True):
            if runout & hole:
                continue
            mine = row[me]
            won = lost = 0.0
            for at, weight in held:
                theirs = row[at]
                if theirs > mine:
                    lost += weight
                elif theirs < mine:
                    if theirs:
                        won += weight
                else:
                    won += weight / 2
                    lost += weight / 2
            both = won + lost
            shares.append(won / both if both else 0.5)
        return shares


def _runouts(board: int, left: list[int]) -> list[int]:
    missing = 5 - board.bit_count()
    if missing == 0:
        return [0]
    if missing == 1:
        # every other river when there is no kernel to be quick with
        return left if kernel.HAVE_KERNEL else left[:: max(1, len(left) // RUNOUTS)]
    rng = QuickRng(Quick(board)())
    every = [one | other for one, other in combinations(left, 2)]
    return list(rng.shuffled(every))[:RUNOUTS]
