"""掼蛋, as players read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from paiju.games.climb.kinds import Kind
from paiju.games.climb.levels import ACE, wild_of
from paiju.games.climb.rulebook import common
from paiju.games.climb.rulebook.glossary import GLOSSARY
from paiju.games.climb.rulebook.rule_tables import levels_table, names_of, shapes_table
from paiju.games.climb.sheets.guandan import guandan, level_name
from paiju.games.messages import Text
from paiju.games.rulebook import Not, Rulebook, amount, beats, choose, fails, illegal, legal, part, say

_LONG: Final = "4s5h6d7c8s9h"
_BELOW_ACE: Final = {"level": Not(ACE)}


def _blanks(options: Any) -> Mapping[str, object]:
    wild = wild_of(options.level)
    name = level_name(options.level)
    return {
        **common.blanks_of(guandan)(options),
        "level_name": name,
        "rank": wild.rank.letter,
        "wild": str(wild),
        "wild_name": f"♥{name}",
        "return_name": level_name(options.return_max_rank),
        "reset_name": level_name(options.a_fail_reset),
        "lead_seat": str(options.first_lead)[-1:],
    }


GUANDAN: Final = Rulebook(
    parts=(
        part(
            "goal", "目标", "The aim",
            say(
                "四个人，对家是搭档，两副牌 {deck} 张，每人 {hand} 张。先出完的一队升级，从 2 打到 A，先过 A 的一队赢得全场。",
                "Four players, partners sit opposite; two decks, {deck} cards, {hand} each. The team that runs out first "
                "climbs levels from 2 to A, and whoever passes A wins the match.",
            ),
            say(
                "谁先出完谁是头游；同一队的两个人都出完，这副就结束，其余的人按座位排名。",
                "First out is number one; the deal is over as soon as both of a team are out, and the rest are ranked in turn order.",
            ),
        ),
        part(
            "order", "大小", "Order of cards",
            say("单独比：{order}。", "Alone: {order}."),
            say(
                "这一副打 {level_name}：所有的 {level_name} 都是[[level]]，单独比时大过 A，小过王。",
                "This deal is played at {level_name}: every {level_name} is a [[level]] and alone ranks above the ace, below the jokers.",
                when=_BELOW_ACE,
                surprise=True,
                examples=(beats("{rank}s", on="As"),),
            ),
            say(
                "这一副打 A：A 就是[[level]]。",
                "This deal is played at A: aces are the [[level|level cards]].",
                when={"level": ACE},
                surprise=True,
            ),
            say(
                "{wild_name}（两张）是[[wild]]，可以当王以外的任何牌；单出就是一张级牌。",
                "The two {wild_name} are [[wild|wild cards]]: they stand for anything but a joker. Alone they are level cards.",
                surprise=True,
                examples=(legal("8s8d{wild}"), legal("5s6s7s8s{wild}")),
            ),
            say(
                "在顺子、连对、钢板里，级牌回到原来的位置；A 可以在 2 下面，也可以在 K 上面。",
                "In runs level cards take their natural place, and the ace stands below the 2 or above the king.",
            ),
            choose(
                "single_two_high",
                {
                    True: ("单张的 2 总是大过 A；对 2 仍然最小。", "A single 2 is always above an ace; a pair of 2s is still the lowest."),
                    False: ("2 平时最小，只有打 2 的时候才大。", "Twos are lowest, except when the level is 2."),
                },
                surprise=(True,),
            ),
            common.SUITS_DO_NOT_MATTER,
        ),
        part(
            "shapes", "牌型", "Combinations",
            say(
                "炸弹由小到大：{bombs}。",
                "Bombs from weak to strong: {bombs}.",
            ),
            say(
                "[[straight_flush]]也是[[bomb]]：大过 5 张的炸弹，小过 6 张的。",
                "A [[straight_flush]] is a [[bomb]]: above five of a kind, below six.",
                surprise=True,
                examples=(beats("5s6s7s8s9s", on="3s3h3d3c3s"),),
            ),
            amount(
                "max_bomb_size",
                "炸弹最多 {max_bomb_size} 张（逢人配可以凑数）。",
                "A bomb has at most {max_bomb_size} cards, wild cards counted in.",
            ),
            choose(
                "bomb_level_elevated",
                {
                    True: ("级牌的炸弹大过 A 的炸弹。", "A bomb of level cards is above one of aces."),
                    False: ("级牌的炸弹按原来的点数比，小过 A 的炸弹。", "A bomb of level cards counts by its natural rank, below one of aces."),
                },
                when=_BELOW_ACE,
                surprise=(False,),
                examples={
                    True: (beats("{rank}s{rank}d{rank}c{rank}s", on="AsAhAdAc"),),
                    False: (fails("{rank}s{rank}d{rank}c{rank}s", on="AsAhAdAc"),),
                },
            ),
            choose(
                "bomb_level_elevated",
                {
                    True: ("级牌的炸弹在同样张数里最大。", "A bomb of level cards is the highest of its size."),
                    False: ("级牌的炸弹按原来的点数比。", "A bomb of level cards counts by its natural rank."),
                },
                when={"level": ACE},
            ),
            choose(
                "long_sequences",
                {
                    True: (
                        "顺子、连对、钢板可以更长：6 张以上的顺子也算。",
                        "Runs may be longer than usual: straights of six and more, more pairs, more triples.",
                    ),
                    False: (
                        "顺子正好 5 张，三连对正好 3 对，钢板正好 2 个三张，不能更长。",
                        "Straights have exactly five cards, runs of pairs three pairs, runs of triples two: never longer.",
                    ),
                },
                surprise=(True,),
                examples={True: (legal(_LONG),), False: (illegal(_LONG),)},
            ),
            choose(
                "sequence_length_must_match",
                {
                    True: ("跟顺子、连对、钢板，张数必须相同。", "A run is beaten only by one of its own length."),
                    False: ("长的可以压短的：先比顶上的牌，再比张数。", "A longer run may beat a shorter one: the top decides, then the length."),
                },
                when={"long_sequences": True},
                surprise=(False,),
                examples={True: (fails(_LONG, on="4s5h6d7c8s"),), False: (beats(_LONG, on="4s5h6d7c8s"),)},
            ),
            choose(
                "sequence_length_must_match",
                {
                    True: ("跟顺子、连对、钢板，张数必须相同。", "A run is beaten only by one of its own length."),
                    False: ("顺子的长度都一样，只比顶上的牌。", "All runs of a kind are equally long, so their top decides."),
                },
                when={"long_sequences": False},
            ),
            choose(
                "mixed_joker_pair",
                {
                    True: ("一张大王一张小王也是对子，和一对大王一样大。", "One big and one small joker are a pair, worth as much as two big ones."),
                    False: ("一张大王一张小王不是对子。", "One big and one small joker are no pair."),
                },
                surprise=(True,),
                examples={True: (legal("RL"), fails("RR", on="RL")), False: (illegal("RL"), beats("RR", on="LL"))},
            ),
            choose(
                "full_house_joker_pair",
                {
                    True: ("三带二可以带一对王。", "A triple may carry a pair of jokers."),
                    False: ("三带二不能带王。", "A triple may not carry jokers."),
                },
                examples={True: (legal("9s9h9dLL"),), False: (illegal("9s9h9dLL"),)},
            ),
            choose(
                "wild_flush_as_straight",
                {
                    True: ("逢人配凑成的同花顺可以声明成普通顺子。", "A one-suit run with a wild card may be declared a plain straight."),
                    False: ("其余的牌同花色时，逢人配凑成的顺子一定是同花顺。", "If the natural cards of a run share a suit, a wild card makes it a straight flush, and nothing else."),
                },
            ),
            say(
                "几张牌有几种[[reading|读法]]时，可以自己选；不选就按此时最大的一种。",
                "Where cards have several [[reading|readings]] you may choose; if you do not, the strongest that may be played counts.",
                examples=(legal("4d4s5d5s{wild}{wild}"),),
            ),
            shapes_table(guandan, {
                Kind.FULL_HOUSE: Text("只比三张", "by the triple"),
                Kind.FOUR_JOKERS: Text("最大", "the highest"),
            }),
        ),
        part(
            "tricks", "出牌", "Playing",
            common.LEADING,
            choose(
                "pass_lock",
                {
                    True: ("不出之后，这一圈不能再出。", "A player who has passed is out until the [[trick]] ends."),
                    False: ("不出之后，轮到你还可以再出。", "Having passed does not lock you out: you may play when your turn comes again."),
                },
                surprise=(True,),
            ),
            common.TRICK_ENDS,
            choose(
                "jiefeng",
                {
                    "partner": ("赢这圈的人已经出完，由对家[[jiefeng]]领出。", "If the winner of a trick is out, the partner leads ([[jiefeng]])."),
                    "next": ("赢这圈的人已经出完，由下一个有牌的人领出。", "If the winner of a trick is out, the next player with cards leads."),
                },
                surprise=("next",),
            ),
            choose(
                "card_count_visibility",
                {
                    "at_most_10": ("别人剩多少张平时不公开，剩 10 张以下才报，每出一手都报。", "How many cards others hold is secret until ten or fewer are left; then it is announced after every play."),
                    "once_at_10": ("别人剩多少张平时不公开，剩到 10 张以下时报一次。", "How many cards others hold is secret; it is announced once, when ten or fewer are left."),
                    "always": ("每个人剩多少张一直看得见。", "How many cards everybody holds is always shown."),
                    "on_request": ("别人剩多少张平时不公开；轮到你时可以问牌，剩 10 张以下的要如实回答。", "How many cards others hold is secret; on your turn you may ask, and hands of ten or fewer must answer."),
                },
                surprise=("at_most_10", "once_at_10", "on_request"),
            ),
            choose(
                "turn_direction",
                {
                    "clockwise": ("画面上按顺时针出牌。", "On the screen play goes clockwise."),
                    "counterclockwise": ("画面上按逆时针出牌。", "On the screen play goes counter-clockwise."),
                },
            ),
        ),
        part(
            "tribute", "进贡", "Tribute",
            choose(
                "tribute",
                {
                    True: (
                        "从第二副起，出牌前要[[tribute]]：双下时两个输家都进贡，否则末游贡给头游。",
                        "From the second deal on [[tribute]] is paid first: after a first-and-second both losers pay, "
                        "otherwise the last pays the first.",
                    ),
                    False: ("不进贡；上一副的头游先出。", "There is no tribute; the first of the deal before leads."),
                },
                surprise=(False,),
            ),
            say(
                "贡出逢人配以外最大的一张，自己选花色；进贡一方合起来有两张大王，就[[resist]]。",
                "Pay the highest card, wild cards aside, choosing among suits; with both big jokers on the paying side there is [[resist]].",
                when={"tribute": True},
            ),
            amount(
                "return_max_rank",
                "收贡的人[[give_back|还]]一张不大于 {return_name} 的牌，级牌不能还。",
                "The receiver [[give_back|returns]] a card of at most {return_name}, not of the level.",
                when={"tribute": True, "return_rule": "capped"},
            ),
            amount(
                "return_max_rank",
                "还给对家的牌不能大于 {return_name}，级牌不能还。",
                "A card [[give_back|returned]] to one's partner is of at most {return_name}, not of the level.",
                when={"tribute": True, "return_rule": "own_side_capped"},
            ),
            choose(
                "return_rule",
                {
                    "capped": ("不管还给谁都有这个限制；没有这样的牌就还最小的。", "That limit holds towards everybody; without such a card one of the lowest is returned."),
                    "own_side_capped": ("还给对手时不限。", "Towards an opponent any card may be returned."),
                    "any": ("[[give_back]]可以是任何牌。", "Any card may be given as [[give_back]]."),
                },
                when={"tribute": True},
            ),
            choose(
                "partner_last_tribute",
                {
                    "last_pays": ("头游的对家是末游时，还是末游进贡。", "When the first's own partner is last, the last still pays."),
                    "third_pays": ("头游的对家是末游时，由三游进贡。", "When the first's own partner is last, the third pays instead."),
                },
                when={"tribute": True},
            ),
            choose(
                "equal_tribute",
                {
                    "seat": ("双贡的两张一样大，坐在头游下家的人的牌归头游。", "Of two equal payments that of the player next after the first goes to the first."),
                    "random": ("双贡的两张一样大，归谁由随机决定。", "Of two equal payments chance decides which goes to the first."),
                },
                when={"tribute": True},
            ),
            say("进贡和还贡的牌大家都看得见。", "Cards paid and returned are seen by all.", when={"tribute": True}),
            say(
                "给头游进贡的人先出；抗贡时头游先出。",
                "The one who paid to the first leads; without tribute the first does.",
                when={"tribute": True},
            ),
            choose(
                "first_lead",
                {
                    "draw": ("第一副由拿到翻出的明牌的人先出。", "The first deal is led by whoever is dealt a marked card."),
                    "random": ("第一副谁先出由随机决定。", "Chance decides who leads the first deal."),
                    **{
                        f"seat:{seat}": (f"第一副由座位 {seat + 1} 先出。", f"Seat {seat + 1} leads the first deal.")
                        for seat in range(4)
                    },
                },
            ),
        ),
        part(
            "match", "升级和过 A", "Levels and passing A",
            say(
                "头游的一队升级，下一副就打他们的新级；不能跳过 A。",
                "The team of the first climbs, and the next deal is played at its new level; nobody jumps over A.",
            ),
            choose(
                "a_requires_partner_not_last",
                {
                    True: ("打 A 的一队要有人是头游，而且对家不是末游，才算过 A。", "A is passed by being first while declaring at A, with the partner not last."),
                    False: ("打 A 的一队只要有人是头游就过 A。", "A is passed by being first while declaring at A, wherever the partner ends."),
                },
                surprise=(True,),
            ),
            amount(
                "a_fail_limit",
                "打 A 失败满 {a_fail_limit} 次要降级。",
                "After {a_fail_limit} failed attempts at A a team falls back.",
                when={"a_fail_limit": Not(0)},
                surprise=True,
            ),
            amount("a_fail_limit", "打 A 失败多少次都不降级。", "Failed attempts at A cost nothing.", when={"a_fail_limit": 0}),
            amount("a_fail_reset", "降级就退回到 {reset_name}。", "It falls back to {reset_name}.", when={"a_fail_limit": Not(0)}),
            amount("max_deals", "最多打 {max_deals} 副，级高的一队赢，同级算和。", "After {max_deals} deals the higher level wins; equal levels draw.", when={"max_deals": Not(None)}),
            amount("max_deals", "副数不限，打到有一队过 A 为止。", "There is no limit to the deals: it goes on until a team has passed A.", when={"max_deals": None}),
            levels_table,
        ),
        part(
            "time", "时间", "Time",
            amount("turn_timeout", "每步限时 {turn_timeout} 秒；超时自动不出，领出则出最小的一手。", "{turn_timeout} seconds for each move; then you pass, or lead your smallest play.", when={"turn_timeout": Not(0)}),
            amount("turn_timeout", "出牌不限时。", "There is no time limit for a move.", when={"turn_timeout": 0}),
            amount("tribute_timeout", "进贡限时 {tribute_timeout} 秒。", "{tribute_timeout} seconds to pay tribute.", when={"tribute_timeout": Not(0)}),
            amount("tribute_timeout", "进贡不限时。", "There is no time limit for tribute.", when={"tribute_timeout": 0}),
            amount("return_timeout", "还贡限时 {return_timeout} 秒。", "{return_timeout} seconds to return a card.", when={"return_timeout": Not(0)}),
            amount("return_timeout", "还贡不限时。", "There is no time limit for a return.", when={"return_timeout": 0}),
        ),
    ),
    blanks=_blanks,
    names=names_of(guandan),
    glossary=GLOSSARY,
)  # fmt: skip
