"""What games offer beyond the contract, held to the games themselves."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from paiju.cards import Rng
from paiju.games import catalog
from paiju.games.capabilities import BuyIn, Stake
from paiju.games.contract import Resamples, Seat, Unasked

each_game = pytest.mark.parametrize("info", catalog.infos(), ids=lambda info: info.id)


def played(info: catalog.GameInfo, preset: str | None, seed: int) -> tuple[Any, Any]:
    """A game and a state at the end of a deal."""
    game: Any = info.game(preset=preset)
    rng, state = Rng(seed), game.deal(info.recommended, seed)
    while pending := game.pending(state):
        decision = pending[0]
        action = rng.choice(list(islice(decision.choices, 30)))
        state = game.apply(state, decision.seat, decision.choices.resolve(decision.seat, action))
    return game, state


@each_game
def test_moves_of_a_seat_that_leaves_are_unasked_moves(info: catalog.GameInfo) -> None:
    game = info.game()
    assert isinstance(game, Unasked) == (info.leaving is not None)
    if info.leaving is not None:
        assert str(game.parse(info.leaving.at_once)) == info.leaving.at_once
        assert str(game.parse(info.leaving.absent)) == info.leaving.absent


@each_game
def test_a_deal_that_can_be_pinned_can_be_resampled(info: catalog.GameInfo) -> None:
    assert isinstance(info.game(), Resamples)
    assert set(info.secrecy.dealing_options) <= {one.name for one in info.describe()}


@each_game
def test_every_question_has_its_time_and_its_answers(info: catalog.GameInfo) -> None:
    options, game = info.build(), info.game()
    state = game.deal(info.recommended, 3)
    for decision in game.pending(state):
        view = game.view(state, decision.seat)
        seconds, warning = info.time_limits.timing(options, decision)
        assert seconds is not None and seconds > warning >= 0
        first = next(info.answers.offers(view, decision))
        (reading, *_) = info.answers.readings(view, decision, game.parse(str(first)))
        assert reading.text == str(first)
        assert reading.name == info.words.name(view, first)
    assert info.words.describe(game.view(state, None))


def test_chips_and_stakes() -> None:
    holdem = catalog.find("holdem")
    assert holdem.chips is not None
    options = holdem.build({"min_buy_in": 200, "max_buy_in": 400, "starting_chips": 1000, "seating": "random"})
    assert holdem.chips.buy_in(options) == BuyIn(200, 400, usual=400)
    assert holdem.chips.draws_seats(options) and not holdem.chips.is_tournament(options)
    assert holdem.stake(options) == Stake(20, 10, "no_limit")
    assert catalog.find("doudizhu").stake(catalog.find("doudizhu").build({"base": 5})) == Stake(5)
    assert catalog.find("sanguosha").stake(catalog.find("sanguosha").build()) is None


def test_an_option_may_turn_the_table_round() -> None:
    guandan = catalog.find("guandan")
    assert guandan.direction(guandan.build(preset="seed")) == "clockwise"
    assert guandan.direction(guandan.build({"turn_direction": "counterclockwise"})) == "counter_clockwise"
    assert catalog.find("big_two").direction(catalog.find("big_two").build()) == "counter_clockwise"


@pytest.mark.parametrize("name", ["doudizhu", "big_two", "three_two_one", "guandan", "sanguosha"])
def test_winners_are_above_zero(name: str) -> None:
    info = catalog.find(name)
    for seed in range(3):
        game, state = played(info, "competition" if "competition" in info.presets else None, seed)
        outcome = game.outcome(state)
        assert outcome.winners == tuple(Seat(seat) for seat, score in enumerate(outcome.scores) if score > 0)


@pytest.mark.parametrize("name", ["wuguapi", "qigui_521", "qigui_523"])
def test_winners_on_points_are_those_with_the_most(name: str) -> None:
    for seed in range(3):
        game, state = played(catalog.find(name), None, seed)
        outcome = game.outcome(state)
        best = max(outcome.scores)
        assert min(outcome.scores) >= 0
        assert outcome.winners == tuple(Seat(seat) for seat, score in enumerate(outcome.scores) if score == best)
