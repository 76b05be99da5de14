"""Shares of what is at stake while hands lie open, for the games of which that can be said."""

from __future__ import annotations

from functools import singledispatch
from typing import NamedTuple

from paiju.games.contract import View
from paiju.games.holdem.view import HoldemView
from paiju.solver.equity import ImpossibleDeal, equity


class Shares(NamedTuple):
    """One share per seat, 0 for seats out of it; `exact` unless it was sampled."""

    shares: tuple[float, ...]
    exact: bool


@singledispatch
def open_shares(view: View, board: int | None = None) -> Shares | None:
    """Each seat's share of the pot as this viewer can work it out; None where hands are hidden or nothing is at stake.

    `board` counts only the first so many community cards, to tell how it stood before the others came.
    """
    return None


@open_shares.register
def _(view: HoldemView, board: int | None = None) -> Shares | None:
    live = [seat for seat in view.seats if seat.has_cards]
    if len(live) < 2 or any(seat.hole_cards is None or len(seat.hole_cards) != 2 for seat in live):
        return None
    cards = view.community_cards if board is None else view.community_cards[:board]
    try:
        found = equity(
            [seat.hole_cards for seat in live if seat.hole_cards], cards, short_deck=view.short_deck, precision=0.005
        )
    except (ImpossibleDeal, ValueError):
        return None
    shares = [0.0] * len(view.seats)
    for seat, share in zip(live, found.players, strict=True):
        shares[seat.seat] = share.equity
    return Shares(tuple(shares), found.exact)
