"""The quick generator of simulations (SplitMix64): the twin of native/random.hpp. Never for a deal that people play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

T = TypeVar("T")

APART: Final = 0x9E3779B97F4A7C15  # what numbered seeds are apart by
_WORD: Final = (1 << 64) - 1


class Quick:
    """A stream of 64-bit words.

    >>> hex(Quick(0)())
    '0xe220a8397b1dcdaf'
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _WORD

    def __call__(self) -> int:
        self._state = z = (self._state + APART) & _WORD
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _WORD
        return z ^ z >> 31


def take(fraction: int, n: int) -> tuple[int, int]:
    """Read a word as a fraction of one: its first digit in base n, and the fraction that is left.

    >>> take(1 << 63, 10)
    (5, 0)
    """
    product = fraction * n
    return product >> 64, product & _WORD


class QuickRng:
    """The quick generator with the interface of `paiju.cards.Rng`: numbered streams, numbers below n, shuffles."""

    __slots__ = ("_quick",)

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._quick = Quick(seed + stream * 0xD1B54A32D192ED03)

    def below(self, n: int) -> int:
        return take(self._quick(), n)[0]

    def choice(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """Fisher-Yates, from the last place down; one word decides four places."""
        row = list(items)
        fraction = 0
        for done, i in enumerate(range(len(row) - 1, 0, -1)):
            if done % 4 == 0:
                fraction = self._quick()
            j, fraction = take(fraction, i + 1)
            row[i], row[j] = row[j], row[i]
        return tuple(row)


def quick_seed(seed: int, index: int) -> int:
    """The seed of one of many quick deals."""
    return Quick(seed + index * APART)()
