"""What the wire tells of a hand of hold'em is written directly; it is the same as what the views say."""

from __future__ import annotations

import random
from typing import Any

import pytest

from paiju.games.extras import Sheet
from paiju.games.holdem.extras import HoldemExtras
from paiju.kernel import HAVE_KERNEL
from paiju.server.picture import Picture, delta, full, payload
from paiju.server.scene import Scene
from paiju.server.viewsheet import ViewSheet
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
    (3, {"run_it_twice": "ask", "starting_chips": 200}),
    (4, {"run_it_twice": "always", "starting_chips": 100, "bomb_pot": 1}),
]


class ByViews(HoldemExtras):
    """Hold'em that writes nothing itself."""

    def sheet(self, game: Any, state: Any, players: tuple[str, ...], before: Sheet | None) -> None:
        return None


def scenes(table: Table, before: tuple[Scene, Scene] | None) -> tuple[Scene, Scene]:
    """The table as it is, told by the game's sheet and by its views."""
    by_sheet = Scene(table, {}, [], before[0] if before else None)
    assert not (HAVE_KERNEL and isinstance(by_sheet.sheet, ViewSheet))
    extras, table.extras = table.extras, ByViews()
    by_views = Scene(table, {}, [], before[1] if before else None)
    table.extras = extras
    assert table.deal is None or isinstance(by_views.sheet, ViewSheet)
    return by_sheet, by_views


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
    deals = steps = 0
    now: tuple[Scene, Scene] | None = None
    while table.is_dealing or (deals < 6 and table.can_deal() and table.state.status != "finished"):
        now = scenes(table, now)
        steps += 1
        if not steps % 5:
            now = scenes(table, now)  # a scene that nobody was shown
        for viewer in viewers:
            both = []
            for by_views in (False, True):
                key = (viewer, by_views)
                before = old[key]
                picture = old[key] = Picture(now[by_views], viewer, before)
                whole = payload(full(picture, table.seq, 0))
                both.append(whole)
                assert whole == payload(full(Picture(now[by_views], viewer), table.seq, 0))  # nothing is stale
                if before is None:
                    state[key] = whole
                    continue
                change = delta(before, picture, state[key]["seq"], table.seq, 0)
                if change is not None:
                    state[key] = applied(state[key], payload(change))
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
    assert deals


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


def test_a_question_changes_when_somebody_leaves_out_of_turn() -> None:
    """Two are in, one of them all in: once the third has gone there is nobody left to raise against."""
    time, table = FakeTime(), Table("t")
    options = {"min_buy_in": 20, "max_buy_in": 200}
    table.apply(
        log.Opened(at=time.now(), settings=Settings(game="holdem", seats=3, pause=0, options=options), owner="11")
    )
    for seat, chips in enumerate((40, 200, 200)):
        for row in table.join(str(seat + 11), f"P{seat}", time.now(), chips=chips):
            table.apply(row)
    for row in table.start("11", time.now()):
        table.apply(row)
    assert table.deal is not None
    while all(made.seat != 0 for made in table.deal.moves):  # wherever the button lies
        (seat,) = table.deal.asked
        table.apply(table.answer(seat, "raise_to 40" if seat == 0 else "call", time.now(), "player"))
    (asked,) = table.deal.asked
    scene = Scene(table, {}, [])
    told = Picture(scene, asked)
    assert any(choice.startswith("raise_to") for choice in question(told)["choices"])
    (third,) = {1, 2} - {asked}
    for row in table.leave(str(third + 11), time.now()):
        table.apply(row)
    for row in table._unasked(third, table.extras.leave_move, time.now()):
        table.apply(row)
    assert (asked,) == tuple(table.deal.asked)
    now = Picture(Scene(table, {}, [], scene), asked, told)
    assert question(now)["choices"] == ["fold", "call"]


def question(picture: Picture) -> dict[str, Any]:
    found: dict[str, Any] = payload(full(picture, 1, 0))["decision"]
    return found
