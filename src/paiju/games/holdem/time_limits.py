"""How long a player may think, be away or be cut off. The table keeps the deadlines."""

from __future__ import annotations

from typing import Any, Final

from paiju.games.capabilities import Absence, Timing
from paiju.games.contract import Decision
from paiju.games.holdem.betting import Bets
from paiju.games.holdem.rules import HoldemOptions

# Seconds by situation, where the option asks for it.
ABSENT: Final = 15
FREE: Final = 20
CHEAP: Final = 20
DEAR: Final = 60
WHOLE_STACK: Final = 30
DEAR_FROM: Final = 10  # big blinds


class HoldemLimits:
    def timing(self, options: HoldemOptions, decision: Decision[Any], /) -> Timing:
        """The same time for every decision, or by what it is about (rule 41).

        By situation: 20 s where checking is free or the call is at most ten big blinds, 60 for a dearer call, 30 where
        calling takes the whole stack.
        """
        bets = decision.choices
        if options.timeout_mode == "flat" or not isinstance(bets, Bets):
            return Timing(options.action_timeout, options.warning_time)
        if not bets.owes:
            seconds = FREE
        elif bets.owes >= bets.chips:
            seconds = WHOLE_STACK
        else:
            seconds = DEAR if bets.owes > DEAR_FROM * options.stakes.big_blind else CHEAP
        return Timing(seconds, options.warning_time)

    def absence(self, options: HoldemOptions, /) -> Absence:
        return Absence(
            asked=ABSENT if options.timeout_mode == "by_situation" else None,
            sit_out=options.max_leave_time,
            auto_fold=options.auto_fold_time,
            reconnect=options.reconnect_timeout,
        )
