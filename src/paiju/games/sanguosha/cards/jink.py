"""闪: used against a 杀 about to take effect on you, or responded to 万箭齐发.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hand(1, "slash:7s").hand(2, "jink:2d")
>>> scene.phase(1, "play", "P1 use slash:7s > P2", "P2 use jink:2d")
>>> scene.hp_of(2), scene.discarded
('4/4', 'jink:2d slash:7s')
"""

from __future__ import annotations

from paiju.games.messages import Text
from paiju.games.sanguosha.card import Category, Kind
from paiju.games.sanguosha.using import CardEffect
from paiju.games.sanguosha.world import World


def dodge(w: World, effect: CardEffect) -> None:
    """It counts against the 杀, which is cancelled once enough of them did (无双 takes two)."""
    assert effect.response_to is not None
    effect.response_to.answered += 1


JINK = Kind(
    "jink",
    Category.BASIC,
    effect=dodge,
    title=Text("闪", "Jink"),
    text=Text("抵消对你生效的一张【杀】。", "Cancels a Slash about to take effect on you."),
)
