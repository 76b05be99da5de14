"""流离 (大乔): when 杀 aims at you, you may discard a card and name a player in your attack range to take your place.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(4, {2: "daqiao"}).hand(1, "slash:7s").hand(2, "peach:3h")
>>> scene.phase(1, "play", "P1 use slash:7s > P2", "P2 discard 3h > P3")
>>> scene.hp_of(2), scene.hp_of(3)
('3/3', '3/4')
"""

from __future__ import annotations

from paiju.games.contract import Line
from paiju.games.sanguosha.ask import OFFER_NO, Offer, Offers, Seats, ask, offer_of
from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.moves import discard
from paiju.games.sanguosha.reach import discardable, in_range, may_target
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.using import SLASH, Aim
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def it_is_a_slash(w: World, me: Player, aim: Aim) -> bool:
    return aim.use.card.name == SLASH


def ways(w: World, me: Player, aim: Aim) -> Offer | None:
    """For each card that could be discarded, who may be named: the range is measured without that card."""
    aimed_at = [one.player for one in aim.use.aims]

    def named(cards: tuple[Card, ...]) -> tuple[Seats, ...]:
        return tuple(
            (other.seat,)
            for other in w.others(me)
            if other is not aim.use.user
            and other not in aimed_at
            and in_range(w, me, other, cards)
            and may_target(w, aim.use.user, other, aim.use.card)
        )

    return offer_of("discard", "", discardable(w, me, me.own_cards), 1, named)


def somebody_can_be_named(w: World, me: Player, aim: Aim) -> bool:
    return ways(w, me, aim) is not None


def card_and_name(w: World, me: Player, aim: Aim) -> Asking[tuple[Card, Player] | None]:
    offer = ways(w, me, aim)
    assert offer is not None
    prompt = Line.of("sgs.ask.liuli", source=aim.use.user.seat)
    answer = yield from ask(w, me, prompt, Offers((OFFER_NO, offer), tuple(me.own_cards)))
    return (answer.cards[0], w.players[answer.seats[0]]) if answer.cards else None


def turn_it_away(w: World, me: Player, aim: Aim, paid: tuple[Card, Player]) -> Asking[None]:
    card, other = paid
    yield from discard(w, [card], by=me, skill="liuli")
    if other.alive:
        aim.use.redirect(w, aim, other)


SKILL = skill(
    "liuli",
    Trigger(Timing.TARGET_CONFIRMING, turn_it_away, when=(it_is_a_slash, somebody_can_be_named), cost=card_and_name),
    zh=("流离", "当你成为【杀】的目标时，可以弃置一张牌，将此【杀】转移给你攻击范围内的一名其他角色（不能是使用者）。"),
    en=(
        "Displacement",
        "When a Slash targets you, you may discard a card and name a player in your attack range, not the user, who becomes the target.",
    ),
)
