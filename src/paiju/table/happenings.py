"""What came of an entry, for those who run the table."""

from __future__ import annotations

from typing import NamedTuple

from paiju.table import entries as log
from paiju.table.state import Result


class Announced(NamedTuple):
    """A move to tell everybody about."""

    seat: int
    player: str
    text: str
    by: log.By
    secret: bool = False  # others are still to answer the same round of questions


class Ended(NamedTuple):
    """A deal ended."""

    result: Result


class Began(NamedTuple):
    """A deal began."""

    number: int


class Cashed(NamedTuple):
    """Chips leave the table with a player."""

    player: str
    chips: int


class Issued(NamedTuple):
    """The house gives a bot chips."""

    player: str
    chips: int


class Removed(NamedTuple):
    """A player is no longer at the table."""

    player: str


class Spoken(NamedTuple):
    player: str
    name: str
    text: str
    at: int


class Presence(NamedTuple):
    """Somebody's connection was lost, or is back."""

    seat: int
    player: str
    connected: bool


class Shut(NamedTuple):
    """The table is closed."""


Happening = Announced | Ended | Began | Cashed | Issued | Removed | Spoken | Presence | Shut
