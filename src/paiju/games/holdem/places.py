"""Places in a tournament: who went out when."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.state import State


def places(options: HoldemOptions, state: State) -> tuple[int, ...]:
    """Places by seat so far: 1 has won the tournament, 0 is still in. () while nobody is out, and at a cash table."""
    if not options.tournament or state.result is None:
        return options.places
    return places_after(options.places, state.setup.stacks, state.stacks)


def places_after(earlier: Sequence[int], before: Sequence[int], after: Sequence[int]) -> tuple[int, ...]:
    """The places after a hand with these stacks before and after it.

    Of several who go out in one hand, the one who began it with more chips is placed higher; equal stacks share the
    better place. The last player with chips has won.

    >>> places_after((), before=(500, 200, 300), after=(1000, 0, 0))
    (1, 3, 2)
    """
    left = [seat for seat, chips in enumerate(after) if chips]
    out = [seat for seat, chips in enumerate(before) if chips and not after[seat]]
    found = tuple(earlier)
    for seat in out:
        found = placed(found, seat, 1 + len(left) + sum(before[other] > before[seat] for other in out))
    return placed(found, left[0], 1) if len(left) == 1 else found


def placed(earlier: Sequence[int], seat: int, place: int) -> tuple[int, ...]:
    """The places with another one at this seat."""
    row = [*earlier, *[0] * (seat + 1 - len(earlier))]
    row[seat] = place
    return tuple(row) if any(row) else ()


def place_of(row: Sequence[int], seat: int) -> int:
    """The place of one seat; 0 if it has none."""
    return row[seat] if seat < len(row) else 0
