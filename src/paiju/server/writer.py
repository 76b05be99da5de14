"""What tables ask the store to make durable, and how it is written: all that waits in one transaction (group commit).

A batch is written whole or not at all. If something in it is refused it is written again in halves, down to the write that
is to blame: refusals are rare, and cost the other tables only a moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Sequence
from typing import Any, Final

import msgspec
import structlog
from sqlalchemy import Connection, select
from sqlalchemy.exc import DataError, IntegrityError

from paiju.server import models as m
from paiju.server import progress
from paiju.server.database import Database, is_passing
from paiju.server.statement import Statement

log = structlog.get_logger("paiju.store")

BATCH: Final = 2000
GATHER: Final = 0.005
"""Seconds to wait for more writes before a batch, while there are many."""

PATIENCE: Final = 5.0
"""Seconds for what was submitted when the store closes; with `rooms.DRAIN` longer than SQLite waits for a lock."""

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
    feats: tuple[str, ...] = ()

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
    facts: dict[str, Any]
    record: str
    played_at: int
    players: list[PlayerDeal]
    rated: bool = True
    """Whether it counts for anybody's standing and rating."""
    pot: int | None = None
    board: list[str] | None = None
    daily: int | None = None
    """What the player of a daily deal has in all, when its last deal is over."""
    field: list[tuple[str, int]] = []
    """Everybody who took part, with their score: people by number, bots by level."""


Settled = Callable[[Exception | None], None]


class Queued(msgspec.Struct, eq=False, kw_only=True):
    """Something that will be durable or refused. It can be awaited, which raises what it was refused with."""

    is_settled: bool = False
    error: Exception | None = None
    _then: list[Settled] = []

    def then(self, do: Settled) -> None:
        """Call this once it is durable (with None) or refused: in the order of asking, at once if that is known."""
        if self.is_settled and not self._then:
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


# --- writing ----------------------------------------------------------------------------------------------------------------

_REFUSALS: Final = (LostTable, NoChips, IntegrityError, DataError)


class Writer:
    """Writes what is submitted, in order.

    If its task ends by anything but `close`, everything that waits and comes later is refused, and `on_end` is called: a
    process that cannot write has to go.
    """

    def __init__(self, database: Database, on_end: Callable[[], None] | None = None) -> None:
        self.batches = 0
        self.written = 0
        self.on_end = on_end
        self.durable_at: float | None = None  # by the loop's clock: the last transaction
        self.has_ended = False
        self._database = database
        self._pending: list[Write | Heartbeat] = []
        self._batch: list[Write | Heartbeat] = []  # being written
        self._is_closing = False
        self._more, self._idle = asyncio.Event(), asyncio.Event()
        self._idle.set()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="store-writer")
        self._task.add_done_callback(self._ended)

    async def close(self) -> None:
        """Write what was submitted, as far as that can be done in `PATIENCE` seconds, and stop."""
        if self._task is not None:
            if not await self.drain(PATIENCE):
                log.error("writes_lost", count=len(self._batch) + len(self._pending))
            self._is_closing = True
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.has_ended = True
        waiting, self._batch, self._pending = [*self._batch, *self._pending], [], []
        for write in waiting:
            _settle(write, WriterEnded())
        self._idle.set()
        if not self._is_closing:
            error = None if task.cancelled() else task.exception()
            log.critical(
                "writer_ended", error=type(error).__name__, help="this process can write nothing more, and ends"
            )
            if self.on_end is not None:
                self.on_end()

    def submit(self, write: Write | Heartbeat) -> None:
        if self.has_ended:
            _settle(write, WriterEnded())
            return
        self._pending.append(write)
        if len(self._pending) == 1:
            self._more.set()
            self._idle.clear()

    async def drain(self, within: float | None = None) -> bool:
        """Wait until all that was submitted is durable or refused; False if that takes longer than `within` seconds."""
        try:
            async with asyncio.timeout(within):
                await self._idle.wait()
        except TimeoutError:
            return False
        return True

    async def _run(self) -> None:
        is_busy = False
        while True:
            if not self._pending:
                self._idle.set()
                self._more.clear()
                await self._more.wait()
            if is_busy:
                await asyncio.sleep(GATHER)
            batch, self._pending = self._pending[:BATCH], self._pending[BATCH:]
            self._batch = batch
            is_busy = len(batch) > 2
            try:
                errors = await self._write(batch)
                written = sum(isinstance(write, Write) for write in batch)
                self.batches += written > 0
                self.written += written
                self.durable_at = asyncio.get_running_loop().time()
            except Exception as error:
                if is_passing(error):
                    log.warning("write_failed", error=type(error).__name__)
                else:
                    log.exception("write_failed")
                errors = [error] * len(batch)
            for write, refused in zip(batch, errors, strict=True):
                _settle(write, refused)
            self._batch = []

    async def _write(self, batch: Sequence[Write | Heartbeat]) -> list[Exception | None]:
        """Write a batch; for each write None, or what it was refused with."""
        try:
            await self._database.write(lambda db: write_batch(db, batch))
        except _REFUSALS as error:
            if len(batch) == 1:
                return [error]
            middle = len(batch) // 2
            return await self._write(batch[:middle]) + await self._write(batch[middle:])
        return [None] * len(batch)


