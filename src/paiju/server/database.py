"""The database: SQLite or PostgreSQL behind two methods, `read` and `write`, each of which runs a function in a transaction.

The function gets an SQLAlchemy `Connection` and is the same for both. SQLite runs it in a thread: there are a few threads that
read and one that writes, because SQLite has one writer at a time and others would wait for its lock. PostgreSQL runs it over asyncpg.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError
from sqlalchemy.exc import TimeoutError as PoolTimeout

T = TypeVar("T")

READERS: Final = 8
PRAGMAS: Final = (
    "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000", "wal_autocheckpoint=10000",
)  # fmt: skip
"""A write-ahead log, flushed with every commit."""
CHECKPOINT: Final = 100
"""Transactions after which the write-ahead log is copied into the database, beside the writing: a commit that had to do
it (SQLite's own way, here from 40 MB on) would keep everybody waiting."""
SWITCH: Final = 0.0002
"""Seconds that a thread waits for the interpreter before it asks for it (Python's default is 5 ms). The writing thread
waits for it after every statement, and each wait delays all the moves of a batch."""

PATIENCE: Final = 10.0
"""Seconds for a transaction of PostgreSQL, connecting included; SQLite waits as long for a lock (`PRAGMAS`)."""

_DISCREET: Final[dict[str, Any]] = {"hide_parameters": True}
"""Errors do not show the parameters: they are logged, and rows hold seeds and password hashes."""


class Database(Protocol):
    """Runs functions in transactions.

    One that PostgreSQL does not finish within `PATIENCE` is given up with a TimeoutError: a server that hangs, or a network that
    drops everything, would keep everybody waiting. Whether it was committed is then not known. What is `long` takes what it takes.
    """

    async def read(self, do: Callable[[Connection], T], /, *, long: bool = False) -> T: ...
    async def write(self, do: Callable[[Connection], T], /, *, long: bool = False) -> T: ...
    async def close(self) -> None: ...


def connect(url: str) -> Database:
    """The database at an SQLAlchemy address; which driver the address names does not matter."""
    address = make_url(url)
    match address.get_backend_name():
        case "sqlite":
            return Sqlite(address.set(drivername="sqlite"))
        case "postgresql":
            return Postgres(address.set(drivername="postgresql+asyncpg"))
    raise ArgumentError("neither SQLite nor PostgreSQL")


def sqlite_url(path: Path) -> str:
    return f"sqlite:///{path}"


class Sqlite:
    """A file."""

    def __init__(self, url: URL) -> None:
        self._reading = _engine(url, "BEGIN", READERS)
        self._writing = _engine(url, "BEGIN IMMEDIATE", 1)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="database-reader")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="database-writer")
        self._writes = 0
        self._checkpoint: Future[None] | None = None
        self._interval = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH)

    async def read(self, do: Callable[[Connection], T], /, *, long: bool = False) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, _run, self._reading, do)

    async def write(self, do: Callable[[Connection], T], /, *, long: bool = False) -> T:
        result = await asyncio.get_running_loop().run_in_executor(self._writer, _run, self._writing, do)
        self._writes += 1
        if self._writes % CHECKPOINT == 0 and (self._checkpoint is None or self._checkpoint.done()):
            self._checkpoint = self._readers.submit(self._copy_log)
        return result

    def _copy_log(self) -> None:
        connection = self._reading.raw_connection()
        try:
            connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")
        finally:
            connection.close()

    async def close(self) -> None:
        """Wait for the transactions under way."""
        for threads in (self._writer, self._readers):
            threads.shutdown(wait=True)
        for engine in (self._writing, self._reading):
            engine.dispose()
        sys.setswitchinterval(self._interval)


class Postgres:
    """A server."""

    def __init__(self, url: URL) -> None:
        from sqlalchemy.ext.asyncio import create_async_engine  # slow to load, and of no use to SQLite

        # `command_timeout` also ends what is left of a statement that was given up: it is cancelled over another connection.
        limits = {"timeout": PATIENCE, "command_timeout": PATIENCE}
        self._engine = create_async_engine(
            url, pool_size=8, max_overflow=8, pool_pre_ping=True, connect_args=limits, **_DISCREET
        )
        event.listen(self._engine.sync_engine, "connect", _on_postgres)
        self._leisurely = create_async_engine(url, poolclass=NullPool, connect_args={"timeout": PATIENCE}, **_DISCREET)

    async def read(self, do: Callable[[Connection], T], /, *, long: bool = False) -> T:
        engine = self._leisurely if long else self._engine
        async with _limited(long), engine.connect() as db:
            return await db.run_sync(do)

    async def write(self, do: Callable[[Connection], T], /, *, long: bool = False) -> T:
        engine = self._leisurely if long else self._engine
        async with _limited(long), engine.begin() as db:
            return await db.run_sync(do)

    async def close(self) -> None:
        await self._engine.dispose()


def is_passing(error: BaseException) -> bool:
    """Whether a database error may be gone in a moment (a lock, a full disk, a lost server) and the same request be tried again."""
    if isinstance(error, (OSError, PoolTimeout)):
        return True
    if not isinstance(error, DBAPIError):
        return False
    if error.connection_invalidated or isinstance(error, InterfaceError):
        return True
    number = getattr(error.orig, "sqlite_errorcode", None)
    if number is not None:
        return number & 0xFF in _PASSING_SQLITE
    return str(getattr(error.orig, "sqlstate", None) or "").startswith(_PASSING_SQLSTATES)


_PASSING_SQLITE: Final = (
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
)  # fmt: skip
_PASSING_SQLSTATES: Final = ("08", "40", "53", "55P03", "57")
"""Connections, serialization and deadlocks, resources, locks, and a server that stops."""


def _on_postgres(connection: Any, _: Any) -> None:
    """The server gives a transaction up as well whose client is silent: it would keep its locks for hours."""
    connection.cursor().execute(f"SET idle_in_transaction_session_timeout = {int(PATIENCE * 1000)}")


@asynccontextmanager
async def _limited(long: bool) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(None if long else PATIENCE):
            yield
    except TimeoutError:
        raise TimeoutError(f"no answer within {PATIENCE:g} seconds") from None


def _engine(url: URL, begin: str, connections: int) -> Engine:
    """SQLite with transactions that begin as we say: the driver would begin them late, and not for every statement."""
    engine = create_engine(url, pool_size=connections, max_overflow=0, **_DISCREET)

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _run(engine: Engine, do: Callable[[Connection], T]) -> T:
    with engine.begin() as db:
        return do(db)
