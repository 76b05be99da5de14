"""青囊 (华佗): once in a play phase, discard a hand card: a hurt player recovers 1.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "huatuo"}).hp(2, 1).hand(1, "slash:7s slash:8s")
>>> scene.phase(1, "play", "P1 skill qingnang 7s > P2", "P1 cannot skill qingnang 8s > P2")
>>> scene.hp_of(2)
'2/4'
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


def a_hurt_player(w: World, me: Player) -> Iterable[Targets]:
    return [(player,) for player in w.living(me) if player.is_hurt]


def cure(w: World, me: Player, cards: tuple[Card, ...], targets: Targets) -> Asking[None]:
    yield from discard(w, cards, by=me, skill="qingnang")
    yield from recover(w, targets[0], by=me)


SKILL = skill(
    "qingnang",
    Active(cure, cards=hand, low=1, high=1, targets=a_hurt_player, limit="phase", discards=True),
    zh=("青囊", "出牌阶段限一次，你可以弃置一张手牌，令一名受伤的角色回复 1 点体力。"),
    en=("Green Pouch", "Once in your play phase discard a hand card: a hurt player recovers 1 hp."),
)
