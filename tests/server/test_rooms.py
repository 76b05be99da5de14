"""The scheduler of all tables: each is woken when its clock is due, and lies in the heap about once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from paiju.server.ending import cancel_all
from paiju.server.rooms import Rooms
from paiju.table import FakeTime


class Room:
    """What the scheduler knows of a table."""

    code = "room"
    dead = False
    alarm: int | None = None
    wakes_at: int | None = None

    def __init__(self, rooms: Rooms) -> None:
        self.rooms, self.pumped = rooms, list[int]()

    def pump(self, now: int) -> None:
        self.pumped.append(now)


@pytest.mark.parametrize(
    ("alarms", "woken"),
    [
        ([30], [30]),
        ([30, 30], [30]),
        ([30, 50], [50]),  # put off
        ([30, 50, 70], [70]),
        ([50, 30], [30]),  # brought forward
        ([50, 30, 50], [50]),
        ([50, 30, 60, 20], [20]),
        ([30, None], []),
        ([30, None, 50], [50]),
    ],
)
async def test_a_table_is_woken_at_the_time_set_last(alarms: list[int | None], woken: list[int]) -> None:
    rooms = Rooms(None, time=FakeTime(0))  # type: ignore[arg-type]
    room: Any = Room(rooms)
    for alarm in alarms:
        rooms.schedule(room, alarm)
    for _ in range(10):
        rooms.time.advance(0.010)  # type: ignore[attr-defined]
        rooms.tick()
    assert room.pumped == woken
    assert room.alarm is None and not rooms._heap


async def test_alarms_that_are_put_off_do_not_pile_up() -> None:
    rooms = Rooms(None, time=FakeTime(0))  # type: ignore[arg-type]
    room: Any = Room(rooms)
    for move in range(1_000):
        rooms.schedule(room, 30_000 + 10 * move)
    assert len(rooms._heap) == 1


async def test_a_table_that_is_lost_is_not_woken() -> None:
    rooms = Rooms(None, time=FakeTime(0))  # type: ignore[arg-type]
    room: Any = Room(rooms)
    rooms.schedule(room, 10)
    room.dead = True
    rooms.time.advance(1)  # type: ignore[attr-defined]
    rooms.tick()
    assert room.pumped == []


async def test_a_table_that_is_due_again_at_once_waits_for_its_next_turn() -> None:
    """Bots that need no time keep a table due for ever; the loop has others to serve."""
    rooms = Rooms(None, time=FakeTime(0))  # type: ignore[arg-type]

    class Busy(Room):
        def pump(self, now: int) -> None:
            super().pump(now)
            assert len(self.pumped) < 10, "it never ends"
            self.rooms.schedule(self, now)  # type: ignore[arg-type]

    room: Any = Busy(rooms)
    rooms.schedule(room, 0)
    rooms.tick()
    assert room.pumped == [0]
    rooms.tick()
    assert room.pumped == [0, 0]


async def test_the_clock_lets_others_run_between_two_turns_of_a_busy_table() -> None:
    rooms = Rooms(None, time=FakeTime(0))  # type: ignore[arg-type]
    turns = 0

    class Busy(Room):
        def pump(self, now: int) -> None:
            nonlocal turns
            turns += 1
            if turns < 1_000:
                self.rooms.schedule(self, now)  # type: ignore[arg-type]

    room: Any = Busy(rooms)
    rooms.schedule(room, 0)
    clock = rooms.spawn(rooms._tick_forever(), "clock")
    await asyncio.sleep(0)
    assert 0 < turns < 1_000
    await cancel_all([clock])
