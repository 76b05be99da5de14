"""A deal at a table: the game, its state, the questions that are open and the moves made."""

from __future__ import annotations

from typing import Any

import msgspec

from paiju.cards import fair
from paiju.games.contract import AnyGame, Decision, Outcome, View
from paiju.games.record import Move


class Asked(msgspec.Struct):
    """An open question: when it was put, and when the clock will answer it."""

    decision: Decision[Any]
    since: int
    """The table's `seq` when it was put."""
    at: int
    base: int | None = None
    """When the time for this question is over and the time bank begins to run."""
    deadline: int | None = None
    warn_at: int | None = None
    warned: bool = False
    thinking: bool = False
    """A bot was asked and has not answered yet."""

    def postpone(self, gap: int) -> None:
        """Give so many milliseconds more."""
        if self.base is not None and self.deadline is not None:
            self.base, self.deadline = self.base + gap, self.deadline + gap
            self.warn_at = self.warn_at + gap if self.warn_at is not None else None


class Deal(msgspec.Struct, eq=False):
    """A deal in progress, or the last one until the next begins."""

    number: int
    game: AnyGame
    options: Any
    state: Any
    seed: int
    server_seed: bytes
    entropy: tuple[bytes, ...]
    players: tuple[str, ...]
    names: tuple[str, ...]
    started: int
    moves: list[Move] = []
    pending: tuple[Decision[Any], ...] = ()
    asked: dict[int, Asked] = {}
    outcome: Outcome | None = None
    views: dict[int | None, View] = {}
    """Views of the state that were made so far."""

    @property
    def commit(self) -> str:
        """What was published before the deal."""
        return fair.commitment(self.server_seed)
