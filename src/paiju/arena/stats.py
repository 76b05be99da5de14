"""Numbers one can stand by: means with 95 % intervals, and ratings."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

# Two-sided 95 % quantiles of Student's t for 1 … 30 degrees of freedom; beyond that a series in 1/n is exact enough.
_T: Final = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
_NORMAL: Final = 1.959964


class Estimate(NamedTuple):
    """A mean and how far off it may be: the 95 % interval is mean ± margin."""

    mean: float
    margin: float
    samples: int

    @property
    def low(self) -> float:
        return self.mean - self.margin

    @property
    def high(self) -> float:
        return self.mean + self.margin

    def __str__(self) -> str:
        return f"{self.mean:+.3f} ± {self.margin:.3f}"


class Share(NamedTuple):
    """A mean of values between 0 and 1, and its 95 % interval, which stays between them too."""

    mean: float
    low: float
    high: float
    samples: int

    def __str__(self) -> str:
        return f"{100 * self.mean:.1f} % ({100 * self.low:.1f}–{100 * self.high:.1f})"


def student(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's t.

    >>> [round(student(n), 3) for n in (1, 30, 40, 120)]
    [12.706, 2.042, 2.021, 1.98]
    """
    if freedom <= len(_T):
        return _T[freedom - 1]
    z = _NORMAL
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values, with Student's interval; infinite margin below two values.

    >>> estimate([1.0, 1.0, 1.0, 1.0])
    Estimate(mean=1.0, margin=0.0, samples=4)
    """
    count = len(values)
    if count == 0:
        return Estimate(0.0, math.inf, 0)
    mean = math.fsum(values) / count
    if count == 1:
        return Estimate(mean, math.inf, 1)
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, student(count - 1) * math.sqrt(variance / count), count)


def share(values: Sequence[float]) -> Share:
    """The mean of independent values between 0 and 1, with Wilson's score interval.

    Wilson's interval is made for wins and losses. The share of a duplicate deal may lie in between (half of it won),
    so its values spread less, and as many of them say more: the sample counts as larger by the ratio of the two
    spreads, each with a win and a loss added, lest a handful of equal values look like certainty. Student's quantile
    stands for the normal one, for small samples.

    >>> print(share([1.0] * 10))
    100.0 % (66.2–100.0)
    >>> print(share([1.0] * 50 + [0.0] * 50))
    50.0 % (40.3–59.7)
    """
    count = len(values)
    if count == 0:
        return Share(0.5, 0.0, 1.0, 0)
    if min(values) < 0 or max(values) > 1:
        raise ValueError("shares lie between 0 and 1")
    mean = math.fsum(values) / count
    padded = (math.fsum(values) + 1) / (count + 2)
    spread = (math.fsum((value - padded) ** 2 for value in values) + padded**2 + (1 - padded) ** 2) / (count + 2)
    larger = count * padded * (1 - padded) / spread
    weight = student(max(1, count - 1)) ** 2 / larger
    centre = (mean + weight / 2) / (1 + weight)
    margin = math.sqrt(weight * (mean * (1 - mean) + weight / 4)) / (1 + weight)
    return Share(mean, max(0.0, min(mean, centre - margin)), min(1.0, max(mean, centre + margin)), count)


def ratings(wins: Mapping[tuple[int, int], float], players: int, rounds: int = 200) -> list[float]:
    """Bradley-Terry strengths on the Elo scale, their mean being 0.

    `wins[i, j]` counts deals in which i did better than j, a tie being half. Half a win either way is added between
    every pair that met, so that a player who never lost is rated high and not infinitely high.

    >>> [round(r) for r in ratings({(0, 1): 75, (1, 0): 25}, 2)]
    [94, -94]
    """
    games = {(i, j): wins.get((i, j), 0.0) + wins.get((j, i), 0.0) for i in range(players) for j in range(i)}
    met = {pair for pair, count in games.items() if count}
    won = [
        sum(wins.get((i, j), 0.0) + 0.5 for j in range(players) if (max(i, j), min(i, j)) in met)
        for i in range(players)
    ]
    strength = [1.0] * players
    for _ in range(rounds):
        fresh = []
        for i in range(players):
            weight = sum(
                (games[max(i, j), min(i, j)] + 1) / (strength[i] + strength[j])
                for j in range(players)
                if (max(i, j), min(i, j)) in met
            )
            fresh.append(won[i] / weight if weight else 1.0)
        scale = math.exp(math.fsum(map(math.log, fresh)) / players)
        strength = [value / scale for value in fresh]
    return [400 * math.log10(value) for value in strength]
