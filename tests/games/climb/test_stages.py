"""Auctions, tricks, locks, drawing: the vectors that are not about single combinations, by their numbers."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.cards import Card, cards
from paiju.games import catalog
from paiju.games.climb.actions import CALL, NO, PASS, ROB, Say
from paiju.games.climb.endings import CaptureScore
from paiju.games.climb.game import Climb, ClimbOutcome
from paiju.games.climb.position import leading
from paiju.games.climb.rules import Finish
from paiju.games.climb.state import State, rounds
from paiju.games.contract import IllegalAction, Seat, play


def climb(name: str, **options: object) -> Climb:
    game = catalog.game(name, **options)
    assert isinstance(game, Climb)
    return game


def answered(game: Climb, state: State, words: str) -> State:
    """Answer what is asked, in turn."""
    for word in words.split(","):
        asked = game.pending(state)[0]
        state = play(game, state, asked.seat, word.strip()).state
    return state


def played(game: Climb, state: State, *moves: str) -> State:
    """Each move is the turn of whoever is asked; `seat:move` checks who that is."""
    for move in moves:
        asked = game.pending(state)[0].seat
        seat, text = (move[0], move[2:]) if move[1:2] == ":" else (str(asked), move)
        assert asked == int(seat), f"{move}: seat {asked} is asked"
        state = play(game, state, asked, text).state
    return state


def hands(*texts: str) -> list[tuple[Card, ...]]:
    return [cards(text) for text in texts]


def refused(game: Climb, state: State, text: str) -> str:
    asked = game.pending(state)[0].seat
    with pytest.raises(IllegalAction) as error:
        play(game, state, asked, text)
    return error.value.code


# -- auctions ---------------------------------------------------------------------------------------------------

ROBS = [
    # number, answers from the first asked on, landlord counted from the first asked, robs
    (35, "call,no,no", 0, 0),
    (36, "no,no,call", 2, 0),
    (37, "no,call,rob,no", 2, 1),
    (38, "call,rob,no,rob", 0, 2),
    (39, "call,rob,rob,no", 2, 2),
]


@pytest.mark.parametrize(("number", "answers", "landlord", "robs"), ROBS)
def test_calling_and_robbing(number: int, answers: str, landlord: int, robs: int) -> None:
    game = climb("doudizhu")
    state = game.deal(3, number)
    first = state.setup.first
    after = answered(game, state, answers)
    assert game.phase(after) == "Assigned"
    assert after.setup.landlord == (first + landlord) % 3
    assert after.turn == after.setup.landlord
    assert (after.setup.robs, after.multiplier) == (robs, 1 << robs)
    assert len(game.layout.cards(after.hands[after.setup.landlord])) == 20
    assert set(state.setup.kitty) <= set(game.layout.cards(after.hands[after.setup.landlord]))


def test_the_fourth_question_goes_to_the_first_caller() -> None:
    game = climb("doudizhu")
    state = answered(game, game.deal(3, 1), "no,call,rob")
    assert state.turn == (state.setup.first + 1) % 3
    assert list(game.pending(state)[0].choices) == [NO, ROB]


def test_vector_40_nobody_calls_on_three_deals() -> None:
    game = climb("doudizhu")
    first = game.deal(3, 5)
    second = answered(game, first, "no,no,no")
    third = answered(game, second, "no,no,no")
    assert len({first.hands, second.hands, third.hands}) == 3
    assert game.phase(third) == "Dealt"
    assert third.setup.deal == 3
    forced = answered(game, third, "no,no,no")
    assert forced.setup.landlord == third.setup.first
    assert forced.multiplier == 1


def test_nobody_calls_and_the_deal_is_abandoned() -> None:
    game = climb("doudizhu", no_call="abandon", max_redeals=2)
    state = answered(game, game.deal(3, 5), "no,no,no,no,no,no")
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.scores, outcome.reason) == ((0, 0, 0), "climb.over.abandoned")
    assert game.pending(state) == ()


def test_a_face_up_card_says_who_is_asked_first() -> None:
    game = climb("doudizhu", first_asked="face_up_card")
    for seed in range(5):
        state = game.deal(3, seed)
        assert state.setup.marked in game.layout.cards(state.hands[state.setup.first])


def test_vector_29_a_bid_must_be_higher() -> None:
    game = climb("doudizhu_4p")
    state = answered(game, game.deal(4, 1), "bid 1,no")
    assert refused(game, state, "bid 1") == "bad_bid"
    assert refused(game, state, "3s") == "wrong_phase"


@pytest.mark.parametrize(
    ("number", "answers", "landlord", "bid"),
    [(30, "no,bid 2,no,bid 3", 3, 3), (31, "no,no,no,bid 1", 3, 1), (0, "bid 3", 0, 3), (0, "bid 1,bid 2,no,no", 1, 2)],
)
def test_bidding(number: int, answers: str, landlord: int, bid: int) -> None:
    game = climb("doudizhu_4p")
    state = game.deal(4, number)
    after = answered(game, state, answers)
    assert after.setup.landlord == (state.setup.first + landlord) % 4
    assert after.setup.bid == bid
    assert len(game.layout.cards(after.hands[after.setup.landlord])) == 33


def test_vector_32_nobody_bids_on_three_deals() -> None:
    game = climb("doudizhu_4p")
    third = answered(game, game.deal(4, 2), ",".join(["no"] * 8))
    forced = answered(game, third, "no,no,no,no")
    assert (forced.setup.landlord, forced.setup.bid) == (third.setup.first, 1)


def test_doubling_is_simultaneous_and_hidden_until_both_have_answered() -> None:
    game = climb("doudizhu", bidding="score", doubling=True)
    state = answered(game, game.deal(3, 3), "bid 3")
    landlord = state.setup.landlord
    farmers = [seat for seat in range(3) if seat != landlord]
    assert [int(decision.seat) for decision in game.pending(state)] == farmers
    half = play(game, state, Seat(farmers[1]), "double").state
    assert game.view(half, Seat(farmers[0])).log == game.view(state, Seat(farmers[0])).log
    both = play(game, half, Seat(farmers[0]), "no").state
    assert [int(decision.seat) for decision in game.pending(both)] == [landlord]
    done = play(game, both, Seat(landlord), "double").state
    assert done.setup.doubles == tuple(2 * (seat == farmers[1]) for seat in range(3))
    assert game.phase(done) == "Assigned"
    assert done.turn == landlord


def test_nobody_doubles_so_the_landlord_is_not_asked() -> None:
    game = climb("doudizhu", doubling=True)
    state = answered(game, game.deal(3, 3), "call,no,no,no,no")
    assert state.setup.doubles == (0, 0, 0)
    assert "climb.ask.lead" in [decision.prompt.key for decision in game.pending(state)]


def test_open_hands_are_seen_by_all_and_double() -> None:
    game = climb("doudizhu", open_hand=True)
    state = answered(game, game.deal(3, 3), "call,no,no")
    landlord = state.setup.landlord
    shown = answered(game, state, "show,no,no")
    assert shown.multiplier == 2
    other = Seat((landlord + 1) % 3)
    assert game.view(shown, other).hands[landlord].cards == game.layout.cards(shown.hands[landlord])
    assert isinstance(game.view(shown, other).hands[(landlord + 2) % 3].cards, int)


# -- tricks -----------------------------------------------------------------------------------------------------


def test_rounds_hold_several_tricks_of_one_climber() -> None:
    """A leader who covers his own last play goes on with the same round."""
    game = climb("doudizhu")
    start = leading(game, hands("3s3d5s8sKs2s", "4s6s", "4d6d"), leader=0)
    state = played(game, start, "0:5s", "1:pass", "2:pass", "0:8s", "1:pass", "2:pass", "0:33")
    assert [[str(action) for _, action in row] for row in rounds(state.history)] == [
        ["5s", "pass", "pass", "8s", "pass", "pass"],
        ["3s3d"],
    ]


def test_vectors_37_to_39_no_coming_back() -> None:
    game = climb("three_two_one")
    start = leading(game, hands("5sJsQs7s7d3s", "6s6d8d", "8s9s9d", "TsTdTh"), leader=0)
    state = played(game, start, "0:5", "1:pass", "2:8", "3:pass", "0:J")
    assert state.turn == 2
    state = played(game, state, "2:pass", "0:Q")  # covers his own J: the others stay locked
    assert state.turn == 0
    assert state.leading
    assert len(rounds(state.history)) == 1
    state = played(game, state, "0:77")
    assert (state.turn, state.passed) == (1, 0)
    assert len(rounds(state.history)) == 2


def test_without_self_cover_every_lead_unlocks() -> None:
    game = climb("three_two_one", self_cover_keeps_round=False)
    start = leading(game, hands("5sJsQs7s7d3s", "6s6d8d", "8s9s9d", "TsTdTh"), leader=0)
    state = played(game, start, "0:5", "1:pass", "2:pass", "3:pass", "0:J")
    assert state.turn == 1


def test_pass_lock_lasts_one_trick() -> None:
    game = climb("big_two", pass_lock=True)
    start = leading(game, hands("5s9s3s", "6s6d8d", "7s7d4d", "TsTdTh"), leader=0)
    state = played(game, start, "0:5s", "1:pass", "2:7s", "3:pass", "0:9s")
    assert state.turn == 2
    state = played(game, state, "2:pass")
    assert (state.turn, state.leading, state.passed) == (0, True, 0)


def test_big_two_28_and_three_two_one_40_the_opening_must_hold_the_smallest_card() -> None:
    game = climb("big_two")
    state = game.placed(0, hands("3d4c4s", "5s5d5c", "6s6d6c", "7s7d7c"), ())
    assert (state.turn, state.setup.required) == (0, cards("3d")[0])
    assert refused(game, state, "4c4s") == "required_card_missing"
    assert [str(action) for action in game.pending(state)[0].choices] == ["3d"]
    game = climb("three_two_one")
    state = game.placed(0, hands("3d3s4c4s", "5s5d5c", "6s6d6c", "7s7d7c"), ())
    assert refused(game, state, "44") == "required_card_missing"
    assert refused(game, state, "3s") == "required_card_missing"
    assert {str(action) for action in game.pending(state)[0].choices} == {"3d", "3s3d", "4s4c3s3d"}


def test_big_two_29_an_unbeatable_single_ends_the_trick() -> None:
    game = climb("big_two")
    start = leading(game, hands("2s3s4s", "5s5d", "6s6d", "7s7d"), leader=0)
    state = played(game, start, "0:2s")
    assert (state.turn, state.leading) == (0, True)
    assert [[str(action) for _, action in row] for row in rounds(state.history)] == [["2s"]]
    game = climb("big_two", unbeatable_shortcut=False)
    assert played(game, start, "0:2s").turn == 1


@pytest.mark.parametrize(
    ("name", "leader", "lead", "final"),
    [
        ("doudizhu", "LR3s", "LR", True),
        ("doudizhu", "R3s", "R", False),
        ("doudizhu_4p", "LLRR3s", "LLRR", True),
        ("doudizhu_4p", "9s9s9h9h9c9c9d9d3s", "99999999", False),
        ("big_two", "2s2d3s", "2s2d", True),
        ("big_two", "2h2d3s", "2h2d", False),
        ("big_two", "2s2d2h3s", "2s2h2d", True),
        ("big_two", "As2s3s4s5s6d", "As2s3s4s5s", True),
        ("big_two", "Ah2h3h4h5h6d", "Ah2h3h4h5h", False),
        ("big_two", "2s2h2d2c3s4s", "2s2h2d2c3s", False),
        ("three_two_one", "2d3s", "2", True),
        ("three_two_one", "KdAs2d3s", "KA2", True),
        ("three_two_one", "QdKdAs3s", "QKA", False),
        ("three_two_one", "2s2d2h4s4d3s9s", "222443", True),
        ("wuguapi", "R6s", "R", True),
        ("wuguapi", "LR6s", "LR", True),
        ("wuguapi", "5s5h6s", "5s5h", False),
        ("wuguapi", "3s4s5s6d", "3s4s5s", True),
        ("wuguapi", "3h4h5h6d", "3h4h5h", False),
        ("qigui_521", "7s3s", "7s", True),
        ("qigui_521", "7s7d3s", "7s7d", True),
        ("qigui_521", "7c7d3s", "7c7d", False),
        ("qigui_521", "LR3s", "LR", False),
    ],
)
def test_unbeatable_plays_are_exactly_those_listed(name: str, leader: str, lead: str, final: bool) -> None:
    game = climb(name)
    others = ["4d8d", "6d8c", "8h9h"][: game.seats[0] - 1]
    state = played(game, leading(game, hands(leader, *others), leader=0), lead)
    assert (state.turn == 0) is final


def test_top_single_when_the_next_player_has_one_card() -> None:
    game = climb("big_two", top_when_one_left=True)
    start = leading(game, hands("3s3d9sAd", "5d", "6s6d", "7s7d"), leader=0)
    assert refused(game, start, "3s") == "required_card_missing"
    assert [str(action) for action in game.pending(start)[0].choices] == ["Ad", "3s3d"]
    assert played(game, start, "3s3d").turn == 1
    follow = leading(game, hands("5d", "6s6d", "7s7d", "4s9sAd"), leader=2)
    state = played(game, follow, "2:7s")
    assert [str(action) for action in game.pending(state)[0].choices] == ["pass", "Ad"]


# -- drawing and capturing --------------------------------------------------------------------------------------


def test_wuguapi_31_the_winner_captures_the_points_of_the_trick() -> None:
    game = climb("wuguapi")
    start = leading(game, hands("Td6s", "Ks6d", "5d6c", "L6h"), leader=0, pile=cards("7s7d7c7h8s8d"))
    state = played(game, start, "0:Td", "1:Ks", "2:5d", "3:L", "0:pass", "1:pass", "2:pass")
    assert state.draw is not None
    assert state.draw.captured == (0, 0, 0, 25)
    assert (state.turn, state.leading) == (3, True)


def test_wuguapi_32_and_33_the_winner_fills_up_first() -> None:
    game = climb("wuguapi")
    start = leading(game, hands("9s6s6d6c", "7s7d7c7h"), leader=0, pile=cards("TsJsQs"))
    state = played(game, start, "0:9s", "1:pass")
    assert state.draw is not None
    assert [game.size(counts) for counts in state.counts] == [5, 5]
    assert set(cards("QsJs")) <= set(game.layout.cards(state.hands[0]))  # from the top, which is the end
    start = leading(game, hands("9s6s6d6c6h", "7s7d7c", "8s8d"), leader=0, pile=cards("Ts"))
    state = played(game, start, "0:9s", "1:pass", "2:pass")
    assert [game.size(counts) for counts in state.counts] == [5, 3, 2]


def test_drawing_one_card_each_in_turn() -> None:
    game = climb("wuguapi", draw_order="one_each")
    start = leading(game, hands("9s6s6d", "7s7d"), leader=0, pile=cards("TsJsQs"))
    state = played(game, start, "0:9s", "1:pass")
    assert [game.size(counts) for counts in state.counts] == [4, 3]


def test_wuguapi_34_a_finisher_gets_his_rank_and_the_trick_goes_on() -> None:
    game = climb("wuguapi")
    start = leading(game, hands("9s", "TsJs", "QsKs"), leader=0)
    state = played(game, start, "0:9s")
    assert (state.out, state.turn) == ((0,), 1)
    assert game.outcome(state) is None


def test_wuguapi_35_the_last_trick_is_settled() -> None:
    start = ("Kh", "9d6s")
    for scored, points in ((True, 10), (False, 0)):
        game = climb("wuguapi", final_trick_scored=scored)
        state = played(game, leading(game, hands(*start), leader=1), "1:9d", "0:Kh")
        outcome = game.outcome(state)
        assert outcome is not None
        assert (outcome.scores, outcome.out) == ((points, 0), (0, 1))


@pytest.mark.parametrize(
    ("leftover", "scores"), [("nobody", (10, 0)), ("first_finisher", (25, 0)), ("owner", (10, 15))]
)
def test_points_left_in_hand(leftover: str, scores: tuple[int, int]) -> None:
    game = climb("wuguapi", leftover_points=leftover)
    state = played(game, leading(game, hands("Kh", "9d5sTs"), leader=1), "1:9d", "0:Kh")
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.scores == scores


def test_a_hand_left_empty_by_the_draw_is_ranked_from_the_winner_on() -> None:
    game = climb("wuguapi")
    start = leading(game, hands("9s6s6d", "Ts", "Js"), leader=0, pile=cards("7s"))
    state = played(game, start, "0:9s", "1:Ts", "2:Js", "0:pass")
    assert state.out == (1,)  # seat 2 won, drew the last card; seat 1 has none
    assert state.turn == 2


def test_qigui_21_the_spade_seven_captures_and_draws_at_once() -> None:
    game = climb("qigui_521")
    start = leading(game, hands("7s5s", "Ks4d"), leader=1, pile=cards("8s8d8c8h"))
    state = played(game, start, "1:Ks", "0:7s")
    assert state.draw is not None
    assert state.draw.captured == (10, 0)
    assert (state.turn, state.leading, len(state.draw.pile)) == (0, True, 0)


def test_qigui_22_and_23_table_sizes() -> None:
    game = climb("qigui_521")
    state = game.deal(7, 1)
    assert state.draw is not None
    assert ([game.size(counts) for counts in state.counts], len(state.draw.pile)) == ([7] * 7, 5)
    with pytest.raises(ValueError):
        game.deal(8, 1)


def test_qigui_24_the_smallest_card_dealt_opens() -> None:
    game = climb("qigui_521")
    state = game.placed(0, hands("4d5s", "3d9s"), cards("3c8s"))
    assert (state.turn, state.setup.required) == (1, cards("3d")[0])
    assert refused(game, state, "9s") == "required_card_missing"


def test_qigui_25_both_plays_count() -> None:
    game = climb("qigui_521")
    start = leading(game, hands("5h5s3s", "TdTc4s"), leader=1)
    state = played(game, start, "1:TdTc", "0:5h5s", "1:pass")
    assert state.draw is not None
    assert state.draw.captured == (30, 0)


def test_qigui_26_hands_are_filled_to_seven() -> None:
    game = climb("qigui_521")
    pile = cards("8s8d8c8h9s9d9c9hTsTdTcThJsJdJcJhQsQdQcQh")
    start = leading(game, hands("As3s4s6s6d6c", "3d3c3h4d4c4h"), leader=0, pile=pile)
    state = played(game, start, "0:As", "1:pass")
    assert [game.size(counts) for counts in state.counts] == [7, 7]
    assert state.draw is not None
    assert state.draw.drawn == (2, 1)


def test_qigui_27_somebody_catches_the_wind() -> None:
    game = climb("qigui_521")
    start = leading(game, hands("Ks", "9s4d", "8s4s"), leader=0)
    state = played(game, start, "0:Ks", "1:pass", "2:pass")
    assert state.out == (0,)
    assert (state.turn, state.leading) == (1, True)
    assert refused(game, state, "pass") == "must_lead"


def test_qigui_523_17_the_bottom_is_a_four() -> None:
    game = climb("qigui_523")
    state = game.placed(0, hands("4c3d", "4dAs", "6d3s"), cards("8s"))
    assert (state.turn, state.setup.required) == (1, cards("4d")[0])
    assert [seat for seat, _ in state.setup.smallest] == [2, 0, 1]


def test_who_won_begins_the_next_deal_if_the_options_say_so() -> None:
    info = catalog.find("big_two")
    options = info.build({"next_first": "previous_winner"})
    game: Any = info.make(options)
    state = game.deal(4, 1)
    while pending := game.pending(state):
        state = game.apply(state, pending[0].seat, next(iter(list(pending[0].choices)[-1:])))
    outcome = game.outcome(state)
    following: Any = info.series.next(options, outcome)
    assert following.scores == outcome.scores
    assert following.first == outcome.out[0]
    again: Any = info.make(following)
    state = again.deal(4, 2)
    assert (state.turn, state.setup.required) == (outcome.out[0], None)


def test_words_are_read_in_several_spellings() -> None:
    game = climb("doudizhu")
    spellings: list[tuple[str, Say]] = [("PASS", PASS), ("不出", PASS), ("叫地主", CALL), ("不叫", NO), ("bid 0", NO)]
    for text, word in spellings:
        assert game.parse(text) == word


@pytest.mark.parametrize(
    ("rank_by", "winner"),
    [("points", 1), ("finish", 0)],
)
def test_the_winner_of_a_pile_game_is_who_captured_most(rank_by: str, winner: int) -> None:
    """With the option the winner begins the next deal, and there that is not whoever ran out first."""
    info = catalog.find("qigui_523")
    options: Any = info.build({"next_first": "previous_winner", "rank_by": rank_by})
    finish = Finish(
        seats=2,
        left=((), ()),
        plays=(1, 1),
        out=(0, 1),
        factors=(),
        landlord=-1,
        doubles=(0, 0),
        captured=(30, 70),
    )
    settled = CaptureScore(rank_by=options.rank_by)(finish)
    outcome = ClimbOutcome(settled.scores, settled.reason, (Seat(0), Seat(1)), settled.standing)
    following: Any = info.series.next(options, outcome)
    assert following.first == winner


def test_nobody_won_a_deal_that_was_abandoned() -> None:
    info = catalog.find("doudizhu")
    options = info.build({"next_first": "previous_winner", "no_call": "abandon", "max_redeals": 1})
    game: Any = info.make(options)
    state = game.deal(3, 7)
    while pending := game.pending(state):
        state = game.apply(state, pending[0].seat, NO)
    assert game.outcome(state).reason == "climb.over.abandoned"
    following: Any = info.series.next(options, game.outcome(state))
    assert following.first is None
