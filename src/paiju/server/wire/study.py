"""Studies: a position or a record, taken up at any move."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from paiju.server.wire.base import GameId, Notation, SeatNumber, Wire
from paiju.server.wire.lessons import Moves, Practice
from paiju.server.wire.parts import Line

StudyText = Annotated[str, Meta(min_length=1, max_length=100_000)]


class StudyAsk(Wire):
    """What is studied: a text (position, `.paiju` record or PHH), or a finished deal of a table."""

    text: StudyText | None = None
    table: GameId | None = None
    hand: Annotated[int, Meta(ge=1, le=1_000_000_000)] = 1
    step: Annotated[int, Meta(ge=0, le=100_000)] = 0
    """How many moves of the record have been made."""
    moves: Moves = field(default_factory=list)
    """Moves of one's own after those."""
    move: Notation | None = None
    """One more, by the seat that is asked."""
    seat: SeatNumber | None = None
    """Bots answer for all others until this seat is asked; without it, nobody answers by itself."""
    weigh: bool = False
    """Ask solver and bot about the open question."""


class StudyCheck(Wire):
    """What a text would be as an answer."""

    ask: StudyAsk
    text: Notation


class StudyAnswer(Wire):
    """One answer. `wins` where the solver knows it; else what the bot expects of it, as a chance or in chips."""

    text: str
    name: Line | None
    wins: bool | None
    chance: float | None
    chips: float | None
    why: Line | None


class StudyEdit(Wire):
    """A position as it can be changed: hands by seat, the cards that lie nowhere, seat to act and play to beat."""

    hands: list[list[str]]
    spare: list[str]
    turn: int
    top_seat: int | None
    top: str | None


class StudyReply(Wire):
    """The deal as it stands, with every hand open, and the question that is put now, whoever it is put to."""

    position: str | None
    """The moment as a position, where it is one."""
    names: list[str]
    step: int
    last: int
    """Moves of the record; 0 for a position."""
    practice: Practice
    """Its `seat` is the one that is asked, and `moves` are those after the step."""
    edit: StudyEdit | None
    answers: list[StudyAnswer] | None


class StudyChange(Wire):
    """One change of a position: a card moved from a seat to a seat (or from or to nowhere), the turn, the play to beat."""

    position: Annotated[str, Meta(min_length=1, max_length=1_000)]
    card: Annotated[str, Meta(min_length=1, max_length=4)] | None = None
    source: SeatNumber | None = None
    target: SeatNumber | None = None
    turn: SeatNumber | None = None
    top_seat: SeatNumber | None = None
    top: Annotated[str, Meta(max_length=60)] | None = None
    """Cards; empty: the seat to act leads."""


class StudyPosition(Wire):
    position: str
