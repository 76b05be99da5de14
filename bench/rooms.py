"""Processor time of one hold'em move at tables without sockets and database: rules, log, clocks and telling two viewers.

    python bench/rooms.py [--tables 500] [--moves 9000]

Tables take their turns by lot, so that they stand in different phases of a hand, as on a server. Compare two versions in turns
(PYTHONPATH=…/src), and take the best of several runs: the machine's own speed varies more than most changes.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import statistics
import time
from collections import defaultdict
from typing import Any

from paiju.server import desk, wire
from paiju.server.asks import Caller
from paiju.server.house import House
from paiju.server.room import Room
from paiju.table import Settings


class Store:
    """Everything is durable at once."""

    def __init__(self) -> None:
        self._games = 0

    def submit(self, write: Any) -> Any:
        write.settle(None)
        return write

    async def new_game(self, *_: Any, **__: Any) -> int:
        self._games += 1
        return self._games

    async def points(self, *_: Any) -> dict[int, int]:
        return {}


class Viewer:
    """A connection that hears and forgets."""

    name = "Ann"
    muted: frozenset[str] = frozenset()

    def __init__(self, player: str | None) -> None:
        self.player = player

    def send(self, data: bytes) -> None: ...
    def drop(self, code: int, why: str) -> None: ...


Steps = defaultdict[str, list[float]]
"""Seconds of each step, by what it did: a move, one that dealt a street, one that ended the hand, a deal."""


async def opened(house: House, number: int) -> tuple[Room, list[Caller]]:
    room = await house.open(Settings(game="holdem", seats=2, pause=0), "1")
    callers = [Caller(player=str(2 * number + at), name="Ann") for at in (1, 2)]
    for one in callers:
        await desk.answer(room, one, wire.JoinIn(payload=wire.Join(buy_in=1000)))
    for one in callers:
        sink: Any = Viewer(one.player)
        await desk.follow(room, sink, one, None, None)
    for one in callers:
        await desk.answer(room, one, wire.ReadyIn(payload=wire.Ready()))
    return room, callers


def move(house: House, room: Room, callers: list[Caller], took: Steps) -> int:
    """Check or call, and deal the next hand first where that is due; 0 where somebody has no chips left."""
    start = time.perf_counter()
    if not room.table.is_dealing:
        room.pump(house.time.now() + 1000)
        dealt, start = start, time.perf_counter()
        took["deal"].append(start - dealt)
    deal = room.table.deal
    if deal is None or not deal.asked:
        return 0
    ((seat, asked),) = deal.asked.items()
    choices: Any = asked.decision.choices
    street = deal.state.street
    text = "call" if choices.owes else "check"
    start = time.perf_counter()
    desk.act_now(room, callers[seat], wire.Action(text=text), lambda *_: None)
    kind = "end" if not room.table.is_dealing else "move" if deal.state.street == street else "street"
    took[kind].append(time.perf_counter() - start)
    return 1


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--moves", type=int, default=9000)
    args = parser.parse_args()
    store: Any = Store()
    house, lot = House(store), random.Random(1)
    rooms = [await opened(house, number) for number in range(args.tables)]
    for _ in range(8):
        for room in rooms:
            if lot.random() < 0.5:
                move(house, *room, Steps(list))
    gc.collect()
    gc.freeze()
    gc.disable()
    took: list[float] = []
    steps = Steps(list)
    done = 0
    while done < args.moves:
        start = time.process_time()
        made = sum(move(house, *room, steps) for room in lot.choices(rooms, k=len(rooms)))
        took.append((time.process_time() - start) / max(1, made))
        done += max(1, made)
    print(f"{1e6 * statistics.mean(took):.0f} us a move ({1e6 * min(took):.0f} in the best round of {len(took)})")
    tenths = {kind: statistics.quantiles(each, n=10)[0] for kind, each in sorted(steps.items())}
    print(
        "tenth percentiles by the clock: " + ", ".join(f"{kind} {1e6 * least:.0f} us" for kind, least in tenths.items())
    )


if __name__ == "__main__":
    asyncio.run(main())
