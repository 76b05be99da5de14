"""Climbing games: the deal played out from every move with the hands as they were, and each play against the others that
its seat had in mind, on deals imagined from what it could see."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Final

from paiju.analysis.model import Analysis, Flag, Grade, Point
from paiju.bots.climb.bot import reason
from paiju.bots.climb.policy import Policy
from paiju.bots.climb.position import position_of
from paiju.bots.climb.search import play_out
from paiju.cards import Rng
from paiju.games.climb.actions import Action
from paiju.games.climb.game import Climb
from paiju.games.climb.plays import Plays
from paiju.games.climb.state import State
from paiju.games.contract import Line, Seat
from paiju.games.record import Record, Step, game_of

PLAYOUTS: Final = 16
DEALS: Final = 20
LEAST: Final = 6  # imagined deals after which a difference that cannot matter any more is let go
CANDIDATES: Final = 3
LOOSE: Final = 0.25  # how often a play-out takes another sensible answer than the best: people are no machines
GRAPH: Final = 0.4  # share of the time for the graph
GLANCE: Final = 0.3  # a play this little worse at a glance, in turns to go, is not looked into
GRADES: Final[tuple[tuple[float, Grade], ...]] = ((0.4, "blunder"), (0.25, "mistake"), (0.15, "inaccuracy"))
"""From which loss of winning chance."""
SURE: Final = 1.6  # standard errors that a loss must stand above nothing


def analyse(played: list[Step], record: Record, end: float, clock: Callable[[], float]) -> Analysis:
    game = game_of(record)
    assert isinstance(game, Climb) and record.seed is not None
    policy, start = Policy.of(game), clock()
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
    flags: list[Flag] = []
    complete = rounds > 0
    doubts = [
        (doubt, number)
        for number, step in enumerate(played, start=1)
        if step.before.stage == tricks and (doubt := doubtful(game, step)) is not None
    ]
    for _, number in sorted(doubts, reverse=True):  # the worst first: if the time runs out, it runs out on trifles
        if clock() > end:
            complete = False
            break
        found = weigh(game, played[number - 1], number, end, clock)
        if found is not None:
            flags.append(found)
    flags.sort(key=lambda flag: flag.step)
    return Analysis("win", tuple(points), tuple(flags), Line.of("analysis.win", playouts=rounds), complete)


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
    decision = next((one for one in game.pending(step.before) if one.seat == step.seat), None)
    if decision is None or not isinstance(decision.choices, Plays):
        return None
    position = position_of(game.view(step.before, step.seat), decision.choices)
    policy = Policy.of(position.game)
    scored = policy.scored(position.imagine(Rng(1)))
    if len(scored) < 2:
        return None
    best = min(one.cost for one in scored)
    cost = next((one.cost for one in scored if one.action == step.action), math.inf)
    return None if cost <= best + GLANCE * policy.unit else (cost - best) / policy.unit


def weigh(game: Climb, step: Step, number: int, end: float, clock: Callable[[], float]) -> Flag | None:
    """What this play gave away, if much: itself and the best others at a glance, played out on the same imagined deals."""
    before: State = step.before
    decision = next((one for one in game.pending(before) if one.seat == step.seat), None)
    if decision is None or not isinstance(decision.choices, Plays):
        return None
    view = game.view(before, step.seat)
    position = position_of(view, decision.choices)
    policy = Policy.of(position.game)
    scored = sorted(policy.scored(position.imagine(Rng(1))), key=lambda one: one.cost)
    mine: Action = step.action
    others = [one.action for one in scored if one.action != mine and one.action in decision.choices][:CANDIDATES]
    if not others:
        return None
    rng = Rng(number)
    own: list[float] = []
    gains: list[list[float]] = [[] for _ in others]
    for _ in range(DEALS):
        state = position.imagine(rng)
        row = [_worth(policy, state, step.seat, action, end, clock) for action in (mine, *others)]
        if any(value is None for value in row):
            break
        own.append(row[0] or 0.0)
        for gain, value in zip(gains, row[1:], strict=True):
            gain.append(value or 0.0)
        if len(own) >= LEAST:
            best = max(range(len(others)), key=lambda at: sum(gains[at]))
            others, gains = [others[best]], [gains[best]]  # from here on only the best of them
            loss, error = _lost(gains[0], own)
            if loss + 2 * error < GRADES[-1][0]:
                return None
    if len(own) < DEALS // 2:
        return None
    loss, error = _lost(gains[0], own)
    grade = next((grade for least, grade in GRADES if loss >= least), None)
    if grade is None or loss < SURE * error:
        return None
    better = others[0]
    return Flag(number, int(step.seat), str(mine), str(better), round(loss, 3), grade, reason(view, better))


def _lost(better: list[float], own: list[float]) -> tuple[float, float]:
    """By how much one play did better than another on the same deals, and the standard error of that."""
    differences = [one - other for one, other in zip(better, own, strict=True)]
    mean = sum(differences) / len(differences)
    return mean, math.sqrt(sum((one - mean) ** 2 for one in differences)) / len(differences)


def _worth(
    policy: Policy, state: State, seat: Seat, action: Action, end: float, clock: Callable[[], float]
) -> float | None:
    """1 if the seat's side wins after this answer, 0 if not; None if there is no time."""
    finished = play_out(policy, policy.game.apply(state, seat, action), end, clock)
    return None if finished is None else float(seat in _winners(policy.game, finished))
