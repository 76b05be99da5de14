"""裸衣 (许褚): draw one card less; for the rest of the turn your 杀 and 决斗 deal 1 damage more.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "xuchu"}).hand(1, "slash:7s")
>>> scene.turn(1, "P1 yes", "P1 use slash:7s > P2")
>>> scene.hp_of(2), len(scene.p(1).hand)
('2/4', 1)
"""

from __future__ import annotations

from paiju.games.sanguosha.hp import Damage
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.turns import DrawNCards
from paiju.games.sanguosha.using import SLASH
from paiju.games.sanguosha.world import Player, World


def there_is_a_card_to_give_up(w: World, me: Player, data: DrawNCards) -> bool:
    return data.num > 0


def strip(w: World, me: Player, data: DrawNCards) -> None:
    data.num -= 1
    me.marks["turn"]["luoyi"] = True


def i_have_stripped(w: World, me: Player, hurt: Damage) -> bool:
    return bool(me.marks["turn"].get("luoyi"))


def by_the_effect_of_slash_or_duel(w: World, me: Player, hurt: Damage) -> bool:
    return hurt.by_effect and hurt.card is not None and hurt.card.name in (SLASH, "duel")


def one_more(w: World, me: Player, hurt: Damage) -> None:
    hurt.amount += 1


SKILL = skill(
    "luoyi",
    Trigger(Timing.DRAW_N_CARDS, strip, when=(there_is_a_card_to_give_up,)),
    Trigger(Timing.DAMAGE_CAUSED, one_more, when=(i_have_stripped, by_the_effect_of_slash_or_duel), delayed=True),
    zh=("裸衣", "摸牌阶段，你可以少摸一张牌，然后本回合你的【杀】和【决斗】造成的伤害+1。"),
    en=("Bare-Chested", "You may draw one card less: this turn your Slash and Duel deal 1 damage more."),
)
