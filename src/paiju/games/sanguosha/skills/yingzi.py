"""英姿 (周瑜): draw one card more in the draw phase.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "zhouyu"})
>>> scene.phase(1, "draw", "P1 yes")
>>> len(scene.p(1).hand)
3
"""

from __future__ import annotations

from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.turns import DrawNCards
from paiju.games.sanguosha.world import Player, World


def one_more(w: World, me: Player, data: DrawNCards) -> None:
    data.num += 1


SKILL = skill(
    "yingzi",
    Trigger(Timing.DRAW_N_CARDS, one_more),
    zh=("英姿", "摸牌阶段，你可以多摸一张牌。"),
    en=("Dashing", "In the draw phase you may draw one card more."),
)
