"""The climbing games as the catalog knows them."""

from __future__ import annotations

from typing import Any, Final

from paiju.games.catalog import Entry
from paiju.games.climb.game import Climb
from paiju.games.climb.messages import MESSAGES
from paiju.games.climb.series import ClimbSeries
from paiju.games.climb.sheets import doudizhu, doudizhu_4p
from paiju.games.messages import Text

_SHARED: Final[dict[str, Any]] = {"series": ClimbSeries(), "messages": MESSAGES, "family": "climb"}

ENTRIES: Final = (
    Entry(
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
        **_SHARED,
    ),
    Entry(
        id="doudizhu_x",
        title=Text("斗地主拓展版", "Dou Dizhu extended"),
        summary=Text("斗地主，飞机和四带二可以带任何牌。", "Dou Dizhu in which planes and fours may carry anything."),
        options=doudizhu.DoudizhuXOptions,
        make=lambda options: Climb(doudizhu.doudizhu_x(options)),
        recommended=3,
        aliases=("LandlordsX", "斗地主扩展版"),
        **_SHARED,
    ),
    Entry(
        id="doudizhu_4p",
        title=Text("四人斗地主", "Dou Dizhu for four"),
        summary=Text("两副牌，一个地主对三个农民。", "Two decks, one landlord against three farmers."),
        options=doudizhu_4p.Doudizhu4pOptions,
        make=lambda options: Climb(doudizhu_4p.doudizhu_4p(options)),
        recommended=4,
        aliases=("Landlords4P",),
        **_SHARED,
    ),
)
