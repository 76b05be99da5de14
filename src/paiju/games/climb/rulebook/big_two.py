"""锄大地 and 三两一, as players read it."""

from __future__ import annotations

from typing import Final

from paiju.games.climb.kinds import Kind
from paiju.games.climb.rulebook import common
from paiju.games.climb.rulebook.glossary import GLOSSARY
from paiju.games.climb.rulebook.rule_tables import big_two_bands, counted_bands, names_of, shapes_table, size_ladder
from paiju.games.climb.sheets.big_two import big_two
from paiju.games.climb.sheets.three_two_one import three_two_one
from paiju.games.messages import Text
from paiju.games.rulebook import Rulebook, beats, choose, fails, illegal, legal, part, say

_GOAL: Final = say(
    "四个人，{deck} 张牌，每人 {hand} 张。先出完的人赢，其他人按剩牌罚分。",
    "Four players, {deck} cards, {hand} each. Whoever runs out first wins; the others pay for the cards they keep.",
)
_OPENING: Final = say(
    "拿到 ♦3 的人先出，第一手必须带上 ♦3。",
    "The holder of ♦3 leads, with ♦3 among the cards of the opening play.",
    surprise=True,
)
_TIME: Final = part("time", "时间和下一局", "Time and the next deal", common.TIME, common.NEXT_FIRST)

BIG_TWO: Final = Rulebook(
    parts=(
        part("goal", "目标", "The aim", _GOAL, _OPENING),
        part(
            "order", "大小", "Order of cards",
            say("{order}。2 最大。", "{order}. Twos are high."),
            common.SUITS_DECIDE,
        ),
        part(
            "shapes", "牌型", "Combinations",
            say(
                "只能出 1、2、3 或 5 张；跟牌张数要相同。",
                "Only one, two, three or five cards may be played; follow with as many.",
                when={"four_bare": False},
                surprise=True,
                examples=(illegal("5s5h5d5c"), illegal("4s4h5d5c")),
            ),
            choose(
                "four_bare",
                {
                    True: (
                        "四张一样的可以单独出，是四张牌的牌型，只和四张比。",
                        "Four of a kind may be played alone: a combination of four cards, which beats only lower fours.",
                    ),
                    False: ("四张一样的要带一张才能出（金刚）。", "Four of a kind is played with a fifth card only."),
                },
                surprise=(True,),
                examples={True: (legal("5s5h5d5c"), fails("5s5h5d5c", on="AsAhAd"))},
            ),
            say(
                "没有炸弹；五张牌之间先比牌型，再比大小。",
                "There are no bombs; five cards are compared by combination first, then by the head.",
                surprise=True,
                examples=(beats("3d6d8dJdKd", on="TsJhQdKcAs"), beats("3s3h3d4c4s", on="4d6d9dKd2d")),
            ),
            say(
                "顺子可以是 A2345、23456，一直到 10JQKA；JQKA2 这样绕过去的不行。",
                "Straights go from A2345 and 23456 up to 10JQKA; nothing runs round through K A 2.",
                examples=(legal("As2h3d4c5s"), illegal("JsQhKdAc2s")),
            ),
            choose(
                "straight_head",
                {
                    "greatest_card": (
                        "顺子比其中最大的一张：带 2 的顺子都按 2 算。",
                        "A straight counts by its greatest card: with a 2 in it, by the 2.",
                    ),
                    "sequence_top": (
                        "顺子比顺序里的末张：A2345 按 5 算。",
                        "A straight counts by its last card in sequence: A2345 by the 5.",
                    ),
                },
                when={"straight_order": "by_head"},
                surprise=("greatest_card",),
                examples={
                    "greatest_card": (beats("As2h3d4c5s", on="TsJhQdKcAh"),),
                    "sequence_top": (fails("As2h3d4c5s", on="TsJhQdKcAh"),),
                },
            ),
            choose(
                "straight_head",
                {
                    "greatest_card": ("其余顺子比最大的一张。", "All other straights count by their greatest card."),
                    "sequence_top": ("其余顺子比顺序里的末张。", "All other straights count by their last card in sequence."),
                },
                when={"straight_order": "a2345_top"},
            ),
            choose(
                "straight_order",
                {
                    "by_head": ("顺子之间只按头牌比大小。", "Straights are compared by their head alone."),
                    "a2345_top": (
                        "A2345 是最大的顺子，23456 其次，其余按头牌。",
                        "A2345 is the greatest straight, 23456 the next; the others by their head.",
                    ),
                },
                surprise=("a2345_top",),
                examples={"a2345_top": (beats("As2h3d4c5s", on="2s3h4d5c6s"), beats("2s3h4d5c6s", on="TsJhQdKcAh"))},
            ),
            shapes_table(big_two, {
                Kind.FLUSH: Text("比最大的一张", "by the greatest card"),
                Kind.FULL_HOUSE: Text("只比三张", "by the triple"),
                Kind.FOUR_SINGLE: Text("只比四张", "by the four"),
            }),
            size_ladder(big_two),
        ),
        part(
            "tricks", "出牌", "Playing",
            common.LEADING,
            common.TRICK_ENDS,
            choose(
                "pass_lock",
                {
                    True: ("不出之后，这一圈不能再出。", "A player who has passed is out until the [[trick]] ends."),
                    False: ("不出之后，轮到你还可以再出。", "Having passed does not lock you out: you may play when your turn comes again."),
                },
                surprise=(True,),
            ),
            choose(
                "top_when_one_left",
                {
                    True: (
                        "顶大：下家只剩一张时，你出单张必须出手里最大的。",
                        "When the next player has one card left, a single that you play must be your highest card.",
                    ),
                    False: ("下家只剩一张时，出什么也不受限制。", "A next player with one card left puts no limit on what you play."),
                },
                surprise=(True,),
            ),
            common.shortcut("以 ♠2 为首的单张、对子、三张和同花顺", "A single, pair, triple or straight flush headed by ♠2"),
        ),
        part(
            "score", "算分", "Scoring",
            say(
                "剩牌越多，每张罚得越重；人人之间结算差额，先出完的人罚分为零。",
                "The more cards you keep, the dearer each is. Everybody settles the difference with everybody; who ran "
                "out has no penalty.",
            ),
            choose(
                "two_penalty",
                {
                    "additive": ("手里剩 2 另外加罚，见下表。", "Each 2 kept costs extra, as the table says."),
                    "spade_doubles": (
                        "剩 8 张以上而且有 ♠2，罚分翻倍；别的 2 不加罚。",
                        "A player left with ♠2 and eight cards or more pays double; other twos cost nothing extra.",
                    ),
                    "none": ("剩 2 不加罚。", "Twos kept cost nothing extra."),
                },
                surprise=("additive", "spade_doubles"),
            ),
            big_two_bands(big_two),
        ),
        _TIME,
    ),
    blanks=common.blanks_of(big_two),
    names=names_of(big_two),
    glossary=GLOSSARY,
)  # fmt: skip

