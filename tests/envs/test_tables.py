"""Compiled tables with anything wrong in them: refused, or played to the end, never a fault."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiju import kernel
from paiju.envs.families import holdem_table
from paiju.games import catalog
from paiju.games.climb import compiled
from paiju.games.climb.game import Climb
from paiju.games.holdem.game import Holdem

pytestmark = [pytest.mark.native, pytest.mark.needs_kernel]

GAMES = ("holdem", "doudizhu", "doudizhu_x", "doudizhu_4p", "big_two", "three_two_one", "wuguapi", "guandan")
ODD = (
    -1,
    0,
    1,
    2,
    3,
    7,
    15,
    16,
    51,
    52,
    119,
    120,
    1 << 20,
    (1 << 31) - 1,
    1 << 31,
    1 << 61,
    1 << 63,
    1 << 80,
    None,
    "x",
)


def table_of(name: str) -> tuple[str, dict[str, Any]]:
    info = catalog.find(name)
    game: Any = info.game({"finish": (0, 2, 1, 3)} if name == "guandan" else {})
    if isinstance(game, Holdem):
        table = holdem_table(game, 6)
        assert table is not None
        return "Holdem", table
    assert isinstance(game, Climb)
    found = compiled.kernel_table(game, info.recommended)
    assert found is not None
    return found


def spoiled(value: Any, rng: random.Random) -> Any:
    """The same structure with one number, chosen at random, replaced; sometimes a list is cut or doubled."""
    if isinstance(value, dict):
        key = rng.choice(list(value))
        return {**value, key: spoiled(value[key], rng)}
    if isinstance(value, (list, tuple)) and value:
        row = list(value)
        if rng.random() < 0.1:
            row = row[: rng.randrange(len(row))] if rng.random() < 0.5 else row + row[:1]
        else:
            at = rng.randrange(len(row))
            row[at] = spoiled(row[at], rng)
        return tuple(row) if isinstance(value, tuple) else row
    if isinstance(value, bool):
        return not value
    if isinstance(value, int) and rng.random() < 0.5:
        return value + rng.choice((-1, 1))
    return rng.choice(ODD)


def attempt(kind: str, table: dict[str, Any], seed: int) -> bool:
    """Whether the kernel took the table."""
    try:
        deals = getattr(kernel.native, f"{kind}Deals")(table, 3)
    except (ValueError, TypeError, RuntimeError, KeyError, OverflowError, IndexError):
        return False
    deals.deal_quick(seed)
    deals.playout(seed)
    deals.tally()
    for i in range(3):
        deals.snapshot(i)
        deals.score(i)
    deals.deal(bytes(96))
    for _ in range(200):
        if not deals.count(0):
            break
        deals.step(0, 0)
    return True


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 1 << 40), times=st.integers(1, 3))
@settings(max_examples=60, deadline=None)
def test_a_spoiled_table(name: str, seed: int, times: int) -> None:
    rng = random.Random(seed)
    kind, table = table_of(name)
    for _ in range(times):
        table = spoiled(table, rng)
    attempt(kind, table, seed)


@pytest.mark.fuzz
@pytest.mark.parametrize("name", GAMES)
def test_long(name: str) -> None:
    rng = random.Random(3)
    kind, good = table_of(name)
    taken = 0
    for seed in range(5000):
        table = good
        for _ in range(rng.randint(1, 4)):
            table = spoiled(table, rng)
        taken += attempt(kind, table, seed)
    assert taken > 100


@pytest.mark.parametrize("name", GAMES)
def test_the_good_table_is_taken(name: str) -> None:
    assert attempt(*table_of(name), 1)
