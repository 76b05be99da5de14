"""A record, looked at move by move within a time limit.

Each family has its own way to say how a state stands (with all cards open: the deal is over) and what a decision gave
away (by what its seat could see). A family without one says so.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from paiju.analysis import climb, holdem, sanguosha
from paiju.analysis.model import Analysis, Flag
from paiju.games.catalog import GameInfo, find
from paiju.games.contract import AnyGame, Line
from paiju.games.record import Record, Step, game_of, steps

Clock = Callable[[], float]
Analyst = Callable[[list[Step], Record, float, Clock], Analysis]

SECONDS: Final = 10.0
SHARE: Final = 0.4  # of a processor that a busy machine leaves at worst: below it, time itself counts
MOST_MOVES: Final = 2_000

ANALYSTS: Final[dict[str, Analyst]] = {
    "climb": climb.analyse,
    "holdem": holdem.analyse,
    "sanguosha": sanguosha.analyse,
}


def effort() -> Clock:
    """Seconds of this process's processor, so that a busy machine does not make an analysis worse, only slower; but never
    slower than 1 / SHARE."""
    wall, work = time.perf_counter(), time.process_time()
    return lambda: max(time.process_time() - work, SHARE * (time.perf_counter() - wall))


def analyse(
    record: Record, *, seconds: float = SECONDS, info: GameInfo | None = None, clock: Clock | None = None
) -> Analysis:
    """Chances after every move and flagged mistakes. RecordError where the record does not replay.

    Takes about `seconds` of a processor at most; what there was no time for is left out, and `complete` says so.
    """
    info, clock = info or find(record.game), clock or effort()
    end = clock() + seconds
    analyst = ANALYSTS.get(info.family)
    if analyst is None:
        return Analysis("none", (), (), Line.of("analysis.none"))
    played = list(steps(record, game_of(record, info)))[:MOST_MOVES]
    found = analyst(played, record, end, clock)
    flags = tuple(_named(info, game_of(record, info), played[flag.step - 1], flag) for flag in found.flags)
    return replace(found, flags=flags)


def _named(info: GameInfo, game: AnyGame, step: Step, flag: Flag) -> Flag:
    """With both moves in words."""
    view = game.view(step.before, step.seat)
    decision = next(one for one in game.pending(step.before) if one.seat == step.seat)
    better = decision.choices.resolve(step.seat, game.parse(flag.better))
    name = info.words.name
    return replace(flag, played_name=name(view, step.action), better_name=name(view, better))
