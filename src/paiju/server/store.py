"""What must outlive the process: SQLite by default, PostgreSQL by address, the same code for both.

Writes that belong to a table go through one queue: everything that waits is written in one transaction and made durable
by one flush (group commit), and only then are those who wait told. Each write names the fence under which its process
owns the table, and the entry it follows; a process that lost the table can therefore write nothing more to it.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from collections.abc import AsyncIterator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import structlog
from sqlalchemy import (
    ColumnElement,
    Engine,
    create_engine,
    event,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine

from paiju.server import models as m
from paiju.server.sqlite import PRAGMAS, BatchWriter
from paiju.server.writing import Hand, LostTable, NoChips, PlayerHand, Write, Writer

__all__ = [
    "START_CHIPS",
    "Hand",
    "Loaded",
    "LostTable",
    "NoChips",
    "PlayerHand",
    "Store",
    "Write",
    "opened",
    "sqlite_url",
]

log = structlog.get_logger("paiju.store")

_DISCREET: Final[dict[str, Any]] = {"hide_parameters": True}
"""Errors do not tell what was to be written: they are logged, and rows hold seeds and hashes of passwords."""

START_CHIPS: Final = 1000
BATCH: Final = 2000
GATHER: Final = 0.003
"""Seconds to wait for others before a flush, while there are many."""


@dataclass(frozen=True)
class Loaded:
    """A table as it lies in the store."""

    id: int
    code: str
    fence: int
    seq: int
    snapshot: str | None
    rows: list[str]
    last_at: int
    alive_at: int
    game: str


class Store:
    """One database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_sqlite = url.startswith("sqlite")
        if self.is_sqlite:
            self.engine = create_async_engine(url, pool_size=8, max_overflow=0, **_DISCREET)  # a connection is a thread
            self.writer = create_async_engine(url, pool_size=1, max_overflow=0, **_DISCREET)
            for engine, begin in ((self.engine, "BEGIN"), (self.writer, "BEGIN IMMEDIATE")):
                _prepare_sqlite(engine.sync_engine, begin)
            from sqlalchemy.dialects import sqlite

            self.insert: Any = sqlite.insert
        else:
            self.engine = create_async_engine(url, pool_size=8, max_overflow=8, pool_pre_ping=True, **_DISCREET)
            self.writer = self.engine
            from sqlalchemy.dialects import postgresql

            self.insert = postgresql.insert
        self._write = Writer(self.insert)
        self._sync: Engine | None = None
        self._at_once: BatchWriter | None = None
        if self.is_sqlite:
            self._sync = create_engine(url.replace("+aiosqlite", ""), pool_size=1, max_overflow=0, **_DISCREET)
            _prepare_sqlite(self._sync, "BEGIN IMMEDIATE")
            path = self._sync.url.database or ""
            if sys.platform != "win32" and path not in ("", ":memory:") and not path.startswith("file:"):
                self._at_once = BatchWriter(Path(path))
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._busy = False
        self._pending: list[Write] = []
        self._more, self._idle = asyncio.Event(), asyncio.Event()
        self._idle.set()
        self._task: asyncio.Task[None] | None = None
        self.batches = 0
        self.written = 0

    async def open(self) -> None:
        """Bring the schema up to date and start the writer."""
        from paiju.server.migrate import upgrade

        if self._sync is not None:
            self._sync.connect().close()  # what cannot be opened is found here: a thread would tell it to a loop that is gone
        await upgrade(self.writer)
        self._task = asyncio.create_task(self._write_forever(), name="store-writer")

    async def close(self) -> None:
        if self._task is not None:
            await self.drain()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._thread.shutdown(wait=True)
        if self._at_once is not None:
            self._at_once.close()
        if self._sync is not None:
            self._sync.dispose()
        await self.engine.dispose()
        if self.writer is not self.engine:
            await self.writer.dispose()

    async def drain(self) -> None:
        """Wait until all that was submitted is durable."""
        await self._idle.wait()

    # --- the log --------------------------------------------------------------------------------------------------------

    def submit(self, write: Write) -> Write:
        """Queue a write, which is settled once it is durable. Writes of one table keep their order."""
        self._pending.append(write)
        if len(self._pending) == 1:
            self._more.set()
            self._idle.clear()
        return write

    async def _write_forever(self) -> None:
        while True:
            if not self._pending:
                self._idle.set()
                self._more.clear()
                await self._more.wait()
            if self._busy:
                await asyncio.sleep(GATHER)  # others are on their way: let them share the flush
            batch, self._pending = self._pending[:BATCH], self._pending[BATCH:]
            try:
                failures = await self._write_batch(batch)
                self._busy = len(batch) > 2
                written = sum(write.beat is None for write in batch)
                self.batches += written > 0
                self.written += written
            except Exception as error:
                if not isinstance(error, (OSError, IntegrityError, DataError)):
                    log.exception("write_failed")
                failures = {id(write): error for write in batch}
            for write in batch:
                try:
                    write.settle(failures.get(id(write)))
                except Exception:
                    log.exception("settling_failed")

    async def _write_batch(self, batch: list[Write]) -> dict[int, Exception]:
        """What was refused, by id of the write. Rows that the database does not take are the fault of one table only."""
        try:
            return await self._transact(batch)
        except (IntegrityError, DataError):
            if len(batch) == 1:
                raise
        failures: dict[int, Exception] = {}
        for write in batch:
            try:
                failures |= await self._write_batch([write])
            except Exception as error:
                failures[id(write)] = error
        return failures

    async def _transact(self, batch: list[Write]) -> dict[int, Exception]:
        """Write a batch in one transaction: for SQLite at once by another process, else in a thread of its own."""
        if self._sync is None:
            async with self.writer.begin() as db:
                return await db.run_sync(self._write, batch)
        if self._at_once is not None and await self._at_once(batch):
            return {}
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transact_here, batch)

    def _transact_here(self, batch: list[Write]) -> dict[int, Exception]:
        assert self._sync is not None
        with self._sync.begin() as db:
            return self._write(db, batch)

    # --- tables -----------------------------------------------------------------------------------------------------------

    async def new_game(self, code: str, server: str, now: int, **columns: Any) -> int:
        async with self.writer.begin() as db:
            found = await db.execute(
                insert(m.games)
                .values(code=code, server=server, created_at=now, updated_at=now, fence=1, seq=0, summary={}, **columns)
                .returning(m.games.c.id)
            )
            return int(found.scalar_one())

    async def take(self, code: str, server: str) -> Loaded | None:
        """Become the owner of a table and read it. Whoever owned it before can write nothing more."""
        found = await self.take_many([code], server)
        return found[0] if found else None

    async def take_many(self, codes: Sequence[str], server: str) -> list[Loaded]:
        """Become the owner of several tables at once."""
        async with self.writer.begin() as db:
            rows = (await db.execute(select(m.games).where(m.games.c.code.in_(codes)).with_for_update())).all()
            if not rows:
                return []
            await db.execute(
                update(m.games)
                .where(m.games.c.id.in_([row.id for row in rows]))
                .values(fence=m.games.c.fence + 1, server=server)
            )
            beats = select(m.servers).where(m.servers.c.id.in_({row.server for row in rows}))
            alive = {row.id: row.alive_at for row in (await db.execute(beats)).all()}
        entries: dict[int, list[Any]] = {row.id: [] for row in rows}
        query = (
            select(m.entries.c.game_id, m.entries.c.body, m.entries.c.at)
            .join(m.games, m.games.c.id == m.entries.c.game_id)
            .where(m.games.c.id.in_(entries), m.entries.c.seq > m.games.c.snapshot_seq)
            .order_by(m.entries.c.game_id, m.entries.c.seq)
        )
        async with self.engine.connect() as db:
            for one in (await db.execute(query)).all():
                entries[one.game_id].append(one)
        return [
            Loaded(
                id=row.id,
                code=row.code,
                fence=row.fence + 1,
                seq=row.seq,
                snapshot=row.snapshot,
                rows=[one.body for one in entries[row.id]],
                last_at=max([row.updated_at, *[one.at for one in entries[row.id][-1:]]]),
                alive_at=int(alive.get(row.server, 0)),
                game=row.game,
            )
            for row in rows
        ]

    async def game(self, code: str) -> Any:
        async with self.engine.connect() as db:
            return (await db.execute(select(m.games).where(m.games.c.code == code))).first()

    async def fences(self, games: Sequence[int]) -> dict[int, int]:
        """The fence of each of these tables."""
        query = select(m.games.c.id, m.games.c.fence).where(m.games.c.id.in_(games))
        async with self.engine.connect() as db:
            return {row.id: row.fence for row in (await db.execute(query)).all()}

    async def open_games(self, server: str | None = None) -> list[str]:
        """Tables that are not closed, most recently used first; only those of one process, if named."""
        query = select(m.games.c.code).where(m.games.c.closed.is_(False)).order_by(m.games.c.updated_at.desc())
        if server is not None:
            query = query.where(m.games.c.server == server)
        async with self.engine.connect() as db:
            return list((await db.execute(query)).scalars())

    async def lobby(
        self,
        *,
        game: str | None = None,
        status: str | None = None,
        preset: str | None = None,
        locked: bool | None = None,
        free: bool | None = None,
        owner: str | None = None,
        low: int | None = None,
        high: int | None = None,
        page: int = 1,
        size: int = 50,
    ) -> tuple[list[Any], int]:
        """Open tables that are public or the owner's, newest first. `low` and `high`: what a deal is played for."""
        where: list[ColumnElement[bool]] = [m.games.c.closed.is_(False)]
        where.append(or_(m.games.c.private.is_(False), m.games.c.owner_id == (owner or "")))
        for column, value in ((m.games.c.game, game), (m.games.c.status, status), (m.games.c.preset, preset)):
            if value is not None:
                where.append(column == value)
        if locked is not None:
            where.append(m.games.c.locked.is_(locked))
        if free is not None:
            taken = func.coalesce(m.games.c.summary["taken"].as_integer(), 0)
            where.append(taken < m.games.c.seats if free else taken >= m.games.c.seats)
        if low is not None:
            where.append(m.games.c.stake >= low)
        if high is not None:
            where.append(m.games.c.stake <= high)
        async with self.engine.connect() as db:
            total = (await db.execute(select(func.count()).select_from(m.games).where(*where))).scalar_one()
            rows = (
                await db.execute(
                    select(m.games).where(*where).order_by(m.games.c.id.desc()).limit(size).offset((page - 1) * size)
                )
            ).all()
        return list(rows), int(total)

    async def hands(
        self, game: int, page: int = 1, size: int = 20, *, until: int | None = None, player: int | None = None
    ) -> tuple[list[Any], int]:
        """Deals of a table, newest first, and how many there are: those that ended `until` then, and all of this player."""
        told = m.hands.c.game_id == game
        if until is not None:
            own = exists().where(m.player_hands.c.hand_id == m.hands.c.id, m.player_hands.c.player_id == player)
            told &= (m.hands.c.played_at <= until) | own
        query = (
            select(m.hands)
            .where(told)
            .order_by(m.hands.c.hand_number.desc())
            .limit(size)
            .offset((page - 1) * size)
        )  # fmt: skip
        async with self.engine.connect() as db:
            total = (await db.execute(select(func.count()).select_from(m.hands).where(told))).scalar_one()
            return list((await db.execute(query)).all()), int(total)

    async def last_played(self, game: int, player: int) -> int | None:
        """When the last deal of a table ended in which this player took part."""
        query = (
            select(func.max(m.hands.c.played_at))
            .join(m.player_hands, m.player_hands.c.hand_id == m.hands.c.id)
            .where(m.hands.c.game_id == game, m.player_hands.c.player_id == player)
        )
        async with self.engine.connect() as db:
            last: int | None = (await db.execute(query)).scalar_one()
        return last

    async def hand(self, game: int, number: int) -> Any:
        async with self.engine.connect() as db:
            query = select(m.hands).where(m.hands.c.game_id == game, m.hands.c.hand_number == number)
            return (await db.execute(query)).first()

    async def deals_of(self, player: int, page: int = 1, size: int = 20) -> tuple[list[Any], int]:
        """A player's finished deals at every table, newest first, with the table's code and game."""
        mine = m.player_hands.c.player_id == player
        query = (
            select(
                m.games.c.code, m.games.c.game, m.hands.c.hand_number, m.hands.c.played_at, m.hands.c.facts,
                m.hands.c.scores, m.player_hands.c.seat,
            )
            .join(m.hands, m.hands.c.id == m.player_hands.c.hand_id)
            .join(m.games, m.games.c.id == m.hands.c.game_id)
            .where(mine)
            .order_by(m.player_hands.c.hand_id.desc())
            .limit(size)
            .offset((page - 1) * size)
        )  # fmt: skip
        async with self.engine.connect() as db:
            total = (await db.execute(select(func.count()).select_from(m.player_hands).where(mine))).scalar_one()
            return list((await db.execute(query)).all()), int(total)

    async def player_hands(self, hands: Iterable[int]) -> list[Any]:
        query = (
            select(m.player_hands, m.players.c.name)
            .join(m.players, m.players.c.id == m.player_hands.c.player_id)
            .where(m.player_hands.c.hand_id.in_(list(hands)))
            .order_by(m.player_hands.c.seat)
        )
        async with self.engine.connect() as db:
            return list((await db.execute(query)).all())

    async def chat(self, game: int, limit: int = 100, until: int | None = None) -> list[tuple[int, str]]:
        """Seq and body of the last lines said at a table, oldest first; none after the entry `until`."""
        query = (
            select(m.entries.c.seq, m.entries.c.body)
            .where(m.entries.c.game_id == game, m.entries.c.body.startswith('{"t":"said"'))
            .order_by(m.entries.c.seq.desc())
            .limit(limit)
        )
        if until is not None:
            query = query.where(m.entries.c.seq <= until)
        async with self.engine.connect() as db:
            return [(row.seq, row.body) for row in (await db.execute(query)).all()][::-1]

    # --- people -----------------------------------------------------------------------------------------------------------

    async def new_player(self, name: str, avatar: str, now: int) -> int:
        async with self.writer.begin() as db:
            found = await db.execute(
                insert(m.players)
                .values(name=name, avatar=avatar, chips=START_CHIPS, created_at=now, seen_at=now)
                .returning(m.players.c.id)
            )
            player = int(found.scalar_one())
            await db.execute(insert(m.ledger).values(player_id=player, amount=START_CHIPS, why="welcome", at=now))
            return player

    async def player(self, player: int) -> Any:
        async with self.engine.connect() as db:
            return (await db.execute(select(m.players).where(m.players.c.id == player))).first()

    async def edit_player(self, player: int, **columns: Any) -> None:
        async with self.writer.begin() as db:
            await db.execute(update(m.players).where(m.players.c.id == player).values(**columns))

    async def refill(self, player: int, now: int) -> int:
        """Back to the starting sum, for who has fewer, chips on tables counted. What he has then."""
        async with self.writer.begin() as db:
            row = (
                await db.execute(select(m.players.c.chips).where(m.players.c.id == player).with_for_update())
            ).first()
            if row is None:
                return 0
            lying = (
                await db.execute(
                    select(func.coalesce(func.sum(m.seats.c.chips), 0)).where(m.seats.c.player_id == player)
                )
            ).scalar_one()
            more = START_CHIPS - row.chips - int(lying)
            if more > 0:
                await db.run_sync(self._write.pay, [(player, more, None, "refill", now)])
            return int(row.chips + max(0, more))

    async def standings(self, player: int) -> list[Any]:
        async with self.engine.connect() as db:
            query = select(m.standings).where(m.standings.c.player_id == player).order_by(m.standings.c.game)
            return list((await db.execute(query)).all())

    async def points(self, players: Sequence[int], game: str) -> dict[int, int]:
        query = select(m.standings.c.player_id, m.standings.c.points).where(
            m.standings.c.game == game, m.standings.c.player_id.in_(list(players))
        )
        async with self.engine.connect() as db:
            return {row.player_id: row.points for row in (await db.execute(query)).all()}

    async def sits_at(self, player: int) -> list[str]:
        query = (
            select(m.games.c.code)
            .join(m.seats, m.seats.c.game_id == m.games.c.id)
            .where(m.seats.c.player_id == player, m.games.c.closed.is_(False))
            .order_by(m.games.c.updated_at.desc())
        )
        async with self.engine.connect() as db:
            return list((await db.execute(query)).scalars())

    async def new_account(self, player: int, login: str, password: str) -> bool:
        """False if the login is taken, or the player has an account already."""
        try:
            async with self.writer.begin() as db:
                await db.execute(insert(m.accounts).values(player_id=player, login=login, password=password))
        except IntegrityError:
            return False
        return True

    async def account(self, login: str | None = None, player: int | None = None) -> Any:
        which = m.accounts.c.login == login if login is not None else m.accounts.c.player_id == player
        async with self.engine.connect() as db:
            return (await db.execute(select(m.accounts).where(which))).first()

    # --- processes ----------------------------------------------------------------------------------------------------------

    async def alive(self, server: str, now: int) -> None:
        """A sign of life. It goes with what is written anyway: a transaction of its own would keep moves waiting."""
        await self.submit(Write.sign_of_life(server, now))

    async def signing_key(self) -> str:
        """The key that signs tokens, the same for all processes; made at first use."""
        async with self.writer.begin() as db:
            new = self.insert(m.facts).values(name="signing_key", value=secrets.token_hex(32))
            await db.execute(new.on_conflict_do_nothing())
            return str((await db.execute(select(m.facts.c.value).where(m.facts.c.name == "signing_key"))).scalar_one())

    async def ping(self) -> bool:
        try:
            async with self.engine.connect() as db:
                await db.execute(select(1))
        except Exception:
            return False
        return True

    async def balances(self) -> dict[str, int]:
        """Where all chips are: with players, on tables, and what the ledger says. For audits and tests."""
        async with self.engine.connect() as db:
            sums = {
                "players": await db.scalar(select(func.coalesce(func.sum(m.players.c.chips), 0))),
                "ledger": await db.scalar(select(func.coalesce(func.sum(m.ledger.c.amount), 0))),
                "tables": await db.scalar(select(func.coalesce(func.sum(m.seats.c.chips), 0))),
            }
        return {name: int(value or 0) for name, value in sums.items()}


def sqlite_url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def _prepare_sqlite(engine: Engine, begin: str) -> None:
    """Transactions that begin when we say so."""

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def on_begin(connection: Any) -> None:
        connection.exec_driver_sql(begin)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """A store for a while."""
    store = Store(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
