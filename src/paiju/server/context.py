"""What a running server is made of."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import structlog

from paiju.games import catalog
from paiju.games.refusals import Refusal
from paiju.server import handlers
from paiju.server.accounts import AT_ONCE
from paiju.server.addresses import Network
from paiju.server.auth import Auth
from paiju.server.bus import Bus, LocalBus
from paiju.server.commands import Caller, Command
from paiju.server.costly import Costly
from paiju.server.documents import Document
from paiju.server.ending import ask_to_stop
from paiju.server.limits import RATES, Limits
from paiju.server.lock import InUse, Lock, sqlite_file
from paiju.server.logs import dropped
from paiju.server.metrics import CUT
from paiju.server.room import Room
from paiju.server.rooms import Rooms
from paiju.server.store import Store, sqlite_url
from paiju.table import Refused, TimeSource

logger = structlog.get_logger("paiju.context")

HOUSEKEEPING: Final = 15.0
"""Seconds after which a server looks for what was changed behind its back."""

CLEANING: Final = 3_600_000
"""Milliseconds between two searches for guests who stay away."""

CONTEXT_KEY: Final = "paiju.context"
"""Where a request finds the context in its scope."""


@dataclass(frozen=True)
class Settings:
    """What a server is started with."""

    data: Path = Path("data")
    database: str | None = None
    """An SQLAlchemy address; None: SQLite in the data folder."""
    redis: str | None = None
    """With an address, any number of processes share the tables of one database."""
    origins: tuple[str, ...] = ()
    """Sites besides our own whose pages may talk to us."""
    rates: dict[str, tuple[float, float]] = field(default_factory=lambda: dict(RATES))
    warm_up: bool = True
    heartbeat: int = 20
    grace: float = 2.0
    """Seconds after which a lost connection makes its player absent: a page that is reloaded comes back at once."""
    time: TimeSource | None = None
    find: Callable[[str], catalog.GameInfo] = catalog.find
    catalog: Callable[[], tuple[catalog.GameInfo, ...]] = catalog.infos
    admins: tuple[str, ...] = ()
    """Logins of accounts that may close and watch any table and send people away."""
    https: bool = False
    """People come by HTTPS, whatever a proxy speaks with us: links say so, and cookies are sent over nothing else."""
    public_url: str | None = None
    """Where people find us, as https://example.org; None: at whatever name they asked for."""
    metrics_token: str | None = None
    """What `/metrics` is read with, as a bearer token; None: by everybody who reaches it."""
    metrics_port: int | None = None
    """Another port for `/metrics`, on this machine's `metrics_host`; then the main one has none. 0 takes a free one."""
    metrics_host: str = "127.0.0.1"
    proxies: tuple[Network, ...] = ()
    """Proxies before us, one behind another, whose X-Forwarded-For is believed."""


