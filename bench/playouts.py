"""Whole deals by random legal play in the kernel, against OpenSpiel and RLCard.

Goals. Hold'em, six players, no limit: 100 times OpenSpiel's universal_poker with every bet size, 6 times where each
decision is taken in Python. Dou Dizhu: 60 times OpenSpiel, 4,000 times RLCard, 8 times OpenSpiel with each decision in
Python. Big Two 35,000 and Guandan 10,000 deals a second. Ours plays full betting rules, and Dou Dizhu with its auction.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from harness import Figure, compare, report

from paiju.envs import Batch
from paiju.games import catalog

POKER = (
    "universal_poker(betting=nolimit,numPlayers=6,numRounds=4,blind=1 2 0 0 0 0,firstPlayer=3 1 1 1,numSuits=4,"
    "numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack=200 200 200 200 200 200,bettingAbstraction=fullgame)"
)
HOLDEM = {"small_blind": 1, "big_blind": 2, "starting_chips": 200}


def native(name: str, deals: int, **options: object) -> Callable[[], int]:
    """All in the kernel: deal, choose, count the scores."""
    batch = Batch(catalog.find(name).game(options), deals, native=True, seats=6 if name == "holdem" else None)
    seed = 0

    def run() -> int:
        nonlocal seed
        seed += 1
        batch.deal(fast_seed=seed)
        batch.playout(seed)
        batch.engine.tally()
        return deals

    return run


def holdem_in_python(deals: int = 500) -> Callable[[], int]:
    batch = Batch(catalog.find("holdem").game(HOLDEM), deals, seats=6, native=True)
    rng, seed = random.Random(1), 0

    def run() -> int:
        nonlocal seed
        seed += 1
        batch.deal(fast_seed=seed)
        step, part = batch.step, rng.random
        for i in range(deals):
            choices = batch.count(i)
            while choices:
                kind = int(part() * (3 if choices > 2 else 2))
                choices = step(i, kind if kind < 2 else 2 + int(part() * (choices - 2)))
            batch.score(i)
        return deals

    return run


def doudizhu_in_python(deals: int = 100) -> Callable[[], int]:
    batch = Batch("doudizhu", deals, native=True)
    rng, seed = random.Random(1), 0

    def run() -> int:
        nonlocal seed
        seed += 1
        batch.deal(fast_seed=seed)
        step, part = batch.step, rng.random
        for i in range(deals):
            choices = batch.count(i)
            while choices:
                choices = step(i, int(part() * choices))
            batch.score(i)
        return deals

    return run


def open_spiel(name: str, deals: int) -> Callable[[], int]:
    import pyspiel

    game, part, poker = pyspiel.load_game(name), random.Random(1).random, name == POKER

    def run() -> int:
        for _ in range(deals):
            state: Any = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                if poker and len(actions) > 2 and not state.is_chance_node():
                    kind = int(part() * 3)
                    state.apply_action(actions[kind if kind < 2 else 2 + int(part() * (len(actions) - 2))])
                else:
                    state.apply_action(actions[int(part() * len(actions))])
            state.returns()
        return deals

    return run


def rlcard(deals: int = 3) -> Callable[[], int]:
    import rlcard as peer

    env, rng = peer.make("doudizhu"), random.Random(1)

    def run() -> int:
        for _ in range(deals):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
        return deals

    return run


def show(title: str, figures: list[Figure], ours: str) -> None:
    report(title, figures, reference=ours)
    for figure in figures:
        times = f"; {ours} is {figure.ratio:,.1f} times as fast" if figure.name != ours else ""
        print(f"  {figure.name}: {1 / figure.seconds:,.0f} deals/s{times}", flush=True)


def main() -> None:
    rounds = 15
    poker = open_spiel(POKER, 20)
    contenders = {"OpenSpiel": poker, "paiju": native("holdem", 5000, **HOLDEM)}
    show("six-handed no-limit hold'em, native", compare(contenders, reference="paiju", rounds=rounds), "paiju")
    contenders = {"OpenSpiel": poker, "paiju": holdem_in_python()}
    show("the same, each decision in Python", compare(contenders, reference="paiju", rounds=rounds), "paiju")
    landlord = open_spiel("dou_dizhu", 10)
    contenders = {"OpenSpiel": landlord, "RLCard": rlcard(), "paiju": native("doudizhu", 2000)}
    show("Dou Dizhu, native", compare(contenders, reference="paiju", rounds=rounds), "paiju")
    contenders = {"OpenSpiel": landlord, "paiju": doudizhu_in_python()}
    show("the same, each decision in Python", compare(contenders, reference="paiju", rounds=rounds), "paiju")
    for info in catalog.infos():
        if info.id not in ("holdem", "doudizhu", "sanguosha"):
            figures = compare({"paiju": native(info.id, 1000)}, reference="paiju", rounds=9)
            show(f"{info.title.en}, native", figures, "paiju")


if __name__ == "__main__":
    main()
