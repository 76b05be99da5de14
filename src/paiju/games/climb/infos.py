"""The climbing games as the catalog knows them."""

from __future__ import annotations

from typing import Any, Final

from paiju.games.capabilities import Secrecy, Stake
from paiju.games.catalog import GameInfo
from paiju.games.climb.answers import ClimbAnswers
from paiju.games.climb.fairness import shuffles
from paiju.games.climb.game import Climb
from paiju.games.climb.messages import MESSAGES
from paiju.games.climb.position import Placed, Position
from paiju.games.climb.rulebook import RULEBOOKS
from paiju.games.climb.rulebook.glossary import GLOSSARY
from paiju.games.climb.series import ClimbSeries
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
from paiju.games.climb.tidy import tidy, tidy_guandan, tidy_laizi
from paiju.games.climb.time_limits import ClimbLimits, GuandanLimits
from paiju.games.climb.view import seat_view
from paiju.games.climb.words import ClimbWords, GuandanWords, LaiziWords, gained
from paiju.games.messages import Text
from paiju.games.rulebook import words as glossary_messages


def _climbing(words: ClimbWords) -> dict[str, Any]:
    """What the games of the family have in common."""
    return {
        "series": ClimbSeries(),
        "messages": {**MESSAGES, **glossary_messages(GLOSSARY)},
        "family": "climb",
        "seat_view": seat_view,
        "time_limits": ClimbLimits(),
        "words": words,
        "answers": ClimbAnswers(words),
        "tidy": tidy,
        "gained": gained,
        "secrecy": Secrecy(open_moves=True),
        "shuffles": shuffles,
        "from_position": lambda text: Placed(Position.parse(text)),
    }


def _base(options: doudizhu.DoudizhuOptions) -> Stake:
    return Stake(options.base)


