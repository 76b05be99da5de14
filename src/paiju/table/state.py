"""What a table is between two deals, as plain data: settings, seats, and what carries over.

It is also the snapshot the store keeps, so that a table with a thousand deals behind it loads at once: field names may
not change.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

Status = Literal["waiting", "active", "finished", "closed"]

BARRED: Final = 600_000
"""Milliseconds that somebody who was sent away may not sit down again."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a table was opened."""

    game: str
    seats: int
    options: dict[str, Any] = {}
    """All that differs from the game's defaults, preset included."""
    preset: str | None = None
    name: str = ""
    private: bool = False
    password: str | None = None
    """A hash, never the password."""
    spectators: bool = True
    spectator_delay: int = 0
    chat: bool = True
    seating: Literal["choose", "lot"] = "choose"
    autostart: bool = True
    pause: int = 5
    pace: int = 800
    time_bank: int = 0
    timeout: int | None = None
    autoplay: Literal["normal", "safest"] | None = None
    """How the table answers for a seat in 托管 or out of time; None: as the game does."""
    deals: int | None = None
    practice: bool = False
    """Played on from a record, or from a position: nobody else sits down, nobody's chips or points change."""
    position: str | None = None
    """What every deal begins from, in place of a shuffled deck."""
    daily: str | None = None
    """The day whose deal this is, as 2026-01-31: the same cards and the same bots for everybody, once each."""
    closes_at: int | None = None
    """When the table closes, whatever goes on there."""


class Sitter(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Who sits at a seat."""

    player: str
    name: str
    avatar: str = ""
    bot: str | None = None
    ready: bool = False
    auto: bool = False
    expiries: int = 0
    """Times in a row that the clock answered for this seat."""
    sitting_out: bool = False
    away: bool = False
    """Sits out because the player was absent for long; dealt in again when they come back."""
    leaving: bool = False
    """Left in the middle of a deal: the table answers for the seat until it ends."""
    gone_since: int | None = None
    bank: int = 0
    score: int = 0

    @property
    def is_person(self) -> bool:
        return self.bot is None


class Seating(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Something to be done at a seat when the running deal is over."""

    op: Literal["sit", "leave", "out", "back"]
    seat: int
    chips: int = 0
    post: bool = False


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a deal ended."""

    hand: int
    scores: list[int]
    reason: str
    players: list[str]
    """Who sat at each seat; empty text for nobody."""
    match_over: bool = False


class TableState(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Everything but the deal in progress."""

    id: str
    settings: Settings
    owner: str
    seq: int = 0
    status: Status = "waiting"
    hand: int = 0
    """How many deals have begun."""
    options: dict[str, Any] = {}
    """Of the deal in progress, or of the next one."""
    sitters: dict[int, Sitter] = {}
    waiting_ops: list[Seating] = []
    server_seed: str = ""
    entropy: dict[int, str] = {}
    next_deal_at: int | None = None
    result: Result | None = None
    stacks: dict[int, int] = {}
    """Chips at each seat, where the game has chips."""
    match_deals: int = 0
    """Deals of the present match."""
    drawn: bool = False
    """Seats were drawn by lot."""
    barred: dict[str, int] = {}
    """Who was sent away, and until when the seats are closed to them."""
    owner_left: bool = False
    """The owner gave up the seat and nobody else was there: the next person to sit down becomes the owner."""
    held_since: int | None = None
    """Since when the only person among bots has stopped the clock."""
    idle_since: int | None = None
    """Since when no person has been connected; None while somebody is."""
