"""四人斗地主: two decks, one landlord against three. Rules: docs/rules/doudizhu_4p.md."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from paiju.cards import DECK_108
from paiju.games.climb.endings import LandlordScore, first_out
from paiju.games.climb.kinds import Kind
from paiju.games.climb.points import PointReader
from paiju.games.climb.rules import ClimbRules
from paiju.games.climb.shapes import Carry, Shape
from paiju.games.climb.sheets.common import RUN_3_TO_A, DealOptions, unshuffled
from paiju.games.climb.sheets.doudizhu import ORDER
from paiju.games.climb.stages import BidAuction, TakeTricks
from paiju.games.options import option

DOUDIZHU_4P: Final = ClimbRules(
    name="doudizhu_4p",
    seats=range(4, 5),
    deck=DECK_108,
    order=ORDER,
    path=RUN_3_TO_A,
    shapes=(
        Shape(Kind.SINGLE),
        Shape(Kind.PAIR, width=2),
        Shape(Kind.TRIPLE, width=3),
        Shape(Kind.FULL_HOUSE, width=3, carry=Carry(pairs=1)),
        Shape(Kind.STRAIGHT, run=(5, 12)),
        Shape(Kind.PAIR_RUN, width=2, run=(3, 12)),
        Shape(Kind.TRIPLE_RUN, width=3, run=(2, 11)),
        Shape(Kind.PLANE_PAIRS, width=3, run=(2, 6), carry=Carry(pairs=1, per_point=True)),
        Shape(Kind.FOUR, width=4, bomb=1),
        Shape(Kind.FIVE, width=5, bomb=2),
        Shape(Kind.SIX, width=6, bomb=3, factor=2),
        Shape(Kind.SEVEN, width=7, bomb=4, factor=2),
        Shape(Kind.EIGHT, width=8, bomb=5, factor=3),
        Shape(Kind.FOUR_JOKERS, exactly="LLRR", bomb=6, factor=3),
    ),
    reader=PointReader,
    finals=frozenset({Kind.FOUR_JOKERS}),
    hand=25,
    kitty=8,
    stages=(BidAuction(), TakeTricks()),
    over=first_out,
    score=LandlordScore(),
    counts_plays=True,
)


@dataclass(frozen=True, kw_only=True)
class Doudizhu4pOptions(DealOptions):
    max_redeals: int = option(
        3, zh="第几次流局后指定地主", en="deals without a bid until one is made landlord", low=1, high=100
    )
    no_call: Literal["force_first", "abandon"] = option(
        "force_first",
        zh="最后一次仍无人叫：首家当地主，或作罢",
        en="still nobody bids: the first asked is made landlord, or nobody",
    )
    first_asked: Literal["random", "face_up_card"] = option(
        "random",
        zh="谁先叫：随机，或拿到明牌者",
        en="who is asked first: by chance, or whoever is dealt a face-up card",
    )


def doudizhu_4p(options: Doudizhu4pOptions) -> ClimbRules:
    rules = replace(
        DOUDIZHU_4P,
        stages=(BidAuction(options.max_redeals, options.no_call), TakeTricks()),
        first_asked=options.first_asked,
        first=options.first,
        unbeatable_shortcut=options.unbeatable_shortcut,
    )
    return unshuffled(rules, options)
