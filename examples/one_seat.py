"""One seat against bots through Gymnasium: how well does always taking the first, or the last, choice do?

python examples/one_seat.py [deals]
"""

from __future__ import annotations

import sys

from paiju.envs.gym import OneSeat


def mean(last: bool, deals: int) -> float:
    env = OneSeat("doudizhu", bots="easy")
    total = 0.0
    for seed in range(deals):
        seen, _ = env.reset(seed=seed)
        over = False
        while not over:
            seen, reward, over, _, _ = env.step(int(seen["action_mask"].sum()) - 1 if last else 0)
        total += reward
    return total / deals


def main(deals: int = 100) -> None:
    for last in (False, True):
        print(f"always the {'last' if last else 'first'} choice: {mean(last, deals):+.2f} points a deal")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
