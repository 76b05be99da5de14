"""The answer of an analysis, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from paiju.games.contract import Line

Measure = Literal["win", "pot", "none"]
Grade = Literal["inaccuracy", "mistake", "blunder"]


@dataclass(frozen=True)
class Point:
    """How the deal stands after a step (0 is the deal, k the k-th move): a number from 0 to 1 for each seat."""

    step: int
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Flag:
    """A move that gave something away: what would have been better, by how much (of 1), and why, in one line."""

    step: int
    seat: int
    played: str
    better: str
    loss: float
    grade: Grade
    why: Line
    played_name: Line | None = None  # in words, where the game has them
    better_name: Line | None = None


@dataclass(frozen=True)
class Analysis:
    """`measure` says what the numbers are: chances to win, or shares of the pot with all cards open.

    `note` tells how they were found, or why there are none; `complete` is False where the time ran out.
    """

    measure: Measure
    points: tuple[Point, ...]
    flags: tuple[Flag, ...]
    note: Line
    complete: bool = True
