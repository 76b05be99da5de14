"""Hands split into plays: fewest turns, bombs whole, wild cards where they help."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.bots.climb.policy import Policy
from paiju.cards import cards
from paiju.games.catalog import find


def policy_of(game_id: str) -> Policy:
    game: Any = find(game_id).game()
    return Policy.of(game)


def sizes(game_id: str, hand: str) -> list[int]:
    """How many cards each play of the split has, largest first."""
    policy = policy_of(game_id)
    mask, counts = policy.game.layout.weigh(cards(hand))
    standing, _, _ = policy.standing(counts, mask)
    groups = policy.splitter.split(standing).groups
    return sorted((sum(group.body >> shift & 15 for shift in range(0, 64, 4)) for group in groups), reverse=True)


@pytest.mark.parametrize(
    ("game", "hand", "plays"),
    [
        ("doudizhu", "3s4s5s6s7s", [5]),
        ("doudizhu", "3s4s5s6s7s8h9h", [7]),
        ("doudizhu", "3s3h4s4h5s5h", [6]),
        ("doudizhu", "3s3h3d4s4h4d", [6]),
        ("doudizhu", "3s3h3d3c", [4]),
        ("doudizhu", "LR", [2]),
        ("doudizhu", "3s4s5s6s7s 3h4h5h6h7h", [10]),  # three pairs in a row or more beat two straights
        ("doudizhu", "3s4s5s6s 8h8d8s", [3, 1, 1, 1, 1]),
        ("doudizhu_4p", "3s3h3d3c3s3h", [6]),
        ("doudizhu_4p", "LLRR", [4]),
        ("big_two", "3s4s5h6s7s", [5]),
        ("guandan", "3s3d3c", [3]),
        ("guandan", "3s3d3c3h3s", [5]),
        ("guandan", "3s3d3c2h", [4]),  # hearts of the level are wild: a bomb
        ("guandan", "3s4s5d6s2h", [5]),  # or the gap in a straight
    ],
)
def test_splits(game: str, hand: str, plays: list[int]) -> None:
    assert sizes(game, hand) == plays


def test_a_split_holds_every_card_once() -> None:
    for game_id in ("doudizhu", "doudizhu_4p", "big_two", "guandan"):
        info = find(game_id)
        game: Any = info.game()
        policy = Policy.of(game)
        for seed in range(20):
            state = game.deal(info.recommended, seed)
            for hand, counts in zip(state.hands, state.counts, strict=True):
                standing, natural, wilds = policy.standing(counts, hand)
                assert sum(group.body for group in policy.splitter.split(standing).groups) == standing
                assert game.size(standing) == game.size(natural) + wilds == game.size(counts)


def test_more_turns_cost_more() -> None:
    policy = policy_of("doudizhu")
    layout = policy.game.layout

    def cost(hand: str) -> float:
        return policy.splitter.cost(layout.counts(cards(hand)))

    assert cost("2s") < cost("3s") < cost("3s5h") < cost("3s5h7d")
    assert cost("3s3h3d3c") < 0 < cost("3s3h3d")
    assert cost("LR") < cost("3s3h3d3c")
