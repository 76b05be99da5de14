"""Lessons: what is asked of a learner, and what the coach answers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from paiju.server.wire.base import AnyView, Notation, OptionValues, Wire
from paiju.server.wire.parts import Decision, Line, Result
from paiju.server.wire.puzzles import PlayedMove

LessonId = Annotated[str, Meta(min_length=1, max_length=60, pattern="^[a-z0-9_.]*$")]
Moves = Annotated[list[PlayedMove], Meta(max_length=4_000)]


class LessonInfo(Wire):
    """A lesson in its list. `guided`: a whole deal against bots, with a comment on every answer."""

    id: str
    title: dict[str, str]
    guided: bool
    done: bool
    """Whether the caller has been through it."""


class LessonBook(Wire):
    game: str
    lessons: list[LessonInfo]


class LessonBooks(Wire):
    books: list[LessonBook]


class LessonAsk(Wire):
    """An answer in a lesson, or without one where it begins. Nothing is kept: all moves so far are sent along."""

    lesson: LessonId
    moves: Moves = field(default_factory=list)
    """All moves so far, by everybody, as the answers to earlier questions had them."""
    question: Annotated[int, Meta(ge=0, le=100)] = 0
    move: Notation | None = None


class LessonCheck(Wire):
    """What a text would be as an answer."""

    lesson: LessonId
    text: Notation
    moves: Moves = field(default_factory=list)


class Frame(Wire):
    """The table after one move."""

    seat: int | None
    move: str | None
    stage: str
    view: AnyView
    events: tuple[Line, ...]
    """What happened since the frame before."""


class Practice(Wire):
    """A deal that nobody else sits at: the frames since the last answer, and what is asked now."""

    game: str
    seat: int
    """The caller's."""
    seats: int
    turns: Literal["clockwise", "counter_clockwise"]
    options: OptionValues
    frames: list[Frame]
    moves: list[PlayedMove]
    """All moves so far."""
    decision: Decision | None
    result: Result | None


class LessonReply(Wire):
    """What became of an answer. A wrong one changes nothing: the frames are those of the question itself."""

    lesson: str
    title: dict[str, str]
    practice: Practice
    task: dict[str, str]
    """Of the question that is open now, or of a guided deal what it is about."""
    question: int
    questions: int
    done: bool
    verdict: Literal["right", "wrong", "same", "close", "better"] | None
    """In a guided deal against the bot's own answer: the same, as good, or there is a better one."""
    say: dict[str, str] | None
    """The lesson's own words about the answer."""
    why: Line | None
    """The solver's or the bot's."""
    line: list[PlayedMove]
    """How the other side wins after a wrong answer."""
