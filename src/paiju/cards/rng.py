"""Chance that a third party can repeat: SHA-256 in counter mode, unbiased integers, Fisher-Yates.

The stream of a seed, 0 <= seed < 2**256, and a stream number (0 unless said otherwise):

    block(i) = SHA256(seed as 32 bytes ‖ stream as 8 bytes ‖ i as 8 bytes), all big-endian, i = 0, 1, 2 …
    words    = each block cut into eight 32-bit big-endian integers, in order
    below(n) = the next word w with w < 2**32 - 2**32 % n, modulo n; larger words are thrown away
    shuffle  = for i = last … 1: swap item i with item below(i + 1)

docs/fair-deals.md gives test vectors, and a dozen lines of another language that agree with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from struct import Struct
from typing import Final, Protocol, TypeVar

T = TypeVar("T")

_WORDS: Final = Struct(">8I")
_RANGE: Final = 1 << 32


class Rng:
    """The documented generator. The same seed gives the same numbers on any machine and in any language.

    >>> [Rng(7).below(6) for _ in range(2)]
    [5, 5]
    """

    __slots__ = ("_block", "_next", "_prefix", "_words")

    def __init__(self, seed: int, stream: int = 0) -> None:
        if not 0 <= seed < 1 << 256:
            raise ValueError("a seed is an integer from 0 to 2**256 - 1")
        self._prefix = seed.to_bytes(32, "big") + stream.to_bytes(8, "big")
        self._words: tuple[int, ...] = ()
        self._next = 8
        self._block = 0

    def word(self) -> int:
        """The next 32 bits."""
        if self._next == 8:
            self._words = _WORDS.unpack(sha256(self._prefix + self._block.to_bytes(8, "big")).digest())
            self._block += 1
            self._next = 0
        word = self._words[self._next]
        self._next += 1
        return word

    def below(self, n: int) -> int:
        """An integer from 0 to n - 1, each equally likely."""
        if not 0 < n <= _RANGE:
            raise ValueError("below() takes a whole number from 1 to 2**32")
        limit = _RANGE - _RANGE % n
        while (word := self.word()) >= limit:
            pass
        return word % n

    def choice(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """Fisher-Yates, from the last place down. Says `below` in full: deals spend most of their time here."""
        row = list(items)
        words, at = self._words, self._next
        safe = _RANGE - len(row)  # below this a word is below the limit of every place
        for n in range(len(row), 1, -1):
            while True:
                if at == 8:
                    words = _WORDS.unpack(sha256(self._prefix + self._block.to_bytes(8, "big")).digest())
                    self._block += 1
                    at = 0
                word = words[at]
                at += 1
                if word < safe or word < _RANGE - _RANGE % n:
                    break
            j = word % n
            row[n - 1], row[j] = row[j], row[n - 1]
        self._words, self._next = words, at
        return tuple(row)

    def riffled(self, items: Iterable[T], times: int = 7) -> tuple[T, ...]:
        """Gilbert-Shannon-Reeds riffles: cut by fair coins, then drop from each packet in proportion to its size."""
        row = list(items)
        for _ in range(times):
            cut = sum(self.below(2) for _ in row)
            left, right = row[:cut], row[cut:]
            row = []
            i, j = 0, 0
            while i < len(left) or j < len(right):
                rest_left, rest_right = len(left) - i, len(right) - j
                if self.below(rest_left + rest_right) < rest_left:
                    row.append(left[i])
                    i += 1
                else:
                    row.append(right[j])
                    j += 1
        return tuple(row)


class Shuffles(Protocol):
    """What a shuffle asks of a generator."""

    def below(self, n: int, /) -> int: ...

    def shuffled(self, items: Iterable[T], /) -> tuple[T, ...]: ...


def clumped(rng: Shuffles, items: Sequence[T]) -> tuple[T, ...]:
    """A deck that is not really shuffled (不洗牌): neighbours mostly stay together.

    The deck is cut, broken from its beginning into clumps of two to five cards, the clumps are shuffled, and the deck is
    cut again. The cuts make every place of the result alike.
    """
    row = _cut(rng, tuple(items))
    clumps, start = [], 0
    while start < len(row):
        size = 2 + rng.below(4)
        clumps.append(row[start : start + size])
        start += size
    return _cut(rng, tuple([item for clump in rng.shuffled(clumps) for item in clump]))


def _cut(rng: Shuffles, row: tuple[T, ...]) -> tuple[T, ...]:
    at = rng.below(len(row))
    return row[at:] + row[:at]
