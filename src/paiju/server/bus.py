"""Public events for whoever listens: within the process, or through Redis for other processes and programs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Protocol

import msgspec
import structlog

logger = structlog.get_logger("paiju.bus")

CHANNEL: Final = "paiju:events"
WAITING: Final = 10_000
"""Events kept while Redis is away."""
BATCH: Final = 200
PATIENCE: Final = 2.0
"""Seconds for what waits when the server stops."""


class Bus(Protocol):
    """Takes events; `wanted` says whether anybody would hear them."""

    @property
    def wanted(self) -> bool: ...
    def publish(self, event: dict[str, Any]) -> None: ...


class LocalBus:
    """Calls its listeners."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[dict[str, Any]], None]] = []

    @property
    def wanted(self) -> bool:
        return bool(self._listeners)

    def listen(self, listener: Callable[[dict[str, Any]], None]) -> None:
        self._listeners.append(listener)

    def publish(self, event: dict[str, Any]) -> None:
        for listener in self._listeners:
            listener(event)


class RedisBus:
    """Publishes on a Redis channel, in order and each event at most once: all that waits goes in one round trip.

    What does not fit the buffer while Redis is away is dropped, and so is what was on its way when it went.
    """

    def __init__(self, redis: Any) -> None:
        self._redis = redis
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(WAITING)
        self._dropped = 0
        self._task = asyncio.create_task(self._run(), name="bus")

    @property
    def wanted(self) -> bool:
        return True

    def publish(self, event: dict[str, Any]) -> None:
        if self._queue.full():
            self._dropped += 1
        else:
            self._queue.put_nowait(msgspec.json.encode(event))

    async def _run(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < BATCH and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            try:
                async with self._redis.pipeline(transaction=False) as pipe:
                    for data in batch:
                        pipe.publish(CHANNEL, data)
                    await pipe.execute()
            except Exception:
                self._dropped += len(batch)
                await asyncio.sleep(0.5)
            for _ in batch:
                self._queue.task_done()
            if self._dropped and not self._queue.full():
                logger.warning("events_lost", events=self._dropped)
                self._dropped = 0

    async def close(self) -> None:
        """Let what waits go out first, if Redis takes it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._queue.join()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
