"""Search over imagined deals: each promising answer is played out on the same deals, and dropped once it is clearly worse.

Where the cards that cannot be seen leave no doubt and are few, nothing is imagined: the solver says what wins. Where they are
few but in doubt, imagined deals are solved instead of played out.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final, NamedTuple, Protocol

from paiju.bots.climb.native import Player
from paiju.bots.climb.policy import Policy, Scored
from paiju.bots.climb.position import Position
from paiju.cards import Rng
from paiju.games.climb.actions import Action
from paiju.games.climb.endings import first_out
from paiju.games.climb.state import NOBODY, State
from paiju.games.contract import Seat
from paiju.solver import endgame

CANDIDATES: Final = 7
MARGIN: Final = 2.0  # an answer this much worse at a glance, in turns, is not searched
GLANCE: Final = 1.5  # what the first glance says counts as so many play-outs; where time is short, little else does
CAUTION: Final = 0.7  # how many standard errors better than the first glance an answer must be
DROPPING: Final = 16  # imagined deals after which answers that are clearly worse are dropped, again and again
CERTAIN: Final = 2.6  # standard errors that make an answer clearly worse
MOST: Final = 20_000  # imagined deals: more would change nothing
SAFETY: Final = 0.85  # share of the time limit that is used: a busy machine may stop us at any moment
LOOKS: Final = (
    4  # moves of a play-out in Python between two looks at the clock: with a cold cache one of two decks takes 20 ms
)
TRIES: Final = 4  # deals drawn for one that is imagined: the likelier by what everybody did, the likelier it is taken
FEW: Final = 16  # cards in all hands together that are solved
OPEN: Final = 40  # the same where they are all known
SOLVING: Final = 0.02  # seconds for one imagined deal
MEMORY: Final = 1 << 26


class Found(NamedTuple):
    """An answer, what it is expected to bring, on how many imagined deals that rests, and the standard error of its
    distance to the best. `exact`: it was proved, whatever the others hold."""

    action: Action
    value: float
    deals: int
    error: float
    exact: bool = False


Clock = Callable[[], float]


class Engine(Protocol):
    """Plays answers out on imagined deals."""

    def scored(self, state: State) -> list[Scored]: ...

    def gains(self, actions: list[Action], first: int, deals: int, end: float) -> Iterator[list[float]]:
        """What each answer brought on so many deals, numbered from `first`; fewer if the time is over."""


def search(
    position: Position,
    rng: Rng,
    limit: float,
    clock: Clock = time.perf_counter,
    also: tuple[Action, ...] = (),
    deals: int = MOST,
) -> list[Found]:
    """Answers ranked, the best first; those of `also` are among them whatever the first glance says.

    Ends when the time does, or when all others are clearly worse than one of them."""
    begun = clock()
    end = begun + SAFETY * limit
    engine, unit = engine_of(position, rng.word(), clock), Policy.of(position.game).unit
    scored = sorted(engine.scored(position.imagine(Rng(1))), key=lambda one: one.cost)
    ranked = [one for one in scored if one.cost <= scored[0].cost + MARGIN * unit][:CANDIDATES]
    costs = {one.action: one.cost for one in scored}
    worst = scored[-1].cost + round(MARGIN * unit)
    known = {one.action for one in ranked}
    ranked += [Scored(costs.get(one, worst), one) for one in also if one not in known]
    proved = proof(position, scored, end, clock)
    if proved is not None:
        return _proved(proved, ranked)
    if is_solvable(position, FEW):
        engine = Solving(position, engine, rng, clock)
    actions = [one.action for one in ranked]
    priors = [GLANCE * (ranked[0].cost - one.cost) / unit - 0.02 * place for place, one in enumerate(ranked)]
    gains: list[list[float]] = [[] for _ in actions]
    alive = list(range(len(actions)))
    chunk, played = 1, 0
    while len(alive) > 1 and played < deals:
        now = clock()
        if now >= end:
            break
        rows = list(engine.gains([actions[place] for place in alive], played, chunk, end))
        for row in rows:
            for place, gain in zip(alive, row, strict=True):
                gains[place].append(gain)
        if len(rows) < chunk:
            break
        played += chunk
        each = (clock() - now) / chunk
        if played % DROPPING == 0:
            alive = _hopeful(alive, gains)
        left = (end - clock()) / each if each > 0 else MOST  # deals that there is time for
        chunk = max(1, min(DROPPING - played % DROPPING, int(left / 2)))
        if left < 1:
            break
    best = max(alive, key=lambda place: (_lead(gains[place], gains[0], priors[place]), -place))
    order = sorted(
        range(len(actions)), key=lambda place: (place != best, place not in alive, -_mean(gains[place]), place)
    )
    return [
        Found(actions[place], _mean(gains[place]), len(gains[place]), _distance(gains[best], gains[place])[1])
        for place in order
    ]


def _hopeful(alive: list[int], gains: list[list[float]]) -> list[int]:
    """Those that may still be the best, and the first glance's, which all others are measured against."""
    leader = max(alive, key=lambda place: _mean(gains[place]))
    kept = [place for place in alive if place in (0, leader) or not _is_clear(gains[leader], gains[place])]
    return [leader] if set(kept) == {0, leader} and leader and _is_clear(gains[leader], gains[0]) else kept


