"""The log of a table: one event for every input that was accepted.

An event holds all that chance and clocks decided, so that folding the log needs neither. The store keeps them as JSON:
tags and field names may not change. `at` is when the event was accepted, in milliseconds since 1970.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from paiju.table.state import Settings

By = Literal["player", "bot", "clock", "auto"]


class _Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="t"):
    at: int


class Opened(_Event, frozen=True, kw_only=True, tag="opened"):
    settings: Settings
    owner: str


class Sat(_Event, frozen=True, kw_only=True, tag="sat"):
    """Somebody took a seat, with chips where the game has them. `bot` is the level of a bot."""

    player: str
    name: str
    seat: int
    chips: int = 0
    avatar: str = ""
    bot: str | None = None


class Left(_Event, frozen=True, kw_only=True, tag="left"):
    """A player gave up the seat, or was sent away (`by` the owner, or the clock)."""

    player: str
    by: str = ""


class Unbarred(_Event, frozen=True, kw_only=True, tag="unbarred"):
    """A player who was sent away may sit down again before the time is over."""

    player: str


class ReadySet(_Event, frozen=True, kw_only=True, tag="ready"):
    player: str
    ready: bool = True


class Lot(_Event, frozen=True, kw_only=True, tag="lot"):
    """Seats were drawn: who sits where from now on."""

    seats: dict[str, int]


class Committed(_Event, frozen=True, kw_only=True, tag="committed"):
    """The server's secret for the next deal; only its hash is public until that deal is over."""

    server_seed: str


class Entropy(_Event, frozen=True, kw_only=True, tag="entropy"):
    player: str
    bytes: str


class Dealt(_Event, frozen=True, kw_only=True, tag="dealt"):
    """A deal begins, from the secret and everybody's bytes. `options`, if any, replace those carried over: a record is played on."""

    options: dict[str, Any] | None = None


class Moved(_Event, frozen=True, kw_only=True, tag="moved"):
    """An answer in its canonical spelling."""

    seat: int
    text: str
    by: By = "player"


class AutoSet(_Event, frozen=True, kw_only=True, tag="auto"):
    """托管 on or off."""

    player: str
    on: bool = True


class Held(_Event, frozen=True, kw_only=True, tag="held"):
    """The clock stands still, or runs again, for somebody who plays against bots alone."""

    player: str
    on: bool = True


class SitOutSet(_Event, frozen=True, kw_only=True, tag="sit_out"):
    """Not dealt in from the next deal on, or back again."""

    player: str
    out: bool = True
    post: bool = False
    by: str = ""
    """`clock`: the player was absent for long."""


class Rebought(_Event, frozen=True, kw_only=True, tag="rebought"):
    player: str
    chips: int


class Gone(_Event, frozen=True, kw_only=True, tag="gone"):
    """The player's last connection was lost."""

    player: str


class Back(_Event, frozen=True, kw_only=True, tag="back"):
    """The player is connected again."""

    player: str


class Said(_Event, frozen=True, kw_only=True, tag="said"):
    player: str
    name: str
    text: str


class Resumed(_Event, frozen=True, kw_only=True, tag="resumed"):
    """The table stood still for `gap` milliseconds (a restart): clocks go on from where they were, nobody is connected."""

    gap: int


class Closed(_Event, frozen=True, kw_only=True, tag="closed"):
    by: str = ""


Event = (
    Opened
    | Sat
    | Left
    | Unbarred
    | ReadySet
    | Lot
    | Committed
    | Entropy
    | Dealt
    | Moved
    | AutoSet
    | Held
    | SitOutSet
    | Rebought
    | Gone
    | Back
    | Said
    | Resumed
    | Closed
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(event: Event) -> bytes:
    return _encoder.encode(event)


def decode(data: bytes | str) -> Event:
    return _decoder.decode(data)
