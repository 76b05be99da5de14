"""`paiju phh check` on six-handed no-limit files, and PokerKit replaying the same files. Goal: 2,000 hands/s.

The hands are ours, of loose random play (about twelve decisions each); both read the text and compare the stacks.
"""

from __future__ import annotations

import random
import warnings

from harness import compare, report
from pokerkit import HandHistory

from paiju.games.contract import Seat
from paiju.games.holdem import Holdem, HoldemOptions, phh, raise_to

HANDS = 400


def files() -> list[str]:
    rng = random.Random(4)
    game = Holdem(HoldemOptions(starting_chips=1000, small_blind=5, big_blind=10))
    found: list[str] = []
    while len(found) < HANDS:
        state = game.deal(6, rng.getrandbits(256))
        while state.turn >= 0:
            bets = game.bets(state)
            kind = rng.choice((0, 0, 1, 1, 2) if bets.owes and bets.high else (0, 1))
            if kind == 2:
                action = raise_to(min(bets.high, rng.randint(bets.low, 3 * bets.low)))
            else:
                action = bets[kind] if bets.owes else bets[0]
            state = game.apply(state, Seat(state.turn), action)
        hand = phh.of_state(game, state)
        if "_replay" not in hand.fields:
            found.append(phh.dumps(hand))
    return found


def main() -> None:
    warnings.simplefilter("ignore")
    texts = files()
    print(
        f"{sum(text.count(' f') + text.count(' cc') + text.count(' cbr') for text in texts) / HANDS:.1f} decisions a hand"
    )

    def ours() -> int:
        for text in texts:
            assert phh.compare(phh.loads(text)).verdict is phh.Verdict.AGREES
        return len(texts)

    def pokerkit() -> int:
        for text in texts[:20]:
            history = HandHistory.loads(text)
            *_, state = history
            assert list(map(int, state.stacks)) == history.finishing_stacks
        return 20

    figures = compare({"pokerkit": pokerkit, "paiju": ours}, reference="paiju", rounds=11)
    report("reading, replaying and comparing one hand", figures, reference="paiju")
    for figure in figures:
        print(f"  {figure.name}: {1 / figure.seconds:,.0f} hands/s")


if __name__ == "__main__":
    main()
