"""救援 (孙权, lord): 桃 used on you by another 吴 player heals 1 more.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "sunquan", 2: "ganning"}).hp(1, 1).hand(2, "peach:3h").hand(3, "slash:7s")
>>> scene.phase(3, "play", "P3 use slash:7s > P1", "P2 use peach:3h")
>>> scene.hp_of(1)
'2/4'
"""

from __future__ import annotations

from paiju.games.sanguosha.hp import Recover
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.using import PEACH
from paiju.games.sanguosha.world import Player, World


def by_a_peach(w: World, me: Player, event: Recover) -> bool:
    return event.card is not None and event.card.name == PEACH


def of_another_wu_player(w: World, me: Player, event: Recover) -> bool:
    return event.by is not None and event.by is not me and event.by.kingdom == "wu"


def heal_more(w: World, me: Player, event: Recover) -> None:
    event.amount += 1


SKILL = skill(
    "jiuyuan",
    Trigger(Timing.PRE_HP_RECOVER, heal_more, when=(by_a_peach, of_another_wu_player)),
    compulsory=True,
    lord=True,
    zh=("救援", "主公技，锁定技，其他吴势力角色对你使用的【桃】回复的体力+1。"),
    en=("Rescue", "Lord, compulsory: a Peach that another Wu player uses on you heals 1 more."),
)
