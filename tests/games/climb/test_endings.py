"""Settlements, by the numbers of the vectors, and the options that change them."""

from __future__ import annotations

from itertools import product

import pytest

from paiju.cards import Card, cards
from paiju.games import catalog
from paiju.games.climb.endings import BigTwoScore, CaptureScore, LandlordScore, standing, three_two_one_score
from paiju.games.climb.game import Climb
from paiju.games.climb.position import leading
from paiju.games.climb.rules import Finish
from paiju.games.contract import Line
from tests.games.climb.test_stages import climb, hands, played


def finish(**facts: object) -> Finish:
    seats = facts.pop("seats", 3)
    assert isinstance(seats, int)
    base = Finish(seats, ((),) * seats, (3,) * seats, (0,), (), 0, (0,) * seats, (0,) * seats)
    return base._replace(**facts)  # type: ignore[arg-type]


def times(multiplier: int) -> tuple[Line, ...]:
    return (Line.of("climb.factor.start", times=multiplier),)


def bid(number: int) -> tuple[Line, ...]:
    return (Line.of("climb.factor.bid", times=number),)


LANDLORD = [
    # number, facts, scores with the landlord at seat 0
    ("3-41", {"factors": times(16), "out": (0,)}, (32, -16, -16)),
    ("3-42", {"plays": (1, 0, 0), "out": (0,)}, (4, -2, -2)),
    ("3-43", {"factors": times(4), "plays": (1, 3, 2), "out": (1,)}, (-16, 8, 8)),
    ("3-44", {"factors": (*bid(3), *times(4)), "plays": (1, 3, 2), "doubles": (0, 2, 0), "out": (2,)}, (-120, 96, 24)),
    ("4-27", {"out": (0,)}, (2, -1, -1)),
    ("5-33", {"seats": 4, "factors": (*bid(2), *times(12)), "out": (0,)}, (72, -24, -24, -24)),
    ("5-34", {"seats": 4, "factors": bid(3), "plays": (4, 3, 3, 3), "out": (2,)}, (-9, 3, 3, 3)),
    ("5-35", {"seats": 4, "factors": times(3), "plays": (1, 3, 3, 3), "out": (3,)}, (-18, 6, 6, 6)),
]


@pytest.mark.parametrize(("number", "facts", "scores"), LANDLORD)
def test_landlord(number: str, facts: dict[str, object], scores: tuple[int, ...]) -> None:
    assert LandlordScore()(finish(**facts)).scores == scores


def test_base_multiplies() -> None:
    assert LandlordScore()(finish(out=(0,), base=10)).scores == (20, -10, -10)


def test_plays_make_the_multiplier_of_vector_41() -> None:
    """Two robs, a bomb over a hand and the rocket, led: each doubles, by whomever it is played."""
    game = climb("doudizhu")
    start = leading(game, hands("LR9s5s", "3s3d3c3h4s", "6s7s"), leader=0, multiplier=4)
    state = played(game, start, "0:9s", "1:3333", "2:pass", "0:LR", "0:5s")
    assert state.multiplier == 16
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.scores, outcome.reason) == ((32, -16, -16), "climb.over.landlord")


def test_spring_by_the_opening_play_is_not_also_anti_spring() -> None:
    game = climb("doudizhu")
    state = played(game, leading(game, hands("3s3d", "4s", "5s"), leader=0, plays=(0, 0, 0)), "0:33")
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.scores, outcome.reason) == ((4, -2, -2), "climb.over.spring")


def test_extended_27_a_bomb_among_the_wings_does_not_double() -> None:
    game = climb("doudizhu_x")
    start = leading(game, hands("3s3d3c3h4s4d4c4h5s", "6s", "7s"), leader=0)
    assert played(game, start, "0:44443333=QuadrupleWithPairPair").multiplier == 1


def test_extended_25_and_26_declarations() -> None:
    game = climb("doudizhu_x")
    start = leading(game, hands("3s3d3c3h4s4d4c4h9s", "5s5d5c5h6s6d6c6h8s", "7s"), leader=0)
    state = played(game, start, "0:44443333=QuadrupleWithPairPair", "1:55556666")
    assert state.top is not None
    assert (state.top.head, game.rules.name_of(state.top.kind)) == ("6", "QuadrupleWithPairPair")


