"""How the wire spells what games say: names in camelCase, seats as the players who sit there, lines as events."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec

from paiju.cards.card import TEXTS, Card
from paiju.games.codec import builtins as plain
from paiju.games.contract import Line

_json: Final = msgspec.json.Encoder().encode

SCALARS: Final = frozenset((int, str, bool, type(None)))
"""Types that JSON knows as they are."""

_PEOPLE: Final = frozenset(("currentPlayer", "playerId", "winners", "eligible"))
"""Fields whose numbers are seats."""


def field(name: str, value: Any) -> bytes:
    return b'"%b":%b' % (name.encode(), _json(value))


@cache
def camel(name: str) -> str:
    """The wire's spelling of a name."""
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


def camels(facts: Any, players: tuple[str, ...] = ()) -> dict[str, Any]:
    """What a game adds, as the wire spells it: seats become the ids of those who sit there."""
    return {(name := camel(str(key))): _wired(name, value, players) for key, value in facts.items()}


def _wired(name: str, value: Any, players: tuple[str, ...]) -> Any:
    """A fact by its wire name, with all that is in it."""
    kind = type(value)
    if kind is int:
        return players[value] if name in _PEOPLE and value < len(players) else value
    if kind in SCALARS:
        return value
    if kind is dict:
        return camels(value, players)
    if kind is list or kind is tuple:
        return [TEXTS[item] if type(item) is Card else _wired(name, item, players) for item in value]
    if kind is Line:
        return {"key": value.key, "args": camels(dict(value.args), players)}
    told = plain(value)
    return _wired(name, told, players) if type(told) in (dict, list) else told


@cache
def _type(key: str) -> str:
    return key.rpartition(".")[2]


def event(line: Line, players: tuple[str, ...]) -> dict[str, Any]:
    """A line of the log as an event of the wire."""
    args = {name: value if type(value) in SCALARS else plain(value) for name, value in line.args.items()}
    row: dict[str, Any] = {"type": _type(line.key), "key": line.key, "args": args}
    seat = args.get("seat")
    if type(seat) is int and 0 <= seat < len(players):
        row["seat"] = seat
        row["playerId"] = players[seat]
    return row
