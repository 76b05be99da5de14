"""Random play of many deals, cut into chunks that may run anywhere: what `paiju simulate` counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Any

from paiju.envs.batch import Batch
from paiju.games import catalog
from paiju.solver.quick import quick_seed

CHUNK = 20_000  # deals in the kernel
CHUNK_IN_PYTHON = 20


@dataclass(frozen=True)
class Chunk:
    """So many deals of a game, beginning with deal number `first`."""

    game: str
    preset: str | None
    values: tuple[tuple[str, Any], ...]
    seats: int
    seed: int
    first: int
    deals: int
    reference: bool  # deal i has seed + i and the documented generator


@dataclass(frozen=True)
class SeatStatistics:
    """The scores of one seat."""

    mean: float
    margin: float  # of the mean, at 95 % confidence
    deviation: float
    won: float  # part of the deals in which its score is above 0
    least: int
    most: int


@dataclass(frozen=True)
class Statistics:
    deals: int
    choices: int
    native: bool
    seats: tuple[SeatStatistics, ...]


@dataclass(frozen=True)
class Tally:
    """What one chunk came to."""

    deals: int
    choices: int
    native: bool
    seats: tuple[tuple[float, float, int, int, int], ...]


def chunks(
    game: str,
    deals: int,
    *,
    preset: str | None = None,
    values: Mapping[str, object] | None = None,
    seats: int | None = None,
    seed: int = 0,
    reference: bool = False,
) -> Iterator[Chunk]:
    """The work of a simulation. The same arguments give the same deals and choices, whoever runs the chunks."""
    info = catalog.find(game)
    seats = info.recommended if seats is None else seats
    row = tuple(sorted((values or {}).items()))
    size = CHUNK if _batch(info.id, preset, row, seats, 0).native else CHUNK_IN_PYTHON
    for first in range(0, deals, size):
        yield Chunk(info.id, preset, row, seats, seed, first, min(size, deals - first), reference)


def run(chunk: Chunk) -> Tally:
    """Deal, play at random, count."""
    batch = _batch(chunk.game, chunk.preset, chunk.values, chunk.seats, chunk.deals)
    own = quick_seed(chunk.seed, chunk.first)
    if chunk.reference:
        batch.deal(seed=chunk.seed + chunk.first)
    else:
        batch.deal(fast_seed=own)
    choices = batch.playout(own ^ (1 << 63))
    return Tally(chunk.deals, choices, batch.native, tuple(batch.engine.tally()))


@lru_cache(maxsize=4)
def _batch(game: str, preset: str | None, values: tuple[tuple[str, Any], ...], seats: int, size: int) -> Batch:
    return Batch(catalog.find(game).game(dict(values), preset), size, seats=seats)


def statistics(tallies: Iterable[Tally]) -> Statistics:
    """All chunks together, in whatever order they came."""
    rows = list(tallies)
    deals = sum(row.deals for row in rows)
    seats = []
    for column in zip(*(row.seats for row in rows), strict=True):
        mean = sum(one[0] for one in column) / deals
        variance = max(0.0, sum(one[1] for one in column) / deals - mean * mean)
        seats.append(
            SeatStatistics(
                mean=mean,
                margin=1.959964 * sqrt(variance / deals),
                deviation=sqrt(variance),
                won=sum(one[2] for one in column) / deals,
                least=min(one[3] for one in column),
                most=max(one[4] for one in column),
            )
        )
    return Statistics(deals, sum(row.choices for row in rows), all(row.native for row in rows), tuple(seats))
