"""Button and blinds: vectors D1-D4 of the rules (seats there count from 1), sitting out and coming back."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from paiju.games.contract import Seat
from paiju.games.holdem import Holdem, HoldemOptions, HoldemSeries, State
from paiju.games.holdem.chips import HoldemChips
from paiju.games.holdem.positions import positions
from tests.games.holdem.hands import act

SERIES = HoldemSeries()
CHIPS = HoldemChips()


@pytest.mark.parametrize(
    ("number", "rule", "players", "busted", "button", "small", "big"),
    [
        ("D1", "dead", 5, 2, 2, 3, 4),
        ("D1", "moving", 5, 2, 3, 4, 5),
        ("D2", "dead", 5, 3, 2, None, 4),
        ("D2", "moving", 5, 3, 2, 4, 5),
        ("D3", "dead", 3, 1, 3, 3, 2),
        ("D3", "moving", 3, 1, 3, 3, 2),
        ("D4", "dead", 3, 3, 2, 2, 1),
        ("D4", "moving", 3, 3, 2, 2, 1),
    ],
)
def test_after_a_player_busts(
    number: str, rule: Any, players: int, busted: int, button: int, small: int | None, big: int
) -> None:
    stacks = tuple(0 if seat == busted - 1 else 1000 for seat in range(players))
    options = HoldemOptions(button_rule=rule, stacks=stacks, last_button=0, last_small=1, last_big=2)
    found = positions(options, stacks, seed=1)
    assert (found.button + 1, found.small + 1 or None, found.big + 1) == (button, small, big)


def test_the_dead_button_goes_on_after_a_missing_small_blind() -> None:
    stacks = (1000, 1000, 0, 1000, 1000)
    options = HoldemOptions(button_rule="dead", stacks=stacks, last_button=1, last_small=2, last_big=3)
    found = positions(options, stacks, seed=1)
    assert (found.button, found.small, found.big) == (2, 3, 4)


def test_the_first_button_is_drawn_among_the_players() -> None:
    stacks = (0, 1000, 0, 1000, 1000, 0)
    buttons = {positions(HoldemOptions(stacks=stacks), stacks, seed).button for seed in range(40)}
    assert buttons == {1, 3, 4}


def play_out(options: HoldemOptions, seed: int = 3) -> tuple[HoldemOptions, State]:
    """Everybody folds to the last; the options of the next hand, and the first state of this one."""
    game = Holdem(options)
    first = state = game.deal(len(options.stacks), seed)
    while state.turn >= 0:
        state = act(game, state, "fold")
    outcome = game.outcome(state)
    assert outcome is not None
    following = SERIES.next(options, outcome)
    assert following is not None
    return following, first


def test_two_players_take_turns() -> None:
    options = HoldemOptions(stacks=(1000, 1000))
    bigs = []
    for seed in range(6):
        options, state = play_out(options, seed)
        bigs.append(state.setup.big)
        assert state.setup.button != state.setup.big
    assert all(one != two for one, two in pairwise(bigs))


def test_sitting_out_missing_blinds_and_coming_back() -> None:
    options = HoldemOptions(stacks=(1000,) * 5, button=0)
    options, state = play_out(options)
    assert (state.setup.small_at, state.setup.big) == (1, 2)
    options = CHIPS.sit_out(options, Seat(3), True)
    options, state = play_out(options)
    assert (state.setup.small_at, state.setup.big) == (2, 4)
    assert 3 not in state.setup.order
    assert (options.missed_big, options.missed_small) == ((3,), ())
    options, state = play_out(options)
    assert (state.setup.small_at, state.setup.big) == (4, 0)
    assert (options.missed_big, options.missed_small) == ((3,), (3,))

    waits = CHIPS.sit_out(options, Seat(3), False)
    assert waits.waiting == (3,)
    _, state = play_out(waits)
    assert 3 not in state.setup.order

    posts = CHIPS.sit_out(options, Seat(3), False, True)
    following, state = play_out(posts)
    assert (state.bets[3], state.dead, state.stacks[3] + 30) == (20, 10, options.stacks[3])
    assert (following.posting, following.missed_big, following.missed_small) == ((), (), ())


def test_waiting_ends_when_the_big_blind_arrives() -> None:
    options = HoldemOptions(stacks=(1000,) * 4, last_button=0, last_small=1, last_big=2, waiting=(3,), missed_big=(3,))
    _, state = play_out(options)
    assert state.setup.big == 3
    assert state.bets[3] == 20


def test_waiting_seats_are_dealt_in_when_nobody_else_is_left() -> None:
    options = HoldemOptions(stacks=(1000, 1000), last_button=0, last_small=0, last_big=1, waiting=(1,))
    _, state = play_out(options)
    assert sorted(state.setup.order) == [0, 1]


def test_a_tournament_deals_in_those_who_sit_out_and_acts_for_them() -> None:
    options = HoldemOptions(stacks=(1000,) * 3, button=0, tournament=True, sitting_out=(0, 2))
    game = Holdem(options)
    state = game.deal(3, 1)
    assert (state.bets, state.turn, state.is_live(0)) == ((0, 10, 20), 1, False)
    state = act(game, state, "call")  # the big blind, who sits out, checks; then the small blind acts on the flop
    assert (state.street, state.turn) == (1, 1)
    state = act(game, state, "raise_to 20")
    assert game.outcome(state) is not None
    assert state.stacks == (1000, 1020, 980)


def test_a_tournament_ends_with_one_stack() -> None:
    options = HoldemOptions(stacks=(1000, 1000), button=0, tournament=True)
    game = Holdem(options)
    for seed in range(50):
        outcome = game.outcome(act(game, game.deal(2, seed), "all_in, call"))
        assert outcome is not None
        assert (SERIES.next(options, outcome) is None) == (0 in outcome.stacks)


def test_seats_come_and_go() -> None:
    options = HoldemOptions(stacks=(0, 0, 0, 0))
    assert not CHIPS.ready(options)
    options = CHIPS.sit(CHIPS.sit(options, Seat(1), 500), Seat(3), 700)
    assert CHIPS.ready(options)
    assert [CHIPS.stack(options, Seat(seat)) for seat in range(4)] == [0, 500, 0, 700]
    options, state = play_out(options)
    assert sorted(state.setup.order) == [1, 3]
    options = CHIPS.leave(options, Seat(3))
    assert not CHIPS.ready(options)
    assert CHIPS.stack(options, Seat(3)) == 0


def test_blinds_grow() -> None:
    options = HoldemOptions(blind_increase_rounds=2, ante=5, ante_round=1)
    amounts = [tuple(replace(options, hand_number=number).stakes) for number in range(1, 6)]
    assert amounts == [(10, 20, 0), (10, 20, 5), (20, 40, 10), (20, 40, 10), (40, 80, 20)]
    scheduled = replace(options, blind_schedule=((10, 20, 0), (15, 30, 5)))
    levels = [tuple(replace(scheduled, hand_number=number).stakes) for number in (1, 3, 9)]
    assert levels == [(10, 20, 0), (15, 30, 5), (15, 30, 5)]
