"""跑得快, told to players."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from paiju.games.climb.kinds import Kind
from paiju.games.climb.rulebook import common
from paiju.games.climb.rulebook.glossary import GLOSSARY
from paiju.games.climb.rulebook.rule_tables import names_of, shapes_table, shed_table
from paiju.games.climb.sheets.paodekuai import paodekuai
from paiju.games.messages import Text
from paiju.games.rulebook import Not, Rulebook, amount, beats, choose, fails, illegal, legal, part, say

_TIME: Final = (
    amount(
        "turn_timeout",
        "每步限时 {turn_timeout} 秒；超时替你出最小的一手，管不上就不出。",
        "{turn_timeout} seconds for each move; then your smallest play is made, or you pass if you have none.",
        when={"turn_timeout": Not(0), "must_beat": True},
    ),
    *(replace(clause, when={"must_beat": False, **clause.when}) for clause in common.TIME[:1]),
    *common.TIME[1:],
)
_LAST: Final = Text("只能是最后一手", "only as the last play")

PAODEKUAI: Final = Rulebook(
    parts=(
        part(
            "goal", "目标", "The aim",
            say(
                "三个人，{deck} 张牌，每人 {hand} 张，没有底牌。各打各的，先出完的人赢，其他人按剩牌付分。",
                "Three players, {deck} cards, {hand} each, nothing left over. Everybody plays alone: whoever runs out first wins, "
                "and the others pay for the cards they keep.",
            ),
            choose(
                "deck",
                {
                    "48": (
                        "一副牌去掉大小王、三个 2（留 ♠2）和 ♠A。",
                        "A deck without jokers, without three of the twos (♠2 stays) and without ♠A.",
                    ),
                    "45": (
                        "一副牌去掉大小王、三个 2（留 ♠2）、三个 A（留 ♦A）和 ♠K。",
                        "A deck without jokers, without three of the twos (♠2 stays), three of the aces (♦A stays) and ♠K.",
                    ),
                },
                surprise=("48", "45"),
            ),
            choose(
                "opening",
                {
                    "with_it": (
                        "拿到 ♠3 的人先出，第一手必须带上 ♠3。",
                        "The holder of ♠3 leads, with ♠3 among the cards of the opening play.",
                    ),
                    "holder": ("拿到 ♠3 的人先出，出什么都行。", "The holder of ♠3 leads, with any play."),
                },
                surprise=("with_it",),
            ),
            common.NO_SHUFFLE,
        ),
        part(
            "order", "大小", "Order of cards",
            say("{order}。2 只有一张，最大。", "{order}. There is one 2, the highest card."),
            common.SUITS_DO_NOT_MATTER,
        ),
        part(
            "shapes", "牌型", "Combinations",
            say(
                "三张要带两张，什么牌都行；飞机每个三张带两张。单出三张、三带一都不行。",
                "A triple carries two cards, any two; a plane carries two for each triple. A triple alone or with one card is nothing.",
                surprise=True,
                examples=(legal("9s9h9d3s3h"), legal("9s9h9d3sJh"), legal("5s5h5d6s6h6d3sJhKdKc")),
            ),
            choose(
                "last_hand",
                {
                    "follow": (
                        "最后一手牌不够带时，三张、飞机可以少带或不带，领出、跟牌都行，大小照样比。",
                        "As your last play a triple or plane may carry fewer cards or none, leading or following; it counts as if it were whole.",
                    ),
                    "lead": (
                        "最后一手领出时，三张、飞机可以少带或不带；跟牌不行。",
                        "As your last play a triple or plane may carry fewer cards or none, but only when you lead it.",
                    ),
                    "off": ("最后一手也要带够。", "Even a last play must carry all its cards."),
                },
                surprise=("follow", "lead"),
            ),
            say(
                "顺子至少五张，连对至少两对；都只能用 3 到 A，2 不能连。",
                "A straight has at least five cards, a run of pairs at least two; both go from 3 to A, never through the 2.",
                examples=(legal("5s5h6d6c"), illegal("JsQhKdAc2s")),
            ),
            say(
                "四张一样的是[[bomb]]，压一切不是炸弹的牌，炸弹之间比点数。",
                "Four of a kind is a [[bomb]]: it beats everything that is no bomb, and a higher bomb beats a lower one.",
                examples=(beats("3s3h3d3c", on="TsJhQdKcAh"), beats("4s4h4d4c", on="3s3h3d3c")),
            ),
            choose(
                "ace_bomb",
                {
                    True: ("三个 A 也是炸弹，比什么都大。", "Three aces are a bomb too, above all others."),
                    False: ("三个 A 不是炸弹。", "Three aces are no bomb."),
                },
                when={"deck": "48"},
                surprise=(True,),
                examples={True: (beats("AhAdAc", on="KsKhKdKc"),)},
            ),
            choose(
                "fours",
                {
                    "bomb": ("四张不能带牌。", "Four of a kind carries nothing.",),
                    "with_two": (
                        "四张也可以带两张，这时不是炸弹，只压更小的四带二。",
                        "Four of a kind may also carry two cards: that is no bomb and beats only a lower four with two.",
                    ),
                    "with_three": (
                        "四张也可以带三张，这时不是炸弹，只压更小的四带三。",
                        "Four of a kind may also carry three cards: that is no bomb and beats only a lower four with three.",
                    ),
                },
                surprise=("with_two", "with_three"),
                examples={
                    "bomb": (illegal("7s7h7d7c3sJhKd"),),
                    "with_two": (legal("7s7h7d7c3sJh"), fails("7s7h7d7c3sJh", on="3s3h3d3c")),
                    "with_three": (legal("7s7h7d7c3sJhKd"), fails("7s7h7d7c3sJhKd", on="3s3h3d3c")),
                },
            ),
            shapes_table(paodekuai, dict.fromkeys((Kind.TRIPLE, Kind.TRIPLE_SINGLE, Kind.TRIPLE_RUN, Kind.PLANE_FEWER), _LAST)),
        ),
        part(
            "tricks", "出牌", "Playing",
            choose(
                "must_beat",
                {
                    True: (
                        "有大必压：[[follow|跟牌]]时管得上就必须管，炸弹也算；管不上才能不出。",
                        "Who [[follow|follows]] and can beat the play must, with a bomb if nothing else does; only who cannot may pass.",
                    ),
                    False: ("[[follow|跟牌]]时管得上也可以不出。", "Who [[follow|follows]] may pass even with something better in hand."),
                },
                surprise=(True,),
            ),
            say("[[lead]]的人必须出牌，什么牌型都行。", "The player who [[lead|leads]] must play, any combination."),
            common.SAME_KIND,
            common.TRICK_ENDS,
            choose(
                "top_when_one_left",
                {
                    True: (
                        "报单：下家只剩一张时，你出单张必须出手里最大的。",
                        "When the next player has one card left, a single that you play must be your highest card.",
                    ),
                    False: ("下家只剩一张时，出什么也不受限制。", "A next player with one card left puts no limit on what you play."),
                },
                surprise=(True,),
            ),
            common.shortcut("最大的炸弹", "The highest bomb"),
        ),
        part(
            "score", "算分", "Scoring",
            amount("base", "剩一张付 {base} 分，都付给赢家。", "Each card left costs {base}, paid to the winner.", when={"last_free": False}),
            amount(
                "base",
                "剩几张付几张的分，每张 {base} 分，都付给赢家；只剩一张的不付。",
                "Each card left costs {base}, paid to the winner; a player with one card left pays nothing.",
                when={"last_free": True},
            ),
            choose(
                "last_free",
                {
                    True: ("只剩一张叫保本。", "One card left is a narrow escape."),
                    False: ("只剩一张也照付。", "One card left is paid for like any other."),
                },
            ),
            amount(
                "shut",
                "一张没出的人付 {shut} 倍。",
                "A player who never played a card pays {shut} times as much.",
                when={"shut": Not(1)},
                surprise=True,
            ),
            amount("shut", "一张没出的人也按张数付。", "A player who never played pays by the card like everybody.", when={"shut": 1}),
            choose(
                "bombs_paid",
                {
                    "unbeaten": (
                        "打出炸弹而且没被更大的炸弹压住，其他每家都付他炸弹分，赢家也要付。",
                        "For a bomb that no higher bomb beat, every other player pays its owner, the winner too.",
                    ),
                    "every": (
                        "每打出一个炸弹，其他每家都付他炸弹分，被压住的也算。",
                        "For every bomb, beaten or not, every other player pays its owner, the winner too.",
                    ),
                    "none": ("炸弹不另外算分。", "Bombs bring no points of their own."),
                },
                surprise=("unbeaten", "every"),
            ),
            amount(
                "bomb",
                "每个炸弹每家付 {bomb} × 每张的分。",
                "A bomb is worth {bomb} times what a card costs, from each.",
                when={"bombs_paid": Not("none")},
            ),
            shed_table(paodekuai),
        ),
        part("time", "时间和下一局", "Time and the next deal", _TIME, common.NEXT_FIRST),
    ),
    blanks=common.blanks_of(paodekuai),
    names=names_of(paodekuai),
    glossary=GLOSSARY,
)  # fmt: skip
