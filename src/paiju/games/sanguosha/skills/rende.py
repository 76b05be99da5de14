"""仁德 (刘备): give hand cards to others; the second card given in a phase recovers 1.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "liubei"}).hp(1, 2).hand(1, "slash:7s slash:8s slash:9s jink:2d")
>>> scene.phase(1, "play", "P1 skill rende 7s > P2", "P1 skill rende 8s9s > P3", "P1 skill rende 2d > P2")
>>> scene.hp_of(1), scene.hand_of(2), scene.hand_of(3)
('3/4', 'slash:7s jink:2d', 'slash:8s slash:9s')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paiju.games.sanguosha.card import Card, Targets
from paiju.games.sanguosha.hp import recover
from paiju.games.sanguosha.moves import give
from paiju.games.sanguosha.skill import Active, skill
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def hand(w: World, me: Player) -> Sequence[Card]:
    return me.hand.cards


def another(w: World, me: Player) -> Iterable[Targets]:
    return [(other,) for other in w.others(me)]


def share(w: World, me: Player, cards: tuple[Card, ...], targets: Targets) -> Asking[None]:
    given = me.marks["phase"].get("rende", 0)
    me.marks["phase"]["rende"] = given + len(cards)
    yield from give(w, me, targets[0], cards, "rende")
    if given < 2 <= given + len(cards) and me.alive:
        yield from recover(w, me)


SKILL = skill(
    "rende",
    Active(share, cards=hand, low=1, high=None, targets=another),
    zh=("仁德", "出牌阶段，你可以将任意张手牌交给其他角色；此阶段给出的牌首次达到两张时，你回复 1 点体力。"),
    en=(
        "Benevolence",
        "Give hand cards to another player; when the cards given in this phase reach two, recover 1 hp.",
    ),
)
