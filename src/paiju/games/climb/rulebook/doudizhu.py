"""斗地主, its extended form and the game for four, as players read it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from paiju.games.climb.kinds import Kind
from paiju.games.climb.rulebook import common
from paiju.games.climb.rulebook.glossary import GLOSSARY
from paiju.games.climb.rulebook.rule_tables import landlord_table, names_of, shapes_table
from paiju.games.climb.sheets.doudizhu import doudizhu, doudizhu_x
from paiju.games.climb.sheets.doudizhu_2p import doudizhu_2p
from paiju.games.climb.sheets.doudizhu_4p import doudizhu_4p
from paiju.games.messages import Text
from paiju.games.rulebook import Clause, Not, Rulebook, amount, beats, choose, fails, illegal, legal, part, say

_GOAL: Final = say(
    "三个人，{deck} 张牌。[[landlord]]一个人打两个[[farmer|农民]]；哪一方先有人出完牌，哪一方赢。",
    "Three players, {deck} cards. The [[landlord]] plays alone against two [[farmer|farmers]]; the side of whoever "
    "first runs out of cards wins.",
)
_DEAL: Final = say(
    "每人 {hand} 张，留 {kitty} 张[[kitty]]。地主拿走底牌，手里共 {landlord_hand} 张，由他先出；底牌大家都看得见。",
    "{hand} cards each and {kitty} [[kitty]]. The landlord takes them, has {landlord_hand} and leads; all may see them.",
)
_AUCTION: Final = choose(
    "bidding",
    {
        "rob": (
            "依次问每人一次：第一个要的人叫地主，后面要的人是[[rob|抢]]，每抢一次[[stakes]]翻一倍。"
            "有人抢，最先叫的人还能再抢回来一次；他不抢，地主就是最后抢的人。",
            "Each is asked once: the first to say yes calls, everyone later who says yes [[rob|robs]], and each rob "
            "doubles the [[stakes]]. If somebody robbed, the first caller may rob back once; if not, the last robber is "
            "landlord.",
        ),
        "score": (
            "依次[[bid]]一次：不叫，或叫 1、2、3 分，要比前面都高；叫 3 分立刻结束，最高的人当地主，叫的分就是底数。",
            "Each [[bid|bids]] once: no, or 1, 2 or 3, higher than all before; 3 ends it. The highest is landlord, and "
            "the bid is what is played for.",
        ),
    },
)
_ROBS: Final = say(
    "叫了地主还会被[[rob|抢]]：每抢一次，输赢翻一倍。",
    "A call may be [[rob|robbed]], and every rob doubles what is won and lost.",
    when={"bidding": "rob"},
    surprise=True,
)
_ASKED: Final = choose(
    "first_asked",
    {
        "random": ("谁先叫由随机决定。", "Chance decides who is asked first."),
        "face_up_card": (
            "发牌时翻一张明牌，拿到它的人先叫。",
            "One card is dealt face up; whoever gets it is asked first.",
        ),
    },
)
_NOBODY: Final = (
    amount(
        "max_redeals",
        "没人要就重新发牌；连续第 {max_redeals} 副还没人要时不再重发。",
        "If nobody wants it, cards are dealt again, but for deal number {max_redeals} in a row.",
        when={"max_redeals": Not(1)},
    ),
    amount(
        "max_redeals", "没人要时不重新发牌。", "If nobody wants it, cards are not dealt again.", when={"max_redeals": 1}
    ),
    *choose(
        "no_call",
        {
            "force_first": (
                "一直没人叫，就由先问到的人当地主，倍数不变。",
                "If still nobody calls, whoever was asked first has to be landlord, at single stakes.",
            ),
            "abandon": (
                "一直没人叫，这一局就作罢，谁也不输不赢。",
                "If still nobody calls, the deal is void and nobody scores.",
            ),
        },
    ),
)
_DOUBLING: Final = choose(
    "doubling",
    {
        True: (
            "定下地主后，两个农民同时选择要不要加倍；有人加倍，地主可以对他再加倍。",
            "After the auction both farmers choose at the same moment whether to double; the landlord may redouble against those who did.",
        ),
        False: ("没有加倍这一步。", "There is no doubling after the auction."),
    },
    surprise=(True,),
)
_OPEN: Final = choose(
    "open_hand",
    {
        True: (
            "出牌前每人可以明牌：把手牌亮给所有人看，每有一家明牌，倍数再翻一倍。",
            "Before the first play each may lay the hand open for all to see; every open hand doubles the stakes.",
        ),
        False: ("没有明牌。", "Nobody plays with an open hand."),
    },
    surprise=(True,),
)
_ORDER: Final = (say("{order}。", "{order}."), common.SUITS_DO_NOT_MATTER)
_RUNS: Final = say(
    "顺子、连对、飞机只能用 3 到 A，2 和王不能连。",
    "Straights, runs of pairs and planes use 3 to A only: no 2 and no joker.",
    examples=(illegal("JsQhKdAc2s"), illegal("As2h3d4c5s")),
)
_BOMBS: Final = say(
    "[[bomb]]压一切不是炸弹的牌，炸弹之间比点数；[[rocket]]最大。",
    "A [[bomb]] beats everything that is no bomb, a higher bomb a lower one; the [[rocket]] beats all.",
    examples=(beats("5s5h5d5c", on="AsKhQdJcTs"), beats("RL", on="2s2h2d2c")),
)
_NO_BOMB: Final = say(
    "四带二不是炸弹，只能压更小的四带二，也会被炸弹压。",
    "Four with two is no bomb: it beats only a lower four with two, and any bomb beats it.",
    surprise=True,
    examples=(fails("6s6h6d6c7s8h", on="5s5h5d5c"), beats("5s5h5d5c", on="AsAhAdAc7s8h")),
)
_DOUBLES: Final = say(
    "每打出一个炸弹或王炸，所有人的输赢都翻一倍，不管是谁打的。",
    "Every bomb and the rocket double the stakes for everybody, whoever played them.",
    surprise=True,
)
_JOKERS: Final = say(
    "两张王只能当王炸，不算对子，三带二带不了。",
    "The two jokers are the rocket and never a pair: a triple cannot carry them.",
    surprise=True,
    examples=(illegal("5s5h5dRL"),),
)
_WINGS: Final = say(
    "[[wings|翅膀]]不能和主体同点数，不能是两张王，不能是四张一样的，也不能是和飞机连着的三张；两张一样的可以当两个单翅膀。",
    "[[wings|Wings]] may not repeat a rank of the body, be both jokers, four of a rank, or a triple next to the plane; "
    "two equal cards may be two single wings.",
    examples=(legal("5s5h5d6s6h6d7s7h"), illegal("5s5h5d6s6h6dRL"), illegal("5s5h5d5c6s6h6d7s")),
)
_SCORE: Final = (
    amount("base", "底分 {base}。", "The base is {base}.", when={"bidding": "rob"}),
    amount("base", "底分 {base}，再乘叫的分。", "The base is {base}, times the bid.", when={"bidding": "score"}),
    say(
        "每个农民输赢底分 × 倍数，地主的输赢是两个农民之和。",
        "Each farmer wins or loses the base times the stakes, the landlord the sum of both.",
    ),
    say(
        "[[spring]]：地主赢而农民一张没出。[[anti_spring]]：农民赢而地主只出过一手。都再翻一倍。",
        "[[spring|Spring]]: the landlord wins and no farmer ever played. [[anti_spring|Anti-spring]]: a farmer wins and "
        "the landlord played only once. Either doubles.",
    ),
    say(
        "加倍的农民与地主之间翻一倍，地主再加倍则翻两倍。",
        "Between the landlord and a farmer who doubled everything counts twice, redoubled four times.",
        when={"doubling": True},
    ),
)
_NOTES: Final = {
    Kind.TRIPLE_SINGLE: Text("只比三张", "compared by the triple"),
    Kind.FULL_HOUSE: Text("只比三张", "compared by the triple"),
    Kind.PLANE_SINGLES: Text("每个三张带一张", "each triple carries a card"),
    Kind.PLANE_PAIRS: Text("每个三张带一对", "each triple carries a pair"),
    Kind.FOUR_SINGLES: Text("不是炸弹", "no bomb"),
    Kind.FOUR_PAIRS: Text("不是炸弹", "no bomb"),
}
_TRICKS: Final = (
    common.LEADING,
    common.SAME_KIND,
    common.TRICK_ENDS,
    say(
        "不出之后，轮到你还可以再出。",
        "Having passed does not lock you out: you may play when your turn comes again.",
    ),
    *common.shortcut("王炸", "The rocket"),
)
_TIME: Final = part("time", "时间和下一局", "Time and the next deal", common.TIME, common.NEXT_ASKED)

DOUDIZHU: Final = Rulebook(
    parts=(
        part("goal", "目标", "The aim", _GOAL, _DEAL, common.NO_SHUFFLE),
        part("auction", "谁当地主", "Who is landlord", _ROBS, _ASKED, _AUCTION, _NOBODY, _DOUBLING, _OPEN),
        part("order", "大小", "Order of cards", _ORDER),
        part(
            "shapes", "牌型", "Combinations",
            _RUNS, _BOMBS, _NO_BOMB, _DOUBLES, _JOKERS, _WINGS, shapes_table(doudizhu, _NOTES),
        ),
        part("tricks", "出牌", "Playing", _TRICKS),
        part("score", "算分", "Scoring", _SCORE, landlord_table(doudizhu)),
        _TIME,
    ),
    blanks=common.blanks_of(doudizhu),
    names=names_of(doudizhu),
    glossary=GLOSSARY,
)  # fmt: skip

# --- extended --------------------------------------------------------------------------------------------------------

_FREE: Final = say(
    "飞机和四带二可以带任何牌：炸弹、两张王、和主体同点数的牌、连着的三张都行。",
    "Planes and fours may carry anything: a bomb, both jokers, cards of their own rank, a triple next to the plane.",
    surprise=True,
    examples=(legal("3s3h3d4s4h4dRL"), legal("4s4h4d3s3h3d5s5h5d5c"), legal("3s3h3d3c4s4h4d5s")),
)
_NO_BOMB_X: Final = (
    replace(_NO_BOMB, when={"x_triple_single_same_point": False}),
    replace(_NO_BOMB, when={"x_triple_single_same_point": True}, examples=_NO_BOMB.examples[1:]),
)
_BOMBS_X: Final = (
    replace(_BOMBS, when={"x_triple_single_same_point": False}),
    replace(_BOMBS, when={"x_triple_single_same_point": True}, examples=_BOMBS.examples[:1]),
)
_STILL: Final = say(
    "两张王还是不算一对；三带一、三带二的带法不变；带出去的炸弹不翻倍。",
    "Two jokers are still no pair; triples with a single or a pair are as ever; a bomb carried along doubles nothing.",
    examples=(illegal("4s4h4d4cRL5s5h"), illegal("3s3h3dRL")),
)
_TWO_WAYS: Final = say(
    "有些牌有两种[[reading|读法]]，领出时要选定一种再出；跟牌时按压得住的那一种。",
    "Some cards have two [[reading|readings]]: a leader must say which is meant; a follower's is the one that beats.",
    surprise=True,
    examples=(legal("4s4h4d4c3s3h3d3c"), legal("3s3h3d4s4h4d5s5h5d6s6h6d")),
)
_X_FOUR: Final = choose(
    "x_triple_single_same_point",
    {
        True: ("四张一样的也可以当三带一出，这时不是炸弹。", "Four of a kind may also be played as a triple with a single, and is then no bomb."),
        False: ("四张一样的只是炸弹，不能当三带一。", "Four of a kind is a bomb only, never a triple with a single."),
    },
    surprise=(True,),
    examples={False: (legal("4s4h4d4c"),)},
)  # fmt: skip
_LOWER: Final = choose(
    "allow_lower_reading",
    {
        True: ("同一牌型可以声明较小的读法。", "A weaker reading of the same combination may be declared."),
        False: ("同一牌型总是按最大的读法算。", "Of one combination the strongest reading always counts."),
    },
)

DOUDIZHU_X: Final = Rulebook(
    parts=(
        part("goal", "目标", "The aim", _GOAL, _DEAL, common.NO_SHUFFLE),
        part("auction", "谁当地主", "Who is landlord", _ROBS, _ASKED, _AUCTION, _NOBODY, _DOUBLING, _OPEN),
        part("order", "大小", "Order of cards", _ORDER),
        part(
            "shapes", "牌型", "Combinations",
            _FREE, _TWO_WAYS, _RUNS, _BOMBS_X, _NO_BOMB_X, _DOUBLES, _STILL, _X_FOUR, _LOWER, shapes_table(doudizhu_x, _NOTES),
        ),
        part("tricks", "出牌", "Playing", _TRICKS),
        part("score", "算分", "Scoring", _SCORE, landlord_table(doudizhu_x)),
        _TIME,
    ),
    blanks=common.blanks_of(doudizhu_x),
    names=names_of(doudizhu_x),
    glossary=GLOSSARY,
)  # fmt: skip

# --- for two ---------------------------------------------------------------------------------------------------------

_TWO_ROB: Final = {"bidding": "rob"}
_TWO_AUCTION: Final = (
    *choose(
        "bidding",
        {
            "rob": (
                "先问一家叫不叫，不叫再问另一家。有人叫了，对方可以[[rob|抢]]，然后轮流抢，直到有人不抢；最后要的人当地主。说过不叫的人不能再抢。",
                "One player is asked to call, then the other. After a call the two [[rob]] in turn until one of them says no; "
                "the last to say yes is landlord. A player who refused to call may not rob.",
            ),
            "score": (_AUCTION[1].text.zh, _AUCTION[1].text.en),
        },
    ),
    amount(
        "most_robs",
        "一共最多抢 {most_robs} 次。",
        "At most {most_robs} robs are made.",
        when=_TWO_ROB | {"most_robs": Not(0)},
    ),
    amount(
        "most_robs",
        "没有抢地主：叫的人就是地主。",
        "Nobody robs: who calls is landlord.",
        when=_TWO_ROB | {"most_robs": 0},
    ),
    *choose(
        "robs_double",
        {
            True: ("每抢一次，[[stakes]]翻一倍。", "Every rob doubles the [[stakes]]."),
            False: ("抢地主不翻倍。", "A rob does not double the [[stakes]]."),
        },
        when=_TWO_ROB,
    ),
)
_LET: Final = (
    amount(
        "let_each",
        "让牌：每抢一次，地主要多让农民 {let_each} 张。农民手里剩的不多于让的张数，就算赢了，不用出完。",
        "Every rob raises the number of cards that the farmer is let by {let_each}: with no more than that left in hand the "
        "farmer has won and need not play them.",
        when=_TWO_ROB | {"let_each": Not(0)},
        surprise=True,
    ),
    amount("let_each", "抢地主不让牌。", "Robs let the farmer nothing.", when=_TWO_ROB | {"let_each": 0}),
    amount(
        "let_first",
        "没人抢也先让 {let_first} 张。",
        "Even without a rob the farmer is let {let_first}.",
        when=_TWO_ROB | {"let_first": Not(0)},
        surprise=True,
    ),
    amount("let_first", "没人抢就不让牌。", "Without a rob nothing is let.", when=_TWO_ROB | {"let_first": 0}),
)
_TWO_DOUBLING: Final = choose(
    "doubling",
    {
        True: (
            "定下地主后，农民可以加倍；农民加了，地主可以再加倍。",
            "After the auction the farmer may double, and the landlord may redouble after that.",
        ),
        False: ("没有加倍这一步。", "There is no doubling after the auction."),
    },
    surprise=(True,),
)

DOUDIZHU_2P: Final = Rulebook(
    parts=(
        part(
            "goal", "目标", "The aim",
            say(
                "两个人，{deck} 张牌，[[landlord]]对[[farmer]]，先出完牌的赢。",
                "Two players, {deck} cards, [[landlord]] against [[farmer]]; whoever runs out first wins.",
            ),
            _DEAL,
            choose(
                "deck",
                {
                    "54": ("一副牌全用。", "The whole deck is used."),
                    "46": ("去掉四个 3 和四个 4。", "The threes and fours are taken out."),
                },
            ),
            amount("kitty", "底牌 {kitty} 张。", "There are {kitty} bottom cards."),
            say(
                "剩下的 {aside} 张不发，谁也看不到，所以不知道牌都在哪里。",
                "The other {aside} cards are not dealt and nobody sees them: what is not in sight may be out of play.",
                surprise=True,
            ),
            common.NO_SHUFFLE,
        ),
        part("auction", "谁当地主", "Who is landlord", _ASKED, _TWO_AUCTION, _LET, _NOBODY, _TWO_DOUBLING, _OPEN),
        part("order", "大小", "Order of cards", _ORDER),
        part(
            "shapes", "牌型", "Combinations",
            replace(_RUNS, examples=_RUNS.examples[:1]), _BOMBS, _NO_BOMB, _DOUBLES, _JOKERS, _WINGS, shapes_table(doudizhu_2p, _NOTES),
        ),
        part("tricks", "出牌", "Playing", _TRICKS),
        part(
            "score", "算分", "Scoring",
            _SCORE[:2],
            say("输赢都是底分 × 倍数。", "What is won and lost is the base times the stakes."),
            _SCORE[3],
            say(
                "加倍翻一倍，再加倍翻两倍。",
                "Doubled, everything counts twice; redoubled, four times.",
                when={"doubling": True},
            ),
            landlord_table(doudizhu_2p),
        ),
        _TIME,
    ),
    blanks=common.blanks_of(doudizhu_2p),
    names=names_of(doudizhu_2p),
    glossary=GLOSSARY,
)  # fmt: skip

# --- for four --------------------------------------------------------------------------------------------------------

_FOUR_SHAPES: Final[tuple[Clause, ...]] = (
    say(
        "只能带对子：没有三带一，没有飞机带单张，没有四带二。",
        "Only pairs are carried: no triple with a single, no plane with singles, no four with two.",
        surprise=True,
        examples=(illegal("3s3h3d4c"), legal("3s3h3d5c5s"), illegal("3s3h3d3c4c4s")),
    ),
    say(
        "炸弹有 4 到 8 张，张数多的大，张数相同比点数；四张王是天王炸弹，压一切。",
        "Bombs have four to eight cards: more cards win, then the rank; four jokers beat everything.",
        surprise=True,
        examples=(beats("3s3h3d3c3s", on="2s2h2d2c"), beats("RRLL", on="9s9h9d9c9s9h9d9c")),
    ),
    say(
        "两张小王是一对，两张大王是一对，一大一小什么也不是。",
        "Two small jokers are a pair and so are two big ones; one of each is nothing.",
        surprise=True,
        examples=(legal("LL"), beats("RR", on="LL"), illegal("RL")),
    ),
    say(
        "两副牌，同样的牌有两张；一样大压不住。",
        "With two decks every card is there twice; equal never beats.",
        examples=(fails("2s2h", on="2d2c"),),
    ),
    say(
        "飞机带的对子点数要各不相同，也不能和飞机相同；最多带一对王。",
        "The pairs of a plane are of different ranks, none of the plane's own, and at most one is a pair of jokers.",
        examples=(legal("3s3h3d4s4h4d5s5hLL"), illegal("3s3h3d4s4h4dRRLL")),
    ),
    _RUNS,
)
DOUDIZHU_4P: Final = Rulebook(
    parts=(
        part(
            "goal", "目标", "The aim",
            say(
                "四个人，两副牌 {deck} 张。[[landlord]]一个人打三个[[farmer|农民]]；哪一方先有人出完牌，哪一方赢。",
                "Four players, two decks of together {deck} cards. The [[landlord]] plays alone against three "
                "[[farmer|farmers]]; the side of whoever first runs out of cards wins.",
            ),
            _DEAL,
            common.NO_SHUFFLE,
        ),
        part(
            "auction", "谁当地主", "Who is landlord",
            _ASKED,
            say(
                "依次[[bid]]一次：不叫，或叫 1、2、3 分，要比前面都高；叫 3 分立刻结束，最高的人当地主。",
                "Each [[bid|bids]] once: no, or 1, 2 or 3, higher than all before; 3 ends it and the highest is landlord.",
            ),
            _NOBODY,
        ),
        part("order", "大小", "Order of cards", _ORDER),
        part("shapes", "牌型", "Combinations", _FOUR_SHAPES, shapes_table(doudizhu_4p, _NOTES)),
        part(
            "tricks", "出牌", "Playing",
            common.LEADING, common.SAME_KIND, common.TRICK_ENDS, common.shortcut("天王炸弹", "Four jokers"),
        ),
        part(
            "score", "算分", "Scoring",
            say(
                "每个农民输赢叫分 × 倍数，地主是三家之和。",
                "Each farmer wins or loses the bid times the stakes, the landlord the sum of all three.",
            ),
            say(
                "6、7 张的炸弹倍数 ×2，8 张的和天王炸弹 ×3；4、5 张的炸弹不加倍。",
                "A bomb of 6 or 7 cards doubles the stakes, one of 8 and the four jokers triple them; bombs of 4 and 5 do not.",
                surprise=True,
            ),
            say(
                "[[spring]]和[[anti_spring]]各再翻一倍。",
                "[[spring|Spring]] and [[anti_spring]] double once more.",
            ),
            landlord_table(doudizhu_4p),
        ),
        _TIME,
    ),
    blanks=common.blanks_of(doudizhu_4p),
    names=names_of(doudizhu_4p),
    glossary=GLOSSARY,
)  # fmt: skip
