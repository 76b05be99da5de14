"""WebSocket messages from server to client."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from paiju.server.wire.base import AnyView, Code, Value, Wire
from paiju.server.wire.parts import Choice, Decision, Fairness, Line, PlayerState, Result, TableInfo, You


class GameState(Value, frozen=True, kw_only=True):
    """All that a viewer may know of a table."""

    game_id: str
    game: str
    full: Literal[True] = True
    seq: int
    time: int
    """The server's clock, milliseconds since 1970."""
    stage: str
    """waiting, playing (or the stage of the game: pre_flop, tribute…), hand_end, finished."""
    hand_number: int
    deadline: int | None
    """The earliest moment at which somebody's time runs out, or the next deal begins."""
    deadlines: dict[str, int]
    """By seat, where a seat's time runs out later than `deadline`."""
    players: tuple[PlayerState, ...]
    you: You | None
    """None for a spectator."""
    view: AnyView
    events: tuple[Line, ...]
    """What happened in this deal, as the viewer saw it."""
    decision: Decision | None
    result: Result | None
    """How the last deal ended; None while one is played."""
    fairness: Fairness
    table: TableInfo


class GameChange(Wire):
    """What changed since the state of seq `base`. A field that is left out is as it was.

    Every field present replaces the field of that name, except: `events` are appended (to an empty list, where there is a
    `handNumber`); the fields of a `view` of the same `type` replace those of the view; where the state has a list and
    the change an object, its keys are positions, and an object there holds the changed fields of the item.
    """

    game_id: str
    seq: int
    base: int
    stage: str | UnsetType = UNSET
    hand_number: int | UnsetType = UNSET
    deadline: int | UnsetType | None = UNSET
    deadlines: dict[str, int] | UnsetType = UNSET
    players: list[PlayerState] | dict[str, dict[str, Any]] | UnsetType = UNSET
    you: You | UnsetType | None = UNSET
    view: dict[str, Any] | UnsetType | None = UNSET
    events: list[Line] | UnsetType = UNSET
    decision: Decision | UnsetType | None = UNSET
    result: Result | UnsetType | None = UNSET
    fairness: Fairness | UnsetType = UNSET
    table: TableInfo | UnsetType = UNSET


class PlayerAction(Wire):
    """An accepted move. `action` is its notation; None where the viewer may not know it."""

    game_id: str
    seq: int
    player_id: str
    seat: int
    action: str | None
    by: Literal["player", "bot", "clock", "auto"]


class ChatSaid(Wire):
    game_id: str
    player_id: str
    name: str
    text: str
    time: int
    seq: int


class ErrorBody(Wire):
    """A refusal. Nothing has changed. `message` is in the language of the connection; `why` is the same as a line."""

    code: Code
    message: str
    why: Line
    seq: int | None = None
    re: str | None = None
    """The `id` of the message that was refused."""


class Winner(Wire):
    """A deal is over. The state that follows has its `result`."""

    game_id: str
    seq: int
    hand_number: int
    winners: tuple[str, ...]


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
    """The message with this `id` was accepted and is durable: `seq` counts the events in the log of the table."""

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


class Out(Struct, kw_only=True, tag_field="type", omit_defaults=True):
    """The envelope of what the server sends."""


class GameStateOut(Out, tag="game_state"):
    """A `GameState`, which has `full: true`, or a `GameChange`."""

    payload: Annotated[Any, Meta(extra={"typescript": "GameState | GameChange"})]


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
