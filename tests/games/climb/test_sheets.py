"""Options of the sheets that change readings and covers, and one more game made of a sheet alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paiju.cards import Deck, Rank, RankOrder, Rng
from paiju.games import catalog
from paiju.games.climb.endings import first_out, standing
from paiju.games.climb.game import Climb
from paiju.games.climb.kinds import Kind
from paiju.games.climb.points import PointReader
from paiju.games.climb.rules import ClimbRules, Finish, Settlement
from paiju.games.climb.shapes import Carry, Shape
from paiju.games.climb.stages import TakeTricks
from paiju.games.options import OptionError
from tests.games.climb.test_stages import climb, hands, played, refused
from tests.games.climb.test_vectors import readings

READINGS = [
    # game, options, cards, readings
    ("doudizhu_x", {"x_triple_single_same_point": True}, "4444", {"Quadruple:4", "TripleWithSingle:4"}),
    ("doudizhu_x", {"x_triple_single_same_point": True}, "4445", {"TripleWithSingle:4"}),
    ("doudizhu_x", {"allow_lower_reading": True}, "55553333", {"QuadrupleWithPairPair:5", "QuadrupleWithPairPair:3"}),
    ("doudizhu_x", {"allow_lower_reading": True}, "333444555666", {
        "TripleStraight:6", "TripleStraightWithSingles:6", "TripleStraightWithSingles:5"}),
    ("three_two_one", {"allow_lower_reading": True}, "333555", {"TripleWithPairSingle:5", "TripleWithPairSingle:3"}),
    ("big_two", {"four_bare": True}, "3d3c3h3s", {"Quadruple:3s"}),
    ("big_two", {"straight_head": "sequence_top"}, "AdKcQhJsTd", {"SingleStraight:Ad"}),
    ("big_two", {"straight_head": "sequence_top"}, "Ad2c3h4s5d", {"SingleStraight:5d"}),
    ("wuguapi", {"joker_carry": False}, "6d6c6hLR", set()),
    ("wuguapi", {"joker_carry": False}, "6d6c6h6sR", set()),
    ("wuguapi", {"joker_carry": False}, "6d6c6h6s7d", {"QuadrupleWithSingle:6s"}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "options", "cards", "expected"), READINGS)
def test_options_change_readings(name: str, options: dict[str, object], cards: str, expected: set[str]) -> None:
    game = climb(name, **options)
    assert {f"{game.rules.name_of(combo.kind)}:{combo.head}" for combo in readings(game, cards)} == expected


COVERS = [
    ("three_two_one", {}, "333445", "777888=TripleStraight", False),
    ("three_two_one", {"triple_run_beats_321": True}, "333445", "777888=TripleStraight", True),
    ("three_two_one", {"triple_run_beats_321": True}, "999445", "777888=TripleStraight", False),
    ("three_two_one", {"triple_run_beats_321": True}, "777888=TripleStraight", "999445", False),
    ("big_two", {}, "AdKcQhJsTd", "Ac2c3h4s5d", True),
    ("big_two", {"straight_head": "sequence_top"}, "AdKcQhJsTd", "Ac2c3h4s5d", False),
    ("big_two", {"straight_head": "sequence_top"}, "Ac2c3h4s5d", "2d3d4s5s6c", True),
    ("big_two", {"straight_order": "a2345_top"}, "2s3d4s5s6c", "Ac2d3h4s5d", True),
    ("big_two", {"straight_order": "a2345_top"}, "Ac2d3h4s5d", "2s3d4s5s6c", False),
    ("big_two", {"straight_order": "a2345_top"}, "AdKcQhJsTd", "2d3d4s5s6c", True),
    ("big_two", {"straight_order": "a2345_top"}, "Ac2d3h4s5d", "Ad2c3s4h5h", True),
    ("big_two", {"four_bare": True}, "3d3c3h3s", "4d4c4h4s", True),
    ("big_two", {"four_bare": True}, "2s", "4d4c4h4s", False),
]  # fmt: skip


@pytest.mark.parametrize(("name", "options", "table", "play", "covers"), COVERS)
def test_options_change_covers(name: str, options: dict[str, object], table: str, play: str, covers: bool) -> None:
    game = climb(name, **options)
    (top,) = readings(game, table)
    assert any(combo.beats(top) for combo in readings(game, play)) is covers


def test_lower_readings_are_declared_with_their_head() -> None:
    game = climb("doudizhu_x", allow_lower_reading=True)
    start = game.position(hands("3s3d3c3h5s5d5c5h6s", "4s", "7s"), leader=0)
    assert refused(game, start, "33335555") == "ambiguous"
    state = played(game, start, "0:33335555=QuadrupleWithPairPair:3")
    assert state.top is not None
    assert state.top.head == "3"
    offered = {str(action) for action in game.pending(start)[0].choices}
    assert {"3s3h3c3d5s5h5c5d=QuadrupleWithPairPair:3", "5s5h5c5d3s3h3c3d=QuadrupleWithPairPair:5"} <= offered


def test_hand_size_and_table_size() -> None:
    game = climb("qigui_523", hand_size=5)
    assert game.seats == range(2, 8)
    assert [game.size(counts) for counts in game.deal(3, 1).counts] == [5, 5, 5]
    assert climb("wuguapi", hand_size=10).seats == range(2, 6)
    with pytest.raises(OptionError):
        catalog.game("wuguapi", hand_size=11)


def test_equal_sheets_are_equal_games() -> None:
    assert climb("doudizhu") == climb("doudizhu")
    assert hash(climb("doudizhu")) == hash(climb("doudizhu"))
    assert climb("doudizhu") != climb("doudizhu", base=2)


# -- 跑得快: one more climbing game, from a sheet alone ---------------------------------------------------------------


def pao_de_kuai_score(finish: Finish) -> Settlement:
    """Every loser pays a point per card left, twice that if he never played; a last single card costs nothing."""
    losses = [
        0 if len(left) < 2 else len(left) * (1 if finish.plays[seat] else 2) for seat, left in enumerate(finish.left)
    ]
    scores = [-loss for loss in losses]
    scores[finish.out[0]] = sum(losses)
    return Settlement(tuple(scores), "climb.over.first_out", standing(scores))


PAO_DE_KUAI = ClimbRules(
    name="pao_de_kuai",
    seats=range(3, 5),
    deck=Deck(jokers=False, without=frozenset({Rank.TWO})),
    order=RankOrder("3 4 5 6 7 8 9 T J Q K A"),
    path="3 4 5 6 7 8 9 T J Q K A",
    shapes=(
        Shape(Kind.SINGLE),
        Shape(Kind.PAIR, width=2),
        Shape(Kind.FULL_HOUSE, width=3, carry=Carry(pairs=1)),
        Shape(Kind.STRAIGHT, run=(5, 12)),
        Shape(Kind.PAIR_RUN, width=2, run=(2, 8)),
        Shape(Kind.FOUR, width=4, bomb=1),
    ),
    reader=PointReader,
    hand=12,
    opening="smallest",
    stages=(TakeTricks(),),
    over=first_out,
    score=pao_de_kuai_score,
)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_new_game_is_a_sheet(seats: int) -> None:
    game = Climb(PAO_DE_KUAI if seats == 4 else replace(PAO_DE_KUAI, hand=16))
    for seed in range(30):
        rng, state = Rng(seed), game.deal(seats, seed)
        while pending := game.pending(state):
            state = game.apply(state, pending[0].seat, rng.choice(list(pending[0].choices)))
        outcome = game.outcome(state)
        assert outcome is not None
        assert sum(outcome.scores) == 0
        assert game.view(state, None).stage == "over"
