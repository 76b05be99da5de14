"""制衡 (孙权): once in a play phase, discard cards and draw as many.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "sunquan"}).hand(1, "slash:7s").equip(1, "axe:5d").top("peach:3h jink:2d")
>>> scene.phase(1, "play", "P1 skill zhiheng 7s5d", "P1 cannot skill zhiheng 3h")
>>> scene.hand_of(1), scene.discarded
('peach:3h jink:2d', 'slash:7s axe:5d')
"""

from __future__ import annotations

from collections.abc import Sequence

from paiju.games.sanguosha.card import Card, Targets
from paiju.games.sanguosha.moves import discard, draw
from paiju.games.sanguosha.skill import Active, skill
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def own_cards(w: World, me: Player) -> Sequence[Card]:
    return me.own_cards


def exchange(w: World, me: Player, cards: tuple[Card, ...], targets: Targets) -> Asking[None]:
    yield from discard(w, cards, by=me, skill="zhiheng")
    if me.alive:
        yield from draw(w, me, len(cards), "zhiheng")


SKILL = skill(
    "zhiheng",
    Active(exchange, cards=own_cards, low=1, high=None, limit="phase", discards=True),
    zh=("制衡", "出牌阶段限一次，你可以弃置任意张牌，然后摸等量的牌。"),
    en=("Balance of Power", "Once in your play phase discard any cards and draw as many."),
)
