"""过河拆桥: discard one card in another player's areas.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hand(1, "dismantlement:3s").hand(2, "peach:3h").equip(2, "axe:5d").judge(2, "indulgence:6s")
>>> scene.phase(1, "play", "P1 use dismantlement:3s > P2", "P1 choose axe:5d")
>>> scene.discarded
'axe:5d dismantlement:3s'
"""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.contract import Line
from paiju.games.messages import Text
from paiju.games.sanguosha.ask import choose_card_of
from paiju.games.sanguosha.card import Category, Kind, Played, Targets
from paiju.games.sanguosha.moves import discard
from paiju.games.sanguosha.reach import may_target
from paiju.games.sanguosha.using import CardEffect
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def targets(w: World, user: Player, card: Played) -> Iterable[Targets]:
    return [(other,) for other in w.others(user) if other.all_cards and may_target(w, user, other, card)]


def tear_down(w: World, effect: CardEffect) -> Asking[None]:
    user, target = effect.user, effect.target
    assert user is not None and target is not None
    if target.all_cards and user.alive:
        prompt = Line.of("sgs.ask.card_of", target=target.seat, why="card.dismantlement")
        card = yield from choose_card_of(w, user, prompt, target, (target.hand, target.equip, target.judge))
        yield from discard(w, [card], by=user)


DISMANTLEMENT = Kind(
    "dismantlement",
    Category.STRATAGEM,
    targets=targets,
    effect=tear_down,
    title=Text("过河拆桥", "Dismantlement"),
    text=Text(
        "弃置一名其他角色区域内的一张牌。", "Discard a card from another player's hand, equipment or judge area."
    ),
)
