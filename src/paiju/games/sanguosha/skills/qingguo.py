"""倾国 (甄姬): a black hand card as 闪.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {2: "zhenji"}).hand(1, "slash:7s").hand(2, "snatch:3s peach:3h")
>>> scene.phase(1, "play", "P1 use slash:7s > P2", "P2 cannot use qingguo:3h", "P2 use qingguo:3s")
>>> scene.hp_of(2), scene.discarded
('3/3', 'snatch:3s slash:7s')
"""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.skill import ViewAs, skill
from paiju.games.sanguosha.using import JINK
from paiju.games.sanguosha.world import Player, World


def black_hand_cards(w: World, me: Player, name: str) -> Iterable[Card]:
    return [card for card in me.hand if card.color == "black"]


SKILL = skill(
    "qingguo",
    ViewAs((JINK,), black_hand_cards),
    zh=("倾国", "你可以将一张黑色手牌当【闪】使用或打出。"),
    en=("Beauty that Topples Kingdoms", "You may use, or respond with, a black hand card as a Jink."),
)
