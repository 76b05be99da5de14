"""突袭 (张辽): instead of drawing you may take one hand card each of one or two others.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "zhangliao"}).hand(2, "peach:3h").hand(3, "jink:2d")
>>> scene.phase(1, "draw", "P1 choose > P2 P3")
>>> scene.hand_of(1)
'peach:3h jink:2d'
"""

from __future__ import annotations

from paiju.games.contract import Line
from paiju.games.sanguosha.ask import choose_card_of, choose_players
from paiju.games.sanguosha.moves import obtain
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.turns import Phase
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def it_is_my_draw_phase(w: World, me: Player, phase: Phase) -> bool:
    return phase.phase == "draw"


def victims(w: World, me: Player) -> list[Player]:
    return [other for other in w.others(me) if other.hand.cards]


def somebody_has_hand_cards(w: World, me: Player, phase: Phase) -> bool:
    return bool(victims(w, me))


def whom(w: World, me: Player, phase: Phase) -> Asking[tuple[Player, ...] | None]:
    chosen = yield from choose_players(w, me, Line.of("sgs.ask.tuxi"), victims(w, me), 1, 2)
    return chosen or None


def raid(w: World, me: Player, phase: Phase, chosen: tuple[Player, ...]) -> Asking[None]:
    phase.phase_end = True
    for other in chosen:
        if me.alive and other.hand.cards:
            prompt = Line.of("sgs.ask.card_of", target=other.seat, why="skill.tuxi")
            card = yield from choose_card_of(w, me, prompt, other, (other.hand,))
            yield from obtain(w, me, [card], "tuxi")


SKILL = skill(
    "tuxi",
    Trigger(Timing.PHASE_START, raid, when=(it_is_my_draw_phase, somebody_has_hand_cards), cost=whom),
    zh=("突袭", "摸牌阶段，你可以放弃摸牌，改为获得一至两名其他角色的各一张手牌。"),
    en=("Raid", "Instead of drawing you may take a hand card each of one or two others."),
)
