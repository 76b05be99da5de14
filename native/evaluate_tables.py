"""Write the lookup tables of native/evaluate.hpp; run by CMake while the kernel is built.

What beats what is asked of paiju.games.holdem.rank, the one place that states it. There are three rulings: the
standard deck, the short deck, and the short deck with three of a kind above a straight.
Suits matter only in flushes, so each ruling has two tables:

- ``FLUSH[ruling][ranks]`` for the 13-bit rank set of a suit that holds five or more cards;
- ``PLAIN[ruling][slot]`` for the multiset of ranks otherwise, by a perfect hash that all rulings share, one for each
  number of cards so that the one for seven fits the nearer caches. Each rank has a weight in ``WEIGHTS`` such that any
  two multisets of five, of six or of seven cards, at most four of a rank, have different sums modulo 2**32. The sum
  names a bucket and a home; each bucket's entries are moved (by exclusive or) to where no other entry is: the slot is
  ``home ^ DISPLACEMENT[bucket]``. The weights of neighbouring ranks differ by a shift of four places, so that a loop
  over many hands gets the sum from the number of cards of each rank, four bits for each, by two multiplications.

``PARTIAL[i][byte]`` turns the i-th byte of a 52-bit mask into its share of the sum, plus the number of cards in each
suit and in all, so that seven additions read a whole hand.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

# Found by trying random pairs of odd numbers until buckets and homes told all hands apart (checked below).
FACTORS = (0x14ED2049, 0xF3C668B1)  # of the eight lower ranks and of the others
WEIGHTS = tuple(FACTORS[rank // 8] << 4 * (rank % 8) & 0xFFFFFFFF for rank in range(13))
HOME_SHIFT = 3
SLOT_BITS = {5: 13, 6: 15, 7: 16}
BUCKET_BITS = {5: 10, 6: 12, 7: 13}
SUIT_SHIFT, SUIT_BITS, COUNT_SHIFT = 38, 5, 58  # 52 weights need 38 bits
SUIT_BIAS = (1 << (SUIT_BITS - 1)) - 5  # the top bit of a suit's field is set from five cards on

if TYPE_CHECKING:
    from paiju.cards import Card
    from paiju.games.holdem.rank import Ranking


def rankings() -> list[Ranking]:
    """The three rulings. Only the rules are imported: what the package itself needs may not be installed yet."""
    source = Path(__file__).resolve().parent.parent / "src" / "paiju"
    for name, folder in (
        ("paiju", source),
        ("paiju.games", source / "games"),
        ("paiju.games.holdem", source / "games/holdem"),
    ):
        package = ModuleType(name)
        package.__path__ = [str(folder)]
        sys.modules[name] = package
    contract = ModuleType("paiju.games.contract")
    contract.__dict__["Line"] = object  # what hands are called does not matter here
    sys.modules[contract.__name__] = contract
    os.environ["PAIJU_NO_KERNEL"] = "1"  # it is made from these tables
    from paiju.games.holdem.rank import ranking

    return [ranking(), ranking(short_deck=True), ranking(short_deck=True, trips_beat_straight=True)]


def multisets(size: int, ranks: int = 13) -> Iterator[tuple[int, ...]]:
    """Every way to hold ``size`` cards as counts per rank, at most four of each."""
    if ranks == 0:
        if size == 0:
            yield ()
        return
    for last in range(min(4, size) + 1):
        for rest in multisets(size - last, ranks - 1):
            yield (*rest, last)


def cards_of(codes: list[int]) -> list[Card]:
    from paiju.cards import Card

    return [Card(code) for code in codes]


def unsuited(counts: tuple[int, ...]) -> list[Card]:
    """Cards with these counts of ranks, no three of them of a suit."""
    row = [rank for rank, count in enumerate(counts) for _ in range(count)]
    return cards_of([(rank + 2) << 4 | at % 4 for at, rank in enumerate(row)])


def plain_table(size: int, ranked: list[Ranking]) -> dict[int, list[int]]:
    """Sum of weights -> strength under each ruling, for so many cards; 0 outside the deck."""
    table: dict[int, list[int]] = {}
    for counts in multisets(size):
        key = sum(count * weight for count, weight in zip(counts, WEIGHTS, strict=True)) & 0xFFFFFFFF
        assert key not in table, "the weights do not tell two hands apart"
        lowest = next(rank for rank in range(13) if counts[rank]) + 2
        cards = unsuited(counts)
        table[key] = [one.by_tables(cards) if lowest >= one.low else 0 for one in ranked]
    return table


def perfect_hash(keys: list[int], bucket_bits: int, slot_bits: int) -> tuple[list[int], dict[int, int]]:
    """The displacement of each bucket, and the slot of each key: the fullest buckets first, each goes where it fits."""
    slots = 1 << slot_bits
    buckets: list[list[tuple[int, int]]] = [[] for _ in range(1 << bucket_bits)]
    for key in keys:
        buckets[key >> 32 - bucket_bits].append((key >> HOME_SHIFT & slots - 1, key))
    displacement, taken, slot = [0] * len(buckets), bytearray(slots), {}
    for index in sorted(range(len(buckets)), key=lambda index: -len(buckets[index])):
        homes = [home for home, _ in buckets[index]]
        assert len(set(homes)) == len(homes), "two hands have the same bucket and the same home"
        move = next(move for move in range(slots) if not any(taken[home ^ move] for home in homes))
        displacement[index] = move
        for home, key in buckets[index]:
            taken[home ^ move] = 1
            slot[key] = home ^ move
    assert max(displacement) < 1 << 16
    return displacement, slot


def flush_table(one: Ranking) -> list[int]:
    """Strength of five to seven cards of one suit by their set of ranks; 0 where there is no such hand."""
    table = [0] * (1 << 13)
    for held in range(1 << 13):
        ranks = [rank + 2 for rank in range(13) if held >> rank & 1]
        if 5 <= len(ranks) <= 7 and ranks[0] >= one.low:
            table[held] = one.by_tables(cards_of([rank << 4 for rank in ranks]))
    return table


def partial_sums() -> list[int]:
    """Share of each byte value of a mask in the packed sum; the bias of the suit counters is in the first byte."""

    def card(bit: int) -> int:
        rank, suit = divmod(bit, 4)
        return WEIGHTS[rank] + (1 << SUIT_SHIFT + SUIT_BITS * suit) + (1 << COUNT_SHIFT)

    bias = sum(SUIT_BIAS << SUIT_SHIFT + SUIT_BITS * suit for suit in range(4))
    table = []
    for byte in range(7):
        bits = [card(8 * byte + i) if 8 * byte + i < 52 else 0 for i in range(8)]
        shares = [sum(bits[i] for i in range(8) if value >> i & 1) for value in range(256)]
        table += [share + bias for share in shares] if byte == 0 else shares
    return table


def array(declaration: str, values: list[int], suffix: str = "") -> str:
    rows = [",".join(f"{value}{suffix}" for value in values[at : at + 16]) for at in range(0, len(values), 16)]
    return f"alignas(64) extern const {declaration} = {{\n" + ",\n".join(rows) + "};\n"


def render() -> tuple[str, str]:
    """The header with the constants, and the source with the tables."""
    ranked = rankings()
    arrays: dict[str, tuple[list[int], str]] = {}
    for size in (5, 6, 7):
        table = plain_table(size, ranked)
        displacement, slot = perfect_hash(list(table), BUCKET_BITS[size], SLOT_BITS[size])
        plain = [0] * (len(ranked) << SLOT_BITS[size])
        for key, strengths in table.items():
            for ruling, strength in enumerate(strengths):
                plain[(ruling << SLOT_BITS[size]) + slot[key]] = strength
        arrays[f"std::uint16_t DISPLACEMENT_{size}[{len(displacement)}]"] = displacement, ""
        arrays[f"std::uint16_t PLAIN_{size}[{len(plain)}]"] = plain, ""
    arrays |= {
        "std::uint64_t PARTIAL[7 * 256]": (partial_sums(), "ULL"),
        f"std::uint16_t FLUSH[{len(ranked)} * 8192]": ([x for one in ranked for x in flush_table(one)], ""),
        f"std::uint16_t BEST[{len(ranked)}]": ([len(one.classes) for one in ranked], ""),
    }
    head = "// Generated by native/evaluate_tables.py; do not edit.\n"
    header = (
        head + "#pragma once\n#include <cstdint>\nnamespace paiju::tables {\n"
        f"inline constexpr int RULINGS = {len(ranked)};\n"
        f"inline constexpr int HOME_SHIFT = {HOME_SHIFT};\n"
        f"inline constexpr std::uint32_t FACTOR_LOW = {FACTORS[0]}U, FACTOR_HIGH = {FACTORS[1]}U;\n"
        + "".join(
            f"inline constexpr int SLOT_BITS_{size} = {SLOT_BITS[size]}, BUCKET_BITS_{size} = {BUCKET_BITS[size]};\n"
            for size in (5, 6, 7)
        )
        + f"inline constexpr int SUIT_SHIFT = {SUIT_SHIFT}, SUIT_BITS = {SUIT_BITS}, COUNT_SHIFT = {COUNT_SHIFT};\n"
        f"inline constexpr std::uint64_t BIAS = {partial_sums()[0]}ULL;\n"
        + "".join(f"extern const {declaration};\n" for declaration in arrays)
        + "}  // namespace paiju::tables\n"
    )
    source = head + '#include "evaluate_tables.hpp"\nnamespace paiju::tables {\n'
    source += "".join(array(declaration, values, suffix) for declaration, (values, suffix) in arrays.items())
    return header, source + "}  // namespace paiju::tables\n"


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    header, source = render()
    (folder / "evaluate_tables.hpp").write_text(header, encoding="ascii")
    (folder / "evaluate_tables.cpp").write_text(source, encoding="ascii")
