"""The straddle: who posts it, when not, what is then to call, the least raise, and who acts last. Blinds 10/20, button 0."""

from __future__ import annotations

import random
from typing import Any

import pytest

from paiju.games.contract import Seat
from paiju.games.holdem import Holdem, HoldemOptions, HoldemSeries, phh
from tests.games.holdem.hands import act, bets, start, table
from tests.games.holdem.test_game import with_cards


def straddled(stacks: tuple[int, ...], **options: Any) -> Holdem:
    return table(stacks, straddle="utg", **options)


@pytest.mark.parametrize(
    ("stacks", "options", "paid", "turn", "to_call", "low"),
    [
        ((1000,) * 6, {}, (0, 10, 20, 40, 0, 0), 4, 40, 80),
        ((1000,) * 4, {}, (0, 10, 20, 40), 0, 40, 80),
        ((1000,) * 3, {}, (40, 10, 20), 1, 30, 80),  # with three the button straddles
        ((1000,) * 2, {}, (10, 20), 0, 10, 40),  # heads-up nobody does
        ((1000, 1000, 1000, 40, 1000), {}, (0, 10, 20, 40, 0), 4, 40, 80),  # the whole of it, all-in
        ((1000, 1000, 1000, 39, 1000), {}, (0, 10, 20, 0, 0), 3, 20, 39),  # too short for the whole: none
        ((1000, 1000, 1000, 45, 1000), {"ante": 5}, (5, 15, 25, 45, 5), 4, 40, 80),
        ((1000, 1000, 1000, 44, 1000), {"ante": 5}, (5, 15, 25, 5, 5), 3, 20, 39),  # the ante is paid first
        ((1000, 1000, 1000, 44, 1000), {"ante": 5, "ante_first": False}, (5, 15, 25, 44, 5), 4, 40, 80),
        ((1000, 1000, 0, 1000, 1000), {}, (0, 10, 0, 20, 40), 0, 40, 80),  # empty seats are passed over
        ((1000, 1000, 5, 1000, 1000), {}, (0, 10, 5, 40, 0), 4, 40, 80),  # a short big blind changes nothing
        ((1000,) * 4, {"hand_number": 11, "blind_increase_rounds": 10}, (0, 20, 40, 80), 0, 80, 160),
        ((1000,) * 4, {"game_type": "limit"}, (0, 10, 20, 40), 0, 40, 60),
        ((1000,) * 4, {"variant": "short_deck"}, (0, 10, 20, 40), 0, 40, 80),
        ((1000,) * 4, {"variant": "short_deck", "short_deck_structure": "button_blind"}, (40, 20, 20, 20), 1, 20, 40),
    ],
)
def test_who_posts_and_what_is_to_call(
    stacks: tuple[int, ...], options: dict[str, Any], paid: tuple[int, ...], turn: int, to_call: int, low: int
) -> None:
    game = straddled(stacks, **options)
    state = start(game)
    assert state.paid == paid
    assert (state.turn, bets(game, state).to_call, bets(game, state).low) == (turn, to_call, low)


@pytest.mark.parametrize(
    ("actions", "options", "low", "high"),
    [
        ("raise_to 100", {}, 160, 1000),  # the raise was 60
        ("raise_to 70", {}, 110, 1000),  # an all-in of 30 more is no full raise
        ("call", {}, 80, 1000),
        ("call, call, call", {}, 80, 1000),  # the straddle may still raise
        ("call, call, call, check", {}, 20, 960),  # the flop: a bet is a big blind again
        ("", {"game_type": "pot_limit"}, 80, 150),  # 40 + (70 + 40)
        ("raise_to 150", {"game_type": "pot_limit"}, 260, 510),  # SB: 150 + (220 + 140)
        ("", {"game_type": "limit"}, 60, 60),
        ("raise_to 60", {"game_type": "limit"}, 80, 80),
        ("raise_to 60, raise_to 80", {"game_type": "limit"}, 0, 0),  # blind, straddle and two raises: four wagers
        ("raise_to 60, raise_to 80", {"game_type": "limit", "max_raises": 5}, 100, 100),
        ("", {"min_raise": 60}, 100, 1000),
    ],
)
def test_raises_over_it(actions: str, options: dict[str, Any], low: int, high: int) -> None:
    short = actions == "raise_to 70"
    game = straddled((70 if short else 1000, 1000, 1000, 1000), **options)
    state = start(game, actions)
    found = bets(game, state)
    assert (found.low, found.high) == (low, high)


