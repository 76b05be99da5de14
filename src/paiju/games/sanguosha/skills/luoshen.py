"""洛神 (甄姬): at the start of your turn you may judge; black is yours, and you may judge again.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "zhenji"}).top("slash:7s slash:8c peach:3h")
>>> scene.phase(1, "start", "P1 yes", "P1 yes", "P1 yes")
>>> scene.hand_of(1), scene.discarded
('slash:7s slash:8c', 'peach:3h')
"""

from __future__ import annotations

from paiju.games.sanguosha.ask import invoke
from paiju.games.sanguosha.card import Played
from paiju.games.sanguosha.judging import Judge, judge
from paiju.games.sanguosha.moves import obtain
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.turns import Phase
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def it_is_my_start_phase(w: World, me: Player, phase: Phase) -> bool:
    return phase.phase == "start"


def black(card: Played) -> bool:
    return card.color == "black"


def dance(w: World, me: Player, phase: Phase) -> Asking[None]:
    while True:
        result = yield from judge(w, me, "skill.luoshen", black)
        if not result.succeeded or not me.alive or not (yield from invoke(w, me, "luoshen")):
            return


def it_was_for_luoshen(w: World, me: Player, event: Judge) -> bool:
    return event.reason == "skill.luoshen"


def it_is_black(w: World, me: Player, event: Judge) -> bool:
    return event.succeeded and w.in_processing(event.card)


def take_it(w: World, me: Player, event: Judge) -> Asking[None]:
    assert event.card is not None
    yield from obtain(w, me, [event.card], "luoshen")


SKILL = skill(
    "luoshen",
    Trigger(Timing.PHASE_START, dance, when=(it_is_my_start_phase,)),
    Trigger(Timing.FINISH_JUDGE, take_it, when=(it_was_for_luoshen, it_is_black), delayed=True),
    zh=("洛神", "准备阶段，你可以判定：若为黑色，获得之，并可重复此流程。"),
    en=("Goddess of the Luo", "At the start of your turn you may judge: black is yours, and you may judge again."),
)
