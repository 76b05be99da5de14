"""护驾 (曹操, lord): when you need 闪, other 魏 players may respond one for you, asked in action order.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "caocao", 3: "xuchu"}).hand(2, "slash:7s").hand(3, "jink:2d")
>>> scene.phase(2, "play", "P2 use slash:7s > P1", "P1 yes", "P3 respond jink:2d")
>>> scene.hp_of(1), scene.discarded
('4/4', 'jink:2d slash:7s')
"""

from __future__ import annotations

from paiju.games.contract import Line
from paiju.games.sanguosha.card import Virtual
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.using import JINK, Wanted, ask_response
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def a_jink_is_wanted(w: World, me: Player, wanted: Wanted) -> bool:
    return wanted.name == JINK


def guards(w: World, me: Player) -> list[Player]:
    return [other for other in w.living() if other is not me and other.kingdom == "wei"]


def there_are_guards(w: World, me: Player, wanted: Wanted) -> bool:
    return bool(guards(w, me))


def call_the_guards(w: World, me: Player, wanted: Wanted) -> Asking[None]:
    for guard in guards(w, me):
        prompt = Line.of("sgs.ask.hujia", source=me.seat)
        card = yield from ask_response(w, guard, JINK, prompt, drop=False)
        if card is not None:
            wanted.result = Virtual(w.kinds[JINK], card.cards, "hujia")
            return


SKILL = skill(
    "hujia",
    Trigger(
        (Timing.ASK_FOR_CARD_USE, Timing.ASK_FOR_CARD_RESPONSE),
        call_the_guards,
        when=(a_jink_is_wanted, there_are_guards),
    ),
    lord=True,
    zh=("护驾", "主公技，当你需要使用或打出【闪】时，可以令其他魏势力角色选择是否替你打出【闪】。"),
    en=("Escort", "Lord: when you need a Jink, other Wei players may respond with one for you."),
)
