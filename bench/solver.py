"""How long exact solving takes, by fixed deals: processor time on one core, with what each search has to build.

    python bench/solver.py [ROW …] [--deals N] [--limit SECONDS] [--list]

A row is named as the table names it, and shows its goal. Without arguments, all rows run with few deals and a short limit, in
about two minutes.
Every second Dou Dizhu deal has a landlord's hand: the strongest of three equal hands gets the other cards.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from paiju.cards import Card
from paiju.games import catalog
from paiju.games.climb.game import Climb
from paiju.games.climb.position import Position
from paiju.solver.endgame import Aim, Native, OutOfTime, Sides

SEED = 22
MEMORY = 4 << 30
WORTH = {"R": 5, "L": 4, "2": 3, "A": 1}


@dataclass(frozen=True)
class Row:
    """So many deals with so many seconds each, if no arguments say otherwise."""

    deals: int
    limit: float
    goal: str
    make: Callable[[random.Random, int], Position]


FOUR = "median 200 ms"


def engine(name: str) -> Climb:
    game = catalog.find(name).game()
    assert isinstance(game, Climb)
    return game


def strength(hand: list[Card]) -> int:
    """What a hand is worth to a landlord: high cards, and fours."""
    ranks = [card.rank.letter for card in hand]
    return sum(WORTH.get(rank, 0) for rank in ranks) + sum(4 for rank in set(ranks) if ranks.count(rank) == 4)


def landlord(
    sizes: tuple[int, ...], name: str = "doudizhu", seats: int = 3, **more: Any
) -> Callable[[random.Random, int], Position]:
    """Dou Dizhu and its kin; every second deal has a landlord's hand. The landlord leads."""
    game = engine(name)

    def make(rng: random.Random, number: int) -> Position:
        deck = list(game.rules.deck.cards)
        rng.shuffle(deck)
        small = sizes[-1]
        hands = [deck[i * small : (i + 1) * small] for i in range(len(sizes))]
        if number % 2:
            hands.sort(key=strength, reverse=True)
        hands[0] = hands[0] + deck[len(sizes) * small :][: sizes[0] - small]
        return Position(game=name, hands=padded(game, hands, seats), turn=0, landlord=0, **more)

    return make


def equal(name: str, size: int, *, seats: int = 4, wild: bool = False) -> Callable[[random.Random, int], Position]:
    """Hands of one size, two cards in the pile where there is one; `wild`: two hands have a wild card each."""
    game = engine(name)

    def make(rng: random.Random, number: int) -> Position:
        deck = list(game.rules.deck.cards)
        rng.shuffle(deck)
        if wild:
            jolly = [card for card in deck if str(card) == "2h"]
            deck = [card for card in deck if str(card) != "2h"]
            deck[0], deck[size] = jolly[0], jolly[1]
        hands = [deck[i * size : (i + 1) * size] for i in range(seats)]
        pile = tuple(deck[seats * size : seats * size + 2]) if game.rules.drawing else ()
        turn = number % seats
        chief = 0 if game.rules.kitty else None
        return Position(game=name, hands=padded(game, hands, seats), turn=turn, pile=pile, landlord=chief)

    return make


def padded(game: Climb, hands: list[list[Card]], seats: int) -> tuple[tuple[Card, ...], ...]:
    sorted_hands = [tuple(sorted(hand, key=lambda card: -game.layout.bit[card])) for hand in hands]
    return (*sorted_hands, *((),) * (seats - len(hands)))


