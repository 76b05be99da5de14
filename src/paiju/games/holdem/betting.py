"""What a player may do now: the bounds of a call and a raise under the three betting structures, and how often to run the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from paiju.games.contract import IllegalAction, Line, Seat
from paiju.games.holdem.action import ALL_IN, CALL, CHECK, FOLD, LEAVE, ONCE, TWICE, Action, raise_to


class Bets(msgspec.Struct, frozen=True):
    """The choices of one betting decision.

    In order: check and fold where checking is free, else fold and call; then every legal raise from the smallest.
    `low` and `high` bound the total of a raise; both are 0 where there is none.
    """

    bet: int  # own chips on this street
    chips: int  # behind
    current: int  # the bet to match
    low: int
    high: int
    contested: bool  # somebody else could put in more than the bet: without that a raise is only a call

    @property
    def owes(self) -> int:
        """What is missing to the bet."""
        return self.current - self.bet

    @property
    def to_call(self) -> int:
        """What a call would pay."""
        return min(self.chips, self.current - self.bet)

    def __iter__(self) -> Iterator[Action]:
        if self.owes:
            yield FOLD
            yield CALL
        else:
            yield CHECK
            yield FOLD
        if self.high:
            for total in range(self.low, self.high + 1):
                yield Action("raise_to", total)

    def __len__(self) -> int:
        return 2 + (self.high - self.low + 1 if self.high else 0)

    def __getitem__(self, index: int) -> Action:
        """The action at a place of the iteration, without walking there."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        if index > 1:
            return raise_to(self.low + index - 2)
        return ((FOLD, CALL) if self.owes else (CHECK, FOLD))[index]

    def __contains__(self, action: object, /) -> bool:
        if not isinstance(action, Action):
            return False
        try:
            self.resolve(Seat(0), action)
        except IllegalAction:
            return False
        return True

    def resolve(self, seat: Seat, action: Action, /) -> Action:
        """Check an answer and spell it canonically: `all_in` and chips added become a call or the total of a raise."""
        kind = action.kind
        if kind == "fold" or kind == "leave":
            return FOLD if kind == "fold" else LEAVE
        if kind == "check":
            if self.owes:
                raise IllegalAction(
                    seat, action, "bad_answer", Line.of("holdem.error.cannot_check", to_call=self.to_call)
                )
            return CHECK
        if kind == "call":
            if not self.owes:
                raise IllegalAction(seat, action, "use_check", Line.of("holdem.error.use_check"))
            return CALL
        if kind == "show":
            raise IllegalAction(seat, action, "wrong_phase", Line.of("holdem.error.show_later"))
        if kind == "all_in":
            return self._all_in(seat)
        if kind == "once" or kind == "twice":
            raise IllegalAction(seat, action, "wrong_phase", Line.of("holdem.error.not_asked"))
        return self._raise(seat, action, action.amount if kind == "raise_to" else self.bet + action.amount)

    def _all_in(self, seat: Seat) -> Action:
        total = self.bet + self.chips
        if total <= self.current or (not self.contested and self.owes):
            return CALL  # a stack that cannot raise, or nobody left who could answer the rest of it
        if not self.contested:
            return CHECK
        return self._raise(seat, ALL_IN, total)

    def _raise(self, seat: Seat, action: Action, total: int) -> Action:
        if not self.high:
            raise IllegalAction(
                seat, action, "cannot_raise", Line.of("holdem.error.cannot_raise", to_call=self.to_call)
            )
        if self.low <= total <= self.high:
            return raise_to(total)
        code = "amount_too_small" if total < self.low else "amount_too_large"
        raise IllegalAction(seat, action, code, self._bounds(action))

    def _bounds(self, action: Action) -> Line:
        """What would be right, in the unit that was sent: chips added for `raise` and `bet`, else the total."""
        unit, paid = ("added", self.bet) if action.kind == "raise" else ("total", 0)
        if self.low == self.high:
            return Line.of(f"holdem.error.exactly_{unit}", amount=self.low - paid)
        return Line.of(f"holdem.error.between_{unit}", low=self.low - paid, high=self.high - paid)


@dataclass(frozen=True, slots=True)
class Runs:
    """The choices of a seat that is asked how often the rest of the board is dealt: once, or twice for half of every pot each.

    Nobody can bet any more and all hands are open. The players in the hand answer one after the other from the left of the
    button; the first who wants it once decides, and only all of them together make it twice.
    """

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
