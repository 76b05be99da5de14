"""Views, lines and decisions as plain JSON values, by the one rule that docs/api.md gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import islice
from typing import Any

from paiju.cards import Card
from paiju.games.contract import Decision, Line, Pile


def plain(value: Any) -> Any:
    """Any value a View holds, as JSON knows it.

    >>> plain(Pile("hand", 3)), plain(Line.of("climb.pass", seat=1))
    ({'name': 'hand', 'count': 3}, {'key': 'climb.pass', 'args': {'seat': 1}})
    """
    kind = type(value)
    if value is None or kind in (int, str, bool, float):
        return value
    if kind is Card:
        return str(value)
    if kind in (tuple, list, range):
        return [plain(item) for item in value]
    if kind is Pile:
        if isinstance(value.cards, tuple):
            return {"name": value.name, "cards": [plain(card) for card in value.cards]}
        return {"name": value.name, "count": value.cards}
    if kind is Line:
        return {"key": value.key, "args": {name: plain(arg) for name, arg in value.args}}
    if isinstance(value, Enum):
        return value.name.lower()
    if is_dataclass(value):
        return {"type": kind.__name__, **{name: plain(getattr(value, name)) for name in _names(kind)}}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((plain(item) for item in value), key=str)
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        return [plain(item) for item in value]
    return str(value)


_NAMES: dict[type[Any], tuple[str, ...]] = {}


def _names(kind: type[Any]) -> tuple[str, ...]:
    """The fields to show; a view's log is told as events, not as part of the view."""
    if kind not in _NAMES:
        _NAMES[kind] = tuple(field.name for field in fields(kind) if field.name != "log")
    return _NAMES[kind]


def plain_decision(decision: Decision[Any], most: int = 64) -> dict[str, Any]:
    """A question with its first answers; `more` says whether there are others."""
    first = list(islice(decision.choices, most + 1))
    return {"prompt": plain(decision.prompt), "choices": [str(one) for one in first[:most]], "more": len(first) > most}