def _is_clear(one: list[float], other: list[float]) -> bool:
    mean, error = _distance(one, other)
    return mean > CERTAIN * (error + 0.5 / len(one))


def _mean(gains: list[float]) -> float:
    return sum(gains) / len(gains) if gains else 0.0


def _distance(one: list[float], other: list[float]) -> tuple[float, float]:
    """By how much one answer did better than another on the deals that both were played on, and the standard error."""
    both = min(len(one), len(other))
    if one is other or not both:
        return 0.0, 0.0
    differences = [gain - lost for gain, lost in zip(one, other, strict=False)]
    mean = sum(differences) / both
    return mean, math.sqrt(sum([(each - mean) ** 2 for each in differences])) / both


def _lead(gains: list[float], usual: list[float], prior: float) -> float:
    """By how much an answer beats the first glance's on the same deals, less what may be luck."""
    count = len(gains)
    if gains is usual or not count:
        return prior / max(1, count)
    mean, error = _distance(gains, usual)
    return prior / count + mean - CAUTION * (error + 0.1 / math.sqrt(count))


# --- play-outs ---------------------------------------------------------------------------------------------------------------


def engine_of(position: Position, seed: int, clock: Clock) -> Engine:
    """The kernel's policy where it knows the game."""
    player = Player.of(position.game, len(position.sizes))
    return Native(position, player, seed) if player is not None else Plain(position, seed, clock)


class Native:
    """Deals imagined and played out in the kernel."""

    def __init__(self, position: Position, player: Player, seed: int) -> None:
        self.player, self.seed = player, seed
        self.known = player.known(position)

    def scored(self, state: State) -> list[Scored]:
        return self.player.scored(state)

    def gains(self, actions: list[Action], first: int, deals: int, end: float) -> Iterator[list[float]]:
        moves = [self.player.move(action) for action in actions]
        flat = self.player.native.weigh(self.known, moves, self.seed, first, deals, TRIES)
        size = len(actions)
        return (flat[at : at + size] for at in range(0, len(flat), size))

    def imagined(self, position: Position, number: int) -> State:
        hands, counts, _, _ = self.player.native.imagined(self.known, self.seed, number, TRIES)
        return position.frame._replace(hands=hands, counts=counts)


class Plain:
    """The same in Python; imagined deals are not weighed."""

    def __init__(self, position: Position, seed: int, clock: Clock) -> None:
        self.position, self.policy, self.clock = position, Policy.of(position.game), clock
        self.seed = seed

    def scored(self, state: State) -> list[Scored]:
        return self.policy.scored(state)

    def imagined(self, position: Position, number: int) -> State:
        return position.imagine(Rng(self.seed, stream=number))

    def gains(self, actions: list[Action], first: int, deals: int, end: float) -> Iterator[list[float]]:
        position, policy, game = self.position, self.policy, self.position.game
        for number in range(first, first + deals):
            state = self.imagined(position, number)
            row: list[float] = []
            for action in actions:
                finished = play_out(policy, game.apply(state, Seat(position.seat), action), end, self.clock)
                if finished is None:
                    return  # out of time in the middle of a deal: it would compare unlike with like
                row.append(value(policy, finished, position.seat))
            yield row


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