def test_the_straddle_acts_last_before_the_flop_and_in_its_place_after_it() -> None:
    game = straddled((1000,) * 5)
    state = start(game)
    turns = []
    for _ in range(5):
        turns.append(state.turn)
        state = act(game, state, "call" if bets(game, state).owes else "check")
    assert turns == [4, 0, 1, 2, 3]
    assert (state.street, state.turn) == (1, 1)


def test_everybody_folds_to_it() -> None:
    game = straddled((1000,) * 4)
    assert game.outcome(start(game, "fold, fold, fold")).scores == (0, -10, -20, 30)  # type: ignore[union-attr]


def test_whole_hands() -> None:
    """Straddle 40 all-in, called by two: main pot 40 × 3 + 10 dead, side pot 160 between the others."""
    game = with_cards((1000, 1000, 1000, 40), ["2c3c", "KcKd", "AsAh", "QcQd"], "4h5h7s9dJc", straddle="utg")
    state = start(game, "call, fold, raise_to 120, call, check, check, check, check, check, check")
    assert state.result is not None
    assert [won.pot.amount for won in state.result.won] == [130, 160]
    assert state.stacks == (880, 990, 1040, 130)


def test_coming_back_into_the_place_of_the_straddle() -> None:
    """The straddle is more than the live blind that is owed; the dead small blind is paid beside it."""
    game = straddled((1000,) * 5, posting=(3, 4), missed_big=(3, 4), missed_small=(3,))
    state = start(game)
    assert (state.paid, state.dead, state.turn) == ((0, 10, 20, 40, 20), 10, 4)
    poor = straddled((1000, 1000, 1000, 35, 1000), posting=(3,), missed_big=(3,), missed_small=(3,))
    assert (start(poor).paid, start(poor).dead) == ((0, 10, 20, 20, 0), 10)


def test_a_dead_button_without_a_small_blind() -> None:
    options = HoldemOptions(
        stacks=(1000,) * 5,
        straddle="utg",
        button_rule="dead",
        last_button=0,
        last_small=1,
        last_big=2,
        sitting_out=(2,),
    )
    state = Holdem(options).deal(5, 1)
    assert (state.setup.button, state.setup.small_at, state.setup.big) == (1, 2, 3)
    assert state.paid == (0, 0, 0, 20, 40)


def test_it_moves_with_the_big_blind() -> None:
    options = HoldemOptions(stacks=(1000,) * 4, straddle="utg", button=0)
    places = []
    for _ in range(4):
        game = Holdem(options)
        state = start(game, "fold, fold, fold")
        view = game.view(state, None)
        places.append((view.big_blind_seat, view.straddle_seat))
        following = HoldemSeries().next(options, game.outcome(state))  # type: ignore[arg-type]
        assert following is not None
        options = following
    assert places == [(2, 3), (3, 0), (0, 1), (1, 2)]


def test_views_and_the_log_tell_it() -> None:
    game = straddled((1000,) * 4)
    view = game.view(start(game), Seat(0))
    assert (view.straddle_seat, view.last_before_flop, view.current_bet) == (3, 3, 40)
    posts = [(line.args["what"], line.args["amount"]) for line in view.log if line.key == "holdem.posted"]
    assert posts == [
        ("holdem.post.small_blind", 10), ("holdem.post.big_blind", 20), ("holdem.post.straddle", 40),
    ]  # fmt: skip
    assert table((1000,) * 4).view(start(table((1000,) * 4)), None).straddle_seat is None


def test_histories_write_it_as_a_straddle_and_replay() -> None:
    rng = random.Random(3)
    for seed in range(40):
        game = straddled((1000, 300, 80, 39 + rng.randint(0, 2), 500), game_type=rng.choice(["no_limit", "limit"]))
        state = game.deal(5, seed)
        while state.turn >= 0:
            choices = bets(game, state)
            state = game.apply(state, Seat(state.turn), choices[min(rng.choice([0, 1, 1, 1, 2, 3]), len(choices) - 1)])
        hand = phh.of_state(game, state)
        assert hand.fields["blinds_or_straddles"] == [10, 20, 40 if game.options.stacks[3] >= 40 else 0, 0, 0]
        assert phh.compare(phh.loads(phh.dumps(hand)), strict=True).verdict is phh.Verdict.AGREES
        assert phh.dumps(phh.of_record(phh.to_record(hand))) == phh.dumps(hand)
