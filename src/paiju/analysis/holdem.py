"""Hold'em: equity with the hands as they were, and each decision weighed as a strong bot weighs it, by its own view."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from paiju.analysis.model import Analysis, Flag, Grade, Point
from paiju.bots.brain import Answer, think
from paiju.bots.holdem.option import Spot
from paiju.bots.holdem.reasons import BLUFF
from paiju.bots.holdem.story import Story
from paiju.games.contract import Line, Seat
from paiju.games.holdem.action import Action
from paiju.games.holdem.game import Holdem
from paiju.games.holdem.state import State
from paiju.games.record import Record, Step, game_of
from paiju.solver.equity import equity

GRADES: Final[tuple[tuple[float, Grade], ...]] = ((0.8, "blunder"), (0.4, "mistake"), (0.2, "inaccuracy"))
"""From which part of the pot given away."""
STRONG: Final = 0.1  # a starting hand of the best tenth is not thrown away
WEAK: Final = 0.6  # one outside the better six tenths is not played against a raise
SAMPLES: Final = 20_000


def analyse(played: list[Step], record: Record, end: float, clock: Callable[[], float]) -> Analysis:
    game = game_of(record)
    assert isinstance(game, Holdem) and record.seed is not None
    first: State = game.deal(record.seats, record.seed)
    points, flags, complete = [Point(0, chances(game, first))], [], True
    known: tuple[object, tuple[float, ...]] | None = None
    for number, step in enumerate(played, start=1):
        after: State = step.after
        key = (after.live, after.street, after.result is not None)
        if known is None or known[0] != key:
            known = (key, chances(game, after))
        points.append(Point(number, known[1]))
        if clock() > end:
            complete = False
            continue
        if step.before.turn == step.seat and (found := weigh(game, step, number)) is not None:
            flags.append(found)
    return Analysis("pot", tuple(points), tuple(flags), Line.of("analysis.pot"), complete)


def chances(game: Holdem, state: State) -> tuple[float, ...]:
    """Each seat's share of the pot: what it won, or its equity against the other live hands, folded cards known."""
    setup, result = state.setup, state.result
    seats = range(setup.seats)
    if result is not None:
        total = sum(one.pot.amount for one in result.won)
        won = [sum(chips for one in result.won for seat, chips in one.shares if seat == at) for at in seats]
        return tuple(chips / total if total else 0.0 for chips in won)
    live = state.live_seats
    if len(live) == 1:
        return tuple(float(seat == live[0]) for seat in seats)
    dead = [card for seat in setup.order if seat not in live for card in setup.cards.holes[seat]]
    options = game.options
    found = equity(
        [setup.cards.holes[seat] for seat in live],
        state.board,
        dead,
        short_deck=options.variant == "short_deck",
        trips_beat_straight=options.variant == "short_deck" and options.trips_beat_straight,
        samples=None if state.street else SAMPLES,
    )
    shares = [0.0] * setup.seats
    for seat, share in zip(live, found.players, strict=True):
        shares[seat] = share.equity
    return tuple(shares)


def weigh(game: Holdem, step: Step, number: int) -> Flag | None:
    """What this decision gave away, if much."""
    state: State = step.before
    if state.setup.unknown >> step.seat & 1 or state.asking:
        return None  # how often the board is dealt is worth the same either way
    view = game.view(state, Seat(step.seat))
    decision = next(one for one in game.pending(state) if one.seat == step.seat)
    action: Action = step.action
    answers = think(game.name, view, decision, also=(action,))
    if answers[0].action == action:
        return None
    spot = Spot(Story.of(view), game.bets(state))
    if state.street == 0:
        return _before_flop(spot.story, answers[0], action, number, step.seat)
    values = {one.action: one.value for one in answers if one.value is not None}
    best = max((one for one in answers if one.why.key != BLUFF), key=lambda one: values.get(one.action, -math.inf))
    if action not in values or best.action not in values:
        return None
    loss = (values[best.action] - values[action]) / max(1, spot.pot + spot.pay)
    return _flag(number, step.seat, action, best, loss)


def _before_flop(story: Story, advice: Answer, action: Action, number: int, seat: int) -> Flag | None:
    """Only what is clear: the best hands thrown away, the worst played against a raise."""
    place = story.starts.place[story.hole]
    if action.kind == "fold" and advice.action.kind == "raise_to" and place <= STRONG:
        return _flag(number, seat, action, advice, 0.4)
    raised = story.raises > 0
    if action.kind in ("call", "raise_to") and advice.action.kind == "fold" and place >= WEAK and raised:
        return _flag(number, seat, action, advice, 0.2)
    return None


def _flag(number: int, seat: int, action: Action, better: Answer, loss: float) -> Flag | None:
    grade = next((grade for least, grade in GRADES if loss >= least), None)
    if grade is None:
        return None
    return Flag(number, seat, str(action), str(better.action), min(1.0, round(loss, 3)), grade, better.why)
