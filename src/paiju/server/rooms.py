"""All tables of this process: opening, finding, loading and letting go; one scheduler for all clocks."""

from __future__ import annotations

import asyncio
import heapq
import secrets
import time as systime
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any, Final

import structlog

from paiju import bots
from paiju.games import catalog
from paiju.games.contract import Decision, View
from paiju.server import daily, handlers
from paiju.server.bus import Bus, LocalBus
from paiju.server.commands import BotMove
from paiju.server.ending import cancel_all
from paiju.server.limits import RATES, Limits
from paiju.server.metrics import Metrics
from paiju.server.room import Room
from paiju.server.store import Loaded, Store
from paiju.server.writer import is_unavailable
from paiju.table import Refused, Settings, SystemTime, Table, TimeSource, decode, encode, events
from paiju.table.deal import Asked
from paiju.table.events import By

logger = structlog.get_logger("paiju.rooms")

IDLE: Final = 300_000
"""Milliseconds after which a table that nobody uses leaves memory; it comes back when asked for."""

CHUNK: Final = 64
"""Tables loaded together at the start."""

PATIENCE: Final = 2.0
"""Seconds that a query under way has when the server stops."""

DRAIN: Final = 8.0
"""Seconds for what was accepted to become durable when the server stops; the writer then has a few more."""

RETRY: Final = 1.0
"""Seconds before tables are looked for again in a database that could not be reached."""

