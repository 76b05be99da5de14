"""A simulated day: people come, play, fall asleep, lose their connection and leave; nothing is left behind."""

from __future__ import annotations

import asyncio
import gc
import random
from itertools import islice
from pathlib import Path

import pytest

from paiju.server import handlers, wire
from paiju.server.commands import Caller
from paiju.server.context import Context, Settings, running
from paiju.server.limits import RATES
from paiju.server.room import Room
from paiju.server.table_settings import table_settings
from paiju.table import FakeTime, Refused, commands
from tests.table.driver import GAMES, find

TABLES = 50


class Person:
    """Somebody at a table: a sink that only counts."""

    def __init__(self, caller: Caller) -> None:
        self.caller, self.player, self.name = caller, caller.player, caller.name
        self.muted: set[str] = set()
        self.messages = 0

    def send(self, *messages: bytes) -> None:
        self.messages += len(messages)

    def drop(self, code: int, why: str) -> None:
        raise AssertionError(why)


async def sit(context: Context, room: Room, rng: random.Random) -> Person:
    player = await context.store.new_player("P", "", context.rooms.time.now())
    person = Person(Caller(str(player), "P"))
    await handlers.answer(room, person.caller, wire.JoinIn(payload=wire.Join()))
    await handlers.follow(room, person, person.caller, None, None)
    return person


async def act(room: Room, people: list[Person], rng: random.Random) -> None:
    """Somebody does something, perhaps."""
    table = room.table
    roll = rng.random()
    person = rng.choice(people)
    try:
        if roll < 0.55 and table.deal is not None and table.deal.asked:
            seat = rng.choice(list(table.deal.asked))
            text = str(rng.choice(list(islice(table.deal.asked[seat].decision.choices, 3))))
            caller = next((p.caller for p in people if p.player == table.deal.players[seat]), None)
            if caller is not None:
                await handlers.submit(room, caller, wire.ActionIn(payload=wire.Action(text=text)))
        elif roll < 0.65:
            handlers.unfollow(room, person, 0.0)
        elif roll < 0.80:
            await handlers.answer(room, person.caller, wire.JoinIn(payload=wire.Join()))
            await handlers.follow(room, person, person.caller, None, None)
        elif roll < 0.85:
            await handlers.answer(room, person.caller, wire.ChatIn(payload=wire.Say(text="hello")))
        elif roll < 0.90:
            await handlers.answer(room, person.caller, wire.BackIn())
        elif roll < 0.95:
            owner = next((p for p in people if p.player == table.state.owner), person)
            await handlers.answer(room, owner.caller, wire.StartIn())
        elif roll < 0.97:
            await handlers.answer(room, person.caller, wire.LeaveIn())
    except Refused:
        pass


@pytest.mark.timeout(300)
@pytest.mark.parametrize("hours", [24, pytest.param(24 * 30, marks=pytest.mark.soak)])
async def test_a_simulated_day(tmp_path: Path, hours: int) -> None:
    time, rng = FakeTime(), random.Random(7)
    settings = Settings(data=tmp_path, time=time, find=find, rates=dict.fromkeys(RATES, (0.0, 0.0)))
    async with running(settings) as context:
        rooms = context.rooms
        tasks = len(asyncio.all_tasks())
        seated: list[tuple[Room, list[Person]]] = []
        for number in range(TABLES):
            info = GAMES["duel" if number % 2 else "stakes"]
            body = wire.NewGame(game=info.id, seats=3, bots=[], pause=5, pace=500)
            owner = str(await context.store.new_player("Owner", "", time.now()))
            room = await rooms.open(table_settings(body, info), owner)
            people = [await sit(context, room, rng) for _ in range(2)]
            await handlers.submit(room, Caller(owner), wire.AddBotIn(payload=wire.AddBot(level="random")))
            await handlers.answer(room, people[0].caller, wire.StartIn())
            seated.append((room, people))
        gc.collect()
        objects = len(gc.get_objects())
        for minute in range(hours * 60):
            time.advance(60)
            rooms.tick()
            for room, people in rng.sample(seated, 12):
                if minute < (hours - 3) * 60 and not room.is_closed and not room.dead:
                    await act(room, people, rng)
            await asyncio.sleep(0)
        for room, people in seated:
            for person in people:
                room.unfollow(person)
        for _ in range(30):  # whoever was left is gone now; an empty table closes after an hour
            for room, people in seated:
                for person in people:
                    if not room.is_closed and not room.dead:
                        room.accept(commands.disconnected(room.table, person.player or "", time.now()), time.now())
            time.advance(600)
            rooms.tick()
            await context.store.drain()
            await asyncio.sleep(0.01)
        rooms.sweep()
        played = sum(room.table.state.hand for room, _ in seated)
        assert played > TABLES
        assert all(room.is_closed for room, _ in seated)
        assert not rooms.running
        assert len(rooms._heap) < 20 * TABLES
        assert len(asyncio.all_tasks()) <= tasks + 2
        sums = await context.store.balances()
        assert sums["tables"] == 0 and sums["players"] == sums["ledger"]
        seated.clear()
        gc.collect()
        assert len(gc.get_objects()) < objects + 20_000
