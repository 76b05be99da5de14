"""寒冰剑, range 2: instead of your 杀's damage you may discard two of the target's cards, one after the other.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hand(1, "slash:7s").equip(1, "ice_sword:2s").hand(2, "peach:3h").equip(2, "axe:5d")
>>> scene.phase(1, "play", "P1 use slash:7s > P2", "P1 yes", "P1 choose axe:5d")
>>> scene.hp_of(2), scene.discarded
('4/4', 'axe:5d peach:3h slash:7s')
"""

from __future__ import annotations

from paiju.games.contract import Line
from paiju.games.sanguosha.ask import choose_card_of
from paiju.games.sanguosha.cards.equipment import weapon
from paiju.games.sanguosha.hp import Damage
from paiju.games.sanguosha.moves import discard
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.using import SLASH
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def by_the_slash_itself(w: World, me: Player, hurt: Damage) -> bool:
    return hurt.card is not None and hurt.card.name == SLASH and hurt.by_effect


def the_target_has_cards(w: World, me: Player, hurt: Damage) -> bool:
    return bool(hurt.target.own_cards)


def freeze(w: World, me: Player, hurt: Damage) -> Asking[None]:
    hurt.prevented = True
    target = hurt.target
    for _ in range(2):
        if not target.own_cards or not me.alive or not target.alive:
            return
        prompt = Line.of("sgs.ask.card_of", target=target.seat, why="skill.ice_sword")
        card = yield from choose_card_of(w, me, prompt, target, (target.hand, target.equip))
        yield from discard(w, [card], by=me, skill="ice_sword")


SKILL = skill(
    "ice_sword",
    Trigger(Timing.DETERMINE_DAMAGE_CAUSED, freeze, when=(by_the_slash_itself, the_target_has_cards)),
    arms=True,
    zh=("寒冰剑", "你使用【杀】对目标造成伤害时，可以防止此伤害，然后依次弃置其两张牌。"),
    en=("Ice Sword", "Instead of your Slash's damage you may discard two of the target's cards, one after the other."),
)
ICE_SWORD = weapon("ice_sword", 2, "寒冰剑", "Ice Sword", SKILL)
