"""One decision of a learning environment: step, observation and the legal choices, against RLCard and OpenSpiel.

Goals, on one core: Dou Dizhu, Big Two and hold'em a million decisions a second, Guandan 300,000; 1,000 times RLCard and
30 times OpenSpiel on the same game; two threads 1.8 times one. Everybody plays at random. Ours writes planes, facts,
tokens and the features of every legal choice, and includes the deals and their auctions; choosing is counted for all.

Two threads are measured by their processor time: were they alone on two cores, they would need half of it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from harness import compare, report

from paiju.envs import VecEnv

POKER = (
    "universal_poker(betting=nolimit,numPlayers=2,numRounds=4,blind=2 1,firstPlayer=2 1 1 1,numSuits=4,numRanks=13,"
    "numHoleCards=2,numBoardCards=0 3 1 1,stack=100 100,bettingAbstraction=fchpa)"
)


def ours(name: str, lanes: int = 1024, steps: int = 40, threads: int = 1, **settings: Any) -> Callable[[], int]:
    env = VecEnv(name, lanes, fast_seed=1, threads=threads, native=True, **settings)
    arrays = env.reset()
    parts = np.random.default_rng(1).random((steps, lanes))

    def run() -> int:
        for part in parts:
            env.step((part * np.diff(arrays.offsets)).astype(np.int64))
        return lanes * steps

    return run


def rlcard(name: str, deals: int = 3) -> Callable[[], int]:
    import rlcard as peer

    env, rng = peer.make(name), random.Random(1)

    def run() -> int:
        made = 0
        for _ in range(deals):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                made += 1
        return made

    return run


def open_spiel(name: str, deals: int = 10) -> Callable[[], int]:
    import pyspiel

    game, part = pyspiel.load_game(name), random.Random(1).random

    def run() -> int:
        made = 0
        for _ in range(deals):
            state: Any = game.new_initial_state()
            while not state.is_terminal():
                if not state.is_chance_node():
                    state.observation_tensor(state.current_player())
                    made += 1
                actions = state.legal_actions()
                state.apply_action(actions[int(part() * len(actions))])
        return made

    return run


def show(title: str, contenders: dict[str, Callable[[], int]], rounds: int) -> None:
    figures = compare(contenders, reference="paiju", rounds=rounds)
    report(title, figures, reference="paiju")
    for figure in figures:
        times = f"; paiju is {figure.ratio:,.0f} times as fast" if figure.name != "paiju" else ""
        print(f"  {figure.name}: {1 / figure.seconds:,.0f} decisions/s{times}", flush=True)


def threads(name: str, rounds: int = 15) -> None:
    """How much of the work of two threads is not overhead."""
    contenders = {"one": ours(name, 4096, 20), "two": ours(name, 4096, 20, threads=2)}
    cpu = {one.name: one for one in compare(contenders, reference="one", rounds=rounds)}
    wall = {one.name: one for one in compare(contenders, reference="one", rounds=rounds, clock=time.perf_counter)}
    print(
        f"{name}, two threads: {2 / cpu['two'].ratio:.2f} times one by processor time, "
        f"{1 / wall['two'].ratio:.2f} by the clock on the wall",
        flush=True,
    )


def main() -> None:
    rounds = 9
    peers = {"OpenSpiel": open_spiel("dou_dizhu"), "RLCard": rlcard("doudizhu")}
    show("a decision of Dou Dizhu", {**peers, "paiju": ours("doudizhu")}, rounds)
    peers = {"OpenSpiel": open_spiel(POKER, 30), "RLCard": rlcard("no-limit-holdem", 10)}
    show("a decision of no-limit hold'em, two players", {**peers, "paiju": ours("holdem", seats=2)}, rounds)
    for name in ("big_two", "guandan", "holdem", "paodekuai", "doudizhu_laizi", "doudizhu_4p", "qigui_521", "wuguapi"):
        show(f"a decision of {name}", {"paiju": ours(name)}, rounds)
    for name in ("doudizhu", "big_two", "guandan", "holdem"):
        threads(name)


if __name__ == "__main__":
    main()
