"""斗地主: one landlord against two farmers; and 拓展版, whose wings may be anything.

Rules: docs/rules/doudizhu.md. Contested rulings are options: auction by 叫/抢 or 叫分, doubling, open hands, what a
four-of-a-kind may be read as in the extended game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from paiju.cards import DECK_54, RankOrder
from paiju.games.climb.endings import LandlordScore, first_out
from paiju.games.climb.kinds import Kind
from paiju.games.climb.points import PointReader
from paiju.games.climb.rules import ClimbRules
from paiju.games.climb.shapes import Carry, Shape
from paiju.games.climb.sheets.common import RUN_3_TO_A, DealOptions, unshuffled
from paiju.games.climb.stages import Auction, BidAuction, Doubling, OpenHands, RobAuction, Stage, TakeTricks
from paiju.games.options import option

ORDER: Final = RankOrder("3 4 5 6 7 8 9 T J Q K A 2 L R")

SHAPES: Final = (
    Shape(Kind.SINGLE),
    Shape(Kind.PAIR, width=2),
    Shape(Kind.TRIPLE, width=3),
    Shape(Kind.TRIPLE_SINGLE, width=3, carry=Carry(singles=1)),
    Shape(Kind.FULL_HOUSE, width=3, carry=Carry(pairs=1)),
    Shape(Kind.STRAIGHT, run=(5, 12)),
    Shape(Kind.PAIR_RUN, width=2, run=(3, 10)),
    Shape(Kind.TRIPLE_RUN, width=3, run=(2, 6)),
    Shape(Kind.PLANE_SINGLES, width=3, run=(2, 5), carry=Carry(singles=1, per_point=True)),
    Shape(Kind.PLANE_PAIRS, width=3, run=(2, 4), carry=Carry(pairs=1, per_point=True)),
    Shape(Kind.FOUR_SINGLES, width=4, carry=Carry(singles=2)),
    Shape(Kind.FOUR_PAIRS, width=4, carry=Carry(pairs=2)),
    Shape(Kind.FOUR, width=4, bomb=1, factor=2),
    Shape(Kind.ROCKET, exactly="LR", bomb=2, factor=2),
)

DOUDIZHU: Final = ClimbRules(
    name="doudizhu",
    seats=range(3, 4),
    deck=DECK_54,
    order=ORDER,
    path=RUN_3_TO_A,
    shapes=SHAPES,
    reader=PointReader,
    finals=frozenset({Kind.ROCKET}),
    hand=17,
    kitty=3,
    stages=(RobAuction(), TakeTricks()),
    over=first_out,
    score=LandlordScore(),
    counts_plays=True,
)

_WINGED: Final = (Kind.PLANE_SINGLES, Kind.PLANE_PAIRS, Kind.FOUR_SINGLES, Kind.FOUR_PAIRS)


def freed(shape: Shape) -> Shape:
    """The shape with wings that may be anything: body points again, a bomb, both jokers."""
    return replace(shape, carry=replace(shape.carry, free=True)) if shape.carry else shape


# 8 cards: two adjacent fours; 12: four adjacent triples; 20: a plane of 5 with singles, or of 4 with pairs.
DOUDIZHU_X: Final = replace(
    DOUDIZHU,
    name="doudizhu_x",
    shapes=tuple(freed(shape) if shape.kind in _WINGED else shape for shape in SHAPES),
    ambiguous_sizes=frozenset({8, 12, 20}),
)


@dataclass(frozen=True, kw_only=True)
class DoudizhuOptions(DealOptions):
    bidding: Literal["rob", "score"] = option(
        "rob", zh="叫牌方式：叫/抢地主，或叫分", en="auction: call and rob, or bid 1 to 3"
    )
    doubling: bool = option(False, zh="加倍", en="farmers may double, the landlord redouble")
    base: int = option(1, zh="底分", en="base score", low=1, high=1_000_000)
    max_redeals: int = option(
        3, zh="第几次流局后指定地主", en="deals without a caller until one is made landlord", low=1, high=100
    )
    no_call: Literal["force_first", "abandon"] = option(
        "force_first",
        zh="最后一次仍无人叫：首家当地主，或作罢",
        en="still nobody calls: the first asked is made landlord, or nobody",
    )
    first_asked: Literal["random", "face_up_card"] = option(
        "random",
        zh="谁先叫：随机，或拿到明牌者",
        en="who is asked first: by chance, or whoever is dealt a face-up card",
    )
    open_hand: bool = option(
        False, zh="明牌（每家可亮牌，各加一倍）", en="seats may play with open hands, doubling the stakes"
    )


@dataclass(frozen=True, kw_only=True)
class DoudizhuXOptions(DoudizhuOptions):
    x_triple_single_same_point: bool = option(
        False, zh="四张也可作三带一", en="four of a kind may also be played as a triple with a single"
    )
    allow_lower_reading: bool = option(
        False, zh="允许声明较小的读法", en="a weaker reading of the same type may be declared"
    )


def doudizhu(options: DoudizhuOptions) -> ClimbRules:
    auction: Auction = (RobAuction if options.bidding == "rob" else BidAuction)(options.max_redeals, options.no_call)
    stages: list[Stage] = [auction]  # type: ignore[list-item]  # both kinds of auction are stages
    if options.doubling:
        stages.append(Doubling())
    if options.open_hand:
        stages.append(OpenHands())
    rules = replace(
        DOUDIZHU,
        stages=(*stages, TakeTricks()),
        base=options.base,
        first_asked=options.first_asked,
        first=options.first,
        unbeatable_shortcut=options.unbeatable_shortcut,
    )
    return unshuffled(rules, options)


def doudizhu_x(options: DoudizhuXOptions) -> ClimbRules:
    rules = replace(
        doudizhu(options),
        name=DOUDIZHU_X.name,
        shapes=DOUDIZHU_X.shapes,
        ambiguous_sizes=DOUDIZHU_X.ambiguous_sizes,
    )
    if options.x_triple_single_same_point:
        shapes = tuple(freed(shape) if shape.kind is Kind.TRIPLE_SINGLE else shape for shape in rules.shapes)
        rules = replace(rules, shapes=shapes, ambiguous_sizes=rules.ambiguous_sizes | {4})
    if options.allow_lower_reading:
        rules = replace(rules, lower_readings=True, ambiguous_sizes=frozenset(range(4, 21)))
    return rules
