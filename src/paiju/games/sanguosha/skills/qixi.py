"""奇袭 (甘宁): a black card as 过河拆桥.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "ganning"}).hand(1, "slash:7s").hand(2, "peach:3h")
>>> scene.phase(1, "play", "P1 use qixi:7s > P2")
>>> scene.discarded
'peach:3h slash:7s'
"""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.skill import ViewAs, skill
from paiju.games.sanguosha.world import Player, World


def black_cards(w: World, me: Player, name: str) -> Iterable[Card]:
    return [card for card in me.own_cards if card.color == "black"]


SKILL = skill(
    "qixi",
    ViewAs(("dismantlement",), black_cards),
    zh=("奇袭", "你可以将一张黑色牌当【过河拆桥】使用。"),
    en=("Surprise Raid", "A black card may be used as Dismantlement."),
)
