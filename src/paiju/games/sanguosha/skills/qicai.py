"""奇才 (黄月英): your stratagems have no distance limit.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(5, {1: "huangyueying"}).hand(1, "snatch:3s").hand(3, "peach:3h")
>>> scene.phase(1, "play", "P1 use snatch:3s > P3")
>>> scene.hand_of(1)
'peach:3h'
"""

from __future__ import annotations

from paiju.games.sanguosha.card import Played
from paiju.games.sanguosha.skill import Freedom, skill


def is_stratagem(card: Played) -> bool:
    return card.kind.is_stratagem


SKILL = skill(
    "qicai",
    Freedom(is_stratagem, any_distance=True),
    compulsory=True,
    zh=("奇才", "锁定技，你使用锦囊牌无距离限制。"),
    en=("Prodigy", "Compulsory: your stratagems have no distance limit."),
)
