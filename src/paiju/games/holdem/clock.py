"""How long a player may think, be away or be cut off: numbers only. The table owns the clocks."""

from __future__ import annotations

from typing import Final

from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.state import State

# Seconds by situation, where the option asks for it.
ABSENT: Final = 15
FREE: Final = 20
CHEAP: Final = 20
DEAR: Final = 60
WHOLE_STACK: Final = 30
DEAR_FROM: Final = 10  # big blinds


def seconds(options: HoldemOptions, state: State, seat: int, connected: bool = True) -> int:
    """The time for this decision. It runs on while a player is disconnected.

    `flat`: the same for every decision. `by_situation`: 15 for a seat that is disconnected or away, 20 where checking
    is free or the call is at most ten big blinds, 60 for a dearer call, 30 where calling takes the whole stack.
    """
    if options.timeout_mode == "flat" or state.asking:
        return options.action_timeout
    if not connected or state.away >> seat & 1:
        return ABSENT
    owes = state.bet - state.bets[seat]
    if not owes:
        return FREE
    if owes >= state.stacks[seat]:
        return WHOLE_STACK
    return DEAR if owes > DEAR_FROM * state.setup.stakes.big_blind else CHEAP


def warning(options: HoldemOptions, limit: int) -> int:
    """Seconds after the start of a decision of this length at which the player is warned; 0: at once."""
    return max(0, limit - options.warning_time)


def may_reconnect(options: HoldemOptions, elapsed: float) -> bool:
    """Whether a lost connection still has its place in the hand: at 300 seconds it has not."""
    return elapsed < options.reconnect_timeout


def sits_out(options: HoldemOptions, away: float) -> bool:
    """Whether a player who has been away this long sits out from the next hand."""
    return away > options.max_leave_time


def folds_now(options: HoldemOptions, gone: float) -> bool:
    """Whether a player who left, and was owing nothing, is folded before his turn comes."""
    return gone >= options.auto_fold_time
