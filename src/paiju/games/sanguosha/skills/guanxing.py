"""观星 (诸葛亮): at the start of your turn you may look at up to five top cards and put each on top or at the bottom.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "zhugeliang"}).top("peach:4h jink:2d slash:7s")
>>> scene.phase(1, "start", "P1 yes", "P1 arrange 7s4h / 2d")
>>> pile = [card.text for card in scene.w.draw_pile]
>>> pile[-1], pile[-2], pile[0]
('slash:7s', 'peach:4h', 'jink:2d')
"""

from __future__ import annotations

from paiju.games.contract import Line
from paiju.games.sanguosha.ask import arrange
from paiju.games.sanguosha.moves import top_cards
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.turns import Phase
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking

MOST = 5


def it_is_my_start_phase(w: World, me: Player, phase: Phase) -> bool:
    return phase.phase == "start"


def read_the_stars(w: World, me: Player, phase: Phase) -> Asking[None]:
    cards = yield from top_cards(w, min(MOST, len(w.alive)))
    w.reveal(cards, me.bit)
    w.looking = (me, cards)
    top, bottom = yield from arrange(w, me, Line.of("sgs.ask.guanxing", count=len(cards)), cards)
    w.looking = None
    pile = w.draw_pile.cards
    del pile[-len(cards) :]
    pile[:] = [*reversed(bottom), *pile, *reversed(top)]
    where = "" if top and bottom else "_top" if top else "_bottom"
    w.say(f"sgs.log.guanxing{where}", seat=me.seat, top=len(top), bottom=len(bottom))


SKILL = skill(
    "guanxing",
    Trigger(Timing.PHASE_START, read_the_stars, when=(it_is_my_start_phase,)),
    zh=(
        "观星",
        "准备阶段，你可以观看牌堆顶的 X 张牌（X 为存活角色数且至多为 5），将任意张置于牌堆顶，其余置于牌堆底。",
    ),
    en=(
        "Stargazing",
        "At the start of your turn look at the top cards, one a living player, at most five; put each on top or at the bottom.",
    ),
)
