"""What a `game_state` says, taken as data: a message read, a delta applied, a state without what is played."""

from __future__ import annotations

from typing import Any, Final

import msgspec

_OPENING: Final = b'{"type":"game_state","payload":'


def unwrapped(message: bytes) -> bytes:
    """What a message says, still as JSON."""
    assert message.startswith(_OPENING)
    return message[len(_OPENING) : -1]


def payload(message: bytes) -> dict[str, Any]:
    """What a message says."""
    return dict(msgspec.json.decode(unwrapped(message)))


def merge(state: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """A delta applied to a full payload, by the rule of docs/api.md."""
    made = {**state, **change, "full": True}
    made.pop("base", None)
    if isinstance(change.get("view"), dict) and isinstance(state.get("view"), dict) and "handNumber" not in change:
        made["view"] = {**state["view"], **change["view"]}
    kept = [] if "handNumber" in change else state.get("events", [])
    made["events"] = [*kept, *change.get("events", [])]
    return made


_OF_THE_TABLE: Final = ("gameId", "game", "seq", "full", "time", "table", "handNumber", "fairness")
_OF_A_PLAYER: Final = (
    "id", "name", "seat", "avatar", "bot", "status", "connected", "auto", "ready", "score", "bank", "tier",
)  # fmt: skip


def without_deal(state: dict[str, Any]) -> dict[str, Any]:
    """A full payload for who may know the table but not what is played there."""
    players = [{**{name: row[name] for name in _OF_A_PLAYER}, "deadline": None} for row in state["players"]]
    nothing: dict[str, Any] = {
        "deadline": None,
        "result": None,
        "you": None,
        "decision": None,
        "view": None,
        "events": [],
    }
    return {**{name: state[name] for name in _OF_THE_TABLE}, "stage": "waiting", **nothing, "players": players}
