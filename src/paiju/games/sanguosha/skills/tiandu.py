"""天妒 (郭嘉): when your judge card counts you may take it.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "guojia"}).judge(1, "indulgence:6s").top("slash:7c")
>>> scene.phase(1, "judge", "P1 yes")
>>> scene.hand_of(1), scene.discarded
('slash:7c', 'indulgence:6s')
"""

from __future__ import annotations

from paiju.games.sanguosha.judging import Judge
from paiju.games.sanguosha.moves import obtain
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def the_card_is_on_the_table(w: World, me: Player, event: Judge) -> bool:
    return w.in_processing(event.card)


def take_it(w: World, me: Player, event: Judge) -> Asking[None]:
    assert event.card is not None
    yield from obtain(w, me, [event.card], "tiandu")


SKILL = skill(
    "tiandu",
    Trigger(Timing.FINISH_JUDGE, take_it, when=(the_card_is_on_the_table,)),
    zh=("天妒", "当你的判定牌生效后，可以获得此牌。"),
    en=("Envied by Heaven", "When your judge card has counted you may take it."),
)
