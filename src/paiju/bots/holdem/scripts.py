"""Players that follow one fixed rule each: what the levels are measured against, and no levels themselves.

They remember nothing, think no time and take no chances: a view has one answer. `strength` is the share of all starting
hands that are worse before the flop, and a hand's share of pots against any other after it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from paiju.bots.holdem.option import Spot
from paiju.bots.holdem.story import Story
from paiju.bots.holdem.texture import Texture
from paiju.games.contract import Decision, View
from paiju.games.holdem.action import CALL, CHECK, FOLD, TWICE, Action, raise_to
from paiju.games.holdem.betting import Bets
from paiju.games.holdem.view import HoldemView

Rule = Callable[[Spot], Action]


@dataclass(frozen=True)
class Script:
    """Plays by one rule."""

    rule: Rule
    quick: bool = True

    @staticmethod
    def named(name: str, seed: int) -> Script:
        return Script(SCRIPTS[name])

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        assert isinstance(view, HoldemView)
        if not isinstance(decision.choices, Bets):
            return TWICE
        return self.rule(Spot(Story.of(view), decision.choices))


def strength(spot: Spot) -> float:
    story = spot.story
    if story.street == 0:
        return 1 - story.starts.place[story.hole]
    texture = Texture.of(story.boards[-1], story.view.short_deck)
    return texture.score[texture.index[story.hole]]


def _to(spot: Spot, total: float) -> Action:
    """A raise as near to this total as is allowed, else a call."""
    bets = spot.bets
    return raise_to(max(bets.low, min(bets.high, round(total)))) if bets.high else _stay(spot)


def _pot(spot: Spot, part: float) -> Action:
    """A bet or raise of this part of the pot."""
    return _to(spot, spot.bets.current + part * (spot.pot + spot.pay))


def _stay(spot: Spot) -> Action:
    return CALL if spot.pay else CHECK


def _stay_with(spot: Spot, least: float) -> Action:
    """Check; pay only with such a hand."""
    return CALL if spot.pay and strength(spot) >= least else FOLD if spot.pay else CHECK


def pot(spot: Spot) -> Action:
    """Bets or raises pot, never folds."""
    return _pot(spot, 1.0)


def min_raise(spot: Spot) -> Action:
    """Bets or raises the least that is allowed, never folds."""
    return _to(spot, 0)


def shove(spot: Spot) -> Action:
    """All-in, always."""
    return _to(spot, spot.bets.high)


def threebet(spot: Spot) -> Action:
    """Opens any two, re-raises every open 4×; bets half the pot on the flop, and goes on with a good hand only."""
    story = spot.story
    if story.street == 0 and story.raises < 2:
        return _to(spot, (4 if story.raises else 2.5) * spot.bets.current)
    if story.street == 0:
        return _stay_with(spot, 0.5)
    if not spot.pay and (story.street == 1 or strength(spot) >= 0.6):
        return _pot(spot, 0.5)
    return _stay_with(spot, 0.65)


def stab(spot: Spot) -> Action:
    """Calls with half of its hands; after the flop bets half the pot whenever nobody has, and pays with good hands only."""
    if spot.story.street == 0:
        return _stay_with(spot, 0.5)
    return _stay_with(spot, 0.65) if spot.pay else _pot(spot, 0.5)


def barrel(spot: Spot) -> Action:
    """Opens any two and bets two thirds of the pot on every street; pays for a raise with good hands only."""
    if spot.story.street == 0:
        return _to(spot, 2.5 * spot.bets.current) if not spot.story.raises else _stay_with(spot, 0.55)
    return _stay_with(spot, 0.65) if spot.pay else _pot(spot, 0.66)


def tag(spot: Spot) -> Action:
    """Tight and aggressive: few hands before the flop, bets of two thirds with the better of them after it."""
    story, mine = spot.story, strength(spot)
    alone = len(story.bands) == 2
    if story.street == 0:
        if not story.raises:
            return _to(spot, 2.5 * spot.bets.current) if mine >= (0.5 if alone else 0.8) else _stay_with(spot, 1.0)
        if mine >= (0.9 if alone else 0.95) and story.raises < 3:
            return _to(spot, 3 * spot.bets.current)
        return _stay_with(spot, (0.65 if alone else 0.86) if story.raises == 1 else 0.96)
    return _stay_with(spot, 0.7) if spot.pay or mine < 0.68 else _pot(spot, 0.66)


SCRIPTS: Final[dict[str, Rule]] = {rule.__name__: rule for rule in (pot, threebet, stab, barrel, min_raise, shove, tag)}
