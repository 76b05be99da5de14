"""麒麟弓, range 5: when your 杀 deals damage you may discard one of the target's mounts.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hand(1, "slash:7s").equip(1, "kylin_bow:5h").equip(2, "jueying:5s dayuan:Ks")
>>> scene.phase(1, "play", "P1 use slash:7s > P2", "P1 yes", "P1 choose dayuan:Ks")
>>> scene.hp_of(2), scene.equip_of(2)
('3/4', 'jueying:5s')
"""

from __future__ import annotations

from paiju.games.contract import Line
from paiju.games.sanguosha.ask import choose_card_of, invoke
from paiju.games.sanguosha.card import Card, Category
from paiju.games.sanguosha.cards.equipment import weapon
from paiju.games.sanguosha.hp import Damage
from paiju.games.sanguosha.moves import discard
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.using import SLASH
from paiju.games.sanguosha.world import Player, World, Zone
from paiju.games.script import Asking


def by_the_slash_itself(w: World, me: Player, hurt: Damage) -> bool:
    return hurt.card is not None and hurt.card.name == SLASH and hurt.by_effect


def mounts(player: Player) -> list[Card]:
    return [card for card in player.equip if card.kind.category in (Category.DEFENSIVE, Category.OFFENSIVE)]


def the_target_has_a_mount(w: World, me: Player, hurt: Damage) -> bool:
    return bool(mounts(hurt.target))


def which_mount(w: World, me: Player, hurt: Damage) -> Asking[Card | None]:
    if not (yield from invoke(w, me, "kylin_bow")):
        return None
    stable = Zone("equip", hurt.target)
    stable.cards = mounts(hurt.target)
    prompt = Line.of("sgs.ask.card_of", target=hurt.target.seat, why="skill.kylin_bow")
    return (yield from choose_card_of(w, me, prompt, hurt.target, (stable,)))


def shoot_it(w: World, me: Player, hurt: Damage, mount: Card) -> Asking[None]:
    yield from discard(w, [mount], by=me, skill="kylin_bow")


SKILL = skill(
    "kylin_bow",
    Trigger(Timing.DAMAGE_CAUSED, shoot_it, when=(by_the_slash_itself, the_target_has_a_mount), cost=which_mount),
    arms=True,
    zh=("麒麟弓", "你使用【杀】对目标造成伤害时，可以弃置其一匹坐骑。"),
    en=("Kylin Bow", "When your Slash deals damage you may discard one of the target's mounts."),
)
KYLIN_BOW = weapon("kylin_bow", 5, "麒麟弓", "Kylin Bow", SKILL)
