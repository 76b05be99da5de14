"""A deal at a table: the game, its state, the questions that are open and the moves made."""

from __future__ import annotations

from typing import Any

import msgspec

from paiju.cards import fair
from paiju.games.contract import AnyGame, Decision, Outcome, View
from paiju.games.extras import Facts
from paiju.games.record import Move


class Asked(msgspec.Struct):
    """An open question: when it was put, and when the clock will answer it."""

    decision: Decision[Any]
    since: int
    at: int
    base: int | None
    deadline: int | None
    warn_at: int | None


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
    pending: tuple[Decision[Any], ...] | None = None  # of the state, where it is known
    asked: dict[int, Asked] = {}
    outcome: Outcome | None = None
    facts: tuple[Any, Facts] | None = None
    told: tuple[Facts, dict[str, Any]] | None = None  # facts as people are told them; kept by who runs the table
    seen: tuple[Any, dict[int | None, View]] = (None, {})  # views of a state, by viewer

    @property
    def commit(self) -> str:
        """What was published before the deal."""
        return fair.commitment(self.server_seed)
