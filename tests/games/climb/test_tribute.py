"""Vectors B1 to B15 of the rules, on the functions and on whole deals."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.cards import BIG_JOKER, card, cards, write
from paiju.games.climb.game import Climb
from paiju.games.climb.state import State
from paiju.games.climb.tribute import matched, payable, payers, resists, returnable
from paiju.games.contract import IllegalAction, Seat, play
from tests.games.climb.guandan import game_at

LOW = "3s3d3c4s4d4c6s6d"  # what nobody pays


@pytest.mark.parametrize(
    ("vector", "hand", "level", "expected"),
    [
        ("B1", "AsAd5s5h" + LOW, 5, "5s"),
        ("B2", "AdKs5h" + LOW, 5, "Ad"),
        ("B3", "RLAs5s" + LOW, 5, "R"),
        ("B15", "KsKsKhQd3c", 5, "KhKs"),  # three cards, two texts: equal cards are interchangeable
        ("timeout takes the lowest suit", "KsKcKdQd", 5, "KcKdKs"),
    ],
)
def test_what_must_be_paid(vector: str, hand: str, level: int, expected: str) -> None:
    assert write(payable(cards(hand), level)) == expected, vector


@pytest.mark.parametrize(
    ("vector", "finish", "rule", "expected"),
    [
        ("B1", (0, 1, 2, 3), "last_pays", (3,)),
        ("B5", (0, 2, 3, 1), "last_pays", (1, 3)),
        ("B8", (2, 0, 1, 3), "last_pays", (3, 1)),
        ("B9", (0, 1, 3, 2), "last_pays", (2,)),
        ("B9", (0, 1, 3, 2), "third_pays", (3,)),
    ],
)
def test_who_pays(vector: str, finish: tuple[int, ...], rule: Any, expected: tuple[int, ...]) -> None:
    assert payers(finish, rule) == expected, vector


@pytest.mark.parametrize(
    ("vector", "finish", "paid", "level", "expected"),
    [
        ("B6", (0, 2, 3, 1), {1: "Ks", 3: "As"}, 5, [(3, 0), (1, 2)]),
        ("B7", (0, 2, 3, 1), {1: "As", 3: "Ad"}, 5, [(1, 0), (3, 2)]),
        ("B8", (2, 0, 1, 3), {1: "L", 3: "L"}, 5, [(3, 2), (1, 0)]),
        ("a level card is above an ace", (0, 2, 3, 1), {1: "As", 3: "5s"}, 5, [(3, 0), (1, 2)]),
        ("B9", (0, 1, 3, 2), {2: "As"}, 5, [(2, 0)]),
    ],
)
def test_who_receives(
    vector: str, finish: tuple[int, ...], paid: dict[int, str], level: int, expected: list[tuple[int, int]]
) -> None:
    done = matched(finish, {seat: card(text) for seat, text in paid.items()}, level)
    assert [(one.payer, one.receiver) for one in done] == expected, vector


@pytest.mark.parametrize(
    ("vector", "hand", "received", "level", "rule", "own_side", "expected"),
    [
        ("B10", "Ts9sJsAs", "As", 10, "capped", False, "9s"),
        ("B11", "JsQsKsAd2sLAs", "As", 2, "capped", False, "Js"),
        ("B12", "5s5hTsAs", "As", 5, "capped", False, "Ts"),
        ("B13", "KdAs3s", "As", 5, "own_side_capped", False, "3sKd"),
        ("B13", "KdAs3s", "As", 5, "own_side_capped", True, "3s"),
        ("B14", "JsJdQhKcAs", "As", 2, "capped", False, "JdJs"),
        ("any card but the one received", "KdAs3s", "As", 5, "any", False, "3sKd"),
        ("an equal card of one's own", "KdAsAs3s", "As", 5, "any", False, "3sKdAs"),
    ],
)
def test_what_may_be_returned(
    vector: str, hand: str, received: str, level: int, rule: Any, own_side: bool, expected: str
) -> None:
    assert write(returnable(cards(hand), card(received), level, rule, 10, own_side)) == expected, vector


def begun(finish: tuple[int, ...], hands: dict[int, str], level: int = 5, **options: Any) -> tuple[Climb, State]:
    """The second deal of a match with these cards dealt, before anybody is asked."""
    game = game_at(level, "seed", finish=finish, declarer=finish[0] % 2, deal_no=2, **options)
    dealt = [cards(hands.get(seat, LOW + "7s8s9s")) for seat in range(4)]
    return game, game.rules.stages[0].begin(game, game.placed(0, dealt, ()))


def asked(game: Climb, state: State) -> list[int]:
    return [int(decision.seat) for decision in game.pending(state)]


def test_b1_one_pays_one_returns_and_the_payer_leads() -> None:
    game, state = begun((0, 1, 2, 3), {3: "AsAd5s5h" + LOW, 0: "Ts9dKs"})
    assert game.phase(state) == "Tribute"
    assert asked(game, state) == [3]
    state = play(game, state, Seat(3), "pay 5s").state
    assert game.phase(state) == "Return"
    assert asked(game, state) == [0]
    state = play(game, state, Seat(0), "return Ts").state
    assert game.phase(state) == "Assigned"
    assert asked(game, state) == [3]
    assert state.leading
    assert card("Ts") in game.layout.cards(state.hands[3])
    assert card("5s") in game.layout.cards(state.hands[0])


def test_b4_both_big_jokers_resist_and_the_first_leads() -> None:
    game, state = begun((0, 1, 2, 3), {3: "RR" + LOW})
    assert game.phase(state) == "Assigned"
    assert asked(game, state) == [0]
    (line,) = [line for line in game.view(state, Seat(1)).log if line.key == "guandan.log.tribute_resisted"]
    assert line.args == {"reveals": ((3, BIG_JOKER), (3, BIG_JOKER)), "seats": (3,), "leader": 0}


def test_b5_two_losers_resist_together() -> None:
    game, state = begun((0, 2, 3, 1), {1: "R" + LOW, 3: "R" + LOW})
    assert asked(game, state) == [0]
    assert resists({1: (BIG_JOKER,), 3: (BIG_JOKER,)}, (1, 3))


def test_b6_double_tribute_is_secret_until_both_have_paid() -> None:
    game, state = begun((0, 2, 3, 1), {1: "Ks" + LOW, 3: "As" + LOW, 0: "9d9cKd", 2: "7d8dKc"})
    assert asked(game, state) == [1, 3]
    before = game.view(state, Seat(3))
    state = play(game, state, Seat(1), "pay Ks").state
    assert asked(game, state) == [3]
    after = game.view(state, Seat(3))
    assert (after.log, after.hands) == (before.log, before.hands)
    state = play(game, state, Seat(3), "pay As").state
    assert asked(game, state) == [0, 2]
    state = play(game, state, Seat(2), "return 8d").state
    state = play(game, state, Seat(0), "return 9d").state
    told = [(line.args["seat"], line.args["to"], str(line.args["card"])) for line in game.view(state, None).log[2:]]
    assert told == [(3, 0, "As"), (1, 2, "Ks"), (0, 3, "9d"), (2, 1, "8d")]
    assert asked(game, state) == [3]


@pytest.mark.parametrize(("rule", "payer"), [("last_pays", 2), ("third_pays", 3)])
def test_b9_the_partner_of_the_first_may_be_last(rule: str, payer: int) -> None:
    game, state = begun((0, 1, 3, 2), {payer: "As" + LOW, 0: "9d9cKd"}, partner_last_tribute=rule)
    assert asked(game, state) == [payer]
    state = play(game, state, Seat(payer), "pay As").state
    state = play(game, state, Seat(0), "return 9d").state
    assert asked(game, state) == [payer]


@pytest.mark.parametrize(
    ("stage", "text", "code"),
    [
        ("pay", "pay As", "bad_tribute_card"),
        ("pay", "pay 5h", "bad_tribute_card"),
        ("pay", "pay Qc", "not_in_hand"),
        ("pay", "return 3s", "wrong_phase"),
        ("pay", "pass", "wrong_phase"),
        ("pay", "3s3d", "wrong_phase"),
        ("return", "return 5d", "bad_return_card"),
        ("return", "return 5h", "bad_return_card"),
        ("return", "return 5s", "bad_return_card"),
        ("return", "return Kh", "not_in_hand"),
        ("return", "pay Ts", "wrong_phase"),
    ],
)
def test_b12_refusals(stage: str, text: str, code: str) -> None:
    game, state = begun((0, 1, 2, 3), {3: "AsAd5s5h" + LOW, 0: "Ts9dKs5d5h"})
    seat = Seat(3)
    if stage == "return":
        state, seat = play(game, state, seat, "pay 5s").state, Seat(0)
    with pytest.raises(IllegalAction) as refused:
        play(game, state, seat, text)
    assert refused.value.code == code


def test_without_tribute_the_first_leads() -> None:
    game, state = begun((2, 1, 0, 3), {}, tribute=False)
    assert asked(game, state) == [2]


def test_equal_tribute_by_chance_depends_on_the_deal() -> None:
    found = set()
    for seed in range(20):
        game, state = begun((0, 2, 3, 1), {1: "As" + LOW, 3: "Ad" + LOW, 0: LOW, 2: LOW}, equal_tribute="random")
        state = state._replace(seed=seed)
        state = play(game, state, Seat(1), "pay As").state
        found.add(play(game, state, Seat(3), "pay Ad").state.setup.first)
    assert found == {1, 3}


def test_what_a_resampled_payer_may_hold() -> None:
    """He paid an ace, so no twin gives him a joker or a level card, except the wild ones, which nobody pays."""
    game = game_at(5, "seed", finish=(0, 1, 2, 3), declarer=0, deal_no=2)
    state: Any = None
    for seed in range(200):
        state = game.deal(4, seed)
        if asked(game, state) == [3] and game.layout.cards(state.hands[3])[0].rank.letter == "A":
            break
    state = game.apply(state, Seat(3), next(iter(game.pending(state)[0].choices)))
    state = game.apply(state, Seat(0), next(iter(game.pending(state)[0].choices)))
    paid, back = state.setup.notes[0].card, state.setup.notes[0].returned
    for seed in range(10):
        twin = game.resample(state, Seat(1), seed)
        hand = game.layout.cards(twin.hands[3])
        assert not [one for one in hand if one.is_joker or (one.rank.value == 5 and one not in game.rules.wild)]
        assert back in hand
        assert paid in game.layout.cards(twin.hands[0])
