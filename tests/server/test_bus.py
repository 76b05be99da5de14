"""Events through Redis: in order, together, at most once; and what is lost is counted."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from paiju.server import bus
from paiju.server.logs import configure_logs

pytestmark = pytest.mark.asyncio


class Pipe:
    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.held: list[bytes] = []

    async def __aenter__(self) -> Pipe:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    def publish(self, channel: str, data: bytes) -> None:
        assert channel == bus.CHANNEL
        self.held.append(data)

    async def execute(self) -> None:
        await asyncio.sleep(0.002)  # the way to another machine
        if self.redis.is_away:
            raise ConnectionError
        self.redis.trips += 1
        self.redis.heard += [json.loads(data)["seq"] for data in self.held]


class Redis:
    def __init__(self) -> None:
        self.is_away = False
        self.trips = 0
        self.heard: list[int] = []

    def pipeline(self, transaction: bool) -> Pipe:
        return Pipe(self)


async def until(redis: Redis, count: int) -> None:
    async with asyncio.timeout(5):
        while len(redis.heard) < count:  # noqa: ASYNC110
            await asyncio.sleep(0.005)


@pytest.fixture
def logs() -> Iterator[io.StringIO]:
    file = io.StringIO()
    configure_logs(file)
    yield file
    structlog.reset_defaults()


async def test_what_waits_goes_together_and_in_order() -> None:
    redis = Redis()
    line: Any = bus.RedisBus(redis)
    for seq in range(2_000):
        line.publish({"seq": seq})
    await until(redis, 2_000)
    await line.close()
    assert redis.heard == list(range(2_000))
    assert redis.trips <= 2_000 // bus.BATCH + 1


async def test_who_stops_lets_what_waits_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    redis = Redis()
    line: Any = bus.RedisBus(redis)
    for seq in range(500):
        line.publish({"seq": seq})
    await line.close()
    assert redis.heard == list(range(500))
    monkeypatch.setattr(bus, "PATIENCE", 0.1)
    redis.is_away = True
    line = bus.RedisBus(redis)
    for seq in range(500):
        line.publish({"seq": seq})
    await asyncio.wait_for(line.close(), 3)  # and does not wait for ever
    assert len(redis.heard) == 500


async def test_what_is_lost_is_counted(monkeypatch: pytest.MonkeyPatch, logs: io.StringIO) -> None:
    monkeypatch.setattr(bus, "WAITING", 10)
    redis = Redis()
    redis.is_away = True
    line: Any = bus.RedisBus(redis)
    line.publish({"seq": 0})
    await asyncio.sleep(0.05)  # lost on its way
    for seq in range(1, 16):
        line.publish({"seq": seq})
    redis.is_away = False
    await until(redis, 10)
    line.publish({"seq": 16})
    await until(redis, 11)
    await line.close()
    assert redis.heard == [*range(1, 11), 16]
    assert sum(json.loads(text)["events"] for text in logs.getvalue().splitlines()) == 6