ROWS = {
    "10/8/8": Row(200, 10, "median 0.5 ms, p99 100 ms", landlord((10, 8, 8))),
    "12/10/10": Row(40, 10, "median 4 ms, p99 1 s", landlord((12, 10, 10))),
    "14/12/12": Row(10, 4, "median 100 ms, 95 % in 10 s", landlord((14, 12, 12))),
    "17/14/14": Row(6, 3, "75 % in 10 s", landlord((17, 14, 14))),
    "20/17/17": Row(6, 3, "50 % in 10 s, 65 % in 60 s", landlord((20, 17, 17))),
    "12/12": Row(100, 10, "300 a second", landlord((12, 12))),
    "guandan 4x6, wild": Row(20, 5, FOUR, equal("guandan", 6, wild=True)),
    "guandan 4x8, wild": Row(4, 3, "-", equal("guandan", 8, wild=True)),
    "big_two 4x7": Row(20, 3, FOUR, equal("big_two", 7)),
    "qigui_523 4x5": Row(20, 5, FOUR, equal("qigui_523", 5)),
    "wuguapi 4x5": Row(20, 5, FOUR, equal("wuguapi", 5)),
    "doudizhu_4p 4x6": Row(20, 5, FOUR, equal("doudizhu_4p", 6)),
    "doudizhu_4p 4x8": Row(10, 5, "-", equal("doudizhu_4p", 8)),
    "paodekuai 3x8": Row(40, 5, "-", equal("paodekuai", 8, seats=3)),
    "paodekuai 3x12": Row(20, 5, "-", equal("paodekuai", 12, seats=3)),
    "doudizhu_2p 10/8, 2 let": Row(40, 5, "-", landlord((10, 8), "doudizhu_2p", 2, handicap=2)),
    "doudizhu_2p 14/12, 2 let": Row(40, 5, "-", landlord((14, 12), "doudizhu_2p", 2, handicap=2)),
    "doudizhu_laizi 8/6/6": Row(20, 5, "-", landlord((8, 6, 6), "doudizhu_laizi", options={"wild": "7"})),
    "doudizhu_laizi 10/8/8": Row(20, 5, "-", landlord((10, 8, 8), "doudizhu_laizi", options={"wild": "7"})),
}


def solved(row: Row, deals: int, limit: float) -> Iterator[tuple[float | None, int, bool]]:
    """Seconds (None: not decided), nodes, and whether the side to act wins."""
    rng = random.Random(SEED)
    for number in range(deals):
        position = row.make(rng, number)
        state, aim = position.state, Aim(Sides.of(position).ours)
        start = time.process_time()

        def stop(_: int, until: float = start + limit) -> None:  # other work on the machine does not count
            if time.process_time() > until:
                raise OutOfTime

        search = Native.of(position.engine, len(position.hands), aim, MEMORY)
        assert search is not None, "the kernel is missing"
        seconds: float | None
        try:
            wins, seconds = search.wins(state, 1e6, stop), 0.0
        except OutOfTime:
            wins, seconds = False, None
        spent = time.process_time() - start
        yield (None if seconds is None else spent), search.nodes, wins


def shown(seconds: float) -> str:
    return "-" if seconds == float("inf") else f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def line(name: str, row: Row, deals: int, limit: float) -> str:
    """One row of the table. A deal that was not decided counts as slower than all others."""
    found = list(solved(row, deals, limit))
    times = sorted(float("inf") if seconds is None else seconds for seconds, _, _ in found)
    nodes = [count for _, count, _ in found]
    cells = [name, row.goal, str(deals), str(sum(wins for _, _, wins in found))]
    cells += [shown(times[min(deals - 1, int(share * deals))]) for share in (0.5, 0.9, 0.99)]
    for within in (1, 10, 60):
        cells.append(f"{sum(t <= within for t in times) / deals:.0%}" if within <= limit else "-")
    cells.append(f"{sum(t < float('inf') for t in times) / deals:.0%}")
    cells += [f"{statistics.median(nodes):,.0f}", f"{sum(nodes) // deals:,}"]
    cells.append("-" if float("inf") in times else f"{deals / sum(times):,.0f}")
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", choices=[*ROWS, []], metavar="ROW", help="all by default")
    parser.add_argument("--deals", type=int, default=0)
    parser.add_argument("--limit", type=float, default=0.0)
    parser.add_argument("--list", action="store_true", help="print the positions instead")
    arguments = parser.parse_args()
    chosen = {name: row for name, row in ROWS.items() if not arguments.rows or name in arguments.rows}
    if arguments.list:
        for row in chosen.values():
            rng = random.Random(SEED)
            for number in range(arguments.deals or row.deals):
                print(row.make(rng, number))
        return
    titles = "goal|deals|won|median|p90|p99|in 1 s|in 10 s|in 60 s|decided|nodes, median|nodes, mean|a second"
    print("| deal | " + " | ".join(titles.split("|")) + " |")
    print("| --- " * (titles.count("|") + 2) + "|")
    for name, row in chosen.items():
        print(line(name, row, arguments.deals or row.deals, arguments.limit or row.limit), flush=True)


if __name__ == "__main__":
    main()
