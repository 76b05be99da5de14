"""贯石斧, range 3: when your 杀 was dodged you may discard two other cards; it takes effect after all.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hand(1, "slash:7s peach:3h peach:4h").equip(1, "axe:5d").hand(2, "jink:2d")
>>> scene.phase(1, "play", "P1 use slash:7s > P2", "P2 use jink:2d", "P1 discard 3h4h")
>>> scene.hp_of(2)
'3/4'
"""

from __future__ import annotations

from paiju.games.contract import Line
from paiju.games.sanguosha.ask import choose_cards
from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.cards.equipment import weapon
from paiju.games.sanguosha.moves import discard
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.using import SLASH, CardEffect
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def it_is_a_slash(w: World, me: Player, effect: CardEffect) -> bool:
    return effect.card.name == SLASH and effect.target is not None and effect.target.alive


def spare_cards(me: Player) -> list[Card]:
    return [card for card in me.own_cards if card is not me.weapon]


def i_have_two_other_cards(w: World, me: Player, effect: CardEffect) -> bool:
    return len(spare_cards(me)) >= 2


def two_cards(w: World, me: Player, effect: CardEffect) -> Asking[tuple[Card, ...] | None]:
    assert effect.target is not None
    prompt = Line.of("sgs.ask.axe", target=effect.target.seat)
    cards = yield from choose_cards(w, me, prompt, spare_cards(me), 2, 2, verb="discard", optional=True)
    return cards or None


def cut_through(w: World, me: Player, effect: CardEffect, cards: tuple[Card, ...]) -> Asking[None]:
    yield from discard(w, cards, by=me, skill="axe")
    effect.cancelled = False


SKILL = skill(
    "axe",
    Trigger(
        Timing.CARD_EFFECT_CANCELLED_OUT, cut_through, when=(it_is_a_slash, i_have_two_other_cards), cost=two_cards
    ),
    arms=True,
    zh=("贯石斧", "你使用的【杀】被抵消后，可以弃置两张其他牌，令此【杀】依然生效。"),
    en=("Stone Axe", "When your Slash is cancelled you may discard two other cards: it takes effect after all."),
)
AXE = weapon("axe", 3, "贯石斧", "Stone Axe", SKILL)
