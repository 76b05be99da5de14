"""The laws again, under options that the catalog's own cases do not reach."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from paiju.cards import Rng
from paiju.games import catalog
from paiju.games.contract import Seat, play

VARIANTS: list[tuple[str, dict[str, object], int]] = [
    ("doudizhu", {"doubling": True, "open_hand": True, "first_asked": "face_up_card", "max_redeals": 1}, 3),
    ("doudizhu", {"bidding": "score", "no_call": "abandon", "max_redeals": 1, "unbeatable_shortcut": False}, 3),
    ("doudizhu_x", {"allow_lower_reading": True}, 3),
    ("doudizhu_x", {"x_triple_single_same_point": True, "open_hand": True}, 3),
    ("doudizhu_4p", {"no_call": "abandon", "first_asked": "face_up_card"}, 4),
    ("big_two", {"four_bare": True, "straight_head": "sequence_top", "top_when_one_left": True, "pass_lock": True}, 4),
    ("big_two", {"straight_order": "a2345_top", "two_penalty": "spade_doubles", "unbeatable_shortcut": False}, 4),
    ("three_two_one", {"self_cover_keeps_round": False, "triple_run_beats_321": True}, 4),
    ("three_two_one", {"allow_lower_reading": True, "unbeatable_shortcut": False}, 4),
    ("wuguapi", {"draw_order": "one_each", "pass_lock": True, "joker_carry": False, "leftover_points": "owner"}, 5),
    ("wuguapi", {"hand_size": 10, "settlement": "zero_sum", "rank_by": "finish"}, 5),
    ("qigui_521", {"hand_size": 3, "final_trick_scored": False, "unbeatable_shortcut": False}, 7),
    ("qigui_523", {"leftover_points": "first_finisher", "pass_lock": True}, 4),
]


@pytest.mark.parametrize(("name", "options", "seats"), VARIANTS)
@pytest.mark.parametrize("seed", range(8))
def test_laws_under_options(name: str, options: dict[str, object], seats: int, seed: int) -> None:
    game: Any = catalog.find(name).game(options)
    rng, state, number = Rng(seed), game.deal(seats, seed), 0
    deck = Counter(game.rules.deck.cards)
    while pending := game.pending(state):
        decision = rng.choice(pending)
        choices = list(decision.choices)
        action = rng.choice(choices)
        assert action in decision.choices
        assert play(game, state, decision.seat, str(action)).action == action
        state = game.apply(state, decision.seat, action)
        assert Counter(game.census(state)) == deck
        if number % 6 == 0:
            for viewer in (None, *map(Seat, range(seats))):
                twin = game.resample(state, viewer, number)
                assert game.view(twin, viewer) == game.view(state, viewer)
                asked = [(one.seat, one.prompt) for one in game.pending(state)]
                assert [(one.seat, one.prompt) for one in game.pending(twin)] == asked
        number += 1
    outcome = game.outcome(state)
    assert len(outcome.scores) == seats
    if game.rules.drawing is None or options.get("settlement") == "zero_sum":
        assert sum(outcome.scores) == 0
    else:
        assert 0 <= sum(outcome.scores) <= 100
