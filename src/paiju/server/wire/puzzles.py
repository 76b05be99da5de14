"""Puzzles (残局): what is asked, and what the perfect defender answers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from paiju.server.wire.base import AnyView, Notation, Wire

PuzzleId = Annotated[str, Meta(min_length=1, max_length=20, pattern="^[0-9a-f]*$")]
PositionText = Annotated[str, Meta(min_length=1, max_length=1_000)]


class PuzzleBook(Wire):
    """The puzzles of one game: how many, by grade and by theme."""

    game: str
    count: int
    grades: dict[str, int]
    themes: dict[str, int]


class PuzzleBooks(Wire):
    books: list[PuzzleBook]
    themes: dict[str, dict[str, str]]
    """Each theme in both languages."""


class Puzzle(Wire):
    """A puzzle, without its solution."""

    id: str
    game: str
    position: str
    grade: int
    rating: int
    themes: list[str]
    points: int | None = None
    """Where points are to be got: at least so many."""
    solved: bool | None = None
    """Whether the caller has solved it at the first try; None: not tried yet."""


class PuzzleList(Wire):
    puzzles: list[Puzzle]
    total: int


class PlayedMove(Wire):
    """A move, in notation."""

    seat: int
    move: str


class PuzzleAsk(Wire):
    """Where an attempt stands, and what is done next."""

    puzzle: PuzzleId | None = None
    position: PositionText | None = None
    """A position of one's own, where no puzzle is named."""
    moves: Annotated[list[Notation], Meta(max_length=200)] = field(default_factory=list)
    """All moves so far, by both sides."""
    move: Notation | None = None
    """The caller's next move; without it the answer says where the attempt stands."""
    hint: bool = False
    """Say a move that keeps the win. A puzzle is no longer solved by oneself then."""


class PuzzlePlayer(Wire):
    """How somebody does at puzzles: a Glicko-2 rating, and puzzles solved at the first try in a row."""

    rating: int
    deviation: int
    solved: int
    tried: int
    streak: int
    best: int


class PuzzleReply(Wire):
    """What became of a move. The side of the caller is `side`; all hands are open."""

    position: str
    game: str
    side: list[int]
    moves: list[PlayedMove]
    """The caller's move and the answers to it, until the caller is asked again."""
    standing: Literal["won", "lost", "unknown"]
    """What best play comes to for the caller's side now; unknown: not decided in time."""
    over: bool | None
    """How it ended; null while it goes on."""
    gone: bool
    """The move gave the win away: it does not count, and `refutation` shows what would follow."""
    refutation: list[PlayedMove]
    better: str | None
    hint: str | None
    view: AnyView
    """The deal as it lies now, as in a table's state."""
    choices: list[str]
    """Legal moves of the caller."""
    more: bool
    player: PuzzlePlayer | None = None
    """How the caller does now, if this was a first try at a puzzle that is solved or failed with this answer."""
