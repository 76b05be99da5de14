"""PHH documents as text: one hand in TOML (`.phh`), or many, each in its own table (`.phhs`)."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from paiju.games.contract import Line
from paiju.games.holdem.messages import MESSAGES
from paiju.games.messages import COMMON, Language, tell
from paiju.games.refusals import REFUSALS, Worded


class PhhError(Worded, ValueError):
    """A hand that cannot be read or replayed; `action` counts from 1, None where no action is to blame."""

    def __init__(self, action: int | None, key: str | Line, /, **args: object) -> None:
        super().__init__(action, key, args)
        self.action = action
        self.why = Line.of(key, **args) if isinstance(key, str) else key
        self.sentence = self.why if action is None else Line.of("phh.action", number=action, why=self.why)

    def worded(self, language: Language) -> str:
        return tell(self.sentence, {**COMMON, **REFUSALS, **MESSAGES}, language)

    def within(self, hand: str) -> PhhError:
        """The same of a file with many hands: which of them it is."""
        return PhhError(None, "phh.hand", hand=hand, why=self.sentence) if hand else self


class Untellable(PhhError):
    """A hand of ours that the format has no words for."""

    def __init__(self, key: str) -> None:
        super().__init__(None, key)


@dataclass(frozen=True)
class HandHistory:
    """A hand as it stands in its file: every field in its order, numbers as int or Decimal."""

    fields: Mapping[str, Any]

    @property
    def actions(self) -> tuple[str, ...]:
        return tuple(self.fields["actions"])

    @property
    def name(self) -> str:
        """What the hand is called in its file."""
        return str(self.fields.get("hand", ""))


def loads(text: str) -> HandHistory:
    """One hand."""
    hands = list(loads_all(text))
    if len(hands) != 1:
        raise PhhError(None, "phh.one_hand", hands=len(hands))
    return hands[0][1]


_TABLE: Final = re.compile(r"^\[\s*([A-Za-z0-9_-]+|\"[^\"\n]*\"|'[^'\n]*')\s*\]\s*$", re.MULTILINE)


def loads_all(text: str) -> Iterator[tuple[str, HandHistory]]:
    """Every hand of a `.phh` or `.phhs` text, with the name of its table ("" for a single hand)."""
    for name, part in sections(text):
        try:
            yield name, HandHistory(_table(part))
        except PhhError as error:
            raise error.within(name) from None


def sections(text: str) -> Iterator[tuple[str, str]]:
    """The text of each hand with the name of its table, so that one that cannot be read spares the others."""
    marks = list(_TABLE.finditer(text))
    first = text[: marks[0].start()] if marks else text
    if first.strip() or not marks:
        yield "", first
    for at, mark in enumerate(marks):
        end = marks[at + 1].start() if at + 1 < len(marks) else len(text)
        yield mark[1].strip("\"'"), text[mark.end() : end]


def _table(text: str) -> dict[str, Any]:
    found = _quick(text)
    if found is None:
        try:
            found = tomllib.loads(text, parse_float=Decimal)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise PhhError(None, "phh.not_toml", why=str(error)) from None
    return found


_read_value: Final = json.JSONDecoder(parse_float=Decimal).decode
_ROW: Final = re.compile(r"([A-Za-z0-9_]+)\s*=\s*(.*)")


def _quick(text: str) -> dict[str, Any] | None:
    """The plain TOML that nearly all files consist of, several times faster; None where the full reader is needed."""
    if "\\" in text or "#" in text or '"""' in text or "'''" in text:
        return None
    found: dict[str, Any] = {}
    lines = iter(text.splitlines())
    for line in lines:
        line = line.strip()
        if not line:
            continue
        row = _ROW.fullmatch(line)
        if row is None:
            return None
        key, value = row.groups()
        if value[:1] == "[":
            parts = [value]
            while parts[-1][-1:] != "]":
                more = next(lines, None)
                if more is None:
                    return None
                parts.append(more.strip())
            value = "".join(parts)
            if value[-2:-1] == ",":
                value = value[:-2] + "]"
        if value[:1] == "'" and value.count("'") == 2 and value[-1:] == "'":
            found[key] = value[1:-1]
            continue
        if "'" in value:
            if '"' in value:
                return None
            value = value.replace("'", '"')
        try:
            read = _read_value(value)
        except ValueError:
            return None
        if key in found or read is None or isinstance(read, dict):
            return None
        found[key] = read
    return found


def dumps(hand: HandHistory) -> str:
    """One hand as TOML; arrays of actions get a line each."""
    rows = []
    for key, value in hand.fields.items():
        if key == "actions":
            inner = "".join(f"  {toml(one)},\n" for one in value)
            rows.append(f"actions = [\n{inner}]\n")
        else:
            rows.append(f"{key} = {toml(value)}\n")
    return "".join(rows)


def dumps_all(hands: Iterable[HandHistory]) -> str:
    """Many hands, each in a numbered table."""
    return "\n".join(f"[{number}]\n{dumps(hand)}" for number, hand in enumerate(hands, start=1))


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        if '"' in value and "'" not in value and value.isprintable():
            return f"'{value}'"
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Decimal):
        return "inf" if value.is_infinite() else f"{value:f}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(str(key))} = {toml(item)}" for key, item in value.items()) + "}"
    return str(value)


def amount(chips: int, digits: int) -> str:
    """Whole chips in the unit of a file that has so many decimals."""
    return str(chips) if not digits else f"{Decimal(chips).scaleb(-digits):f}"
