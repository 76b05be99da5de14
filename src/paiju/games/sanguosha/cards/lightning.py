"""闪电: judge phase, ♠2-9 deals 3 thunder damage without a source; otherwise it moves on.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3).hand(1, "lightning:As").top("peach:3h")
>>> scene.phase(1, "play", "P1 use lightning:As")
>>> scene.phase(1, "judge")
>>> scene.judge_of(2)
'lightning:As'
>>> scene.top("slash:9s").phase(2, "judge")
>>> scene.hp_of(2), scene.discarded
('1/4', 'peach:3h slash:9s lightning:As')
"""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.messages import Text
from paiju.games.sanguosha.card import Category, Kind, Played, Targets
from paiju.games.sanguosha.cards.delayed import may_hold
from paiju.games.sanguosha.cards.whom import oneself
from paiju.games.sanguosha.hp import damage
from paiju.games.sanguosha.judging import judge
from paiju.games.sanguosha.reach import may_target
from paiju.games.sanguosha.using import CardEffect, lay
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def targets(w: World, user: Player, card: Played) -> Iterable[Targets]:
    return ((),) if may_hold(w, user, card) and may_target(w, user, user, card) else ()


def misses(card: Played) -> bool:
    return not (card.suit == "s" and 2 <= card.number <= 9)


def strike(w: World, effect: CardEffect) -> Asking[None]:
    player = effect.target
    assert player is not None
    result = yield from judge(w, player, "card.lightning", misses)
    if result.card is not None and not result.succeeded:
        yield from damage(w, None, player, 3, effect.card, "thunder", by_effect=True)
    else:
        yield from move_on(w, effect)


def move_on(w: World, effect: CardEffect) -> Asking[None]:
    """To the next judge area that can take it; back to the same one if no other can. It waits for the next turn."""
    player = effect.target
    assert player is not None
    for other in (*w.living(w.next_seat(player)),):
        if (
            w.in_processing(effect.card)
            and may_hold(w, other, effect.card)
            and may_target(w, other, other, effect.card)
        ):
            yield from lay(w, effect.card, other)
            return


LIGHTNING = Kind(
    "lightning",
    Category.DELAYED,
    targets=targets,
    fixed=oneself,
    effect=strike,
    countered=move_on,
    may_hold=may_hold,
    title=Text("闪电", "Lightning"),
    text=Text(
        "置于自己的判定区。判定阶段判定：若为黑桃 2-9，受到 3 点雷电伤害；否则移到下家的判定区。",
        "Lies in your own judge area; a judge card of spades 2 to 9 deals 3 thunder damage, any other moves it to the next player.",
    ),
)