def is_unavailable(error: BaseException) -> bool:
    """Whether the database, or our way to it, is to blame: the request may be tried again, here or at another process."""
    return is_passing(error) or isinstance(error, WriterEnded)


def _settle(write: Write | Heartbeat, error: Exception | None) -> None:
    try:
        write.settle(error)
    except Exception:
        log.exception("settling_failed")


_MOVED: Final = Statement(
    "id bigint, fence bigint, seq bigint, last bigint, at bigint",
    "UPDATE games SET seq = new.last, updated_at = new.at FROM {new}"
    " WHERE games.id = new.id AND games.fence = new.fence AND games.seq = new.seq",
)
_COLUMNS: Final = ("status", "summary", "owner_id", "closed", "snapshot", "snapshot_seq")
_CHANGED: Final = Statement(
    "id bigint, status text, summary json, owner_id text, closed boolean, snapshot text, snapshot_seq bigint",
    f"UPDATE games SET {', '.join(f'{name} = coalesce(new.{name}, games.{name})' for name in _COLUMNS)}"
    " FROM {new} WHERE games.id = new.id",
)
_EVENTS: Final = Statement(
    "game_id bigint, seq bigint, at bigint, body text",
    "INSERT INTO entries (game_id, seq, at, body) SELECT game_id, seq, at, body FROM {new}",
)
_DEALS: Final = Statement(
    "game_id bigint, hand_number integer, pot_amount bigint, community_cards json, winners json, played_at bigint, scores json, "
    "reason text, moves integer, facts json, record text",
    "INSERT INTO hands (game_id, hand_number, pot_amount, community_cards, winners, played_at, scores, reason, moves, facts,"
    " record) SELECT * FROM {new}",
)
_PLAYER_DEALS: Final = Statement(
    "game_id bigint, hand_number integer, player_id bigint, hole_cards json, final_hand_rank text, bet_amount bigint, "
    "won_amount bigint, actions json, seat integer, rating float",
    "INSERT INTO player_hands"
    " (hand_id, player_id, hole_cards, final_hand_rank, bet_amount, won_amount, actions, seat, rating)"
    " SELECT hands.id, player_id, hole_cards, final_hand_rank, bet_amount, won_amount, actions, seat, rating"
    " FROM {new} JOIN hands ON hands.game_id = new.game_id AND hands.hand_number = new.hand_number",
)
_AMENDED: Final = Statement(
    "game_id bigint, hand_number integer, moves integer, facts json, record text",
    "UPDATE hands SET moves = new.moves, facts = new.facts, record = new.record FROM {new}"
    " WHERE hands.game_id = new.game_id AND hands.hand_number = new.hand_number",
)
_DAILY: Final = Statement(
    "game_id bigint, score bigint, at bigint",
    "UPDATE daily_plays SET score = new.score, finished_at = new.at FROM {new}"
    " WHERE daily_plays.game_id = new.game_id AND daily_plays.score IS NULL",
)
_NEW_STANDINGS: Final = Statement(
    "player_id bigint, game text",
    "INSERT INTO standings (player_id, game, points, hands_played, hands_won, total_winnings)"
    " SELECT player_id, game, 0, 0, 0, 0 FROM {new} WHERE true ON CONFLICT DO NOTHING",
)
_STANDINGS: Final = Statement(
    "player_id bigint, game text, points bigint, floor bigint, played bigint, won bigint, winnings bigint",
    "UPDATE standings SET"
    " points = CASE WHEN standings.points + new.points < new.floor THEN new.floor ELSE standings.points + new.points END,"
    " hands_played = hands_played + new.played, hands_won = hands_won + new.won,"
    " total_winnings = total_winnings + new.winnings"
    " FROM {new} WHERE standings.player_id = new.player_id AND standings.game = new.game",
)
_PAID: Final = Statement(
    "id bigint, amount bigint",
    "UPDATE players SET chips = chips + new.amount FROM {new} WHERE players.id = new.id",
)
_LEDGER: Final = Statement(
    "player_id bigint, amount bigint, game_id bigint, why text, at bigint",
    "INSERT INTO ledger (player_id, amount, game_id, why, at) SELECT player_id, amount, game_id, why, at FROM {new}",
)
_UNSEATED: Final = Statement(
    "game_id bigint",
    "DELETE FROM seats WHERE game_id IN (SELECT game_id FROM {new})",
)
_SEATED: Final = Statement(
    "game_id bigint, player_id bigint, chips bigint",
    "INSERT INTO seats (game_id, player_id, chips) SELECT game_id, player_id, chips FROM {new}",
)
_ALIVE: Final = Statement(
    "id text, alive_at bigint",
    "INSERT INTO servers (id, alive_at) SELECT id, alive_at FROM {new} WHERE true"
    " ON CONFLICT (id) DO UPDATE SET alive_at = excluded.alive_at",
)


