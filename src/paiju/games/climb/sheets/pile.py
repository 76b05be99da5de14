"""The games with a draw pile and points to capture: 五瓜皮, 七鬼五二一, 七鬼五二三.

Rules: docs/rules/wuguapi.md, docs/rules/qigui_521.md, docs/rules/qigui_523.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from paiju.cards import DECK_54, RankOrder
from paiju.games.climb.endings import CaptureScore, last_holder
from paiju.games.climb.kinds import Kind
from paiju.games.climb.rules import ClimbRules, Drawing
from paiju.games.climb.shapes import Carry, Shape
from paiju.games.climb.sheets.common import RUN_A_TO_A, CommonOptions
from paiju.games.climb.stages import TakeTricks
from paiju.games.climb.suits import SuitReader
from paiju.games.contract import Line
from paiju.games.options import OptionError, option

WUGUAPI: Final = ClimbRules(
    name="wuguapi",
    seats=range(2, 11),
    deck=DECK_54,
    order=RankOrder("6 7 8 9 T J Q K A 2 3 4 5 L R"),
    path=RUN_A_TO_A,
    shapes=(
        Shape(Kind.SINGLE),
        Shape(Kind.PAIR, width=2),
        Shape(Kind.ROCKET, exactly="LR", tier=1),
        Shape(Kind.STRAIGHT, run=(3, 5), suited=False),
        Shape(Kind.FLUSH, run=(3, 5), suited=True, loose=True, tier=1),
        Shape(Kind.TRIPLE, width=3, tier=2),
        Shape(Kind.FOUR, width=4, tier=2),
        Shape(Kind.FULL_HOUSE, width=3, carry=Carry(pairs=1, rocket_pair=True), tier=2),
        Shape(Kind.FOUR_SINGLE, width=4, carry=Carry(singles=1), tier=3),
        Shape(Kind.STRAIGHT_FLUSH, run=(3, 5), suited=True, tier=4),
    ),
    reader=SuitReader,
    suits_matter=True,
    run_head="greatest",
    titles=(
        (Kind.ROCKET, "climb.kind.joker_pair"),
        (Kind.FULL_HOUSE, "climb.kind.full_house_hulu"),
        (Kind.FOUR, "climb.kind.four_plain"),
    ),
    finals=frozenset({Kind.SINGLE, Kind.ROCKET, Kind.STRAIGHT_FLUSH}),
    hand=5,
    opening="smallest",
    rank_rest=True,
    drawing=Drawing(hand=5),
    stages=(TakeTricks(),),
    over=last_holder,
    score=CaptureScore(),
)

QIGUI_521: Final = replace(
    WUGUAPI,
    name="qigui_521",
    seats=range(2, 8),
    order=RankOrder("3 4 6 8 9 T J Q K A 2 5 L R 7"),
    path="",
    shapes=(
        Shape(Kind.SINGLE),
        Shape(Kind.PAIR, width=2),
        Shape(Kind.ROCKET, exactly="LR"),
        Shape(Kind.TRIPLE, width=3),
        Shape(Kind.FOUR, width=4),
    ),
    finals=frozenset({Kind.SINGLE, Kind.PAIR, Kind.TRIPLE, Kind.FOUR}),
    hand=7,
    drawing=Drawing(hand=7),
)

QIGUI_523: Final = replace(QIGUI_521, name="qigui_523", order=RankOrder("4 6 8 9 T J Q K A 3 2 5 L R 7"))


@dataclass(frozen=True, kw_only=True)
class PileOptions(CommonOptions):
    hand_size: int = option(7, zh="手牌张数", en="cards in hand", low=3, high=10)
    pass_lock: bool = option(False, zh="不出后本圈不能再出", en="who passed may not come back in the same trick")
    draw_order: Literal["fill_winner_first", "one_each"] = option(
        "fill_winner_first",
        zh="补牌：赢家先补满，或轮流一张",
        en="drawing: the winner fills up first, or one card each in turn",
    )
    final_trick_scored: bool = option(True, zh="最后一圈的分计入", en="the last trick's points count")
    leftover_points: Literal["nobody", "first_finisher", "owner"] = option(
        "nobody", zh="手中剩下的分归谁", en="who gets the points left in hand"
    )
    settlement: Literal["points", "zero_sum"] = option(
        "points", zh="结算：得分，或零和", en="settlement: points, or against the average"
    )
    rank_by: Literal["points", "finish"] = option(
        "points", zh="名次：按分，或按出完先后", en="ranking: by points, or by order of running out"
    )


@dataclass(frozen=True, kw_only=True)
class WuguapiOptions(PileOptions):
    hand_size: int = option(5, zh="手牌张数", en="cards in hand", low=3, high=10)
    joker_carry: bool = option(
        True, zh="鬼可以作葫芦的对子、金刚的单张", en="jokers may be the pair of a full house or the odd card of a four"
    )


def _with(rules: ClimbRules, options: PileOptions) -> ClimbRules:
    most = min(rules.seats[-1], len(rules.deck) // options.hand_size)
    if most < 2:
        raise OptionError("hand_size", options.hand_size, Line("option.hand_size"))
    return replace(
        rules,
        seats=range(2, most + 1),
        hand=options.hand_size,
        drawing=Drawing(
            hand=options.hand_size,
            order=options.draw_order,
            final_trick_scored=options.final_trick_scored,
            leftover=options.leftover_points,
        ),
        pass_lock="trick" if options.pass_lock else "off",
        score=CaptureScore(options.settlement, options.rank_by),
        first=options.first,
        unbeatable_shortcut=options.unbeatable_shortcut,
    )


def wuguapi(options: WuguapiOptions) -> ClimbRules:
    rules = _with(WUGUAPI, options)
    if options.joker_carry:
        return rules
    shapes = tuple(
        replace(shape, carry=replace(shape.carry, rocket_pair=False, jokers=False)) if shape.carry else shape
        for shape in rules.shapes
    )
    return replace(rules, shapes=shapes)


def qigui_521(options: PileOptions) -> ClimbRules:
    return _with(QIGUI_521, options)


def qigui_523(options: PileOptions) -> ClimbRules:
    return _with(QIGUI_523, options)
