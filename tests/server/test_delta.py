"""The one rule by which states become changes, and changes states."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from paiju.games.contract import Line, View
from paiju.server.delta import changes, fields, merge, merge_view, view_changes

VECTORS = json.loads((Path(__file__).parents[2] / "web/src/lib/merge.vectors.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_a_change_is_merged_as_the_page_does(vector: dict[str, Any]) -> None:
    before = json.dumps(vector["state"])
    assert merge(vector["state"], vector["change"]) == vector["merged"]
    assert json.dumps(vector["state"]) == before


class Card(Struct, frozen=True):
    text: str


class Seat(Struct, frozen=True, rename="camel"):
    total_bet: int
    cards: tuple[Card, ...] = ()


class Empty(Struct, frozen=True):
    why: str


class Table(View, frozen=True):
    big_pot: int
    seats: tuple[Seat | Empty | None, ...] = ()
    order: tuple[int, ...] = ()
    made: Line | None = None


class Other(View, frozen=True):
    big_pot: int


FIRST = Table(viewer=None, stage="flop", log=(Line("a"),), big_pot=1, seats=(Seat(1, (Card("As"), Card("Kd"))), None))


@pytest.mark.parametrize(
    ("now", "change"),
    [
        (FIRST, {}),
        (msgspec.structs.replace(FIRST, stage="turn", log=()), {}),  # they travel beside the view
        (msgspec.structs.replace(FIRST, big_pot=2), {"bigPot": 2}),
        (msgspec.structs.replace(FIRST, order=(1, 2)), {"order": (1, 2)}),
        (
            msgspec.structs.replace(FIRST, seats=(Seat(2, FIRST.seats[0].cards), None)),  # type: ignore[union-attr]
            {"seats": {"0": {"totalBet": 2}}},
        ),
        (
            msgspec.structs.replace(FIRST, seats=(Seat(1, (Card("As"), Card("2c"))), None)),
            {"seats": {"0": {"cards": {"1": {"text": "2c"}}}}},
        ),
        (msgspec.structs.replace(FIRST, seats=(FIRST.seats[0], Seat(9))), {"seats": {"1": Seat(9)}}),
        (msgspec.structs.replace(FIRST, seats=(None, None)), {"seats": {"0": None}}),
        (msgspec.structs.replace(FIRST, seats=(Empty("left"), None)), {"seats": (Empty("left"), None)}),
        (msgspec.structs.replace(FIRST, seats=(Seat(1),)), {"seats": (Seat(1),)}),
        (msgspec.structs.replace(FIRST, made=Line.of("x", n=1)), {"made": Line.of("x", n=1)}),
    ],
)
def test_only_what_differs_is_sent_and_adds_up(now: Table, change: dict[str, Any]) -> None:
    assert changes(FIRST, now) == change
    sent = view_changes(FIRST, now)
    assert sent == {"type": "Table", **change}
    assert merge_view(plain(fields(FIRST)), plain(sent)) == plain(fields(now))


def test_a_view_of_another_type_is_sent_whole() -> None:
    other = Other(viewer=None, big_pot=1)
    assert view_changes(FIRST, other) == {"type": "Other", "viewer": None, "bigPot": 1}
    assert view_changes(None, other) == fields(other)
    assert view_changes(FIRST, None) is None


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))
