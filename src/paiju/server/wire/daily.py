"""The daily deal: how it stands, who played it, and two lines side by side."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from paiju.server.wire.base import Wire
from paiju.server.wire.parts import Line


class DailyGame(Wire):
    """The daily deal of one game, for the caller."""

    game: str
    deals: int
    players: int
    """How many have finished it."""
    state: Literal["new", "open", "done", "missed"]
    """Not begun; begun; finished; begun and given up, or not finished in time."""
    table_id: str | None
    score: int | None
    place: int | None
    percent: float | None
    """The duplicate score: the part of the others that did worse, equal ones counted half."""
    commits: list[str]
    """What the server promises about the seed of each of its deals."""


class DailyDay(Wire):
    day: str
    today: str
    games: list[DailyGame]


class NewDaily(Wire):
    pace: Annotated[int, Meta(ge=0, le=10_000)] = 800


class DailyTable(Wire):
    """Where the caller plays the daily deal."""

    id: str


class DailyPlace(Wire):
    player_id: str
    name: str
    avatar: str
    place: int
    score: int
    percent: float | None
    table_id: str | None
    """Where it was played, for a replay: once the caller may look at it."""


class DailyBoard(Wire):
    day: str
    own: DailyGame
    places: list[DailyPlace]
    """The best, in order; empty until the caller may look."""
    open: bool
    """Whether the caller may look: they have finished the deal, or it is over for everybody."""


class DailyAnswer(Wire):
    step: int
    """Of the replay."""
    text: str
    name: Line | None


class DailyRow(Wire):
    """One answer of the caller beside the one that the other gave."""

    hand: int
    mine: DailyAnswer | None
    theirs: DailyAnswer | None


class DailyComparison(Wire):
    game: str
    mine: DailyPlace
    theirs: DailyPlace
    rows: list[DailyRow]
    differs: int | None
    """The row in which the lines part: up to there both had the same cards and the same play to answer. None: never."""
