"""三两一: Big Two's order without its suits, runs of everything, and no coming back after a pass (禁止回打).

Rules: docs/rules/three_two_one.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from paiju.cards import DECK_52
from paiju.games.climb.endings import first_out, three_two_one_score
from paiju.games.climb.kinds import Kind
from paiju.games.climb.points import PointReader
from paiju.games.climb.rules import ClimbRules
from paiju.games.climb.shapes import Carry, Shape
from paiju.games.climb.sheets.big_two import BIG_TWO
from paiju.games.climb.sheets.common import CommonOptions
from paiju.games.climb.stages import TakeTricks
from paiju.games.options import option

_ANY: Final = Carry(singles=1, free=True)

THREE_TWO_ONE: Final = ClimbRules(
    name="three_two_one",
    seats=range(4, 5),
    deck=DECK_52,
    order=BIG_TWO.order,
    path="A 2 3 4 5 6 7 8 9 T J Q K A 2",
    shapes=(
        Shape(Kind.SINGLE),
        Shape(Kind.PAIR, width=2),
        Shape(Kind.TRIPLE, width=3),
        Shape(Kind.FOUR, width=4),
        Shape(Kind.STRAIGHT, run=(3, 13)),
        Shape(Kind.PAIR_RUN, width=2, run=(2, 6)),
        Shape(Kind.TRIPLE_RUN, width=3, run=(2, 4)),
        Shape(Kind.FOUR_RUN, width=4, run=(2, 3)),
        Shape(Kind.FULL_HOUSE, width=3, carry=Carry(pairs=1)),
        Shape(Kind.TRIPLE_PAIR_SINGLE, width=3, carry=Carry(pairs=1, singles=1, free=True)),
        Shape(Kind.FOUR_SINGLE, width=4, carry=Carry(singles=1)),
        Shape(Kind.PAIR_RUN_SINGLE, width=2, run=(3, 6), carry=_ANY),
        Shape(Kind.TRIPLE_RUN_SINGLE, width=3, run=(2, 4), carry=_ANY),
        Shape(Kind.FOUR_RUN_SINGLE, width=4, run=(2, 3), carry=_ANY),
    ),
    reader=PointReader,
    titles=(
        (Kind.FULL_HOUSE, "climb.kind.full_house_321"),
        (Kind.TRIPLE_RUN, "climb.kind.triple_run_321"),
        (Kind.FOUR, "climb.kind.four_plain"),
        (Kind.FOUR_SINGLE, "climb.kind.four_single_321"),
    ),
    finals=frozenset(Kind),  # whatever is headed by a 2
    ambiguous_sizes=frozenset({6}),  # two adjacent triples: 三顺 or 三两一
    pass_lock="round",
    hand=13,
    opening="smallest",
    stages=(TakeTricks(),),
    over=first_out,
    score=three_two_one_score,
)


@dataclass(frozen=True, kw_only=True)
class ThreeTwoOneOptions(CommonOptions):
    self_cover_keeps_round: bool = option(
        True,
        zh="压过自己上一手时仍是同一回合，其他人继续锁住",
        en="who covers their own play stays in the round, the others stay locked",
    )
    triple_run_beats_321: bool = option(
        False, zh="六张三顺可压三两一", en="a six-card run of triples covers a three-two-one"
    )
    allow_lower_reading: bool = option(
        False, zh="允许声明较小的读法", en="a weaker reading of the same type may be declared"
    )


def three_two_one(options: ThreeTwoOneOptions) -> ClimbRules:
    rules = replace(
        THREE_TWO_ONE,
        self_cover_keeps_round=options.self_cover_keeps_round,
        first=options.first,
        unbeatable_shortcut=options.unbeatable_shortcut,
    )
    if options.triple_run_beats_321:
        covers = (Kind.TRIPLE_PAIR_SINGLE,)
        shapes = (replace(s, also_covers=covers) if s.kind is Kind.TRIPLE_RUN else s for s in rules.shapes)
        rules = replace(rules, shapes=tuple(shapes))
    if options.allow_lower_reading:
        rules = replace(rules, lower_readings=True, ambiguous_sizes=frozenset(range(3, 14)))
    return rules
