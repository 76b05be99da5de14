"""八卦阵: when you need 闪 you may judge; red counts as a 闪 without suit.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hand(1, "slash:7s").equip(2, "eight_diagram:2s").top("peach:3h")
>>> scene.phase(1, "play", "P1 use slash:7s > P2", "P2 yes")
>>> scene.hp_of(2), scene.discarded
('4/4', 'peach:3h slash:7s')
"""

from __future__ import annotations

from paiju.games.sanguosha.card import Played, Virtual
from paiju.games.sanguosha.cards.equipment import armor
from paiju.games.sanguosha.judging import judge
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.using import JINK, Wanted
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def a_jink_is_wanted(w: World, me: Player, wanted: Wanted) -> bool:
    return wanted.name == JINK


def the_armor_counts(w: World, me: Player, wanted: Wanted) -> bool:
    return not (wanted.effect is not None and wanted.effect.aim is not None and wanted.effect.aim.pierced)


def red(card: Played) -> bool:
    return card.color == "red"


def read_the_diagram(w: World, me: Player, wanted: Wanted) -> Asking[None]:
    result = yield from judge(w, me, "skill.eight_diagram", red)
    if result.succeeded:
        wanted.result = Virtual(w.kinds[JINK], (), "eight_diagram")


SKILL = skill(
    "eight_diagram",
    Trigger(
        (Timing.ASK_FOR_CARD_USE, Timing.ASK_FOR_CARD_RESPONSE),
        read_the_diagram,
        when=(a_jink_is_wanted, the_armor_counts),
    ),
    arms=True,
    zh=("八卦阵", "当你需要使用或打出【闪】时，可以判定：若为红色，视为你使用或打出了【闪】。"),
    en=("Eight Diagrams", "When you need a Jink you may judge; red counts as one."),
)
EIGHT_DIAGRAM = armor("eight_diagram", "八卦阵", "Eight Diagrams", SKILL)
