"""Vectors T1 to T15 of the rules: the flow of tricks, who leads, who finishes."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.games.climb.game import Climb
from paiju.games.climb.state import State
from paiju.games.contract import IllegalAction, Seat, play
from tests.games.climb.guandan import game_at, run, table

LOCK = game_at(13, "seed")
FREE = game_at(13, "competition")

# every seat has singles to spare; the last cards that the vectors speak of come first
LONG = ("5s6s7sJs2s", "9d8dJd3d2d", "JcQc4c3c2c", "7cTdTc4d3s")


def leads(game: Climb, state: State) -> int | None:
    """Who leads now; None if somebody follows."""
    (decision,) = game.pending(state)
    return int(decision.seat) if state.leading else None


def asked(game: Climb, state: State) -> int:
    return int(game.pending(state)[0].seat)


@pytest.mark.parametrize(
    ("vector", "game", "hands", "moves", "leader"),
    [
        ("T1", LOCK, LONG, "0:5s 1p 2p 3:7c 0p", 3),
        ("T2", FREE, LONG, "0:6s 1p 2p 3:7c 0p 1:9d 2p 3p 0p", 1),
        ("T3", FREE, LONG, "0:6s 1p 2p 3:7c 0p 1p 2p", 3),
        ("T4", FREE, ("As", *LONG[1:]), "0:As 1p 2p 3p", 2),
        ("T5", FREE, ("9s", *LONG[1:]), "0:9s 1p 2p 3:Td 1p 2p", 3),
        ("T6", LOCK, ("3s9s", *LONG[1:3], "4dTd2h"), "0:3s 1p 2p 3:4d 0:9s 3p", 2),
        ("T7", FREE, ("9s", *LONG[1:]), "0:9s 1p 2:Jc 3p 1p", 2),
        ("T11", FREE, ("3s", "4d", "6c6d", "7c7d"), "0:3s 1:4d 2p 3p", 3),
    ],
)
def test_who_leads(vector: str, game: Climb, hands: tuple[str, str, str, str], moves: str, leader: int) -> None:
    state = run(game, table(game, hands), moves)
    assert leads(game, state) == leader, vector


def test_t1_a_lock_ends_the_trick_at_once_and_t2_without_one_others_come_back() -> None:
    moves = "0:6s 1p 2p 3:7c 0p"
    assert leads(LOCK, run(LOCK, table(LOCK, LONG), moves)) == 3
    after = run(FREE, table(FREE, LONG), moves)
    assert leads(FREE, after) is None
    assert asked(FREE, after) == 1


def test_t4_the_last_opponent_is_still_asked() -> None:
    hands = ("As", *LONG[1:])
    state = run(FREE, table(FREE, hands), "0:As 1p 2p")
    assert asked(FREE, state) == 3
    assert not state.leading


def test_t6_the_leader_by_jiefeng_had_passed_and_all_locks_are_cleared() -> None:
    state = run(LOCK, table(LOCK, ("3s9s", *LONG[1:3], "4dTd2h")), "0:3s 1p 2p 3:4d 0:9s 3p")
    assert state.passed == 0
    assert "guandan.jiefeng.trick_ended" in [line.key for line in LOCK.view(state, None).log]


@pytest.mark.parametrize(
    ("vector", "hands", "moves", "rank_list", "gain"),
    [
        ("T8", ("3s", "6d7d", "4c", "8d9d"), "0:3s 1p 2:4c", (0, 2, 3, 1), 3),
        ("T9", ("3s", "4d", "6c", "8d9d"), "0:3s 1:4d 2:6c", (0, 1, 2, 3), 2),
        ("T10", ("3s", "4d", "6c2c", "8d"), "0:3s 1:4d 2p 3:8d", (0, 1, 3, 2), 1),
    ],
)
def test_the_deal_ends_when_a_team_is_out(
    vector: str, hands: tuple[str, str, str, str], moves: str, rank_list: tuple[int, ...], gain: int
) -> None:
    state = run(FREE, table(FREE, hands), moves)
    outcome = FREE.outcome(state)
    assert outcome is not None, vector
    assert outcome.out == rank_list
    assert outcome.scores == (gain, -gain, gain, -gain)
    assert FREE.pending(state) == ()


def test_t12_a_leader_may_not_pass() -> None:
    with pytest.raises(IllegalAction) as refused:
        play(LOCK, table(LOCK, LONG), Seat(0), "pass")
    assert refused.value.code == "must_lead"


def _revealed(game: Climb, hands: tuple[str, str, str, str], moves: str, leader: int = 0) -> list[tuple[int, int]]:
    log = game.view(run(game, table(game, hands, leader), moves), None).log
    return [(line.args["seat"], line.args["count"]) for line in log if line.key == "guandan.log.hand_count_revealed"]


ELEVEN = ("6s7s8s8d8c8hKsKdKcKh8s", "9d", "JcQc4c3c2c2d2c3d4d6d7d9c", "TdTcThTs")


def test_t13_counts_are_told_again_after_every_play() -> None:
    moves = "0:6s 1p 2p 3p 0:7s 1p 2p 3p 0:8s8s8d8c8h 1p 2p 3p 0:KsKdKcKh"
    assert _revealed(LOCK, ELEVEN, moves) == [(0, 10), (0, 9), (0, 4)]  # and none at 0


def test_t15_once_means_the_first_time() -> None:
    moves = "0:6s 1p 2p 3p 0:7s 1p 2p 3p 0:8s8s8d8c8h 1p 2p 3p"
    assert _revealed(FREE, ELEVEN, moves) == [(0, 10)]
    twelve = ("6s", "9d7h7h9s", "6d7d8s9cTs3c3cJcQc4c4c2c", "TdTcThTsJh")
    assert _revealed(FREE, twelve, "2:6d7d8s9cTs 3p 0p 1p 2:3c3c 3p 0p 1p 2:Jc", leader=2) == [(2, 7)]


def test_t14_a_follower_may_pass_whatever_he_holds() -> None:
    state = run(LOCK, table(LOCK, ("3c4c", "AdAs", "6c6d", "7c7d")), "0:3c 1p")
    assert asked(LOCK, state) == 2


@pytest.mark.parametrize(("how", "leader"), [("partner", 2), ("next", 1)])
def test_jiefeng_by_option(how: str, leader: int) -> None:
    game = game_at(5, "seed", jiefeng=how)
    assert leads(game, run(game, table(game, ("As", *LONG[1:])), "0:As 1p 2p 3p")) == leader


@pytest.mark.parametrize(
    ("visibility", "before", "after", "announced"),
    [
        ("at_most_10", None, 10, None),  # the hand says it
        ("once_at_10", None, None, 10),
        ("always", 11, 10, None),
        ("on_request", None, None, None),
    ],
)
def test_views_show_counts_as_the_option_allows(
    visibility: str, before: int | None, after: int | None, announced: int | None
) -> None:
    game = game_at(5, "seed", card_count_visibility=visibility)
    state = table(game, ELEVEN)
    assert game.view(state, Seat(1)).hands[0].cards == before
    assert len(game.view(state, Seat(0)).hands[0].cards or ()) == 11  # type: ignore[arg-type]
    state = run(game, state, "0:6s")
    view: Any = game.view(state, Seat(1))
    assert view.hands[0].cards == after
    assert view.announced[0] == announced


def test_counts_on_request_are_told_when_somebody_asks() -> None:
    game: Any = game_at(5, "seed", card_count_visibility="on_request")
    state = run(game, table(game, ELEVEN), "0:6s")
    assert [game.view(state, viewer).may_ask for viewer in (None, *map(Seat, range(4)))] == [
        False,
        False,
        True,
        False,
        False,
    ]
    asked = play(game, state, Seat(1), "问牌").state
    view = game.view(asked, Seat(1))
    assert not view.may_ask
    requested, *revealed = view.log[-3:]
    assert (requested.key, requested.args["seat"]) == ("guandan.log.hand_count_requested", 1)
    assert [(line.args["seat"], line.args["count"]) for line in revealed] == [(0, 10), (3, 4)]  # seat 2 holds twelve
    assert view.announced == (10, None, None, 4)
    assert view.waiting_on == (1,)
    with pytest.raises(IllegalAction) as again:
        play(game, asked, Seat(1), "ask")
    assert again.value.code == "no_answer"
    assert all(str(action) != "ask" for action in game.pending(state)[0].choices)


@pytest.mark.parametrize("visibility", ["at_most_10", "once_at_10", "always"])
def test_nobody_asks_where_counts_are_told_by_rule(visibility: str) -> None:
    game = game_at(5, "seed", card_count_visibility=visibility)
    state = run(game, table(game, ELEVEN), "0:6s")
    with pytest.raises(IllegalAction) as refused:
        play(game, state, Seat(1), "ask")
    assert refused.value.code == "wrong_phase"


def test_declared_readings_bind_followers() -> None:
    """KK QQ and a wild card, declared as queens over kings, are beaten by jacks' betters: any triple above queens."""
    game = game_at(5)
    hands = ("KsKdQsQd5h2s", "KcKhKc3d3c4d", "2c2c", "2d2d")
    state = run(game, table(game, hands), "0:KsKdQsQd5h=tripleWithPair:12")
    shown = game.view(state, None).trick[-1]
    assert (shown.type, shown.head) == ("tripleWithPair", "Q")
    state = run(game, state, "1:KcKhKc3d3c")
    assert state.top is not None
    assert state.top.key == 13
