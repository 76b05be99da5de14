"""Views, lines and decisions as plain JSON values, by the one rule that docs/api.md gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import islice
from operator import attrgetter
from typing import Any, Final

from paiju.cards import Card
from paiju.games.contract import Decision, Line, Pile


def plain(value: Any) -> Any:
    """Any value a View holds, as JSON knows it.

    >>> plain(Pile("hand", 3)), plain(Line.of("climb.pass", seat=1))
    ({'name': 'hand', 'count': 3}, {'key': 'climb.pass', 'args': {'seat': 1}})
    """
    kind = type(value)
    if kind in _SCALARS:
        return value
    convert = _CONVERTERS.get(kind)
    if convert is None:
        convert = _CONVERTERS[kind] = _learn(kind)
    return convert(value)


_Converter = Callable[[Any], Any]
_SCALARS: Final = frozenset((int, str, bool, float, type(None)))


def _row(values: Iterable[Any]) -> list[Any]:
    return [value if type(value) in _SCALARS else plain(value) for value in values]


def _pile(pile: Pile) -> dict[str, Any]:
    if isinstance(pile.cards, tuple):
        return {"name": pile.name, "cards": _row(pile.cards)}
    return {"name": pile.name, "count": pile.cards}


def _mapping(value: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(key): item if type(item) in _SCALARS else plain(item) for key, item in value.items()}


def _line(line: Line) -> dict[str, Any]:
    return {"key": line.key, "args": {name: arg if type(arg) in _SCALARS else plain(arg) for name, arg in line.args}}


_CONVERTERS: Final[dict[type[Any], _Converter]] = {
    Card: str,
    tuple: _row,
    list: _row,
    range: list,
    Pile: _pile,
    Line: _line,
}
"""How each type is told; types not met before are learnt."""


def _learn(kind: type[Any]) -> _Converter:
    if issubclass(kind, Enum):
        return lambda value: value.name.lower()
    if is_dataclass(kind):
        return _dataclass(kind)
    if issubclass(kind, Mapping):
        return _mapping
    if issubclass(kind, (set, frozenset)):
        return lambda value: sorted(_row(value), key=str)
    if issubclass(kind, Iterable) and not issubclass(kind, (str, bytes)):
        return _row
    return str


def _dataclass(kind: type[Any]) -> _Converter:
    names = shown_fields(kind)
    title = kind.__name__
    if not names:
        return lambda value: {"type": title}
    get = values_of(kind)
    return lambda value: {"type": title, **dict(zip(names, _row(get(value)), strict=True))}


def shown_fields(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a dataclass that are told; a view's log is told as events, not as part of the view."""
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(field.name for field in fields(kind) if field.name != "log")
    return _FIELDS[kind]


def values_of(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """Reads all shown fields of a dataclass at once."""
    if kind not in _READERS:
        names = shown_fields(kind)
        get = attrgetter(*names)
        _READERS[kind] = get if len(names) > 1 else lambda value: (get(value),)
    return _READERS[kind]


_FIELDS: dict[type[Any], tuple[str, ...]] = {}
_READERS: dict[type[Any], Callable[[Any], tuple[Any, ...]]] = {}


def plain_decision(decision: Decision[Any], most: int = 64) -> dict[str, Any]:
    """A question with its first answers; `more` says whether there are others."""
    first = list(islice(decision.choices, most + 1))
    return {"prompt": plain(decision.prompt), "choices": [str(one) for one in first[:most]], "more": len(first) > most}
