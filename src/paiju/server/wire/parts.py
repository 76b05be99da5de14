"""Parts of a table that both WebSocket and REST tell."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, UnsetType, field

from paiju.server.wire.base import OptionValues, Wire


class Line(Wire):
    """Something to tell a person: a key of the message tables (`GET /api/messages/{game}`) and its named arguments."""

    key: str
    args: dict[str, Any] = field(default_factory=dict)


class Event(Wire):
    """Something that happened in the deal, as this viewer saw it: a line of the log."""

    type: str
    """The last part of the key: `played` of `climb.played`."""
    key: str
    args: dict[str, Any] = field(default_factory=dict)
    seat: int | UnsetType = UNSET
    player_id: str | UnsetType = UNSET


class Choice(Wire):
    """One legal answer. `name` says what it is (a full house, a check), where the game can tell; a hint also says `why`."""

    text: str
    name: Line | UnsetType = UNSET
    why: Line | UnsetType = UNSET
    """Of a hint: what speaks for this answer. Made from what the asker sees."""
    best: bool | UnsetType = UNSET
    """Of a hint: a sensible player would give this answer."""


class Decision(Wire):
    """What the viewer is asked now. `choices` are the first legal answers, safest first; `more` says there are others."""

    prompt: Line
    choices: list[str]
    more: bool
    deadline: int | None
    since: int
    """The seq at which the question was put: an action that saw an older seq is stale."""
    extra: dict[str, Any] | UnsetType = UNSET
    """What the game adds: bet ranges in Hold'em, targets in Sanguosha."""


class PlayerState(Wire):
    """One occupied seat."""

    id: str
    name: str
    seat: int
    avatar: str = ""
    bot: str | None = None
    """The level of a bot; None for a person."""
    status: Literal["active", "folded", "all_in", "sitting_out", "away", "disconnected", "left"] = "active"
    connected: bool = True
    auto: bool = False
    """托管: the table plays for this seat until it takes over again."""
    sitting_out: bool = False
    """Out from the next deal on, where chips are played; a running hand is played to its end."""
    ready: bool = False
    score: int = 0
    """Running score over the deals of this table, as the games settle them."""
    deadline: int | None = None
    """When this seat's time runs out, milliseconds since 1970 by the server's clock; None when it is not asked."""
    bank: int = 0
    """Milliseconds left in the time bank."""
    tier: str = ""
    chips: int | UnsetType = UNSET
    bet: int | UnsetType = UNSET
    has_cards: bool | UnsetType = UNSET
    hole_cards: list[str] | UnsetType = UNSET


class TableInfo(Wire):
    """What is fixed, or changes rarely, about a table."""

    name: str
    preset: str | None
    options: OptionValues
    """Everything that differs from the game's defaults."""
    seats: int
    owner_id: str
    private: bool
    locked: bool
    """A password is needed to join or watch."""
    spectators: bool
    spectator_delay: int
    """Seconds by which spectators see everything later."""
    chat: bool
    chips: bool
    """Whether people buy in with chips."""
    min_buy_in: int
    max_buy_in: int
    turns: Literal["clockwise", "counter_clockwise"]
    autostart: bool
    timeout: int | None
    """Seconds for each decision in place of the game's own clocks; 0 for no limit, null for the game's."""
    watching: list[str]
    """Names of the spectators."""


class Fairness(Wire):
    """The proof of a fair deal: `commit` before it; after it, what everybody added and the seeds."""

    commit: str
    hand_number: int
    entropy: list[str]
    """What each seat added, as hexadecimal; empty where nothing was."""
    server_seed: str | None = None
    seed: str | None = None
    next: str | None = None
    """The commitment of the next deal, once it is made."""


class PotState(Wire):
    amount: int
    eligible: list[str]


class Result(Wire):
    """How the last deal ended."""

    hand_number: int
    scores: list[int]
    reason: str
    winners: list[str]
    """Ids of the players with the best score above zero, or the winners as the game names them."""
    match_over: bool
    extra: dict[str, Any] | UnsetType = UNSET
