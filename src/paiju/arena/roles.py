"""Landlord games by role: a bot is once the landlord against another as all farmers, once the other way round.

The auction is skipped, so that both play the same cards: each seat in turn is the landlord.
"""

from __future__ import annotations

from typing import Any

from paiju.arena.contest import Contest
from paiju.bots.named import bot_named
from paiju.games.catalog import find
from paiju.games.climb.game import Climb
from paiju.games.contract import AnyGame


def has_landlord(game: AnyGame) -> bool:
    return isinstance(game, Climb) and game.rules.kitty > 0


def won_by_role(contest: Contest, number: int) -> float:
    """The share of one deal's two games that the first bot won."""
    game, seats = find(contest.game).game(contest.options, contest.preset), contest.seat_count
    seed, landlord = contest.deal_seed(number), number % contest.seat_count
    wins = 0
    for mine in (True, False):
        state = _auction(game, game.deal(seats, seed), landlord)
        names = [contest.bots[0] if (seat == landlord) == mine else contest.bots[1] for seat in range(seats)]
        bots = [bot_named(contest.game, name, game, seed, seat) for seat, name in enumerate(names)]
        while pending := game.pending(state):
            decision = pending[0]
            action = bots[decision.seat].choose(game.view(state, decision.seat), decision, limit=contest.limit)
            state = game.apply(state, decision.seat, decision.choices.resolve(decision.seat, action))
        outcome = game.outcome(state)
        assert outcome is not None
        wins += (outcome.scores[landlord] > 0) == mine
    return wins / 2


def _auction(game: AnyGame, state: Any, landlord: int) -> Any:
    """The landlord-to-be wants everything, nobody else anything."""
    while state.setup.landlord < 0:
        decision = game.pending(state)[0]
        words = list(decision.choices)
        state = game.apply(state, decision.seat, words[-1] if decision.seat == landlord else words[0])
    return state
