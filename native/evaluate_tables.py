"""Write the lookup tables of native/evaluate.cpp; run by CMake while the kernel is built.

A hand's strength is 1..7462: the number of five-card hands, suits apart, that it beats or equals.
Suits matter only in flushes, so there are two tables:

- ``FLUSH[ranks]`` for the 13-bit rank set of a suit that holds five or more cards;
- a perfect hash from the multiset of ranks to the strength otherwise. Each rank has a weight in ``WEIGHTS``
  such that any two multisets of up to seven cards, at most four of a rank, have different sums. The sum, mixed by a
  multiplication, names a bucket and a home cell; each bucket's cells are moved (by exclusive or) to where no other
  entry is: the strength is at ``STRENGTH[home ^ DISPLACEMENT[bucket]]``.

``PARTIAL[i][byte]`` turns the i-th byte of a 52-bit mask into its share of the sum, plus the number of cards in each
suit and in all, so that seven additions read a whole hand.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

# Found greedily: each is the least number that keeps all sums of up to seven cards apart (checked below).
WEIGHTS = (1, 5, 24, 112, 521, 2247, 9244, 30823, 103066, 250154, 667453, 1526359, 3453520)
RANKS = range(13)
MULTIPLIER, BUCKET_BITS, HOME_SHIFT, CELLS = 0x9E3779B1, 14, 3, 1 << 17
SUIT_SHIFT, SUIT_BITS, COUNT_SHIFT = 32, 5, 52
SUIT_BIAS = (1 << (SUIT_BITS - 1)) - 5  # the top bit of a suit's field is set from five cards on

Strength = tuple[int, ...]  # category, then ranks in the order in which they break ties

HIGH_CARD, PAIR, TWO_PAIR, TRIPLE, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)


def straight_top(ranks: int) -> int | None:
    """The top rank of the best straight in a set of ranks; the ace also counts as one, below the deuce."""
    extended = ranks << 1 | ranks >> 12 & 1
    return next((top for top in range(12, 2, -1) if extended >> (top - 3) & 0b11111 == 0b11111), None)


def best_plain(counts: tuple[int, ...]) -> Strength:
    """The best five cards of a multiset of ranks when no flush is possible."""
    high = [rank for rank in reversed(RANKS) if counts[rank]]
    fours = [rank for rank in high if counts[rank] == 4]
    threes = [rank for rank in high if counts[rank] == 3]
    pairs = [rank for rank in high if counts[rank] == 2]
    if fours:
        return QUADS, fours[0], next(rank for rank in high if rank != fours[0])
    if threes and (threes[1:] or pairs):
        return FULL_HOUSE, threes[0], max(threes[1:] + pairs)
    top = straight_top(sum(1 << rank for rank in high))
    if top is not None:
        return STRAIGHT, top
    if threes:
        return TRIPLE, threes[0], *[rank for rank in high if rank != threes[0]][:2]
    if len(pairs) >= 2:
        return TWO_PAIR, *pairs[:2], next(rank for rank in high if rank not in pairs[:2])
    if pairs:
        return PAIR, pairs[0], *[rank for rank in high if rank != pairs[0]][:3]
    return HIGH_CARD, *high[:5]


def best_flush(ranks: int) -> Strength:
    """The best five cards of one suit, given the set of ranks held in it."""
    top = straight_top(ranks)
    if top is not None:
        return STRAIGHT_FLUSH, top
    return FLUSH, *[rank for rank in reversed(RANKS) if ranks >> rank & 1][:5]


def multisets(size: int, ranks: int = 13) -> Iterator[tuple[int, ...]]:
    """Every way to hold ``size`` cards as counts per rank, at most four of each."""
    if ranks == 0:
        if size == 0:
            yield ()
        return
    for last in range(min(4, size) + 1):
        for rest in multisets(size - last, ranks - 1):
            yield (*rest, last)


def strengths() -> dict[Strength, int]:
    """All 7462 five-card hands, weakest first."""
    plain = {best_plain(counts) for counts in multisets(5)}
    suited = {best_flush(sum(1 << rank for rank in five)) for five in combinations(RANKS, 5)}
    ordered = sorted(plain | suited)
    assert len(ordered) == 7462
    return {strength: number for number, strength in enumerate(ordered, start=1)}


def plain_table(number: dict[Strength, int]) -> dict[int, int]:
    """Sum of weights -> strength, for five, six and seven cards."""
    table: dict[int, int] = {}
    for size in (5, 6, 7):
        for counts in multisets(size):
            key = sum(count * weight for count, weight in zip(counts, WEIGHTS, strict=True))
            assert key not in table, "the weights do not tell two hands apart"
            table[key] = number[best_plain(counts)]
    return table


def perfect_hash(table: dict[int, int]) -> tuple[list[int], list[int]]:
    """Displacement of each bucket and the cells: fullest buckets first, each at the first place where it fits."""
    buckets: list[list[tuple[int, int]]] = [[] for _ in range(1 << BUCKET_BITS)]
    for key, strength in table.items():
        mixed = key * MULTIPLIER & 0xFFFFFFFF
        buckets[mixed >> 32 - BUCKET_BITS].append((mixed >> HOME_SHIFT & CELLS - 1, strength))
    displacement, cells = [0] * len(buckets), [0] * CELLS
    for index in sorted(range(len(buckets)), key=lambda index: -len(buckets[index])):
        homes = [home for home, _ in buckets[index]]
        assert len(set(homes)) == len(homes), "two hands of one bucket have the same home: choose another multiplier"
        move = next(move for move in range(CELLS) if not any(cells[home ^ move] for home in homes))
        displacement[index] = move
        for home, strength in buckets[index]:
            cells[home ^ move] = strength
    assert max(displacement) < 1 << 16
    return displacement, cells


def partial_sums() -> list[list[int]]:
    """Share of each byte value of a mask in the packed sum; the bias of the suit counters is in the first byte."""

    def card(bit: int) -> int:
        rank, suit = divmod(bit, 4)
        return WEIGHTS[rank] + (1 << SUIT_SHIFT + SUIT_BITS * suit) + (1 << COUNT_SHIFT)

    table = []
    for byte in range(7):
        bits = [card(8 * byte + i) if 8 * byte + i < 52 else 0 for i in range(8)]
        table.append([sum(bits[i] for i in range(8) if value >> i & 1) for value in range(256)])
    bias = sum(SUIT_BIAS << SUIT_SHIFT + SUIT_BITS * suit for suit in range(4))
    table[0] = [value + bias for value in table[0]]
    return table


def c_array(declaration: str, values: list[int], suffix: str = "") -> str:
    lines = [
        ",".join(f"{value}{suffix}" for value in values[start : start + 16]) for start in range(0, len(values), 16)
    ]
    return f"{declaration} = {{\n" + ",\n".join(lines) + "};\n"


def render() -> str:
    number = strengths()
    displacement, cells = perfect_hash(plain_table(number))
    flush = [number[best_flush(ranks)] if ranks.bit_count() >= 5 else 0 for ranks in range(1 << 13)]
    flat = [value for row in partial_sums() for value in row]
    return "".join(
        (
            "// Generated by native/evaluate_tables.py; do not edit.\n",
            f"inline constexpr std::uint32_t MULTIPLIER = {MULTIPLIER}U, CELLS = {CELLS}U;\n",
            f"inline constexpr int BUCKET_SHIFT = {32 - BUCKET_BITS}, HOME_SHIFT = {HOME_SHIFT};\n",
            f"inline constexpr int SUIT_SHIFT = {SUIT_SHIFT}, SUIT_BITS = {SUIT_BITS};\n",
            f"inline constexpr int COUNT_SHIFT = {COUNT_SHIFT};\n",
            c_array("alignas(64) inline constexpr std::uint64_t PARTIAL[7 * 256]", flat, "ULL"),
            c_array(f"alignas(64) inline constexpr std::uint16_t DISPLACEMENT[{len(displacement)}]", displacement),
            c_array(f"alignas(64) inline constexpr std::uint16_t STRENGTH[{len(cells)}]", cells),
            c_array("alignas(64) inline constexpr std::uint16_t FLUSH[8192]", flush),
        )
    )


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(render(), encoding="ascii")
