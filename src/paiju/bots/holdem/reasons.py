"""What speaks for an answer in hold'em: the price of it, and what it may win."""

from __future__ import annotations

from typing import Final

from paiju.games.contract import Line
from paiju.games.holdem.action import Action
from paiju.games.holdem.betting import Bets
from paiju.games.holdem.view import HoldemView

BLUFF: Final = "bot.holdem.bluff"  # the reason for a bet that lives on others folding


def of_bet(view: HoldemView, bets: Bets, action: Action) -> Line:
    """
    Folding loses what is in the pot already; a call needs its share of the pot to pay for itself; a raise pays for
    itself when everybody folds often enough, even with the worst hand.
    """
    if action.kind == "fold":
        return Line.of("bot.hint.fold" if bets.owes else "bot.hint.fold_free", pot=view.pot)
    if action.kind == "check":
        return Line.of("bot.hint.check", pot=view.pot)
    if action.kind == "call":
        price = round(100 * bets.to_call / max(1, view.pot + bets.to_call))
        return Line.of("bot.hint.call", pay=bets.to_call, pot=view.pot, percent=price)
    cost = action.amount - bets.bet
    return Line.of("bot.hint.raise", cost=cost, pot=view.pot, percent=round(100 * cost / max(1, view.pot + cost)))
