"""决斗: starting with the target, both respond 杀 in turn; the first who does not takes 1 damage from the other.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hand(1, "duel:As").hand(2, "slash:7s")
>>> scene.phase(1, "play", "P1 use duel:As > P2", "P2 respond slash:7s", "P1 no")
>>> scene.hp_of(1), scene.discarded
('3/4', 'slash:7s duel:As')
"""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.contract import Line
from paiju.games.messages import Text
from paiju.games.sanguosha.card import Category, Kind, Played, Targets
from paiju.games.sanguosha.hp import damage
from paiju.games.sanguosha.reach import may_target
from paiju.games.sanguosha.using import SLASH, CardEffect, answer_key, ask_response
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def targets(w: World, user: Player, card: Played) -> Iterable[Targets]:
    return [(other,) for other in w.others(user) if may_target(w, user, other, card)]


def fight(w: World, effect: CardEffect) -> Asking[None]:
    assert effect.user is not None and effect.target is not None
    now, other = effect.target, effect.user
    while (yield from answer(w, effect, now, other)):
        now, other = other, now
    if now.alive:
        yield from damage(w, other, now, card=effect.card, by_effect=True)


def answer(w: World, effect: CardEffect, now: Player, other: Player) -> Asking[bool]:
    """One 杀, or two against 无双; those responded before one is missing are wasted."""
    aim = effect.aim
    count = 1 if aim is None else aim.needs if now is effect.target else aim.user_needs
    for left in range(count, 0, -1):
        if not now.alive or not other.alive:
            return False
        prompt = Line.of("sgs.ask.duel", source=other.seat, count=left, answer=answer_key(SLASH, count))
        if (yield from ask_response(w, now, SLASH, prompt, effect)) is None:
            return False
    return True


DUEL = Kind(
    "duel",
    Category.STRATAGEM,
    targets=targets,
    effect=fight,
    title=Text("决斗", "Duel"),
    text=Text(
        "对一名其他角色使用。由其开始，你与其轮流打出【杀】，首先不打出的一方受到另一方造成的 1 点伤害。",
        "On another player: beginning with them, you take turns responding with a Slash; the first who does not takes 1 damage from the other.",
    ),
)
