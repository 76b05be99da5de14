"""One hand in progress, as a value."""

from __future__ import annotations

from typing import Literal, NamedTuple

from paiju.cards import Card
from paiju.games.contract import Line
from paiju.games.holdem.dealing import Dealt
from paiju.games.holdem.pots import Pot, Refund
from paiju.games.holdem.rules import Stakes

STREETS = ("pre_flop", "flop", "turn", "river")
BOARD_CARDS = (0, 3, 4, 5)  # on the table in each street

Did = Literal[
    "ante",
    "small_blind",
    "big_blind",
    "straddle",
    "post",
    "dead_blind",
    "fold",
    "check",
    "call",
    "raise_to",
    "deal",
    "table",
    "once",
    "twice",
    "second",
    "show",
    "leave",
]


class _Act(NamedTuple):
    did: Did
    seat: int
    amount: int = 0
    total: int = 0
    cards: tuple[Card, ...] = ()


class Act(_Act):
    """One thing that happened. `amount`: chips added, or the street of a deal; `total`: the seat's bet after it.

    A `deal` is of the board, a `second` of the second board, which it holds as far as it has come. `lines` is how the log
    words it: worked out when first asked for, and no part of the value.
    """

    lines: tuple[Line, ...] | None = None


class Setup(NamedTuple):
    """What does not change during a hand."""

    seats: int
    order: tuple[int, ...]  # dealt in, from the left of the button
    button: int
    small_at: int  # where the small blind is due; -1 where there is none
    big: int
    stakes: Stakes
    stacks: tuple[int, ...]  # before any chip was paid
    cards: Dealt
    unknown: int  # seats (bits) whose cards an imported hand does not tell


class Won(NamedTuple):
    """One pot and who got what of it; `strength` is 0 where nobody had to show.

    Run twice, a contested pot makes two of these, each with half of the amount.
    """

    pot: Pot
    shares: tuple[tuple[int, int], ...]
    strength: int
    number: int = 0  # of the pot; 0: the main pot
    run: int = 0  # 1 or 2: the board that decided it, where there were two


class Result(NamedTuple):
    """How a hand was settled."""

    showdown: bool
    refund: Refund | None
    won: tuple[Won, ...]  # main pot first
    shown: tuple[int, ...]  # seats, in the order they showed
    mucked: tuple[int, ...]
    strengths: tuple[int, ...]  # by seat; 0 for hands that did not reach the showdown
    second: tuple[Card, ...] = ()  # the second board, if it was run twice


class State(NamedTuple):
    """A hand of hold'em. Seats are physical; `live` and `away` are sets of seats as bits."""

    setup: Setup
    street: int  # 0 pre-flop to 3 river: the last that was dealt
    turn: int  # who acts; -1 when the hand is over
    stacks: tuple[int, ...]
    bets: tuple[int, ...]  # on this street
    paid: tuple[int, ...]  # in this hand, this street included, dead chips not
    dead: int  # chips outside all levels: an ante for the table, a missed small blind
    live: int  # not folded
    acted: tuple[int, ...]  # the bet (in limit: the full level) at a seat's last action on this street; -1: none
    bet: int  # to match
    step: int  # last full bet or raise: the least increment of a raise
    level: int  # in limit: the last full wager; pieces of all-ins above it are to be completed
    wagers: int  # full bets and raises on this street, the big blind included
    capped: bool  # the cap was reached while more than two contested the pot
    aggressor: int  # last to bet or raise on this street; -1: none
    away: int  # seats that act by themselves: check where free, or fold
    history: tuple[Act, ...]
    result: Result | None
    asking: bool = False  # the betting is over, hands are open, and `turn` says how often to deal the rest of the board

    @property
    def pot(self) -> int:
        """Every chip in the middle, the bets of this street included."""
        return sum(self.paid) + self.dead

    @property
    def board(self) -> tuple[Card, ...]:
        return self.setup.cards.board[: BOARD_CARDS[self.street]]

    @property
    def live_seats(self) -> tuple[int, ...]:
        """Seats still in the hand, from the left of the button."""
        return tuple([seat for seat in self.setup.order if self.live >> seat & 1])

    def is_live(self, seat: int) -> bool:
        return bool(self.live >> seat & 1)

    def is_all_in(self, seat: int) -> bool:
        return bool(self.live >> seat & 1) and not self.stacks[seat]
