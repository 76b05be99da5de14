"""结姻 (孙尚香): once in a play phase, discard two hand cards: a hurt man recovers 1, then you do.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "sunshangxiang"}).hp(1, 2).hp(2, 1).hand(1, "slash:7s slash:8s")
>>> scene.phase(1, "play", "P1 cannot skill jieyin 7s8s > P3", "P1 skill jieyin 7s8s > P2")
>>> scene.hp_of(1), scene.hp_of(2)
('3/3', '2/4')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paiju.games.sanguosha.card import Card, Targets
from paiju.games.sanguosha.hp import recover
from paiju.games.sanguosha.moves import discard
from paiju.games.sanguosha.skill import Active, skill
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def hand(w: World, me: Player) -> Sequence[Card]:
    return me.hand.cards


def a_hurt_man(w: World, me: Player) -> Iterable[Targets]:
    return [(other,) for other in w.others(me) if other.male and other.is_hurt]


def marry(w: World, me: Player, cards: tuple[Card, ...], targets: Targets) -> Asking[None]:
    yield from discard(w, cards, by=me, skill="jieyin")
    for player in (targets[0], me):
        yield from recover(w, player, by=me)


SKILL = skill(
    "jieyin",
    Active(marry, cards=hand, low=2, high=2, targets=a_hurt_man, limit="phase", discards=True),
    zh=("结姻", "出牌阶段限一次，你可以弃置两张手牌并选择一名受伤的其他男性角色：其与你各回复 1 点体力。"),
    en=("Marriage", "Once in your play phase discard two hand cards: a hurt man and you recover 1 hp each."),
)
