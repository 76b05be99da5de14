"""青龙偃月刀, range 3: when your 杀 was dodged you may use another on the same player, at any distance, uncounted.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hand(1, "slash:7s slash:8s").equip(1, "blade:5s").hand(2, "jink:2d")
>>> scene.phase(1, "play", "P1 use slash:7s > P2", "P2 use jink:2d", "P1 use slash:8s")
>>> scene.hp_of(2), scene.discarded
('3/4', 'jink:2d slash:8s slash:7s')
"""

from __future__ import annotations

from paiju.games.contract import Line
from paiju.games.sanguosha.card import Played, Virtual
from paiju.games.sanguosha.cards.equipment import weapon
from paiju.games.sanguosha.reach import may_target
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.using import SLASH, CardEffect, Wanted, use_card, want
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def it_is_a_slash(w: World, me: Player, effect: CardEffect) -> bool:
    return effect.card.name == SLASH


def the_target_can_be_hit_again(w: World, me: Player, effect: CardEffect) -> bool:
    target = effect.target
    return target is not None and target.alive and may_target(w, me, target, Virtual(w.kinds[SLASH]))


def another_slash(w: World, me: Player, effect: CardEffect) -> Asking[Played | None]:
    target = effect.target
    assert target is not None
    prompt = Line.of("sgs.ask.blade", target=target.seat)
    return (yield from want(w, Wanted(me, SLASH, "use", prompt), lambda card: may_target(w, me, target, card)))


def strike_again(w: World, me: Player, effect: CardEffect, card: Played) -> Asking[None]:
    assert effect.target is not None
    yield from use_card(w, me, card, [effect.target], extra=True)


SKILL = skill(
    "blade",
    Trigger(
        Timing.CARD_EFFECT_CANCELLED_OUT,
        strike_again,
        when=(it_is_a_slash, the_target_can_be_hit_again),
        cost=another_slash,
    ),
    arms=True,
    zh=("青龙偃月刀", "你使用的【杀】被抵消后，可以对相同的目标再使用一张【杀】（无距离和次数限制）。"),
    en=("Green Dragon Blade", "When your Slash is cancelled you may use another on the same player, without limits."),
)
BLADE = weapon("blade", 3, "青龙偃月刀", "Green Dragon Blade", SKILL)
