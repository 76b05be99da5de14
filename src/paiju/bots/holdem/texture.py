"""A board as all hole cards see it: how strong each pair of cards is, now and on boards still to come.

Every pair of cards that the board leaves is judged on the same run-outs: all of them from the turn on, a seeded sample
on the flop. That gives each pair a score (its share of pots against any hand) and lets a hand be compared with a
whole range at once. Nothing here depends on what anybody holds, so that one table serves every seat.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import MutableSequence, Sequence
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
    """`holes[i]` is a pair of cards, `score[i]` its share of pots; `strengths` has its strength on each run-out, row by row."""

    def __init__(self, board: int, short_deck: bool) -> None:
        deck = ALL_36 if short_deck else ALL_52
        left = [1 << place for place in range(52) if (deck & ~board) >> place & 1]
        self.board = board
        self.holes = array("Q", [one | other for one, other in combinations(left, 2)])
        self.index = {hole: at for at, hole in enumerate(self.holes)}
        self.runouts = array("Q", _runouts(board, left))
        self.strengths = array("H", bytes(2 * len(self.holes) * len(self.runouts)))
        scores = array("d", bytes(8 * len(self.holes)))
        judge_runouts(self.holes, self.runouts, board, SHORT if short_deck else STANDARD, self.strengths, scores)
        self.score = scores.tolist()
        self._orders: dict[int, tuple[int, ...]] = {}

    @staticmethod
    @lru_cache(maxsize=64)
    def of(board: int, short_deck: bool) -> Texture:
        return Texture(board, short_deck)

    def order(self, then: Texture) -> tuple[int, ...]:
        """The places of these pairs of cards, worst first by their score on the board of another moment."""
        if then.board not in self._orders:
            index, score = then.index, then.score
            scores = score if then is self else [score[index[hole]] for hole in self.holes]
            self._orders[then.board] = tuple(sorted(range(len(self.holes)), key=scores.__getitem__))
        return self._orders[then.board]

    def beaten(self, hole: int, weights: Sequence[float]) -> list[float]:
        """On each run-out that leaves the hole cards: the share of a range's weight that they beat, ties by half."""
        return beaten(self.strengths, self.holes, self.runouts, self.index[hole], array("d", weights))


def _judge_runouts(
    holes: Sequence[int],
    runouts: Sequence[int],
    board: int,
    ruling: int,
    strengths: MutableSequence[int],
    scores: MutableSequence[float],
) -> None:
    """Strengths of hands on every run-out of a board, 0 where they share a card, and each hand's share of pots."""
    size = len(holes)
    totals, counted = [0.0] * size, [0] * size
    for number, runout in enumerate(runouts):
        whole = board | runout
        live = [at for at, hole in enumerate(holes) if not hole & runout]
        found = array("H", bytes(2 * len(live)))
        evaluate_many(array("Q", [holes[at] | whole for at in live]), found, ruling)
        places: dict[int, float] = {}
        below = 0
        for strength, same in sorted(Counter(found).items()):
            places[strength] = (below + (same - 1) / 2) / len(live)
            below += same
        for at, strength in zip(live, found, strict=True):
            strengths[number * size + at] = strength
            totals[at] += places[strength]
            counted[at] += 1
    for at in range(size):
        scores[at] = totals[at] / max(1, counted[at])


def _beaten(
    strengths: Sequence[int], holes: Sequence[int], runouts: Sequence[int], me: int, weights: Sequence[float]
) -> list[float]:
    size = len(holes)
    held = [(at, weight) for at, weight in enumerate(weights) if weight > 0.002 and not holes[at] & holes[me]]
    shares = []
    for number, runout in enumerate(runouts):
        if runout & holes[me]:
            continue
        row = strengths[number * size : (number + 1) * size]
        mine = row[me]
        won = lost = 0.0
        for at, weight in held:
            theirs = row[at]
            if theirs > mine:
                lost += weight
            elif theirs == mine:
                won += weight / 2
                lost += weight / 2
            elif theirs:
                won += weight
        both = won + lost
        shares.append(won / both if both else 0.5)
    return shares


judge_runouts = kernel.native.judge_runouts if kernel.HAVE_KERNEL else _judge_runouts
beaten = kernel.native.beaten if kernel.HAVE_KERNEL else _beaten


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
