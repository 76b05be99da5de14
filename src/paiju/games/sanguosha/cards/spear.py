"""丈八蛇矛, range 3: two hand cards as one 杀, used or responded; written `use zhangba:3s4h > 1`.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(4).hand(1, "peach:3h jink:2d").equip(1, "spear:Qs")
>>> scene.phase(1, "play", "P1 use zhangba:3h2d > P3")
>>> scene.hp_of(3), scene.discarded
('3/4', 'peach:3h jink:2d')
"""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.cards.equipment import weapon
from paiju.games.sanguosha.skill import ViewAs, skill
from paiju.games.sanguosha.using import SLASH
from paiju.games.sanguosha.world import Player, World


def hand(w: World, me: Player, name: str) -> Iterable[Card]:
    return me.hand.cards


SKILL = skill(
    "zhangba",
    ViewAs((SLASH,), hand, count=2),
    arms=True,
    zh=("丈八蛇矛", "你可以将两张手牌当【杀】使用或打出。"),
    en=("Serpent Spear", "You may use, or respond with, two hand cards as a Slash."),
)
SPEAR = weapon("spear", 3, "丈八蛇矛", "Serpent Spear", SKILL)
