"""What can be asked of a running table: by REST, by WebSocket, or by another process on somebody's behalf.

Changes are the messages of the socket; REST makes the same ones. What is only read stands here.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Raw, Struct

from paiju.server import wire
from paiju.server.wire import In
from paiju.table.events import By


class Caller(Struct, frozen=True):
    """Who asks. `player` is None for somebody who has not said who they are."""

    player: str | None
    name: str = ""
    avatar: str = ""
    language: Literal["zh", "en"] = "zh"
    admin: bool = False
    address: str = ""


class Done(wire.Wire):
    """A change that is durable: `action` is the canonical notation of a move, `state` the table right after the change.

    The state is that of the caller, as JSON; null where it was not asked for.
    """

    seq: int
    action: str | None = None
    state: Raw = Raw(b"null")


class CloseTable(In, tag="close_table"):
    pass


class BeginDaily(In, tag="begin_daily"):
    """Deal the daily deal to the owner of its table; nothing if it was dealt before."""


class BotMove(In, kw_only=True, tag="bot_move"):
    """A bot's answer to the question put at `since`; None if it failed, and its safest choice is taken.

    `by` says for whom: itself, a seat in 托管 or one whose time ran out."""

    seat: int
    since: int
    text: str | None
    by: By = "bot"


class Read(In, kw_only=True):
    """Something that changes nothing. A locked table asks strangers for its password."""

    password: str | None = None


class ReadState(Read, tag="read_state"):
    pass


class ReadDetail(Read, tag="read_detail"):
    """The state, without the deal for somebody who may not watch, and how many watch."""


class ReadDelay(Read, tag="read_delay"):
    """By how many seconds the caller sees everything later."""


class ReadEarlier(Read, tag="read_earlier"):
    pass


class ReadTidy(Read, tag="read_tidy"):
    pass


class ReadHandName(Read, tag="read_hand_name"):
    pass


class ReadEquity(Read, kw_only=True, tag="read_equity"):
    cards: int | None = None


class ReadPot(Read, tag="read_pot"):
    pass


class ReadFairness(Read, tag="read_fairness"):
    pass


class ReadChat(Read, tag="read_chat"):
    pass


class Detail(Struct):
    state: Raw
    watching: int


Command = (
    wire.JoinIn
    | wire.LeaveIn
    | wire.ActionIn
    | wire.ChatIn
    | wire.SitOutIn
    | wire.BackIn
    | wire.HoldIn
    | wire.ReadyIn
    | wire.StartIn
    | wire.EntropyIn
    | wire.HintIn
    | wire.CheckIn
    | wire.RebuyIn
    | wire.KickIn
    | wire.UnbarIn
    | wire.AddBotIn
    | CloseTable
    | BeginDaily
    | BotMove
    | ReadState
    | ReadDetail
    | ReadDelay
    | ReadEarlier
    | ReadTidy
    | ReadHandName
    | ReadEquity
    | ReadPot
    | ReadFairness
    | ReadChat
)
