"""遗计 (郭嘉): for each point of damage you may look at the top two cards and give them to any players.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {2: "guojia"}).hand(1, "slash:7s").top("peach:3h jink:2d")
>>> scene.phase(1, "play", "P1 use slash:7s > P2", "P2 yes", "P2 give > P2 P3")
>>> scene.hand_of(2), scene.hand_of(3)
('peach:3h', 'jink:2d')
"""

from __future__ import annotations

from paiju.games.contract import Line
from paiju.games.sanguosha.ask import distribute
from paiju.games.sanguosha.hp import Damage
from paiju.games.sanguosha.moves import Move, move_cards, top_cards
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def points(w: World, me: Player, hurt: Damage) -> int:
    return hurt.amount


def hand_out(w: World, me: Player, hurt: Damage) -> Asking[None]:
    cards = yield from top_cards(w, 2)
    w.reveal(cards, me.bit)
    w.looking = (me, cards)
    receivers = yield from distribute(w, me, Line.of("sgs.ask.yiji"), cards)
    w.looking = None
    moves = []
    for other in w.living(me):
        share = tuple(card for card, receiver in zip(cards, receivers, strict=True) if receiver is other)
        moves.append(Move(share, other.hand, "give", me, "yiji"))
    yield from move_cards(w, *moves)


SKILL = skill(
    "yiji",
    Trigger(Timing.DAMAGED, hand_out, times=points),
    zh=("遗计", "当你受到 1 点伤害后，可以观看牌堆顶的两张牌并交给任意角色。"),
    en=("Bequeathed Plans", "For each point of damage you may look at the top two cards and give them to any players."),
)
