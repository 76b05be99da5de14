"""Hints: the answers worth showing, the strongest first, each with its name and a reason in words.

A hint is made from the asker's view and question alone: it is the same for every deal that looks the same to them.
Terminal and server both ask here.
"""

from __future__ import annotations

import time
from itertools import islice
from typing import Any, NamedTuple

from paiju.bots.brain import BEST, SECONDS, SEED, Clock, ask, thinker_of
from paiju.games.catalog import GameInfo
from paiju.games.contract import Decision, Line, View


class Hint(NamedTuple):
    """One answer. `best`: a strong player would give this one, and `why` says the reason; of others it says what they do."""

    action: Any
    name: Line | None
    why: Line | None
    best: bool


def hints(
    info: GameInfo,
    view: View,
    decision: Decision[Any],
    most: int,
    *,
    level: str = BEST,
    limit: float = SECONDS,
    clock: Clock = time.perf_counter,
) -> list[Hint]:
    """At most so many hints: the strongest answer found in this time first, then the others, safest first.

    Where nobody knows the game well enough to advise, they are the bare answers.
    """
    offers = list(islice(info.answers.offers(view, decision), most))
    thinker = thinker_of(info.id, level, SEED, clock)
    if thinker is None:
        return [Hint(action, info.words.name(view, action), None, False) for action in offers]
    best = ask(thinker, view, decision, limit=limit)[0]
    others = [action for action in offers if action != best.action][: most - 1]
    reasons = [best.why, *thinker.reasons(view, decision, others)]
    return [
        Hint(action, info.words.name(view, action), why, number == 0)
        for number, (action, why) in enumerate(zip((best.action, *others), reasons, strict=True))
    ]
