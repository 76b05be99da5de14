"""桃: in the play phase on yourself if hurt, or on a dying player when asked; recovers 1.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hp(1, 3).hand(1, "peach:3h peach:4h")
>>> scene.phase(1, "play", "P1 use peach:3h", "P1 cannot use peach:4h")
>>> scene.hp_of(1)
'4/4'
"""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.messages import Text
from paiju.games.sanguosha.card import Category, Kind, Played, Targets
from paiju.games.sanguosha.cards.whom import oneself
from paiju.games.sanguosha.hp import recover
from paiju.games.sanguosha.using import CardEffect
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def targets(w: World, user: Player, card: Played) -> Iterable[Targets]:
    return ((),) if user.is_hurt else ()


def heal(w: World, effect: CardEffect) -> Asking[None]:
    assert effect.target is not None
    yield from recover(w, effect.target, by=effect.user, card=effect.card)


PEACH = Kind(
    "peach",
    Category.BASIC,
    targets=targets,
    fixed=oneself,
    effect=heal,
    title=Text("桃", "Peach"),
    text=Text(
        "出牌阶段，你受伤时对自己使用；或有角色濒死时对其使用。目标回复 1 点体力。",
        "In your play phase on yourself if hurt, or on a dying player: recover 1 hp.",
    ),
)
