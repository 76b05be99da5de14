"""Roles weighed by what everybody did."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from paiju.bots.sanguosha.answers import answer
from paiju.bots.sanguosha.camps import Camps
from paiju.bots.sanguosha.roles import SIDES, Suspects, chances
from paiju.bots.sanguosha.spot import Spot
from paiju.bots.sanguosha.worth import FARED, GENERALS
from paiju.games.catalog import find
from paiju.games.contract import Line
from paiju.games.sanguosha.view import SanguoshaView


def seen_by(role: str, *log: Line, seats: int = 5, seed: int = 1) -> SanguoshaView:
    game: Any = find("sanguosha").game()
    state = game.deal(seats, seed)
    seat = next(one.seat for one in state.world.players if one.role == role)
    seen: SanguoshaView = game.view(state, seat)
    return replace(seen, log=(*seen.log, *log))


def hidden(view: SanguoshaView) -> list[int]:
    return [int(one.seat) for one in view.players if one.role is None]


def slash(user: int, target: int) -> Line:
    return Line.of("sgs.log.use_on", seat=user, card="slash:7s", targets=(target,))


@pytest.mark.parametrize("seats", range(2, 9))
def test_chances_of_a_seat_sum_to_one_and_agree_with_the_count_of_roles(seats: int) -> None:
    view = seen_by("lord", seats=seats)
    found = chances(view)
    assert set(found) == set(hidden(view))
    for one in found.values():
        assert sum(one.values()) == pytest.approx(1)
    counts = dict(view.role_counts)
    for role in SIDES:
        assert sum(one[role] for one in found.values()) == pytest.approx(counts.get(role, 0))


def test_who_strikes_at_the_lord_is_a_rebel_and_who_strikes_at_him_is_not() -> None:
    quiet = seen_by("lord")
    lord, (one, other, *_) = int(quiet.lord), hidden(quiet)
    loud = seen_by("lord", *[slash(one, lord)] * 3, *[slash(other, one)] * 3)
    before, after = chances(quiet), chances(loud)
    assert after[one]["rebel"] > 0.8 > before[one]["rebel"]
    assert after[other]["loyalist"] > before[other]["loyalist"]
    camps = Suspects(loud)
    assert camps.foe(one) > 0.5 and camps.foe(other) < camps.foe(one)


def test_a_rebel_knows_his_fellow_by_whom_he_strikes() -> None:
    quiet = seen_by("rebel")
    lord, one = int(quiet.lord), hidden(quiet)[0]
    assert Suspects(seen_by("rebel", *[slash(one, lord)] * 3)).foe(one) < Suspects(quiet).foe(one)
    assert Suspects(quiet).foe(lord) == 1.0


def test_roles_that_lie_open_are_certain() -> None:
    view = seen_by("renegade")
    me = next(int(one.seat) for one in view.players if one.role == "renegade")
    assert chances(view)[me]["renegade"] == 1.0
    assert all(one["renegade"] == 0 for seat, one in chances(view).items() if seat != me)


def test_a_careful_player_takes_the_general_that_fares_best() -> None:
    assert sorted(FARED) == sorted(GENERALS)
    game: Any = find("sanguosha").game()
    state = game.deal(5, 3)
    (asked,) = game.pending(state)
    view = game.view(state, asked.seat)
    offered = [action.what for action in asked.choices]
    for careful, known in ((True, FARED), (False, GENERALS)):
        action = answer(Spot(view, Camps(view), careful=careful), asked)
        assert action.what == min(offered, key=known.index)
