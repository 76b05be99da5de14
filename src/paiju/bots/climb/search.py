"""Search over imagined deals: each promising answer is played out on the same deals, and dropped once it is clearly worse.

Where the cards that cannot be seen leave no doubt and are few, nothing is imagined: the solver says what wins. Where they are
few but in doubt, imagined deals are solved instead of played out.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
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

CANDIDATES: Final = 40
FEWEST: Final = 6  # where there is little time, the best at a glance
ENOUGH: Final = 48  # imagined deals that there should be time for
MARGIN: Final = 2.0  # by so many turns an answer that nobody thought of is worse at a glance than all others
GLANCE: Final = 1.5  # what the first glance says counts as so many play-outs; where time is short, little else does
CAUTION: Final = 0.7  # how many standard errors better than the first glance an answer must be
DROPPING: Final = (
    16  # imagined deals after which answers without hope are dropped, and again whenever they have doubled
)
CERTAIN: Final = 2.6  # standard errors that an answer may be luckier or unluckier than it seems
TRIFLE: Final = 0.01  # what is not worth thinking for
MOST: Final = 4096  # imagined deals: more would change nothing
SAFETY: Final = 0.85  # share of the time limit that is used: a busy machine may stop us at any moment
LOOKS: Final = (
    4  # moves of a play-out in Python between two looks at the clock: with a cold cache one of two decks takes 20 ms
)
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


class Tally:
    """What answers brought on the same imagined deals: for each the sum, for every two the sum of the products."""

    def __init__(self, size: int) -> None:
        self.size, self.number = size, 0
        self.sums, self.products = [0.0] * size, [0.0] * (size * size)

    def add(self, number: int, sums: Sequence[float], products: Sequence[float]) -> None:
        self.number += number
        self.sums = [one + more for one, more in zip(self.sums, sums, strict=True)]
        self.products = [one + more for one, more in zip(self.products, products, strict=True)]

    def add_row(self, gains: Sequence[float]) -> None:
        """One deal."""
        self.add(1, gains, [one * other for one in gains for other in gains])

    def of(self, places: Sequence[int]) -> Tally:
        """Of some of the answers."""
        found = Tally(len(places))
        products = [self.products[one * self.size + other] for one in places for other in places]
        found.add(self.number, [self.sums[place] for place in places], products)
        return found

    def mean(self, place: int) -> float:
        return self.sums[place] / max(1, self.number)

    def distance(self, one: int, other: int) -> tuple[float, float]:
        """By how much one did better than another, and the standard error of that."""
        if one == other or not self.number:
            return 0.0, 0.0
        mean = self.mean(one) - self.mean(other)
        squares = self.products[one * self.size + one] + self.products[other * self.size + other]
        squares -= 2 * self.products[one * self.size + other]
        return mean, math.sqrt(max(0.0, squares / self.number - mean * mean) / self.number)


class Engine(Protocol):
    """Plays answers out on imagined deals."""

    def scored(self, state: State) -> list[Scored]:
        """Answers worth a search, each with what the policy says of it."""

    def weigh(self, actions: list[Action], deals: int, end: float) -> Tally:
        """What the answers bring on the next so many deals; on fewer if the time is over."""


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
    ranked = scored[:CANDIDATES]
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
    alive, tally = list(range(len(actions))), Tally(len(actions))
    dropped: list[Found] = []
    engine.weigh([], 1, end)  # the first deal takes longer than those that follow
    chunk = 1
    while len(alive) > 1 and tally.number < deals:
        now = clock()
        if now >= end:
            break
        found = engine.weigh([actions[place] for place in alive], chunk, end)
        tally.add(found.number, found.sums, found.products)
        if found.number < chunk:
            break
        each = (clock() - now) / chunk
        if tally.number >= DROPPING and not tally.number & (tally.number - 1):
            kept = _hopeful(alive, tally)
            dropped += [
                _found(actions[alive[one]], tally, one, kept[0]) for one in range(len(alive)) if one not in kept
            ]
            alive, tally = [alive[one] for one in sorted(kept)], tally.of(sorted(kept))
        left = (end - clock()) / each if each > 0 else MOST  # deals that there is time for
        until = max(DROPPING, 1 << tally.number.bit_length()) - tally.number  # they have doubled
        chunk = max(1, min(until, deals - tally.number, int(left / 2)))
        if left < 1:
            break
        if tally.number == 1 and left < ENOUGH:
            most = max(FEWEST, int(len(alive) * left / ENOUGH))
            kept = [one for one, place in enumerate(alive) if place < most or actions[place] in also]
            alive, tally = [alive[one] for one in kept], tally.of(kept)
    best = max(range(len(alive)), key=lambda one: (_lead(tally, one, alive, priors), -alive[one]))
    searched = [_found(actions[place], tally, one, best) for one, place in enumerate(alive)]
    others = [one for at, one in enumerate(searched) if at != best]
    by_value = sorted(others, key=lambda one: -one.value) + sorted(dropped, key=lambda one: -one.value)
    return [searched[best], *by_value]


def _found(action: Action, tally: Tally, one: int, best: int) -> Found:
    return Found(action, tally.mean(one), tally.number, tally.distance(best, one)[1])


def _hopeful(alive: list[int], tally: Tally) -> list[int]:
    """Those that may still be better than the one that leads, which comes first, by more than a trifle; and the first glance's,
    which all others are measured against, unless it is clearly worse."""
    leader = max(range(len(alive)), key=tally.mean)

    def hope(one: int) -> float:
        mean, error = tally.distance(one, leader)
        return mean + CERTAIN * (error + 0.5 / tally.number)

    glance = [one for one in range(len(alive)) if one != leader and alive[one] == 0 and hope(one) > 0]
    others = [one for one in range(len(alive)) if one != leader and alive[one] != 0 and hope(one) > TRIFLE]
    return [leader, *glance, *others]


def _lead(tally: Tally, one: int, alive: list[int], priors: list[float]) -> float:
    """By how much an answer beats the first glance's on the same deals, less what may be luck."""
    count, prior = tally.number, priors[alive[one]]
    if alive[one] == 0 or alive[0] != 0 or not count:
        return prior / max(1, count) + (0.0 if alive[0] == 0 else tally.mean(one))
    mean, error = tally.distance(one, 0)
    return prior / count + mean - CAUTION * (error + 0.1 / math.sqrt(count))


