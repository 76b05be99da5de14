"""WebSocket messages from client to server."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from paiju.server.wire.base import (
    ChatText,
    Chips,
    GameId,
    Hex,
    Level,
    Name,
    Notation,
    PlayerId,
    Reference,
    SeatNumber,
    Secret,
    Seq,
    Wire,
)


class Payload(Wire, kw_only=True):
    """What most messages carry: the table, which may be left out after the socket has joined or watched one."""

    game_id: GameId | None = None


class Hello(Wire):
    """Who speaks, where no cookie or Authorization header says so."""

    token: Secret | None = None
    language: Literal["zh", "en"] | None = None
    """None: as Accept-Language said when the socket was opened, else English."""


class Join(Payload):
    """Take a seat and follow the table. One who already sits there resumes."""

    player_name: Name | None = None
    buy_in: Chips | None = None
    seat: SeatNumber | None = None
    password: Secret | None = None
    seq: Seq | None = None


class Watch(Payload):
    """Follow a table without sitting down, or go on following it after `seq` (one's own seat, if one has one)."""

    password: Secret | None = None
    seq: Seq | None = None


class Action(Payload):
    """A move: `text` in the game's notation; or, in Hold'em, `action` with `amount` (chips added) or `to`."""

    text: Notation | None = None
    action: Annotated[str, Meta(max_length=20)] | None = None
    amount: Chips | None = None
    to: Chips | None = None
    seq: Seq | None = None


class Say(Payload, kw_only=True):
    text: ChatText


class Return(Payload):
    """Back from sitting out or 托管. `post`: post the missed blind now instead of waiting for it."""

    post: bool = False


class Hold(Payload):
    """Stop the clock while something is read, or let it run again. Only for somebody who plays against bots alone."""

    on: bool = True


class Ready(Payload):
    ready: bool = True


class Entropy(Payload, kw_only=True):
    """Up to 32 bytes of one's own, as hexadecimal, mixed into the next deal."""

    bytes: Hex


class HintRequest(Payload):
    limit: Annotated[int, Meta(ge=1, le=200)] = 20


class CheckRequest(Payload, kw_only=True):
    """What would this be as a move now? Changes nothing; answered by `checked`."""

    text: Notation


class Rebuy(Payload, kw_only=True):
    chips: Chips


class Target(Payload, kw_only=True):
    player_id: PlayerId


class BotSeat(Wire):
    level: Level = "normal"
    seat: SeatNumber | None = None


class AddBot(Payload):
    level: Level = "normal"
    seat: SeatNumber | None = None


class In(Struct, kw_only=True, tag_field="type"):
    """The envelope of what a client sends. With an `id` the server answers `ack` (or what was asked for, or `error`, with `re`)."""

    id: Reference | None = None


class HelloIn(In, tag="hello"):
    payload: Hello = field(default_factory=Hello)


class JoinIn(In, tag="join"):
    payload: Join


class WatchIn(In, tag="watch"):
    payload: Watch


class UnwatchIn(In, tag="unwatch"):
    payload: Payload = field(default_factory=Payload)


class LeaveIn(In, tag="leave"):
    payload: Payload = field(default_factory=Payload)


class ActionIn(In, tag="action"):
    payload: Action


class ChatIn(In, tag="chat"):
    payload: Say


class SitOutIn(In, tag="sit_out"):
    payload: Payload = field(default_factory=Payload)


class BackIn(In, tag="back"):
    payload: Return = field(default_factory=Return)


class HoldIn(In, tag="hold"):
    payload: Hold = field(default_factory=Hold)


class ReadyIn(In, tag="ready"):
    payload: Ready = field(default_factory=Ready)


class StartIn(In, tag="start"):
    payload: Payload = field(default_factory=Payload)


class EntropyIn(In, tag="entropy"):
    payload: Entropy


class HintIn(In, tag="hint"):
    payload: HintRequest = field(default_factory=HintRequest)


class CheckIn(In, tag="check"):
    payload: CheckRequest


class RebuyIn(In, tag="rebuy"):
    payload: Rebuy


class KickIn(In, tag="kick"):
    payload: Target


class UnbarIn(In, tag="unbar"):
    payload: Target


class MuteIn(In, tag="mute"):
    """Hide the chat of this player; send it again to show it."""

    payload: Target


class AddBotIn(In, tag="add_bot"):
    payload: AddBot = field(default_factory=AddBot)


class PingIn(In, tag="ping"):
    payload: Payload = field(default_factory=Payload)


ClientMessage = (
    HelloIn
    | JoinIn
    | WatchIn
    | UnwatchIn
    | LeaveIn
    | ActionIn
    | ChatIn
    | SitOutIn
    | BackIn
    | HoldIn
    | ReadyIn
    | StartIn
    | EntropyIn
    | HintIn
    | CheckIn
    | RebuyIn
    | KickIn
    | UnbarIn
    | MuteIn
    | AddBotIn
    | PingIn
)
