"""龙胆 (赵云): 杀 as 闪, 闪 as 杀.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "zhaoyun", 2: "zhaoyun"}).hand(1, "jink:2d").hand(2, "slash:7s")
>>> scene.phase(1, "play", "P1 use longdan:2d > P2", "P2 use longdan:7s")
>>> scene.hp_of(2), scene.discarded
('4/4', 'slash:7s jink:2d')
"""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.skill import ViewAs, skill
from paiju.games.sanguosha.using import JINK, SLASH
from paiju.games.sanguosha.world import Player, World

OTHER = {SLASH: JINK, JINK: SLASH}


def the_other_one(w: World, me: Player, name: str) -> Iterable[Card]:
    return [card for card in me.hand if card.name == OTHER[name]]


SKILL = skill(
    "longdan",
    ViewAs((SLASH, JINK), the_other_one),
    zh=("龙胆", "你可以将【杀】当【闪】、【闪】当【杀】使用或打出。"),
    en=("Dragon's Courage", "You may use, or respond with, a Slash as a Jink and a Jink as a Slash."),
)
