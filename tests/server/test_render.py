"""What the wire tells of a hand of hold'em is written directly; it is the same as what the views say."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from paiju.server import render
from paiju.table import FakeTime, Refused, Settings, Table
from paiju.table import entries as log
from tests.server.client import applied

SHAPES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"ante": 5, "ante_type": "all"}),
    (6, {"game_type": "limit"}),
    (6, {"game_type": "pot_limit"}),
    (9, {"variant": "short_deck"}),
    (4, {"tournament": True}),
    (5, {"straddle": "utg"}),
    (3, {"bomb_pot": 2}),
]


def told(table: Table, viewer: int | None, by_views: bool, old: render.Picture | None) -> tuple[Any, Any]:
    scene = render.Scene(table, {}, [])
    assert table.deal is None or scene.sheet is not None
    if by_views:
        scene.sheet = None
    picture = render.Picture(scene, viewer, old)
    return picture, msgspec.json.decode(render.full(picture, scene, table.seq, 0))


@pytest.mark.parametrize(("seats", "options"), SHAPES, ids=str)
def test_the_sheet_says_what_the_views_say(seats: int, options: dict[str, Any]) -> None:
    for seed in range(4):
        follow(seats, options, random.Random(f"{seed} {seats} {options}"))


def follow(seats: int, options: dict[str, Any], rng: random.Random) -> None:
    """Play a few hands, with people leaving and showing cards; every viewer is told the same by both, and by deltas."""
    time = FakeTime()
    table = Table("t")
    settings = Settings(game="holdem", seats=seats, pause=0, options=options)
    table.apply(log.Opened(at=time.now(), settings=settings, owner="1"))
    for seat in range(seats):
        for row in table.join(str(seat + 11), f'P"{seat}', time.now()):
            table.apply(row)
    viewers: list[int | None] = [None, 0, 1, seats - 1]
    kinds = ((viewer, by_views) for viewer in viewers for by_views in (False, True))
    old: dict[tuple[int | None, bool], Any] = dict.fromkeys(kinds)
    state: dict[tuple[int | None, bool], Any] = {}
    deals = 0
    while table.is_dealing or (deals < 6 and table.can_deal() and table.state.status != "finished"):
        scene = render.Scene(table, {}, [])
        for viewer in viewers:
            both = []
            for by_views in (False, True):
                key = (viewer, by_views)
                before = old[key]
                old[key], whole = told(table, viewer, by_views, before)
                both.append(whole)
                if before is None:
                    state[key] = whole
                    continue
                change = render.delta(before, old[key], scene, state[key]["seq"], table.seq, 0)
                if change is not None:
                    state[key] = applied(state[key], msgspec.json.decode(change))
                assert {**state[key], "full": True, "seq": 0, "base": 0} == {**whole, "seq": 0, "base": 0}
            assert both[0] == both[1]
        deal = table.deal
        if not table.is_dealing:
            if deal is not None and rng.random() < 0.5 and rows(table, f"{rng.randrange(seats) + 11}", "show", time):
                continue
            deals += 1
            for row in table.start(table.state.owner, time.now()):
                table.apply(row)
            continue
        assert deal is not None
        if rng.random() < 0.05 and rows(table, f"{rng.randrange(seats) + 11}", "leave", time):
            continue
        seat, asked = next(iter(deal.asked.items()))
        choices = list(asked.decision.choices)
        weights = [
            6 if str(one) in ("check", "call") else 3 if str(one) == "fold" else 8 / len(choices) for one in choices
        ]
        table.apply(table.answer(seat, str(rng.choices(choices, weights)[0]), time.now(), "player"))
        time.advance(1)


def rows(table: Table, player: str, what: str, time: FakeTime) -> bool:
    """Show cards after the hand, or leave within it; False where that cannot be."""
    seat = table.seat_of(player)
    if seat is None or table.deal is None:
        return False
    try:
        if what == "leave":
            for row in table.leave(player, time.now()):
                table.apply(row)
            return True
        holes = table.deal.state.setup.cards.holes[seat]
        table.apply(table.answer(seat, "show " + "".join(map(str, holes)), time.now(), "player"))
    except (Refused, IndexError):
        return False
    return True
