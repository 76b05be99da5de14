"""What one deal of a climbing game leaves to the next: running scores, and who is asked or leads first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from paiju.games.climb.game import ClimbOutcome
from paiju.games.contract import Line, Outcome
from paiju.games.options import OptionError


class ClimbSeries:
    """Never ends by itself. The winner of the deal before begins the next one if the options say so."""

    def next(self, options: Any, outcome: Outcome, /) -> Any:
        before = options.scores or (0,) * len(outcome.scores)
        if len(before) != len(outcome.scores):
            raise OptionError("scores", before, Line.of("option.scores", seats=len(outcome.scores)))
        scores = tuple(old + new for old, new in zip(before, outcome.scores, strict=True))
        first = None
        if options.next_first == "previous_winner" and isinstance(outcome, ClimbOutcome) and outcome.out:
            leaders = [seat for seat in outcome.out if seat in outcome.leaders] or outcome.leaders
            first = int(leaders[0])  # of several, who ran out first
        return replace(options, scores=scores, first=first)
