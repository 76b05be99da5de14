"""What Guandan tells a table: clocks for tribute and plays, and where the deal stands."""

from __future__ import annotations

from typing import Any

from paiju.cards import Rank
from paiju.games.climb.extras import ClimbExtras
from paiju.games.climb.sheets.guandan import GuandanOptions, GuandanView
from paiju.games.contract import Decision, Line, View
from paiju.games.extras import Timing


class GuandanExtras(ClimbExtras):
    open_moves = False  # tribute is secret until everybody has paid

    def timing(self, options: GuandanOptions, decision: Decision[Any]) -> Timing:
        seconds = {
            "guandan.ask.pay": options.tribute_timeout,
            "guandan.ask.return": options.return_timeout,
        }.get(decision.prompt.key, options.turn_timeout)
        return Timing(seconds or None)

    def stage(self, view: View) -> str:
        """`tribute`, `return`, `playing`, `deal_end` or `match_end`."""
        assert isinstance(view, GuandanView)
        if view.phase == "Over":
            return "match_end" if view.match_over else "deal_end"
        return {"Tribute": "tribute", "Return": "return"}.get(view.phase, "playing")

    def told(self, view: View) -> tuple[Line, ...]:
        assert isinstance(view, GuandanView)
        levels = Line.of(
            "guandan.table", level=_level(view.level), ours=_level(view.levels[0]), theirs=_level(view.levels[1])
        )
        return (levels, *super().told(view))


def _level(level: int) -> str:
    return Rank(level).letter
