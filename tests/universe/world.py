"""One universe: a server (or two), people, a network and what goes wrong; then calm, and a look at what is left."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import secrets
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from paiju.games import catalog
from paiju.server import app as app_module
from paiju.server import database, run, socket
from paiju.server.logs import configure_logs
from paiju.server.store import opened, sqlite_url
from tests.universe import checker
from tests.universe.client import Host, Lost, Operation, Player, Sight
from tests.universe.loop import GROUP, Asleep, Group, Loop, Spinning
from tests.universe.network import Pipe
from tests.universe.plan import Fault, Plan, games
from tests.universe.process import NO_GC, Deadline, Process

BROKEN = frozenset(
    (
        "request_failed",
        "message_failed",
        "table_broken",
        "table_not_loaded",
        "bot_failed",
        "settling_failed",
        "tasks_left",
    )
)
"""Events of the log that no fault excuses."""

MOST_UNSENT = 4 << 20
"""Bytes that a server may keep for one client: its queue (2 MB), what the transport holds (1 MB), and what a turn adds."""

EACH_HOST = 8
"""Tables of bots that one person opens."""

CLOSES = 25.0
"""Seconds in which a connection has to be gone once the server has closed it, whether its client reads or not."""

STOPS = 30.0
"""Seconds in which a process that was asked to stop has to be gone, whatever goes wrong meanwhile."""


@dataclass(frozen=True)
class Result:
    plan: Plan
    violations: tuple[str, ...]
    hands: Counter[str]
    """Finished deals by game; those of people also as `people`."""
    operations: Counter[str]
    coverage: Counter[tuple[str, str]]
    """How often a fault met a state of the server: (state, fault)."""
    trace: str
    """A hash over everything that clients asked, were told and saw, and what is in the database."""
    turns: int


def run_plan(plan: Plan) -> Result:
    """Run one universe, and look at what is left of it."""
    folder = Path(tempfile.mkdtemp(prefix="universe-", dir=_fast_folder()))
    world = World(plan, folder)
    descriptors = _descriptors()
    try:
        with world.installed():
            try:
                world.loop.run(world.live())
            except (Asleep, Spinning) as error:
                world.violation(f"the loop stopped: {type(error).__name__}")
            for process in world.processes:
                if process.group.left:
                    names = sorted(task.get_name() for task in process.group.left)
                    world.violation(f"{process.group.name} has ended and left tasks: {', '.join(names)}")
            # What the loop's own machinery could not handle; a ghost's complaints are nobody's business.
            for complaint in world.loop.errors:
                if not complaint.get("ghost"):
                    world.violation(f"unhandled: {complaint.get('message')} {complaint.get('exception')!r}")
        found = checker.judge(folder / "paiju.db", world.history, world.sights)
        world.violations += found.violations
        if (more := _descriptors() - descriptors) > 0:
            world.violation(f"{more} file descriptors were left open")
        trace = hashlib.sha256(world.trace() + found.digest).hexdigest()[:16]
        outcomes = Counter(one.outcome for one in world.history)
        hands = Counter[str]()
        for (code, game), number in found.hands.items():
            hands[game] += number
            hands["people"] += number * (code == world.table)
        return Result(plan, tuple(world.violations), hands, outcomes, world.coverage, trace, world.loop.turns)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def current() -> Process | None:
    """The process whose code runs now."""
    group = GROUP.get()
    return _processes.get(group) if group is not None else None


_processes: dict[Group, Process] = {}


class World:
    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan, self.folder = plan, folder
        self.rng = Random(f"{plan.seed}/world")
        self.loop = Loop(self._offload, self._listen)  # type: ignore[abstract]
        self.violations: list[str] = []
        self.history: list[Operation] = []
        self.sights: list[Sight] = []
        self.coverage: Counter[tuple[str, str]] = Counter()
        self.processes: list[Process] = []
        self.log = Log(self)
        self.calm = False
        """No more faults, and nobody starts anything new."""
        self.table = ""
        self.locked_until = self.log_closed_until = 0.0
        self.offset = 0
        self._pipes = count()
        self._is_somebody_deaf = False
        info = catalog.find(plan.game)
        seats = max(2, info.seats[0]) + (self.rng.random() < 0.3 and len(info.seats) > 1)
        people = self.rng.choice((1, 2, 2, 3))
        people = min(people, seats)
        level = "easy" if self.rng.random() < 0.4 else "random"
        self.new_table: dict[str, Any] = {
            "game": plan.game, "seats": seats, "bots": [{"level": level}] * (seats - people), "pause": 0, "pace": 0,
            "timeout": 2, "autoplay": "safest", "spectatorDelay": 2 if self.rng.random() < 0.1 else 0,
        }  # fmt: skip
        chips = info.chips.buy_in(info.build({}, None)) if info.chips is not None else None
        self.buy_in = min(chips.usual, 400) if chips is not None else 0
        if self.buy_in:
            self.new_table["buyIn"] = self.buy_in = max(chips.low, self.buy_in) if chips is not None else 0
        self.players = [Player(self, number, plays=True) for number in range(people)]
        self.players.append(Player(self, people, plays=False))
        rng, left = Random(f"{plan.seed}/tables"), plan.tables
        while left > 0:
            tables = [self._table_of_bots(rng) for _ in range(min(left, EACH_HOST))]
            self.players.append(Host(self, len(self.players), tables))
            left -= len(tables)

    def _table_of_bots(self, rng: Random) -> dict[str, Any]:
        """One deal a second until the calm."""
        game = rng.choice(games())
        seats = max(2, catalog.find(game).seats[0])
        return {
            "game": game, "seats": seats, "bots": [{"level": "random"}] * seats, "join": False, "pause": 0,
            "pace": rng.choice((0, 0, 5)), "deals": max(1, round(self.plan.seconds)),
        }  # fmt: skip

    # --- what the loop and the processes ask ---------------------------------------------------------------------------------

    def moment(self) -> float:
        return self.rng.uniform(0.0002, 0.003)

    def _offload(self, executor: Any, work: Callable[[], Any]) -> asyncio.Future[Any]:
        process = current()
        assert process is not None, "only servers have threads"
        return process.offload(executor, work)

    def _listen(self, factory: Any) -> Any:
        process = current()
        assert process is not None
        process.listener = factory
        return Listening(process)

    def connect(self, peer: Any, address: str) -> Pipe:
        """A connection to a server that listens, to the newest one mostly; Lost where there is none."""
        listening = [process for process in self.processes if process.is_alive and process.listener is not None]
        if not listening:
            raise Lost
        process = listening[-1] if self.rng.random() < 0.8 else self.rng.choice(listening)
        rng = Random(f"{self.plan.seed}/pipe/{next(self._pipes)}")
        pipe = Pipe(self.loop, process.group.context, process.listener, peer, rng, address)
        process.pipes.append(pipe)
        return pipe

    def violation(self, text: str) -> None:
        self.violations.append(f"{self.loop.time():.3f} {text}")

    # --- processes -----------------------------------------------------------------------------------------------------------

    def start(self) -> Process:
        process = Process(self, len(self.processes), self.offset)
        _processes[process.group] = process
        self.processes.append(process)
        return process

    def ended(self, process: Process) -> None:
        """A process is gone. A supervisor starts another, unless one runs."""
        now = self.loop.time()
        if process.status != -9:
            process.give_back()
            if process.told_at is not None and now - process.told_at > STOPS:
                self.violation(f"{process.group.name} took {now - process.told_at:.1f} s to stop")
            if process.refused is None and process.told_at is None and not process.has_lost_writer:
                self.violation(f"{process.group.name} ended by itself with {process.status}")
            for pipe in process.pipes:
                if not pipe.is_lost:
                    pipe.crash()  # the system closes what the process left open
        for pipe in process.pipes:
            if pipe.most_unsent > MOST_UNSENT:
                self.violation(f"{process.group.name} kept {pipe.most_unsent} bytes for one client")
        self.log_closed_until = min(self.log_closed_until, now)
        if not any(one.is_alive for one in self.processes):
            self.loop.call_later(self.rng.uniform(0.05, 0.5), self._restart)

    def _restart(self) -> None:
        if len(self.processes) > 30:
            self.violation("processes end again and again")
        elif not self.calm and not any(one.is_alive for one in self.processes):
            self.start()

    @property
    def server(self) -> Process | None:
        """The process that faults are about: the newest that runs."""
        return next((one for one in reversed(self.processes) if one.is_alive), None)

    # --- life --------------------------------------------------------------------------------------------------------------

    async def live(self) -> None:
        self.start()
        lives = [self.loop.create_task(player.live()) for player in self.players]
        for fault in self.plan.faults:
            self.loop.call_at(fault.at, self._strike, fault)
        await asyncio.sleep(self.plan.seconds)
        await self._calm_down()
        for life in lives:
            life.cancel()
        await asyncio.gather(*lives, return_exceptions=True)
        await self._stop()

    def _strike(self, fault: Fault) -> None:
        process = self.server
        state = process.phase if process is not None else "down"
        if process is not None:
            strike = getattr(self, f"_{fault.kind}")
            if strike(fault.amount, process) is False:
                return
        self.coverage[state, fault.kind] += 1

    def _somebody(self, amount: float) -> Player | None:
        there = [one for one in self.players if one.socket is not None and not one.socket.is_lost]
        return there[int(amount * len(there)) % len(there)] if there else None

    def _cut(self, amount: float, process: Process) -> bool:
        player = self._somebody(amount)
        if player is None or player.socket is None:
            return False
        player.socket.pipe.cut()
        return True

    def _half_open(self, amount: float, process: Process) -> bool:
        player = self._somebody(amount)
        if player is None or player.socket is None:
            return False
        player.socket.pipe.is_silent = True
        if amount > 0.3:  # the client itself knows
            player.faulty.append(player.socket)
            player.socket.lost()
        return True

    def _delay(self, amount: float, process: Process) -> bool:
        player = self._somebody(amount)
        if player is None or player.socket is None:
            return False
        player.socket.pipe.delay = 4 * amount
        return True

    def _overtake(self, amount: float, process: Process) -> bool:
        player = self._somebody(amount)
        if player is None:
            return False
        self.loop.create_task(player.second_connection(2 * amount))
        return True

    def _slow_reader(self, amount: float, process: Process) -> bool:
        player = self._somebody(amount)
        if player is None or player.socket is None:
            return False
        player.socket.pipe.speed = 2000 * amount
        return True

    def _deaf_pinger(self, amount: float, process: Process) -> bool:
        """Somebody with a connection of their own, who takes a byte now and then, so that the system keeps the connection."""
        player = self._somebody(amount)
        if player is None:
            return False
        self.loop.create_task(self._ping_deafly(player, amount))
        return True

    async def _ping_deafly(self, player: Player, amount: float) -> None:
        try:
            await player.second_connection(0.01)
        except Lost:
            return
        if not player.faulty:
            return
        other = player.faulty[-1]
        for _ in range(50):
            if other.is_open or other.is_lost:
                break
            await asyncio.sleep(0.1)
        self._is_somebody_deaf = True
        other.say("watch", gameId=self.table)
        other.pipe.speed = 4.0
        for turn in range(100):
            if other.is_lost or other.pipe.is_lost:
                break
            for _ in range(9 if turn else 550):  # as many frames as are allowed
                other.ping(bytes(100 + int(25 * amount)))
            await asyncio.sleep(0.1)

    def _crash_before_write(self, amount: float, process: Process) -> None:
        process.crashes_at = "before"

    def _crash_after_write(self, amount: float, process: Process) -> None:
        process.crashes_at = "after"

    def _writer_killed(self, amount: float, process: Process) -> bool:
        context = process.app.context
        if context is None or context.store.writer._task is None or process.told_at is not None:
            return False
        process.has_lost_writer = True
        context.store.writer._task.cancel()
        return True

    def _writer_stopped(self, amount: float, process: Process) -> None:
        process.stopped_until = self.loop.time() + 9 * amount

    def _disk_full(self, amount: float, process: Process) -> None:
        process.full_until = self.loop.time() + 5 * amount

    def _log_closed(self, amount: float, process: Process) -> None:
        self.log_closed_until = self.loop.time() + 20 * amount

    def _database_locked(self, amount: float, process: Process) -> None:
        self.locked_until = self.loop.time() + 14 * amount

    def _reads_fail(self, amount: float, process: Process) -> None:
        process.unreadable_until = self.loop.time() + 5 * amount

    def _clock_jump(self, amount: float, process: Process) -> None:
        """Mostly seconds, sometimes a minute ahead; now and then some seconds back."""
        jump = round(60_000 * amount**4) if amount > 0.25 else -round(40_000 * amount)
        process.offset += jump
        self.offset = process.offset - round(3_000 * self.rng.random())

    def _frozen(self, amount: float, process: Process) -> None:
        process.group.frozen = True
        self.loop.call_later(6 * amount, self.loop.thaw, process.group)

    def _slow_machine(self, amount: float, process: Process) -> None:
        process.group.grain = 0.05 + 0.1 * round(amount, 1)

    def _two_owners(self, amount: float, process: Process) -> bool:
        """Somebody removes the lock file and starts a second server; the first is stopped later."""
        if not process.server.started or len([one for one in self.processes if one.is_alive]) > 1:
            return False
        (self.folder / "paiju.db.lock").unlink(missing_ok=True)
        self.start()
        self.loop.call_later(0.5 + 3 * amount, lambda: None if self.calm else process.terminate())
        return True

    def _second_start(self, amount: float, process: Process) -> bool:
        if not process.server.started or process.told_at is not None:
            return False
        second = self.start()
        self.loop.call_later(5.0, self._is_refused, second, process)
        return True

    def _is_refused(self, second: Process, first: Process) -> None:
        if second.refused is None and first.is_alive and second.is_alive:
            self.violation("a second server started at the same file")

    def _sigterm(self, amount: float, process: Process) -> None:
        """While the disk is slow, so that the process stops with something on its way; or on a busy machine."""
        process.terminate()
        if amount > 0.5:
            process.stopped_until = max(process.stopped_until, self.loop.time() + 4 * (amount - 0.5))
        else:
            self._slow_machine(amount, process)

    # --- the end -------------------------------------------------------------------------------------------------------------

    async def _calm_down(self) -> None:
        """Nothing fails any more: everybody comes back, and has to see the same."""
        self.locked_until = self.log_closed_until = 0.0
        for process in self.processes:
            process.stopped_until = process.full_until = process.unreadable_until = 0.0
            process.crashes_at = None
            process.group.grain = 0.0
            if process.is_alive and process.group.frozen:
                self.loop.thaw(process.group)
        for player in self.players:
            if player.socket is not None and not player.socket.is_lost:
                player.socket.pipe.speed, player.socket.pipe.delay = None, 0.02
                if player.socket.pipe.is_silent:
                    player.socket.lost()
        for _ in range(400):
            running = [one for one in self.processes if one.is_alive]
            if len(running) == 1 and running[0].stays:
                break
            for extra in running[:-1]:
                extra.terminate()
            await asyncio.sleep(0.1)
        else:
            self.violation("no server runs again")
            return
        self.calm = True
        if self.table:
            for _ in range(100):
                if all(one.is_there for one in self.players):
                    break
                await asyncio.sleep(0.5)
            else:
                self.violation("not everybody came back")
            await asyncio.gather(*[self._compare(player) for player in self.players if player.table])
        if self._is_somebody_deaf:
            await asyncio.sleep(60)
            now = self.loop.time()
            for pipe in (pipe for process in self.processes if process.is_alive for pipe in process.pipes):
                if not pipe.is_lost and pipe.closing_since is not None and now - pipe.closing_since > CLOSES:
                    self.violation("a connection that the server has closed is still there")

    async def _compare(self, player: Player) -> None:
        """What a client has put together is what the server says now."""
        body, different = None, ["all"]
        for _ in range(20):
            try:
                status, body = await player.call("GET", f"/api/games/{player.table}/state")
            except Lost:
                status, body = 0, None
            if status == 200:
                await asyncio.sleep(0.5)
                # What changes nothing that this viewer can see raises the seq, and sends nothing.
                seq = max((one for one in player.known if one <= body["seq"]), default=None)  # type: ignore[index]
                different = [key for key in _COMPARED if seq is None or player.known[seq].get(key) != body.get(key)]  # type: ignore[union-attr]
                if not different:
                    return
            elif status in (403, 404):
                return  # the table is closed
            await asyncio.sleep(0.2)
        at = body["seq"] if body else "nowhere"
        self.violation(
            f"{player.name} is at {max(player.known, default=0)}, the server at {at}: {', '.join(different)}"
        )

    async def _stop(self) -> None:
        self.calm = True
        process = self.server
        if process is not None:
            process.terminate()
        for _ in range(round(10 * STOPS) + 100):
            if not any(one.is_alive for one in self.processes):
                break
            await asyncio.sleep(0.1)
        else:
            self.violation("a process does not end")
            for one in self.processes:
                one.crash()
        await asyncio.sleep(1.0)

    def trace(self) -> bytes:
        seen = [(one.player, one.seq, one.hand, one.seat) for one in self.sights]
        return json.dumps([list(map(str, self.history)), seen, self.loop.turns, self.violations]).encode()

    # --- the outside of the interpreter --------------------------------------------------------------------------------------

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Chance, clocks, the log and the collector belong to this universe for a while."""
        chance = Random(f"{self.plan.seed}/secrets")
        numbers = count(1)

        def numbered(one: Any) -> int:
            return one.__dict__.setdefault("_universe", next(numbers))  # type: ignore[no-any-return]

        (self.folder / "paiju.db").write_bytes(_template())
        plain = tuple("synchronous=OFF" if "synchronous" in one else one for one in database.PRAGMAS)
        with ExitStack() as stack:
            for target, name, value in (
                (time, "monotonic", self.loop.time),
                (secrets, "token_bytes", lambda size=32: chance.randbytes(size)),
                (secrets, "token_hex", lambda size=32: chance.randbytes(size).hex()),
                (secrets, "randbits", chance.getrandbits),
                (secrets, "choice", chance.choice),
                (run, "gc", NO_GC),
                (run, "Deadline", Deadline),
                (app_module, "Deadline", Deadline),
                (database, "PRAGMAS", plain),
                (database, "CHECKPOINT", 1 << 30),
                (socket.Connection, "__hash__", numbered),
                (HttpToolsProtocol, "__hash__", numbered),
                (WebSocketsSansIOProtocol, "__hash__", numbered),
            ):
                stack.enter_context(patch.object(target, name, value))
            stack.callback(_processes.clear)
            stack.callback(structlog.reset_defaults)
            stack.callback(configure_logs, None)
            logging.getLogger("uvicorn.error").addFilter(self.log.hear)
            stack.callback(logging.getLogger("uvicorn.error").removeFilter, self.log.hear)
            configure_logs(self.log)  # type: ignore[arg-type]
            yield


