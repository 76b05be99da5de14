"""借刀杀人: a player with a weapon uses 杀 on somebody in their range, or hands the weapon to you.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hand(1, "collateral:Qc").equip(2, "blade:5s").hand(2, "slash:7s")
>>> scene.phase(1, "play", "P1 use collateral:Qc > P2 P3", "P2 use slash:7s")
>>> scene.hp_of(3), scene.equip_of(2)
('3/4', 'blade:5s')
>>> scene = Scene(3).hand(1, "collateral:Qc").equip(2, "blade:5s").hand(2, "slash:7s")
>>> scene.phase(1, "play", "P1 use collateral:Qc > P2 P1", "P2 no")
>>> scene.hand_of(1)
'blade:5s'
"""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.contract import Line
from paiju.games.messages import Text
from paiju.games.sanguosha.card import Category, Kind, Played, Targets, Virtual
from paiju.games.sanguosha.moves import give
from paiju.games.sanguosha.reach import in_range, may_slash, may_target
from paiju.games.sanguosha.using import SLASH, CardEffect, CardUse, ask_use
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def armed_and_in_reach(w: World, user: Player, card: Played) -> Iterable[Targets]:
    """Pairs: A with a weapon, and B in A's range whom A's 杀 may target; B may be the user."""
    plain = Virtual(w.kinds[SLASH])
    return [
        (armed, victim)
        for armed in w.others(user)
        if armed.weapon is not None and may_target(w, user, armed, card)
        for victim in w.others(armed)
        if in_range(w, armed, victim) and may_target(w, armed, victim, plain)
    ]


def name_the_victim(w: World, use: CardUse) -> None:
    """Only A is a target; B is remembered."""
    use.partner = use.targets[1]
    del use.targets[1:]


def borrow(w: World, effect: CardEffect) -> Asking[None]:
    user, armed, use = effect.user, effect.target, effect.use
    assert user is not None and armed is not None and use is not None
    victim = use.partner
    assert victim is not None
    if victim.alive and armed.weapon is not None:
        prompt = Line.of("sgs.ask.collateral", source=user.seat, target=victim.seat)

        def usable(card: Played) -> bool:
            return may_slash(w, armed, victim, card)

        if (yield from ask_use(w, armed, SLASH, prompt, [victim], extra=True, usable=usable)):
            return
    if armed.weapon is not None and user.alive:
        yield from give(w, armed, user, [armed.weapon])


COLLATERAL = Kind(
    "collateral",
    Category.STRATAGEM,
    targets=armed_and_in_reach,
    in_order=True,
    prepare=name_the_victim,
    effect=borrow,
    title=Text("借刀杀人", "Borrowed Sword"),
    text=Text(
        "对一名装备区里有武器的其他角色使用：其须对其攻击范围内你指定的角色使用【杀】，否则将武器交给你。",
        "On a player with a weapon: they use a Slash on a player in their range whom you name, or give you the weapon.",
    ),
)