@pytest.mark.parametrize(
    ("bombs", "multiplier"),
    [("4444", 1), ("44444", 1), ("444444", 2), ("4444444", 2), ("44444444", 3), ("LLRR", 3)],
)
def test_four_players_multiply_by_big_bombs_only(bombs: str, multiplier: int) -> None:
    game = climb("doudizhu_4p")
    start = leading(game, hands("4s4s4h4h4c4c4d4dLLRR3s", "9s", "9d", "9c"), leader=0)
    assert played(game, start, bombs).multiplier == multiplier


def left(*texts: str) -> tuple[tuple[Card, ...], ...]:
    return tuple(cards(text) for text in texts)


NINE_WITH_SPADE_TWO = "2s3s4s5s6s7s8s9sTs"
THIRTEEN_WITH_TWO_TWOS = "2h2d3d4d5d6d7d8d9dTdJdQdKd"
BIG_TWO = [
    (30, left("", "3c4c5c6c7c", NINE_WITH_SPADE_TWO, THIRTEEN_WITH_TWO_TWOS), (165, 145, -107, -203)),
    (31, left("", "3c4c5c6c7c8c9c", "3s4s5s6s7s8s9sTs", "3d4d5d6d7d8d9dTdJdQd"), (53, 25, -11, -67)),
]


@pytest.mark.parametrize(("number", "cards_left", "scores"), BIG_TWO)
def test_big_two(number: int, cards_left: tuple[tuple[Card, ...], ...], scores: tuple[int, ...]) -> None:
    assert BigTwoScore()(finish(seats=4, left=cards_left)).scores == scores


@pytest.mark.parametrize(("penalty", "amount"), [("additive", 68), ("spade_doubles", 36), ("none", 18)])
def test_two_penalties(penalty: str, amount: int) -> None:
    assert BigTwoScore(penalty).penalty(cards(NINE_WITH_SPADE_TWO)) == amount  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("number", "counts", "scores"), [(41, (0, 1, 6, 13), (7, 0, -2, -5)), (42, (0, 5, 9, 12), (6, -1, -2, -3))]
)
def test_three_two_one(number: int, counts: tuple[int, ...], scores: tuple[int, ...]) -> None:
    held = tuple(cards(THIRTEEN_WITH_TWO_TWOS)[:count] for count in counts)
    assert three_two_one_score(finish(seats=4, left=held)).scores == scores


def test_wuguapi_36_ranks() -> None:
    assert standing((40, 30, 30, 0)) == (1, 2, 2, 4)


def test_qigui_523_18_points_and_zero_sum() -> None:
    facts = finish(seats=2, captured=(55, 45), out=(1, 0))
    assert CaptureScore()(facts).scores == (55, 45)
    assert CaptureScore()(facts).standing == (1, 2)
    assert CaptureScore("zero_sum")(facts).scores == (10, -10)
    assert CaptureScore(rank_by="finish")(facts).standing == (2, 1)


def test_a_sheet_says_whether_plays_are_counted() -> None:
    """Where it does not, positions may leave out who has played: the settlement must not ask."""
    counting = set()
    for info in catalog.infos():
        game = info.game()
        if not isinstance(game, Climb):
            continue
        seats = info.recommended
        landlord = 0 if game.rules.kitty else -1
        held = (cards("3s4s"),) * (seats - 1)
        found = {
            game.rules.score(finish(seats=seats, out=tuple(range(seats)), left=((), *held), plays=plays, landlord=landlord)).scores
            for plays in product((0, 1, 5), repeat=seats)
        }  # fmt: skip
        assert game.rules.counts_plays == (len(found) > 1), info.id
        counting |= {info.id} if game.rules.counts_plays else set()
    assert counting == {"doudizhu", "doudizhu_x", "doudizhu_2p", "doudizhu_4p", "doudizhu_laizi", "paodekuai"}
