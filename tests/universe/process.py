"""One server process: what `paiju serve` runs, on the simulated loop, with an outside that fails."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from collections import deque
from collections.abc import Callable
from contextlib import nullcontext, suppress
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import OperationalError

from paiju.server import run
from paiju.server.app import App, create_app
from paiju.server.context import Settings, StartError
from paiju.server.ending import CANNOT_WRITE
from tests.universe.loop import OUTSIDE, Group
from tests.universe.network import Pipe

if TYPE_CHECKING:
    from tests.universe.world import World

BUSY = 10.0
"""Seconds that SQLite waits for a lock (`PRAGMA busy_timeout`)."""
EPOCH = 1_790_000_000_000

_apps: list[App] = []
"""Applications that no process uses: to make one takes a second."""


def failure(code: int, text: str) -> OperationalError:
    """What SQLAlchemy raises where SQLite fails."""
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return OperationalError("COMMIT", None, error)


class Process:
    def __init__(self, world: World, number: int, offset: int) -> None:
        self.world, self.number, self.offset = world, number, offset
        self.group = Group(f"process-{number}")
        self.listener: Callable[[], Any] | None = None
        self.pipes: list[Pipe] = []
        self.refused: StartError | None = None
        self.status: int | None = None
        """Its exit status, once it has ended."""
        self.is_ghost = False
        """It crashed: nothing that its tasks still do has any effect."""
        self.told_at: float | None = None
        """When it was asked to stop."""
        self.crashes_at: str | None = None
        self.stopped_until = self.full_until = self.unreadable_until = 0.0
        self.has_lost_writer = False
        self.app = _apps.pop() if _apps else create_app(Settings())
        self.app.context, self.app.failed = None, None
        self.app.settings = Settings(data=world.folder, time=self)
        self.server = run.Server(self.app)
        self.server.capture_signals = nullcontext  # type: ignore[assignment]
        self._writes: deque[tuple[asyncio.Future[Any], Callable[[], Any]]] = deque()
        self._is_writing = False
        main = world.loop.create_task(self._main(), name="main", context=self.group.context)
        main.add_done_callback(
            lambda _: None if self.is_ghost else world.loop.call_soon(world.ended, self, context=OUTSIDE)
        )

    def now(self) -> int:
        """The wall clock, as this process sees it."""
        return EPOCH + self.offset + round(1000 * self.world.loop.time())

    async def _main(self) -> None:
        try:
            await self.server.serve()
            self.status = CANNOT_WRITE if self.server.cannot_write else 0
        except SystemExit:
            self.refused, self.status = self.app.failed, 1

    @property
    def is_alive(self) -> bool:
        return self.status is None and not self.is_ghost

    @property
    def stays(self) -> bool:
        """It serves, and nothing that has happened to it will end it."""
        return self.server.started and not self.server.should_exit and not self.has_lost_writer

    @property
    def phase(self) -> str:
        """What the process is doing, for the table of what was reached."""
        context = self.app.context
        if not self.is_alive:
            return "down"
        if self.told_at is not None or self.server.should_exit:
            return "stopping"
        if not self.server.started or context is None:
            return "starting"
        rooms = list(context.rooms.running.values())
        if not rooms:
            return "loading" if context.rooms._loading else "no table"
        if any(room._is_paying for room in rooms):
            return "buying in"
        if any(room._last is not None for room in rooms):
            return "writing"
        if any(room.table.is_dealing for room in rooms):
            return "in a deal"
        return "between deals" if any(room.table.deal is not None for room in rooms) else "waiting"

    # --- from outside ------------------------------------------------------------------------------------------------------

    def terminate(self) -> None:
        """SIGTERM."""
        if self.is_alive:
            if self.told_at is None:
                self.told_at = self.world.loop.time()
            self.group.context.copy().run(self.server.handle_exit, signal.SIGTERM, None)

    def crash(self) -> None:
        """SIGKILL: connections break, the lock is free, and what was not committed never was."""
        if not self.is_alive:
            return
        self.is_ghost, self.listener = True, None
        for pipe in self.pipes:
            if not pipe.is_lost:
                pipe.crash()
        self.world.loop.thaw(self.group)
        self.world.loop.create_task(self._bury(), context=OUTSIDE)

    async def _bury(self) -> None:
        """Let its tasks end without effect, so that nothing of it is left in this interpreter."""
        for _ in range(200):
            for task in self.group.left:
                task.cancel()
            await asyncio.sleep(0.001)
            if not self.group.left:
                break
        self.give_back()
        self.status = -signal.SIGKILL
        self.world.ended(self)

    def give_back(self) -> None:
        """Close what the process had open, and let another use its application."""
        if self.app.context is not None:
            database: Any = self.app.context.store.database
            database._writing.dispose()
            database._reading.dispose()
        if not self.group.left:
            _apps.append(self.app)

    # --- threads and the disk ------------------------------------------------------------------------------------------------

    def offload(self, executor: Any, work: Callable[[], Any]) -> asyncio.Future[Any]:
        """Do what a thread would do: a moment later, and transactions one after the other."""
        loop = self.world.loop
        future = loop.create_future()
        if self.is_ghost:
            return future  # its thread is gone
        if getattr(executor, "_thread_name_prefix", "") == "database-writer":
            self._writes.append((future, work))
            if not self._is_writing:
                self._is_writing = True
                loop.call_later(self.world.moment(), self._write_next, 0.0, context=self.group.context)
        else:
            do = self._read if getattr(executor, "_thread_name_prefix", "") == "database-reader" else self._do
            loop.call_later(self.world.moment(), do, future, work, context=self.group.context)
        return future

    def _read(self, future: asyncio.Future[Any], work: Callable[[], Any]) -> None:
        if self.world.loop.time() >= self.unreadable_until:
            self._do(future, work)
        elif not future.done():
            future.set_exception(failure(sqlite3.SQLITE_IOERR, "disk I/O error"))

    def _do(self, future: asyncio.Future[Any], work: Callable[[], Any]) -> None:
        if not self.is_alive:
            return  # no thread outlives its process
        try:
            result = work()
        except Exception as error:
            if not future.done():
                future.set_exception(error)
        else:
            if not future.done():
                future.set_result(result)

    def _write_next(self, waited: float) -> None:
        world, now = self.world, self.world.loop.time()
        if not self.is_alive:
            return
        if now < self.stopped_until or (now < world.locked_until and waited < BUSY):
            world.loop.call_later(0.1, self._write_next, waited + 0.1, context=self.group.context)
            return
        future, work = self._writes.popleft()
        if self.crashes_at == "before":
            self.crash()
            return
        if now < world.locked_until:
            error: OperationalError | None = failure(sqlite3.SQLITE_BUSY, "database is locked")
        elif now < self.full_until:
            error = failure(sqlite3.SQLITE_FULL, "database or disk is full")
        else:
            error = None
        if error is not None:
            if not future.done():
                future.set_exception(error)
        else:
            if self.crashes_at == "after":
                with suppress(Exception):  # refused, as LostTable: there is nobody left to hear of it
                    work()
                self.crash()
                return
            self._do(future, work)
        if self._writes:
            world.loop.call_later(world.moment(), self._write_next, 0.0, context=self.group.context)
        else:
            self._is_writing = False


class Deadline:
    """`ending.Deadline` on the simulated clock: a process that does not stop in time is killed, and that is a finding."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._handle = seconds, None

    def start(self) -> None:
        from tests.universe.world import current

        process = current()
        if process is not None and process.is_alive:
            loop = process.world.loop
            self._handle = loop.call_later(self._seconds, self._force, process, context=process.group.context)

    def cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()

    @staticmethod
    def _force(process: Process) -> None:
        if process.is_alive:
            process.world.violation(f"{process.group.name} did not stop in time: {_waiting(process)}")
            process.crash()


def _waiting(process: Process) -> str:
    return ", ".join(sorted({task.get_name() for task in process.group.left}))


NO_GC = SimpleNamespace(collect=lambda: 0, freeze=lambda: None)
"""What a process does to the collector when it starts, left out: it would keep the garbage of every universe for ever."""
