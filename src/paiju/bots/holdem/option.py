"""An answer that a hold'em bot weighs, and the money around it."""

from __future__ import annotations

from typing import NamedTuple

from paiju.bots.holdem.story import Story
from paiju.games.contract import Line
from paiju.games.holdem.action import Action, raise_to
from paiju.games.holdem.betting import Bets
from paiju.games.holdem.forced import STRADDLE
from paiju.games.holdem.view import PlayerStatus


class Option(NamedTuple):
    """An action, the chips it is expected to win beyond folding, why, and whether it lives on others folding.

    The value is None where an answer was chosen by a rule and not weighed.
    """

    action: Action
    value: float | None
    why: Line
    bluff: bool = False

    @property
    def worth(self) -> float:
        return self.value or 0.0


class Spot:
    """What a decision is about: chips to win, to pay, and behind."""

    def __init__(self, story: Story, bets: Bets) -> None:
        self.story, self.bets = story, bets
        view = story.view
        self.big = max(1, view.big_blind) * (
            1 if view.straddle_seat is None else STRADDLE
        )  # what stacks are measured by
        me = view.seats[story.seat]
        self.pay = bets.to_call
        mine = me.total_bet + self.pay
        dead = view.pot - sum(seat.total_bet for seat in view.seats)
        self.pot = (
            dead + sum(min(seat.total_bet, mine) for seat in view.seats if seat.seat != story.seat) + me.total_bet
        )
        """What may be won by calling: chips beyond the own stack go to others or back."""
        self.opponents = story.opponents()
        self.deepest = max(
            (view.seats[seat].bet + view.seats[seat].chips for seat in self.opponents), default=bets.current
        )
        """The largest total on this street that somebody else can match."""
        self.most = min(bets.bet + bets.chips, max(self.deepest, bets.current))
        self.is_last = self._is_last()

    def _is_last(self) -> bool:
        """Whether nobody who can still bet acts after this seat on later streets."""
        view, story = self.story.view, self.story
        seats = len(view.seats)

        def turn(seat: int) -> int:
            return (seat - view.dealer_button - 1) % seats

        able = [seat for seat in self.opponents if view.seats[seat].status is PlayerStatus.ACTIVE]
        return all(turn(seat) < turn(story.seat) for seat in able)

    @property
    def stack(self) -> float:
        """Chips that can still be played for, in big blinds."""
        return (self.most - self.bets.bet) / self.big

    def total(self, wanted: float) -> Action | None:
        """A raise near this total; all-in when little would be left behind; None where no raise is allowed."""
        bets = self.bets
        if not bets.high:
            return None
        amount = max(bets.low, min(bets.high, round(wanted), max(bets.low, self.most)))
        if amount - bets.bet > 0.65 * bets.chips or self.most - amount < self.big:
            amount = bets.high if bets.high <= self.most else max(bets.low, min(bets.high, self.most))
        return raise_to(amount)
