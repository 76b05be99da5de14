"""Climbing games: the deal played out from every move with the hands as they were, and each play against what a hint would
have said at that moment. Where the hands can be solved, a move that gave a proved win away is marked for that, unless it is
what a hint would have said; and one that kept it is never blamed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Final

from paiju.analysis.model import Analysis, Flag, Grade, Point
from paiju.bots.brain import SECONDS, think
from paiju.bots.climb.bot import reason
from paiju.bots.climb.policy import Policy
from paiju.games.climb.actions import Action
from paiju.games.climb.endings import first_out
from paiju.games.climb.game import Climb
from paiju.games.climb.plays import Plays
from paiju.games.climb.sheets.guandan import team_out
from paiju.games.climb.state import State
from paiju.games.climb.view import ClimbView
from paiju.games.contract import Decision, Line, Seat
from paiju.games.record import Record, Step, game_of
from paiju.solver import review

PLAYOUTS: Final = 16
LOOSE: Final = 0.25  # how often a play-out takes another sensible answer than the best: people are no machines
SOLVING: Final = 0.2  # share of the time for solving, which never takes longer than review.SECONDS
GRAPH: Final = 0.4  # share of the time for the graph
GLANCE: Final = 0.3  # a play this little worse at a glance, in turns to go, is not looked into
GRADES: Final[tuple[tuple[float, Grade], ...]] = ((0.4, "blunder"), (0.25, "mistake"), (0.15, "inaccuracy"))
"""From which loss of winning chance."""
SURE: Final = 1.6  # standard errors that a loss must stand above nothing


def analyse(
    played: list[Step], record: Record, end: float, clock: Callable[[], float], seconds: float = SECONDS
) -> Analysis:
    """`seconds` is the time that a hint would have had for each question."""
    game = game_of(record)
    assert isinstance(game, Climb) and record.seed is not None
    policy, start = Policy.of(game), clock()
    solved = _solved(game, record, played, min(review.SECONDS, SOLVING * (end - start)))
    states: list[State] = [game.deal(record.seats, record.seed), *(step.after for step in played)]
    tricks = len(game.rules.stages) - 1
    running = [at for at, state in enumerate(states) if state.stage == tricks]
    asked = [at for at in running if at == len(played) or not _forced(game, states[at])]
    wins = {at: [0] * record.seats for at in asked}
    half = start + GRAPH * (end - start)
    rounds = 0
    while rounds < PLAYOUTS and clock() < half:
        ends = [_loosely(policy, states[at], Random(1000 * rounds + at), end, clock) for at in asked]
        if None in ends:
            break
        for at, finished in zip(asked, ends, strict=True):
            assert finished is not None
            for seat in _winners(game, finished):
                wins[at][seat] += 1
        rounds += 1
    points = []
    for at, state in enumerate(states):
        place = next((one for one in asked if one >= at), None)  # what was forced has changed nothing
        if place is None and states[-1].stage > tricks:
            won = _winners(game, states[-1])
            points.append(Point(at, tuple(float(seat in won) for seat in range(record.seats))))
        elif place is not None and rounds and state.stage == tricks:
            points.append(Point(at, tuple(count / rounds for count in wins[place])))
    complete = rounds > 0
    flags: list[Flag] = []
    for slip in solved.slips:
        step = played[slip.step - 1]
        if clock() > end:
            complete = False
        elif not _is_advised(game, step, end, clock, seconds):
            flags.append(_slip(game, step, slip))
    doubts = [
        (doubt, number)
        for number, step in enumerate(played, start=1)
        if step.before.stage == tricks
        and step.seat not in solved.winners.get(number - 1, ())
        and (doubt := doubtful(game, step)) is not None
    ]
    for _, number in sorted(doubts, reverse=True):  # the worst first: if the time runs out, it runs out on trifles
        if clock() > end:
            complete = False
            break
        if number in {slip.step for slip in solved.slips}:
            continue
        found = weigh(game, played[number - 1], number, end, clock, seconds)
        if found is not None:
            flags.append(found)
    flags.sort(key=lambda flag: flag.step)
    note = Line.of("analysis.win", playouts=rounds)
    if solved.winners:
        note = Line.of("analysis.solved", playouts=rounds, step=min(solved.winners) + 1)
    return Analysis("win", tuple(points), tuple(flags), note, complete)


def _solved(game: Climb, record: Record, played: list[Step], seconds: float) -> review.Review:
    """The end of the record with open hands, where the first to run out wins; nothing elsewhere."""
    if game.rules.over not in (first_out, team_out) or game.rules.drawing:
        return review.Review({}, ())
    return review.analyse(record, seconds=seconds, played=played)


def _is_advised(game: Climb, step: Step, end: float, clock: Callable[[], float], seconds: float) -> bool:
    """Whether a strong player who sees what the seat saw would have done the same: only open hands show it to be wrong."""
    asked = _question(game, step)
    if asked is None:
        return False
    return bool(think(game.name, *asked, limit=min(seconds, end - clock()), clock=clock)[0].action == step.action)


def _slip(game: Climb, step: Step, slip: review.Slip) -> Flag:
    decision = next(one for one in game.pending(step.before) if one.seat == step.seat)
    better = decision.choices.resolve(step.seat, game.parse(slip.better))
    return Flag(slip.step, slip.seat, str(step.action), str(better), 1.0, "blunder", Line("analysis.proved"))


def _forced(game: Climb, state: State) -> bool:
    """Whether there is only one answer."""
    decision = next(iter(game.pending(state)), None)
    return decision is not None and len(list(islice(decision.choices, 2))) == 1


def _winners(game: Climb, state: State) -> tuple[int, ...]:
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.leaders


def _loosely(policy: Policy, state: State, random: Random, end: float, clock: Callable[[], float]) -> State | None:
    """The end of a deal if everybody plays at a glance and now and then something else; None if there is no time."""
    game, tricks = policy.game, len(policy.rules.stages)
    while state.stage < tricks:
        if clock() > end:
            return None
        scored = policy.scored(state)
        best = min(scored, key=lambda one: one.cost)
        if len(scored) > 1 and random.random() < LOOSE:
            near = [one for one in scored if one.cost <= best.cost + policy.unit]
            best = random.choice(near)
        state = game.apply(state, Seat(state.turn), best.action)
    return state


def doubtful(game: Climb, step: Step) -> float | None:
    """How much worse than the best this play looks at a glance, in turns to go; None if it is not worth a closer look."""
    asked = _question(game, step)
    if asked is None:
        return None
    glance = think(game.name, *asked, level="normal", also=(step.action,))
    if len(glance) < 2:
        return None
    best, mine = glance[0].value, next(one.value for one in glance if one.action == step.action)
    assert best is not None and mine is not None
    return None if mine >= best - GLANCE else best - mine


def weigh(game: Climb, step: Step, number: int, end: float, clock: Callable[[], float], seconds: float) -> Flag | None:
    """What this play gave away, if much, by what a hint at that moment would have been told."""
    asked = _question(game, step)
    if asked is None:
        return None
    limit = min(seconds, end - clock())
    answers = think(game.name, *asked, limit=limit, also=(step.action,), clock=clock)
    best, mine = answers[0], next(one for one in answers if one.action == step.action)
    if mine is best or best.value is None or mine.value is None:
        return None
    loss = (best.value - mine.value) / 2  # values are from -1 to 1
    grade = next((grade for least, grade in GRADES if loss >= least), None)
    if grade is None or loss < SURE * mine.error / 2:
        return None
    why = reason(asked[0], best.action)
    return Flag(number, int(step.seat), str(step.action), str(best.action), round(loss, 3), grade, why)


def _question(game: Climb, step: Step) -> tuple[ClimbView, Decision[Action]] | None:
    """What the seat saw and was asked; None where it was not asked for a play, or had no choice."""
    decision = next((one for one in game.pending(step.before) if one.seat == step.seat), None)
    if decision is None or not isinstance(decision.choices, Plays) or len(list(islice(decision.choices, 2))) == 1:
        return None
    return game.view(step.before, step.seat), decision
