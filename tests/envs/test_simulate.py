"""Simulations: what is counted does not depend on who counts it."""

from __future__ import annotations

import random

import pytest

from paiju.envs import simulate
from paiju.envs.batch import Batch
from paiju.games import catalog

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("reference", [False, True])
def test_statistics_are_those_of_the_deals(reference: bool) -> None:
    work = list(simulate.chunks("doudizhu", 50, seed=4, reference=reference))
    assert sum(chunk.deals for chunk in work) == 50
    tallies = [simulate.run(chunk) for chunk in work]
    random.Random(1).shuffle(tallies)
    found = simulate.statistics(tallies)
    assert found.deals == 50
    assert found.choices > 500
    assert sum(seat.mean for seat in found.seats) == pytest.approx(0)
    assert all(seat.least <= seat.mean <= seat.most for seat in found.seats)
    assert simulate.statistics(map(simulate.run, work)).seats == pytest.approx(found.seats)


def test_reference_deals_are_those_of_the_game() -> None:
    (chunk,) = simulate.chunks("qigui_521", 10, seed=30, reference=True, seats=3)
    simulate.run(chunk)
    game = catalog.find("qigui_521").game()
    batch = Batch(game, 10, seats=3, seed=30)
    assert [batch.turn(i) for i in range(10)] == [game.pending(game.deal(3, 30 + i))[0].seat for i in range(10)]


def test_a_game_that_the_kernel_does_not_know() -> None:
    work = list(simulate.chunks("sanguosha", 2, seed=1))
    found = simulate.statistics(map(simulate.run, work))
    assert not found.native
    assert found.deals == 2
