"""铁骑 (马超): when your 杀 aims at a player you may judge; red, and they cannot answer it.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "machao"}).hand(1, "slash:7s").hand(2, "jink:2d").top("peach:3h")
>>> scene.phase(1, "play", "P1 use slash:7s > P2", "P1 yes")
>>> scene.hp_of(2), scene.questions("jink")
('3/4', [])
"""

from __future__ import annotations

from paiju.games.sanguosha.card import Played
from paiju.games.sanguosha.judging import judge
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.using import SLASH, Aim
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def it_is_a_slash(w: World, me: Player, aim: Aim) -> bool:
    return aim.use.card.name == SLASH


def red(card: Played) -> bool:
    return card.color == "red"


def ride_down(w: World, me: Player, aim: Aim) -> Asking[None]:
    result = yield from judge(w, me, "skill.tieqi", red)
    if result.succeeded:
        aim.unanswerable = True


SKILL = skill(
    "tieqi",
    Trigger(Timing.TARGET_SPECIFIED, ride_down, when=(it_is_a_slash,)),
    zh=("铁骑", "当你使用【杀】指定一名角色为目标后，可以判定：若为红色，其不能响应此【杀】。"),
    en=("Iron Cavalry", "When your Slash targets a player you may judge: if red, they cannot answer it."),
)
