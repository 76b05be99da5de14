"""Write src/paiju/solver/starting_hands.py: how good starting hands are, measured by our own equity calculator.

    python tools/preflop_tables.py > src/paiju/solver/starting_hands.py

Hands are ordered by half their equity against one random hand plus their equity against three, which ranks hands that
like company above those that only win unimproved. Each then gets its equity, per mille, against the best 3, 8, 15,
30, 55 and 100 per cent of all hands in that order. Samples are seeded: the same file comes out again.
"""

from __future__ import annotations

from paiju.solver.equity import equity
from paiju.solver.ranges import Range, parse_range

BANDS = (3, 8, 15, 30, 55, 100)
SAMPLES = 60_000
LETTERS = "AKQJT98765432"


def names(short_deck: bool) -> list[str]:
    ranks = LETTERS[:9] if short_deck else LETTERS
    pairs = [rank * 2 for rank in ranks]
    both = [high + low for at, high in enumerate(ranks) for low in ranks[at + 1 :]]
    return pairs + [name + "s" for name in both] + [name + "o" for name in both]


def measured(players: list[Range], short_deck: bool) -> float:
    return equity(players, short_deck=short_deck, samples=SAMPLES, seed=1).players[0].equity


def table(short_deck: bool) -> list[tuple[str, list[int]]]:
    every = parse_range("random", short_deck=short_deck)
    hands = {name: parse_range(name, short_deck=short_deck) for name in names(short_deck)}
    worth = {
        name: measured([hand, every], short_deck) / 2 + measured([hand, every, every, every], short_deck)
        for name, hand in hands.items()
    }
    order = sorted(hands, key=lambda name: -worth[name])
    total = sum(len(hand) for hand in hands.values())
    rows: dict[str, list[int]] = {name: [] for name in order}
    for band in BANDS:
        best: list[tuple[int, float]] = []
        for name in order:
            best += hands[name].combos
            if 100 * len(best) >= band * total:
                break
        top = Range(tuple(sorted(best)))
        for name in order:
            one = Range(hands[name].combos[:1])  # suits are alike against a range that holds all of them
            rows[name].append(round(1000 * measured([one, top], short_deck)))
    return list(rows.items())


def main() -> None:
    print(
        '"""How good starting hands are, best first, with their equity per mille against the best 3, 8, 15, 30, 55 and'
    )
    print('100 per cent of hands. Written by tools/preflop_tables.py."""\n')
    print("from __future__ import annotations\n\nfrom typing import Final\n")
    print(f"BANDS: Final = {tuple(band / 100 for band in BANDS)}\n")
    for name, short_deck in (("STANDARD", False), ("SHORT", True)):
        print(f'{name}: Final = """')
        for hand, row in table(short_deck):
            print(hand, *row)
        print('"""\n')


if __name__ == "__main__":
    main()
