"""What came of an event, for whoever runs the table."""

from __future__ import annotations

import msgspec

from paiju.table.events import By
from paiju.table.state import Result


class Announced(msgspec.Struct, frozen=True):
    """A seat made a move."""

    seat: int
    player: str
    text: str
    by: By
    secret: bool = False  # others have still to answer the same round of questions


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
