"""Write web/src/lib/wire.ts from the server's wire types. `--check` only compares, for the test.

python tools/wire_types.py [--check]
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import NODEFAULT
from msgspec.inspect import (
    AnyType,
    BoolType,
    DictType,
    FloatType,
    IntType,
    ListType,
    LiteralType,
    Metadata,
    NoneType,
    StrType,
    StructType,
    Type,
    UnionType,
    type_info,
)

from paiju.server import wire

TARGET = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "wire.ts"
HEAD = "// Written by tools/wire_types.py from src/paiju/server/wire. Do not edit; run it again.\n"
FRAMES = {"Wire", "Out", "In"}  # bases without fields of their own


def structs() -> list[type[msgspec.Struct]]:
    """Every message type of the module, in the order of the source."""
    found = [
        item
        for item in vars(wire).values()
        if inspect.isclass(item)
        and issubclass(item, msgspec.Struct)
        and item.__module__.startswith(wire.__name__)
        and item.__name__ not in FRAMES
    ]
    return found


def typescript(info: Type) -> str:
    """One type as TypeScript."""
    if isinstance(info, Metadata):
        return typescript(info.type)
    if isinstance(info, StructType):
        return info.cls.__name__
    if isinstance(info, (IntType, FloatType)):
        return "number"
    if isinstance(info, StrType):
        return "string"
    if isinstance(info, BoolType):
        return "boolean"
    if isinstance(info, NoneType):
        return "null"
    if isinstance(info, AnyType):
        return "unknown"
    if isinstance(info, LiteralType):
        return " | ".join(_literal(value) for value in info.values)
    if isinstance(info, ListType):
        item = typescript(info.item_type)
        return f"({item})[]" if "|" in item else f"{item}[]"
    if isinstance(info, DictType):
        return f"Record<{typescript(info.key_type)}, {typescript(info.value_type)}>"
    if isinstance(info, UnionType):
        return " | ".join(sorted((typescript(member) for member in info.types), key=lambda text: text == "null"))
    raise TypeError(f"no TypeScript for {info}")


def _literal(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def interface(cls: type[msgspec.Struct], incoming: bool) -> str:
    """One struct. What a client sends may leave out defaults; what the server sends leaves out only UNSET."""
    info = type_info(cls)
    assert isinstance(info, StructType)
    lines = []
    if info.tag_field:
        lines.append(f'  {info.tag_field}: "{info.tag}";')
    for field in info.fields:
        unset = not field.required and field.default is NODEFAULT and field.default_factory is NODEFAULT
        optional = unset or (incoming and not field.required)
        lines.append(f"  {field.encode_name}{'?' if optional else ''}: {typescript(field.type)};")
    return f"export interface {cls.__name__} {{\n" + "\n".join(lines) + "\n}\n"


def generate() -> str:
    """The whole file."""
    sent = _sent_by_clients()
    parts = [HEAD, *(interface(cls, cls.__name__ in sent) for cls in structs())]
    for name in ("ServerMessage", "ClientMessage"):
        members = " | ".join(member.__name__ for member in getattr(wire, name).__args__)
        parts.append(f"export type {name} = {members};\n")
    return "\n".join(parts)


def _sent_by_clients() -> set[str]:
    """Types that travel to the server: what `ClientMessage` reaches, and the request bodies of REST."""
    names = {
        cls.__name__
        for cls in structs()
        if cls.__name__.startswith(("New", "Edit", "Login", "Branch")) or cls.__name__.endswith("Request")
    }
    todo: list[Any] = [*wire.ClientMessage.__args__, *(cls for cls in structs() if cls.__name__ in names)]
    while todo:
        cls = todo.pop()
        names.add(cls.__name__)
        info = type_info(cls)
        assert isinstance(info, StructType)
        for field in info.fields:
            todo += [inner.cls for inner in _inner(field.type) if inner.cls.__name__ not in names]
    return names


def _inner(info: Type) -> list[StructType]:
    if isinstance(info, StructType):
        return [info]
    if isinstance(info, Metadata):
        return _inner(info.type)
    if isinstance(info, ListType):
        return _inner(info.item_type)
    if isinstance(info, UnionType):
        return [found for member in info.types for found in _inner(member)]
    return []


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
