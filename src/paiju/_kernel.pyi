"""Types of the native module; its sources are in native/. Import paiju.kernel, never this."""

from collections.abc import Sequence
from typing import Any

from typing_extensions import Buffer

def evaluate7(mask: int, /) -> int:
    """Strength of seven cards, 1 to 7462; higher wins, equal ties."""

def evaluate(*hand: Any) -> int:
    """Strength of the best five of five to seven cards: one mask, one bytes object, or the cards as integers."""

def evaluate_short(*hand: Any) -> int:
    """The same with the short deck."""

def evaluate_short_trips(*hand: Any) -> int:
    """The same with the short deck and three of a kind above a straight."""

def evaluate_many(hands: Buffer, out: Buffer, ruling: int = 0, threads: int = 1) -> None:
    """Strengths of many hands, as 64-bit masks or as rows of five to seven bytes, into 16-bit integers."""

def frequencies(cards: int, ruling: int = 0) -> list[int]:
    """How many hands of so many cards have each strength; place 0 is unused."""

def enumerate_boards(holes: Sequence[int], board: int, dead: int, ruling: int = 0) -> list[list[int]]:
    """For each player, on how many of all boards he is one of 1, 2, ... winners."""

def enumerate_ranges(
    holes_a: Buffer,
    weights_a: Buffer,
    holes_b: Buffer,
    weights_b: Buffer,
    board: int,
    dead: int,
    c: int,
    d: int,
    h: int,
    s: int,
    ruling: int = 0,
) -> tuple[float, float, float]:
    """Two weighted ranges over all boards: weight won by the first, tied, won by the second."""

def sample_boards(
    groups: Sequence[tuple[int, Any, Any, Any, bool]], board: int, dead: int, ruling: int, samples: int, seed: int
) -> list[list[int]]:
    """The same counts as enumerate_boards over random hands and boards."""
