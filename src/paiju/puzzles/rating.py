"""Glicko-2 (Mark Glickman, "Example of the Glicko-2 system"), as pure functions: a player and a puzzle meet as opponents.

player, puzzle = meeting(Rating(), Rating(1650, 90), solved=True)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import Final, NamedTuple

SCALE: Final = 173.7178
CHANGE: Final = 0.5  # how much a volatility may change: Glickman's tau
CLOSE: Final = 1e-6
STEADY: Final = 45.0  # a deviation never falls below it: people learn


class Rating(NamedTuple):
    """How strong somebody is, how sure that is, and how steady."""

    value: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


def rated(own: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """A rating after a period in which these opponents were met with these scores: 1 won, 0 lost.

    >>> games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    >>> new = rated(Rating(1500, 200), games)
    >>> round(new.value, 2), round(new.deviation, 2), round(new.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    mu, phi = (own.value - 1500) / SCALE, own.deviation / SCALE
    if not results:
        return own._replace(deviation=min(350.0, SCALE * sqrt(phi * phi + own.volatility**2)))
    precision = gain = 0.0
    for other, score in results:
        g = 1 / sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / pi**2)
        chance = expected(own, other)
        precision += g * g * chance * (1 - chance)
        gain += g * (score - chance)
    variance = 1 / precision
    volatility = _volatility(phi, variance, variance * gain, own.volatility)
    phi = 1 / sqrt(1 / (phi * phi + volatility**2) + 1 / variance)
    return Rating(1500 + SCALE * (mu + phi * phi * gain), SCALE * phi, volatility)


def _volatility(phi: float, variance: float, delta: float, sigma: float) -> float:
    """Step 5 of the paper: the zero of f, by the Illinois method."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        e = exp(x)
        top = e * (delta * delta - phi * phi - variance - e)
        return top / (2 * (phi * phi + variance + e) ** 2) - (x - a) / CHANGE**2

    low = a
    if delta * delta > phi * phi + variance:
        high = log(delta * delta - phi * phi - variance)
    else:
        times = 1
        while f(a - times * CHANGE) < 0:
            times += 1
        high = a - times * CHANGE
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


def meeting(player: Rating, puzzle: Rating, *, solved: bool) -> tuple[Rating, Rating]:
    """Both ratings after an attempt."""
    score = 1.0 if solved else 0.0
    return after(player, puzzle, score), after(puzzle, player, 1 - score)


def after(own: Rating, other: Rating, score: float) -> Rating:
    """A rating after one meeting, from 0 (lost) to 1 (won); never so sure that it could not move any more."""
    new = rated(own, [(other, score)])
    return new._replace(deviation=max(STEADY, new.deviation))


def expected(own: Rating, other: Rating) -> float:
    """What one may expect to score.

    >>> round(expected(Rating(1700, 50), Rating(1500, 50)), 2)
    0.76
    """
    g = 1 / sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / pi**2)
    return 1 / (1 + exp(-g * (own.value - other.value) / SCALE))
