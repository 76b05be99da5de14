"""Sanguosha: the game played out from every turn with the cards and identities as they were, and each answer that differs
from what a strong bot would give against it, on games imagined from what its seat could see.

A game is its history: every play-out first replays what came before, so far fewer are possible than in a card game whose
state can be copied. Chances are therefore found where turns begin and at every death, not at every answer, and the noise is taken out by averaging over neighbouring turns of the same survivors.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, NamedTuple

from paiju.analysis.model import Analysis, Flag, Grade, Point
from paiju.bots.brain import think
from paiju.bots.sanguosha.bot import Easy
from paiju.games.contract import Decision, Line, Seat
from paiju.games.record import Record, Step, game_of
from paiju.games.sanguosha.ask import Offers
from paiju.games.sanguosha.game import Sanguosha, State
from paiju.games.sanguosha.notation import Action
from paiju.games.script import Tape

Clock = Callable[[], float]

PLAYOUTS: Final = 16
PLACES: Final = 24  # of a long game only so many turns are looked at
GRAPH: Final = 0.6  # share of the time for the graph
DEALS: Final = 16
LEAST: Final = 6  # imagined games after which a difference that cannot matter any more is let go
DOUBTFUL: Final = 1.0  # a use that the bot holds this much better than the one made is looked into
ANSWERED: Final = 1.5  # how doubtful another answer than the bot's is, outside the play phase
DYING: Final = 9.0  # the same where one's own life was at stake
GRADES: Final[tuple[tuple[float, Grade], ...]] = ((0.5, "blunder"), (0.35, "mistake"), (0.2, "inaccuracy"))
"""From which loss of winning chance."""
SURE: Final = 1.6  # standard errors that a loss must stand above nothing


class Doubt(NamedTuple):
    """An answer that a strong bot would not have given."""

    weight: float
    number: int
    seat: Seat
    better: Action
    why: Line


def analyse(played: list[Step], record: Record, end: float, clock: Clock) -> Analysis:
    game = game_of(record)
    assert isinstance(game, Sanguosha) and record.seed is not None
    first = game.deal(record.seats, record.seed)
    moves = tuple((step.seat, step.action) for step in played)
    places, doubts, last = _looked_through(game, first, played)
    start = clock()
    points, rounds = _chances(game, first, moves, places, last, start + GRAPH * (end - start), clock)
    flags: list[Flag] = []
    complete = rounds > 0
    for doubt in sorted(doubts, reverse=True):
        if clock() > end:
            complete = False
            break
        found = _weigh(game, Tape(first.build, moves[: doubt.number - 1]), played[doubt.number - 1], doubt, end, clock)
        if found is not None:
            flags.append(found)
    flags.sort(key=lambda flag: flag.step)
    return Analysis("win", points, tuple(flags), Line.of("analysis.camps", playouts=rounds), complete)


def _looked_through(
    game: Sanguosha, state: State, played: list[Step]
) -> tuple[list[tuple[int, int]], list[Doubt], State]:
    """Where turns begin and characters die (step, how many live), the answers that are in doubt, and the last state."""
    places: list[tuple[int, int]] = []
    doubts: list[Doubt] = []
    key: tuple[int, int, int] | None = None
    for number, step in enumerate(played, start=1):
        decision = next(one for one in state.pending if one.seat == step.seat)
        doubt = _doubt(game, state, decision, step, number)
        if doubt is not None:
            doubts.append(doubt)
        state = state.advance(step.seat, step.action)
        world = state.world
        if world.round and state.pending:
            alive = sum(player.alive for player in world.players)
            now = (world.round, int(world.current.seat), alive)
            if now != key:
                places.append((number, alive))
            key = now
    stride = -(-len(places) // PLACES)
    kept = [one for at, one in enumerate(places) if at % stride == 0 or one[1] != places[at - 1][1]]
    return kept, doubts, state


def _forced(decision: Decision[Action]) -> Action | None:
    """The only answer there is, if there is only one."""
    choices = decision.choices
    if not isinstance(choices, Offers) or len(choices.offers) != 1:
        return None
    only = choices.offers[0]
    return next(only.actions()) if only.high == 0 and len(only.targets) == 1 and only.what != "hand" else None


def _doubt(game: Sanguosha, state: State, decision: Decision[Action], step: Step, number: int) -> Doubt | None:
    if _forced(decision) is not None or decision.prompt.key in ("sgs.ask.general", "sgs.ask.luck"):
        return None
    view = game.view(state, step.seat)
    answers = think(game.name, view, decision)
    best, mine = answers[0], decision.choices.resolve(step.seat, step.action)
    if best.action == mine:
        return None
    weight = (
        DYING if decision.prompt.key == "sgs.ask.peach" and decision.prompt.args["target"] == step.seat else ANSWERED
    )
    if decision.prompt.key == "sgs.ask.play":
        weight = (best.value or 0.0) - next((one.value or 0.0 for one in answers if one.action == mine), 0.0)
        if weight < DOUBTFUL:
            return None
    return Doubt(weight, number, step.seat, best.action, best.why)


def _chances(
    game: Sanguosha,
    first: State,
    moves: tuple[tuple[Seat, Action], ...],
    places: list[tuple[int, int]],
    last: State,
    until: float,
    clock: Clock,
) -> tuple[tuple[Point, ...], int]:
    """The chance of every seat at these places, and how often each was played out."""
    seats = len(first.world.players)
    wins = [[0] * seats for _ in places]
    rounds = 0
    while rounds < PLAYOUTS and (clock() < until or not rounds):
        ends = [_play_out(game, Tape(first.build, moves[:at]), 1000 * rounds + at) for at, _ in places]
        for row, won in zip(wins, ends, strict=True):
            for seat in won:
                row[seat] += 1
        rounds += 1
    points = [
        Point(at, tuple(_smooth(wins, places, place, seat) / rounds for seat in range(seats)))
        for place, (at, _) in enumerate(places)
    ]
    winners = _winners(game, last)
    if winners is not None:
        points.append(Point(len(moves), tuple(float(seat in winners) for seat in range(seats))))
    return tuple(points), rounds


def _smooth(wins: list[list[int]], places: list[tuple[int, int]], place: int, seat: int) -> float:
    """Averaged with the turns before and after, a death apart."""
    total = weight = 0.0
    for near, share in ((place - 1, 1), (place, 2), (place + 1, 1)):
        if 0 <= near < len(places) and places[near][1] == places[place][1]:
            total, weight = total + share * wins[near][seat], weight + share
    return total / weight


def _winners(game: Sanguosha, state: State) -> frozenset[int] | None:
    outcome = game.outcome(state)
    return None if outcome is None else frozenset(seat for seat, score in enumerate(outcome.scores) if score > 0)


def _play_out(game: Sanguosha, state: State, seed: int) -> frozenset[int]:
    """Who wins if `easy` bots play on."""
    bots = [Easy(10 * seed + seat) for seat in range(len(state.world.players))]
    while pending := state.pending:
        decision = pending[0]
        action = _forced(decision)
        if action is None:
            chosen = bots[decision.seat].choose(game.view(state, decision.seat), decision, limit=0.1)
            action = decision.choices.resolve(decision.seat, chosen)
        state = state.advance(decision.seat, action)
    return _winners(game, state) or frozenset()


def _weigh(game: Sanguosha, state: State, step: Step, doubt: Doubt, end: float, clock: Clock) -> Flag | None:
    """What this answer gave away, if much: both answers played out on the same games imagined from the seat's view.

    An imagined game names some cards otherwise; where it does not know an answer by its text, it is not counted.
    """
    seat = doubt.seat
    differences: list[float] = []
    for number in range(DEALS):
        if clock() > end:
            break
        twin = game.resample(state, seat, 7919 * doubt.number + number)
        decision = next((one for one in twin.pending if one.seat == seat), None)
        if decision is None or step.action not in decision.choices or doubt.better not in decision.choices:
            continue
        won = []
        for action in (doubt.better, step.action):
            begun = Tape(twin.build, twin.moves).advance(seat, decision.choices.resolve(seat, action))
            won.append(float(seat in _play_out(game, begun, number)))
        differences.append(won[0] - won[1])
        if len(differences) >= LEAST:
            loss, error = _estimate(differences)
            if loss + 2 * error < GRADES[-1][0]:
                return None
    if len(differences) < LEAST:
        return None
    loss, error = _estimate(differences)
    grade = next((grade for least, grade in GRADES if loss >= least), None)
    if grade is None or loss < SURE * error:
        return None
    return Flag(doubt.number, int(seat), str(step.action), str(doubt.better), round(loss, 3), grade, doubt.why)


def _estimate(differences: list[float]) -> tuple[float, float]:
    """Mean and its standard error."""
    count = len(differences)
    mean = sum(differences) / count
    return mean, math.sqrt(sum((one - mean) ** 2 for one in differences) / count / count)
