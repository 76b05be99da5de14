"""Search over imagined deals: each promising answer is played out on the same deals, the worst are dropped."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from paiju.bots.climb.policy import Policy
from paiju.bots.climb.position import Position
from paiju.cards import Rng
from paiju.games.climb.actions import Action
from paiju.games.climb.state import State
from paiju.games.contract import Seat

CANDIDATES: Final = 6
MARGIN: Final = 2.0  # an answer this much worse at a glance is not searched
GLANCE: Final = 1.5  # what the first glance says counts as so many play-outs; where time is short, little else does
CAUTION: Final = 0.7  # how many standard errors better than the first glance an answer must be
SAFETY: Final = 0.75  # share of the time limit that is used: a busy machine may stop us at any moment
LOOKS: Final = 4  # moves of a play-out between two looks at the clock: with a cold cache one of two decks takes 20 ms


class Found(NamedTuple):
    """The answer, what it is expected to bring, and on how many imagined deals that rests."""

    action: Action
    value: float
    deals: int


Clock = Callable[[], float]


def search(position: Position, rng: Rng, deals: int, limit: float, clock: Clock = time.perf_counter) -> Found:
    """The best answer by play-outs. The number of deals is fixed, so that the same seed gives the same answer; the
    limit only guards against a slow machine."""
    end = clock() + SAFETY * limit
    game, policy = position.game, Policy.of(position.game)
    ranked = sorted(policy.scored(position.imagine(Rng(1))), key=lambda one: one.cost)
    ranked = [one for one in ranked if one.cost <= ranked[0].cost + MARGIN * policy.unit][:CANDIDATES]
    actions = [one.action for one in ranked]
    priors = [GLANCE * (ranked[0].cost - one.cost) / policy.unit - 0.02 * place for place, one in enumerate(ranked)]
    gains: list[list[float]] = [[] for _ in actions]
    alive = list(range(len(actions)))
    played = 0
    for number in range(deals):
        if len(alive) == 1 or clock() > end:
            break
        state = position.imagine(rng)
        row: list[float] = []
        for place in alive:
            finished = play_out(policy, game.apply(state, Seat(position.seat), actions[place]), end, clock)
            if finished is None:
                break
            row.append(value(policy, finished, position.seat))
        if len(row) < len(alive):
            break  # out of time in the middle of a deal: it would compare unlike with like
        for place, gain in zip(alive, row, strict=True):
            gains[place].append(gain)
        played += 1
        if number in (deals // 4, deals // 2):
            alive.sort(key=lambda place: -sum(gains[place]) - priors[place])
            alive = alive[: max(2, (len(alive) + 1) // 2)]
            if 0 not in alive:
                alive[-1] = 0  # what all others are measured against
    best = max(alive, key=lambda place: (_lead(gains[place], gains[0], priors[place]), -place))
    return Found(actions[best], sum(gains[best]) / max(1, played), played)


def _lead(gains: list[float], usual: list[float], prior: float) -> float:
    """By how much an answer beats the first glance's on the same deals, less what may be luck."""
    count = len(gains)
    if gains is usual or not count:
        return prior
    differences = [gain - other for gain, other in zip(gains, usual, strict=False)]
    mean = sum(differences) / count
    spread = math.sqrt(sum((one - mean) ** 2 for one in differences) / count)
    return prior / count + mean - CAUTION * (spread + 0.1) / math.sqrt(count)


def play_out(policy: Policy, state: State, end: float = math.inf, clock: Clock = time.perf_counter) -> State | None:
    """The end of a deal if everybody plays at a glance; None if there is no time for it."""
    game, tricks = policy.game, len(policy.rules.stages)
    moves = 0
    while state.stage < tricks:
        if not moves % LOOKS and clock() > end:
            return None
        moves += 1
        state = game.apply(state, Seat(state.turn), policy.choose(state))
    return state


def value(policy: Policy, state: State, seat: int) -> float:
    """What an end is worth to a seat: its score, in units of what was at stake."""
    scores = policy.game.settle(state).scores
    if state.setup.landlord >= 0:
        return 1.0 if scores[seat] > 0 else -1.0
    return scores[seat] / (1 + max(map(abs, scores)))
