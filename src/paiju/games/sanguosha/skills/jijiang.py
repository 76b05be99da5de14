"""激将 (刘备, lord): when you need 杀, other 蜀 players may respond one for you, asked in action order.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "liubei", 2: "guanyu"}).hand(2, "slash:7s")
>>> scene.phase(1, "play", "P1 use jijiang > P3", "P2 respond slash:7s", "P1 cannot use jijiang > P3")
>>> scene.hp_of(3), scene.discarded
('3/4', 'slash:7s')
"""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.contract import Line
from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.skill import ViewAs, skill
from paiju.games.sanguosha.turns import Phase
from paiju.games.sanguosha.using import SLASH, ask_response
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def no_cards(w: World, me: Player, name: str) -> Iterable[Card]:
    return ()


def followers(w: World, me: Player) -> list[Player]:
    return [other for other in w.living() if other is not me and other.kingdom == "shu"]


def there_are_followers(w: World, me: Player) -> bool:
    return bool(followers(w, me))


def not_refused_in_this_phase(w: World, me: Player) -> bool:
    return not me.marks["phase"].get("jijiang")


def rouse(w: World, me: Player, name: str) -> Asking[tuple[Card, ...] | None]:
    """The cards of the first who responds; None when all refuse, and then not again in this play phase."""
    playing = isinstance(w.top, Phase)
    for follower in followers(w, me):
        card = yield from ask_response(w, follower, SLASH, Line.of("sgs.ask.jijiang", source=me.seat), drop=False)
        if card is not None:
            return card.cards
    if playing:
        me.marks["phase"]["jijiang"] = True
    return None


SKILL = skill(
    "jijiang",
    ViewAs((SLASH,), no_cards, when=there_are_followers, when_played=not_refused_in_this_phase, supply=rouse),
    lord=True,
    zh=("激将", "主公技，当你需要使用或打出【杀】时，可以令其他蜀势力角色选择是否替你打出【杀】。"),
    en=("Rouse", "Lord: when you need a Slash, other Shu players may respond with one for you."),
)
