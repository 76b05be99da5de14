"""AsKs against QhQd before the flop, against eval7. Goals: all 1,712,304 boards in at most 0.35 of the time that eval7
takes for 100,000 random ones; random boards in at most 0.45 of eval7's time at equal samples.
"""

from __future__ import annotations

from collections.abc import Callable

import eval7
from harness import compare, report

from paiju.cards import cards
from paiju.solver.equity import equity

SAMPLES = 100_000
HANDS = (cards("AsKs"), cards("QhQd"))


def peer() -> Callable[[], int]:
    hand, villain = tuple(map(eval7.Card, ("As", "Ks"))), eval7.HandRange("QhQd")

    def run() -> int:
        eval7.py_hand_vs_range_monte_carlo(hand, villain, [], SAMPLES)
        return 1

    return run


def exact() -> int:
    result = equity(HANDS, exact=True)
    assert result.players[0].wins == 787_966
    return 1


def sampled() -> int:
    equity(HANDS, samples=SAMPLES)
    return 1


def main() -> None:
    contenders = {
        "eval7, 100,000 random boards": peer(),
        "paiju, all boards": exact,
        "paiju, 100,000 random boards": sampled,
    }
    report(
        "equity of AsKs against QhQd",
        compare(contenders, reference="eval7, 100,000 random boards"),
        reference="eval7, 100,000 random boards",
    )


if __name__ == "__main__":
    main()
