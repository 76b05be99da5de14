"""Open endgames that the landlord to lead wins: does the first move of `hard` keep the win?

    python bench/endings.py                    300 positions of 10, 8 and 8 cards at 0.3 s, by processor time
    python bench/endings.py --hands 14/12/12 --positions 100 --limit 0.1

Hands are drawn from a whole pack, and the solver says which are won before and after the move. Goal: 98 %.
"""

from __future__ import annotations

import argparse
import time

from paiju.bots.climb.position import position_of
from paiju.bots.climb.search import search
from paiju.cards import Rng
from paiju.games.climb.plays import Plays
from paiju.games.climb.position import Position
from paiju.games.climb.sheets.doudizhu import DOUDIZHU
from paiju.games.contract import Seat
from paiju.solver.endgame import Solver

ENOUGH = 20.0  # seconds for the solver


def drawn(rng: Rng, sizes: list[int]) -> Position:
    cards = list(rng.shuffled(DOUDIZHU.deck.cards))
    hands = [[cards.pop().rank.letter for _ in range(size)] for size in sizes]
    return Position.parse(f"doudizhu {'/'.join(map(''.join, hands))} 0 landlord=0")


def main() -> None:
    parser = argparse.ArgumentParser(description="First moves in open endgames.")
    parser.add_argument("--hands", default="10/8/8")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--limit", type=float, default=0.3)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng, sizes = Rng(given.seed), [int(size) for size in given.hands.split("/")]
    asked = kept = proved = 0
    slowest = 0.0
    while asked < given.positions:
        position = drawn(rng, sizes)
        game, solver = position.engine, Solver(position, limit=ENOUGH)
        state = position.state._replace(setup=position.state.setup._replace(shown=7))
        if not solver.ask(state):
            continue
        asked += 1
        (decision,) = game.pending(state)
        assert isinstance(decision.choices, Plays)
        known = position_of(game.view(state, Seat(0)), decision.choices)
        begun = time.process_time()
        best = search(known, Rng(1), given.limit, time.process_time)[0]
        slowest = max(slowest, time.process_time() - begun)
        proved += best.exact
        kept += bool(solver.ask(game.apply(state, Seat(0), best.action)))
    print(
        f"{given.hands}, {given.limit} s: {kept} of {asked} won positions kept, {proved} proved; slowest {slowest:.3f} s"
    )


if __name__ == "__main__":
    main()
