"""What all messages and bodies are made of: limits, names of types, error codes."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

PROTOCOL: Final = 2
TEXT_LIMIT: Final = 500
NAME_LIMIT: Final = 24
PLAIN: Final = r"^[^\x00-\x1f]*$"
"""What is looked up in the database holds no control characters: PostgreSQL takes no zero byte, not even to say no."""
HEX: Final = "^([0-9a-fA-F]{2})*$"
LOGIN: Final = "^[A-Za-z0-9_.@-]+$"

Name = Annotated[str, Meta(min_length=1, max_length=NAME_LIMIT)]
ChatText = Annotated[str, Meta(min_length=1, max_length=TEXT_LIMIT)]
Notation = Annotated[str, Meta(min_length=1, max_length=400)]
GameId = Annotated[str, Meta(min_length=1, max_length=40, pattern=PLAIN)]
PlayerId = Annotated[str, Meta(min_length=1, max_length=20, pattern=PLAIN)]
Secret = Annotated[str, Meta(max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Chips = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Seq = Annotated[int, Meta(ge=0, le=1 << 53)]
Level = Annotated[str, Meta(min_length=1, max_length=20)]
Hex = Annotated[str, Meta(max_length=64, pattern=HEX)]
Reference = Annotated[str, Meta(max_length=64)]
OptionValues = dict[str, Any]

Code = Literal[
    "not_your_turn", "wrong_phase", "bad_notation", "not_in_hand", "illegal_combo", "ambiguous", "bad_declare",
    "cannot_beat", "must_lead", "must_beat", "required_card_missing", "bad_bid", "bad_tribute_card", "bad_return_card",
    "unknown_action", "amount_too_small", "amount_too_large", "cannot_raise", "use_check", "bad_answer", "bad_target",
    "skill_unavailable", "stale_seq", "not_seated", "table_full", "forbidden", "rate_limited", "too_large",
    "bad_request", "unauthorized", "not_found", "unavailable",
]  # fmt: skip

STATUS: Final[dict[str, int]] = {
    "bad_request": 400, "bad_notation": 400, "unknown_action": 400,
    "unauthorized": 401,
    "forbidden": 403, "not_seated": 403,
    "not_found": 404,
    "not_your_turn": 409, "wrong_phase": 409, "stale_seq": 409, "table_full": 409,
    "too_large": 413,
    "rate_limited": 429,
    "unavailable": 503,
}  # fmt: skip
"""HTTP status of each error code; 422 for every code not listed: the move is well formed and the rules refuse it."""


AnyView = Annotated[Any, Meta(extra={"typescript": "View | null"})]
"""A game's own `View` as it is sent: a struct of its `type`, without `stage` and `log`. None while nothing was dealt yet."""


class Wire(Struct, rename="camel", kw_only=True):
    """The base of all bodies and payloads."""


class Value(Struct, rename="camel", kw_only=True, frozen=True):
    """The base of a state and its parts, which are never edited: what looks the same may be the same object."""
