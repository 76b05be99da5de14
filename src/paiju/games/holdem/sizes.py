"""The few raises worth offering by name, out of all that are legal."""

from __future__ import annotations

from typing import Final

from paiju.games.holdem.view import HoldemView

SHARES: Final = ((0.5, "half"), (0.66, "two_thirds"), (1.0, "pot"))


def sizes(view: HoldemView) -> dict[int, str]:
    """Totals of a raise, rising, each with the last part of its message key; {} where no raise is legal.

    The least, half the pot, two thirds, the pot (as it would be after a call), and the most: the whole stack, or what
    the betting structure allows.
    """
    low, high = view.min_raise_to, view.max_raise_to
    if not high or view.current_player is None:
        return {}
    mover = view.seats[view.current_player]
    found = {high: "all_in" if high == mover.bet + mover.chips else "most"}
    found.setdefault(low, "least")
    for share, key in SHARES:
        total = view.current_bet + int((view.pot + view.to_call) * share)
        if low < total < high:
            found.setdefault(total, key)
    return dict(sorted(found.items()))