BOT_LIMIT: Final = 5.0
"""Seconds a bot may think."""

ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """The id of a table: nobody guesses one of 31**12."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


class Rooms:
    """The tables that this process runs."""

    def __init__(
        self,
        store: Store,
        *,
        time: TimeSource | None = None,
        bus: Bus | None = None,
        find: Callable[[str], catalog.GameInfo] = catalog.find,
        server: str | None = None,
        limits: Limits | None = None,
        metrics: Metrics | None = None,
        threads: int = 2,
    ) -> None:
        self.store = store
        self.time: TimeSource = time or SystemTime()
        self.bus: Bus = bus or LocalBus()
        self.find = find
        self.limits = limits or Limits(RATES)
        self.metrics = metrics or Metrics()
        self.server = server or secrets.token_hex(8)
        self.daily_key = b""
        """What daily deals are made from; nobody else may know it."""
        self.running: dict[str, Room] = {}
        self.draining = False
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._opening: set[str] = set()  # being written for the first time: nobody may take them over
        self._heap: list[tuple[int, int, Room, bool]] = []
        self._count = count()
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._reading: set[asyncio.Task[Any]] = set()
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="bot")

    # --- life ------------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        self.spawn(self._tick_forever(), "clock")
        self.spawn(self._beat_forever(), "heartbeat")

    def spawn(self, work: Coroutine[Any, Any, Any], name: str, *, reads: bool = False) -> asyncio.Task[Any]:
        """Work beside the tables, cancelled when the server stops; what `reads` the database may finish first.

        A query that is cancelled leaves a thread that answers to a loop which may be gone by then.
        """
        task = asyncio.create_task(work, name=name)
        for kept in (self._tasks, self._reading) if reads else (self._tasks,):
            kept.add(task)
            task.add_done_callback(kept.discard)
        return task

    async def close(self) -> None:
        """Let everything that was accepted become durable, then stop."""
        self.draining = True
        await self.store.drain(DRAIN)
        if self._reading:
            await asyncio.wait(list(self._reading), timeout=PATIENCE)
        await cancel_all(self._tasks)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def warm_up(self) -> None:
        """Bring back tables that were running when the process stopped, so that their clocks go on. In the background.

        Where the database cannot be read or written for a while, it is tried again: nobody may ask for those tables.
        """
        while not self.draining:
            try:
                return await self._bring_back()
            except Exception as error:
                if not is_unavailable(error):
                    logger.exception("tables_not_brought_back")
                    return None
                logger.warning("tables_not_brought_back", error=type(error).__name__)
            await asyncio.sleep(RETRY)

    async def _bring_back(self) -> None:
        codes = await self.store.open_games()
        for start in range(0, len(codes), CHUNK):
            if self.draining:
                return
            here = self.running.keys() | self._loading.keys() | self._opening
            await self._load_many([code for code in codes[start : start + CHUNK] if code not in here])

    async def _load_many(self, codes: list[str]) -> None:
        """Load tables together; whoever asks for one of them meanwhile waits for it."""
        loop = asyncio.get_running_loop()
        waiting: dict[str, asyncio.Future[Room]] = {code: loop.create_future() for code in codes}
        self._loading.update(waiting)
        try:
            rooms = []
            for loaded in await self.store.take_many(codes, self.server):
                await asyncio.sleep(0)
                try:
                    rooms.append((self._revived(loaded), loaded))
                except Exception as error:
                    logger.exception("table_not_loaded", table=loaded.code)
                    waiting[loaded.code].set_exception(error)
            await self._learn_tiers([room for room, _ in rooms])
            for room, loaded in rooms:
                try:
                    waiting[loaded.code].set_result(self._installed(room, loaded))
                except Exception as error:
                    logger.exception("table_not_loaded", table=loaded.code)
                    waiting[loaded.code].set_exception(error)
        finally:
            for code, future in waiting.items():
                self._loading.pop(code, None)
                if not future.done():
                    future.set_exception(Refused("unavailable", "error.unavailable"))
                future.exception()

    async def _learn_tiers(self, rooms: list[Room]) -> None:
        """段位 of the people at these tables, before anybody sees them."""
        by_game: dict[str, list[Room]] = {}
        for room in rooms:
            by_game.setdefault(room.table.info.id, []).append(room)
        for game, those in by_game.items():
            people = sorted({int(player) for room in those for player in room.without_tier()})
            points = await self.store.points(people, game) if people else {}
            for room in those:
                room.set_tiers(map(int, room.without_tier()), points)

    # --- tables ------------------------------------------------------------------------------------------------------------

    async def open(self, settings: Settings, owner: str) -> Room:
        """A new table."""
        code = new_code()
        self._opening.add(code)
        try:
            return await self._write_first(code, settings, owner)
        finally:
            self._opening.discard(code)

    async def _write_first(self, code: str, settings: Settings, owner: str) -> Room:
        now = self.time.now()
        opened = events.Opened(at=now, settings=settings, owner=owner)
        table = Table.open(code, opened, find=self.find)
        buy_in = table.chips.buy_in(table.options) if table.chips is not None else None
        stake = table.info.stake(table.options)
        number = await self.store.new_game(
            code, self.server, now, encode(opened).decode(),
            game=settings.game, preset=settings.preset, options=settings.options, name=settings.name, owner_id=owner,
            private=settings.private, locked=settings.password is not None, seats=settings.seats,
            game_type=stake.game_type[:20] if stake is not None else "",
            min_buy_in=buy_in.low if buy_in is not None else 0, max_buy_in=buy_in.high if buy_in is not None else 0,
            stake=stake.amount if stake is not None else None,
            small_blind=stake.small_blind if stake is not None else None,
        )  # fmt: skip
        room = self.running[code] = self._room(table, number, fence=1)
        room.accept([], now)
        return room

    async def room(self, code: str) -> Room:
        """A table by its id, loaded if need be; Refused where there is none."""
        room = self.running.get(code)
        if room is not None:
            return room
        if self.draining:
            raise Refused("unavailable", "error.draining")
        task = self._loading.get(code)
        if task is None:
            task = self._loading[code] = self.spawn(self._load(code), f"load {code}", reads=True)
            task.add_done_callback(lambda done: (self._loading.pop(code, None), done.cancelled() or done.exception()))
        return await asyncio.shield(task)

    async def _load(self, code: str) -> Room:
        loaded = await self.store.take(code, self.server)
        if loaded is None:
            raise Refused("not_found", "error.no_table", table=code)
        room = self._revived(loaded)
        await room.learn_tiers()
        return self._installed(room, loaded)

    def _revived(self, loaded: Loaded) -> Room:
        """A table from the store, as it stood."""
        code = loaded.code
        snapshot = loaded.snapshot.encode() if loaded.snapshot else None
        table = Table.load(code, snapshot, (decode(row) for row in loaded.rows), find=self.find)
        room = self._room(table, loaded.id, loaded.fence)
        room.chat_stored = loaded.seq
        return room

    def _room(self, table: Table, number: int, fence: int) -> Room:
        if table.settings.daily is not None:
            table.secret = partial(daily.secret, self.daily_key, table)
        return Room(self, table, number, fence)

    def _installed(self, room: Room, loaded: Loaded) -> Room:
        """Let it run again: its clocks go on from where they were when we were last alive."""
        self.running[room.code] = room
        if self.bus.wanted:
            room.bus_events.skip(room.table)
        if not room.is_closed:
            now = self.time.now()
            room.accept([events.Resumed(at=now, gap=max(0, now - max(loaded.last_at, loaded.alive_at)))], now)
        return room

    def forget(self, room: Room) -> None:
        if self.running.get(room.code) is room:
            del self.running[room.code]

    # --- time --------------------------------------------------------------------------------------------------------------

    def schedule(self, room: Room, when: int | None) -> None:
        """Wake the table at this time, instead of any time set before.

        Every move sets a later time, and the earlier is hardly ever reached: so a later one waits until that has come.
        """
        room.alarm = when
        if when is not None and (room.wakes_at is None or when < room.wakes_at):
            room.wakes_at = when
            self._push(when, room, False)

    def later(self, room: Room, when: int) -> None:
        """Show a delayed table's spectators what is old enough at this time."""
        self._push(when, room, True)

    def _push(self, when: int, room: Room, delayed: bool) -> None:
        if not self._heap or when < self._heap[0][0]:
            self._wake.set()
        heapq.heappush(self._heap, (when, next(self._count), room, delayed))

    async def _tick_forever(self) -> None:
        while True:
            self.tick()
            self._wake.clear()  # what is due already comes in the next round: others have their turn before
            wait = max(0.0, (self._heap[0][0] - self.time.now()) / 1000) if self._heap else 3600.0
            # Not `wait_for`: where it is cancelled in the turn in which the event is set, Python 3.11 forgets the cancellation.
            with suppress(TimeoutError):
                async with asyncio.timeout(min(wait, 3600.0) + 0.001):
                    await self._wake.wait()

    def tick(self) -> None:
        """Everything that is due now, once: a table of bots may be due again at once, and again."""
        now, due = self.time.now(), list[tuple[int, int, Room, bool]]()
        while self._heap and self._heap[0][0] <= now:
            due.append(heapq.heappop(self._heap))
        for when, _, room, delayed in due:
            if delayed:
                room.release_delayed(now)
            elif room.wakes_at == when:
                room.wakes_at = None
                self._ring(room, now)

    def _ring(self, room: Room, now: int) -> None:
        if room.alarm is None or room.dead:
            return
        if room.alarm > now:
            self.schedule(room, room.alarm)
            return
        room.alarm = None
        try:
            room.pump(now)
        except Exception as error:
            room.broken(error)

    async def _beat_forever(self) -> None:
        """Say that this process lives, so that clocks know how long it was away; put away what nobody uses."""
        while True:
            try:
                if self.running:
                    await self.store.alive(self.server, self.time.now())
                self.sweep()
            except Exception as error:
                logger.warning("heartbeat_failed", error=type(error).__name__)
            await asyncio.sleep(1.0)

    def sweep(self) -> None:
        """Let go of tables that nobody looks at and no clock waits for."""
        now = self.time.now()
        for room in list(self.running.values()):
            if room.viewers.sinks or now - room.used_at < IDLE or (room.alarm is not None and not room.is_closed):
                continue
            if not room.is_closed and room.mark_absent(now):
                continue  # its clock goes again
            room.dead = True
            self.forget(room)

    # --- bots --------------------------------------------------------------------------------------------------------------

    def think(self, room: Room, bot: bots.Bot, view: View, asked: Asked, by: By) -> None:
        """Ask a bot: at once if it is quick, else in a thread."""
        seat, since = int(asked.decision.seat), asked.since

        def answer(text: str | None) -> None:
            handlers.submit(room, handlers.BOT, BotMove(seat=seat, since=since, text=text, by=by))

        async def ask() -> None:
            loop = asyncio.get_running_loop()
            answer(await loop.run_in_executor(self._threads, choose, bot, view, asked.decision))

        if bot.quick:
            answer(choose(bot, view, asked.decision))
        else:
            self.spawn(ask(), "bot")


def choose(bot: bots.Bot, view: View, decision: Decision[Any]) -> str | None:
    """A bot's answer; None if it fails."""
    started = systime.monotonic()
    try:
        return str(bot.choose(view, decision, limit=BOT_LIMIT))
    except Exception:
        logger.exception("bot_failed", seconds=systime.monotonic() - started)
        return None
