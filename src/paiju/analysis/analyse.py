"""A record, looked at move by move within a time limit.

Each family has its own way to say how a state stands (with all cards open: the deal is over) and what a decision gave
away (by what its seat could see). A family without one says so.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from paiju.analysis import climb, holdem
from paiju.analysis.model import Analysis, Flag
from paiju.games.catalog import Entry, find
from paiju.games.contract import AnyGame, Line
from paiju.games.record import Record, Step, game_of, steps

Clock = Callable[[], float]
Analyst = Callable[[list[Step], Record, float, Clock], Analysis]

SECONDS: Final = 10.0
MOST_MOVES: Final = 600

ANALYSTS: Final[dict[str, Analyst]] = {"climb": climb.analyse, "holdem": holdem.analyse}


def analyse(
    record: Record, *, seconds: float = SECONDS, entry: Entry | None = None, clock: Clock = time.perf_counter
) -> Analysis:
    """Chances after every move and flagged mistakes. RecordError where the record does not replay.

    Takes about `seconds` at most; what there was no time for is left out, and `complete` says so.
    """
    entry = entry or find(record.game)
    end = clock() + seconds
    analyst = ANALYSTS.get(entry.family)
    if analyst is None:
        return Analysis("none", (), (), Line.of("analysis.none"))
    played = list(steps(record, game_of(record, entry)))[:MOST_MOVES]
    found = analyst(played, record, end, clock)
    flags = tuple(_named(entry, game_of(record, entry), played[flag.step - 1], flag) for flag in found.flags)
    return replace(found, flags=flags)


def _named(entry: Entry, game: AnyGame, step: Step, flag: Flag) -> Flag:
    """With both moves in words."""
    view = game.view(step.before, step.seat)
    decision = next(one for one in game.pending(step.before) if one.seat == step.seat)
    better = decision.choices.resolve(step.seat, game.parse(flag.better))
    name = entry.extras.name
    return replace(flag, played_name=name(view, step.action), better_name=name(view, better))
