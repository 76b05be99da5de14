"""诸葛连弩, range 1: no limit on 杀 in the play phase.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hand(1, "slash:7s slash:8s crossbow:Ac")
>>> scene.phase(1, "play", "P1 use crossbow:Ac", "P1 use slash:7s > P2", "P1 use slash:8s > P2")
>>> scene.hp_of(2)
'2/4'
"""

from __future__ import annotations

from paiju.games.sanguosha.card import Played
from paiju.games.sanguosha.cards.equipment import weapon
from paiju.games.sanguosha.skill import Freedom, skill
from paiju.games.sanguosha.using import SLASH


def is_slash(card: Played) -> bool:
    return card.name == SLASH


SKILL = skill(
    "crossbow",
    Freedom(is_slash, any_number=True),
    compulsory=True,
    arms=True,
    zh=("诸葛连弩", "锁定技，出牌阶段你使用【杀】无次数限制。"),
    en=("Crossbow", "Compulsory: no limit on Slash in your play phase."),
)
CROSSBOW = weapon("crossbow", 1, "诸葛连弩", "Crossbow", SKILL)
