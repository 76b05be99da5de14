"""方天画戟, range 4: a 杀 that is your whole hand may have up to two targets more.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(4).hand(1, "slash:7s").equip(1, "halberd:Qd")
>>> scene.phase(1, "play", "P1 use slash:7s > P2 P3 P4")
>>> [scene.hp_of(number) for number in (2, 3, 4)]
['3/4', '3/4', '3/4']
"""

from __future__ import annotations

from paiju.games.sanguosha.card import Played
from paiju.games.sanguosha.cards.equipment import weapon
from paiju.games.sanguosha.skill import Freedom, skill
from paiju.games.sanguosha.using import SLASH
from paiju.games.sanguosha.world import Player, World


def is_slash(card: Played) -> bool:
    return card.name == SLASH


def two_more_with_the_last_card(w: World, me: Player, card: Played) -> int:
    hand = me.hand.cards
    return 2 if hand and len(hand) == len(card.cards) and all(one in hand for one in card.cards) else 0


SKILL = skill(
    "halberd",
    Freedom(is_slash, extra_targets=two_more_with_the_last_card),
    arms=True,
    zh=("方天画戟", "你使用的【杀】若是你最后的手牌，可以额外指定至多两个目标。"),
    en=("Sky Halberd", "A Slash that is your whole hand may have up to two targets more."),
)
HALBERD = weapon("halberd", 4, "方天画戟", "Sky Halberd", SKILL)
