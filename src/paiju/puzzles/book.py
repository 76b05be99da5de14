"""The puzzles that come with Paiju: a file for each game, read when first asked for."""

from __future__ import annotations

from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from paiju.puzzles.puzzle import Puzzle, load

DAILY: Final = "doudizhu"


@cache
def games() -> tuple[str, ...]:
    """The games that have puzzles."""
    rows = files("paiju.puzzles").joinpath("sets").iterdir()
    return tuple(sorted(row.name.removesuffix(".txt") for row in rows if row.name.endswith(".txt")))


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game, easiest first; none where a game has none."""
    if game not in games():
        return ()
    text = files("paiju.puzzles").joinpath("sets", f"{game}.txt").read_text(encoding="utf-8")
    return tuple(sorted(load(text), key=lambda puzzle: (puzzle.rating, puzzle.id)))


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for game in games() for puzzle in puzzles(game)}


def find(name: str) -> Puzzle | None:
    """A puzzle by its id, of any game."""
    return _by_id().get(name)


def chosen(game: str, *, theme: str | None = None, grade: int | None = None) -> tuple[Puzzle, ...]:
    """The puzzles of a game with this theme and of this grade."""
    return tuple(
        puzzle
        for puzzle in puzzles(game)
        if (theme is None or theme in puzzle.themes) and (grade is None or puzzle.grade == grade)
    )


def daily(day: date, game: str = DAILY) -> Puzzle:
    """The puzzle of a day: the same for everybody, none twice before all have been. Weekends are harder."""
    row = puzzles(game)
    shuffled = sorted(row, key=lambda puzzle: sha256(f"daily {puzzle.id}".encode()).digest())
    hard = [puzzle for puzzle in shuffled if puzzle.grade >= 4]
    rest = [puzzle for puzzle in shuffled if puzzle.grade < 4]
    weeks, weekday = divmod(day.toordinal() - 1, 7)  # day 1 was a Monday
    if weekday >= 5 and hard:
        return hard[(2 * weeks + weekday - 5) % len(hard)]
    return (rest or hard)[(5 * weeks + min(weekday, 4)) % len(rest or hard)]


def near(game: str, rating: float, seen: frozenset[str] = frozenset()) -> Puzzle | None:
    """The puzzle not seen yet whose rating is nearest; None if all were."""
    left = (puzzle for puzzle in puzzles(game) if puzzle.id not in seen)
    return min(left, key=lambda puzzle: (abs(puzzle.rating - rating), puzzle.id), default=None)
