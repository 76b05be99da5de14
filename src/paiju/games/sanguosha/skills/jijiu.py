"""急救 (华佗): outside your own turn, a red card as 桃.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {3: "huatuo"}).hp(2, 1).hand(1, "slash:7s").hand(3, "jink:2d")
>>> scene.phase(1, "play", "P1 use slash:7s > P2", "P3 use jijiu:2d")
>>> scene.hp_of(2)
'1/4'
"""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.skill import ViewAs, skill
from paiju.games.sanguosha.using import PEACH
from paiju.games.sanguosha.world import Player, World


def it_is_not_my_turn(w: World, me: Player) -> bool:
    return w.current is not me


def red_cards(w: World, me: Player, name: str) -> Iterable[Card]:
    return [card for card in me.own_cards if card.color == "red"]


SKILL = skill(
    "jijiu",
    ViewAs((PEACH,), red_cards, when=it_is_not_my_turn),
    zh=("急救", "你的回合外，你可以将一张红色牌当【桃】使用。"),
    en=("First Aid", "Outside your own turn a red card may be used as Peach."),
)
