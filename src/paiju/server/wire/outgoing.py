"""WebSocket messages from server to client."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from paiju.server.wire.base import Code, Wire
from paiju.server.wire.parts import Choice, Decision, Event, Fairness, Line, PlayerState, PotState, Result, TableInfo


class GameState(Wire):
    """All a viewer may know of a table, or what changed in it.

    With `full` it replaces whatever the client had. Without it: every field present replaces the field of that name,
    except that inside `view` each field present replaces that field of the view, and `events` are appended.
    """

    game_id: str
    game: str
    seq: int
    full: bool
    time: int
    """The server's clock, milliseconds since 1970."""
    base: int | UnsetType = UNSET
    """The seq of the state this delta is to be applied to."""
    stage: str | UnsetType = UNSET
    """waiting, playing (or the stage of the game: pre_flop, tribute…), hand_end, finished."""
    hand_number: int | UnsetType = UNSET
    deadline: int | UnsetType | None = UNSET
    """The earliest moment at which somebody's time runs out, or the next deal begins."""
    players: list[PlayerState] | UnsetType = UNSET
    you: You | UnsetType | None = UNSET
    """None for a spectator."""
    view: dict[str, Any] | UnsetType | None = UNSET
    """None while no deal was dealt yet. Its `log` is left out: `events` carry it."""
    events: list[Event] | UnsetType = UNSET
    """Full: everything of this deal. Delta: what is new. A new handNumber begins with an empty list."""
    decision: Decision | UnsetType | None = UNSET
    result: Result | UnsetType | None = UNSET
    fairness: Fairness | UnsetType = UNSET
    table: TableInfo | UnsetType = UNSET
    # Hold'em
    pot: int | UnsetType = UNSET
    pots: list[PotState] | UnsetType = UNSET
    community_cards: list[str] | UnsetType = UNSET
    current_player: str | UnsetType | None = UNSET
    min_bet: int | UnsetType = UNSET
    max_bet: int | UnsetType = UNSET
    dealer_button: int | UnsetType | None = UNSET
    to_call: int | UnsetType = UNSET
    min_raise_to: int | UnsetType = UNSET
    max_raise_to: int | UnsetType = UNSET


class You(Wire):
    """The viewer's own place."""

    id: str
    seat: int
    hole_cards: list[str] | UnsetType = UNSET


class PlayerAction(Wire):
    """An accepted move. `action` is its notation, or its verb in Hold'em; None where others may not know it."""

    game_id: str
    seq: int
    player_id: str
    seat: int
    action: str | None
    by: Literal["player", "bot", "clock", "auto"] = "player"
    amount: int | UnsetType = UNSET
    total_bet: int | UnsetType = UNSET
    chips: int | UnsetType = UNSET
    pot: int | UnsetType = UNSET


class ChatSaid(Wire):
    game_id: str
    player_id: str
    name: str
    text: str
    time: int
    seq: int = 0


class ErrorBody(Wire):
    """A refusal. Nothing has changed. `message` is in the language of the connection; `why` is the same as a line."""

    code: Code
    message: str
    why: Line
    seq: int | None = None
    re: str | None = None
    """The `id` of the message that was refused."""


class Winner(Wire):
    """A deal is over. Hold'em adds pots and shown hands."""

    game_id: str
    seq: int
    hand_number: int
    winners: list[str]
    scores: list[int]
    reason: str
    match_over: bool
    pots: list[dict[str, Any]] | UnsetType = UNSET
    shown: list[dict[str, Any]] | UnsetType = UNSET


class Welcome(Wire):
    """The first message on a socket, and the answer to `hello`."""

    protocol: int
    server: str
    time: int
    player_id: str | None
    name: str | None
    games: list[str]
    """Tables at which this player sits: offer to go back there."""
    heartbeat: int
    """Seconds; a client that hears nothing for twice as long should reconnect."""
    re: str | UnsetType = UNSET


class Ack(Wire):
    """The message with this `id` was accepted and is durable, as entry `seq` of the table's log."""

    id: str
    game_id: str
    seq: int


class Pong(Wire):
    time: int
    re: str | UnsetType = UNSET


class Hints(Wire):
    game_id: str
    seq: int
    choices: list[Choice]
    re: str | UnsetType = UNSET


class Checked(Wire):
    """The answer to `check`: what the text would be as a move now. No readings: it is refused, and `why` says so."""

    re: str | None
    game_id: str
    seq: int
    text: str
    readings: list[Choice]
    """More than one: the move must be sent as one of these spellings."""
    code: Code | None = None
    why: Line | None = None


class Notice(Wire):
    """Something that is no part of the deal: timer_warning, player_disconnected, player_reconnected, reconnect, closed…"""

    event: str
    game_id: str | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    player_id: str | UnsetType = UNSET
    data: dict[str, Any] | UnsetType = UNSET


class Out(Struct, kw_only=True, tag_field="type", omit_defaults=True):
    """The envelope of what the server sends."""


class GameStateOut(Out, tag="game_state"):
    payload: GameState


class PlayerActionOut(Out, tag="player_action"):
    payload: PlayerAction


class ChatOut(Out, tag="chat"):
    payload: ChatSaid


class ErrorOut(Out, tag="error"):
    payload: ErrorBody


class WinnerOut(Out, tag="winner"):
    payload: Winner


class WelcomeOut(Out, tag="welcome"):
    payload: Welcome


class AckOut(Out, tag="ack"):
    payload: Ack


class PongOut(Out, tag="pong"):
    payload: Pong


class HintOut(Out, tag="hint"):
    payload: Hints


class CheckedOut(Out, tag="checked"):
    payload: Checked


class NoticeOut(Out, tag="notice"):
    payload: Notice


ServerMessage = (
    GameStateOut
    | PlayerActionOut
    | ChatOut
    | ErrorOut
    | WinnerOut
    | WelcomeOut
    | AckOut
    | PongOut
    | HintOut
    | CheckedOut
    | NoticeOut
)
