"""雌雄双股剑, range 2: a 杀 on the other gender may cost the target a hand card, or you draw one.

>>> from paiju.games.sanguosha.scene import Scene
>>> scene = Scene(3, {2: "zhenji"}).hand(1, "slash:7s").equip(1, "double_swords:2s").hand(2, "peach:3h")
>>> scene.phase(1, "play", "P1 use slash:7s > P2", "P1 yes", "P2 discard 3h")
>>> scene.discarded
'peach:3h slash:7s'
"""

from __future__ import annotations

from paiju.games.contract import Line
from paiju.games.sanguosha.ask import choose_cards
from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.cards.equipment import weapon
from paiju.games.sanguosha.moves import discard, draw
from paiju.games.sanguosha.skill import Trigger, skill
from paiju.games.sanguosha.timing import Timing
from paiju.games.sanguosha.using import SLASH, Aim
from paiju.games.sanguosha.world import Player, World
from paiju.games.script import Asking


def it_is_a_slash(w: World, me: Player, aim: Aim) -> bool:
    return aim.use.card.name == SLASH


def at_the_other_gender(w: World, me: Player, aim: Aim) -> bool:
    return aim.player.male != me.male


def discard_or_let_draw(w: World, me: Player, aim: Aim) -> Asking[None]:
    target = aim.player
    cards: tuple[Card, ...] = ()
    if target.hand.cards:
        prompt = Line.of("sgs.ask.double_swords", source=me.seat)
        cards = yield from choose_cards(w, target, prompt, target.hand.cards, 1, 1, verb="discard", optional=True)
    if cards:
        yield from discard(w, cards, by=target, skill="double_swords")
    else:
        yield from draw(w, me, 1, "double_swords")


SKILL = skill(
    "double_swords",
    Trigger(Timing.TARGET_SPECIFIED, discard_or_let_draw, when=(it_is_a_slash, at_the_other_gender)),
    arms=True,
    zh=("雌雄双股剑", "你使用【杀】指定异性角色为目标后，可令其选择：弃置一张手牌，或你摸一张牌。"),
    en=("Twin Swords", "When your Slash aims at the other gender, the target discards a hand card or you draw one."),
)
DOUBLE_SWORDS = weapon("double_swords", 2, "雌雄双股剑", "Twin Swords", SKILL)
