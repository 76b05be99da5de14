"""Whole games of Dou Dizhu by random legal play in pure Python, against DouZero's environment and RLCard.

Goals: 8 times DouZero's games a second and 15 times RLCard's. Ours includes the deal from a seed by the documented
generator and the auction, which the others do not have. DouZero's environment needs no torch, so an empty module
stands in for it.
"""

from __future__ import annotations

import random
import sys
import types
from collections.abc import Callable
from itertools import count
from typing import Any

from harness import compare, report

from paiju.games import catalog

GAMES = 40


def ours() -> Callable[[], int]:
    game: Any = catalog.game("doudizhu")
    rng, seeds = random.Random(1), count()

    def run() -> int:
        for _ in range(GAMES):
            state = game.deal(3, next(seeds))
            while pending := game.pending(state):
                decision = pending[0]
                state = game.apply(state, decision.seat, rng.choice(list(decision.choices)))
        return GAMES

    for _ in range(10):
        run()  # fills the tables of this rule sheet
    return run


def rlcard() -> Callable[[], int]:
    import rlcard as peer

    env, rng = peer.make("doudizhu"), random.Random(1)

    def run() -> int:
        for _ in range(GAMES // 10):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
        return GAMES // 10

    return run


def douzero() -> Callable[[], int]:
    sys.modules.setdefault("torch", types.ModuleType("torch"))
    from douzero.env import game as peer

    rng = random.Random(1)

    class Player:
        def act(self, infoset: Any) -> Any:
            return rng.choice(infoset.legal_actions)

    env = peer.GameEnv({name: Player() for name in ("landlord", "landlord_up", "landlord_down")})
    deck = [point for point in range(3, 15) for _ in range(4)] + [17] * 4 + [20, 30]

    def run() -> int:
        for _ in range(GAMES // 5):
            cards = rng.sample(deck, len(deck))
            env.reset()
            env.card_play_init(
                {
                    "landlord": sorted(cards[:20]),
                    "landlord_up": sorted(cards[20:37]),
                    "landlord_down": sorted(cards[37:]),
                    "three_landlord_cards": sorted(cards[17:20]),
                }
            )
            while not env.game_over:
                env.step()
        return GAMES // 5

    return run


def main() -> None:
    contenders = {"paiju": ours()}
    for name, peer in (("rlcard", rlcard), ("douzero", douzero)):
        try:
            contenders[name] = peer()
        except ImportError as error:
            print(f"  {name} is not installed: {error}")
    report("one game of Dou Dizhu", compare(contenders, reference="paiju"), reference="paiju")


if __name__ == "__main__":
    main()
