"""The climbing games as the catalog knows them, and what they offer a table beyond the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from paiju.games.capabilities import Absence, Daily, PlainAnswers, Reading, Secrecy, Stake, Timing
from paiju.games.catalog import GameInfo
from paiju.games.climb.actions import Play
from paiju.games.climb.fairness import shuffles
from paiju.games.climb.feats import BOMBS, LANDLORDS, TEAMS
from paiju.games.climb.game import Climb, ClimbOutcome
from paiju.games.climb.messages import MESSAGES
from paiju.games.climb.plays import Plays
from paiju.games.climb.position import Placed, Position
from paiju.games.climb.rulebook.big_two import BIG_TWO, THREE_TWO_ONE
from paiju.games.climb.rulebook.doudizhu import DOUDIZHU, DOUDIZHU_2P, DOUDIZHU_4P, DOUDIZHU_X
from paiju.games.climb.rulebook.glossary import GLOSSARY
from paiju.games.climb.rulebook.guandan import GUANDAN
from paiju.games.climb.rulebook.laizi import LAIZI
from paiju.games.climb.rulebook.paodekuai import PAODEKUAI
from paiju.games.climb.rulebook.pile import QIGUI_521, QIGUI_523, WUGUAPI
from paiju.games.climb.rules import ClimbRules
from paiju.games.climb.sheets import (
    big_two,
    doudizhu,
    doudizhu_2p,
    doudizhu_4p,
    guandan,
    laizi,
    paodekuai,
    pile,
    three_two_one,
)
from paiju.games.climb.view import seat_view
from paiju.games.climb.words import ClimbWords, GuandanWords, LaiziWords, gained
from paiju.games.contract import Decision, IllegalAction, Line, Outcome, View
from paiju.games.messages import Text
from paiju.games.options import OptionError
from paiju.games.rulebook import Rulebook
from paiju.games.rulebook import words as glossary_messages


class ClimbSeries:
    """Running scores, and who is asked or leads first. It never ends by itself; the winner of the deal before begins the next one if the options say so."""

    def next(self, options: Any, outcome: Outcome, /) -> Any:
        before = options.scores or (0,) * len(outcome.scores)
        if len(before) != len(outcome.scores):
            raise OptionError("scores", before, Line.of("option.scores", seats=len(outcome.scores)))
        scores = tuple(old + new for old, new in zip(before, outcome.scores, strict=True))
        first = None
        if options.next_first == "previous_winner" and isinstance(outcome, ClimbOutcome) and outcome.out:
            leaders = [seat for seat in outcome.out if seat in outcome.leaders] or outcome.leaders
            first = int(leaders[0])  # of several, who ran out first
        return replace(options, scores=scores, first=first)


class ClimbLimits:
    def timing(self, options: Any, decision: Decision[Any], /) -> Timing:
        return Timing(options.turn_timeout or None)

    def absence(self, options: Any, /) -> Absence:
        return Absence()


class GuandanLimits(ClimbLimits):
    """Tribute has times of its own."""

    def timing(self, options: Any, decision: Decision[Any], /) -> Timing:
        seconds = {
            "guandan.ask.pay": options.tribute_timeout,
            "guandan.ask.return": options.return_timeout,
        }.get(decision.prompt.key, options.turn_timeout)
        return Timing(seconds or None)


class ClimbAnswers(PlainAnswers):
    def readings(self, view: View, decision: Decision[Any], action: Any, /) -> tuple[Reading, ...]:
        """Every reading that may be played now, the preferred one first; each with its declaration where it needs one."""
        choices = decision.choices
        if not isinstance(choices, Plays) or not isinstance(action, Play) or action.declared is not None:
            return super().readings(view, decision, action)
        try:
            first = [choices.resolve(decision.seat, action)]
        except IllegalAction as refused:
            if refused.code != "ambiguous":
                raise
            first = []
        found = {str(play): play for play in first if isinstance(play, Play)}
        for combo in choices.fitting(action):
            declared = Play(action.spelled, f"{choices.rules.name_of(combo.kind)}:{combo.head}")
            try:
                play = choices.resolve(decision.seat, declared)
            except IllegalAction:
                continue
            if isinstance(play, Play):
                found.setdefault(str(play), play)
        if not found:
            return super().readings(view, decision, action)
        return tuple(Reading(text, self.words.name(view, play)) for text, play in found.items())


def _info(
    id: str,
    sheet: Callable[[Any], ClimbRules],
    options: type[Any],
    rulebook: Rulebook,
    words: type[ClimbWords] = ClimbWords,
    **own: Any,
) -> GameInfo:
    """A climbing game by its sheet: what the games of the family have in common, unless it has something of its own."""
    said = words(sheet(options()))
    shared: dict[str, Any] = {
        "series": ClimbSeries(),
        "messages": {**MESSAGES, **glossary_messages(GLOSSARY)},
        "family": "climb",
        "seat_view": seat_view,
        "time_limits": ClimbLimits(),
        "words": said,
        "answers": ClimbAnswers(said),
        "gained": gained,
        "secrecy": Secrecy(open_moves=True),
        "shuffles": shuffles,
        "from_position": lambda text: Placed(Position.parse(text)),
    }
    return GameInfo(
        id=id, options=options, make=lambda chosen: Climb(sheet(chosen)), rulebook=rulebook, **{**shared, **own}
    )


def _base(options: Any) -> Stake:
    return Stake(options.base)


GAMES: Final = (
    _info(
        "doudizhu",
        doudizhu.doudizhu,
        doudizhu.DoudizhuOptions,
        DOUDIZHU,
        title=Text("斗地主", "Dou Dizhu"),
        summary=Text(
            "一个地主对两个农民，先出完牌的一方赢。",
            "One landlord against two farmers; the side that first runs out wins.",
        ),
        feats=LANDLORDS,
        recommended=3,
        aliases=("Landlords", "Fight the Landlord", "三人斗地主", "欢乐斗地主"),
        presets={"standard": {}, "competition": {"bidding": "score", "doubling": True, "turn_timeout": 25.0}},
        daily=Daily(),
        stake=_base,
    ),
    _info(
        "doudizhu_x",
        doudizhu.doudizhu_x,
        doudizhu.DoudizhuXOptions,
        DOUDIZHU_X,
        title=Text("斗地主拓展版", "Dou Dizhu extended"),
        summary=Text("斗地主，飞机和四带二可以带任何牌。", "Dou Dizhu in which planes and fours may carry anything."),
        feats=LANDLORDS,
        recommended=3,
        aliases=("LandlordsX", "斗地主扩展版"),
        stake=_base,
    ),
    _info(
        "doudizhu_2p",
        doudizhu_2p.doudizhu_2p,
        doudizhu_2p.Doudizhu2pOptions,
        DOUDIZHU_2P,
        title=Text("二人斗地主", "Dou Dizhu for two"),
        summary=Text(
            "一对一；抢地主要让牌，农民剩下让的张数就赢。",
            "One against one. Every rob lets the farmer cards: the farmer wins once no more than those are left.",
        ),
        feats=LANDLORDS,
        recommended=2,
        aliases=("Landlords2P", "双人斗地主", "两人斗地主"),
        stake=_base,
    ),
    _info(
        "doudizhu_4p",
        doudizhu_4p.doudizhu_4p,
        doudizhu_4p.Doudizhu4pOptions,
        DOUDIZHU_4P,
        title=Text("四人斗地主", "Dou Dizhu for four"),
        summary=Text("两副牌，一个地主对三个农民。", "Two decks, one landlord against three farmers."),
        feats=LANDLORDS,
        recommended=4,
        aliases=("Landlords4P",),
    ),
    _info(
        "doudizhu_laizi",
        laizi.doudizhu_laizi,
        laizi.LaiziOptions,
        LAIZI,
        LaiziWords,
        title=Text("癞子斗地主", "Laizi Dou Dizhu"),
        summary=Text(
            "斗地主，翻出一个点数，四张都是癞子，可以当别的牌。",
            "Dou Dizhu in which the four cards of a drawn rank are wild.",
        ),
        feats=LANDLORDS,
        recommended=3,
        aliases=("LandlordsLaizi", "癞子", "赖子斗地主", "Dou Dizhu with wild cards"),
        stake=_base,
    ),
    _info(
        "big_two",
        big_two.big_two,
        big_two.BigTwoOptions,
        BIG_TWO,
        title=Text("锄大地", "Big Two"),
        summary=Text(
            "四人各十三张，先出完者赢，剩牌罚分。", "Four players, thirteen cards each; be the first to run out."
        ),
        recommended=4,
        aliases=("BigTwo", "大老二", "锄大弟"),
    ),
    _info(
        "three_two_one",
        three_two_one.three_two_one,
        three_two_one.ThreeTwoOneOptions,
        THREE_TWO_ONE,
        title=Text("三两一", "Three-Two-One"),
        summary=Text(
            "不比花色，顺牌花样多，不出就不能回打。", "No suits, runs of everything, and no coming back after a pass."
        ),
        recommended=4,
        aliases=("ThreeTwoOne", "321"),
        turns="clockwise",
    ),
    _info(
        "paodekuai",
        paodekuai.paodekuai,
        paodekuai.PaodekuaiOptions,
        PAODEKUAI,
        title=Text("跑得快", "Run Fast"),
        summary=Text(
            "三人各十六张，♠3 先出，有大必压，先出完者赢。",
            "Three players, sixteen cards each; the ♠3 opens, a play that can be beaten must be, and the first out wins.",
        ),
        feats=BOMBS,
        recommended=3,
        aliases=("PaoDeKuai", "Pao De Kuai", "关牌"),
        stake=_base,
    ),
    _info(
        "wuguapi",
        pile.wuguapi,
        pile.WuguapiOptions,
        WUGUAPI,
        title=Text("五瓜皮", "Wuguapi"),
        summary=Text(
            "手握五张，边打边补，抢 5、10、K 的分。",
            "Five cards in hand, draw as you play, capture fives, tens and kings.",
        ),
        recommended=2,
        zero_sum=False,
    ),
    _info(
        "qigui_521",
        pile.qigui_521,
        pile.PileOptions,
        QIGUI_521,
        title=Text("七鬼五二一", "Qigui 521"),
        summary=Text("7 最大，鬼、5、2、A 次之，抢分。", "Sevens above jokers, fives, twos and aces; capture points."),
        recommended=2,
        aliases=("Qiguiwueryi", "Qi Gui Wu Er Yi", "七王五二一"),
        zero_sum=False,
    ),
    _info(
        "qigui_523",
        pile.qigui_523,
        pile.PileOptions,
        QIGUI_523,
        title=Text("七鬼五二三", "Qigui 523"),
        summary=Text(
            "7 最大，鬼、5、2、3 次之，抢分。", "Sevens above jokers, fives, twos and threes; capture points."
        ),
        recommended=2,
        aliases=("Qiguiwuersan", "Qi Gui Wu Er San", "七王五二三"),
        zero_sum=False,
    ),
    _info(
        "guandan",
        guandan.guandan,
        guandan.GuandanOptions,
        GUANDAN,
        GuandanWords,
        title=Text("掼蛋", "Guandan"),
        summary=Text(
            "两副牌，两队对打，逢人配，进贡，从 2 打到 A。",
            "Two decks, two teams, wild cards and tribute; a match from level 2 to A.",
        ),
        feats=TEAMS,
        recommended=4,
        aliases=("Guan Dan", "淮安跑得快", "Throwing Eggs"),
        presets=guandan.PRESETS,
        default_preset="seed",
        usual_preset="competition",
        turns="clockwise",
        turns_of=lambda options: "clockwise" if options.turn_direction == "clockwise" else "counter_clockwise",
        series=guandan.GuandanSeries(),
        time_limits=GuandanLimits(),
        secrecy=Secrecy(),  # tribute stays hidden until everybody has paid
        daily=Daily(),
    ),
)
