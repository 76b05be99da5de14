"""REST bodies about tables: opening, listing, joining, moving, reading."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from paiju.server.wire.base import Chips, Code, Name, Notation, OptionValues, SeatNumber, Secret, Seq, Wire
from paiju.server.wire.incoming import BotSeat
from paiju.server.wire.outgoing import ChatSaid, GameState
from paiju.server.wire.parts import Line


class Problem(Wire):
    """The body of every refusal."""

    code: Code
    message: str
    status: int
    why: Line
    seq: int | None = None


class NewGame(Wire):
    """A table to be opened. Only `game` is needed."""

    game: Annotated[str, Meta(min_length=1, max_length=60)]
    preset: Annotated[str, Meta(max_length=60)] | None = None
    options: OptionValues = field(default_factory=dict)
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    name: Annotated[str, Meta(max_length=60)] = ""
    private: bool = False
    password: Secret | None = None
    spectators: bool = True
    spectator_delay: Annotated[int, Meta(ge=0, le=3600)] = 0
    chat: bool = True
    seating: Literal["choose", "lot"] = "choose"
    autostart: bool = True
    """Begin as soon as every seat is taken and ready; otherwise the owner starts."""
    pause: Annotated[int, Meta(ge=0, le=60)] = 5
    """Seconds between deals."""
    pace: Annotated[int, Meta(ge=0, le=10_000)] = 800
    """Milliseconds a bot waits before it moves."""
    time_bank: Annotated[int, Meta(ge=0, le=600)] = 0
    """Seconds of reserve for each player of the table."""
    timeout: Annotated[int, Meta(ge=0, le=3600)] | None = None
    """Seconds for a decision; None: as the game says; 0: no limit."""
    autoplay: Literal["normal", "safest"] | None = None
    """How the table answers for a player in 托管 or out of time: like the bot `normal`, or what gives least away.
    None: `safest` where chips are played for, else `normal`."""
    deals: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    """The table ends after so many deals."""
    bots: list[BotSeat] = field(default_factory=list)
    join: bool = True
    """The caller takes the first seat, with `buyIn` where chips are played."""
    buy_in: Chips | None = None
    position: Annotated[str, Meta(min_length=1, max_length=1_000)] | None = None
    """Begin every deal from this position of a climbing game, with open hands, as docs/notation.md writes it. It says its own
    options and number of seats; the caller takes the seat whose turn it is. Such a table is for practice."""


class GameSummary(Wire):
    """A row of the lobby."""

    id: str
    game: str
    name: str
    preset: str | None
    status: Literal["waiting", "active", "finished"]
    seats: int
    taken: int
    bots: int
    players: list[str]
    locked: bool
    private: bool
    watching: int
    hand_number: int
    owner_id: str
    created_at: str
    min_buy_in: int
    max_buy_in: int
    small_blind: int | None = None
    big_blind: int | None = None
    stake: int | None = None
    """What a deal is played for: the big blind, or the base score; none where neither can be chosen."""


class GameDetail(GameSummary, kw_only=True):
    link: str
    """The page of this table; whoever has it may come to a private one."""
    state: GameState


class JoinRequest(Wire):
    player_name: Name | None = None
    buy_in: Chips | None = None
    seat: SeatNumber | None = None
    password: Secret | None = None


class ActionRequest(Wire):
    text: Notation | None = None
    action: Annotated[str, Meta(max_length=20)] | None = None
    amount: Chips | None = None
    to: Chips | None = None
    seq: Seq | None = None


class BetRequest(Wire):
    """The body of a betting shortcut; only `/raise` needs one of `amount` and `to`."""

    amount: Chips | None = None
    to: Chips | None = None
    seq: Seq | None = None


class BackRequest(Wire):
    post: bool = False


class Accepted(Wire):
    """A move that was accepted and is durable."""

    seq: int
    action: str | None
    state: GameState


class PotReply(Wire):
    pot: int
    pots: tuple[Any, ...]
    """As the view has them."""


class GameList(Wire):
    games: list[GameSummary]
    total: int


class ChatLog(Wire):
    lines: list[ChatSaid]


class Tidied(Wire):
    """A hand in combinations (理牌): groups of cards, strongest use first."""

    groups: list[list[str]]
    names: list[Line | None]


class HandName(Wire):
    name: Line | None


class Equity(Wire):
    """Each seat's share of the pot when hands are open; null where nothing can be said."""

    shares: list[float] | None
    exact: bool = False