# --- solving -----------------------------------------------------------------------------------------------------------------


def is_solvable(position: Position, most: int) -> bool:
    """Whether two sides race for the first empty hand, and few enough cards are left."""
    rules = position.game.rules
    return (
        position.frame.setup.landlord != NOBODY
        and rules.over is first_out
        and rules.drawing is None
        and sum(position.sizes) <= most
    )


def solver_of(position: Position) -> endgame.Search | None:
    """What decides whether the side of the seat wins; None without the kernel, where that takes too long."""
    landlord, seats = position.frame.setup.landlord, range(len(position.sizes))
    ours = frozenset({landlord}) if position.seat == landlord else frozenset(seats) - {landlord}
    return endgame.Native.of(position.game, len(seats), endgame.Aim(ours), MEMORY)


def proof(position: Position, scored: list[Scored], end: float, clock: Clock) -> list[Found] | None:
    """Answers proved to win or to lose, where it is known what everybody holds; None where it is not, or time is short.

    The first that wins is enough; where all lose, all are known to."""
    in_doubt = any(position.missing) and max(position.missing) != len(position.unseen)
    if in_doubt or not is_solvable(position, OPEN):
        return None
    solver = solver_of(position)
    if solver is None:
        return None
    game, state = position.game, position.imagine(Rng(1))
    (decision,) = game.pending(state)
    first = [one.action for one in scored]
    known = set(first)
    found: list[Found] = []
    for action in (*first, *(one for one in islice(decision.choices, 400) if one not in known)):
        try:
            wins = _wins(solver, game.apply(state, Seat(position.seat), action), position, end - clock())
        except endgame.OutOfTime:
            return None
        if wins:
            return [Found(action, 1.0, 1, 0.0, exact=True), *found]
        found.append(Found(action, -1.0, 1, 0.0, exact=True))
    return found


def _wins(solver: endgame.Search, state: State, position: Position, seconds: float) -> bool:
    if state.out:
        landlord = position.frame.setup.landlord
        return (state.out[0] == landlord) == (position.seat == landlord)
    if seconds <= 0:
        raise endgame.OutOfTime
    return solver.wins(state, seconds)


def _proved(proved: list[Found], ranked: list[Scored]) -> list[Found]:
    """What was proved, and what else was asked for."""
    known = {one.action for one in proved}
    return proved + [Found(one.action, -1.0, 0, 2.0) for one in ranked if one.action not in known]


class Solving:
    """Imagined deals solved with open hands; those that take too long are played out."""

    def __init__(self, position: Position, engine: Any, rng: Rng, clock: Clock) -> None:
        self.position, self.engine, self.clock = position, engine, clock
        self.solver = solver_of(position)

    def scored(self, state: State) -> list[Scored]:
        found: list[Scored] = self.engine.scored(state)
        return found

    def gains(self, actions: list[Action], first: int, deals: int, end: float) -> Iterator[list[float]]:
        for number in range(first, first + deals):
            row = None if self.solver is None else self._row(actions, number, end)
            if row is None:
                row = next(iter(self.engine.gains(actions, number, 1, end)), None)
            if row is None or self.clock() > end:
                return
            yield row

    def _row(self, actions: list[Action], number: int, end: float) -> list[float] | None:
        position, game = self.position, self.position.game
        state = self.engine.imagined(position, number)
        row: list[float] = []
        for action in actions:
            seconds = min(SOLVING, end - self.clock())
            try:
                assert self.solver is not None
                wins = _wins(self.solver, game.apply(state, Seat(position.seat), action), position, seconds)
            except endgame.OutOfTime:
                return None
            row.append(1.0 if wins else -1.0)
        return row
