"""反间 (周瑜): another player names a suit, then takes one of your hand cards unseen; a wrong guess costs 1 damage.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {1: "zhouyu"}).hand(1, "ex_nihilo:7h")
>>> scene.phase(1, "play", "P1 skill fanjian > P2", "P2 choose spade")
>>> scene.hand_of(2), scene.hp_of(2)
('ex_nihilo:7h', '3/4')
"""

from __future__ import annotations

from collections.abc import Iterable

from paiju.games.contract import Line
from paiju.games.sanguosha.ask import choose_card_of, choose_name
from paiju.games.sanguosha.card import Card, Targets
from paiju.games.sanguosha.hp import damage
from paiju.games.sanguosha.moves import obtain
from paiju.games.sanguosha.skill import Active, skill
from paiju.games.sanguosha.state import show_cards
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking

SUIT_NAMES = {"spade": "s", "heart": "h", "club": "c", "diamond": "d"}


def i_have_a_hand_card(w: World, me: Player) -> bool:
    return bool(me.hand.cards)


def another(w: World, me: Player) -> Iterable[Targets]:
    return [(other,) for other in w.others(me)]


def sow_discord(w: World, me: Player, cards: tuple[Card, ...], targets: Targets) -> Asking[None]:
    other = targets[0]
    suit = yield from choose_name(w, other, Line.of("sgs.ask.fanjian", source=me.seat), list(SUIT_NAMES))
    w.say("sgs.log.suit", seat=other.seat, suit=f"sgs.suit.{suit}")
    prompt = Line.of("sgs.ask.card_of", target=me.seat, why="skill.fanjian")
    card = yield from choose_card_of(w, other, prompt, me, (me.hand,))
    yield from obtain(w, other, [card], "fanjian")
    yield from show_cards(w, other, [card])
    if card.suit != SUIT_NAMES[suit] and other.alive:
        yield from damage(w, me, other, skill="fanjian")


SKILL = skill(
    "fanjian",
    Active(sow_discord, targets=another, when=i_have_a_hand_card, limit="phase"),
    zh=(
        "反间",
        "出牌阶段限一次，令一名其他角色选择一种花色后获得你的一张手牌并展示：若花色不同，你对其造成 1 点伤害。",
    ),
    en=(
        "Sow Discord",
        "Once in your play phase another player names a suit, takes one of your hand cards and shows it: if the suit differs, you deal 1 damage to them.",
    ),
)
