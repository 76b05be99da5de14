"""鬼才 (司马懿): when anybody's judge card lies open you may respond a hand card in its place.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {2: "simayi"}).judge(1, "indulgence:6s").top("slash:7c").hand(2, "peach:3h")
>>> scene.phase(1, "judge", "P2 respond peach:3h")
>>> scene.discarded
'slash:7c peach:3h indulgence:6s'
"""

from __future__ import annotations

from paiju.games.contract import Line
from paiju.games.sanguosha.ask import OFFER_NO, Offers, ask, each_card
from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.judging import Judge, retrial
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def i_have_a_hand_card(w: World, me: Player, event: Judge) -> bool:
    return bool(me.hand.cards)


def which_card(w: World, me: Player, event: Judge) -> Asking[Card | None]:
    assert event.card is not None
    prompt = Line.of("sgs.ask.guicai", target=event.player.seat, reason=event.reason, card=event.card.text)
    offers = Offers((OFFER_NO, *each_card("respond", me.hand.cards)), tuple(me.own_cards))
    answer = yield from ask(w, me, prompt, offers)
    return answer.cards[0] if answer.cards else None


def replace_it(w: World, me: Player, event: Judge, card: Card) -> Asking[None]:
    yield from retrial(w, event, me, card)


SKILL = skill(
    "guicai",
    Trigger(Timing.ASK_FOR_RETRIAL, replace_it, when=(i_have_a_hand_card,), cost=which_card, anyone=True),
    zh=("鬼才", "当一名角色的判定牌生效前，你可以打出一张手牌代替之。"),
    en=("Devilry", "Before anybody's judgement counts you may replace its card with a hand card."),
)
