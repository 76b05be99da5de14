"""Compare ours with peers, round by round.

Absolute times swing by half on a shared machine; the ratio of two runs a moment apart does not. So every contender
runs once per round, in an order that rotates, and the figure is the median over rounds of the ratio to the reference.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

__all__ = ["Figure", "compare", "report"]


@dataclass(frozen=True)
class Figure:
    """One contender's result; `ratio` is its time divided by the reference's, `low` and `high` its middle four fifths."""

    name: str
    seconds: float  # per operation, median over the rounds
    ratio: float
    low: float
    high: float


def compare(
    contenders: Mapping[str, Callable[[], int]],
    *,
    reference: str,
    rounds: int = 31,
    clock: Callable[[], float] = time.process_time,
) -> list[Figure]:
    """Time every contender in every round. A contender does its work once and returns how many operations that was.

    The clock is CPU time, so that a busy neighbour costs less accuracy; pass `time.perf_counter` for work in threads
    or other processes.
    """
    names = list(contenders)
    samples: dict[str, list[float]] = {name: [] for name in names}
    for run in contenders.values():
        run()
    for turn in range(rounds):
        first = turn % len(names)
        for name in names[first:] + names[:first]:
            start = clock()
            operations = contenders[name]()
            samples[name].append((clock() - start) / operations)
    return [_figure(name, samples[name], samples[reference]) for name in names]


def report(title: str, figures: list[Figure], *, reference: str) -> None:
    print(f"{title} (time per operation; ratio to {reference}, median and middle four fifths of the rounds)")
    width = max(len(figure.name) for figure in figures)
    for figure in figures:
        print(
            f"  {figure.name:<{width}}  {_shown(figure.seconds):>10}  "
            f"x{figure.ratio:.3f}  ({figure.low:.3f} to {figure.high:.3f})",
            flush=True,
        )


def _figure(name: str, ours: list[float], reference: list[float]) -> Figure:
    ratios = sorted(a / b for a, b in zip(ours, reference, strict=True))
    cut = len(ratios) // 10
    return Figure(name, statistics.median(ours), statistics.median(ratios), ratios[cut], ratios[-1 - cut])


def _shown(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
