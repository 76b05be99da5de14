"""How long a question stays open."""

from __future__ import annotations

from typing import Any, Final

from paiju.games.capabilities import Absence, Timing
from paiju.games.contract import Decision
from paiju.games.sanguosha.answers import NULLIFICATIONS

_SECONDS: Final = {"sgs.ask.general": 60.0, "sgs.ask.play": 45.0, "sgs.ask.luck": 20.0}
_SECONDS_OF_A_RACE: Final = 10.0
_USUAL: Final = 20.0
_WARNING: Final = 5.0


class SanguoshaLimits:
    def timing(self, options: Any, decision: Decision[Any], /) -> Timing:
        """By the sort of question alone: how long a seat may think says nothing about what it holds."""
        key = decision.prompt.key
        seconds = _SECONDS_OF_A_RACE if key in NULLIFICATIONS else _SECONDS.get(key, _USUAL)
        return Timing(seconds, _WARNING)

    def absence(self, options: Any, /) -> Absence:
        return Absence()
