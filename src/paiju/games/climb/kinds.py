"""Names of the combinations (牌型): one word each in code, and what the wire and the command line call them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final


class Kind(Enum):
    """What a play is. The value is the message key after `climb.kind.`."""

    EMPTY = "empty"
    SINGLE = "single"
    STRAIGHT = "straight"
    FLUSH = "flush"
    STRAIGHT_FLUSH = "straight_flush"
    PAIR = "pair"
    PAIR_RUN = "pair_run"
    PAIR_RUN_SINGLE = "pair_run_single"
    ROCKET = "rocket"
    TRIPLE = "triple"
    TRIPLE_SINGLE = "triple_single"
    FULL_HOUSE = "full_house"
    TRIPLE_TWO = "triple_two"
    TRIPLE_PAIR_SINGLE = "triple_pair_single"
    TRIPLE_RUN = "triple_run"
    TRIPLE_RUN_SINGLE = "triple_run_single"
    PLANE_SINGLES = "plane_singles"
    PLANE_PAIRS = "plane_pairs"
    PLANE_TWOS = "plane_twos"
    PLANE_FEWER = "plane_fewer"
    THREE_ACES = "three_aces"
    FOUR = "four"
    FOUR_SINGLE = "four_single"
    FOUR_SINGLES = "four_singles"
    FOUR_PAIRS = "four_pairs"
    FOUR_THREE = "four_three"
    FOUR_RUN = "four_run"
    FOUR_RUN_SINGLE = "four_run_single"
    FOUR_JOKERS = "four_jokers"
    FIVE = "five"
    SIX = "six"
    SEVEN = "seven"
    EIGHT = "eight"
    BOMB = "bomb"  # any number of equal cards under one name, as Guandan has it

    # Members are singletons; the Python-level hash of Enum costs more than all the rest of a dictionary look-up.
    __hash__ = object.__hash__


# Code of the original program and name on the wire; codes identify, they never compare.
SHEDDING_CODES: Final[Mapping[Kind, tuple[str, str]]] = {
    Kind.EMPTY: ("00", "Empty"),
    Kind.SINGLE: ("10", "Single"),
    Kind.STRAIGHT: ("11", "SingleStraight"),
    Kind.FLUSH: ("12", "SingleFlush"),
    Kind.STRAIGHT_FLUSH: ("13", "SingleFlushStraight"),
    Kind.PAIR: ("20", "Pair"),
    Kind.PAIR_RUN: ("21", "PairStraight"),
    Kind.PAIR_RUN_SINGLE: ("22", "PairStraightWithSingle"),
    Kind.ROCKET: ("23", "PairJokers"),
    Kind.TRIPLE: ("30", "Triple"),
    Kind.TRIPLE_SINGLE: ("31", "TripleWithSingle"),
    Kind.FULL_HOUSE: ("32", "TripleWithPair"),
    Kind.TRIPLE_PAIR_SINGLE: ("33", "TripleWithPairSingle"),
    Kind.TRIPLE_RUN: ("34", "TripleStraight"),
    Kind.TRIPLE_RUN_SINGLE: ("35", "TripleStraightWithSingle"),
    Kind.PLANE_SINGLES: ("36", "TripleStraightWithSingles"),
    Kind.PLANE_PAIRS: ("37", "TripleStraightWithPairs"),
    Kind.TRIPLE_TWO: ("38", "TripleWithTwo"),
    Kind.PLANE_TWOS: ("39", "TripleStraightWithTwos"),
    Kind.PLANE_FEWER: ("3A", "TripleStraightWithFewer"),
    Kind.THREE_ACES: ("3B", "TripleAces"),
    Kind.FOUR: ("40", "Quadruple"),
    Kind.FOUR_SINGLE: ("41", "QuadrupleWithSingle"),
    Kind.FOUR_SINGLES: ("42", "QuadrupleWithSingleSingle"),
    Kind.FOUR_PAIRS: ("43", "QuadrupleWithPairPair"),
    Kind.FOUR_RUN: ("44", "QuadrupleStraight"),
    Kind.FOUR_RUN_SINGLE: ("45", "QuadrupleStraightWithSingle"),
    Kind.FOUR_JOKERS: ("46", "QuadrupleJokers"),
    Kind.FOUR_THREE: ("47", "QuadrupleWithThree"),
    Kind.FIVE: ("50", "Quintuple"),
    Kind.SIX: ("60", "Sextuple"),
    Kind.SEVEN: ("70", "Septuple"),
    Kind.EIGHT: ("80", "Octuple"),
}

Names = tuple[tuple[Kind, str], ...]  # what a rule sheet carries: hashable
SHEDDING_NAMES: Final[Names] = tuple((kind, name) for kind, (_, name) in SHEDDING_CODES.items())
