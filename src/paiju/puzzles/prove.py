"""Proving a puzzle again: that its solution is the only first move, and that its line is best play."""

from __future__ import annotations

from typing import Final

from paiju.games.contract import IllegalAction, NotationError
from paiju.puzzles.judge import Judge, alike
from paiju.puzzles.puzzle import GRADES, Puzzle
from paiju.puzzles.themes import THEMES
from paiju.solver.certificate import certificate
from paiju.solver.checking import Certificate, CertificateError, verify
from paiju.solver.endgame import OutOfTime, Solver

SECONDS: Final = 20.0


def proof(puzzle: Puzzle, *, seconds: float = SECONDS) -> Certificate:
    """A certificate of what a puzzle claims. CertificateError if there is none."""
    solver = Solver(puzzle.position, limit=seconds)
    solver.solve("win" if puzzle.points is None else "score", all_moves=False)
    return certificate(solver)


def wrong(puzzle: Puzzle, *, seconds: float = SECONDS) -> str | None:
    """What does not hold of a puzzle; None if all is proved."""
    judge = Judge(puzzle.position, puzzle.points, limit=seconds)
    state = puzzle.position.state
    try:
        right = {alike(action) for action, _ in judge.winning(state)}
        steps = list(judge.walk(puzzle.line))
        if right != {alike(steps[0][2])} or puzzle.line[0] != puzzle.best:
            return f"first moves that win: {', '.join(sorted(right)) or 'none'}"
        for before, seat, action in steps:
            after = judge.game.apply(before, judge.game.pending(before)[0].seat, action)
            if seat in judge.ours and not judge.holds(after):
                return f"its line gives the win away by {action}"
        if judge.over(after) is not True:
            return "its line does not reach the end"
        verify(str(proof(puzzle, seconds=seconds)))
    except OutOfTime:
        return "not decided in time"
    except (IllegalAction, NotationError, CertificateError) as error:
        return str(error)
    if puzzle.grade not in GRADES or not set(puzzle.themes) <= THEMES.keys():
        return "an unknown grade or theme"
    return None
