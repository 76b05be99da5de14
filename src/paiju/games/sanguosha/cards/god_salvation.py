"""桃园结义: every hurt player recovers 1; the unhurt are passed over before anybody is asked for 无懈可击.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hp(2, 1).hp(3, 2).hand(1, "god_salvation:Ah")
>>> scene.phase(1, "play", "P1 use god_salvation:Ah")
>>> scene.hp_of(2), scene.hp_of(3)
('2/4', '3/4')
"""

from __future__ import annotations

from paiju.games.messages import Text
from paiju.games.sanguosha.card import Category, Kind
from paiju.games.sanguosha.cards.whom import always, everybody
from paiju.games.sanguosha.hp import recover
from paiju.games.sanguosha.using import CardEffect
from paiju.games.sanguosha.world import World
from paiju.games.script import Asking


def unhurt(w: World, effect: CardEffect) -> bool:
    return effect.target is not None and not effect.target.is_hurt


def heal(w: World, effect: CardEffect) -> Asking[None]:
    assert effect.target is not None
    yield from recover(w, effect.target, by=effect.user, card=effect.card)


GOD_SALVATION = Kind(
    "god_salvation",
    Category.STRATAGEM,
    targets=always,
    fixed=everybody,
    effect=heal,
    pointless=unhurt,
    title=Text("桃园结义", "Oath of the Peach Garden"),
    text=Text("所有角色各回复 1 点体力。", "Every player recovers 1 hp."),
)
