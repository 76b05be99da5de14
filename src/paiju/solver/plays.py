"""The legal plays of a climbing game's hand, and which combo beats which, through the kernel.

native = NativePlays.of(game)              # None where the kernel does not know the sheet
native.moves(hand, counts, top)            # patterns only: for search
native.plays(hand, counts, top)            # as the reader of the game lists them: same plays, same order
"""

from __future__ import annotations

from typing import Any

from paiju import kernel
from paiju.games.climb.actions import Play
from paiju.games.climb.compiled import Move, play_of, reader_table
from paiju.games.climb.game import Climb
from paiju.games.climb.shapes import Combo


class NativePlays:
    """The kernel's twin of a reader. Hands are the integers of `paiju.games.climb.layout`."""

    def __init__(self, game: Climb, native: Any) -> None:
        self.reader = game.reader
        self._native = native

    @staticmethod
    def of(game: Climb) -> NativePlays | None:
        found = reader_table(game.rules) if kernel.HAVE_KERNEL else None
        return None if found is None else NativePlays(game, getattr(kernel.native, f"{found[0]}Plays")(found[1]))

    def moves(self, hand: int, counts: int, top: Combo | None) -> list[Move]:
        """What each play takes, and the number of its combo."""
        found: list[Move] = self._native.plays(hand, counts, -1 if top is None else top.number)
        return found

    def plays(self, hand: int, counts: int, top: Combo | None) -> list[Play]:
        number = -1 if top is None else top.number
        return [play_of(self.reader, hand, move, number) for move in self._native.plays(hand, counts, number)]

    def beats(self, one: Combo, other: Combo) -> bool:
        return bool(self._native.beats(one.number, other.number))
