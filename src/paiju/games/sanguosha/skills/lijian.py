"""离间 (貂蝉): once in a play phase, discard a card and let one man duel another.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(4, {1: "diaochan"}).hand(1, "peach:3h").hand(2, "slash:7s")
>>> scene.phase(1, "play", "P1 skill lijian 3h > P2 P3", "P2 respond slash:7s", "P3 no")
>>> scene.hp_of(2), scene.hp_of(3)
('4/4', '3/4')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paiju.games.sanguosha.card import Card, Targets, Virtual
from paiju.games.sanguosha.moves import discard
from paiju.games.sanguosha.reach import may_target
from paiju.games.sanguosha.skill import Active, skill
from paiju.games.sanguosha.using import use_card
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def own_cards(w: World, me: Player) -> Sequence[Card]:
    return me.own_cards


def two_men(w: World, me: Player) -> Iterable[Targets]:
    """First the target, who must be a legal one, then the user of the 决斗."""
    duel = Virtual(w.kinds["duel"], (), "lijian")
    men = [other for other in w.others(me) if other.male]
    return [
        (target, user) for target in men for user in men if user is not target and may_target(w, user, target, duel)
    ]


def set_against_each_other(w: World, me: Player, cards: tuple[Card, ...], targets: Targets) -> Asking[None]:
    yield from discard(w, cards, by=me, skill="lijian")
    target, user = targets
    if target.alive and user.alive:
        duel = Virtual(w.kinds["duel"], (), "lijian")
        yield from use_card(w, user, duel, [target], extra=True, unoffsetable=True)


SKILL = skill(
    "lijian",
    Active(
        set_against_each_other,
        cards=own_cards,
        low=1,
        high=1,
        targets=two_men,
        limit="phase",
        discards=True,
        in_order=True,
    ),
    zh=(
        "离间",
        "出牌阶段限一次，你可以弃置一张牌并选择两名其他男性角色：视为后者对前者使用【决斗】（不能被【无懈可击】响应）。",
    ),
    en=(
        "Discord",
        "Once in your play phase discard a card and choose two men: the second duels the first, and nobody can nullify it.",
    ),
)
