"""Whole hands: forced bets, run-outs, showdowns, leaving, showing, and views."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiju.cards import Rng, cards
from paiju.games.catalog import find
from paiju.games.contract import IllegalAction, NotationError, Seat, play
from paiju.games.holdem import Holdem, HoldemOptions, PlayerStatus, State
from paiju.games.holdem.action import parse
from paiju.games.holdem.dealing import DeckEmptyError, check, plan
from paiju.games.options import OptionError, build
from paiju.games.record import dump, load, of_game, replay
from tests.contract.games import random_action
from tests.games.holdem.hands import act, bets, fixed, start, table

pytestmark = pytest.mark.pure


def shown(state: State) -> tuple[int, ...]:
    assert state.result is not None
    return state.result.shown


def with_cards(stacks: tuple[int, ...], holes: list[str], board: str, button: int = 0, **options: Any) -> Holdem:
    plain = HoldemOptions(stacks=stacks, button=button, **options)
    return Holdem(
        build(HoldemOptions, {**options, "stacks": stacks, "button": button, "deck": fixed(plain, holes, board)})
    )


# Forced bets


@pytest.mark.parametrize(
    ("options", "bets_", "paid", "dead"),
    [
        ({}, (0, 10, 20), (0, 10, 20), 0),
        ({"ante": 5}, (0, 10, 20), (5, 15, 25), 0),
        ({"ante": 5, "ante_type": "bb"}, (0, 10, 20), (0, 10, 20), 5),
        ({"ante": 5, "ante_type": "button"}, (0, 10, 20), (0, 10, 20), 5),
        ({"ante": 5, "ante_round": 1}, (0, 10, 20), (0, 10, 20), 0),
        ({"variant": "short_deck", "short_deck_structure": "button_blind"}, (20, 0, 0), (40, 20, 20), 0),
        ({"variant": "short_deck", "short_deck_structure": "button_blind", "ante": 5}, (20, 0, 0), (25, 5, 5), 0),
    ],
)
def test_forced_bets(options: dict[str, Any], bets_: tuple[int, ...], paid: tuple[int, ...], dead: int) -> None:
    game = table((1000,) * 3, **options)
    state = start(game)
    assert (state.bets, state.paid, state.dead, state.bet) == (bets_, paid, dead, 20)


def test_button_blind_acts_from_the_left_of_the_button_on_every_street() -> None:
    game = table((1000,) * 3, variant="short_deck", short_deck_structure="button_blind")
    state = start(game)
    assert state.turn == 1
    assert act(game, state, "call, call, check").turn == 1


@pytest.mark.parametrize(("first", "ante", "blind"), [(True, 15, 10), (False, 5, 20)])
def test_which_a_short_stack_pays_first(first: bool, ante: int, blind: int) -> None:
    game = table((1000, 1000, 25), ante=15, ante_first=first)
    state = start(game)
    assert (state.paid[2] - state.bets[2], state.bets[2], state.stacks[2]) == (ante, blind, 0)


def test_all_in_by_ante_and_blind_runs_the_hand_out() -> None:
    game = table((5, 10, 15), ante=5)
    state = start(game)
    assert state.result is not None
    assert sum(state.stacks) == 30
    assert len(state.board) == 5


# Running out and showing down


def test_hands_are_tabled_before_the_run_out() -> None:
    game = table((1000, 1000))
    state = start(game, "all_in, call")
    assert shown(state) == (1, 0) or shown(state) == (0, 1)
    keys = [line.key for line in game.view(state, None).log]
    assert keys.index("holdem.shown") < keys.index("holdem.cards_dealt")


def test_w1_the_last_aggressor_shows_first() -> None:
    """Seats 2, 4 and 6 of the rules are 1, 3 and 5 here; 4 bets the river, 2 and 6 call."""
    game = table((1000,) * 6, button=0, auto_muck=False)
    state = start(game, "call, fold, call, fold, call, check")
    live = [seat for seat in range(6) if state.is_live(seat)]
    assert live == [1, 2, 3, 5]
    state = act(game, state, "check, check, check, check, check, check, check, check")
    assert (state.street, state.turn) == (3, 1)
    state = act(game, state, "check, check, raise_to 40, call, call, fold")
    assert shown(state) == (3, 5, 1)


def test_w2_a_checked_river_shows_from_the_left_of_the_button() -> None:
    """Button 3 and live 1, 3, 5 of the rules: order 5, 1, 3; here 2 and 0, 2, 4."""
    game = table((1000,) * 6, button=2, auto_muck=False)
    state = start(game, "fold, call, fold, call, fold, check")
    live = [seat for seat in range(6) if state.is_live(seat)]
    assert live == [0, 2, 4]
    while state.turn >= 0:
        state = act(game, state, "check")
    assert shown(state) == (4, 0, 2)


def test_showdown_order_by_the_button() -> None:
    game = table((1000,) * 3, auto_muck=False, showdown_order="button")
    state = start(game, "call, call, check" + ", check" * 6 + ", check, check, raise_to 20, call, call")
    assert shown(state) == (1, 2, 0)


@pytest.mark.parametrize(
    ("holes", "shown_", "mucked"),
    [
        (["AsAh", "KsKh", "QsQh"], (1,), (2, 0)),
        (["QsQh", "KsKh", "AsAh"], (1, 2, 0), ()),
        (["KsKh", "QsQh", "AsAh"], (1, 0), (2,)),
        (["8s8h", "AsKh", "8d8c"], (1, 0), (2,)),  # a tie is shown
    ],
)
def test_auto_muck(holes: list[str], shown_: tuple[int, ...], mucked: tuple[int, ...]) -> None:
    game = with_cards((1000,) * 3, holes, "2c7d9hJs3c")
    state = start(game, "call, call, check" + ", check" * 9)
    assert state.result is not None
    assert (state.result.shown, state.result.mucked) == (shown_, mucked)


def test_a_hand_that_cannot_win_is_mucked_unseen() -> None:
    game = with_cards((1000,) * 3, ["AsAh", "KsKh", "QsQh"], "2c7d9hJs3c")
    state = start(game, "call, call, check" + ", check" * 9)
    assert state.result is not None
    assert (state.result.shown, state.result.mucked) == ((1,), (2, 0))
    view = game.view(state, None)
    assert [seat.hole_cards for seat in view.seats] == [None, cards("AsAh"), None]
    assert view.pots[0].hand_type == "one_pair"


def test_a_hand_that_ties_is_shown() -> None:
    game = with_cards((1000,) * 3, ["AsKd", "AhKs", "2h2d"], "TcJdQh4s3c")
    state = start(game, "call, call, check" + ", check" * 9)
    assert state.result is not None
    assert (state.result.shown, state.result.mucked) == ((1, 2), (0,))
    assert state.stacks == (980, 1010, 1010)


def test_s1_flush_over_full_house_at_the_table() -> None:
    game = with_cards((500, 500), ["9c9d", "Ah6h"], "7h8h9sThTc", variant="short_deck")
    state = start(game, "all_in, call")
    assert state.stacks == (1000, 0)


# Leaving, and showing afterwards


def test_leaving_when_chips_are_owed_folds_at_once() -> None:
    game = table((1000,) * 4)
    state = start(game)
    state = play(game, state, Seat(0), "leave").state
    assert not state.is_live(0)
    assert state.turn == 3


def test_leaving_after_acting_folds_only_when_asked_again() -> None:
    game = table((1000,) * 3)
    state = start(game, "call, call, check, check, check")
    assert (state.street, state.turn) == (1, 0)
    state = play(game, state, Seat(1), "leave").state
    assert state.is_live(1)
    state = act(game, state, "check")  # the turn: seat 1 must act, and is folded
    assert (state.street, state.turn, state.is_live(1)) == (2, 2, False)


def test_a_seat_that_left_can_be_folded_by_the_clock() -> None:
    game = table((1000,) * 3)
    state = play(game, start(game, "call, call, check, check, check"), Seat(1), "leave").state
    state = play(game, state, Seat(1), "fold").state
    assert not state.is_live(1)
    assert state.turn == 0


def test_leaving_and_checking_while_free() -> None:
    game = table((1000,) * 3, leave_policy="check_fold")
    state = start(game, "call, call, check")
    state = play(game, state, Seat(2), "leave").state
    assert state.is_live(2)
    state = act(game, state, "check")
    assert (state.turn, state.is_live(2)) == (0, True)
    state = act(game, state, "raise_to 40")
    assert (state.turn, state.is_live(2)) == (1, True)
    state = act(game, state, "call")
    assert not state.is_live(2)


def test_leaving_on_ones_turn_folds() -> None:
    game = table((1000,) * 3)
    state = play(game, start(game), Seat(0), "leave").state
    assert (state.turn, state.is_live(0)) == (1, False)


def test_leaving_all_in_changes_nothing() -> None:
    game = table((1000, 1000, 300))
    state = start(game, "call, call, all_in")
    after = play(game, state, Seat(2), "leave").state
    assert (after.turn, after.live, after.stacks) == (state.turn, state.live, state.stacks)


def test_the_chips_of_the_largest_contributor_stay_in_when_he_leaves() -> None:
    game = table((1000,) * 3)
    state = start(game, "raise_to 200, call, call, raise_to 300")
    state = play(game, state, Seat(1), "leave").state  # has acted and owes nothing: stays until asked
    assert state.is_live(1)
    state = play(game, state, Seat(1), "fold").state
    state = act(game, state, "fold")
    assert game.outcome(state) is not None
    assert state.stacks == (1700, 500, 800)


def test_leaving_ends_the_hand_for_the_last_two() -> None:
    game = table((1000,) * 2)
    state = play(game, start(game, "call"), Seat(0), "leave").state
    assert state.is_live(0)
    state = play(game, start(game), Seat(1), "leave").state
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.scores == (20, -20)


def test_showing_after_the_hand() -> None:
    game = with_cards((1000,) * 3, ["AsAh", "KsKh", "QsQh"], "2c7d9hJs3c")
    state = start(game, "call, call, check" + ", check" * 9)
    outcome = game.outcome(state)
    with pytest.raises(IllegalAction):
        play(game, state, Seat(0), "show AsAh")
    state = play(game, state, Seat(0), "show Qs").state
    assert game.view(state, None).seats[0].hole_cards == cards("Qs")
    assert game.view(state, None).seats[2].hole_cards is None
    assert game.outcome(state) == outcome
    with pytest.raises(IllegalAction):
        play(game, state, Seat(0), "show QsQh")


# Dealing


@pytest.mark.parametrize(
    ("options", "burns", "first"),
    [
        ({}, (0, 7, 11, 13), (1, 4)),
        ({"burn_before_hole": False}, (6, 10, 12), (0, 3)),
        ({"fast_deal": True}, (), (0, 1)),
    ],
)
def test_deal_order(options: dict[str, Any], burns: tuple[int, ...], first: tuple[int, int]) -> None:
    places = plan(HoldemOptions(**options), 3)
    assert (places.burns, places.holes[0]) == (burns, first)


def test_the_first_card_goes_to_the_left_of_the_button() -> None:
    game = table((1000,) * 3, button=1)
    state = start(game)
    order = state.setup.cards.order
    assert [state.setup.cards.holes[seat][0] for seat in (2, 0, 1)] == list(order[1:4])
    game = table((1000,) * 2, button=0)
    state = start(game)
    assert state.setup.cards.holes[1][0] == state.setup.cards.order[1]  # heads-up: the big blind


@pytest.mark.parametrize("method", ["fisher-yates", "riffle"])
def test_deals_pass_their_validators(method: Any) -> None:
    for variant in ("standard", "short_deck"):
        options = HoldemOptions(shuffle_method=method, variant=variant, max_players=10)
        for seed in range(20):
            state = Holdem(options).deal(10, seed)
            check(options, state.setup.cards)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (lambda dealt: dealt._replace(order=dealt.order[:-1]), "51 cards"),
        (lambda dealt: dealt._replace(order=(*dealt.order[:-1], dealt.order[0])), "twice"),
        (lambda dealt: dealt._replace(board=(*dealt.board[:4], dealt.holes[0][0])), "dealt twice"),
        (lambda dealt: dealt._replace(board=dealt.board[:4]), "five"),
    ],
)
def test_validators_find_what_is_wrong(wrong: Any, why: str) -> None:
    options = HoldemOptions()
    dealt = Holdem(options).deal(6, 1).setup.cards
    with pytest.raises(ValueError, match=why):
        check(options, wrong(dealt))


def test_a_deck_that_is_too_small() -> None:
    with pytest.raises(DeckEmptyError):
        plan(HoldemOptions(variant="short_deck"), 14)


# Options


@pytest.mark.parametrize(
    "values",
    [
        {"deck_count": 2},
        {"variant": "short_deck", "deck": "5s"},  # S5
        {"deck": "AsAs"},
        {"deck": "Zz"},
        {"variant": "short_deck", "deck": "??" * 52},  # S5
        {"small_blind": 30},
        {"small_blind": 0},
        {"min_players": 5, "max_players": 4},
        {"max_players": 11},
        {"blind_schedule": [[20, 10, 0]]},
        {"blind_schedule": [[10, 20]]},
        {"blind_schedule": [[10**16, 10**16, 0]]},
        {"blind_schedule": [[10, 20, 10**30]]},
        {"game_type": "spread"},
        {"min_buy_in": 500, "max_buy_in": 100},
        {"stacks": [-5, 10]},
        {"stacks": ["a", 10]},
    ],
)
def test_bad_options(values: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        build(HoldemOptions, values)


def test_fixed_limit_is_limit() -> None:
    assert build(HoldemOptions, {"game_type": "fixed_limit"}) == build(HoldemOptions, {"game_type": "limit"})


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("fold", "fold"),
        (" Check ", "check"),
        ("all-in", "all_in"),
        ("raise to 60", "raise_to 60"),
        ("bet 60", "raise 60"),
        ("加注到 60", "raise_to 60"),
        ("全下", "all_in"),
        ("show As Ks", "show AsKs"),
    ],
)
def test_parse(text: str, action: str) -> None:
    assert str(parse(text)) == action


@pytest.mark.parametrize(
    "text", ["", "raise", "raise -5", "raise_to", "bet 1.5", "show", "show AsAs", "show AsKsQs", "jump", "raise_to ١٢"]
)
def test_parse_refuses(text: str) -> None:
    with pytest.raises(NotationError):
        parse(text)


# Views


def test_view_of_a_running_hand() -> None:
    game = table((1000, 300, 1000, 0, 1000))
    state = start(game, "raise_to 60, call, all_in")
    view = game.view(state, Seat(2))
    assert (view.stage, view.pot, view.current_player, view.to_call) == ("pre_flop", 440, 2, 280)
    assert (view.min_raise_to, view.max_raise_to, view.min_bet, view.max_bet) == (540, 1000, 520, 980)
    assert [seat.status for seat in view.seats] == [
        PlayerStatus.ACTIVE, PlayerStatus.ALL_IN, PlayerStatus.ACTIVE, None, PlayerStatus.ACTIVE,
    ]  # fmt: skip
    assert [seat.last_action for seat in view.seats] == ["call", "all_in", None, None, "raise"]
    assert [seat.hole_cards is not None for seat in view.seats] == [False, False, True, False, False]
    assert view.dealer_button == 0


def test_pots_of_a_running_hand() -> None:
    game = table((1000, 100, 1000, 1000))
    state = start(game, "call, raise_to 200, all_in, call, call")
    view = game.view(state, None)
    assert [(pot.amount, pot.eligible) for pot in view.pots] == [(400, (0, 1, 2, 3)), (300, (0, 2, 3))]


@given(seed=st.integers(0, 2**32), stacks=st.lists(st.integers(0, 120), min_size=2, max_size=10), data=st.data())
@settings(max_examples=150, deadline=None, derandomize=True)
def test_chips_always_add_up(seed: int, stacks: list[int], data: st.DataObject) -> None:
    if sum(1 for chips in stacks if chips) < 2:
        return
    options: dict[str, Any] = {
        "game_type": data.draw(st.sampled_from(["no_limit", "pot_limit", "limit"])),
        "variant": data.draw(st.sampled_from(["standard", "short_deck"])),
        "ante": data.draw(st.integers(0, 30)),
        "ante_type": data.draw(st.sampled_from(["all", "bb", "button"])),
        "short_deck_structure": data.draw(st.sampled_from(["blinds", "button_blind"])),
        "leave_policy": data.draw(st.sampled_from(["seed_fold", "check_fold"])),
        "uncap_heads_up": data.draw(st.booleans()),
        "odd_chip_rule": data.draw(st.sampled_from(["one_each", "first_left_of_button"])),
        "max_players": 10,
    }
    game = Holdem(HoldemOptions(stacks=tuple(stacks), **options))
    state = game.deal(len(stacks), seed)
    rng = Rng(seed, stream=5)
    for _ in range(1000):
        assert sum(state.stacks) + (state.pot if state.result is None else 0) == sum(stacks)
        assert min(state.stacks) >= 0
        if state.turn < 0:
            break
        seat = Seat(rng.below(len(stacks)))
        unasked = game.unasked(state, seat).actions
        if unasked and rng.below(8) == 0:
            state = play(game, state, seat, str(unasked[0])).state
            continue
        choices = bets(game, state)
        state = game.apply(state, Seat(state.turn), random_action(choices, rng, reach=150))
    assert state.result is not None
    assert (
        sum(won.pot.amount for won in state.result.won) + (state.result.refund.amount if state.result.refund else 0)
        == state.pot
    )


# --- known hands, and what a state shows of itself -----------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"burn_before_hole": False}, {"fast_deal": True}, {"variant": "short_deck"}])
def test_a_known_hand_is_dealt_by_its_cards(options: dict[str, Any]) -> None:
    game = table((1000,) * 4, button=2, **options).with_cards({3: "AsKs", 1: cards("QhQd")}, board="9s8h 7d")
    state = game.deal(4, 5)
    assert state.hole_cards[3] == cards("AsKs") and state.hole_cards[1] == cards("QhQd")
    assert state.setup.cards.board[:3] == cards("9s8h7d")
    assert not state.setup.unknown, "the other cards were drawn, and are known"
    assert sorted(game.census(state)) == sorted(game.options.ranking.deck.cards)
    other = table((1000,) * 4, button=2, **options).with_cards({3: "AsKs", 1: "QhQd"}, "9s8h7d", seed=1).deal(4, 5)
    assert other.hole_cards[0] != state.hole_cards[0], "by another seed"


def test_a_known_hand_keeps_the_button_that_was_drawn() -> None:
    buttons = set()
    for seed in range(8):
        game = Holdem(HoldemOptions()).with_cards({0: "AsKs", 2: "QhQd"}, seats=3, seed=seed)
        states = [game.deal(3, other) for other in (seed, 99)]
        assert states[0].setup == states[1].setup
        assert states[0].hole_cards[0] == cards("AsKs")
        buttons.add(states[0].setup.button)
    assert len(buttons) > 1


def test_a_known_hand_replays_from_its_record() -> None:
    game = table((1000, 1000)).with_cards({0: "AsKs", 1: "QhQd"}, "QsJsTs2c3d")
    record = of_game(find("holdem"), game.options, 2, 7)
    assert replay(load(dump(record))) == game.deal(2, 7)


@pytest.mark.parametrize(
    ("holes", "board", "why"),
    [
        ({0: "AsKs", 1: "AsQs"}, "", "twice"),
        ({0: "AsKs"}, "As2c3d", "twice"),
        ({0: "As"}, "", "two cards"),
        ({0: "AsKsQs"}, "", "two cards"),
        ({3: "AsKs"}, "", "not dealt in"),
        ({0: "LR"}, "", "no card"),
        ({}, "2c3c4c5c6c7c", "at most five"),
    ],
)
def test_cards_that_cannot_be_dealt(holes: dict[int, str], board: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        table((1000, 1000, 1000, 0)).with_cards(holes, board)


def test_pots_of_a_state() -> None:
    game = table((1000, 300, 1000))
    state = start(game, "raise_to 60, call, call")
    assert [(pot.amount, set(pot.eligible)) for pot in state.pots] == [(180, {0, 1, 2})]
    assert [pot.amount for pot in act(game, state, "all_in").pots] == [180], "bets of this street are not gathered yet"
    state = act(game, state, "all_in, raise_to 500, call")
    assert [(pot.amount, set(pot.eligible)) for pot in state.pots] == [(900, {0, 1, 2}), (520, {0, 2})]
    assert sum(pot.amount for pot in state.pots) == state.pot
    state = act(game, state, "check, check, check, check")
    assert state.result is not None and state.pots == tuple(won.pot for won in state.result.won)
    assert start(table((1000, 1000))).pots == ()


def test_every_act_knows_its_street() -> None:
    game = table((1000, 1000), run_it_twice="always")
    state = start(game, "call, check, check, bet 20, call, check, all_in, call")
    assert [(one.did, one.street) for one in state.history] == [
        ("small_blind", 0), ("big_blind", 0), ("call", 0), ("check", 0), ("deal", 1), ("check", 1), ("raise_to", 1),
        ("call", 1), ("deal", 2), ("check", 2), ("raise_to", 2), ("call", 2), ("table", 2), ("deal", 3), ("second", 3),
    ]  # fmt: skip