_COMPARED = ("view", "decision", "players", "handNumber", "stage", "result", "fairness", "events", "you", "deadline")


@dataclass
class Listening:
    """What `create_server` gives."""

    process: Process
    sockets: tuple[Any, ...] = field(default=())

    def close(self) -> None:
        self.process.listener = None

    async def wait_closed(self) -> None:
        pass


class Log:
    """The standard output of all processes. Some events are findings; at times nothing can be written."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.lines: list[str] = []

    def write(self, text: str) -> None:
        process = current()
        if process is not None and process.is_ghost:
            return
        if self._world.loop.time() < self._world.log_closed_until:
            raise BrokenPipeError
        self.lines.append(text)
        if text.startswith("{"):
            event = json.loads(text)
            if event["event"] in BROKEN:
                told = {name: value for name, value in event.items() if name != "timestamp"}
                self._world.violation(f"logged: {json.dumps(told)[:1500]}")

    def hear(self, record: logging.LogRecord) -> bool:
        """A filter for uvicorn's own log: its errors are findings."""
        process, text = current(), record.getMessage()
        if process is None or process.is_ghost or process.app.failed is not None or record.levelno < logging.ERROR:
            return False
        if not any(words in text for words in (*run.NO_NEWS, *_EXPECTED)):
            if record.exc_info:
                text += " " + logging.Formatter().formatException(record.exc_info)
            self._world.violation(f"uvicorn: {text[-1500:]}")
        return False


_EXPECTED = ("timeout graceful shutdown exceeded", "Application startup failed")


def _descriptors() -> int:
    return len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").is_dir() else 0


def _fast_folder() -> str | None:
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


@cache
def _template() -> bytes:
    """An empty database, made once: to bring one up to date takes longer than a universe."""

    async def make(path: Path) -> None:
        async with opened(sqlite_url(path)):
            pass

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(make(Path(folder) / "paiju.db"))
        return (Path(folder) / "paiju.db").read_bytes()
