"""Which rank is stronger, as data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from paiju.cards.card import RANK_LETTERS, Card, Rank


@dataclass(frozen=True)
class RankOrder:
    """Ranks from weakest to strongest.

    >>> order = RankOrder("3 4 5 6 7 8 9 T J Q K A 2 L R")
    >>> order.value(Rank.THREE), order.value(Rank.BIG_JOKER), Rank.SMALL_JOKER in order
    (1, 15, True)
    """

    text: str

    def __post_init__(self) -> None:
        letters = self.text.split()
        unknown = [letter for letter in letters if len(letter) != 1 or letter not in RANK_LETTERS]
        if unknown or len(set(letters)) != len(letters):
            raise ValueError(f"a rank order lists each rank once, weakest first, with spaces between: {self.text!r}")

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        return tuple(Rank(RANK_LETTERS.index(letter) + 2) for letter in self.text.split())

    @cached_property
    def values(self) -> dict[Rank, int]:
        return {rank: value for value, rank in enumerate(self.ranks, start=1)}

    def value(self, rank: Rank) -> int:
        """1 for the weakest rank; KeyError for one that this order leaves out."""
        return self.values[rank]

    def __contains__(self, rank: object) -> bool:
        return rank in self.values

    def sort(self, row: Iterable[Card], suits: str = "dchs") -> tuple[Card, ...]:
        """Strongest first, equal ranks by suit, the last of `suits` being the strongest."""
        return tuple(sorted(row, key=lambda one: (self.values[one.rank], _suit_value(one, suits)), reverse=True))


def _suit_value(one: Card, suits: str) -> int:
    return suits.index(one.suit.letter) if one.suit else 0
