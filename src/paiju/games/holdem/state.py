"""One hand in progress, as a value."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from paiju.cards import Card
from paiju.games.contract import AnyGame, Line
from paiju.games.holdem.dealing import Dealt
from paiju.games.holdem.pots import Pot, Refund, pots
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
    seat: int = -1
    amount: int = 0
    total: int = 0
    cards: tuple[Card, ...] = ()
    street: int = 0


class Act(_Act):
    """One thing that happened. `amount`: chips added; `total`: the seat's bet after it; `seat` -1: nobody did it.

    `street` is where it happened, 0 pre-flop to 3 river; a deal belongs to the street it begins. A `deal` is of the board,
    a `second` of the second board, which it holds as far as it has come. `lines` is how the log words it: worked out when
    first asked for, and no part of the value.
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
    unknown: int  # seats (bits) whose cards an imported hand does not show
    game: AnyGame | None = None  # that dealt it; only drawings ask


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


class State(msgspec.Struct, frozen=True):
    """A hand of hold'em. Seats are physical; `live` and `away` are sets of seats as bits.

    The methods that are verbs (`pays`, `folds`, `passes` …) are steps: each returns the state after it.
    """

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
    least_raise: int  # last full bet or raise: the least increment of a raise
    level: int  # the last full wager; in limit, pieces of all-ins above it are to be completed
    wagers: int  # full bets and raises on this street, the big blind included
    capped: bool  # the cap was reached while more than two contested the pot
    aggressor: int  # last to bet or raise on this street; -1: none
    away: int  # seats that act by themselves: check where free, or fold
    history: tuple[Act, ...]
    result: Result | None = None
    asking: bool = False  # the betting is over, hands are open, and `turn` says how often to deal the rest of the board

    @property
    def game(self) -> AnyGame | None:
        """The game it is a deal of."""
        return self.setup.game

    def __repr__(self) -> str:
        from paiju.games.drawing import shown

        return shown(self)

    def _repr_html_(self) -> str:
        from paiju.games.drawing import shown_html

        return shown_html(self)

    @property
    def pot(self) -> int:
        """Every chip in the middle, the bets of this street included."""
        return sum(self.paid) + self.dead

    @property
    def board(self) -> tuple[Card, ...]:
        return self.setup.cards.board[: BOARD_CARDS[self.street]]

    @property
    def hole_cards(self) -> tuple[tuple[Card, ...], ...]:
        """Hole cards by seat, () for seats that were not dealt in: all of them, so this is for no player to see."""
        return self.setup.cards.holes

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The main pot and the side pots: without the bets of this street, and as they were paid once the hand is over.

        A board run twice pays every contested pot in two halves, which stand here one after the other.
        """
        if self.result is not None:
            return tuple([won.pot for won in self.result.won])
        gathered = tuple([paid - bet for paid, bet in zip(self.paid, self.bets, strict=True)])
        return pots(gathered, self.live_seats, self.dead) if any(gathered) or self.dead else ()

    @property
    def live_seats(self) -> tuple[int, ...]:
        """Seats still in the hand, from the left of the button."""
        return tuple([seat for seat in self.setup.order if self.live >> seat & 1])

    @property
    def is_contested(self) -> bool:
        """Whether more than one seat is still in the hand."""
        return bool(self.live & (self.live - 1))

    @property
    def able(self) -> int:
        """How many live seats have chips behind."""
        count = 0
        for seat, chips in enumerate(self.stacks):
            if chips and self.live >> seat & 1:
                count += 1
        return count

    def is_live(self, seat: int) -> bool:
        return bool(self.live >> seat & 1)

    def is_all_in(self, seat: int) -> bool:
        return bool(self.live >> seat & 1) and not self.stacks[seat]

    def is_away(self, seat: int) -> bool:
        return bool(self.away >> seat & 1)

    def owes(self, seat: int) -> int:
        """What the seat's bet lacks to the bet to match."""
        return self.bet - self.bets[seat]

    def notes(self, did: Did, seat: int = -1, amount: int = 0, total: int = 0, cards: tuple[Card, ...] = ()) -> State:
        """One more thing that happened."""
        return replace(self, history=(*self.history, Act(did, seat, amount, total, cards, self.street)))

    def pays(self, did: Did, seat: int, chips: int) -> State:
        """Chips go from the stack to the seat's bet."""
        total = self.bets[seat] + chips
        return replace(
            self,
            stacks=put(self.stacks, seat, self.stacks[seat] - chips),
            bets=put(self.bets, seat, total),
            paid=put(self.paid, seat, self.paid[seat] + chips),
            history=(*self.history, Act(did, seat, chips, total, street=self.street)),
        )

    def antes(self, did: Did, seat: int, chips: int, dead: bool) -> State:
        """Chips go from the stack to the pot and are no part of a bet; `dead` ones belong to no level either."""
        return replace(
            self,
            stacks=put(self.stacks, seat, self.stacks[seat] - chips),
            paid=self.paid if dead else put(self.paid, seat, self.paid[seat] + chips),
            dead=self.dead + chips if dead else self.dead,
            history=(*self.history, Act(did, seat, chips, self.bets[seat], street=self.street)),
        )

    def folds(self, seat: int) -> State:
        history = (*self.history, Act("fold", seat, 0, self.bets[seat], street=self.street))
        return replace(self, live=self.live & ~(1 << seat), history=history)

    def passes(self, after: int) -> State:
        """The next seat that must act has the turn, nobody if the round is over.

        A seat that owes nothing is asked only while another seat with chips could answer it.
        """
        return replace(self, turn=self._next_turn(after) if self.is_contested else -1)

    def _next_turn(self, after: int) -> int:
        for seat in chain(range(after + 1, self.setup.seats), range(after + 1)):
            if self.live >> seat & 1 and self.stacks[seat]:
                if self.bets[seat] < self.bet:
                    return seat
                if self.acted[seat] < 0 and self.able > 1:
                    return seat
        return -1

    def deals(self, least_bet: int) -> State:
        """The next street: bets are gathered, and the first seat after the button is asked."""
        seats, street = self.setup.seats, self.street + 1
        dealt = replace(
            self, street=street, bets=(0,) * seats, acted=(-1,) * seats, bet=0, least_raise=least_bet, level=0, wagers=0,
            capped=False, aggressor=-1, history=(*self.history, Act("deal", street=street)),
        )  # fmt: skip
        return dealt.passes(after=self.setup.button)


def put(row: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    """A row with another value at one place."""
    return (*row[:at], value, *row[at + 1 :])


def bits(seats: Iterable[int]) -> int:
    """A set of seats as bits."""
    found = 0
    for seat in seats:
        found |= 1 << seat
    return found
