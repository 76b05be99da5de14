"""天妒 (郭嘉): when your judge card counts you may take it."""

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
