"""Parts of a table that both WebSocket and REST carry."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from paiju.games.contract import Line
from paiju.games.fairness import Shuffle
from paiju.server.wire.base import OptionValues, Value, Wire

__all__ = ["Choice", "Decision", "Fairness", "Line", "PlayerState", "Result", "TableInfo", "You"]


class Choice(Wire):
    """One legal answer. `name` says what it is (a full house, a check), where the game can tell; a hint also says `why`."""

    text: str
    name: Line | UnsetType = UNSET
    why: Line | UnsetType = UNSET
    """Of a hint: what speaks for this answer. Made from what the asker sees."""
    best: bool | UnsetType = UNSET
    """Of a hint: a sensible player would give this answer."""


class Decision(Value, frozen=True):
    """What the viewer is asked now. `choices` are the first legal answers, safest first; `more` says there are others."""

    prompt: Line
    choices: tuple[str, ...]
    more: bool
    since: int
    """The seq at which the question was put: an action that saw an older seq is stale."""
    detail: Annotated[Any, Meta(extra={"typescript": "Detail"})] | UnsetType = UNSET
    """What the game adds so that an answer can be built by clicking: in Sanguosha, targets and cards."""


class PlayerState(Value, frozen=True):
    """Who sits at a seat, as the table knows it. What the deal says of the seat is in the view."""

    id: str
    name: str
    seat: int
    avatar: str
    bot: str | None
    """The level of a bot; None for a person."""
    connected: bool
    auto: bool
    """托管: the table plays for this seat until it takes over again."""
    sitting_out: bool
    """Out from the next deal on, where chips are played; a running deal is played to its end."""
    leaving: bool
    """The player left in the middle of a deal, which is played to its end without them."""
    ready: bool
    score: int
    """Running score over the deals of this table, as the games settle them."""
    bank: int
    """Milliseconds left in the time bank."""
    tier: str
    stack: int | None
    """Chips at the table: before the deal in progress, with those bought for the next. None where there are no chips."""


class You(Value, frozen=True):
    """The viewer's own place."""

    id: str
    seat: int


class TableInfo(Value, frozen=True):
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
    daily: str | None
    """The day whose daily deal is played here."""
    """Seconds for each decision in place of the game's own clocks; 0 for no limit, null for the game's."""
    watching: tuple[str, ...]
    """Names of the spectators."""


class Fairness(Value, frozen=True):
    """The proof of a fair deal: `commit` before it; after it, what everybody added and the seeds."""

    commit: str
    hand_number: int
    entropy: tuple[str, ...]
    """What each seat added, as hexadecimal; empty where nothing was."""
    server_seed: str | None = None
    seed: str | None = None
    next: str | None = None
    """The commitment of the next deal, once it is made."""
    shuffles: tuple[Shuffle, ...] = ()
    """What the shuffles of a finished deal gave, where its seed may be known and the proof itself was asked for."""


class Result(Value, frozen=True):
    """How the last deal ended."""

    hand_number: int
    scores: tuple[int, ...]
    reason: str
    winners: tuple[str, ...]
    """Ids of the winners as the game names them: as a rule, everybody above zero."""
    match_over: bool
