"""Write web/src/lib/wire.ts: the server's wire types and the views of all games. `--check` only compares, for the test.

python tools/wire_types.py [--check]
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import NODEFAULT
from msgspec.inspect import (
    AnyType,
    BoolType,
    CustomType,
    DictType,
    EnumType,
    FloatType,
    IntType,
    ListType,
    LiteralType,
    Metadata,
    NoneType,
    StrType,
    StructType,
    TupleType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

from paiju.games import catalog
from paiju.games.contract import View
from paiju.server import wire
from paiju.server.asyncapi import views_of
from paiju.server.delta import BESIDE

TARGET = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "wire.ts"
HEAD = (
    "// Written by tools/wire_types.py from src/paiju/server/wire and the games' views. Do not edit; run it again.\n"
    "// Cards are text, enums their values.\n"
)
FRAMES = {"Wire", "Value", "Out", "In"}  # bases without fields of their own

Struct = type[msgspec.Struct]


def views() -> list[Struct]:
    """The type of view of every game, in the order of the catalog."""
    return [*views_of(catalog.infos())]


def details() -> list[Struct]:
    """What games add to a question."""
    found: dict[Struct, None] = {}
    for info in catalog.infos():
        returned = get_type_hints(type(info.answers).detail)["return"]
        for kind in get_args(returned) or (returned,):
            if kind not in (type(None), msgspec.Struct):
                found[kind] = None
    return list(found)


def structs() -> list[Struct]:
    """Every type of message, in the order of the source, then views and details; each after the parts it is made of."""
    messages = [
        item
        for item in vars(wire).values()
        if inspect.isclass(item) and issubclass(item, msgspec.Struct) and item.__name__ not in FRAMES
    ]
    found: dict[Struct, None] = {}
    for kind in (*messages, *views(), *details()):
        found.update(dict.fromkeys(_parts(kind)))
        found[kind] = None
    return list(found)


def _parts(kind: Struct) -> Iterator[Struct]:
    """The structs inside a struct, innermost first. Only those of views and details stand outside the wire module."""
    for field in _fields(kind):
        for inner in _inner(field.type):
            if inner is not kind:
                yield from _parts(inner)
                yield inner


def _fields(kind: Struct) -> list[msgspec.inspect.Field]:
    info = type_info(kind)
    assert isinstance(info, StructType)
    return [field for field in info.fields if not (issubclass(kind, View) and field.name in BESIDE)]


def typescript(info: Type) -> str:
    """One type as TypeScript."""
    if isinstance(info, Metadata):
        return str((info.extra or {}).get("typescript") or typescript(info.type))
    if isinstance(info, StructType):
        return info.cls.__name__
    if isinstance(info, EnumType):
        return " | ".join(_literal(member.value) for member in info.cls)
    if isinstance(info, (IntType, FloatType)):
        return "number"
    if isinstance(info, (StrType, CustomType)):
        return "string"
    if isinstance(info, BoolType):
        return "boolean"
    if isinstance(info, NoneType):
        return "null"
    if isinstance(info, AnyType):
        return "unknown"
    if isinstance(info, LiteralType):
        return " | ".join(_literal(value) for value in info.values)
    if isinstance(info, VarTupleType) and isinstance(info.item_type, AnyType):
        return "string[]"  # cards of whatever game
    if isinstance(info, (ListType, VarTupleType)):
        item = typescript(info.item_type)
        return f"({item})[]" if "|" in item else f"{item}[]"
    if isinstance(info, TupleType):
        return f"[{', '.join(map(typescript, info.item_types))}]"
    if isinstance(info, DictType):
        return f"Record<{typescript(info.key_type)}, {typescript(info.value_type)}>"
    if isinstance(info, UnionType):
        return " | ".join(sorted((typescript(member) for member in info.types), key=lambda text: text == "null"))
    raise TypeError(f"no TypeScript for {info}")


def _literal(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def interface(kind: Struct, incoming: bool) -> str:
    """One struct. What a client sends may leave out defaults; what the server sends, as a rule, only UNSET."""
    info = type_info(kind)
    assert isinstance(info, StructType)
    lines = []
    if info.tag_field:
        lines.append(f'  {info.tag_field}: "{info.tag}";')
    for field in _fields(kind):
        unset = not field.required and field.default is NODEFAULT and field.default_factory is NODEFAULT
        optional = unset or ((incoming or kind.__struct_config__.omit_defaults) and not field.required)
        lines.append(f"  {field.encode_name}{'?' if optional else ''}: {typescript(field.type)};")
    return f"export interface {kind.__name__} {{\n" + "\n".join(lines) + "\n}\n"


def generate() -> str:
    """The whole file."""
    sent = _sent_by_clients()
    parts = [HEAD, *(interface(kind, kind.__name__ in sent) for kind in structs())]
    unions = {
        "View": views(),
        "Detail": details(),
        "ServerMessage": get_args(wire.ServerMessage),
        "ClientMessage": get_args(wire.ClientMessage),
    }
    for name, members in unions.items():
        union = " | ".join(member.__name__ for member in members) or "unknown"
        parts.append(f"export type {name} = {union};\n")
    return "\n".join(parts)


def _sent_by_clients() -> set[str]:
    """Types that travel to the server: what `ClientMessage` reaches, and the request bodies of REST."""
    bodies = [
        kind
        for kind in vars(wire).values()
        if inspect.isclass(kind)
        and issubclass(kind, msgspec.Struct)
        and (kind.__name__.startswith(("New", "Edit", "Login", "Branch")) or kind.__name__.endswith("Request"))
    ]
    sent = [*get_args(wire.ClientMessage), *bodies]
    return {kind.__name__ for one in sent for kind in (*_parts(one), one)}


def _inner(info: Type) -> Iterator[Struct]:
    if isinstance(info, StructType):
        yield info.cls
    elif isinstance(info, Metadata):
        yield from _inner(info.type)
    elif isinstance(info, (ListType, VarTupleType)):
        yield from _inner(info.item_type)
    elif isinstance(info, TupleType):
        for member in info.item_types:
            yield from _inner(member)
    elif isinstance(info, DictType):
        yield from _inner(info.value_type)
    elif isinstance(info, UnionType):
        for member in info.types:
            yield from _inner(member)


def main(arguments: list[str]) -> int:
    text = generate()
    if "--check" in arguments:
        same = TARGET.exists() and TARGET.read_text(encoding="utf-8") == text
        if not same:
            print(f"{TARGET.name} does not match the server's wire types; run python tools/wire_types.py")
        return 0 if same else 1
    TARGET.write_text(text, encoding="utf-8")
    print(f"wrote {TARGET}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
