"""五谷丰登: as many cards as targets are turned up; each in turn takes one, the rest go to the discard pile.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(2).hand(1, "amazing_grace:3h").top("slash:7s peach:4h")
>>> scene.phase(1, "play", "P1 use amazing_grace:3h", "P1 choose peach:4h")
>>> scene.hand_of(1), scene.hand_of(2)
('peach:4h', 'slash:7s')
"""

from __future__ import annotations

from paiju.games.contract import Line
from paiju.games.messages import Text
from paiju.games.sanguosha.ask import Offers, ask, each_card
from paiju.games.sanguosha.card import Category, Kind
from paiju.games.sanguosha.cards.whom import always, everybody
from paiju.games.sanguosha.moves import move, obtain, top_cards
from paiju.games.sanguosha.using import CardEffect, CardUse
from paiju.games.sanguosha.world import World
from paiju.games.script import Asking


def turn_up(w: World, use: CardUse) -> Asking[None]:
    cards = yield from top_cards(w, len(use.targets))
    yield from move(w, cards, w.processing, "put", use.user)
    w.say("sgs.log.open", cards=tuple(card.text for card in cards))
    use.open_cards = list(cards)


def nothing_left(w: World, effect: CardEffect) -> bool:
    return effect.use is not None and not effect.use.open_cards


def take_one(w: World, effect: CardEffect) -> Asking[None]:
    use, target = effect.use, effect.target
    assert use is not None and target is not None
    card = use.open_cards[0]
    if len(use.open_cards) > 1:
        offers = Offers(tuple(each_card("choose", use.open_cards)))
        answer = yield from ask(w, target, Line.of("sgs.ask.amazing_grace"), offers)
        card = answer.cards[0]
    use.open_cards.remove(card)
    yield from obtain(w, target, [card])


def clear_away(w: World, use: CardUse) -> Asking[None]:
    left = [card for card in use.open_cards if w.where[card] is w.processing]
    yield from move(w, left, w.discard_pile, "discard_pile")


AMAZING_GRACE = Kind(
    "amazing_grace",
    Category.STRATAGEM,
    targets=always,
    fixed=everybody,
    begin=turn_up,
    effect=take_one,
    finish=clear_away,
    pointless=nothing_left,
    title=Text("五谷丰登", "Bumper Harvest"),
    text=Text(
        "亮出牌堆顶等同于目标数的牌，每名角色依次获得其中一张。",
        "Turn up as many cards as there are players; each in turn takes one.",
    ),
)
