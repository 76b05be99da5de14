"""A reader for QR codes, written from the standard's description of them and independently of the page's writer.

It reads a perfect matrix: finds version and mask, takes the bits off, undoes the interleaving, checks that every block is a
word of its Reed-Solomon code (all syndromes 0), and returns the bytes of a single byte-mode segment.
"""

from __future__ import annotations

Matrix = list[list[bool]]

BLOCKS = {1: (7, [19]), 2: (10, [34]), 3: (15, [55]), 4: (20, [80]), 5: (26, [108]), 6: (18, [68, 68])}
"""Level L, by version: correction bytes in a block, data bytes of the blocks."""
CENTRES = {1: [], 2: [18], 3: [22], 4: [26], 5: [30], 6: [34]}


def _power(exponent: int) -> int:
    value = 1
    for _ in range(exponent % 255):
        value <<= 1
        if value > 255:
            value ^= 0b1_0001_1101
    return value


_POWERS = [_power(i) for i in range(255)]
_LOGS = {value: i for i, value in enumerate(_POWERS)}


def _evaluate(word: list[int], at: int) -> int:
    """The word as a polynomial, highest power first, at the given power of the generator."""
    total = 0
    for value in word:
        total = 0 if not total else _POWERS[(_LOGS[total] + at) % 255]
        total ^= value
    return total


def _reserved(size: int, version: int) -> set[tuple[int, int]]:
    """Modules that carry no data: finders with their separators and format bits, timing, alignment."""
    corner = {(r, c) for r in range(9) for c in range(9)}
    corner |= {(r, c) for r in range(9) for c in range(size - 8, size)}
    corner |= {(r, c) for r in range(size - 8, size) for c in range(9)}
    timing = {(6, i) for i in range(size)} | {(i, 6) for i in range(size)}
    centres = CENTRES[version]
    patterns = {(m + i, m + j) for m in centres for i in range(-2, 3) for j in range(-2, 3)}
    return corner | timing | patterns


def _masked(mask: int, r: int, c: int) -> bool:
    return [
        (r + c) % 2, r % 2, c % 3, (r + c) % 3, (r // 2 + c // 3) % 2, r * c % 2 + r * c % 3,
        (r * c % 2 + r * c % 3) % 2, ((r + c) % 2 + r * c % 3) % 2,
    ][mask] == 0  # fmt: skip


def _format(matrix: Matrix) -> int:
    """The fifteen format bits round the upper left finder, checked against their second copy and their code."""
    size = len(matrix)
    first = [matrix[8][c] for c in (0, 1, 2, 3, 4, 5, 7, 8)] + [matrix[r][8] for r in (7, 5, 4, 3, 2, 1, 0)]
    second = [matrix[r][8] for r in range(size - 1, size - 8, -1)] + [matrix[8][c] for c in range(size - 8, size)]
    assert first == second, "the two copies of the format differ"
    bits = int("".join("01"[bit] for bit in first), 2) ^ 0b101_0100_0001_0010
    rest = bits
    for shift in range(4, -1, -1):
        if rest >> (shift + 10) & 1:
            rest ^= 0b101_0011_0111 << shift
    assert rest == 0, "the format bits are no word of their code"
    assert matrix[size - 8][8], "the dark module is missing"
    return bits >> 10


def read(matrix: Matrix) -> str:
    """The text in the code."""
    size = len(matrix)
    version = (size - 17) // 4
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        for r in range(7):
            for c in range(7):
                assert matrix[top + r][left + c] == (max(abs(r - 3), abs(c - 3)) != 2), "a finder is damaged"
    for i in range(8, size - 8):
        assert matrix[6][i] == matrix[i][6] == (i % 2 == 0), "the timing is damaged"
    level, mask = divmod(_format(matrix), 8)
    assert level == 1, "level L is expected"
    reserved = _reserved(size, version)
    bits: list[int] = []
    columns = [*range(size - 1, 6, -2), 5, 3, 1]
    for turn, right in enumerate(columns):
        for r in range(size - 1, -1, -1) if turn % 2 == 0 else range(size):
            for c in (right, right - 1):
                if (r, c) not in reserved:
                    bits.append(int(matrix[r][c] != _masked(mask, r, c)))
    words = [int("".join(map(str, bits[i : i + 8])), 2) for i in range(0, len(bits) - 7, 8)]
    checks, blocks = BLOCKS[version]
    count = len(blocks)
    data: list[int] = []
    for at, length in enumerate(blocks):
        block = words[at : length * count : count]
        block_checks = words[sum(blocks) + at : sum(blocks) + checks * count : count]
        assert all(_evaluate(block + block_checks, power) == 0 for power in range(checks)), "a block is damaged"
        data += block
    stream = "".join(f"{word:08b}" for word in data)
    assert stream[:4] == "0100", "byte mode is expected"
    length = int(stream[4:12], 2)
    return bytes(int(stream[12 + 8 * i : 20 + 8 * i], 2) for i in range(length)).decode()
