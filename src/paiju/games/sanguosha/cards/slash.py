"""杀: one other player in attack range; the target may use 闪, otherwise 1 damage. One in each own play phase.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(4).hand(1, "slash:7s slash:8s")
>>> scene.phase(1, "play", "P1 cannot use slash:7s > P3", "P1 use slash:7s > P2", "P1 cannot use slash:8s > P2")
>>> scene.hp_of(2), scene.discarded
('3/4', 'slash:7s')
"""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.messages import Text
from paiju.games.sanguosha.card import Category, Kind, Played, Targets
from paiju.games.sanguosha.hp import damage
from paiju.games.sanguosha.reach import may_slash_again, slash_targets
from paiju.games.sanguosha.using import CardEffect
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def targets(w: World, user: Player, card: Played) -> Iterable[Targets]:
    return slash_targets(w, user, card) if may_slash_again(w, user, card) else ()


def hit(w: World, effect: CardEffect) -> Asking[None]:
    assert effect.target is not None
    yield from damage(w, effect.user, effect.target, card=effect.card, by_effect=True)


SLASH = Kind(
    "slash",
    Category.BASIC,
    targets=targets,
    effect=hit,
    title=Text("杀", "Slash"),
    text=Text(
        "出牌阶段限一次，对攻击范围内的一名其他角色使用。目标须使用一张【闪】，否则你对其造成 1 点伤害。",
        "Once in your play phase, on another player in your attack range: they use a Jink or take 1 damage from you.",
    ),
)
