"""Feats: what a player did in a finished deal that is worth keeping. Each game names its own, as data and a predicate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from paiju.games.contract import Line, Outcome, View
from paiju.games.messages import Text


class Finished(NamedTuple):
    """A finished deal as one seat saw it."""

    game: Any
    view: View
    outcome: Outcome
    seat: int
    won: bool

    def lines(self, prefix: str) -> Iterator[Line]:
        """Lines of the log whose keys begin so."""
        return (line for line in self.view.log if line.key.startswith(prefix))


class Feat(NamedTuple):
    """Its name, what it takes, and whether this seat did it."""

    title: Text
    text: Text
    done: Callable[[Finished], bool]


Feats = Mapping[str, Feat]


def done(feats: Feats, deal: Finished) -> tuple[str, ...]:
    """The feats of one seat in one deal."""
    return tuple(name for name, feat in feats.items() if feat.done(deal))
