"""癞子斗地主, told to players. In its examples the sevens are wild."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from paiju.games.climb.kinds import Kind
from paiju.games.climb.rulebook import common
from paiju.games.climb.rulebook.doudizhu import _JOKERS, _NO_BOMB, _NOTES, _ORDER, _RUNS, _SCORE, _WINGS, DOUDIZHU
from paiju.games.climb.rulebook.glossary import GLOSSARY
from paiju.games.climb.rulebook.rule_tables import landlord_table, names_of, shapes_table
from paiju.games.climb.rules import ClimbRules
from paiju.games.climb.sheets.laizi import LaiziOptions, doudizhu_laizi
from paiju.games.messages import Text
from paiju.games.rulebook import Not, Rulebook, amount, beats, choose, fails, illegal, legal, part, say

ASSUMED: Final = {"wild": "7"}


def _with_sevens(options: LaiziOptions) -> ClimbRules:
    """The sheet as it is played when sevens are wild."""
    return doudizhu_laizi(replace(options, wild="7"))


_WILD: Final = (
    amount(
        "wild",
        "定下地主之后翻出一个点数，大家都看得见：这个点数的四张牌都是[[laizi]]。",
        "Once there is a landlord a rank is drawn for all to see: its four cards are [[laizi|wild]].",
        when={"wild": "drawn"},
        surprise=True,
    ),
    amount(
        "wild", "四张 {wild} 总是[[laizi]]。", "The four {wild} are always [[laizi|wild]].", when={"wild": Not("drawn")}
    ),
    say(
        "癞子可以当 3 到 2 的任何牌，不能当王。下面的例子里 7 是癞子。",
        "A wild card may stand for any card from 3 to 2, but for no joker. In the examples sevens are wild.",
        examples=(legal("8s8d7h"), legal("5s6s8d9c7h"), illegal("R7h"), illegal("3s3d3cR7h")),
    ),
    say(
        "癞子在顺子、连对、飞机里补哪一个缺都行，也可以当翅膀。",
        "In straights, runs of pairs and planes a wild card fills any gap, and it may be a wing.",
        examples=(
            legal("3s4s5s6d7h"),
            legal("9s9hTsThJs7h"),
            legal("3s3h3d4s4h7s5d6c"),
            legal("8s7h7d7c7sTsJs", "Straight:Q"),
        ),
    ),
    *choose(
        "wild_alone",
        {
            "own_rank": (
                "单出癞子，或只出两三张癞子，就是它本来的点数；三带、四带的主体要是只有癞子，也是本来的点数。",
                "Wild cards by themselves are what they say: one, a pair or three of their own rank. So is the body of a triple or "
                "four with something carried, if it is all wild.",
            ),
            "any_rank": (
                "只出癞子时可以声明成别的点数；不声明就是本来的点数。",
                "Wild cards by themselves may be declared another rank; without a word they are what they say.",
            ),
        },
        surprise=("own_rank",),
        examples={
            "own_rank": (beats("7h7d", on="6s6h"), fails("7h7d", on="8s8h")),
            "any_rank": (beats("7h7d", on="8s8h"),),
        },
    ),
    say(
        "同样几张牌可以有几种[[reading|读法]]：不声明就按最大的算，炸弹优先；要当别的出，出牌时选定。",
        "The same cards may have several [[reading|readings]]: without a word the strongest counts, bombs first; for another, say "
        "which when you play.",
        surprise=True,
        examples=(
            legal("9s9h9d7h", "SoftQuadruple"),
            legal("9s9h9d7h", "TripleWithSingle"),
            legal("8s9sTsJs7h", "SingleStraight:J"),
        ),
    ),
)
_BOMBS: Final = (
    say(
        "[[bomb]]压一切不是炸弹的牌。四张都不是癞子的是硬炸，有癞子的是软炸，四张癞子是癞子炸；[[rocket]]最大。",
        "A [[bomb]] beats everything that is no bomb. Four of a rank without wild cards are a hard bomb, with some a soft one, "
        "four wild cards the wild bomb; the [[rocket]] beats all.",
        examples=(beats("3s3h3d7c", on="AsKhQdJcTs"), beats("RL", on="7s7h7d7c")),
    ),
    *choose(
        "soft_bombs",
        {
            "below_hard": (
                "再大的软炸也压不住硬炸；软炸之间、硬炸之间比点数。",
                "No soft bomb beats a hard one, whatever its rank; soft among soft and hard among hard go by rank.",
            ),
            "by_rank": (
                "软炸和硬炸只比点数，一样大压不住。",
                "Soft and hard bombs go by rank alone; equal never beats.",
            ),
        },
        surprise=("below_hard",),
        examples={
            "below_hard": (fails("2s2h2d7c", on="3s3h3d3c"), beats("3s3h3d3c", on="2s2h2d7c"), beats("5s7h7d7c", on="4s4h4d7s")),
            "by_rank": (beats("2s2h2d7c", on="3s3h3d3c"), fails("3s3h3d7c", on="3s3h3d3c")),
        },
    ),
    *choose(
        "wild_bomb",
        {
            "highest": ("癞子炸压所有软炸和硬炸，只输给王炸。", "The wild bomb beats every soft and hard bomb and loses to the rocket only."),
            "own_rank": (
                "四张癞子只是本点数的硬炸。",
                "Four wild cards are a hard bomb of their own rank, no more.",
            ),
        },
        examples={"highest": (beats("7s7h7d7c", on="2s2h2d2c"),), "own_rank": (fails("7s7h7d7c", on="2s2h2d2c"),)},
    ),
    say(
        "没有五张的炸弹：四张再加癞子不成牌型。",
        "There are no bombs of five: four of a rank and a wild card are no combination.",
        examples=(illegal("3s3h3d3c7h"),),
    ),
)  # fmt: skip
_DOUBLES: Final = (
    say(
        "每打出一个炸弹或王炸，所有人的输赢都翻倍，不管是谁打的。",
        "Every bomb and the rocket multiply the stakes for everybody, whoever played them.",
    ),
    amount(
        "hard_factor",
        "软炸 ×2；硬炸、癞子炸、王炸 ×{hard_factor}。",
        "A soft bomb counts ×2; a hard one, the wild bomb and the rocket ×{hard_factor}.",
    ),
)
_LAIZI_NOTES: Final = _NOTES | {
    Kind.SOFT_FOUR: Text("一到三张癞子", "one to three wild cards"),
    Kind.FOUR: Text("没有癞子", "no wild card"),
    Kind.WILD_FOUR: Text("四张癞子", "all four wild cards"),
}
_PARTS: Final = {one.key: one for one in DOUDIZHU.parts}

LAIZI: Final = Rulebook(
    parts=(
        _PARTS["goal"],
        _PARTS["auction"],
        part("wild", "癞子", "Wild cards", _WILD),
        part("order", "大小", "Order of cards", _ORDER),
        part(
            "shapes", "牌型", "Combinations",
            _RUNS, _BOMBS, _NO_BOMB, _DOUBLES, _JOKERS, _WINGS, shapes_table(_with_sevens, _LAIZI_NOTES),
        ),
        _PARTS["tricks"],
        part("score", "算分", "Scoring", _SCORE, landlord_table(doudizhu_laizi)),
        _PARTS["time"],
    ),
    blanks=common.blanks_of(doudizhu_laizi),
    names=names_of(_with_sevens),
    glossary=GLOSSARY,
    assumed=ASSUMED,
)  # fmt: skip