GAMES: Final = (
    GameInfo(
        id="doudizhu",
        title=Text("斗地主", "Dou Dizhu"),
        summary=Text(
            "一个地主对两个农民，先出完牌的一方赢。",
            "One landlord against two farmers; the side that first runs out wins.",
        ),
        options=doudizhu.DoudizhuOptions,
        make=lambda options: Climb(doudizhu.doudizhu(options)),
        recommended=3,
        aliases=("Landlords", "Fight the Landlord", "三人斗地主", "欢乐斗地主"),
        presets={"standard": {}, "competition": {"bidding": "score", "doubling": True, "turn_timeout": 25.0}},
        rulebook=RULEBOOKS["doudizhu"],
        stake=_base,
        **_climbing(ClimbWords(doudizhu.DOUDIZHU)),
    ),
    GameInfo(
        id="doudizhu_x",
        title=Text("斗地主拓展版", "Dou Dizhu extended"),
        summary=Text("斗地主，飞机和四带二可以带任何牌。", "Dou Dizhu in which planes and fours may carry anything."),
        options=doudizhu.DoudizhuXOptions,
        make=lambda options: Climb(doudizhu.doudizhu_x(options)),
        recommended=3,
        aliases=("LandlordsX", "斗地主扩展版"),
        rulebook=RULEBOOKS["doudizhu_x"],
        stake=_base,
        **_climbing(ClimbWords(doudizhu.DOUDIZHU_X)),
    ),
    GameInfo(
        id="doudizhu_2p",
        title=Text("二人斗地主", "Dou Dizhu for two"),
        summary=Text(
            "一对一；抢地主要让牌，农民剩下让的张数就赢。",
            "One against one. Every rob lets the farmer cards: the farmer wins once no more than those are left.",
        ),
        options=doudizhu_2p.Doudizhu2pOptions,
        make=lambda options: Climb(doudizhu_2p.doudizhu_2p(options)),
        recommended=2,
        aliases=("Landlords2P", "双人斗地主", "两人斗地主"),
        rulebook=RULEBOOKS["doudizhu_2p"],
        stake=_base,
        **_climbing(ClimbWords(doudizhu_2p.DOUDIZHU_2P)),
    ),
    GameInfo(
        id="doudizhu_4p",
        title=Text("四人斗地主", "Dou Dizhu for four"),
        summary=Text("两副牌，一个地主对三个农民。", "Two decks, one landlord against three farmers."),
        options=doudizhu_4p.Doudizhu4pOptions,
        make=lambda options: Climb(doudizhu_4p.doudizhu_4p(options)),
        recommended=4,
        aliases=("Landlords4P",),
        rulebook=RULEBOOKS["doudizhu_4p"],
        **_climbing(ClimbWords(doudizhu_4p.DOUDIZHU_4P)),
    ),
    GameInfo(
        id="doudizhu_laizi",
        title=Text("癞子斗地主", "Laizi Dou Dizhu"),
        summary=Text(
            "斗地主，翻出一个点数，四张都是癞子，可以当别的牌。",
            "Dou Dizhu in which the four cards of a drawn rank are wild.",
        ),
        options=laizi.LaiziOptions,
        make=lambda options: Climb(laizi.doudizhu_laizi(options)),
        recommended=3,
        aliases=("LandlordsLaizi", "癞子", "赖子斗地主", "Dou Dizhu with wild cards"),
        rulebook=RULEBOOKS["doudizhu_laizi"],
        stake=_base,
        **_climbing(LaiziWords(laizi.doudizhu_laizi(laizi.LaiziOptions()))) | {"tidy": tidy_laizi},
    ),
    GameInfo(
        id="big_two",
        title=Text("锄大地", "Big Two"),
        summary=Text(
            "四人各十三张，先出完者赢，剩牌罚分。", "Four players, thirteen cards each; be the first to run out."
        ),
        options=big_two.BigTwoOptions,
        make=lambda options: Climb(big_two.big_two(options)),
        recommended=4,
        aliases=("BigTwo", "大老二", "锄大弟"),
        rulebook=RULEBOOKS["big_two"],
        **_climbing(ClimbWords(big_two.BIG_TWO)),
    ),
    GameInfo(
        id="three_two_one",
        title=Text("三两一", "Three-Two-One"),
        summary=Text(
            "不比花色，顺牌花样多，不出就不能回打。", "No suits, runs of everything, and no coming back after a pass."
        ),
        options=three_two_one.ThreeTwoOneOptions,
        make=lambda options: Climb(three_two_one.three_two_one(options)),
        recommended=4,
        aliases=("ThreeTwoOne", "321"),
        turns="clockwise",
        rulebook=RULEBOOKS["three_two_one"],
        **_climbing(ClimbWords(three_two_one.THREE_TWO_ONE)),
    ),
    GameInfo(
        id="paodekuai",
        title=Text("跑得快", "Run Fast"),
        summary=Text(
            "三人各十六张，♠3 先出，有大必压，先出完者赢。",
            "Three players, sixteen cards each; the ♠3 opens, a play that can be beaten must be, and the first out wins.",
        ),
        options=paodekuai.PaodekuaiOptions,
        make=lambda options: Climb(paodekuai.paodekuai(options)),
        recommended=3,
        aliases=("PaoDeKuai", "Pao De Kuai", "关牌"),
        rulebook=RULEBOOKS["paodekuai"],
        stake=lambda options: Stake(options.base),
        **_climbing(ClimbWords(paodekuai.PAODEKUAI)),
    ),
    GameInfo(
        id="wuguapi",
        title=Text("五瓜皮", "Wuguapi"),
        summary=Text(
            "手握五张，边打边补，抢 5、10、K 的分。",
            "Five cards in hand, draw as you play, capture fives, tens and kings.",
        ),
        options=pile.WuguapiOptions,
        make=lambda options: Climb(pile.wuguapi(options)),
        recommended=2,
        zero_sum=False,
        rulebook=RULEBOOKS["wuguapi"],
        **_climbing(ClimbWords(pile.WUGUAPI)),
    ),
    GameInfo(
        id="qigui_521",
        title=Text("七鬼五二一", "Qigui 521"),
        summary=Text("7 最大，鬼、5、2、A 次之，抢分。", "Sevens above jokers, fives, twos and aces; capture points."),
        options=pile.PileOptions,
        make=lambda options: Climb(pile.qigui_521(options)),
        recommended=2,
        aliases=("Qiguiwueryi", "Qi Gui Wu Er Yi", "七王五二一"),
        zero_sum=False,
        rulebook=RULEBOOKS["qigui_521"],
        **_climbing(ClimbWords(pile.QIGUI_521)),
    ),
    GameInfo(
        id="qigui_523",
        title=Text("七鬼五二三", "Qigui 523"),
        summary=Text(
            "7 最大，鬼、5、2、3 次之，抢分。", "Sevens above jokers, fives, twos and threes; capture points."
        ),
        options=pile.PileOptions,
        make=lambda options: Climb(pile.qigui_523(options)),
        recommended=2,
        aliases=("Qiguiwuersan", "Qi Gui Wu Er San", "七王五二三"),
        zero_sum=False,
        rulebook=RULEBOOKS["qigui_523"],
        **_climbing(ClimbWords(pile.QIGUI_523)),
    ),
    GameInfo(
        id="guandan",
        title=Text("掼蛋", "Guandan"),
        summary=Text(
            "两副牌，两队对打，逢人配，进贡，从 2 打到 A。",
            "Two decks, two teams, wild cards and tribute; a match from level 2 to A.",
        ),
        options=guandan.GuandanOptions,
        make=lambda options: Climb(guandan.guandan(options)),
        recommended=4,
        aliases=("Guan Dan", "淮安跑得快", "Throwing Eggs"),
        presets=guandan.PRESETS,
        default_preset="seed",
        usual_preset="competition",
        turns="clockwise",
        turns_of=lambda options: "clockwise" if options.turn_direction == "clockwise" else "counter_clockwise",
        rulebook=RULEBOOKS["guandan"],
        **_climbing(GuandanWords(guandan.guandan(guandan.GuandanOptions())))
        | {
            "series": guandan.GuandanSeries(),
            "time_limits": GuandanLimits(),
            "tidy": tidy_guandan,
            "secrecy": Secrecy(),  # tribute stays hidden until everybody has paid
        },
    ),
)
