"""Betting: vectors B1-B22 and L1-L7 of the rules. Blinds 10/20 unless said; seat 0 has the button."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.games.contract import IllegalAction, Line, Seat, play
from paiju.games.holdem import Bets, Holdem, HoldemOptions
from tests.games.holdem.hands import act, bets, start, table

DEEP = (1000,) * 6
LIMIT: dict[str, Any] = {"game_type": "limit"}
BIG = {"small_blind": 50, "big_blind": 100}


@pytest.mark.parametrize(
    ("number", "actions", "low"),
    [
        ("B1", "raise_to 50", 80),
        ("B2", "raise_to 50, raise_to 130", 210),
        ("B3", "raise_to 50, raise_to 130, raise_to 210", 290),
        ("B4", "call, call, fold, fold, fold, check, raise_to 100, raise_to 300", 500),
    ],
)
def test_least_raise(number: str, actions: str, low: int) -> None:
    game = table(DEEP)
    assert bets(game, start(game, actions)).low == low


def flop(stacks: tuple[int, ...], actions: str, **options: Any) -> tuple[Holdem, Bets]:
    """Stacks as they are on the flop, in order of action; everybody has paid one big blind before."""
    big = options.get("big_blind", 20)
    game = table(tuple(chips + big for chips in stacks), button=len(stacks) - 1, **options)
    state = start(game, ", ".join(["call"] * (len(stacks) - 1) + ["check"]))
    assert (state.street, state.turn) == (1, 0)
    return game, bets(game, act(game, state, actions))


@pytest.mark.parametrize(
    ("number", "stacks", "actions", "options", "to_call", "low"),
    [
        ("B5", (1000, 150, 1000), "raise_to 100, all_in", {}, 150, 250),
        ("B6", (1000, 150, 1000), "raise_to 100, all_in, call", {}, 50, 0),
        ("B7", (1000, 125, 1000, 200, 1000), "raise_to 100, all_in, call, all_in, call", BIG, 100, 300),
        ("B8", (1000, 125, 1000, 200, 1000), "raise_to 100, all_in, call, all_in, call, call", BIG, 75, 0),
        ("B9", (1000, 150, 1000), "raise_to 100, all_in, raise_to 250", {}, 150, 350),
        ("B14", (12, 1000, 1000), "all_in", {}, 12, 32),
        ("B17", (1000, 25, 1000), "raise_to 20, all_in", LIMIT, 25, 40),
        ("B17", (1000, 25, 1000), "raise_to 20, all_in, call", LIMIT, 5, 0),
        ("B18", (1000, 32, 1000), "raise_to 20, all_in", LIMIT, 32, 52),
        ("B18", (1000, 32, 1000), "raise_to 20, all_in, call", LIMIT, 12, 52),
        ("B20", (1000, 25, 31, 1000), "raise_to 20, all_in, all_in, call", LIMIT, 11, 51),
        ("B21", (15, 1000, 1000), "all_in", LIMIT, 15, 35),
        ("B22", (1000, 1000), "raise_to 20, raise_to 40, raise_to 60, raise_to 80", LIMIT, 20, 0),
        (
            "B22 uncapped", (1000, 1000), "raise_to 20, raise_to 40, raise_to 60, raise_to 80",
            {**LIMIT, "uncap_heads_up": True}, 20, 100,
        ),
        ("less than half, after a check", (1000, 8, 1000), "check, all_in, call", LIMIT, 8, 0),
        ("less than half, to be completed", (1000, 8, 1000), "check, all_in", LIMIT, 8, 20),
    ],
)  # fmt: skip
def test_flop(
    number: str, stacks: tuple[int, ...], actions: str, options: dict[str, Any], to_call: int, low: int
) -> None:
    _, found = flop(stacks, actions, **options)
    assert (found.to_call, found.low) == (to_call, low)


def test_b10_the_big_blind_has_an_option() -> None:
    game = table((1000,) * 3)
    state = start(game, "call, call")
    assert (state.turn, bets(game, state).owes, bets(game, state).low) == (2, 0, 40)
    assert act(game, state, "check").street == 1


def test_b11_a_short_big_blind_still_costs_a_full_one() -> None:
    game = table((1000, 1000, 5, 1000))
    found = bets(game, start(game))
    assert (found.to_call, found.low) == (20, 40)


def test_b12_a_short_all_in_raises_the_bet_but_not_the_least_raise() -> None:
    game = table((60, 1000, 1000, 1000))
    state = start(game, "raise_to 50, all_in")
    assert bets(game, state).low == 90
    state = act(game, state, "call, call")
    assert (state.turn, bets(game, state).high) == (3, 0)


def test_b13_a_call_with_the_whole_stack_is_all_in() -> None:
    game = table((1000, 1000, 1000, 20))
    assert start(game, "call").is_all_in(3)


def test_b15_heads_up() -> None:
    """Regressions 1 and 3: the button is small blind, first before the flop and last after it."""
    game = table((1000, 1000), button=1)
    state = start(game)
    assert (state.bets, state.turn, bets(game, state).to_call) == ((20, 10), 1, 10)
    state = act(game, state, "call, check")
    assert (state.street, state.turn) == (1, 0)


def test_b16_the_fourth_wager_is_the_last() -> None:
    game = table(DEEP, game_type="fixed_limit")
    state = start(game, "raise_to 40, raise_to 60, raise_to 80")
    assert (bets(game, state).low, bets(game, state).high) == (0, 0)
    game = table(DEEP, game_type="fixed_limit", cap_counts="raises")
    assert bets(game, start(game, "raise_to 40, raise_to 60, raise_to 80")).low == 100


def test_b19_everybody_folds_to_the_big_blind() -> None:
    game = table((1000,) * 3)
    state = start(game, "fold, fold")
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.scores == (0, -10, 10)
    assert state.result is not None
    assert not state.result.shown
    assert all(seat.hole_cards is None for seat in game.view(state, None).seats)


def test_limit_bets_double_on_the_turn() -> None:
    for options, expected in (({}, [20, 40, 40]), ({"small_bet": 30, "big_bet": 50}, [30, 50, 50])):
        game = table((1000,) * 2, **LIMIT, **options)
        rounds = ["call, check", "call, check, check, check", "call, check, check, check, check, check"]
        assert [bets(game, start(game, actions)).low for actions in rounds] == expected


def test_the_cap_stays_when_a_fold_leaves_two() -> None:
    game = table((1000,) * 3, uncap_heads_up=True, **LIMIT)
    assert bets(game, start(game, "raise_to 40, raise_to 60, raise_to 80, fold")).high == 0


def test_cap_all_games() -> None:
    game = table(DEEP, cap_all_games=True)
    assert bets(game, start(game, "raise_to 40, raise_to 60, raise_to 80")).high == 0


def test_min_raise_is_a_floor_of_the_increment() -> None:
    game = table(DEEP, min_raise=100)
    assert bets(game, start(game)).low == 120
    assert bets(game, start(game, "raise_to 150")).low == 280


@pytest.mark.parametrize(
    ("number", "stacks", "actions", "high"),
    [
        ("L1", DEEP, "", 70),
        ("L2", DEEP, "raise_to 70", 240),
        ("L3", DEEP, "raise_to 70, fold, fold, fold", 230),
        ("L4", DEEP, "raise_to 70, fold, fold, fold, fold", 220),
        ("L5", (1000,) * 3, "call, call, check", 60),
        ("L5", (1000,) * 3, "call, call, check, raise_to 60", 240),
        ("L7", (1000,) * 2, "", 60),
        ("a short stack", (1000, 1000, 1000, 55), "", 55),
    ],
)
def test_pot_limit(number: str, stacks: tuple[int, ...], actions: str, high: int) -> None:
    game = table(stacks, game_type="pot_limit")
    assert bets(game, start(game, actions)).high == high


def test_l6_a_pot_of_100_with_a_bet_of_50() -> None:
    game = table((1000,) * 2, game_type="pot_limit", small_blind=25, big_blind=25)
    state = start(game, "check, check, raise_to 50")
    assert state.pot == 100
    assert bets(game, state).high == 200


@pytest.mark.parametrize(
    ("actions", "text", "code"),
    [
        ("", "check", "bad_answer"),
        ("call, call, call, call, call", "call", "use_check"),
        ("", "raise_to 39", "amount_too_small"),
        ("", "raise_to 1001", "amount_too_large"),
        ("", "bet 10", "amount_too_small"),
        ("", "show AsKs", "wrong_phase"),
    ],
)
def test_refusals(actions: str, text: str, code: str) -> None:
    game = table(DEEP)
    state = start(game, actions)
    with pytest.raises(IllegalAction) as refused:
        play(game, state, Seat(state.turn), text)
    assert refused.value.code == code


def test_out_of_turn() -> None:
    game = table(DEEP)
    with pytest.raises(IllegalAction) as refused:
        play(game, start(game), Seat(0), "fold")
    assert refused.value.code == "not_your_turn"


@pytest.mark.parametrize(
    ("stack", "actions", "canonical"),
    [
        (1000, "", "raise_to 1000"),
        (15, "", "call"),
        (1000, "call, call, call, call, call", "raise_to 1000"),
    ],
)
def test_all_in_becomes_a_call_or_a_raise(stack: int, actions: str, canonical: str) -> None:
    game = table((1000, 1000, 1000, stack, 1000, 1000))
    state = start(game, actions)
    assert str(play(game, state, Seat(state.turn), "all_in").action) == canonical


def test_all_in_by_one_who_may_not_raise_is_refused() -> None:
    game, found = flop((1000, 150, 1000), "raise_to 100, all_in, call")
    with pytest.raises(IllegalAction) as refused:
        found.resolve(Seat(0), game.parse("all_in"))
    assert refused.value.code == "cannot_raise"


def test_all_in_against_players_who_are_all_in_is_a_call() -> None:
    game = table((1000, 300))
    state = start(game, "call, all_in")
    assert bets(game, state).high == 0
    assert str(play(game, state, Seat(0), "all_in").action) == "call"


def test_chips_added_become_the_total() -> None:
    game = table(DEEP)
    state = start(game, "fold, fold, fold, fold")
    assert str(play(game, state, Seat(1), "raise 50").action) == "raise_to 60"


def test_regression_2_a_short_all_in_does_not_reopen() -> None:
    """After an all-in full raise to 16 and a short all-in to 19, the caller of 16 may only fold or call."""
    game = Holdem(HoldemOptions(stacks=(200, 19, 200, 16), button=0, small_blind=1, big_blind=2))
    state = start(game, "all_in, call, all_in, call")
    assert (state.turn, bets(game, state).to_call, bets(game, state).high) == (0, 3, 0)


def test_choices_can_be_indexed() -> None:
    game = table(DEEP)
    found = bets(game, start(game))
    assert [found[at] for at in range(len(found))] == list(found)
    with pytest.raises(IndexError):
        found[len(found)]


@pytest.mark.parametrize(
    ("text", "code", "why"),
    [
        ("raise 29", "amount_too_small", Line.of("holdem.error.between_added", low=30, high=990)),
        ("bet 29", "amount_too_small", Line.of("holdem.error.between_added", low=30, high=990)),
        ("raise 991", "amount_too_large", Line.of("holdem.error.between_added", low=30, high=990)),
        ("raise_to 39", "amount_too_small", Line.of("holdem.error.between_total", low=40, high=1000)),
        ("raise_to 1001", "amount_too_large", Line.of("holdem.error.between_total", low=40, high=1000)),
    ],
)
def test_a_refused_amount_is_answered_in_its_unit(text: str, code: str, why: Line) -> None:
    """The small blind has 10 in: 30 more make the least raise, to 40."""
    game = table((1000, 1000))
    state = start(game)
    assert state.bets[state.turn] == 10
    with pytest.raises(IllegalAction) as refused:
        play(game, state, Seat(state.turn), text)
    assert (refused.value.code, refused.value.why) == (code, why)
    play(game, state, Seat(state.turn), "raise 30")
    play(game, state, Seat(state.turn), "raise_to 40")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("raise 40", Line.of("holdem.error.exactly_added", amount=30)),
        ("raise_to 30", Line.of("holdem.error.exactly_total", amount=40)),
        ("all_in", Line.of("holdem.error.exactly_total", amount=40)),
    ],
)
def test_a_fixed_bet_has_one_size(text: str, why: Line) -> None:
    game = table((1000, 1000), **LIMIT)
    with pytest.raises(IllegalAction) as refused:
        play(game, start(game), Seat(0), text)
    assert refused.value.why == why
