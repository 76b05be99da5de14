"""What can be asked of a running table, by REST, by WebSocket, or by another process on somebody's behalf."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from paiju.server import wire
from paiju.server.wire import In


class Caller(Struct, frozen=True):
    """Who asks. `player` is None for somebody who has not said who he is."""

    player: str | None
    name: str = ""
    avatar: str = ""
    language: Literal["zh", "en"] = "zh"
    admin: bool = False
    address: str = ""


class StateAsk(In, kw_only=True, tag="ask_state"):
    password: str | None = None


class DetailAsk(In, kw_only=True, tag="ask_detail"):
    password: str | None = None


class EarlierAsk(In, kw_only=True, tag="ask_earlier"):
    password: str | None = None


class TidyAsk(In, tag="ask_tidy"):
    pass


class HandNameAsk(In, tag="ask_hand_name"):
    pass


class EquityAsk(In, kw_only=True, tag="ask_equity"):
    cards: int | None = None
    password: str | None = None


class PotAsk(In, kw_only=True, tag="ask_pot"):
    password: str | None = None


class FairnessAsk(In, kw_only=True, tag="ask_fairness"):
    password: str | None = None


class ChatAsk(In, kw_only=True, tag="ask_chat"):
    password: str | None = None


class CloseAsk(In, tag="ask_close"):
    pass


Ask = (
    wire.JoinIn
    | wire.LeaveIn
    | wire.ActionIn
    | wire.ChatIn
    | wire.SitOutIn
    | wire.BackIn
    | wire.ReadyIn
    | wire.StartIn
    | wire.EntropyIn
    | wire.HintIn
    | wire.CheckIn
    | wire.RebuyIn
    | wire.KickIn
    | wire.UnbarIn
    | wire.AddBotIn
    | StateAsk
    | DetailAsk
    | EarlierAsk
    | TidyAsk
    | HandNameAsk
    | EquityAsk
    | PotAsk
    | FairnessAsk
    | ChatAsk
    | CloseAsk
)
