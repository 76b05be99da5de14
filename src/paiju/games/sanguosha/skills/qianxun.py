"""谦逊 (陆逊): you cannot be the target of 顺手牵羊 or 乐不思蜀.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {2: "luxun"}).hand(1, "snatch:3s indulgence:6s").hand(2, "peach:3h")
>>> scene.phase(1, "play", "P1 cannot use snatch:3s > P2", "P1 cannot use indulgence:6s > P2")
"""

from __future__ import annotations

from paiju.games.sanguosha.card import Played
from paiju.games.sanguosha.skill import Prohibit, skill
from paiju.games.sanguosha.world import Player, World


def snatch_or_indulgence(w: World, user: Player, me: Player, card: Played) -> bool:
    return card.name in ("snatch", "indulgence")


SKILL = skill(
    "qianxun",
    Prohibit(snatch_or_indulgence),
    compulsory=True,
    zh=("谦逊", "锁定技，你不能成为【顺手牵羊】或【乐不思蜀】的目标。"),
    en=("Modesty", "Compulsory: you cannot be the target of Snatch or Indulgence."),
)
