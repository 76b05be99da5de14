"""反馈 (司马懿): when you were damaged you may take a card of the source.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {2: "simayi"}).hand(1, "slash:7s peach:3h").equip(1, "axe:5d")
>>> scene.phase(1, "play", "P1 use slash:7s > P2", "P2 yes", "P2 choose axe:5d")
>>> scene.hand_of(2), scene.equip_of(1)
('axe:5d', '')
"""

from __future__ import annotations

from paiju.games.contract import Line
from paiju.games.sanguosha.ask import choose_card_of
from paiju.games.sanguosha.hp import Damage
from paiju.games.sanguosha.moves import obtain
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.world import Player, World, Zone
from paiju.games.script import Asking


def zones_of(me: Player, source: Player) -> tuple[Zone, ...]:
    """Hand and equipment; if you hurt yourself, equipment only."""
    return (source.equip,) if source is me else (source.hand, source.equip)


def the_source_has_cards(w: World, me: Player, hurt: Damage) -> bool:
    source = hurt.source
    return source is not None and source.alive and any(zone.cards for zone in zones_of(me, source))


def take_a_card(w: World, me: Player, hurt: Damage) -> Asking[None]:
    source = hurt.source
    assert source is not None
    prompt = Line.of("sgs.ask.card_of", target=source.seat, why="skill.fankui")
    card = yield from choose_card_of(w, me, prompt, source, zones_of(me, source))
    yield from obtain(w, me, [card], "fankui")


SKILL = skill(
    "fankui",
    Trigger(Timing.DAMAGED, take_a_card, when=(the_source_has_cards,)),
    zh=("反馈", "当你受到伤害后，可以获得伤害来源的一张牌。"),
    en=("Retort", "When you were damaged you may take a card of the source."),
)
