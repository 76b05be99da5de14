"""枭姬 (孙尚香): for each card you lose from your equip area you may draw two.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "sunshangxiang"}).hand(1, "axe:5d").equip(1, "blade:5s")
>>> scene.phase(1, "play", "P1 use axe:5d", "P1 yes")
>>> len(scene.p(1).hand), scene.equip_of(1)
(2, 'axe:5d')
"""

from __future__ import annotations

from paiju.games.sanguosha.moves import MoveCards, draw
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def lost(w: World, me: Player, event: MoveCards) -> int:
    return sum(len(one.lost_by(me, "equip")) for one in event.moves)


def i_lost_equipment(w: World, me: Player, event: MoveCards) -> bool:
    return lost(w, me, event) > 0


def draw_two(w: World, me: Player, event: MoveCards) -> Asking[None]:
    yield from draw(w, me, 2, "xiaoji")


SKILL = skill(
    "xiaoji",
    Trigger(Timing.AFTER_CARDS_MOVE, draw_two, when=(i_lost_equipment,), times=lost, anyone=True),
    zh=("枭姬", "当你失去装备区里的一张牌后，可以摸两张牌。"),
    en=("Amazon", "For each card you lose from your equip area you may draw two."),
)
