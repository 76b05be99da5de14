"""武圣 (关羽): any red card as 杀.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "guanyu"}).hand(1, "peach:3h slash:7s")
>>> scene.phase(1, "play", "P1 cannot use wusheng:7s > P2", "P1 use wusheng:3h > P2")
>>> scene.hp_of(2), scene.discarded
('3/4', 'peach:3h')
"""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.skill import ViewAs, skill
from paiju.games.sanguosha.using import SLASH
from paiju.games.sanguosha.world import Player, World


def red_cards(w: World, me: Player, name: str) -> Iterable[Card]:
    return [card for card in me.own_cards if card.color == "red"]


SKILL = skill(
    "wusheng",
    ViewAs((SLASH,), red_cards),
    zh=("武圣", "你可以将一张红色牌当【杀】使用或打出。"),
    en=("God of War", "You may use, or respond with, a red card as a Slash."),
)
