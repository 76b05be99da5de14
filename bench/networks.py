"""How often networks, and bots, win against bots: the rows of the table in docs/learning.md.

    python bench/networks.py doudizhu runs/doudizhu/best.net normal --against random,easy --deals 300

In landlord games every deal is played twice, each side once as landlord and once as farmers; elsewhere with the first in every
seat. The deals are not those that `paiju train` chooses its best network by. 95 % intervals, over deals.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from statistics import fmean, stdev

from paiju.arena.contest import Contest, play_deal
from paiju.arena.roles import has_landlord, won_by_role
from paiju.games import catalog

SEED = 2_600_026


def shares(game: str, one: str, other: str, deals: int, limit: float) -> list[float]:
    """The part that the first bot won of each deal."""
    contest = Contest(game, (one, other), deals, seed=SEED, limit=limit)
    if has_landlord(catalog.find(game).game()):
        return [won_by_role(contest, number) for number in range(deals)]
    return [play_deal(contest, number).wins[0] for number in range(deals)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="doudizhu")
    parser.add_argument("bots", nargs="*", default=["normal"], help="files of networks, or levels")
    parser.add_argument("--against", default="random,easy", help="levels, separated by commas")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--limit", type=float, default=0.1, help="seconds a bot may think")
    options = parser.parse_args()
    for one in options.bots:
        for other in options.against.split(","):
            begun = time.process_time()
            won = shares(options.game, one, other, options.deals, options.limit)
            error = 1.96 * stdev(won) / math.sqrt(len(won))
            name = Path(one).name
            seconds = time.process_time() - begun
            print(f"| {name} | {other} | {fmean(won):.1%} | ± {error:.1%} | {len(won)} | {seconds:.0f} s |", flush=True)


if __name__ == "__main__":
    main()
