"""One seven-card evaluation through Python, against pkrbot and eval7. Goal: at most 0.40 of pkrbot's time.

Each library gets its own kind of cards, made beforehand: this times the call, not the reading of text.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import eval7
import pkrbot
from harness import compare, report

from paiju import kernel

HANDS = 5000
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def each(function: Callable[[Any], object], hands: Sequence[object]) -> Callable[[], int]:
    def run() -> int:
        for hand in hands:
            function(hand)
        return len(hands)

    return run


def main() -> None:
    rng = random.Random(3)
    hands = [rng.sample(range(52), 7) for _ in range(HANDS)]
    contenders = {
        "pkrbot": each(pkrbot.evaluate, [[pkrbot.Card(DECK[bit]) for bit in hand] for hand in hands]),
        "eval7": each(eval7.evaluate, [[eval7.Card(DECK[bit]) for bit in hand] for hand in hands]),
        "paiju": each(kernel.native.evaluate7, [sum(1 << bit for bit in hand) for hand in hands]),
    }
    report("one 7-card evaluation", compare(contenders, reference="pkrbot"), reference="pkrbot")


if __name__ == "__main__":
    main()
