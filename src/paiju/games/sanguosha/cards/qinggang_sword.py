"""青釭剑, range 2: your 杀 ignores the target's armor, until its effect on that target ends.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hand(1, "slash:7s").equip(1, "qinggang_sword:6s").equip(2, "nioh_shield:2c")
>>> scene.phase(1, "play", "P1 use slash:7s > P2")
>>> scene.hp_of(2)
'3/4'
"""

from __future__ import annotations

from paiju.games.sanguosha.cards.equipment import weapon
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.using import SLASH, Aim
from paiju.games.sanguosha.world import Player, World


def it_is_a_slash(w: World, me: Player, aim: Aim) -> bool:
    return aim.use.card.name == SLASH


def pierce(w: World, me: Player, aim: Aim) -> None:
    aim.pierced = True


SKILL = skill(
    "qinggang_sword",
    Trigger(Timing.TARGET_SPECIFIED, pierce, when=(it_is_a_slash,)),
    compulsory=True,
    arms=True,
    zh=("青釭剑", "锁定技，你使用的【杀】无视目标的防具。"),
    en=("Qinggang Sword", "Compulsory: your Slash ignores the target's armor."),
)
QINGGANG_SWORD = weapon("qinggang_sword", 2, "青釭剑", "Qinggang Sword", SKILL)
