"""理牌: a hand is put in order as it is split for play."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from paiju.bots.brain import tidied
from paiju.cards import write
from paiju.games.catalog import GameInfo, find, infos
from paiju.games.climb.position import Position
from paiju.games.contract import Seat
from paiju.games.messages import tell
from tests.games.climb.guandan import INFO, game_at, table

GAMES = [info for info in infos() if info.family == "climb"]


def test_a_guandan_hand() -> None:
    game = game_at(5)
    state = table(game, ("5h5s5d9s9d9c9hRKsQsJsTs8s8d7cAs", "3s", "3d", "3c"))
    groups = tidied("guandan", game.view(state, Seat(0)), game)
    assert [write(group.cards) for group in groups] == ["AsKsQsJsTs", "9s9h9c9d", "5s5d5h", "8s8d", "R", "7c"]
    names = [tell(group.name, INFO.all_messages, "zh").split()[0] for group in groups if group.name]
    assert names == ["同花顺", "炸弹", "三张", "对子", "单张", "单张"]
    assert tidied("guandan", game.view(state, None), game) == ()


@pytest.mark.parametrize(
    ("position", "groups"),
    [
        ("doudizhu RL2s8s8h8c8dKdQdJdTd9d3s3h4s/3c/3d 0 landlord=0", "RL 8s8h8c8d KdQdJdTd9d 3s3h 2s 4s"),
        ("big_two AsKs9s7s4s2d8h8c5d5c/3d/3c/3h 0", "AsKs9s7s4s 8h8c 5c5d 2d"),
    ],
)
def test_a_hand_is_put_in_order(position: str, groups: str) -> None:
    given = Position.parse(position)
    view = given.engine.view(given.state, Seat(0))
    assert [write(group.cards) for group in tidied(position.split()[0], view, given.engine)] == groups.split()


@pytest.mark.parametrize("info", GAMES, ids=lambda info: info.id)
def test_every_card_is_in_one_group(info: GameInfo) -> None:
    game: Any = find(info.id).game()
    for seed in range(12):
        state = game.deal(info.recommended, seed)
        for seat in range(info.recommended):
            view = game.view(state, Seat(seat))
            found = [card for group in tidied(info.id, view, game) for card in group.cards]
            assert Counter(found) == Counter(view.hands[seat].cards)
