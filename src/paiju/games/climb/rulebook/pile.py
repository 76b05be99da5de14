"""五瓜皮, 七鬼五二一 and 七鬼五二三, as players read it."""

from __future__ import annotations

from typing import Any, Final

from paiju.games.climb.rulebook import common
from paiju.games.climb.rulebook.glossary import GLOSSARY
from paiju.games.climb.rulebook.rule_tables import Sheet, names_of, shapes_table, size_ladder
from paiju.games.climb.sheets.pile import qigui_521, qigui_523, wuguapi
from paiju.games.messages import Text
from paiju.games.rulebook import (
    Cell,
    Part,
    Rulebook,
    RuleTable,
    amount,
    beats,
    choose,
    fails,
    illegal,
    legal,
    part,
    say,
)

_GOAL: Final = say(
    "{players} 个人，{deck} 张牌。边打边摸，赢一圈就收这圈里的分，分最多的人赢。",
    "{players} players, {deck} cards. Play and draw; winning a trick [[capture|captures]] its points, and most points win.",
)
_NOT_FIRST: Final = choose(
    "rank_by",
    {
        "points": (
            "先出完不等于赢，名次看收了多少分。",
            "Running out first does not win: captured points decide the ranking.",
        ),
        "finish": ("名次按出完的先后排，不看分。", "The ranking goes by who runs out first, not by points."),
    },
    surprise=("points", "finish"),
)
_OPENING: Final = say(
    "发到最小一张牌的人先出，第一手必须带上它；大小一样看花色，♦ 最小。",
    "Whoever was dealt the smallest card leads, with that card in the opening play; equal ranks go by suit, ♦ lowest.",
)


def _points(sheet: Sheet) -> Any:
    """Which cards are worth points."""

    def made(options: Any) -> RuleTable:
        drawing = sheet(options).drawing
        assert drawing is not None
        rows = tuple(
            (
                Cell(cards=tuple(f"{rank.letter}{suit}" for suit in "shcd")),
                Cell(Text(f"各 {worth} 分", f"{worth} each")),
            )
            for rank, worth in drawing.points
        )
        return RuleTable((Text("牌", "cards"), Text("分", "points")), rows)

    return made


def _play(sheet: Sheet, zh: str, en: str) -> tuple[Part, ...]:
    """Tricks, drawing, points and time, the same in all three games."""
    return (
        part(
            "tricks", "出牌和摸牌", "Playing and drawing",
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
            common.shortcut(zh, en),
            amount(
                "hand_size",
                "每人 {hand_size} 张，其余是[[pile]]；每圈之后从牌堆补到 {hand_size} 张，直到摸完。",
                "{hand_size} cards each, the rest is the [[pile]]; after each trick hands are filled up to {hand_size} "
                "until it is empty.",
            ),
            choose(
                "draw_order",
                {
                    "fill_winner_first": (
                        "赢家先补满，其他人再依次补；牌堆快完时可能轮不到你。",
                        "The winner fills up first, then the others in turn: near the end of the pile there may be none left for you.",
                    ),
                    "one_each": ("从赢家起一人一张轮流摸。", "Cards are drawn one each in turn, the winner first."),
                },
            ),
            say(
                "补完由赢家领出；他没有牌了，就由下一个有牌的人[[jiefeng]]。",
                "The winner leads; a winner without cards is followed by the next player who has some ([[jiefeng]]).",
            ),
            say(
                "牌堆摸完以后才算出完；到最多一人手里有牌时，这局结束。",
                "Only with the pile empty does running out count; the deal ends when one player at most holds cards.",
            ),
        ),
        part(
            "score", "算分", "Scoring",
            say(
                "全副共 100 分，赢一圈的人得到这圈所有牌的分，包括自己出的。",
                "There are 100 points in the deck; the winner of a trick gets the points of all its cards, their own too.",
            ),
            choose(
                "final_trick_scored",
                {
                    True: ("最后没打完的一圈，分归最后出牌的人。", "The unfinished last trick goes to the owner of its last play."),
                    False: ("最后没打完的一圈，分不算。", "The points of the unfinished last trick go to nobody."),
                },
            ),
            choose(
                "leftover_points",
                {
                    "nobody": ("手里剩下的分不归任何人。", "Points left in hand go to nobody."),
                    "first_finisher": ("手里剩下的分归第一个出完的人。", "Points left in hand go to whoever ran out first."),
                    "owner": ("手里剩下的分归自己。", "Points left in hand are their holder's."),
                },
                surprise=("first_finisher", "owner"),
            ),
            choose(
                "settlement",
                {
                    "points": ("得分就是收到的分。", "Your score is what you captured."),
                    "zero_sum": (
                        "零和结算：人数 × 自己的分 − 所有人的分之和。",
                        "Zero-sum: the number of players times your points, less the points of all.",
                    ),
                },
            ),
            _points(sheet),
        ),
        part("time", "时间和下一局", "Time and the next deal", common.TIME, common.NEXT_FIRST),
    )  # fmt: skip


