"""The kernel's copies of rules account for every field: a field they do not know makes the kernel decline."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import fields, make_dataclass, replace
from itertools import islice
from typing import Any

import pytest

from paiju import kernel
from paiju.envs import Batch, families
from paiju.envs.families import family_of, holdem_table
from paiju.games import catalog
from paiju.games.climb import compiled
from paiju.games.climb.game import Climb
from paiju.games.climb.kinds import Kind
from paiju.games.climb.rules import ClimbRules
from paiju.games.climb.shapes import Carry, Shape
from paiju.games.climb.tribute import GiveBack
from paiju.games.contract import AnyGame, play
from paiju.games.copied import Fields
from paiju.games.holdem import Holdem, HoldemOptions
from paiju.solver.plays import NativePlays

pytestmark = pytest.mark.pure

COPIED = compiled.COPIED | families.COPIED


@pytest.mark.parametrize(("kind", "listed"), COPIED.items(), ids=[kind.__name__ for kind in COPIED])
def test_every_field_is_listed_once(kind: Any, listed: Fields) -> None:
    """A new field belongs into the kernel's table, or among those without effect."""
    assert {field.name for field in fields(kind)} == listed.known | listed.no_effect
    assert not listed.known & listed.no_effect


def extended(value: Any) -> Any:
    """The same value of a class that has one more field."""
    kind = make_dataclass("More", [("house_rule", bool, False)], bases=(type(value),), frozen=True, kw_only=True)
    return kind(**{field.name: getattr(value, field.name) for field in fields(value)})


def sheet(name: str, **options: object) -> ClimbRules:
    game: Any = catalog.find(name).game(options)
    assert isinstance(game, Climb)
    return game.rules


def with_shape(rules: ClimbRules, change: Callable[[Shape], Shape]) -> ClimbRules:
    """With another last shape that carries something."""
    at = max(i for i, shape in enumerate(rules.shapes) if shape.carry is not None)
    return replace(rules, shapes=(*rules.shapes[:at], change(rules.shapes[at]), *rules.shapes[at + 1 :]))


def carrying(shape: Shape) -> Shape:
    carry = extended(shape.carry)
    assert isinstance(carry, Carry)
    return replace(shape, carry=carry)


def with_stage(rules: ClimbRules, at: int) -> ClimbRules:
    return replace(rules, stages=(*rules.stages[:at], extended(rules.stages[at]), *rules.stages[at + 1 :]))


READS = {
    "sheet": extended(sheet("doudizhu")),
    "shape": with_shape(sheet("doudizhu"), extended),
    "carry": with_shape(sheet("doudizhu"), carrying),
    "deck": replace(sheet("doudizhu"), deck=extended(sheet("doudizhu").deck)),
    "order": replace(sheet("doudizhu"), order=extended(sheet("doudizhu").order)),
    "wild": replace(sheet("guandan"), reader=extended(sheet("guandan").reader)),
}
DEALS = READS | {
    "auction": with_stage(sheet("doudizhu"), 0),
    "tribute": with_stage(sheet("guandan", finish=(0, 2, 1, 3)), 0),
    "tricks": with_stage(sheet("big_two"), -1 % len(sheet("big_two").stages)),
    "drawing": replace(sheet("wuguapi"), drawing=extended(sheet("wuguapi").drawing)),
    "landlord score": replace(sheet("doudizhu"), score=extended(sheet("doudizhu").score)),
    "big two score": replace(sheet("big_two"), score=extended(sheet("big_two").score)),
}


@pytest.mark.parametrize("rules", READS.values(), ids=READS.keys())
def test_plays_of_a_sheet_with_an_unknown_field_are_declined(rules: ClimbRules) -> None:
    assert compiled.reader_table(rules) is None
    assert NativePlays.of(Climb(rules)) is None


@pytest.mark.parametrize("rules", DEALS.values(), ids=DEALS.keys())
def test_deals_of_a_sheet_with_an_unknown_field_are_declined(rules: ClimbRules) -> None:
    seats = rules.seats[-1]
    assert compiled.kernel_table(Climb(rules), seats) is None
    batch = Batch(Climb(rules), 1, seats=seats, seed=1)
    assert not batch.native
    with pytest.raises(ValueError, match="kernel cannot"):
        Batch(Climb(rules), 1, seats=seats, native=True)


def test_plays_are_listed_whatever_the_stages() -> None:
    assert compiled.reader_table(DEALS["auction"]) is not None


def test_levels_that_disagree_are_declined() -> None:
    rules = sheet("guandan", finish=(0, 2, 1, 3))
    stages = tuple(replace(stage, level=9) if isinstance(stage, GiveBack) else stage for stage in rules.stages)
    assert compiled.kernel_table(Climb(rules), 4) is not None
    assert compiled.kernel_table(Climb(replace(rules, stages=stages)), 4) is None


def test_options_of_holdem_with_an_unknown_field_are_declined() -> None:
    assert holdem_table(Holdem(HoldemOptions()), 2) is not None
    assert holdem_table(Holdem(extended(HoldemOptions())), 2) is None


def test_a_game_of_a_class_of_its_own_is_declined() -> None:
    class House(Holdem):
        pass

    assert family_of(House()).engine(House(), 2, 1) is None
    if kernel.HAVE_KERNEL:
        assert family_of(Holdem()).engine(Holdem(), 2, 1) is not None


def played(game: AnyGame, seats: int, deals: int = 3) -> list[Any]:
    """What can be chosen in some random deals, and how they end."""
    rng = random.Random(5)
    found: list[Any] = []
    for seed in range(deals):
        state = game.deal(seats, seed)
        while pending := game.pending(state):
            seat, choices = pending[0].seat, [str(choice) for choice in islice(pending[0].choices, 40)]
            found.append((seat, choices))
            state = play(game, state, seat, rng.choice(choices)).state
        outcome = game.outcome(state)
        assert outcome is not None
        found.append(outcome.scores)
    return found


OTHER_OPTIONS: dict[str, object] = {
    "seating": "random", "deck_count": 2, "min_buy_in": 1, "max_buy_in": 10**6, "missed_big": (1,), "places": (0, 3),
    "showdown_order": "button", "auto_muck": False, "action_timeout": 5, "warning_time": 1,
    "timeout_mode": "by_situation", "leave_policy": "check_fold", "max_leave_time": 1, "auto_fold_time": 1,
    "reconnect_timeout": 1,
}  # fmt: skip


def test_options_without_effect_have_none() -> None:
    assert set(OTHER_OPTIONS) == COPIED[HoldemOptions].no_effect
    usual = played(Holdem(HoldemOptions()), 4, deals=20)
    for name, value in OTHER_OPTIONS.items():
        assert played(Holdem(replace(HoldemOptions(), **{name: value})), 4, deals=20) == usual, name  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["doudizhu", "big_two", "wuguapi"])
def test_fields_of_a_sheet_without_effect_have_none(name: str) -> None:
    rules = sheet(name)
    changes: dict[str, Any] = {
        "name": "other", "titles": (), "sized_titles": ((Kind.PAIR_RUN, 6, "guandan.kind.three_pairs"),), "counts_shown": "once", "counts_limit": 2, "dress": None,
        "suits_matter": rules.suits_matter, "names": rules.names, "readings": "first",
        "counts_plays": not rules.counts_plays,
    }  # fmt: skip
    assert set(changes) == COPIED[ClimbRules].no_effect
    seats = rules.seats[-1]
    assert played(Climb(replace(rules, **changes)), seats) == played(Climb(rules), seats)
