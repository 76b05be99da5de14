"""无双 (吕布): your 杀 takes two 闪 to dodge; whoever duels with you needs two 杀 for each answer.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "lvbu"}).hand(1, "slash:7s").hand(2, "jink:2d")
>>> scene.phase(1, "play", "P1 use slash:7s > P2", "P2 use jink:2d")
>>> scene.hp_of(2), scene.discarded
('3/4', 'jink:2d slash:7s')
"""

from __future__ import annotations

from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.using import SLASH, Aim
from paiju.games.sanguosha.world import Player, World


def it_is_a_slash_or_duel(w: World, me: Player, aim: Aim) -> bool:
    return aim.use.card.name in (SLASH, "duel")


def it_is_a_duel(w: World, me: Player, aim: Aim) -> bool:
    return aim.use.card.name == "duel"


def the_target_needs_two(w: World, me: Player, aim: Aim) -> None:
    aim.needs = 2


def the_user_needs_two(w: World, me: Player, aim: Aim) -> None:
    aim.user_needs = 2


SKILL = skill(
    "wushuang",
    Trigger(Timing.TARGET_SPECIFIED, the_target_needs_two, when=(it_is_a_slash_or_duel,)),
    Trigger(Timing.TARGET_CONFIRMED, the_user_needs_two, when=(it_is_a_duel,)),
    compulsory=True,
    zh=("无双", "锁定技，你的【杀】需两张【闪】抵消；与你【决斗】的角色每次需打出两张【杀】。"),
    en=("Unrivalled", "Compulsory: your Slash takes two Jinks; who duels with you needs two Slashes for each answer."),
)
