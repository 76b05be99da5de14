"""Bots that know no game at all."""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

from paiju.cards import Rng
from paiju.games.contract import Decision, View

WINDOW: Final = 64
"""A random bot looks at so many choices: some games offer thousands, in an order that begins with the safest."""


class FirstChoice:
    """Takes the first choice, which is the safest: what a clock does when time runs out."""

    quick = True

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        return next(iter(decision.choices))


class RandomChoice:
    """Takes any of the first choices, each equally likely; the same seed plays the same way."""

    quick = True

    def __init__(self, seed: int = 0) -> None:
        self._rng = Rng(seed)

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        return self._rng.choice(list(islice(decision.choices, WINDOW)))
