"""What is wrong with a request or message that does not fit its type: one sentence, from what msgspec says about it.

msgspec speaks English, to programmers. Here its sentences become lines: what is missing, of the wrong kind, too long or too
large, and which values there are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import inspect

from paiju.games.contract import Line
from paiju.server.wire.base import HEX, LOGIN, PLAIN
from paiju.table import Refused

_AT: Final = re.compile(r" - at `(?:key in )?(.*)`$")
_KINDS: Final = {
    "str": "read.text", "int": "read.whole", "float": "read.number", "bool": "read.bool", "array": "read.list",
    "object": "read.object", "null": "read.null",
}  # fmt: skip
_PATTERNS: Final = {
    repr(PLAIN)[1:-1]: "read.hidden",
    HEX: "read.hex",
    LOGIN: "read.login",
}


def unreadable(said: str, where: str = "", choices: Callable[[str], tuple[str, ...]] = lambda path: ()) -> Refused:
    """The refusal for what msgspec said of the field `where`; `choices` knows which values a field may have."""
    found = _AT.search(said)
    if found is not None:
        said, where = said[: found.start()], _path(found[1])
    return Refused("bad_request", "error.bad_request", why=_line(said, where, choices))


def no_field(name: str, key: str) -> Refused:
    """The refusal of a field that is of the right type and still wrong; `key` says how."""
    return Refused("bad_request", "error.bad_request", why=Line.of(key, field=name))


def _path(path: str) -> str:
    """`$.payload.to` as people call it: `to`."""
    return re.sub(r"^\$\.?(payload\.?)?", "", path)


def _line(said: str, field: str, choices: Callable[[str], tuple[str, ...]]) -> Line:
    for pattern, line in _LINES:
        found = re.fullmatch(pattern, said, re.DOTALL)
        if found is not None:
            return line(field, *found.groups())
    value = re.fullmatch(r"Invalid (?:enum )?value (.*)", said, re.DOTALL)
    if value is not None:
        there = choices(field)
        key = "read.one_of" if there else "read.no_value"
        return Line.of(key, field=field, value=value[1][:60], there=", ".join(there))
    return Line.of("read.other", field=field) if field else Line("read.no_json")


def _missing(field: str, name: str) -> Line:
    return Line.of("read.missing", field=f"{field}.{name}" if field else name)


def _length(field: str, kind: str, sign: str, number: str) -> Line:
    if sign == ">=" and number == "1":
        return Line.of("read.empty", field=field)
    what = "items" if kind == "array" else "length"
    return Line.of(f"read.{what}_{'low' if sign == '>=' else 'high'}", field=field, limit=int(number))


def _size(field: str, kind: str, sign: str, number: str) -> Line:
    return Line.of(
        "read.low" if sign == ">=" else "read.high", field=field, limit=float(number) if "." in number else int(number)
    )


def _kind(field: str, wanted: str, got: str | None = None) -> Line:
    kinds = tuple(
        Line(_KINDS[kind]) for kind in wanted.split(" | ") if kind in _KINDS and (kind != "null" or "|" not in wanted)
    )
    if not field:
        return Line("read.no_object")
    return Line.of("read.kind", field=field, wanted=kinds[0]) if kinds else Line.of("read.other", field=field)


_LINES: Final[tuple[tuple[str, Callable[..., Line]], ...]] = (
    (r"Object missing required field `(.*)`", _missing),
    (r"Missing required (?:query|header|cookie|path) parameter '(.*)' for .*", _missing),
    (r"Expected `(str|array|object)` of length (>=|<=) (\d+)", _length),
    (r"Expected `(int|float)` (>=|<=) (-?[\d.]+)", _size),
    (r"Expected `(.*?)`(?:, got `(.*)`)?", _kind),
    (
        r"Expected `str` matching regex '(.*)'",
        lambda field, pattern: Line.of(_PATTERNS.get(pattern, "read.other"), field=field),
    ),
    (r"JSON is malformed: .* \(byte (\d+)\)", lambda field, at: Line.of("read.no_json_at", at=int(at) + 1)),
    (r"Input data was truncated", lambda field: Line("read.cut")),
    (r"'data'|.*[Bb]ody.*", lambda field: Line("read.no_body")),
)


@cache
def choices_of(kind: Any) -> Callable[[str], tuple[str, ...]]:
    """For a type of the wire: the values a field of it may have, by the field's path."""
    info = inspect.type_info(kind)

    def choices(path: str) -> tuple[str, ...]:
        types = [info]
        for name in filter(None, re.split(r"[.\[\]]+", path)):
            types = [inner for one in types for inner in _inside(one, name)]
        return tuple(dict.fromkeys(value for one in types for value in _values(one)))

    return choices


def _inside(kind: inspect.Type, name: str) -> Iterator[inspect.Type]:
    for one in _members(kind):
        if isinstance(one, inspect.StructType):
            if name == one.tag_field and one.tag is not None:
                yield inspect.LiteralType((one.tag,))
            for field in one.fields:
                if field.encode_name == name:
                    yield field.type
                elif field.encode_name == "payload":  # what a message carries is called by its own name
                    yield from _inside(field.type, name)
        elif isinstance(one, inspect.ListType):
            yield one.item_type


def _values(kind: inspect.Type) -> Iterator[str]:
    for one in _members(kind):
        if isinstance(one, inspect.LiteralType):
            yield from (str(value) or '""' for value in one.values)


def _members(kind: inspect.Type) -> Iterator[inspect.Type]:
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from _members(one)
    else:
        yield kind


def undecoded(error: Exception, kind: Any) -> Refused:
    """A message that is none of ours."""
    return unreadable(str(error) if isinstance(error, msgspec.DecodeError) else "", "", choices_of(kind))
