"""The hold'em players: easy, normal and hard; and one that always calls, to be measured against.

`easy` looks at its own cards, believes nobody, likes to call and misjudges; `normal` reads the betting; `hard` also
bluffs in balance, raises lightly before the flop and weighs more sizes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from paiju.bots.brain import Answer, Ranking
from paiju.bots.holdem import postflop, preflop, reasons
from paiju.bots.holdem.habits import Memory
from paiju.bots.holdem.option import Option, Spot
from paiju.bots.holdem.story import Story
from paiju.cards import Rng
from paiju.games.contract import Decision, Line, View
from paiju.games.holdem.action import CALL, CHECK, TWICE, Action
from paiju.games.holdem.betting import Bets, Runs
from paiju.games.holdem.view import HoldemView

SAFETY: Final = 0.5  # share of the time limit after which nothing more is weighed
LOOSE: Final = 0.22  # how many more hands `easy` plays
CURIOUS: Final = 0.16  # of the pot: what `easy` pays to see a hand through
BLUFFS: Final = 45  # per cent of the bluffs that look right which are made
NOISE: Final = 0.25  # of the pot: how far `easy` misjudges


class HoldemBot(Ranking):
    """What the levels share; `clock` is what time limits are kept by."""

    quick = False
    remembers = True  # how the others play, from hand to hand

    def __init__(self, seed: int = 0) -> None:
        self.memory = Memory()
        self.rng = Rng(seed)
        self.clock: Callable[[], float] = time.perf_counter
        self.why = Line.of("bot.none")

    def rank(self, view: View, decision: Decision[Any], *, limit: float, also: tuple[Any, ...] = ()) -> list[Answer]:
        assert isinstance(view, HoldemView)
        if isinstance(decision.choices, Runs):
            why = Line.of("bot.holdem.twice")
            return [Answer(TWICE, None, why), *(Answer(one, None, why) for one in decision.choices if one != TWICE)]
        assert isinstance(decision.choices, Bets)
        end = self.clock() + SAFETY * limit
        spot = Spot(Story.of(view, self.memory.read(view) if self.remembers else None), decision.choices)
        bets = tuple(one for one in also if one.kind == "raise_to")
        found = [self._before(spot)] if spot.story.street == 0 else self._after(spot, end, bets)
        ranked = [Answer(one.action, one.value, one.why) for one in found if one.action in decision.choices]
        return ranked or [Answer(next(iter(decision.choices)), None, Line.of("bot.none"))]

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        found = super().choose(view, decision, limit=limit)
        self.memory.did(found)
        return found

    def reasons(self, view: View, decision: Decision[Any], actions: list[Any]) -> list[Line]:
        """The price of each answer, and what it may win."""
        assert isinstance(view, HoldemView)
        bets = decision.choices
        if not isinstance(bets, Bets):
            return [Line("bot.holdem.twice" if action == TWICE else "bot.hint.once") for action in actions]
        return [reasons.of_bet(view, bets, action) for action in actions]

    def _before(self, spot: Spot) -> Option:
        return preflop.answer(spot, self.rng, mixed=False)

    def _after(self, spot: Spot, end: float, also: tuple[Action, ...]) -> list[Option]:
        """All that was weighed, what it does first."""
        found = postflop.options(spot, end=end, clock=self.clock, sizes=(0.66,), also=also)
        return sorted(found, key=lambda one: (one.bluff, -one.worth))


class Easy(HoldemBot):
    """Plays too many hands, calls too much, misjudges, and takes no notice of what the betting says."""

    remembers = False

    def _before(self, spot: Spot) -> Option:
        found = preflop.answer(spot, self.rng, loose=LOOSE, mixed=False)
        if found.action.kind == "raise_to" and spot.pay and self.rng.below(100) < 45:
            return found._replace(action=CALL)
        return found

    def _after(self, spot: Spot, end: float, also: tuple[Action, ...]) -> list[Option]:
        pot = max(1, spot.pot)

        def liked(one: Option) -> float:
            noise = NOISE * pot * (self.rng.below(2001) - 1000) / 1000
            return one.worth + noise + (CURIOUS * pot if one.action in (CALL, CHECK) else 0.0)

        found = postflop.options(spot, end=end, clock=self.clock, narrowed=False, sizes=(0.66,), also=also)
        return sorted(found, key=liked, reverse=True)


class Normal(HoldemBot):
    """Reads the betting and plays what its cards are worth."""


class Hard(HoldemBot):
    """Mixes: every size, bluffs about as often as the size of the bet makes them even."""

    def _before(self, spot: Spot) -> Option:
        return preflop.answer(spot, self.rng)

    def _after(self, spot: Spot, end: float, also: tuple[Action, ...]) -> list[Option]:
        found = postflop.options(spot, end=end, clock=self.clock, also=also)
        ranked = sorted(found, key=lambda one: -one.worth)
        folds = min((spot.story.habit(seat).folds for seat in spot.opponents), default=1.0)
        if ranked[0].bluff and self.rng.below(100) >= BLUFFS * folds:
            ranked.sort(key=lambda one: one.bluff)
        return ranked


class AlwaysCall:
    """Calls everything and never bets: a player to be measured against."""

    quick = True

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        return next((one for one in (CALL, CHECK) if one in decision.choices), TWICE)
