"""How the wire spells facts: whatever they are made of, they read as their plain values do."""

from __future__ import annotations

from enum import Enum
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.cards import cards
from paiju.games.contract import Line, Pile, Seat
from paiju.games.plain import plain
from paiju.server.spelling import _camels, camels

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
@pytest.mark.parametrize("spell", [camels, _camels])
def test_facts(facts: dict[str, Any], told: dict[str, Any], spell: Any) -> None:
    assert spell(facts, PLAYERS) == told
    assert spell(plain(facts), PLAYERS) == told
    assert spell(MappingProxyType(facts), PLAYERS) == told


names = st.sampled_from(("winners", "player_id", "all_in", "seat", "eligible", "current_player"))
values = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2**70) | st.floats(allow_nan=False) | st.text() | st.sampled_from(cards("AsTd2c")),
    lambda inner: st.lists(inner)
    | st.lists(inner).map(tuple)
    | st.dictionaries(names | st.integers(), inner)
    | st.builds(Pair, st.integers(0, 3), inner)
    | st.builds(Line, names, st.lists(st.tuples(names, inner)).map(tuple)),
)  # fmt: skip


@pytest.mark.native
@given(st.dictionaries(names, values), st.sampled_from((PLAYERS, ())))
def test_the_kernel_spells_the_same(facts: dict[str, Any], players: tuple[str, ...]) -> None:
    def typed(value: Any) -> Any:
        if isinstance(value, dict):
            return [(name, typed(item)) for name, item in value.items()]
        return [typed(item) for item in value] if isinstance(value, list) else (type(value), value)

    assert typed(camels(facts, players)) == typed(_camels(facts, players))


@pytest.mark.native
@pytest.mark.parametrize("spell", [camels, _camels])
def test_facts_without_end_are_refused(spell: Any) -> None:
    rings: list[Any] = [[]]
    rings[0].append(rings)
    with pytest.raises(RecursionError):
        spell({"rings": rings})
    with pytest.raises(IndexError):
        spell({"winners": [-1]})
