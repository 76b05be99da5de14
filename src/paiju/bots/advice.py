"""Hints: the answers worth showing, each with its name and a reason in words.

A hint is made from the asker's view and question alone: it is the same for every deal that looks the same to them.
Terminal and server both ask here.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from paiju.bots.bot import Bot
from paiju.bots.registry import levels, make
from paiju.games.catalog import GameInfo
from paiju.games.contract import Decision, Line, View

ADVISER: Final = "normal"  # the level whose answer is called the best
LIMIT: Final = 0.1  # seconds it may think


class Hint(NamedTuple):
    """One answer. `best`: a sensible player would give this one, and `why` says the reason; of others it says what they do."""

    action: Any
    name: Line | None
    why: Line | None
    best: bool


@runtime_checkable
class Adviser(Bot, Protocol):
    """A bot that can also speak about answers it would not give."""

    why: Line
    """The reason for what it chose last."""

    def reasons(self, view: View, decision: Decision[Any], actions: list[Any]) -> list[Line]:
        """What speaks for each of these answers. Asked after `choose`."""


def hints(info: GameInfo, view: View, decision: Decision[Any], most: int) -> list[Hint]:
    """At most so many hints, safest first, the best one among them wherever it stands.

    Where nobody knows the game well enough to advise, they are the bare answers.
    """
    actions = list(islice(info.answers.offers(view, decision), most))
    adviser = make(info.id, ADVISER, seed=1) if ADVISER in levels(info.id) else None
    if not isinstance(adviser, Adviser):
        return [Hint(action, info.words.name(view, action), None, False) for action in actions]
    chosen = decision.choices.resolve(decision.seat, adviser.choose(view, decision, limit=LIMIT))
    because = adviser.why
    if chosen not in actions and actions:
        actions = [*actions[: most - 1], chosen]
    reasons = adviser.reasons(view, decision, actions)
    return [
        Hint(action, info.words.name(view, action), because if action == chosen else why, action == chosen)
        for action, why in zip(actions, reasons, strict=True)
    ]
