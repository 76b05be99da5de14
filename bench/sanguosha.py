"""三国杀 in pure Python: whole games by random legal play, replays, and what a finished game weighs.

Goals: 5-player games at least 40 a second, replaying a record's text at least as fast as playing it, the state of a
finished 8-player game at most 5 MB. Processor time.
"""

from __future__ import annotations

import gc
import statistics
import time
import tracemalloc
from itertools import islice
from typing import Any, Final

from paiju.cards import Rng
from paiju.games.contract import play
from paiju.games.sanguosha.game import Sanguosha
from paiju.games.sanguosha.options import SanguoshaOptions

GAME: Final = Sanguosha(SanguoshaOptions())
GAMES: Final = 60
REACH: Final = 40  # of a long list of answers only the first are drawn from


def random_game(seats: int, seed: int) -> Any:
    rng, state = Rng(seed, stream=1 << 40), GAME.deal(seats, seed)
    while pending := GAME.pending(state):
        decision = rng.choice(pending)
        state = GAME.apply(state, decision.seat, rng.choice(list(islice(decision.choices, REACH))))
    return state


def speed(seats: int) -> None:
    played, replayed, moves = [], [], []
    for seed in range(GAMES):
        start = time.process_time()
        state = random_game(seats, seed)
        played.append(time.process_time() - start)
        texts = [(seat, str(action)) for seat, action in state.moves]
        moves.append(len(texts))
        start = time.process_time()
        again = GAME.deal(seats, seed)
        for seat, text in texts:
            again = play(GAME, again, seat, text).state
        replayed.append(time.process_time() - start)
        assert GAME.outcome(again) == GAME.outcome(state)
    print(
        f"{seats} players: {GAMES / sum(played):.0f} games/s by random play, {GAMES / sum(replayed):.0f} games/s replayed from "
        f"text; {statistics.mean(moves):.0f} answers a game"
    )


def weight() -> None:
    random_game(8, 0)  # everything that is made once is made
    sizes = []
    for seed in range(1, 8):
        gc.collect()
        tracemalloc.start()
        state = random_game(8, seed)
        gc.collect()
        sizes.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
        assert GAME.outcome(state) is not None
    print(
        f"state of a finished 8-player game: {statistics.median(sizes) / 1e6:.2f} MB, largest {max(sizes) / 1e6:.2f} MB"
    )


def main() -> None:
    for seats in (2, 5, 8):
        speed(seats)
    weight()


if __name__ == "__main__":
    main()
