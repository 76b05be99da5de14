"""The climbing games in pure Python: whole random games, and the choices of one hand.

Goals: Big Two at least 500 games a second; all choices of a 20-card hand that follows a single in at most 25 us.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count
from typing import Any

from harness import compare, report

from paiju.cards import cards
from paiju.games import catalog
from paiju.games.climb.game import Climb

HAND = "LR2s2dAhKsKdQcJsJhJdTc9s8h7d6s6c5s4h3d"


def games(name: str) -> Callable[[], int]:
    info = catalog.find(name)
    game: Any = info.game()
    rng, seeds = random.Random(1), count()

    def run() -> int:
        for _ in range(20):
            state = game.deal(info.recommended, next(seeds))
            while pending := game.pending(state):
                decision = pending[0]
                state = game.apply(state, decision.seat, rng.choice(list(decision.choices)))
        return 20

    return run


def choices(table: str) -> Callable[[], int]:
    """All answers to one question, the question included."""
    game = catalog.game("doudizhu")
    assert isinstance(game, Climb)
    start = game.position([cards(table + "3s"), cards(HAND), cards("3c")], leader=0)
    lead = game.pending(start)[0].choices.resolve(game.pending(start)[0].seat, game.parse(table))
    state = game.apply(start, game.pending(start)[0].seat, lead)

    def run() -> int:
        for _ in range(2000):
            list(game.pending(state)[0].choices)
        return 2000

    return run


def main() -> None:
    names = ["doudizhu", "doudizhu_x", "doudizhu_4p", "big_two", "three_two_one", "wuguapi", "qigui_521", "qigui_523"]
    figures = compare({name: games(name) for name in names}, reference="big_two", rounds=15)
    report("one random game", figures, reference="big_two")
    for figure in figures:
        print(f"  {figure.name}: {1 / figure.seconds:.0f} games/s")
    one = compare(
        {"follow a single": choices("4s"), "follow a pair": choices("4s4d")}, reference="follow a single", rounds=15
    )
    report("all choices of a 20-card hand", one, reference="follow a single")


if __name__ == "__main__":
    main()