def write_batch(db: Connection, batch: Sequence[Write | Heartbeat]) -> None:
    """Write a batch in the present transaction, which must not be committed if this raises a refusal."""
    writes = [write for write in batch if isinstance(write, Write)]
    _advance(db, writes)
    _EVENTS(
        db, [(write.game, seq, at, body) for write in writes for seq, (at, body) in enumerate(write.rows, write.first)]
    )
    _add_deals(db, [(write, write.deal) for write in writes if write.deal is not None])
    amended = {(write.game, deal.number): deal for write in writes if (deal := write.amended) is not None}
    _AMENDED(db, [(*which, deal.moves, deal.facts, deal.record) for which, deal in amended.items()])
    _move_chips(db, writes)
    _ALIVE(db, list({beat.server: (beat.server, beat.now) for beat in batch if isinstance(beat, Heartbeat)}.values()))


def pay(db: Connection, payments: Sequence[tuple[int, int, int | None, str, int]]) -> None:
    """Change balances, each with its line in the ledger: player, amount, table, why, when."""
    sums: dict[int, int] = {}
    for player, amount, *_ in payments:
        sums[player] = sums.get(player, 0) + amount
    _PAID(db, sorted(sums.items()))
    _LEDGER(db, payments)


def _advance(db: Connection, writes: Sequence[Write]) -> None:
    """Change the tables' rows in `games`. LostTable if one is not as its first write expects, or a write does not follow the last."""
    before: dict[int, tuple[int, int]] = {}
    after: dict[int, tuple[int, int]] = {}
    times: dict[int, int] = {}
    columns: dict[int, dict[str, Any]] = {}
    for write in writes:
        expected = (write.fence, write.first - 1)
        before.setdefault(write.game, expected)
        if after.get(write.game, expected) != expected:
            raise LostTable
        after[write.game] = (write.fence, write.first - 1 + len(write.rows))
        times[write.game] = write.rows[-1][0]
        if write.columns:
            columns[write.game] = columns.get(write.game, {}) | write.columns
    rows = [(game, *known, after[game][1], times[game]) for game, known in sorted(before.items())]
    if _MOVED(db, rows) != len(rows):
        raise LostTable
    _CHANGED(db, [(game, *[changed.get(name) for name in _COLUMNS]) for game, changed in columns.items()])


def _add_deals(db: Connection, deals: Sequence[tuple[Write, FinishedDeal]]) -> None:
    ratings = progress.rate(db, deals)  # before deals get their numbers: who has locked a rating writes the later deal
    _DEALS(
        db,
        [
            (
                write.game, deal.number, deal.pot, deal.board, deal.winners, deal.played_at, deal.scores, deal.reason, deal.moves,
                deal.facts, deal.record,
            )
            for write, deal in deals
        ],
    )  # fmt: skip
    _PLAYER_DEALS(
        db,
        [
            (
                write.game, deal.number, part.player, part.hole_cards, part.hand_rank, part.bet_amount, part.won_amount,
                part.actions, part.seat, ratings.get((write.game, deal.number, part.player)),
            )
            for write, deal in deals
            for part in deal.players
        ],
    )  # fmt: skip
    progress.add_feats(db, deals)
    _DAILY(db, [(write.game, deal.daily, deal.played_at) for write, deal in deals if deal.daily is not None])
    standings: dict[tuple[int, str], tuple[int, int, int, int, int]] = {}
    for write, deal in deals:
        for part in deal.players if deal.rated else ():
            # One deal after the other, each cut off at zero: that comes to the sum, and the least that is left at the end.
            key = (part.player, write.game_name)
            points, floor, played, won, winnings = standings.get(key, (0, 0, 0, 0, 0))
            standings[key] = (
                points + part.points, max(0, floor + part.points), played + 1, won + part.won, winnings + part.score,
            )  # fmt: skip
    _NEW_STANDINGS(db, sorted(standings))
    _STANDINGS(db, [(*key, *sums) for key, sums in sorted(standings.items())])


def _move_chips(db: Connection, writes: Sequence[Write]) -> None:
    """Chips between players and tables. NoChips if somebody brings more than they have."""
    payments: list[tuple[int, int, int | None, str, int]] = []
    for write in writes:
        at = write.rows[-1][0]
        if write.debit is not None:
            player, chips = write.debit
            has = db.scalar(select(m.players.c.chips).where(m.players.c.id == player).with_for_update()) or 0
            has += sum(amount for other, amount, *_ in payments if other == player)
            if has < chips:
                raise NoChips(has)
            payments.append((player, -chips, write.game, "buy_in", at))
        payments += [(player, chips, write.game, "cash_out", at) for player, chips in write.credits if chips]
    pay(db, payments)
    seats = {write.game: write.stacks for write in writes if write.stacks is not None}
    _UNSEATED(db, [(game,) for game in seats])
    _SEATED(db, [(game, *seat) for game, stacks in seats.items() for seat in stacks.items()])
