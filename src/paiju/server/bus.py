"""Public facts for whoever listens: within the process, or through Redis for other processes and programs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

CHANNEL = "paiju:events"


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
    """Publishes on a Redis channel; events that do not fit the buffer while Redis is away are dropped."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(10_000)
        self._task = asyncio.create_task(self._run(), name="bus")

    @property
    def wanted(self) -> bool:
        return True

    def publish(self, event: dict[str, Any]) -> None:
        if not self._queue.full():
            self._queue.put_nowait(msgspec.json.encode(event))

    async def _run(self) -> None:
        while True:
            data = await self._queue.get()
            try:
                await self._redis.publish(CHANNEL, data)
            except (OSError, Exception):
                await asyncio.sleep(0.5)

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
