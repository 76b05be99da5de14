"""The Sanguosha players: easy, normal and hard.

`easy` knows only the roles that lie open and acts on a whim now and then; `normal` reads others' acts a little;
`hard` weighs every way the roles may lie, counts what a card is worth if it is kept, and chooses the generals that fare
best.
"""

from __future__ import annotations

import time
from typing import Any, Final

from paiju.bots.brain import Answer, Clock, Ranking
from paiju.bots.sanguosha.answers import answer
from paiju.bots.sanguosha.camps import Camps
from paiju.bots.sanguosha.playing import plans
from paiju.bots.sanguosha.roles import Suspects
from paiju.bots.sanguosha.spot import Spot
from paiju.cards import Rng
from paiju.games.contract import Decision, Line, View
from paiju.games.sanguosha.ask import Offers
from paiju.games.sanguosha.cards import KINDS
from paiju.games.sanguosha.notation import END, Action
from paiju.games.sanguosha.view import SanguoshaView

WHIM: Final = 30  # per cent of the choices in which `easy` takes the second best, or stops


class SanguoshaBot(Ranking):
    """What the levels share."""

    quick = True
    insight = 1.0
    whim = 0

    def __init__(self, seed: int = 0) -> None:
        self.rng = Rng(seed)
        self.clock: Clock = time.perf_counter
        self.why = Line.of("bot.none")

    def rank(self, view: View, decision: Decision[Any], *, limit: float, also: tuple[Any, ...] = ()) -> list[Answer]:
        assert isinstance(view, SanguoshaView)
        choices = decision.choices
        if isinstance(choices, Offers) and len(choices.offers) == 1 and len(choices.offers[0].targets) == 1:
            only = choices.offers[0]
            if only.high == 0 and only.what != "hand":
                return [Answer(next(only.actions()), None, Line.of("bot.sgs.forced"))]
        spot = self.spot(view)
        if decision.prompt.key == "sgs.ask.play" and isinstance(choices, Offers):
            return self._plays(spot, choices)
        action = answer(spot, decision)
        return [Answer(action, None, Line.of("bot.sgs.decline" if action.verb == "no" else "bot.sgs.answer"))]

    def reasons(self, view: View, decision: Decision[Any], actions: list[Any]) -> list[Line]:
        """What each answer does, and to whom."""
        assert isinstance(view, SanguoshaView)
        spot = self.spot(view)
        return [_speaks(spot, action) for action in actions]

    def spot(self, view: SanguoshaView) -> Spot:
        return Spot(view, Camps(view, insight=self.insight))

    def _plays(self, spot: Spot, choices: Offers) -> list[Answer]:
        """What is worth doing, the end of the phase among it."""
        found = [plan for plan in plans(spot, choices) if plan.worth >= 0]
        if self.whim and self.rng.below(100) < self.whim:
            found = found[1:] or found
        ranked = [
            Answer(plan.action, plan.worth, _reason(spot, plan.action)) for plan in found if plan.action in choices
        ]
        return ranked or [Answer(END, 0.0, Line.of("bot.sgs.end"))]


def _reason(spot: Spot, action: Any) -> Line:
    if action == END:
        return Line.of("bot.sgs.end")
    foes = tuple(seat for seat in action.seats if spot.foe(seat) > 0.1)
    friends = tuple(seat for seat in action.seats if spot.foe(seat) < -0.1 and seat != spot.seat)
    if foes:
        return Line.of("bot.sgs.foe", seats=foes)
    if friends:
        return Line.of("bot.sgs.friend", seats=friends)
    return Line.of("bot.sgs.useful")


def _speaks(spot: Spot, action: Action) -> Line:
    """What speaks for an answer, were it good or not: what its card or skill does, whom it meets, what it costs."""
    if action == END:
        return Line.of("bot.hint.end", count=len(spot.hand), hp=spot.me.hp)
    if action.verb in ("yes", "no"):
        return Line.of(f"bot.hint.{action.verb}")
    if action.what in KINDS and action.verb in ("use", "respond"):
        return Line(f"card.{action.what}.text")
    if action.verb in ("use", "respond", "skill"):
        return Line(f"skill.{action.what.partition('.')[0]}.text")
    if action.seats:
        return Line.of("bot.hint.seats", seats=action.seats)
    if action.verb == "discard":
        return Line.of("bot.hint.spend", count=len(action.cards))
    return Line.of("bot.hint.take")


class Easy(SanguoshaBot):
    """Knows open roles only, and acts on a whim."""

    insight = 0.0
    whim = WHIM


class Normal(SanguoshaBot):
    """Reads what others do, with some doubt, and seldom acts on a whim."""

    insight = 0.6
    whim = WHIM // 3


class Hard(SanguoshaBot):
    """Weighs every way the roles may lie by what everybody did, and spends no card for little."""

    def spot(self, view: SanguoshaView) -> Spot:
        return Spot(view, Suspects(view), careful=True)
