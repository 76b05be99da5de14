"""A puzzle (残局): a position that is won by one move only, with its solution, grade and themes. One line of text.

    doudizhu 45569TKA2/4588TJKL/- 0 landlord=0; best 5; grade 2; rating 1390; themes split; …

A file of puzzles is such lines; those that begin with # and empty ones are left out. What stands before the first semicolon
is the position, so that `paiju solve FILE` reads the same file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Final

from paiju.games.climb.position import Position
from paiju.games.contract import Line
from paiju.games.refusals import Worded

GRADES: Final = range(1, 6)
_NEEDED: Final = ("best", "grade", "rating", "line")


class PuzzleError(Worded, ValueError):
    """A line that is no puzzle."""

    def __init__(self, number: int, why: Line) -> None:
        super().__init__(number, why)
        self.number = number
        self.sentence = Line.of("record.at", line=number, why=why)


@dataclass(frozen=True, kw_only=True)
class Puzzle:
    """One puzzle. The side of the seat to act plays, against the perfect defender."""

    text: str  # of the position
    best: str  # the only first move, up to equivalent cards
    grade: int  # 1 to 5
    rating: int  # what a player should be rated who solves it half of the time, before anybody has tried
    line: tuple[str, ...]  # best play to the end
    themes: tuple[str, ...] = ()
    points: int | None = None  # where points are to be got: at least so many for the seat to act; None: to win
    found: tuple[str, ...] = ()  # levels of bots that find the first move
    nodes: int = 0  # positions that the solver looked at
    proof: int = 0  # entries of its certificate
    deal: int = 0  # the deal it was cut from

    @cached_property
    def id(self) -> str:
        """The same for the same position, in every edition."""
        return sha256(self.text.encode()).hexdigest()[:10]

    @property
    def game(self) -> str:
        return self.text.partition(" ")[0]

    @cached_property
    def position(self) -> Position:
        return Position.parse(self.text)

    def __str__(self) -> str:
        parts = [self.text, f"best {self.best}", f"grade {self.grade}", f"rating {self.rating}"]
        if self.points is not None:
            parts.append(f"points {self.points}")
        if self.themes:
            parts.append(f"themes {' '.join(self.themes)}")
        if self.found:
            parts.append(f"found {' '.join(self.found)}")
        parts += [f"nodes {self.nodes}", f"proof {self.proof}", f"deal {self.deal}", f"line {' '.join(self.line)}"]
        return "; ".join(parts)

    @staticmethod
    def parse(text: str, number: int = 1) -> Puzzle:
        """Read a line; the position is read when it is asked for. PuzzleError if something is missing."""
        position, *parts = (part.strip() for part in text.split(";"))
        fields = {name: value for name, _, value in (part.partition(" ") for part in parts)}
        missing = next((name for name in _NEEDED if not fields.get(name)), None)
        if missing is not None:
            raise PuzzleError(number, Line.of("record.missing", name=repr(missing)))
        try:
            return Puzzle(
                text=position,
                best=fields["best"],
                grade=int(fields["grade"]),
                rating=int(fields["rating"]),
                line=tuple(fields["line"].split()),
                themes=tuple(fields.get("themes", "").split()),
                points=int(fields["points"]) if "points" in fields else None,
                found=tuple(fields.get("found", "").split()),
                nodes=int(fields.get("nodes", 0)),
                proof=int(fields.get("proof", 0)),
                deal=int(fields.get("deal", 0)),
            )
        except ValueError as error:
            raise PuzzleError(number, Line.of("position.text", why=str(error))) from None


def load(text: str) -> tuple[Puzzle, ...]:
    """The puzzles of a file."""
    rows = enumerate(text.splitlines(), start=1)
    return tuple(Puzzle.parse(row, number) for number, row in rows if row.strip() and not row.startswith("#"))


def dump(puzzles: Iterable[Puzzle], head: str = "") -> str:
    """The text of a file; `head` is put before them as comments."""
    rows = [f"# {row}".rstrip() for row in head.splitlines()]
    return "\n".join([*rows, *map(str, puzzles)]) + "\n"
