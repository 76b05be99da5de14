"""The answers worth showing: of all the raises, a few by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from paiju.games.capabilities import PlainAnswers
from paiju.games.contract import Decision, View
from paiju.games.holdem.action import Action, raise_to
from paiju.games.holdem.betting import Bets
from paiju.games.holdem.sizes import sizes
from paiju.games.holdem.view import HoldemView


class HoldemAnswers(PlainAnswers):
    def offers(self, view: View, decision: Decision[Any], /) -> Iterator[Action]:
        """Fold, check or call; then the least raise, shares of the pot, and everything."""
        assert isinstance(view, HoldemView)
        if not isinstance(decision.choices, Bets):
            yield from decision.choices
            return
        yield decision.choices[0]
        yield decision.choices[1]
        for total in sizes(view):
            yield raise_to(total)
