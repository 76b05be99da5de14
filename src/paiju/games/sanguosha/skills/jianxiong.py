"""奸雄 (曹操): when you were damaged you may take the card that did it, if it still lies on the table.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {2: "caocao"}).hand(1, "slash:7s")
>>> scene.phase(1, "play", "P1 use slash:7s > P2", "P2 yes")
>>> scene.hand_of(2), scene.discarded
('slash:7s', '')
"""

from __future__ import annotations

from paiju.games.sanguosha.hp import Damage
from paiju.games.sanguosha.moves import obtain
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def the_card_is_on_the_table(w: World, me: Player, hurt: Damage) -> bool:
    return w.in_processing(hurt.card)


def take_it(w: World, me: Player, hurt: Damage) -> Asking[None]:
    assert hurt.card is not None
    yield from obtain(w, me, hurt.card.cards, "jianxiong")


SKILL = skill(
    "jianxiong",
    Trigger(Timing.DAMAGED, take_it, when=(the_card_is_on_the_table,)),
    zh=("奸雄", "当你受到伤害后，可以获得造成伤害的牌。"),
    en=("Villainous Hero", "When you were damaged you may take the card that did it."),
)
