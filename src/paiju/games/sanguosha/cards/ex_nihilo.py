"""无中生有: draw two cards.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hand(1, "ex_nihilo:7h").top("peach:3h jink:2d")
>>> scene.phase(1, "play", "P1 use ex_nihilo:7h")
>>> scene.hand_of(1)
'peach:3h jink:2d'
"""

from __future__ import annotations

from paiju.games.messages import Text
from paiju.games.sanguosha.card import Category, Kind
from paiju.games.sanguosha.cards.whom import always, oneself
from paiju.games.sanguosha.moves import draw
from paiju.games.sanguosha.using import CardEffect
from paiju.games.sanguosha.world import World
from paiju.games.script import Asking


def draw_two(w: World, effect: CardEffect) -> Asking[None]:
    assert effect.target is not None
    yield from draw(w, effect.target, 2)


EX_NIHILO = Kind(
    "ex_nihilo",
    Category.STRATAGEM,
    targets=always,
    fixed=oneself,
    effect=draw_two,
    title=Text("无中生有", "Something out of Nothing"),
    text=Text("摸两张牌。", "Draw two cards."),
)