class Context:
    """Everything a request may need."""

    def __init__(self, settings: Settings, store: Store, rooms: Rooms, auth: Auth) -> None:
        self.settings, self.store, self.rooms, self.auth = settings, store, rooms, auth
        self.limits, self.metrics = rooms.limits, rooms.metrics
        self.costly = Costly(self.limits)
        self.sockets: set[Any] = set()
        self.crowds: Counter[str] = Counter()
        """Open sockets by address."""
        self.cluster: Any = None
        self.documents: dict[str, Document] = {}
        """What can be played and in which words: replies that are made when first asked for, by name."""
        self.metrics_port: int | None = None
        """Where the numbers are read, if that is a port of their own."""
        self.analyst: Any = None
        """Analyses finished deals, made when first asked for."""
        self.defender: Any = None
        """Answers in puzzles, made when first asked for."""

    async def say_goodbye(self) -> None:
        """Take no new tables, and ask every client to reconnect in a moment, here or at another process."""
        self.rooms.draining = True
        for socket in list(self.sockets):
            socket.drop(1012, "reconnect")
        for _ in range(100):
            if not self.sockets:
                break
            await asyncio.sleep(0.02)

    async def ask(self, code: str, caller: Caller, command: Command, *, with_state: bool = False) -> Any:
        """Ask a table, wherever it runs, as `handlers.answer` does."""
        if self.cluster is not None:
            return await self.cluster.ask(code, caller, command, with_state)
        return await handlers.answer(await self.rooms.room(code), caller, command, with_state=with_state)

    def measure(self) -> None:
        """Bring the numbers up to date that are not counted as things happen."""
        numbers, writer = self.metrics, self.store.writer
        numbers.tables.set(len(self.rooms.running))
        numbers.connections.set(len(self.sockets))
        numbers.batches.set(writer.batches)
        numbers.writes.set(writer.written)
        numbers.log_lines.set(dropped())
        for why, count in CUT.items():
            numbers.cut.labels(why).set(count)
        numbers.tasks.set(len(asyncio.all_tasks()))

    async def measure_forever(self) -> None:
        while True:
            self.measure()
            await asyncio.sleep(1.0)

    def here(self, code: str | None) -> Room | None:
        """The room of a table that surely runs in this process."""
        if code is None or (self.cluster is not None and self.cluster.is_unsure):
            return None
        return self.rooms.running.get(code)

    async def spectators(self, rows: list[Any]) -> dict[str, int]:
        """How many watch these tables, wherever they run."""
        rooms = self.rooms.running
        elsewhere = [row for row in rows if row.code not in rooms]
        found = await self.cluster.spectators(elsewhere) if self.cluster is not None and elsewhere else {}
        return {**found, **{row.code: rooms[row.code].viewers.spectators for row in rows if row.code in rooms}}

    async def follow(self, code: str, sink: Any, seq: int | None, password: str | None) -> int:
        """Let a connection follow a table: as its own seat, or as a spectator."""
        if self.cluster is not None:
            return int(await self.cluster.follow(code, sink, seq, password))
        return await handlers.follow(await self.rooms.room(code), sink, sink.caller, seq, password)

    def muted(self, sink: Any) -> None:
        """A connection muted somebody, or no longer does: tables in other processes learn so."""
        if self.cluster is not None:
            self.cluster.muted(sink)

    def silence(self, player: str, other: str, is_muted: bool, passed_on: bool = False) -> None:
        """A player mutes another, or no longer does: on all their connections, at every process."""
        if self.cluster is not None and not passed_on:
            self.cluster.silence(player, other, is_muted)
        for socket in list(self.sockets):
            if socket.player == player:
                socket.mute(other, is_muted)

    def forget(self, player: str, passed_on: bool = False) -> None:
        """A player's name, avatar or account changed: every process asks the store again."""
        if self.cluster is not None and not passed_on:
            self.cluster.forget(player)
        self.auth.forget(player)
        if any(socket.player == player for socket in self.sockets):
            self.rooms.spawn(self.recheck(player), "recheck", reads=True)

    async def recheck(self, player: str | None = None) -> None:
        """Close the sockets of people whose session has ended, or who are banned."""
        for socket in list(self.sockets):
            if player in (None, socket.player):
                try:
                    self.auth.bans.check_address(socket.address, self.rooms.time.now())
                    if socket.token is not None:
                        await self.auth.caller(socket.token)
                except Refused as refused:
                    socket.turn_out(refused)

    async def keep_house(self) -> None:
        """Learn of bans and sessions that others changed; remove sessions that are over and guests who stay away."""
        cleaned_at: int | None = None
        while True:
            await asyncio.sleep(HOUSEKEEPING)  # apart from the work, so that a server that stops does not wait for it
            cleaned_at = await self.rooms.spawn(self._keep_house(cleaned_at), "housekeeping", reads=True)

    async def _keep_house(self, cleaned_at: int | None) -> int | None:
        """Do it once. When guests were last removed, all of them, is given and returned."""
        now = self.rooms.time.now()
        try:
            await self.auth.bans.refresh()
            await self.recheck()
            if cleaned_at is None or now - cleaned_at >= CLEANING:
                removed = await self.auth.accounts.remove_idle_guests(now)
                if removed < AT_ONCE:
                    return now
        except Exception as error:
            logger.warning("housekeeping_failed", error=type(error).__name__)
        return cleaned_at

    async def unfollow(self, code: str, sink: Any) -> None:
        if self.cluster is not None:
            await self.cluster.unfollow(code, sink)
        elif (room := self.rooms.running.get(code)) is not None:
            handlers.unfollow(room, sink, self.settings.grace)


class StartError(Refusal):
    """The server cannot be started; the sentence says why, and holds no password."""


async def _opened(settings: Settings, stop: Callable[[], None]) -> Store:
    """The store, ready for use."""
    from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

    try:
        store = Store(settings.database or sqlite_url(settings.data / "paiju.db"), stop)
        await store.open()
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise StartError("serve.database_address") from None
    except ImportError as error:
        if error.name != "asyncpg":
            raise StartError("serve.database_address") from None
        raise StartError("serve.extra", module=error.name, extra="postgres") from None
    except DBAPIError as error:
        raise StartError("serve.database", why=error.orig) from None
    except OSError as error:
        raise StartError("serve.database", why=error.strerror or error) from None
    return store