WUGUAPI: Final = Rulebook(
    parts=(
        part("goal", "目标", "The aim", _GOAL, _NOT_FIRST, _OPENING),
        part(
            "order", "大小", "Order of cards",
            say("{order}。", "{order}."),
            say(
                "5 是最大的普通牌，4、3、2 也都大过 A；6 最小。",
                "The 5 is the highest plain card, and 4, 3 and 2 are above the ace too; the 6 is lowest.",
                surprise=True,
                examples=(beats("5d", on="4s"), fails("6d6c", on="KdKc")),
            ),
            common.SUITS_DECIDE,
        ),
        part(
            "shapes", "牌型", "Combinations",
            say(
                "张数相同，先比牌型，再比大小；见下面的梯子。",
                "With as many cards the combination decides first, then the head; the ladder is below.",
                examples=(beats("6d8d9d", on="QdKcAh"), beats("6d6c6h", on="2s3sKs")),
            ),
            say(
                "顺子比其中最大的一张：有 5 就按 5 算，456 和 567 一样大，再看那张 5 的花色。",
                "A straight counts by its greatest card: with a 5 in it by the 5, so 456 and 567 differ by the suit of the 5 only.",
                surprise=True,
                examples=(beats("4d5c6h", on="6d7c8h"), illegal("KdAc2h")),
            ),
            say(
                "鬼不能当别的牌用。", "Jokers are not wild.", examples=(illegal("6d6c6hL"),),
            ),
            choose(
                "joker_carry",
                {
                    True: ("葫芦的一对可以是两张鬼，金刚的单张可以是一张鬼。", "The pair of a full house may be both jokers, the odd card of a four may be one."),
                    False: ("葫芦和金刚都不能带鬼。", "Neither a full house nor a four may carry jokers."),
                },
                examples={True: (legal("6d6c6hRL"),), False: (illegal("6d6c6hRL"),)},
            ),
            shapes_table(wuguapi),
            size_ladder(wuguapi),
        ),
        *_play(wuguapi, "大王、对鬼和以 ♠5 为首的同花顺", "The big joker, both jokers, and a straight flush headed by ♠5"),
    ),
    blanks=common.blanks_of(wuguapi),
    names=names_of(wuguapi),
    glossary=GLOSSARY,
)  # fmt: skip


def _qigui(sheet: Sheet, zh: str, en: str, *examples: Any) -> Rulebook:
    return Rulebook(
        parts=(
            part("goal", "目标", "The aim", _GOAL, _NOT_FIRST, _OPENING),
            part(
                "order", "大小", "Order of cards",
                say("{order}。", "{order}."),
                say(f"{zh}。", f"{en}.", surprise=True, examples=(beats("7d", on="R"), *examples)),
                common.SUITS_DECIDE,
            ),
            part(
                "shapes", "牌型", "Combinations",
                say(
                    "没有顺子，没有同花，没有葫芦：只能出单张、对子、三张、四张。",
                    "No straights, no flushes, no full houses: only singles, pairs, triples and fours.",
                    surprise=True,
                    examples=(illegal("8d9dTd"), illegal("5d5c5h6d6c")),
                ),
                say(
                    "四张不是炸弹，只压四张；跟牌张数必须相同。",
                    "Four of a kind is no bomb and beats only fours; follow with as many cards.",
                    surprise=True,
                    examples=(fails("6d6c6h6s", on="AdAcAh"),),
                ),
                say(
                    "两张鬼是一对：小于 77，大于 55。",
                    "The two jokers are a pair, below 77 and above 55.",
                    surprise=True,
                    examples=(beats("RL", on="5s5h"), beats("7d7c", on="RL")),
                ),
                say("鬼不能当别的牌用。", "Jokers are not wild.", examples=(illegal("L7d"),)),
                shapes_table(sheet),
            ),
            *_play(sheet, "以 ♠7 为首的牌", "Whatever is headed by ♠7"),
        ),
        blanks=common.blanks_of(sheet),
        names=names_of(sheet),
        glossary=GLOSSARY,
    )  # fmt: skip


QIGUI_521: Final = _qigui(
    qigui_521,
    "7 最大，比王还大；5 在 2 和 A 之上，3 最小",
    "Sevens are highest, above the jokers; fives are above twos and aces, threes lowest",
    fails("3d", on="4s"),
)
QIGUI_523: Final = _qigui(
    qigui_523,
    "7 最大，比王还大；5、2、3 在 A 之上，4 最小",
    "Sevens are highest, above the jokers; fives, twos and threes are above the ace, fours lowest",
    beats("3d", on="As"),
)
