"""锄大地 Big Two: be the first to play all thirteen cards. Rules: docs/rules/big_two.md."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from paiju.cards import DECK_52, RankOrder
from paiju.games.climb.endings import BigTwoScore, first_out
from paiju.games.climb.kinds import Kind
from paiju.games.climb.rules import ClimbRules
from paiju.games.climb.shapes import Carry, Shape
from paiju.games.climb.sheets.common import RUN_A_TO_A, CommonOptions
from paiju.games.climb.stages import TakeTricks
from paiju.games.climb.suits import SuitReader
from paiju.games.options import option

BIG_TWO: Final = ClimbRules(
    name="big_two",
    seats=range(4, 5),
    deck=DECK_52,
    order=RankOrder("3 4 5 6 7 8 9 T J Q K A 2"),
    path=RUN_A_TO_A,
    shapes=(
        Shape(Kind.SINGLE),
        Shape(Kind.PAIR, width=2),
        Shape(Kind.TRIPLE, width=3),
        Shape(Kind.STRAIGHT, run=(5, 5), suited=False),
        Shape(Kind.FLUSH, run=(5, 5), suited=True, loose=True, tier=1),
        Shape(Kind.FULL_HOUSE, width=3, carry=Carry(pairs=1), tier=2),
        Shape(Kind.FOUR_SINGLE, width=4, carry=Carry(singles=1), tier=3),
        Shape(Kind.STRAIGHT_FLUSH, run=(5, 5), suited=True, tier=4),
    ),
    reader=SuitReader,
    suits_matter=True,
    run_head="greatest",
    titles=((Kind.FULL_HOUSE, "climb.kind.full_house_hulu"), (Kind.FOUR, "climb.kind.four_plain")),
    finals=frozenset({Kind.SINGLE, Kind.PAIR, Kind.TRIPLE, Kind.STRAIGHT_FLUSH}),
    hand=13,
    opening="smallest",
    stages=(TakeTricks(),),
    over=first_out,
    score=BigTwoScore(),
)


@dataclass(frozen=True, kw_only=True)
class BigTwoOptions(CommonOptions):
    four_bare: bool = option(False, zh="四张相同可以单独出", en="four of a kind alone is a type of four cards")
    straight_head: Literal["greatest_card", "sequence_top"] = option(
        "greatest_card",
        zh="顺子比什么：最大的一张，或顺序末张",
        en="what decides a straight: its greatest card, or its last in sequence",
    )
    straight_order: Literal["by_head", "a2345_top"] = option(
        "by_head",
        zh="顺子大小：按头牌，或 A2345 最大、23456 次之",
        en="straights: by head, or A2345 above all and 23456 next",
    )
    top_when_one_left: bool = option(
        False,
        zh="顶大：下家剩一张时单张必须出最大",
        en="singles must be one's highest when the next player has one card",
    )
    two_penalty: Literal["additive", "spade_doubles", "none"] = option(
        "additive", zh="剩 2 的罚分", en="penalty for twos left: 50/30/20/10 each, doubled for the spade, none"
    )
    pass_lock: bool = option(False, zh="不出后本圈不能再出", en="who passed may not come back in the same trick")


def big_two(options: BigTwoOptions) -> ClimbRules:
    rules = replace(
        BIG_TWO,
        run_head="greatest" if options.straight_head == "greatest_card" else "top",
        run_order=options.straight_order,
        top_when_one_left=options.top_when_one_left,
        score=BigTwoScore(options.two_penalty),
        pass_lock="trick" if options.pass_lock else "off",
        first=options.first,
        unbeatable_shortcut=options.unbeatable_shortcut,
    )
    if options.four_bare:
        rules = replace(rules, shapes=(*rules.shapes[:3], Shape(Kind.FOUR, width=4), *rules.shapes[3:]))
    return rules
