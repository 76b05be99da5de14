"""二人斗地主: two players, cards left out of the deal, and a landlord who lets the farmer cards (让牌).

Rules: docs/rules/doudizhu_2p.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from paiju.cards import DECK_54, Deck, Rank
from paiju.games.climb.rules import ClimbRules
from paiju.games.climb.sheets.doudizhu import DOUDIZHU, DoudizhuOptions, doudizhu
from paiju.games.climb.stages import DuelAuction, TakeTricks
from paiju.games.options import option

DECK_46: Final = Deck(without=frozenset({Rank.THREE, Rank.FOUR}))

DOUDIZHU_2P: Final = replace(DOUDIZHU, name="doudizhu_2p", seats=range(2, 3), stages=(DuelAuction(), TakeTricks()))


@dataclass(frozen=True, kw_only=True)
class Doudizhu2pOptions(DoudizhuOptions):
    deck: Literal["54", "46"] = option(
        "54", zh="用多少张牌：54，或去掉 3 和 4 的 46", en="cards: 54, or 46 without threes and fours"
    )
    kitty: int = option(3, zh="底牌几张", en="bottom cards", low=1, high=8)
    most_robs: int = option(4, zh="最多抢几次", en="robs at most", low=0, high=8)
    let_each: int = option(1, zh="每抢一次让几张", en="cards let for every rob", low=0, high=2)
    let_first: int = option(0, zh="不抢也让几张", en="cards let without any rob", low=0, high=5)
    robs_double: bool = option(True, zh="每抢一次翻一倍", en="every rob doubles the stakes")


def doudizhu_2p(options: Doudizhu2pOptions) -> ClimbRules:
    rules = doudizhu(options)
    stages = rules.stages
    if options.bidding == "rob":
        duel = DuelAuction(
            options.max_redeals,
            options.no_call,
            options.most_robs,
            options.let_each,
            options.let_first,
            options.robs_double,
        )
        stages = (duel, *stages[1:])
    return replace(
        rules,
        name=DOUDIZHU_2P.name,
        seats=DOUDIZHU_2P.seats,
        stages=stages,
        deck=DECK_54 if options.deck == "54" else DECK_46,
        kitty=options.kitty,
    )
