"""The shape of an encoding: which planes, facts and tokens an observation has, and which features a choice.

    planes    bytes, (planes, rows, columns): cards, as rank × count or rank × suit
    facts     32-bit integers: counts, bids, roles; each field has a scale that brings it near 1
    tokens    16-bit integers, (history, fields): what happened, the newest first; zeros where nothing did
    hidden    bytes, like planes: what the others hold, for critics that may know everything
    features  bytes, one row for each choice

Seats are relative: 0 is the observer, 1 the next in turn. A change to any of this is a new `version`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from paiju.games.contract import Decision, View


class Field(NamedTuple):
    """So many numbers under one name. Divided by `scale` they are about 1."""

    name: str
    size: int = 1
    scale: int = 1
    about: str = ""


@dataclass(frozen=True)
class Encoding:
    """An encoding as data: what `docs/learning.md` prints and what a network is saved with."""

    name: str
    version: int
    seats: int
    rows: int
    columns: int
    history: int
    planes: tuple[str, ...]
    hidden: tuple[str, ...]
    facts: tuple[Field, ...]
    token: tuple[Field, ...]
    feature: tuple[Field, ...]

    @property
    def id(self) -> str:
        return f"{self.name}/{self.version}"

    @property
    def cells(self) -> int:
        """Bytes of one plane."""
        return self.rows * self.columns

    @cached_property
    def plane_size(self) -> int:
        return len(self.planes) * self.cells

    @cached_property
    def hidden_size(self) -> int:
        return len(self.hidden) * self.cells

    @cached_property
    def fact_size(self) -> int:
        return sum(field.size for field in self.facts)

    @cached_property
    def token_size(self) -> int:
        return sum(field.size for field in self.token)

    @cached_property
    def feature_size(self) -> int:
        return sum(field.size for field in self.feature)

    @cached_property
    def fact_scales(self) -> tuple[int, ...]:
        return scales(self.facts)

    @cached_property
    def feature_scales(self) -> tuple[int, ...]:
        return scales(self.feature)

    def fact(self, name: str) -> slice:
        """Where a fact stands in the row of facts."""
        return place(self.facts, name)

    def describe(self) -> str:
        """The encoding as lines of text."""
        lines = [
            f"{self.id}: {self.seats} seats",
            f"planes {len(self.planes)} × {self.rows} × {self.columns}: " + ", ".join(self.planes),
            f"hidden {len(self.hidden)} × {self.rows} × {self.columns}: " + ", ".join(self.hidden),
        ]
        for name, fields in (
            ("facts", self.facts),
            (f"tokens, {self.history} of", self.token),
            ("features", self.feature),
        ):
            lines.append(f"{name} {sum(field.size for field in fields)}:")
            lines += [f"  {field.name} × {field.size}, scale {field.scale}: {field.about}" for field in fields]
        return "\n".join(lines)


class Observation(NamedTuple):
    """What a seat knows, in the shapes of an `Encoding`."""

    planes: bytes
    facts: array[int]  # typecode i
    tokens: array[int]  # typecode h


class Encoder(Protocol):
    """Turns views and decisions of one game at one table size into numbers."""

    encoding: Encoding

    def observe(self, view: View, decision: Decision[Any] | None) -> Observation:
        """What the viewer knows; `decision` is the question to them, if there is one."""

    def hidden(self, state: Any, seat: int) -> bytes:
        """What the others hold, seen from this seat: for critics, never for players."""

    def actions(self, view: View, decision: Decision[Any]) -> list[Any]:
        """The choices that are offered, in order. All that are legal, unless the encoding says otherwise."""

    def features(self, view: View, decision: Decision[Any]) -> list[bytes]:
        """One row for each of `actions`."""

    def exact(self, decision: Decision[Any], number: int) -> Any:
        """What a negative number means, where it means something: IndexError for any other."""

    def ids(self) -> IdTable | None:
        """A number for every choice there can ever be; None where those are too many to list."""


class IdTable:
    """A fixed number for every choice, found by its features.

    >>> table = IdTable([b"ab", b"cd"])
    >>> len(table), table.id(b"cd"), table.row(0)
    (2, 1, b'ab')
    """

    def __init__(self, rows: Iterable[bytes]) -> None:
        self._rows = tuple(dict.fromkeys(rows))
        self._ids = {row: number for number, row in enumerate(self._rows)}

    def __len__(self) -> int:
        return len(self._rows)

    def id(self, row: bytes) -> int:
        return self._ids[row]

    def row(self, number: int) -> bytes:
        return self._rows[number]


def no_exact(number: int) -> IndexError:
    return IndexError(f"there is no choice number {number}")


def scales(fields: tuple[Field, ...]) -> tuple[int, ...]:
    """The scale of every single number."""
    return tuple(field.scale for field in fields for _ in range(field.size))


def place(fields: tuple[Field, ...], name: str) -> slice:
    start = 0
    for field in fields:
        if field.name == name:
            return slice(start, start + field.size)
        start += field.size
    raise KeyError(name)


def relative(seat: int, viewer: int, seats: int) -> int:
    """How many places after the viewer a seat is."""
    return (seat - viewer) % seats


def one_hot(at: int | None, size: int) -> list[int]:
    """One 1 among zeros; none where `at` is None."""
    row = [0] * size
    if at is not None:
        row[at] = 1
    return row


def packed(encoding: Encoding, planes: Iterable[bytes], facts: list[int], tokens: list[list[int]]) -> Observation:
    """An observation of these parts, the tokens cut or filled up to the history."""
    flat = [number for token in tokens[: encoding.history] for number in token]
    flat += [0] * (encoding.history * encoding.token_size - len(flat))
    return Observation(b"".join(planes), array("i", facts), array("h", flat))
