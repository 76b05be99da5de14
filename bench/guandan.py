"""Guandan in pure Python: deals by random legal play, listing an opening hand with two wild cards, `in`.

Goals: deals at least five times as fast as OpenGuanDan's published 20 to 27 a second (it is not run here), all plays of
a 27-card hand with two wild cards in at most 5 ms, `in` in at most 50 us. Processor time.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from typing import Any, Final

from harness import compare, report

from paiju.cards import Rng
from paiju.games import catalog
from paiju.games.climb.actions import Play
from paiju.games.climb.game import Climb
from paiju.games.climb.plays import Plays

PRESETS: Final = ("seed", "competition")
PUBLISHED: Final = 27.0  # deals a second


def game_of(preset: str, level: int = 5) -> Climb:
    game: Any = catalog.find("guandan").game({"level": level}, preset)
    assert isinstance(game, Climb)
    return game


def deals(preset: str, number: int = 10) -> Callable[[], int]:
    """Whole deals: every decision lists all its choices and takes one of them, each as likely as the others."""
    game = game_of(preset)
    seeds = iter(range(10**9))

    def run() -> int:
        for seed in (next(seeds) for _ in range(number)):
            rng, state = Rng(seed), game.deal(4, seed)
            while pending := game.pending(state):
                (decision,) = pending
                state = game.apply(state, decision.seat, rng.choice(list(decision.choices)))
        return number

    return run


def openings(preset: str) -> list[Plays]:
    """Leads of 27 cards, two of them wild."""
    game = game_of(preset)
    (wild,) = game.rules.wild
    found = []
    for seed in range(60):
        natural = [card for card in Rng(seed).shuffled(game.rules.deck.cards) if card != wild][:25]
        found.append(Plays(game.reader, *game.layout.weigh((*natural, wild, wild)), None, -1))
    return found


def main() -> None:
    figures = compare({preset: deals(preset) for preset in PRESETS}, reference="competition", rounds=15)
    report("one deal by random legal play", figures, reference="competition")
    for figure in figures:
        rate = 1 / figure.seconds
        print(f"  {figure.name}: {rate:.0f} deals/s, {rate / PUBLISHED:.1f} times the published {PUBLISHED:.0f}")
    for preset in PRESETS:
        listing(preset)


def listing(preset: str) -> None:
    """Each hand is listed once, and none before, so that nothing is remembered."""
    leads = openings(preset)
    gc.disable()
    rows: list[tuple[float, list[Any]]] = []
    for choices in leads:
        start = time.process_time()
        offers = list(choices)
        rows.append((time.process_time() - start, offers))
    seconds, numbers = [second for second, _ in rows], [len(offers) for _, offers in rows]
    print(
        f"all plays of an opening hand with two wild cards, {preset}: {statistics.median(numbers):.0f} plays (most "
        f"{max(numbers)}) in {1e3 * statistics.median(seconds):.2f} ms, slowest {1e3 * max(seconds):.2f} ms"
    )
    asked = [
        (choices, Play(offer.spelled, offer.declared))
        for choices, (_, offers) in zip(leads, rows, strict=True)
        for offer in offers[::40]
    ]
    start = time.process_time()
    for choices, play in asked:
        assert play in choices
    print(f"`in`, {preset}: {1e6 * (time.process_time() - start) / len(asked):.1f} us")
    gc.enable()


if __name__ == "__main__":
    main()
