"""空城 (诸葛亮): without hand cards you cannot be the target of 杀 or 决斗.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {2: "zhugeliang"}).hand(1, "slash:7s duel:As")
>>> scene.phase(1, "play", "P1 cannot use slash:7s > P2", "P1 cannot use duel:As > P2", "P1 can use duel:As > P3")
"""

from __future__ import annotations

from paiju.games.sanguosha.card import Played
from paiju.games.sanguosha.skill import Prohibit, skill
from paiju.games.sanguosha.using import SLASH
from paiju.games.sanguosha.world import Player, World


def with_an_empty_hand(w: World, user: Player, me: Player, card: Played) -> bool:
    return not me.hand.cards and card.name in (SLASH, "duel")


SKILL = skill(
    "kongcheng",
    Prohibit(with_an_empty_hand),
    compulsory=True,
    zh=("空城", "锁定技，若你没有手牌，你不能成为【杀】或【决斗】的目标。"),
    en=("Empty City", "Compulsory: without hand cards you cannot be the target of Slash or Duel."),
)
