"""What bench/strength.py measures: the options a row names are those played, and rows do not share their deals."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from paiju.bots import make
from paiju.cards import Rng
from paiju.games.catalog import find


@pytest.fixture(scope="module")
def strength() -> ModuleType:
    path = Path(__file__).parents[2] / "bench" / "strength.py"
    spec = importlib.util.spec_from_file_location("strength", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["strength"] = module
    spec.loader.exec_module(module)
    return module


def moves(game_id: str, preset: str | None, levels: tuple[str, ...], seed: int) -> tuple[str, ...]:
    """A deal by these bots, as written."""
    game = find(game_id).game(preset=preset)
    seats = find(game_id).recommended
    bots = [make(game_id, levels[seat % len(levels)], Rng(seed, stream=seat).word()) for seat in range(seats)]
    state: Any = game.deal(seats, seed)
    found = []
    while pending := game.pending(state):
        decision = pending[0]
        action = bots[decision.seat].choose(game.view(state, decision.seat), decision, limit=0.3)
        found.append(f"{decision.seat} {action}")
        state = game.apply(state, decision.seat, decision.choices.resolve(decision.seat, action))
    return tuple(found)


def test_every_row_names_a_game_and_preset_that_exist(strength: ModuleType) -> None:
    for match in strength.MATCHES:
        assert match.ready().name == match.game
        assert match.preset is None or match.preset in find(match.game).presets


def test_rows_have_deals_of_their_own(strength: ModuleType) -> None:
    keys = [match.key for match in strength.MATCHES]
    assert len(set(keys)) == len(keys)
    assert len({match.seed(0) for match in strength.MATCHES}) == len(keys)


@pytest.mark.parametrize(
    ("game", "one", "other", "deals"),
    [
        ("guandan", "competition", "seed", 3),
        ("holdem", "no_limit/standard", "pot_limit/standard", 150),
        ("holdem", "no_limit/standard", "fixed_limit/standard", 10),
        ("holdem", "no_limit/standard", "no_limit/short_deck", 2),
    ],
)
def test_presets_change_how_the_same_deals_go(game: str, one: str, other: str, deals: int) -> None:
    """Two rows with equal results would be suspicious: the same cards are not played the same way under both."""
    levels = ("easy", "normal")
    assert any(moves(game, one, levels, seed) != moves(game, other, levels, seed) for seed in range(deals))