# --- play-outs ---------------------------------------------------------------------------------------------------------------


def engine_of(position: Position, seed: int, clock: Clock) -> Engine:
    """The kernel's policy where it knows the game."""
    player = Player.of(position.game, len(position.sizes))
    return Native(position, player, seed) if player is not None else Plain(position, seed, clock)


class Native:
    """Deals imagined and played out in the kernel."""

    def __init__(self, position: Position, player: Player, seed: int) -> None:
        self.player, self.deals = player, player.imagined(position, seed)

    def scored(self, state: State) -> list[Scored]:
        return self.player.scored(state, every=True)

    def weigh(self, actions: list[Action], deals: int, end: float) -> Tally:
        tally = Tally(len(actions))
        tally.add(deals, *self.deals.weigh([self.player.move(action) for action in actions], deals))
        return tally

    def imagined(self, position: Position) -> State:
        hands, counts, _, _ = self.deals.next()
        return position.frame._replace(hands=hands, counts=counts)


class Plain:
    """The same in Python; imagined deals are not weighed."""

    def __init__(self, position: Position, seed: int, clock: Clock) -> None:
        self.position, self.policy, self.clock = position, Policy.of(position.game), clock
        self.rng = Rng(seed)

    def scored(self, state: State) -> list[Scored]:
        return self.policy.scored_all(state)

    def imagined(self, position: Position) -> State:
        return position.imagine(self.rng)

    def weigh(self, actions: list[Action], deals: int, end: float) -> Tally:
        position, policy, game = self.position, self.policy, self.position.game
        tally = Tally(len(actions))
        for _ in range(deals):
            state = self.imagined(position)
            row: list[float] = []
            for action in actions:
                finished = play_out(policy, game.apply(state, Seat(position.seat), action), end, self.clock)
                if finished is None:
                    return tally  # out of time in the middle of a deal: it would compare unlike with like
                row.append(value(policy, finished, position.seat))
            tally.add_row(row)
        return tally


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

    def weigh(self, actions: list[Action], deals: int, end: float) -> Tally:
        tally = Tally(len(actions))
        for _ in range(deals):
            row = None if self.solver is None else self._row(actions, end)
            if row is not None:
                tally.add_row(row)
            else:
                found = self.engine.weigh(actions, 1, end)
                tally.add(found.number, found.sums, found.products)
            if self.clock() > end:
                break
        return tally

    def _row(self, actions: list[Action], end: float) -> list[float] | None:
        position, game = self.position, self.position.game
        state = self.engine.imagined(position)
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