THREE_TWO_ONE: Final = Rulebook(
    parts=(
        part("goal", "目标", "The aim", _GOAL, _OPENING),
        part(
            "order", "大小", "Order of cards",
            say("{order}。2 最大。", "{order}. Twos are high."),
            common.SUITS_DO_NOT_MATTER,
            say(
                "A 和 2 在顺子里可以放最下面，也可以放最上面：A23 最小，KA2 最大；KA23 不行。",
                "In a run ace and two may stand at the bottom or at the top: A23 is the smallest, KA2 the greatest; KA23 is none.",
                surprise=True,
                examples=(beats("Ks2hAd", on="QsKhAc"), beats("2s3h4d", on="As2h3d"), illegal("KsAh2d3c")),
            ),
        ),
        part(
            "shapes", "牌型", "Combinations",
            say(
                "没有炸弹：四张一样的只压四张。",
                "There are no bombs: four of a kind beats only lower fours.",
                surprise=True,
                examples=(fails("3s3h3d3c", on="AsAhAd"),),
            ),
            say(
                "没有三带一，两对带一张也不行；三张要带一对（三两不一），或一对加一张（三两一）。",
                "No triple with a single card, no two pairs with one: a triple carries a pair, or a pair and one card more.",
                examples=(illegal("3s3h3d4c"), legal("3s3h3d4c4s"), legal("3s3h3d4c4s5h")),
            ),
            say(
                "三两一的单张可以和三张或一对同点数；夹的一张也可以是任何牌。",
                "The single of a three-two-one may repeat a rank; so may the card that a run carries.",
                examples=(legal("4s4h4d4c5s5h"), legal("3s3h4d4c4s5h5d")),
            ),
            say(
                "两个连着的三张有两种[[reading|读法]]：三顺或三两一，领出时要说明。",
                "Two triples in a row have two [[reading|readings]], a run of triples or a three-two-one: a leader must say which.",
                examples=(legal("KsKhKdQsQhQd"),),
            ),
            choose(
                "triple_run_beats_321",
                {
                    True: ("六张的三顺可以压三两一。", "A run of two triples also beats a three-two-one with a lower head."),
                    False: ("三顺压不了三两一，两者各比各的。", "A run of triples does not beat a three-two-one; each beats its own kind."),
                },
                surprise=(True,),
                examples={True: (beats("6s6h6d5s5h5d", on="4s4h4d3s3h7d"),)},
            ),
            choose(
                "allow_lower_reading",
                {
                    True: ("同一牌型可以声明较小的读法。", "A weaker reading of the same combination may be declared."),
                    False: ("同一牌型总是按最大的读法算。", "Of one combination the strongest reading always counts."),
                },
            ),
            shapes_table(three_two_one),
        ),
        part(
            "tricks", "出牌", "Playing",
            say(
                "禁止回打：不出之后，这个[[round|回合]]里不能再出。",
                "A pass locks you: who has passed may not come back in the same [[round]].",
                surprise=True,
            ),
            choose(
                "self_cover_keeps_round",
                {
                    True: (
                        "别人都不出之后，你领出的牌如果压过自己上一手，还是同一回合，别人继续锁住；出别的就开始新的回合。",
                        "When all others have passed and your next lead beats your own last play, the round goes on and the "
                        "others stay locked; any other lead begins a new round.",
                    ),
                    False: ("每次领出都开始新的回合，大家都解锁。", "Every lead begins a new round, and everybody is free again."),
                },
                surprise=(True,),
            ),
            common.LEADING,
            common.SAME_KIND,
            common.TRICK_ENDS,
            common.shortcut("以 2 为首的牌", "Whatever is headed by a 2"),
        ),
        part(
            "score", "算分", "Scoring",
            say("按剩牌张数罚分，赢家全收。", "Cards left cost points by their number; the winner takes them all."),
            counted_bands(three_two_one),
        ),
        _TIME,
    ),
    blanks=common.blanks_of(three_two_one),
    names=names_of(three_two_one),
    glossary=GLOSSARY,
)  # fmt: skip
