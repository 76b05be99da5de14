"""How the wire spells facts: whatever they are made of, they read as their plain values do."""

from __future__ import annotations

from enum import Enum
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from paiju.cards import cards
from paiju.games.contract import Line, Pile, Seat
from paiju.games.plain import plain
from paiju.server.spelling import camels

PLAYERS = ("ann", "bo", "")


class Word(Enum):
    ALL_IN = 1


class Pair(NamedTuple):
    one: int
    other: Any


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"current_player": 1, "seat": 1}, {"currentPlayer": "bo", "seat": 1}),
        ({"current_player": None, "winners": (0, 2)}, {"currentPlayer": None, "winners": ["ann", ""]}),
        ({"winners": [7], "eligible": []}, {"winners": [7], "eligible": []}),
        (
            {"pots": [{"hand_type": "flush", "shares": ({"player_id": Seat(0), "amount": 3},)}]},
            {"pots": [{"handType": "flush", "shares": [{"playerId": "ann", "amount": 3}]}]},
        ),
        ({"community_cards": cards("AsTd")}, {"communityCards": ["As", "Td"]}),
        ({"hand": Line.of("a.b", all_in=True, cards=cards("2c"))}, {"hand": {"key": "a.b", "args": {"allIn": True, "cards": ["2c"]}}}),
        ({"rate": 0.5, "did": Word.ALL_IN, "pair": Pair(1, Word.ALL_IN)}, {"rate": 0.5, "did": "all_in", "pair": [1, "all_in"]}),
        ({"by_seat": {0: Pile("hand", 2)}}, {"bySeat": {"0": {"name": "hand", "count": 2}}}),
        ({"more": MappingProxyType({"player_id": 1})}, {"more": {"playerId": "bo"}}),
    ],
)  # fmt: skip
def test_facts(facts: dict[str, Any], told: dict[str, Any]) -> None:
    assert camels(facts, PLAYERS) == told
    assert camels(plain(facts), PLAYERS) == told
    assert camels(MappingProxyType(facts), PLAYERS) == told


def test_facts_without_end_are_refused() -> None:
    rings: list[Any] = [[]]
    rings[0].append(rings)
    with pytest.raises(RecursionError):
        camels({"rings": rings})
    with pytest.raises(IndexError):
        camels({"winners": [-1]})
