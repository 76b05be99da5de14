"""Writing certificates: a strategy for the winning side of a solved position, for `checking.verify` to check."""

from __future__ import annotations

from typing import Any

from paiju.games.climb.actions import Action, Play
from paiju.games.climb.position import written
from paiju.games.climb.state import State
from paiju.games.contract import Decision
from paiju.solver.checking import MOST_ENTRIES, Certificate, CertificateError, Claim, walk
from paiju.solver.endgame import Aim, Solver, distinct


def certificate(solver: Solver, most: int = MOST_ENTRIES) -> Certificate:
    """The certificate of what `solver.solve` has found. CertificateError if it is not decided, or has more than so many entries."""
    found = solver.known
    if found is None or not found.proved:
        raise CertificateError(0, "undecided")
    game, ours = solver.game, solver.sides.ours
    aim, holds = solver.aim, True
    if found.value is None:
        holds = solver.position.turn in found.winners
        claim = Claim(found.winners)
    elif found.value > 0:
        claim = Claim(tuple(sorted(ours)), min(ours), ">=", found.value)
    else:  # the others hold the seat to its value: it cannot get a point more
        claim = Claim(tuple(sorted(solver.sides.theirs)), min(ours), "<=", found.value)
        aim, holds = Aim(ours, min(ours), points=found.value + 1), False
    entries: dict[str, str] = {}

    def answer(key: str, decision: Decision[Any], state: State) -> Action:
        if len(entries) >= most:
            raise CertificateError(0, "too_large", most=f"{most:,}")
        for action, after in sorted(distinct(game, state), key=_haste):
            if solver.ask(after, aim) is holds:
                entries[key] = written(game, action)
                return action
        raise CertificateError(0, "undecided")

    for key, action in walk(solver.position, claim, answer):
        raise AssertionError(f"{action} in {key} was thought to win")
    return Certificate(solver.position, claim, entries)


def _haste(move: tuple[Action, State]) -> tuple[int, int]:
    """Long and strong plays first, passes last: the sooner a side runs out, the fewer positions its certificate has."""
    combo = move[0].combo if isinstance(move[0], Play) else None
    return (-combo.size, -combo.strength) if combo is not None else (0, 0)
