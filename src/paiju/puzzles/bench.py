"""Grading a player on positions whose answer is proved: what each of its moves gave away, and why.

    for graded in grade(["hard"], puzzles("doudizhu")[:20], limit=0.3):
        print(graded.verdict, graded.regret)

With open hands a move is right or wrong, and what it costs is proved. With hidden hands the player sees only its own, and a
move may be as good as any there was and still lose here: it is then called unlucky. For that, the hidden cards are dealt
again and again and every move is solved in each deal; `regret` is by which share of the deals the answer reaches the aim
less often than the best single move does.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from paiju.bots.external import BotFault
from paiju.bots.foreign import Running
from paiju.bots.named import bot_named, close
from paiju.games.climb.actions import Action
from paiju.games.climb.position import Placed, Position, written
from paiju.games.climb.state import State
from paiju.games.contract import IllegalAction, Seat
from paiju.puzzles.judge import Judge, alike
from paiju.puzzles.puzzle import Puzzle
from paiju.solver.endgame import OutOfTime

Verdict = Literal["right", "wrong", "unlucky", "illegal", "late", "crash", "unsolved"]

VERDICTS: Final[tuple[Verdict, ...]] = ("right", "wrong", "unlucky", "illegal", "late", "crash", "unsolved")
GRACE: Final = 0.1  # seconds past its limit before an answer counts as late
DEALS: Final = 16
"""Deals of the hidden cards that a move is weighed on."""
SOLVING: Final = 5.0
"""Seconds for all questions to the solver about one position."""


@dataclass(frozen=True)
class Graded:
    """An answer to a position. `regret` is 0 for the best there was; None where there is no answer to weigh."""

    bot: str
    puzzle: str
    position: str
    answer: str | None
    verdict: Verdict
    regret: float | None
    seconds: float
    why: str = ""


def grade(
    bots: Iterable[str],
    puzzles: Iterable[Puzzle],
    *,
    limit: float,
    hidden: bool = False,
    deals: int = DEALS,
    seed: int = 1,
    clock: Callable[[], float] = time.perf_counter,
) -> Iterator[Graded]:
    """Ask every bot for its move in every position."""
    names = tuple(bots)
    for puzzle in puzzles:
        for name in names:
            yield _grade(name, puzzle, limit, hidden, deals, seed, clock)


def _grade(
    name: str, puzzle: Puzzle, limit: float, hidden: bool, deals: int, seed: int, clock: Callable[[], float]
) -> Graded:
    position = puzzle.position
    game = position.engine if hidden else Placed(position)
    state = position.state
    decision = game.pending(state)[0]
    bot = bot_named(puzzle.game, name, game, seed, decision.seat)
    begun = clock()

    def graded(verdict: Verdict, regret: float | None = None, answer: str | None = None, why: str = "") -> Graded:
        return Graded(name, puzzle.id, puzzle.text, answer, verdict, regret, clock() - begun, why)

    try:
        chosen = bot.choose(game.view(state, decision.seat), decision, limit=limit)
        action = decision.choices.resolve(decision.seat, chosen)
    except BotFault as fault:
        verdicts: dict[str, Verdict] = {"timeout": "late", "illegal": "illegal"}
        return graded(verdicts.get(fault.kind, "crash"), why=fault.why)
    except IllegalAction as error:
        return graded("illegal", why=str(error))
    except Exception as error:
        return graded("crash", why=f"{type(error).__name__}: {error}")
    finally:
        close(bot)
    text = written(position.engine, action)
    took = clock() - begun
    if took > limit + GRACE and not isinstance(bot, Running):
        return graded("late", answer=text, why=f"{took:.2f} s")
    try:
        if not _regret(puzzle, state, action):
            return graded("right", 0.0, text)
        if not hidden:
            return graded("wrong", 1.0, text)
        regret = _average_regret(puzzle, state, action, decision.seat, deals, seed)
        return graded("wrong" if regret > 0 else "unlucky", regret, text)
    except OutOfTime:
        return graded("unsolved", None, text)


def _regret(puzzle: Puzzle, state: State, action: Action) -> float:
    """What a move costs with open hands: 1 if it gives away what was proved."""
    return max(0.0, 1.0 - _values(puzzle, state)[alike(action)])


def _average_regret(puzzle: Puzzle, state: State, action: Action, seat: Seat, deals: int, seed: int) -> float:
    """The same on average over deals of the cards that the seat does not see, against the one best move for all of them."""
    totals: dict[str, float] = {}
    for number in range(deals):
        imagined = puzzle.position.engine.resample(state, seat, seed + number)
        for text, value in _values(puzzle, imagined).items():
            totals[text] = totals.get(text, 0.0) + value
    return (max(totals.values()) - totals[alike(action)]) / deals


def _values(puzzle: Puzzle, state: State) -> dict[str, float]:
    """Whether each move, up to equivalent cards, reaches the puzzle's aim with best play of all. OutOfTime where that is open."""
    own = puzzle.position
    position = replace(Position.of(state, own.game, dict(own.options)), ban=own.ban)
    judge = Judge(position, puzzle.points, limit=SOLVING)
    judge.begin(SOLVING)
    return {alike(action): float(judge.holds(after)) for action, after in judge.moves(position.state)}
