"""Vectors C1 to C34 of the rules: what cards can be. SJ and BJ of the rules page are L and R."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.cards import cards
from tests.games.climb.guandan import PRESETS, game_at, readings

ALL = PRESETS
SEED = ("seed", "seed_literal")
COMP = ("competition",)

KINGS = "KsKsKdKdKcKcKhKh"
FIVES = "5s5s5d5d5c5c5h5h"
A_TO_K = "As2d3c4s5d6c7s8d9cTsJdQcKs"


@pytest.mark.parametrize(
    ("vector", "text", "level", "presets", "expected"),
    [
        ("C1", "5s", 5, ALL, ["single 15"]),
        ("C1", "5h", 5, ALL, ["single 15"]),
        ("C2", "2s", 5, ("seed", "competition"), ["single 2"]),
        ("C2", "2s", 5, ("seed_literal",), ["single 14.5"]),
        ("C2", "2s", 2, ("seed",), ["single 15"]),
        ("C3", "LR", 5, COMP, []),
        ("C3", "LR", 5, SEED, ["pair 17"]),
        ("C4", "LLR", 5, ALL, []),
        ("C5", "LLRR", 5, ALL, ["kingBomb"]),
        ("C6", "5hL", 5, ALL, []),
        ("C7", "5h5h", 5, ALL, ["pair 15"]),
        ("C8", "5hAd", 5, ALL, ["pair 14"]),
        ("C9", "5h5hKs", 5, ALL, ["triple 13"]),
        ("C10", "KsKdQsQd5h", 5, ALL, ["tripleWithPair 13", "tripleWithPair 12"]),
        ("C11", "KsKdKc5h5h", 5, ALL, ["normalBomb[5] 13", "tripleWithPair 13"]),
        ("C12", "KsKdKcKh5h", 5, ALL, ["normalBomb[5] 13"]),
        ("C13", "Ad2s3c4d6s", 5, ALL, []),
        ("C14", "Ad2s3c4d5s", 5, ALL, ["straight 5"]),
        ("C15", "TdJsQcKdAs", 12, ALL, ["straight 14"]),
        ("C16", "JdQsKcAd2s", 5, ALL, []),
        ("C16", "QdKsAc2d3s", 5, ALL, []),
        ("C17", "3s4s5s6s9h", 9, ALL, ["straightFlush 7", "straightFlush 6"]),
        ("C18", "3s4d5s6s9h", 9, ALL, ["straight 7", "straight 6"]),
        ("C19", "As2s3s4s9h", 9, ALL, ["straightFlush 5"]),
        ("C20", "TsJsQsKs9h", 9, ALL, ["straightFlush 14", "straightFlush 13"]),
        ("C21", "9h9h7s8sTs", 9, ALL, ["straightFlush 11", "straightFlush 10"]),
        ("C22", "2h3h4h5h6h", 5, ALL, ["straightFlush 6"]),
        ("C23", "3s4d5s6s7s8s", 2, COMP, []),
        ("C23", "3s4d5s6s7s8s", 2, SEED, ["straight[6] 8"]),
        ("C24", "3s4s5s6s7s8s", 2, COMP, []),
        ("C24", "3s4s5s6s7s8s", 2, SEED, ["straightFlush[6] 8"]),
        ("C25", "4d4s5d5s9h9h", 9, ALL, ["tripleStraight 5", "pairStraight 6", "pairStraight 5"]),
        ("C26", "AsAd2s2d3s3d", 9, ALL, ["pairStraight 3"]),
        ("C26", "QsQdKsKdAsAd", 9, ALL, ["pairStraight 14"]),
        ("C26", "KsKdAsAd2s2d", 9, ALL, []),
        ("C27", "AsAdAc2s2d2c", 9, ALL, ["tripleStraight 2"]),
        ("C27", "KsKdKcAsAdAc", 9, ALL, ["tripleStraight 14"]),
        ("C28", "8s8d8c9s9d5h", 5, ALL, ["tripleStraight 9"]),
        ("C29", "9s9d9cLL", 5, ALL, ["tripleWithPair 9"]),
        ("C29", "9s9d9cLR", 5, COMP, []),
        ("C29", "9s9d9cLR", 5, SEED, ["tripleWithPair 9"]),
        ("C30", "9s9d5hLL", 5, ALL, ["tripleWithPair 9"]),
        ("C30", "5h5h5sLL", 5, ALL, ["tripleWithPair 15"]),
        ("C31", KINGS + "5h5h", 5, COMP, ["normalBomb[10] 13"]),
        ("C31", KINGS + "5h5h", 5, SEED, []),
        ("C32", FIVES, 5, ("seed", "competition"), ["normalBomb[8] 15"]),
        ("C32", FIVES, 5, ("seed_literal",), ["normalBomb[8] 5"]),
        ("C33", A_TO_K, 5, SEED, ["straight[13] 14", "straight[13] 13"]),
        ("C33", A_TO_K + "Ad", 5, SEED, []),
    ],
)
def test_readings(vector: str, text: str, level: int, presets: tuple[str, ...], expected: list[str]) -> None:
    for preset in presets:
        assert readings(text, level, preset) == expected, (vector, preset)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3s4s5s6s9h", ["straightFlush 7", "straightFlush 6", "straight 7", "straight 6"]),
        ("3s4s5s6s7s", ["straightFlush 7"]),
    ],
)
def test_c34_a_wild_flush_may_be_a_straight_where_the_option_says_so(text: str, expected: list[str]) -> None:
    assert readings(text, 9, wild_flush_as_straight=True) == expected


@pytest.mark.parametrize(
    ("text", "level", "options", "expected"),
    [
        ("9s9d9cLL", 5, {"full_house_joker_pair": False}, []),
        ("9s9d9cLR", 5, {"mixed_joker_pair": False}, []),
        ("5s5d5c5h5h", 5, {}, ["normalBomb[5] 15"]),  # wild and level cards only: five of the level, no full house
        ("5s5d5h", 5, {}, ["triple 15"]),
        ("5hLL", 5, {}, []),
        ("5h5hLLRR", 5, {}, []),
        ("4444", 5, {"max_bomb_size": 4}, ["normalBomb[4] 4"]),
        ("44444", 5, {"max_bomb_size": 4}, []),
        ("5s5s5s", 5, {}, []),  # there are two of each card
        ("5h5h5h", 5, {}, []),
        ("KsKd5h5h", 5, {}, ["normalBomb[4] 13"]),
        ("KsQd5h5h", 5, {}, []),
        ("KsKdQd5h5h", 5, {}, ["tripleWithPair 13", "tripleWithPair 12"]),
        ("AsAd2s2d5h5h", 5, {}, ["tripleStraight 2", "pairStraight 3"]),
        ("KsKdAsAd5h5h", 5, {}, ["tripleStraight 14", "pairStraight 14"]),
        ("", 5, {}, []),
    ],
)
def test_more_readings(text: str, level: int, options: dict[str, Any], expected: list[str]) -> None:
    assert readings(text, level, **options) == expected


@pytest.mark.parametrize(
    ("text", "level", "kind", "shown", "stands_for"),
    [
        ("3s4s5s6s9h", 9, "straightFlush 7", "9h6s5s4s3s", ("7s",)),
        ("3s4s5s6s9h", 9, "straightFlush 6", "6s5s4s3s9h", ("2s",)),
        ("9h9h7s8sTs", 9, "straightFlush 11", "9hTs9h8s7s", ("Js", "9s")),
        ("KsKdQsQd5h", 5, "tripleWithPair 12", "QsQd5hKsKd", ("Q",)),
        ("KsKdKc5h5h", 5, "tripleWithPair 13", "KsKcKd5h5h", ("5", "5")),
        ("5h5h", 5, "pair 15", "5h5h", ("5", "5")),
        ("9s9d5hLL", 5, "tripleWithPair 9", "9s9d5hLL", ("9",)),
        ("KsKdKcQd5h", 5, "tripleWithPair 13", "KsKcKdQd5h", ("Q",)),
    ],
)
def test_wild_cards_are_shown_where_they_stand(
    text: str, level: int, kind: str, shown: str, stands_for: tuple[str, ...]
) -> None:
    game = game_at(level)
    row = cards(text)
    combo = game.reader.read(row)[readings(text, level).index(kind)]
    assert "".join(map(str, game.reader.arrange(row, combo))) == shown
    reader: Any = game.reader
    assert reader.stands_for(row, combo) == stands_for
