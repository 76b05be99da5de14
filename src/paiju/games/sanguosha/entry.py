"""三国杀 in the catalog."""

from __future__ import annotations

from typing import Final

from paiju.games.catalog import Entry
from paiju.games.contract import Outcome
from paiju.games.messages import Text
from paiju.games.rulebook import words
from paiju.games.sanguosha.extras import SanguoshaExtras
from paiju.games.sanguosha.fairness import shuffles
from paiju.games.sanguosha.game import Sanguosha
from paiju.games.sanguosha.glossary import GLOSSARY
from paiju.games.sanguosha.messages import MESSAGES
from paiju.games.sanguosha.options import SanguoshaOptions
from paiju.games.sanguosha.rulebook import RULEBOOK
from paiju.games.sanguosha.trace import trace


class OneGame:
    """Nothing carries over: each game is a new one under the same options."""

    def next(self, options: SanguoshaOptions, outcome: Outcome, /) -> SanguoshaOptions | None:
        return options


ENTRIES: Final = (
    Entry(
        id="sanguosha",
        title=Text("三国杀", "Sanguosha"),
        summary=Text(
            "身份模式，2至8人，标准包：108张牌，25名武将。",
            "Identity mode for 2 to 8 players, standard set: 108 cards, 25 generals.",
        ),
        options=SanguoshaOptions,
        make=Sanguosha,
        series=OneGame(),
        recommended=5,
        aliases=("sgs", "legends of the three kingdoms", "三国杀身份"),
        messages={**MESSAGES, **words(GLOSSARY)},
        extras=SanguoshaExtras(),
        family="sanguosha",
        trace=trace,
        shuffles=shuffles,
        rulebook=RULEBOOK,
    ),
)
