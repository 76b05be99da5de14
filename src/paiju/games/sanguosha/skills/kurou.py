"""苦肉 (黄盖): lose 1 hp, then draw two cards.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "huanggai"})
>>> scene.phase(1, "play", "P1 skill kurou", "P1 skill kurou")
>>> scene.hp_of(1), len(scene.p(1).hand)
('2/4', 4)
"""

from __future__ import annotations

from paiju.games.sanguosha.card import Card, Targets
from paiju.games.sanguosha.hp import lose_hp
from paiju.games.sanguosha.moves import draw
from paiju.games.sanguosha.skill import Active, skill
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def suffer(w: World, me: Player, cards: tuple[Card, ...], targets: Targets) -> Asking[None]:
    yield from lose_hp(w, me)
    if me.alive:
        yield from draw(w, me, 2, "kurou")


SKILL = skill(
    "kurou",
    Active(suffer),
    zh=("苦肉", "出牌阶段，你可以失去 1 点体力，然后摸两张牌。"),
    en=("Self-Injury", "Lose 1 hp, then draw two cards."),
)
