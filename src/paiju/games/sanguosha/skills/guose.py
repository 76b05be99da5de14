"""国色 (大乔): a ♦ card as 乐不思蜀.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "daqiao"}).hand(1, "jink:2d").top("slash:7c")
>>> scene.phase(1, "play", "P1 use guose:2d > P2")
>>> scene.turn(2)
>>> scene.questions("play"), scene.discarded
(['P1 play: use guose:2d > 1', 'P1 play: end'], 'slash:7c jink:2d')
"""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.skill import ViewAs, skill
from paiju.games.sanguosha.world import Player, World


def diamonds(w: World, me: Player, name: str) -> Iterable[Card]:
    return [card for card in me.own_cards if card.suit == "d"]


SKILL = skill(
    "guose",
    ViewAs(("indulgence",), diamonds),
    zh=("国色", "你可以将一张方块牌当【乐不思蜀】使用。"),
    en=("National Beauty", "A diamond card may be used as Indulgence."),
)
