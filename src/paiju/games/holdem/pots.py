"""Who can win which chips: refunds, the main pot and side pots, and how tied winners share them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

OddChips = Literal["one_each", "first_left_of_button"]


class Pot(NamedTuple):
    """Chips, the seats that can win them, and what each seat put into it. The first of a hand is the main pot."""

    amount: int
    eligible: tuple[int, ...]
    contributors: tuple[tuple[int, int], ...] = ()


class Refund(NamedTuple):
    """The part of a bet that nobody called."""

    seat: int
    amount: int


def refund(paid: Sequence[int], live: Sequence[int]) -> Refund | None:
    """What the largest contributor gets back: their chips above the second largest contribution, folded ones included.

    Only a live player is refunded: the chips of one who was folded by leaving stay in.

    >>> refund((100, 500, 250), live=(0, 1, 2))
    Refund(seat=1, amount=250)
    """
    most = max(paid)
    seat = paid.index(most)
    if seat not in live or paid.count(most) > 1:
        return None
    second = max([chips for at, chips in enumerate(paid) if at != seat], default=0)
    return Refund(seat, most - second) if most else None


def pots(paid: Sequence[int], live: Sequence[int], dead: int = 0) -> tuple[Pot, ...]:
    """Split contributions into pots, smallest all-in first; folded chips stay in, folded seats cannot win.

    Levels are the different contributions of live seats; chips of folded seats above the highest level join the last
    pot. `dead` chips (an ante that one player posts for all, a missed small blind) go to the main pot.

    >>> [pot[:2] for pot in pots((100, 200, 200, 100), live=(0, 1, 2))]
    [(400, (0, 1, 2)), (200, (1, 2))]
    """
    levels = sorted({paid[seat] for seat in live})
    if len(levels) == 1:
        given = tuple([(seat, chips) for seat, chips in enumerate(paid) if chips])
        return (Pot(sum(paid) + dead, tuple(live), given),)
    found: list[Pot] = []
    below = 0
    for level in levels:
        top = level if level != levels[-1] else max(paid)
        given = tuple((seat, min(chips, top) - below) for seat, chips in enumerate(paid) if chips > below)
        amount = sum(chips for _, chips in given) + (0 if found else dead)
        if amount:
            found.append(Pot(amount, tuple(seat for seat in live if paid[seat] >= level), given))
        below = level
    return tuple(found)


def shares(
    amount: int, winners: Sequence[int], button: int, seats: int, rule: OddChips = "one_each"
) -> tuple[tuple[int, int], ...]:
    """What each tied winner gets of one pot, in the order in which odd chips are given: clockwise after the button.

    `one_each`: odd chips go one each, so nobody gets two. `first_left_of_button`: all of them to the first.

    >>> shares(101, winners=(2, 5), button=4, seats=6)
    ((5, 51), (2, 50))
    """
    if len(winners) == 1:
        return ((winners[0], amount),)
    order = sorted(winners, key=lambda seat: (seat - button - 1) % seats)
    share, odd = divmod(amount, len(order))
    if rule == "one_each":
        return tuple((seat, share + (at < odd)) for at, seat in enumerate(order))
    return tuple((seat, share + (odd if at == 0 else 0)) for at, seat in enumerate(order))
