"""What a table asks the store to make durable."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from typing import Any

import msgspec

WON, LOST = 10, -5
"""Points for a deal won and lost; nobody falls below zero."""


class LostTable(Exception):
    """Another process owns this table now, or it was changed behind our back: nothing was written."""


class WriterEnded(Exception):
    """Nothing more can be made durable by this process."""


class NoChips(Exception):
    """The player has too few chips."""

    def __init__(self, has: int) -> None:
        super().__init__(has)
        self.has = has


class PlayerDeal(msgspec.Struct):
    """One person's part of a finished deal."""

    player: int
    seat: int
    score: int
    won: bool
    actions: list[str]
    hole_cards: list[str] | None = None
    hand_rank: str | None = None
    taken: int | None = None
    """Chips out of the pots, where there are pots."""

    @property
    def won_amount(self) -> int:
        """What the deal gave: chips out of the pots, else the points above zero."""
        return max(0, self.score) if self.taken is None else self.taken

    @property
    def bet_amount(self) -> int:
        """What it cost: chips that went into the pots for good, else the points below zero. The rest is the score."""
        return self.won_amount - self.score

    @property
    def points(self) -> int:
        """What it adds to the player's standing."""
        return WON if self.won else LOST if self.score < 0 else 0


class FinishedDeal(msgspec.Struct):
    """A finished deal, as it is kept."""

    number: int
    winners: list[str]
    scores: list[int]
    reason: str
    moves: int
    details: dict[str, Any]
    record: str
    played_at: int
    players: list[PlayerDeal]
    rated: bool = True
    """Whether it counts for anybody's standing."""
    pot: int | None = None
    board: list[str] | None = None


Settled = Callable[[Exception | None], None]


class Queued(msgspec.Struct, eq=False, kw_only=True):
    """Something that will be durable or refused. It can be awaited, which raises what it was refused with."""

    is_settled: bool = False
    error: Exception | None = None
    _then: list[Settled] = []

    def then(self, do: Settled) -> None:
        """Call this once it is durable (with None) or refused: in the order of asking, at once if that is known."""
        if self.is_settled:
            do(self.error)
        else:
            self._then.append(do)

    def settle(self, error: Exception | None) -> None:
        """Let everybody who waits know. One who fails keeps it from nobody else; the first failure is raised at the end."""
        if self.is_settled:
            return
        self.is_settled, self.error = True, error
        failed: Exception | None = None
        for do in self._then:
            try:
                do(error)
            except Exception as one:
                failed = failed or one
        self._then.clear()
        if failed is not None:
            raise failed

    def __await__(self) -> Generator[Any, None, None]:
        if not self.is_settled:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.then(lambda _: None if future.done() else future.set_result(None))
            yield from future
        if self.error is not None:
            raise self.error


class Write(Queued, eq=False):
    """Some events of one table's log, with all that must become true together with them."""

    game: int
    fence: int
    first: int
    """Number of the first event in the log."""
    rows: list[tuple[int, str]]
    """Time and body of each event."""
    debit: tuple[int, int] | None = None
    """A player, and chips they bring to the table; refused with NoChips if they have fewer."""
    credits: list[tuple[int, int]] = []
    """Players, and chips they take from the table."""
    stacks: dict[int, int] | None = None
    """Chips of each person at the table, where they changed."""
    deal: FinishedDeal | None = None
    amended: FinishedDeal | None = None
    """The last deal once more: something was done after its end."""
    game_name: str = ""
    columns: dict[str, Any] = {}
    """New values of the table's row in `games`: `status`, `summary`, `owner_id`, `closed`, `snapshot`, `snapshot_seq`."""


class Heartbeat(Queued, eq=False):
    """This process is alive. Queued with the moves: a transaction of its own would keep them waiting."""

    server: str
    now: int
