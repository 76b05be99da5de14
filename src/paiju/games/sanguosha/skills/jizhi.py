"""集智 (黄月英): when you use a stratagem that is neither delayed nor converted you may draw a card.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "huangyueying"}).hand(1, "dismantlement:3s").hand(2, "peach:3h").top("jink:2d")
>>> scene.phase(1, "play", "P1 use dismantlement:3s > P2", "P1 yes")
>>> scene.hand_of(1), scene.discarded
('jink:2d', 'peach:3h dismantlement:3s')
"""

from __future__ import annotations

from paiju.games.sanguosha.card import Card, Category
from paiju.games.sanguosha.moves import draw
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.using import CardUse
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def it_is_an_instant_stratagem(w: World, me: Player, use: CardUse) -> bool:
    return use.card.kind.category is Category.STRATAGEM


def it_is_a_printed_card(w: World, me: Player, use: CardUse) -> bool:
    return isinstance(use.card, Card)


def draw_one(w: World, me: Player, use: CardUse) -> Asking[None]:
    yield from draw(w, me, 1, "jizhi")


SKILL = skill(
    "jizhi",
    Trigger(Timing.CARD_USING, draw_one, when=(it_is_an_instant_stratagem, it_is_a_printed_card)),
    zh=("集智", "当你使用非转化的普通锦囊牌时，可以摸一张牌。"),
    en=("Wit", "When you use a stratagem that is neither delayed nor converted you may draw a card."),
)
