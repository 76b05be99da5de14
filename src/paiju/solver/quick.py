"""The quick generator of simulations (SplitMix64): the twin of native/random.hpp. Never for a deal that people play."""

from __future__ import annotations

from typing import Final

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
        self._state = z = (self._state + 0x9E3779B97F4A7C15) & _WORD
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
