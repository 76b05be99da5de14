"""Running it twice: once nobody can bet any more, the rest of the board may be dealt twice, each board for half of every pot.

What lies open belongs to both boards. The second takes the cards after the river of the first, without further burns, so
there are always enough. Where the table asks, the players in the hand answer one after the other from the left of the
button, with all hands open; the first who wants it once decides, and only all of them together make it twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from paiju.cards import Card
from paiju.games.contract import IllegalAction, Line, Seat
from paiju.games.holdem.action import LEAVE, ONCE, TWICE, Action
from paiju.games.holdem.dealing import Dealt


@dataclass(frozen=True, slots=True)
class Runs:
    """The choices of a seat that is asked how often the rest of the board is dealt: once, or twice."""

    def __iter__(self) -> Iterator[Action]:
        yield ONCE
        yield TWICE

    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: int) -> Action:
        return (ONCE, TWICE)[index]

    def __contains__(self, action: object, /) -> bool:
        return action in (ONCE, TWICE, LEAVE)

    def resolve(self, seat: Seat, action: Action, /) -> Action:
        if action not in self:
            raise IllegalAction(seat, action, "bad_answer", Line.of("holdem.error.once_or_twice"))
        return action


def second_board(cards: Dealt, shown: int) -> tuple[Card, ...]:
    """The board of the second run, after so many community cards had been dealt."""
    after = cards.order.index(cards.board[4]) + 1
    return (*cards.board[:shown], *cards.order[after : after + 5 - shown])
