"""How long a player of a climbing game may think."""

from __future__ import annotations

from typing import Any

from paiju.games.capabilities import Absence, Timing
from paiju.games.climb.sheets.common import CommonOptions
from paiju.games.climb.sheets.guandan import GuandanOptions
from paiju.games.contract import Decision


class ClimbLimits:
    def timing(self, options: CommonOptions, decision: Decision[Any], /) -> Timing:
        return Timing(options.turn_timeout or None)

    def absence(self, options: Any, /) -> Absence:
        return Absence()


class GuandanLimits:
    """Tribute has times of its own."""

    def timing(self, options: GuandanOptions, decision: Decision[Any], /) -> Timing:
        seconds = {
            "guandan.ask.pay": options.tribute_timeout,
            "guandan.ask.return": options.return_timeout,
        }.get(decision.prompt.key, options.turn_timeout)
        return Timing(seconds or None)

    def absence(self, options: Any, /) -> Absence:
        return Absence()
