"""刚烈 (夏侯惇): when you were damaged you may judge; unless ♥, the source discards two hand cards or takes 1 damage.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {2: "xiahoudun"}).hand(1, "slash:7s slash:8s slash:9s").top("slash:4c")
>>> scene.phase(1, "play", "P1 use slash:7s > P2", "P2 yes", "P1 discard 8s9s")
>>> scene.hp_of(1), scene.hand_of(1)
('4/4', '')
"""

from __future__ import annotations

from paiju.games.contract import Line
from paiju.games.sanguosha.ask import choose_cards
from paiju.games.sanguosha.card import Card, Played
from paiju.games.sanguosha.hp import Damage, damage
from paiju.games.sanguosha.judging import judge
from paiju.games.sanguosha.moves import discard
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def no_heart(card: Played) -> bool:
    return card.suit != "h"


def strike_back(w: World, me: Player, hurt: Damage) -> Asking[None]:
    result = yield from judge(w, me, "skill.ganglie", no_heart)
    source = hurt.source
    if not result.succeeded or source is None or not source.alive:
        return
    cards: tuple[Card, ...] = ()
    if len(source.hand) >= 2:
        prompt = Line.of("sgs.ask.ganglie", source=me.seat)
        cards = yield from choose_cards(w, source, prompt, source.hand.cards, 2, 2, verb="discard", optional=True)
    if cards:
        yield from discard(w, cards, by=source, skill="ganglie")
    else:
        yield from damage(w, me, source, skill="ganglie")


SKILL = skill(
    "ganglie",
    Trigger(Timing.DAMAGED, strike_back),
    zh=("刚烈", "当你受到伤害后，可以判定：若不为红桃，伤害来源弃置两张手牌或受到你造成的 1 点伤害。"),
    en=(
        "Staunch",
        "When you were damaged you may judge: unless a heart, the source discards two hand cards or takes 1 damage.",
    ),
)
