"""连营 (陆逊): when you lose your last hand card you may draw one.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "luxun"}).hand(1, "slash:7s").top("peach:3h")
>>> scene.phase(1, "play", "P1 use slash:7s > P2", "P1 yes")
>>> scene.hand_of(1)
'peach:3h'
"""

from __future__ import annotations

from paiju.games.sanguosha.moves import MoveCards, draw
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def i_lost_a_hand_card(w: World, me: Player, event: MoveCards) -> bool:
    return any(one.lost_by(me, "hand") for one in event.moves)


def my_hand_is_empty(w: World, me: Player, event: MoveCards) -> bool:
    return not me.hand.cards


def draw_one(w: World, me: Player, event: MoveCards) -> Asking[None]:
    yield from draw(w, me, 1, "lianying")


SKILL = skill(
    "lianying",
    Trigger(Timing.AFTER_CARDS_MOVE, draw_one, when=(my_hand_is_empty, i_lost_a_hand_card), anyone=True),
    zh=("连营", "当你失去最后的手牌时，可以摸一张牌。"),
    en=("Chain of Camps", "When you lose your last hand card you may draw one."),
)
