"""What came of an entry, for those who run the table."""

from __future__ import annotations

import msgspec

from paiju.table import entries as log
from paiju.table.state import Result


class Announced(msgspec.Struct, frozen=True):
    """A move to tell everybody about."""

    seat: int
    player: str
    text: str
    by: log.By
    secret: bool = False  # others are still to answer the same round of questions


class Ended(msgspec.Struct, frozen=True):
    """A deal ended."""

    result: Result


class Began(msgspec.Struct, frozen=True):
    """A deal began."""

    number: int


class Cashed(msgspec.Struct, frozen=True):
    """Chips leave the table with a player."""

    player: str
    chips: int


class Issued(msgspec.Struct, frozen=True):
    """The house gives a bot chips."""

    player: str
    chips: int


class Removed(msgspec.Struct, frozen=True):
    """A player is no longer at the table."""

    player: str


class Spoken(msgspec.Struct, frozen=True):
    player: str
    name: str
    text: str
    at: int


class Presence(msgspec.Struct, frozen=True):
    """Somebody's connection was lost, or is back."""

    seat: int
    player: str
    connected: bool


class Shut(msgspec.Struct, frozen=True):
    """The table is closed."""


Happening = Announced | Ended | Began | Cashed | Issued | Removed | Spoken | Presence | Shut
