"""仁王盾: black 杀 has no effect on you.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hand(1, "slash:7s").equip(2, "nioh_shield:2c")
>>> scene.phase(1, "play", "P1 use slash:7s > P2")
>>> scene.hp_of(2), scene.questions("jink")
('4/4', [])
"""

from __future__ import annotations

from paiju.games.sanguosha.cards.equipment import armor
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.using import SLASH, CardEffect
from paiju.games.sanguosha.world import Player, World


def aimed_at_me(w: World, me: Player, effect: CardEffect) -> bool:
    return effect.target is me


def it_is_a_black_slash(w: World, me: Player, effect: CardEffect) -> bool:
    return effect.card.name == SLASH and effect.card.color == "black"


def the_armor_counts(w: World, me: Player, effect: CardEffect) -> bool:
    return effect.aim is None or not effect.aim.pierced


def stop_it(w: World, me: Player, effect: CardEffect) -> None:
    effect.nullified = True


SKILL = skill(
    "nioh_shield",
    Trigger(Timing.PRE_CARD_EFFECT, stop_it, when=(aimed_at_me, it_is_a_black_slash, the_armor_counts), anyone=True),
    compulsory=True,
    arms=True,
    zh=("仁王盾", "锁定技，黑色【杀】对你无效。"),
    en=("Nioh Shield", "Compulsory: black Slash has no effect on you."),
)
NIOH_SHIELD = armor("nioh_shield", "仁王盾", "Nioh Shield", SKILL)
