"""What a sensible player does at a glance: partners, lone opponents, suits."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.bots.climb.policy import Policy
from paiju.bots.climb.split import SURE
from paiju.games.catalog import find
from paiju.games.climb.actions import PASS
from paiju.games.climb.position import Position
from paiju.games.contract import Seat, play
from tests.bots.climb.test_native import states

CHEAP = 600  # a card or pair with less control is nothing to save


def after(position: str, *moves: str) -> tuple[Any, Any]:
    """The game and its state after these moves, each with its seat."""
    given = Position.parse(position)
    game, state = given.engine, given.state
    for move in moves:
        seat, _, text = move.partition(" ")
        state = play(game, state, Seat(int(seat)), text).state
    return game, state


def choice(position: str, *moves: str) -> str:
    game, state = after(position, *moves)
    return str(Policy.of(game).choose(state))


@pytest.mark.parametrize("options", ["", " option.jiefeng=next"])
def test_a_partner_who_wins_the_trick_is_let_run(options: str) -> None:
    hands = "guandan AsKs9d9c7s5h5c/QdQcJs8d8c6s6h/RTsTh7d7c6d3s/AdKdJd9h8s7h5s"
    assert choice(f"{hands} 0 level=2{options}", "0 As", "1 pass") == "pass", "the ace stands"
    assert choice(f"{hands} 3 level=2{options}", "3 Ad", "0 pass", "1 pass") == "R", "an opponent's does not"


def test_farmers_let_each_other_run() -> None:
    hands = "doudizhu 2sAsKdKc9s9h7c6d/AhKhQhTs9d8c8d/2h2cAcJsJh6h5s"
    assert choice(f"{hands} 1 landlord=0", "1 Ah") == "pass", "only the landlord is to be beaten"
    assert choice(f"{hands} 1 landlord=0", "1 8c8d") == "JsJh", "a low pair would let the landlord in cheaply"


@pytest.mark.parametrize("game", ["doudizhu", "doudizhu_4p", "guandan"])
def test_a_cheap_beat_is_never_passed_to_an_opponent(game: str) -> None:
    """Three bots let singles 4, 4, 5, 6 run; whoever holds a loose card or pair that beats one plays it."""
    ready: Any = find(game).game()
    policy, asked = Policy.of(ready), 0
    for _, state in states(ready, find(game).recommended, 11):
        if state.leading or policy.is_partner(state, state.turn, state.top_by):
            continue
        hand, counts = state.hands[state.turn], state.counts[state.turn]
        groups = policy.splitter.split(policy.standing(counts, hand)[0]).groups
        loose = {one.body for one in groups if one.run == 1 and one.width < 3 and one.control < CHEAP}
        scored = policy.scored(state)
        beats = [one for one in scored if one.action != PASS and policy.taken(one.action) in {(b, 0) for b in loose}]  # type: ignore[arg-type]
        if not beats or policy.suited(hand, counts):
            continue
        asked += 1
        assert min(scored, key=lambda one: one.cost).action != PASS, (state.hands, state.top)
        if asked == 150:
            return


@pytest.mark.parametrize(
    ("position", "lead"),
    [
        ("big_two 9s8s6s4s3s/AdKdQd9d7d/AcKcQc9c7c/AhKhQh9h7h 0", "9s8s6s4s3s"),
        ("big_two Js9s8s6s4s3h/AdKdQd9d7d/AcKcQc9c7c/AhKhQh9h7h 0", "Js9s8s6s4s"),
        ("guandan 9s8s7s6s5s3d3c/AdKdQd9d7d/AcKcQc9c7c/AhKhQh9h7h 0 level=2", "3c3d"),
    ],
)
def test_one_suit_is_seen(position: str, lead: str) -> None:
    game, state = after(position)
    policy = Policy.of(game)
    found = {str(one.action): one.cost for one in policy.scored(state)}
    assert min(found, key=lambda one: found[one]) == lead
    groups = policy.suited(state.hands[0], state.counts[0])
    assert groups[0].group.control > SURE * 6 // 10
