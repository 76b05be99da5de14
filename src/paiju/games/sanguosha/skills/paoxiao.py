"""咆哮 (张飞): no limit on 杀 in your play phase.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "zhangfei"}).hand(1, "slash:7s slash:8s slash:9s")
>>> scene.phase(1, "play", "P1 use slash:7s > P2", "P1 use slash:8s > P2", "P1 use slash:9s > P3")
>>> scene.hp_of(2), scene.hp_of(3)
('2/4', '3/4')
"""

from __future__ import annotations

from paiju.games.sanguosha.card import Played
from paiju.games.sanguosha.skill import Freedom, skill
from paiju.games.sanguosha.using import SLASH


def is_slash(card: Played) -> bool:
    return card.name == SLASH


SKILL = skill(
    "paoxiao",
    Freedom(is_slash, any_number=True),
    compulsory=True,
    zh=("咆哮", "锁定技，出牌阶段你使用【杀】无次数限制。"),
    en=("Roar", "Compulsory: no limit on Slash in your play phase."),
)
