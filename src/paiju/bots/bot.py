"""What a bot is."""

from __future__ import annotations

from typing import Any, Protocol

from paiju.games.contract import Decision, View


class Bot(Protocol):
    """Answers questions from what its seat may know.

    `limit` is the time it may think, in seconds. The answer must be one of the decision's choices; the table checks
    it like anybody's. A bot may keep notes about its own past views, so each seat gets a bot of its own.
    """

    @property
    def quick(self) -> bool:
        """Whether it answers at once, so that it needs no thread."""

    def choose(self, view: View, decision: Decision[Any], *, limit: float) -> Any:
        """An action out of `decision.choices`."""
