"""Many processes, one house: each table runs in one of them, the others pass messages on.

Who runs a table is agreed in Redis: a key per table names its process, and counts only while that process keeps its
own heartbeat key alive. Taking a table over also raises its fence in the database, so a process that was only asleep can
write nothing more. Processes talk over one Redis channel each. What they lose, clients recover by seq.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from typing import TYPE_CHECKING, Any, Final

import msgspec
import structlog
from redis.exceptions import RedisError

from paiju.games.contract import Line
from paiju.server import desk
from paiju.server.asks import Ask, Caller
from paiju.server.room import Room
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


class Letter(msgspec.Struct, omit_defaults=True, rename={"from_": "from"}):
    """What processes send each other."""

    kind: str  # ask, answer, follow, unfollow, mute, silence, forget, deliver, drop, gone
    from_: str
    id: int = 0
    code: str = ""
    caller: Caller | None = None
    ask: Ask | None = None
    sink: int = 0
    seq: int | None = None
    password: str | None = None
    trusted: bool = False
    muted: list[str] = []
    value: msgspec.Raw = msgspec.Raw(b"null")
    refused: dict[str, Any] | None = None
    data: str = ""


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(Letter).decode


class RemoteSink:
    """A connection that hangs at another process."""

    def __init__(self, cluster: Cluster, server: str, number: int, caller: Caller, muted: set[str]) -> None:
        self._cluster, self.server, self.number, self.caller = cluster, server, number, caller
        self.muted = muted

    @property
    def player(self) -> str | None:
        return self.caller.player

    @property
    def name(self) -> str:
        return self.caller.name

    def send(self, data: bytes) -> None:
        self._cluster.post(self.server, Letter("deliver", self._cluster.me, sink=self.number, data=data.decode()))

    def drop(self, code: int, why: str) -> None:
        self._cluster.post(self.server, Letter("drop", self._cluster.me, sink=self.number, id=code, data=why))


class Cluster:
    """This process among the others."""

    def __init__(self, context: Context, redis: Any) -> None:
        self.context, self.redis = context, redis
        self.me = context.house.server
        self._claim = redis.register_script(_CLAIM)
        self._release = redis.register_script(_RELEASE)
        self._owners: dict[str, tuple[str, float]] = {}
        self._waiting: dict[int, asyncio.Future[Letter]] = {}
        self._numbers = itertools.count(1)
        self._sinks: dict[int, Any] = {}  # connections here that follow tables elsewhere
        self._follows: dict[tuple[str, Any], tuple[int, str]] = {}  # (table, connection) -> number, server
        self._remote: dict[tuple[str, str, int], RemoteSink] = {}  # (table, server, number): connections there
        self._outbox: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(50_000)
        self._tasks: list[asyncio.Task[Any]] = []
        self._stopped = False
        self._beaten = self._looked = float("-inf")
        self._looking: asyncio.Task[None] | None = None
        self._watched: dict[str, int] = {}  # how many look on at tables here, as the others were told

    # --- life ----------------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        self._pubsub = self.redis.pubsub(ignore_subscribe_messages=True)
        await self._pubsub.subscribe(_TO + self.me, _TO + "all")
        await self._beat()
        house = self.context.house
        self._tasks = [
            house.spawn(self._beat_forever(), "cluster-beat"),
            house.spawn(self._listen_forever(), "cluster-listen"),
            house.spawn(self._post_forever(), "cluster-post"),
            house.spawn(self._watch_forever(), "cluster-watch"),
        ]

    async def stop(self) -> None:
        """Hand everything over: what was accepted is durable, the tables are free, the others are told.

        Where Redis does not hear it, the others notice by the heartbeat that is missing.
        """
        house = self.context.house
        await house.store.drain()
        codes = list(house.rooms)
        for room in list(house.rooms.values()):
            room.dead = True
            house.forget(room)
        self._stopped = True
        try:
            await asyncio.wait_for(self._let_go(codes), ANSWER)
        except (OSError, RedisError):  # or too late, which is an OSError too
            logger.warning("goodbye_unheard", tables=len(codes))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
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
        await self.redis.publish(_TO + "all", _encode(Letter("gone", self.me)))

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
                await self._tell_who_watches()
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.warning("beat_failed")

    async def _tell_who_watches(self) -> None:
        """Say how many look on at which table here, for lobbies elsewhere; that counts as long as a heartbeat."""
        rooms, key, lease = self.context.house.rooms, _WATCHED + self.me, round(LEASE * 1000)
        counts = {code: count for code, room in rooms.items() if room.viewers and (count := room.spectators)}
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
        """How many look on at tables that run elsewhere, as their processes said last; nothing where none does."""
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
        rooms = list(self.context.house.rooms.values())
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
            self._looking = self.context.house.spawn(self._look_what_is_ours(), "after sleep", reads=True)
        looking = self._looking
        try:
            await asyncio.shield(looking)
        finally:
            if looking.done():
                self._looking = None

    # --- who owns what -----------------------------------------------------------------------------------------------------

    async def own(self, code: str) -> None:
        """A table that was opened here is run here."""
        await self.redis.set(_TABLE + code, self.me)

    async def owner(self, code: str) -> str:
        """The process that runs a table; this one, if nobody living does."""
        await self.wake()
        if code in self.context.house.rooms:
            return self.me
        known = self._owners.get(code)
        if known is not None and known[1] > time.monotonic():
            return known[0]
        if self.context.house.draining:
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

    async def ask(self, code: str, caller: Caller, ask: Any) -> Any:
        """Ask a table, wherever it runs. A question that reached nobody is put again; one that may have is not."""
        letter = Letter("ask", self.me, code=code, caller=caller, ask=ask)
        answer = await self._reach(code, letter)
        if isinstance(answer, Room):
            return await desk.answer(answer, caller, ask)
        return msgspec.json.decode(answer.value)

    async def _reach(self, code: str, letter: Letter) -> Room | Letter:
        """The room, if it runs here; else the owner's answer to the letter."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                owner = await self.owner(code)
                if owner == self.me:
                    return await self.context.house.room(code)
                answer = await self._exchange(owner, letter)
            except (OSError, RedisError):
                answer = None
            if answer is not None:
                if answer.refused is not None:
                    if answer.refused.get("moved"):
                        self._owners.pop(code, None)
                    else:
                        raise _refusal(answer.refused)
                else:
                    return answer
            self._owners.pop(code, None)
            if time.monotonic() > until:
                raise Refused("unavailable", "error.unavailable")
            await asyncio.sleep(0.1)

    async def _exchange(self, server: str, letter: Letter) -> Letter | None:
        """Send a letter and wait for the answer; None if nobody was there to read it."""
        number = next(self._numbers)
        letter.id = number
        future: asyncio.Future[Letter] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        try:
            if not await self.redis.publish(_TO + server, _encode(letter)):
                return None
            return await asyncio.wait_for(future, ANSWER)
        except TimeoutError:
            raise Refused("unavailable", "error.unavailable") from None
        finally:
            del self._waiting[number]

    def post(self, server: str, letter: Letter) -> None:
        """Send a letter that needs no answer, after those before it."""
        try:
            self._outbox.put_nowait((_TO + server, _encode(letter)))
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
        letter = Letter(
            "follow", self.me, code=code, caller=sink.caller, sink=number, seq=seq, password=password,
            trusted=trusted, muted=list(sink.muted),
        )  # fmt: skip
        try:
            answer = await self._reach(code, letter)
        except BaseException:
            self._sinks.pop(number, None)
            raise
        if isinstance(answer, Room):
            self._sinks.pop(number, None)
            return await desk.follow(answer, sink, sink.caller, seq, password, trusted)
        self._follows[code, sink] = (number, answer.from_)
        return int(msgspec.json.decode(answer.value))

    def muted(self, sink: Any) -> None:
        """Tell tables elsewhere whom a connection here does not want to hear."""
        for (code, one), (number, server) in self._follows.items():
            if one is sink:
                self.post(server, Letter("mute", self.me, code=code, sink=number, muted=list(sink.muted)))

    def silence(self, player: str, other: str, is_muted: bool) -> None:
        """Tell the other processes whom a player does not want to hear any more, or wants to again."""
        self.post("all", Letter("silence", self.me, caller=Caller(player), data=other, sink=int(is_muted)))

    def forget(self, player: str) -> None:
        """Tell the other processes that what they know of a player is old."""
        self.post("all", Letter("forget", self.me, caller=Caller(player)))

    async def unfollow(self, code: str, sink: Any) -> None:
        known = self._follows.pop((code, sink), None)
        if known is not None:
            number, server = known
            self._sinks.pop(number, None)
            self.post(server, Letter("unfollow", self.me, code=code, sink=number))
        elif (room := self.context.house.rooms.get(code)) is not None and sink in room.viewers:
            desk.unfollow(room, sink, self.context.settings.grace)

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

    def _take(self, letter: Letter) -> None:
        house = self.context.house
        if letter.kind == "answer":
            future = self._waiting.get(letter.id)
            if future is not None and not future.done():
                future.set_result(letter)
        elif letter.kind == "deliver":
            sink = self._sinks.get(letter.sink)
            if sink is not None:
                sink.send(letter.data.encode())
        elif letter.kind == "drop":
            self._refollow_or_drop(letter.sink)
        elif letter.kind == "ask":
            house.spawn(self._answer_ask(letter), "remote ask")
        elif letter.kind == "follow":
            house.spawn(self._answer_follow(letter), "remote follow")
        elif letter.kind == "unfollow":
            remote = self._remote.pop((letter.code, letter.from_, letter.sink), None)
            room = house.rooms.get(letter.code)
            if remote is not None and room is not None:
                desk.unfollow(room, remote, self.context.settings.grace)
        elif letter.kind == "mute":
            remote = self._remote.get((letter.code, letter.from_, letter.sink))
            if remote is not None:
                remote.muted = set(letter.muted)
        elif letter.kind == "silence" and letter.from_ != self.me and letter.caller is not None:
            self.context.silence(letter.caller.player or "", letter.data, bool(letter.sink), passed_on=True)
        elif letter.kind == "forget" and letter.from_ != self.me and letter.caller is not None:
            self.context.forget(letter.caller.player or "", passed_on=True)
        elif letter.kind == "gone" and letter.from_ != self.me:
            house.spawn(self._take_over(letter.from_), "take over")

    async def _answer_ask(self, letter: Letter) -> None:
        async def work(room: Room) -> Any:
            assert letter.caller is not None
            return await desk.answer(room, letter.caller, letter.ask)

        await self._answer(letter, work)

    async def _answer_follow(self, letter: Letter) -> None:
        async def work(room: Room) -> Any:
            assert letter.caller is not None
            sink = RemoteSink(self, letter.from_, letter.sink, letter.caller, set(letter.muted))
            seq = await desk.follow(room, sink, letter.caller, letter.seq, letter.password, letter.trusted)
            self._remote[letter.code, letter.from_, letter.sink] = sink
            return seq

        await self._answer(letter, work)

    async def _answer(self, letter: Letter, work: Any) -> None:
        answer = Letter("answer", self.me, id=letter.id)
        try:
            if await self.owner(letter.code) != self.me:
                answer.refused = {"moved": True}
            else:
                answer.value = msgspec.Raw(_encode(await work(await self.context.house.room(letter.code))))
        except Refused as refused:
            answer.refused = {
                "code": refused.code, "key": refused.why.key, "args": _plain_args(refused.why),
                "text": refused.text, "seq": refused.seq, "wait": refused.wait,
            }  # fmt: skip
        except Exception:
            logger.exception("remote_ask_failed")
            answer.refused = {"code": "unavailable", "key": "error.unavailable", "args": {}}
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
                await self.context.house.room(code)
        except Refused:
            return
        except Exception:
            logger.exception("table_not_loaded", table=code)

    async def _take_over(self, server: str) -> None:
        """A process is gone: let go of its connections, find its tables new homes, and reconnect our clients to them."""
        for key, remote in list(self._remote.items()):
            if remote.server == server:
                del self._remote[key]
                room = self.context.house.rooms.get(key[0])
                if room is not None:
                    desk.unfollow(room, remote, self.context.settings.grace)
        for code, (owner, _) in list(self._owners.items()):
            if owner == server:
                del self._owners[code]
        lost = [number for number, at in self._follows.values() if at == server]
        if not self.context.house.draining and await self.redis.set(
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

        self.context.house.spawn(again(), "follow again")


def _text(found: bytes | str) -> str:
    return found.decode() if isinstance(found, bytes) else found


def _plain_args(why: Line) -> dict[str, Any]:
    from paiju.games.codec import builtins as plain

    return {name: plain(value) for name, value in why.args.items()}


def _refusal(told: dict[str, Any]) -> Refused:
    refused = Refused(told["code"], told["key"], **told["args"])
    refused.text, refused.seq, refused.wait = told.get("text"), told.get("seq"), told.get("wait")
    return refused
