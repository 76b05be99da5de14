"""Who is dealt in, and where the button and the blinds are.

`moving`: the button goes to the next seat that is dealt in, the blinds follow it. `dead`: the big blind goes to the
next live seat, the small blind is due from the seat that was big blind and the button lies where the small blind
was, be those seats empty. With two players the button is the small blind, and nobody is big blind twice running.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from paiju.cards import Rng
from paiju.games.holdem.rules import HoldemOptions


class Positions(NamedTuple):
    """`small_at` is where the small blind is due, `small` who posts it: -1 if that seat is not dealt in."""

    dealt: tuple[int, ...]
    button: int
    small_at: int
    big: int

    @property
    def small(self) -> int:
        return self.small_at if self.small_at in self.dealt else -1


def next_of(seat: int, among: Sequence[int], seats: int) -> int:
    """The first of some seats, given in their order, clockwise after this one; the seat itself comes last."""
    after = bisect(among, seat % seats)
    return among[after] if after < len(among) else among[0]


def last_of(seat: int, among: Iterable[int], seats: int) -> int:
    """The first of some seats counter-clockwise before this one."""
    return min(among, key=lambda one: (seat - one - 1) % seats)


def ready(options: HoldemOptions, stacks: Sequence[int]) -> tuple[int, ...]:
    """Seats that could be dealt in: chips in front of them, and not sitting out (which a tournament ignores)."""
    out = () if options.tournament else options.sitting_out
    return tuple([seat for seat, chips in enumerate(stacks) if chips and seat not in out])


def certain(options: HoldemOptions, stacks: Sequence[int]) -> tuple[int, ...]:
    """Seats that are dealt in wherever the blinds come to be.

    A seat that waits for the big blind is dealt in when the blind reaches it, or when fewer than two others are left.
    """
    return _certain(options, ready(options, stacks))


def _certain(options: HoldemOptions, free: tuple[int, ...]) -> tuple[int, ...]:
    waiting = () if options.tournament else options.waiting
    sure = tuple([seat for seat in free if seat not in waiting]) if waiting else free
    if len(sure) < 2:
        sure = free
    if len(sure) < 2:
        raise ValueError("a hand needs two players with chips")
    return sure


def draws_button(options: HoldemOptions) -> bool:
    """Whether chance decides where the button is, as in the very first hand; then it is one of `certain`."""
    return options.button < 0 and (options.last_big < 0 or options.last_button < 0)


def positions(options: HoldemOptions, stacks: Sequence[int], seed: int) -> Positions:
    """Seats of the next hand. Chance decides only the very first button."""
    seats = len(stacks)
    free = ready(options, stacks)
    sure = _certain(options, free)
    if draws_button(options):
        return _from_button(options, Rng(seed, stream=1).choice(sure), sure, free, seats)
    if options.button >= 0:
        return _from_button(options, options.button, sure, free, seats)
    if options.has_button_blind:
        return _from_button(options, next_of(options.last_button, sure, seats), sure, free, seats)
    big = next_of(options.last_big, free, seats)
    if len(sure) == 2 and big in sure:
        button = next(seat for seat in sure if seat != big)
        return Positions(sure, button, button, big)
    if len(sure) == 2 or options.button_rule == "dead":
        return _from_big(options, big, tuple(sorted({*sure, big})), seats)
    return _from_button(options, next_of(options.last_button, sure, seats), sure, free, seats)


def _from_button(
    options: HoldemOptions, button: int, sure: Sequence[int], free: Sequence[int], seats: int
) -> Positions:
    if options.has_button_blind:
        return Positions(tuple(sorted({*sure, button})) if button in free else tuple(sure), button, -1, button)
    if len(sure) == 2:
        big = next_of(button, [seat for seat in sure if seat != button], seats)
        small = next(seat for seat in sure if seat != big)
        return Positions(tuple(sure), button if button in sure else small, small, big)
    small = next_of(button, [seat for seat in sure if seat != button], seats)
    big = next_of(small, [seat for seat in free if seat not in (small, button)], seats)
    return Positions(tuple(sorted({*sure, big})), button, small, big)


def _from_big(options: HoldemOptions, big: int, dealt: tuple[int, ...], seats: int) -> Positions:
    small_at, button = options.last_big, options.last_small
    if small_at == big or options.button_rule != "dead":
        small_at = last_of(big, [seat for seat in dealt if seat != big], seats)
    if button in (big, small_at, -1) or options.button_rule != "dead":
        button = last_of(small_at, [seat for seat in dealt if seat not in (big, small_at)], seats)
    return Positions(dealt, button, small_at, big)
