"""乐不思蜀: judge phase, anything but ♥ skips the play phase.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hand(1, "indulgence:6s").top("slash:7c")
>>> scene.phase(1, "play", "P1 use indulgence:6s > P2")
>>> scene.turn(2)
>>> scene.questions("play"), scene.discarded
(['P1 play: use indulgence:6s > 1', 'P1 play: end'], 'slash:7c indulgence:6s')
"""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.messages import Text
from paiju.games.sanguosha.card import Category, Kind, Played, Targets
from paiju.games.sanguosha.cards.delayed import may_hold
from paiju.games.sanguosha.judging import judge
from paiju.games.sanguosha.reach import may_target
from paiju.games.sanguosha.turns import Turn
from paiju.games.sanguosha.using import CardEffect
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def targets(w: World, user: Player, card: Played) -> Iterable[Targets]:
    return [(other,) for other in w.others(user) if may_hold(w, other, card) and may_target(w, user, other, card)]


def a_heart(card: Played) -> bool:
    return card.suit == "h"


def tempt(w: World, effect: CardEffect) -> Asking[None]:
    """The card goes to the discard pile either way, also when countered: nothing else moves it."""
    player = effect.target
    assert player is not None
    result = yield from judge(w, player, "card.indulgence", a_heart)
    turn = w.find(Turn)
    if not result.succeeded and turn is not None and player.alive:
        turn.skip("play")


INDULGENCE = Kind(
    "indulgence",
    Category.DELAYED,
    targets=targets,
    effect=tempt,
    may_hold=may_hold,
    title=Text("乐不思蜀", "Indulgence"),
    text=Text(
        "置于一名其他角色的判定区。其判定阶段判定：若结果不为红桃，跳过出牌阶段。",
        "Lies in another player's judge area. In their judge phase they judge: unless it is a heart, they skip the play phase.",
    ),
)
