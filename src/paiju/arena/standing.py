"""What the deals so far say: a table per bot, and per pair the difference with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from paiju.arena.contest import Contest, DealResult, Faults
from paiju.arena.stats import Estimate, Share, estimate, ratings, share


@dataclass(frozen=True)
class BotStanding:
    """One bot: its score per deal and seat, the share of seats it won, its rating, and what went wrong."""

    bot: str
    score: Estimate
    wins: Share
    rating: float
    faults: Faults


@dataclass(frozen=True)
class PairStanding:
    """Two bots on the same deals: by how much the first did better, and in which share of deals (ties count half)."""

    first: str
    second: str
    difference: Estimate
    better: Share


@dataclass(frozen=True)
class Standing:
    deals: int
    bots: tuple[BotStanding, ...]
    pairs: tuple[PairStanding, ...]


def standing(contest: Contest, results: Sequence[DealResult]) -> Standing:
    count = len(contest.bots)
    wins: dict[tuple[int, int], float] = {}
    pairs = []
    for i, j in combinations(range(count), 2):
        differences = [result.scores[i] - result.scores[j] for result in results]
        better = [1.0 if value > 0 else 0.5 if value == 0 else 0.0 for value in differences]
        wins[i, j], wins[j, i] = sum(better), len(better) - sum(better)
        pairs.append(PairStanding(contest.bots[i], contest.bots[j], estimate(differences), share(better)))
    rated = ratings(wins, count)
    bots = tuple(
        BotStanding(
            contest.bots[i],
            estimate([result.scores[i] for result in results]),
            share([result.wins[i] for result in results]),
            rated[i],
            _sum([result.faults[i] for result in results]),
        )
        for i in range(count)
    )
    return Standing(len(results), bots, tuple(pairs))


def _sum(faults: Sequence[Faults]) -> Faults:
    total = Faults()
    for one in faults:
        total.crash += one.crash
        total.timeout += one.timeout
        total.illegal += one.illegal
        total.first = total.first or one.first
    return total
