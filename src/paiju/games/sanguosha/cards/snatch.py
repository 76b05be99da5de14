"""顺手牵羊: take one card in the areas of a player at distance 1.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(4).hand(1, "snatch:3s").hand(2, "peach:3h jink:2d").hand(3, "jink:3d")
>>> scene.phase(1, "play", "P1 cannot use snatch:3s > P3", "P1 use snatch:3s > P2", "P1 choose hand:0")
>>> len(scene.p(1).hand), len(scene.p(2).hand)
(1, 1)
"""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.contract import Line
from paiju.games.messages import Text
from paiju.games.sanguosha.ask import choose_card_of
from paiju.games.sanguosha.card import Category, Kind, Played, Targets
from paiju.games.sanguosha.moves import obtain
from paiju.games.sanguosha.reach import any_distance, distance, may_target
from paiju.games.sanguosha.using import CardEffect
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def targets(w: World, user: Player, card: Played) -> Iterable[Targets]:
    far = any_distance(w, user, card)
    return [
        (other,)
        for other in w.others(user)
        if other.all_cards and (far or distance(w, user, other, card.cards) <= 1) and may_target(w, user, other, card)
    ]


def lead_away(w: World, effect: CardEffect) -> Asking[None]:
    user, target = effect.user, effect.target
    assert user is not None and target is not None
    if target.all_cards and user.alive:
        prompt = Line.of("sgs.ask.card_of", target=target.seat, why="card.snatch")
        card = yield from choose_card_of(w, user, prompt, target, (target.hand, target.equip, target.judge))
        yield from obtain(w, user, [card])


SNATCH = Kind(
    "snatch",
    Category.STRATAGEM,
    targets=targets,
    effect=lead_away,
    title=Text("顺手牵羊", "Snatch"),
    text=Text(
        "获得距离 1 以内的一名其他角色区域内的一张牌。",
        "Take a card from the hand, equipment or judge area of a player at distance 1.",
    ),
)
