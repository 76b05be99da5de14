"""三国杀 in the catalog."""

from __future__ import annotations

from typing import Final

from paiju.games.capabilities import Daily
from paiju.games.catalog import GameInfo
from paiju.games.contract import Outcome
from paiju.games.messages import Text
from paiju.games.rulebook import words
from paiju.games.sanguosha.answers import SanguoshaAnswers
from paiju.games.sanguosha.fairness import shuffles
from paiju.games.sanguosha.feats import FEATS
from paiju.games.sanguosha.game import Sanguosha
from paiju.games.sanguosha.glossary import GLOSSARY
from paiju.games.sanguosha.messages import MESSAGES
from paiju.games.sanguosha.options import SanguoshaOptions
from paiju.games.sanguosha.rulebook import RULEBOOK
from paiju.games.sanguosha.time_limits import SanguoshaLimits
from paiju.games.sanguosha.trace import trace
from paiju.games.sanguosha.words import SanguoshaWords


class OneGame:
    """Nothing carries over: each game is a new one under the same options."""

    def next(self, options: SanguoshaOptions, outcome: Outcome, /) -> SanguoshaOptions | None:
        return options


_WORDS: Final = SanguoshaWords()

GAMES: Final = (
    GameInfo(
        id="sanguosha",
        title=Text("三国杀", "Sanguosha"),
        summary=Text(
            "身份模式，2 至 8 人，标准包：108 张牌，25 名武将。",
            "Identity mode for 2 to 8 players, standard set: 108 cards, 25 generals.",
        ),
        options=SanguoshaOptions,
        make=Sanguosha,
        series=OneGame(),
        recommended=5,
        aliases=("sgs", "legends of the three kingdoms", "三国杀身份"),
        messages={**MESSAGES, **words(GLOSSARY)},
        family="sanguosha",
        rulebook=RULEBOOK,
        time_limits=SanguoshaLimits(),
        words=_WORDS,
        answers=SanguoshaAnswers(_WORDS, offered=40, listed=12),
        trace=trace,
        shuffles=shuffles,
        daily=Daily(),
        feats=FEATS,
    ),
)
