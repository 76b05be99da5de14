"""Options of a game: a frozen dataclass whose fields describe themselves.

    @dataclass(frozen=True, kw_only=True)
    class BigTwoOptions:
        base: int = option(1, zh="底分", en="base score", low=1, high=1000)

The same description draws a form, checks a value, documents a rule and reads `--option base=2`. A field that is
`carried` comes over from the deal before (stacks, levels, button) and is not for people to fill in.
"""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeVar

from paiju.games.contract import Line
from paiju.games.messages import Text
from paiju.games.refusals import Worded

O = TypeVar("O")
T = TypeVar("T")

_META = "paiju"


class OptionError(Worded, ValueError):
    """An option that is not there, or a value it cannot take. Says what would be right."""

    def __init__(self, name: str, value: object, why: Line) -> None:
        super().__init__(name, value, why)
        self.name, self.value, self.why = name, value, why
        self.sentence = Line.of("option.bad", name=name, why=why)


@dataclass(frozen=True)
class OptionInfo:
    """One option as data."""

    name: str
    type: str  # "bool" "int" "number" "text" "choice" or "list"
    default: Any
    help: Text
    choices: tuple[Any, ...] = ()
    low: float | None = None
    high: float | None = None
    optional: bool = False
    carried: bool = False


@dataclass(frozen=True)
class _Meta:
    help: Text
    choices: tuple[Any, ...]
    low: float | None
    high: float | None
    carried: bool


def option(
    default: T,
    *,
    zh: str,
    en: str,
    choices: tuple[Any, ...] = (),
    low: float | None = None,
    high: float | None = None,
    carried: bool = False,
) -> T:
    """A field of an options class. `low` and `high` bound a number, or the length of a text or list."""
    meta = _Meta(Text(zh, en), choices, low, high, carried)
    return dataclasses.field(default=default, metadata={_META: meta})


def describe(options: type[Any]) -> tuple[OptionInfo, ...]:
    """Every option of a game, in the order in which it should be shown."""
    return _described(options)  # type: ignore[arg-type]  # any class is hashable


@cache
def _described(options: type[Any]) -> tuple[OptionInfo, ...]:
    hints = typing.get_type_hints(options)
    rows = []
    for field in dataclasses.fields(options):
        meta: _Meta = field.metadata[_META]
        kind, optional, literals = _kind(hints[field.name])
        choices = meta.choices or literals
        rows.append(
            OptionInfo(
                name=field.name,
                type="choice" if choices else kind,
                default=field.default,
                help=meta.help,
                choices=choices,
                low=meta.low,
                high=meta.high,
                optional=optional,
                carried=meta.carried,
            )
        )
    return tuple(rows)


def build(options: type[O], values: Mapping[str, object] | None = None) -> O:
    """Options from plain values (JSON, or text from a command line), each checked; OptionError for the first bad one.

    Values may be given as text: "true", "3", "none". The class may check combinations in `__post_init__` by raising
    OptionError itself.
    """
    known = {info.name: info for info in describe(options)}
    checked = {}
    for name, value in (values or {}).items():
        if name not in known:
            near = ", ".join(info.name for info in known.values() if not info.carried)
            raise OptionError(name, value, Line.of("option.unknown", there=near or "–"))
        checked[name] = _checked(known[name], value)
    return options(**checked)


def read_pairs(pairs: Iterable[str]) -> dict[str, object]:
    """Options as people type them, `name=value` each; OptionError for one without a value.

    >>> read_pairs(["base=2", "doubling = true"])
    {'base': '2', 'doubling': 'true'}
    """
    values: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise OptionError(pair, "", Line("option.pair"))
        values[name.strip()] = value.strip()
    return values


def to_data(options: Any) -> dict[str, Any]:
    """Only what differs from the defaults, as plain JSON values; `build` reads it back."""
    values = vars(options)
    defaults = _defaults(type(options))  # type: ignore[arg-type]  # any class is hashable
    return {name: _plain(values[name]) for name, default in defaults if values[name] != default}


@cache
def _defaults(options: type[Any]) -> tuple[tuple[str, Any], ...]:
    return tuple((info.name, info.default) for info in describe(options))


def _plain(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    return value


def _tuples(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(_tuples(item) for item in value)
    return value


def _kind(hint: Any) -> tuple[str, bool, tuple[Any, ...]]:
    optional = False
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        members = [member for member in typing.get_args(hint) if member is not type(None)]
        optional = len(members) < len(typing.get_args(hint))
        hint = members[0]
    if typing.get_origin(hint) is Literal:
        return "choice", optional, typing.get_args(hint)
    plain = {bool: "bool", int: "int", float: "number", str: "text"}
    if hint in plain:
        return plain[hint], optional, ()
    if typing.get_origin(hint) is tuple:
        return "list", optional, ()
    raise TypeError(f"an option cannot be a {hint}")


_WORDS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def _checked(info: OptionInfo, value: object) -> object:
    if value is None or (isinstance(value, str) and value.lower() in ("none", "null", "")):
        if info.optional or info.default is None:
            return None
        if value is None:
            raise OptionError(info.name, value, Line.of("option.must", wanted=_wanted(info)))
    read = _read(info, value)
    if info.choices and read not in info.choices:
        raise OptionError(info.name, value, _not(info, value))
    size = read if isinstance(read, (int, float)) else len(read)
    if not isinstance(read, bool) and info.type != "choice":
        if info.low is not None and size < info.low:
            raise OptionError(info.name, value, _not(info, value))
        if info.high is not None and size > info.high:
            raise OptionError(info.name, value, _not(info, value))
    return read


def _read(info: OptionInfo, value: object) -> Any:
    bad = OptionError(info.name, value, _not(info, value))
    if info.type == "choice":
        texts = {str(choice).lower(): choice for choice in info.choices}
        return texts.get(str(value).lower(), value)
    if info.type == "bool":
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in _WORDS:
            return _WORDS[value.lower()]
        raise bad
    if info.type in ("int", "number"):
        if isinstance(value, bool):
            raise bad
        if isinstance(value, float) and info.type == "int" and not value.is_integer():
            raise bad
        try:
            return int(value) if info.type == "int" else float(value)  # type: ignore[call-overload, arg-type]
        except (TypeError, ValueError, OverflowError):
            raise bad from None
    if info.type == "text":
        if isinstance(value, str):
            return value
        raise bad
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            raise bad from None
    if not isinstance(value, (list, tuple)):
        raise bad
    return _tuples(value)


def _not(info: OptionInfo, value: object) -> Line:
    return Line.of("option.must_not", wanted=_wanted(info), value=repr(value))


def _wanted(info: OptionInfo) -> Line:
    if info.choices:
        return Line.of("option.one_of", choices=", ".join(map(str, info.choices)))
    noun, length = Line(f"option.{info.type}"), "length_" if info.type in ("text", "list") else ""
    if info.low is not None and info.high is not None:
        return Line.of(f"option.{length}between", noun=noun, low=info.low, high=info.high)
    if info.low is not None:
        return Line.of(f"option.{length}low", noun=noun, low=info.low)
    return Line.of(f"option.{length}high", noun=noun, high=info.high) if info.high is not None else noun
