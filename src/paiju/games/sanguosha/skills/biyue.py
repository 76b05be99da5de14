"""闭月 (貂蝉): at the end of your turn you may draw a card.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "diaochan"})
>>> scene.phase(1, "finish", "P1 yes")
>>> len(scene.p(1).hand)
1
"""

from __future__ import annotations

from paiju.games.sanguosha.moves import draw
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.turns import Phase
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def it_is_my_finish_phase(w: World, me: Player, phase: Phase) -> bool:
    return phase.phase == "finish"


def draw_one(w: World, me: Player, phase: Phase) -> Asking[None]:
    yield from draw(w, me, 1, "biyue")


SKILL = skill(
    "biyue",
    Trigger(Timing.PHASE_START, draw_one, when=(it_is_my_finish_phase,)),
    zh=("闭月", "结束阶段，你可以摸一张牌。"),
    en=("Outshining the Moon", "At the end of your turn you may draw a card."),
)
