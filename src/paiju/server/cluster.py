"""Many processes, one server: each table runs in one of them, the others pass commands on.

Which process runs a table is agreed in Redis: a key per table names its process, and counts only while that process keeps
its own heartbeat key alive. Taking a table over also raises its fence in the database, so a process that was only asleep
can write nothing more. Processes send each other letters over one Redis channel each. What they lose, clients recover by seq.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec
import structlog
from redis.exceptions import RedisError

from paiju.games.codec import encode
from paiju.games.contract import Line
from paiju.server import handlers, wire
from paiju.server.commands import Caller, Command, Detail, Done, ReadDelay, ReadDetail, ReadFairness
from paiju.server.ending import cancel_all
from paiju.server.room import Room
from paiju.server.rooms import DRAIN
from paiju.server.store import LostTable
from paiju.table import Refused

if TYPE_CHECKING:
    from paiju.server.context import Context

logger = structlog.get_logger("paiju.cluster")

LEASE: Final = 3.0
"""Seconds after its last heartbeat that a process is taken for dead."""

BEAT: Final = 0.75
PATIENCE: Final = 6.0
"""Seconds to look for a living owner before giving up."""

LOOK: Final = 500
"""Tables looked at together after a sleep."""

ANSWER: Final = 5.0
"""Seconds to wait for another process."""

# KEYS: the table; ARGV: who asks, prefix of heartbeats. The owner afterwards: whoever holds it and lives, else the asker.
_CLAIM: Final = """
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] and redis.call('EXISTS', ARGV[2] .. owner) == 1 then return owner end
redis.call('SET', KEYS[1], ARGV[1])
return ARGV[1]
"""
_RELEASE: Final = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0"

_ALIVE: Final = "paiju:alive:"
_TABLE: Final = "paiju:table:"
_TO: Final = "paiju:to:"
_SERVERS: Final = "paiju:servers"
_WATCHED: Final = "paiju:watched:"


class Letter(msgspec.Struct, tag=True, kw_only=True, rename={"from_": "from"}):
    """What one process sends another."""

    from_: str


class Question(Letter, kw_only=True):
    """A letter that is answered: its number, and the table it is about."""

    id: int = 0
    code: str


class Ask(Question, kw_only=True):
    caller: Caller
    command: Command
    with_state: bool


class Follow(Question, kw_only=True):
    """A connection there wants to follow a table here."""

    sink: int
    caller: Caller
    seq: int | None
    password: str | None
    trusted: bool
    muted: list[str]


class Moved(msgspec.Struct, tag=True):
    """The table does not run here any more."""


class Refusal(msgspec.Struct, tag=True):
    code: str
    why: Line
    text: str | None
    seq: int | None
    wait: float | None


class Answer(Letter, kw_only=True):
    id: int
    value: msgspec.Raw = msgspec.Raw(b"null")
    refused: Moved | Refusal | None = None


class Unfollow(Letter, kw_only=True):
    code: str
    sink: int


class Deliver(Letter, kw_only=True):
    """A message for a connection there."""

    sink: int
    data: str


class Drop(Letter, kw_only=True):
    """A connection there lost its table."""

    sink: int


class Mute(Letter, kw_only=True):
    """Whom a connection there has muted."""

    code: str
    sink: int
    muted: list[str]


class Silence(Letter, kw_only=True):
    """A player has muted another on all connections, or no longer does."""

    player: str
    other: str
    is_muted: bool


class Forget(Letter, kw_only=True):
    """What is known of a player is old."""

    player: str


class Gone(Letter, kw_only=True):
    """The process stops."""


_Letter = Ask | Follow | Answer | Unfollow | Deliver | Drop | Mute | Silence | Forget | Gone
_decode: Final = msgspec.json.Decoder(_Letter).decode


class RemoteSink:
    """A connection of another process."""

    def __init__(self, cluster: Cluster, server: str, number: int, caller: Caller, muted: set[str]) -> None:
        self._cluster, self.server, self.number, self.caller = cluster, server, number, caller
        self.muted = muted

    @property
    def player(self) -> str | None:
        return self.caller.player

    @property
    def name(self) -> str:
        return self.caller.name

    def send(self, *messages: bytes) -> None:
        for data in messages:
            self._cluster.post(self.server, Deliver(from_=self._cluster.me, sink=self.number, data=data.decode()))

    def drop(self, code: int, why: str) -> None:
        self._cluster.post(self.server, Drop(from_=self._cluster.me, sink=self.number))


class Cluster:
    """This process among the others."""

    def __init__(self, context: Context, redis: Any) -> None:
        self.context, self.redis = context, redis
        self.me = context.rooms.server
        self._claim = redis.register_script(_CLAIM)
        self._release = redis.register_script(_RELEASE)
        self._owners: dict[str, tuple[str, float]] = {}
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._numbers = itertools.count(1)
        self._sinks: dict[int, Any] = {}  # connections here that follow tables elsewhere
        self._follows: dict[tuple[str, Any], tuple[int, str]] = {}  # (table, connection) -> number, server
        self._remote: dict[tuple[str, str, int], RemoteSink] = {}  # (table, server, number): connections there
        self._outbox: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(50_000)
        self._tasks: list[asyncio.Task[Any]] = []
        self._beaten = self._looked = float("-inf")
        self._looking: asyncio.Task[None] | None = None
        self._watched: dict[str, int] = {}  # how many watch tables here, as published last

    # --- life ----------------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        self._pubsub = self.redis.pubsub(ignore_subscribe_messages=True)
        await self._pubsub.subscribe(_TO + self.me, _TO + "all")
        await self._beat()
        rooms = self.context.rooms
        self._tasks = [
            rooms.spawn(self._beat_forever(), "cluster-beat"),
            rooms.spawn(self._listen_forever(), "cluster-listen"),
            rooms.spawn(self._post_forever(), "cluster-post"),
            rooms.spawn(self._watch_forever(), "cluster-watch"),
        ]

    async def stop(self) -> None:
        """Hand everything over: what was accepted is durable, the tables are free, other processes are notified.

        Where Redis does not hear it, the others notice by the heartbeat that is missing.
        """
        rooms = self.context.rooms
        await rooms.store.drain(DRAIN)
        codes = list(rooms.running)
        for room in list(rooms.running.values()):
            room.dead = True
            rooms.forget(room)
        try:
            async with asyncio.timeout(ANSWER):
                await self._let_go(codes)
        except (OSError, RedisError):  # or too late, which is an OSError too
            logger.warning("goodbye_unheard", tables=len(codes))
        await cancel_all(self._tasks)
        with contextlib.suppress(OSError, RedisError):
            await self._pubsub.aclose()

    async def _let_go(self, codes: list[str]) -> None:
        """Others may have these tables, and this process is none any more."""
        for start in range(0, len(codes), LOOK):
            async with self.redis.pipeline(transaction=False) as pipe:
                for code in codes[start : start + LOOK]:
                    await self._release(keys=[_TABLE + code], args=[self.me], client=pipe)
                await pipe.execute()
        await self.redis.delete(_ALIVE + self.me, _WATCHED + self.me)
        await self.redis.publish(_TO + "all", encode(Gone(from_=self.me)))

    async def ping(self) -> bool:
        try:
            return bool(await self.redis.ping())
        except Exception:
            return False

    async def _beat(self) -> None:
        """Say that this process lives. If Redis had forgotten it, others may have taken its tables: look."""
        began = time.monotonic()
        async with self.redis.pipeline(transaction=True) as pipe:
            pipe.set(_ALIVE + self.me, "1", px=round(LEASE * 1000), get=True)
            pipe.sadd(_SERVERS, self.me)
            known, _ = await pipe.execute()
        if known is None or began - self._beaten > LEASE:
            await self._look_what_is_ours()
        self._beaten = began

    async def _beat_forever(self) -> None:
        while True:
            try:
                await asyncio.sleep(BEAT)
                await self._beat()
                await self._publish_spectators()
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.warning("beat_failed")

    async def _publish_spectators(self) -> None:
        """Publish how many watch which table here, for lobbies elsewhere; that counts as long as a heartbeat."""
        rooms, key, lease = self.context.rooms.running, _WATCHED + self.me, round(LEASE * 1000)
        counts = {code: count for code, room in rooms.items() if (count := room.viewers.spectators)}
        if counts == self._watched and (not counts or await self.redis.pexpire(key, lease)):
            return
        async with self.redis.pipeline(transaction=True) as pipe:
            pipe.delete(key)
            if counts:
                pipe.hset(key, mapping=counts)
                pipe.pexpire(key, lease)
            await pipe.execute()
        self._watched = counts

    async def spectators(self, rows: list[Any]) -> dict[str, int]:
        """How many watch tables that run elsewhere, as their processes published last; nothing where none does."""
        by_server: dict[str, list[str]] = {}
        for row in rows:
            by_server.setdefault(row.server, []).append(row.code)
        found: dict[str, int] = {}
        with contextlib.suppress(OSError, RedisError):
            async with self.redis.pipeline(transaction=False) as pipe:
                for server, codes in by_server.items():
                    pipe.hmget(_WATCHED + server, codes)
                for codes, counts in zip(by_server.values(), await pipe.execute(), strict=True):
                    found |= {code: int(count) for code, count in zip(codes, counts, strict=True) if count}
        return found

    async def _look_what_is_ours(self) -> None:
        """After a time without heartbeats: let go of tables that run elsewhere by now, and say which are still here.

        Redis says who wants a table, the fence in the database who had it last; without Redis the fence alone decides.
        """
        rooms = list(self.context.rooms.running.values())
        for start in range(0, len(rooms), LOOK):
            some = rooms[start : start + LOOK]
            owners = [self.me] * len(some)
            with contextlib.suppress(OSError, RedisError):
                async with self.redis.pipeline(transaction=False) as pipe:
                    for room in some:
                        await self._claim(keys=[_TABLE + room.code], args=[self.me, _ALIVE], client=pipe)
                    owners = [_text(owner) for owner in await pipe.execute()]
            fences = await self.context.store.fences([room.number for room in some])
            for room, owner in zip(some, owners, strict=True):
                if owner != self.me or fences.get(room.number) != room.fence:
                    room.fail(LostTable())
        self._looked = time.monotonic()

    @property
    def is_unsure(self) -> bool:
        """Whether this process slept longer than its lease, so that its tables may run elsewhere."""
        now = time.monotonic()
        return now - self._beaten > LEASE and now - self._looked > BEAT

    async def wake(self) -> None:
        """Make sure of what runs here; everybody who asks meanwhile waits for the same look."""
        if not self.is_unsure:
            return
        if self._looking is None:
            self._looking = self.context.rooms.spawn(self._look_what_is_ours(), "after sleep", reads=True)
        looking = self._looking
        try:
            await asyncio.shield(looking)
        finally:
            if looking.done():
                self._looking = None

    # --- who owns what -----------------------------------------------------------------------------------------------------

    async def own(self, code: str) -> None:
        """A table that was opened here is run here. Where Redis is away it learns so when it is back: `_look_what_is_ours`."""
        with contextlib.suppress(OSError, RedisError):
            await self.redis.set(_TABLE + code, self.me)

    async def owner(self, code: str) -> str:
        """The process that runs a table; this one, if nobody living does."""
        await self.wake()
        if code in self.context.rooms.running:
            return self.me
        known = self._owners.get(code)
        if known is not None and known[1] > time.monotonic():
            return known[0]
        if self.context.rooms.draining:
            raise Refused("unavailable", "error.draining")
        found = await self._claim(keys=[_TABLE + code], args=[self.me, _ALIVE])
        owner = _text(found)
        if owner == self.me:
            if await self.context.store.game(code) is None:
                await self._release(keys=[_TABLE + code], args=[self.me])
                raise Refused("not_found", "error.no_table", table=code)
        else:
            self._owners[code] = (owner, time.monotonic() + 2.0)
            if len(self._owners) > 100_000:
                self._owners.clear()
        return owner

    # --- asking --------------------------------------------------------------------------------------------------------------

    async def ask(self, code: str, caller: Caller, command: Command, with_state: bool = False) -> Any:
        """Ask a table, wherever it runs. A question that reached nobody is put again; one that may have is not."""
        letter = Ask(from_=self.me, code=code, caller=caller, command=command, with_state=with_state)
        answer = await self._reach(code, letter)
        if isinstance(answer, Room):
            return await handlers.answer(answer, caller, command, with_state=with_state)
        return msgspec.json.decode(answer.value, type=_result(command))

    async def _reach(self, code: str, letter: Question) -> Room | Answer:
        """The room, if it runs here; else the owner's answer to the letter."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                owner = await self.owner(code)
                if owner == self.me:
                    return await self.context.rooms.room(code)
                answer = await self._exchange(owner, letter)
            except (OSError, RedisError):
                answer = None
            if answer is not None and not isinstance(answer.refused, Moved):
                if answer.refused is not None:
                    raise _refused(answer.refused)
                return answer
            self._owners.pop(code, None)
            if time.monotonic() > until:
                raise Refused("unavailable", "error.unavailable")
            await asyncio.sleep(0.1)

    async def _exchange(self, server: str, letter: Question) -> Answer | None:
        """Send a letter and wait for the answer; None if nobody was there to read it."""
        number = next(self._numbers)
        letter.id = number
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        try:
            if not await self.redis.publish(_TO + server, encode(letter)):
                return None
            async with asyncio.timeout(ANSWER):
                return await future
        except TimeoutError:
            raise Refused("unavailable", "error.unavailable") from None
        finally:
            del self._waiting[number]

    def post(self, server: str, letter: Letter) -> None:
        """Send a letter that needs no answer, after those before it."""
        try:
            self._outbox.put_nowait((_TO + server, encode(letter)))
        except asyncio.QueueFull:
            logger.warning("outbox_full")

    async def _post_forever(self) -> None:
        while True:
            batch = [await self._outbox.get()]
            while len(batch) < 500 and not self._outbox.empty():
                batch.append(self._outbox.get_nowait())
            try:
                async with self.redis.pipeline(transaction=False) as pipe:
                    for channel, data in batch:
                        pipe.publish(channel, data)
                    await pipe.execute()
            except Exception:
                logger.warning("post_failed", letters=len(batch))
                await asyncio.sleep(0.2)

    # --- following -------------------------------------------------------------------------------------------------------------

    async def follow(self, code: str, sink: Any, seq: int | None, password: str | None, trusted: bool = False) -> int:
        await self.unfollow(code, sink)
        number = next(self._numbers)
        self._sinks[number] = sink
        letter = Follow(
            from_=self.me, code=code, caller=sink.caller, sink=number, seq=seq, password=password, trusted=trusted,
            muted=list(sink.muted),
        )  # fmt: skip
        try:
            answer = await self._reach(code, letter)
        except BaseException:
            self._sinks.pop(number, None)
            raise
        if isinstance(answer, Room):
            self._sinks.pop(number, None)
            return await handlers.follow(answer, sink, sink.caller, seq, password, trusted)
        self._follows[code, sink] = (number, answer.from_)
        return msgspec.json.decode(answer.value, type=int)

    def muted(self, sink: Any) -> None:
        """Let tables elsewhere know whom a connection here has muted."""
        for (code, one), (number, server) in self._follows.items():
            if one is sink:
                self.post(server, Mute(from_=self.me, code=code, sink=number, muted=list(sink.muted)))

    def silence(self, player: str, other: str, is_muted: bool) -> None:
        """Let the other processes know whom a player has muted, or no longer has."""
        self.post("all", Silence(from_=self.me, player=player, other=other, is_muted=is_muted))

    def forget(self, player: str) -> None:
        """Let the other processes forget what they know of a player."""
        self.post("all", Forget(from_=self.me, player=player))

    async def unfollow(self, code: str, sink: Any) -> None:
        known = self._follows.pop((code, sink), None)
        if known is not None:
            number, server = known
            self._sinks.pop(number, None)
            self.post(server, Unfollow(from_=self.me, code=code, sink=number))
        elif (room := self.context.rooms.running.get(code)) is not None and sink in room.viewers.sinks:
            handlers.unfollow(room, sink, self.context.settings.grace)

    # --- being asked -------------------------------------------------------------------------------------------------------------

    async def _listen_forever(self) -> None:
        while True:
            try:
                async for message in self._pubsub.listen():
                    try:
                        letter = _decode(message["data"])
                    except msgspec.DecodeError:
                        logger.warning("letter_unreadable")
                        continue
                    self._take(letter)
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.warning("bus_lost")
                await asyncio.sleep(0.3)
                with contextlib.suppress(Exception):
                    await self._pubsub.subscribe(_TO + self.me, _TO + "all")

    def _take(self, letter: _Letter) -> None:
        rooms = self.context.rooms
        if isinstance(letter, Answer):
            future = self._waiting.get(letter.id)
            if future is not None and not future.done():
                future.set_result(letter)
        elif isinstance(letter, Deliver):
            sink = self._sinks.get(letter.sink)
            if sink is not None:
                sink.send(letter.data.encode())
        elif isinstance(letter, Drop):
            self._refollow_or_drop(letter.sink)
        elif isinstance(letter, Ask):
            rooms.spawn(self._answer(letter, partial(self._do, letter)), "remote ask")
        elif isinstance(letter, Follow):
            rooms.spawn(self._answer(letter, partial(self._let_follow, letter)), "remote follow")
        elif isinstance(letter, Unfollow):
            remote = self._remote.pop((letter.code, letter.from_, letter.sink), None)
            room = rooms.running.get(letter.code)
            if remote is not None and room is not None:
                handlers.unfollow(room, remote, self.context.settings.grace)
        elif isinstance(letter, Mute):
            remote = self._remote.get((letter.code, letter.from_, letter.sink))
            if remote is not None:
                remote.muted = set(letter.muted)
        elif letter.from_ == self.me:
            return  # sent to all, this process included
        elif isinstance(letter, Silence):
            self.context.silence(letter.player, letter.other, letter.is_muted, passed_on=True)
        elif isinstance(letter, Forget):
            self.context.forget(letter.player, passed_on=True)
        else:
            rooms.spawn(self._take_over(letter.from_), "take over")

    @staticmethod
    async def _do(letter: Ask, room: Room) -> Any:
        return await handlers.answer(room, letter.caller, letter.command, with_state=letter.with_state)

    async def _let_follow(self, letter: Follow, room: Room) -> int:
        sink = RemoteSink(self, letter.from_, letter.sink, letter.caller, set(letter.muted))
        seq = await handlers.follow(room, sink, letter.caller, letter.seq, letter.password, letter.trusted)
        self._remote[letter.code, letter.from_, letter.sink] = sink
        return seq

    async def _answer(self, letter: Question, work: Callable[[Room], Awaitable[Any]]) -> None:
        answer = Answer(from_=self.me, id=letter.id)
        try:
            if await self.owner(letter.code) != self.me:
                answer.refused = Moved()
            else:
                answer.value = msgspec.Raw(encode(await work(await self.context.rooms.room(letter.code))))
        except Refused as refused:
            answer.refused = Refusal(refused.code, refused.why, refused.text, refused.seq, refused.wait)
        except Exception:
            logger.exception("remote_ask_failed")
            answer.refused = Refusal("unavailable", Line("error.unavailable"), None, None, None)
        self.post(letter.from_, answer)

    # --- when others die ---------------------------------------------------------------------------------------------------------

    async def _watch_forever(self) -> None:
        """Look after tables whose process is gone, and connections that hung on it."""
        await self._adopt_orphans()
        while True:
            await asyncio.sleep(BEAT)
            try:
                servers = {one.decode() for one in await self.redis.smembers(_SERVERS)} - {self.me}
                followed = {server for _, server in self._follows.values()}
                hanging = {server for _, server, _ in self._remote}
                for server in servers | followed | hanging:
                    if not await self.redis.exists(_ALIVE + server):
                        await self._take_over(server)
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.warning("watch_failed")

    async def _adopt_orphans(self) -> None:
        """Tables of processes that ended while nobody was there to see it."""
        with contextlib.suppress(Exception):
            for code in await self.context.store.open_games():
                await self._adopt(code)
                await asyncio.sleep(0)

    async def _adopt(self, code: str) -> None:
        try:
            if await self.owner(code) == self.me:
                await self.context.rooms.room(code)
        except Refused:
            return
        except Exception:
            logger.exception("table_not_loaded", table=code)

    async def _take_over(self, server: str) -> None:
        """A process is gone: let go of its connections, find its tables new homes, and reconnect our clients to them."""
        for key, remote in list(self._remote.items()):
            if remote.server == server:
                del self._remote[key]
                room = self.context.rooms.running.get(key[0])
                if room is not None:
                    handlers.unfollow(room, remote, self.context.settings.grace)
        for code, (owner, _) in list(self._owners.items()):
            if owner == server:
                del self._owners[code]
        lost = [number for number, at in self._follows.values() if at == server]
        if not self.context.rooms.draining and await self.redis.set(
            f"paiju:takeover:{server}", self.me, nx=True, px=10_000
        ):
            logger.info("take_over", server=server)
            await self.redis.srem(_SERVERS, server)
            for code in await self.context.store.open_games(server):
                await self._adopt(code)
        for number in lost:
            self._refollow_or_drop(number)

    def _refollow_or_drop(self, number: int) -> None:
        """A connection here lost its table: follow it where it runs now; if that fails the client has to come back."""
        sink = self._sinks.pop(number, None)
        if sink is None:
            return
        codes = [code for (code, who), (known, _) in self._follows.items() if known == number and who is sink]

        async def again() -> None:
            for code in codes:
                self._follows.pop((code, sink), None)
                try:
                    await self.follow(code, sink, None, None, trusted=True)
                except Exception:
                    sink.drop(1012, "reconnect")

        self.context.rooms.spawn(again(), "follow again")


def _text(found: bytes | str) -> str:
    return found.decode() if isinstance(found, bytes) else found


_RESULTS: Final[dict[type[Any], Any]] = {ReadDelay: int, ReadDetail: Detail, ReadFairness: wire.Fairness}


def _result(command: Command) -> Any:
    """The type of an answer; what is only passed on to a client stays JSON."""
    if type(command) in handlers.CHANGES:
        return Done
    return _RESULTS.get(type(command), msgspec.Raw)


def _refused(refusal: Refusal) -> Refused:
    refused = Refused.because(refusal.code, refusal.why)
    refused.text, refused.seq, refused.wait = refusal.text, refusal.seq, refusal.wait
    return refused