async def _redis(address: str) -> Any:
    """The connection to Redis, which answers."""
    try:
        from redis.asyncio import Redis
        from redis.exceptions import RedisError
    except ImportError as error:
        raise StartError("serve.extra", module=error.name, extra="redis") from None
    try:
        redis = Redis.from_url(address)
    except ValueError:
        raise StartError("serve.redis_address") from None
    try:
        await redis.ping()
    except (RedisError, OSError) as error:
        await redis.aclose()
        raise StartError("serve.redis", why=error) from None
    return redis


@asynccontextmanager
async def running(settings: Settings, stop: Callable[[], None] = ask_to_stop) -> AsyncIterator[Context]:
    """A server's insides for as long as it runs. `stop` is called if it can write nothing more."""
    settings.data.mkdir(parents=True, exist_ok=True)
    lock = _locked(settings)
    try:
        async with _running(settings, stop) as context:
            yield context
    finally:
        if lock is not None:
            lock.release()


def _serve_metrics(context: Context) -> Any:
    """The numbers at a port of their own, from a thread."""
    from prometheus_client import start_http_server

    host, port = context.settings.metrics_host, context.settings.metrics_port or 0
    try:
        server, thread = start_http_server(port, addr=host, registry=context.metrics.registry)
    except OSError as error:
        raise StartError("serve.listen", address=f"{host}:{port}", why=error.strerror or error) from None
    context.metrics_port = server.server_port
    context.rooms.spawn(context.measure_forever(), "metrics")
    return server, thread


def _end_metrics(numbers: Any) -> None:
    server, thread = numbers
    server.shutdown()
    server.server_close()
    thread.join(5)


def _locked(settings: Settings) -> Lock | None:
    """The only process at its SQLite file. With Redis, processes know of each other."""
    path = sqlite_file(settings.database) if settings.database is not None else settings.data / "paiju.db"
    if path is None or settings.redis is not None:
        return None
    try:
        return Lock(path)
    except InUse as used:
        raise StartError("serve.in_use", file=path, pid=used.pid) from None
    except OSError as error:
        raise StartError("serve.database", why=error.strerror or error) from None


@asynccontextmanager
async def _running(settings: Settings, stop: Callable[[], None]) -> AsyncIterator[Context]:
    from sqlalchemy.exc import DBAPIError

    async with AsyncExitStack() as stack:
        redis: Any = await _redis(settings.redis) if settings.redis is not None else None
        if redis is not None:
            stack.push_async_callback(redis.aclose)
        store = await _opened(settings, stop)
        stack.push_async_callback(lambda: store.close())
        try:
            context = await _prepared(settings, store, redis)
        except (DBAPIError, OSError) as error:
            raise StartError("serve.database", why=getattr(error, "orig", None) or error) from None
        async with _at_work(context, redis):
            yield context


async def _prepared(settings: Settings, store: Store, redis: Any) -> Context:
    """What a server knows before it serves: its keys, and who is banned."""
    bus: Bus = LocalBus()
    if redis is not None:
        from paiju.server.bus import RedisBus

        bus = RedisBus(redis)
    rooms = Rooms(store, time=settings.time, bus=bus, find=settings.find, limits=Limits(settings.rates))
    rooms.daily_key = bytes.fromhex(await store.secret("daily_key"))
    context = Context(
        settings, store, rooms, Auth(store, await store.secret("signing_key"), settings.admins, time=rooms.time)
    )
    if missing := await context.auth.unclaimed():
        logger.warning("admin_without_account", logins=missing, help="register first, then start with --admin")
    await context.auth.bans.refresh()
    return context


@asynccontextmanager
async def _at_work(context: Context, redis: Any) -> AsyncIterator[None]:
    """Clocks, housekeeping and the other processes, until the server stops."""
    from paiju.server.socket import beat_forever

    settings, rooms = context.settings, context.rooms
    numbers = _serve_metrics(context) if settings.metrics_port is not None else None
    rooms.start()
    rooms.spawn(beat_forever(context), "heartbeats")
    rooms.spawn(context.keep_house(), "housekeeper")
    if redis is not None:
        from paiju.server.cluster import Cluster

        context.cluster = Cluster(context, redis)
        await context.cluster.start()
    # Importing every game takes a moment that the first visitor need not wait for.
    rooms.spawn(asyncio.to_thread(settings.catalog), "catalog")
    if redis is None and settings.warm_up:
        rooms.spawn(rooms.warm_up(), "warm up", reads=True)
    try:
        yield
    finally:
        if context.analyst is not None:
            await context.analyst.close()
        if context.defender is not None:
            context.defender.close()
        await context.say_goodbye()
        if context.cluster is not None:
            await context.cluster.stop()
        await rooms.close()
        if numbers is not None:
            await asyncio.to_thread(_end_metrics, numbers)
        context.costly.close()
        if redis is not None:
            await rooms.bus.close()  # type: ignore[attr-defined]
