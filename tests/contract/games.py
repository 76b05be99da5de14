"""What the law tests run over: every game under every preset, at several table sizes; new games join by themselves.

Options that change how a deal goes and that no preset has are tried beside the presets.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from paiju.cards import Rng
from paiju.games import catalog
from paiju.games.catalog import GameInfo
from paiju.games.contract import AnyGame
from paiju.games.record import Move, Record, of_game
from paiju.games.script import Tape
from paiju.own import games_of
from tests import toy

(KUHN,) = games_of(str(Path(__file__).parents[2] / "examples" / "kuhn.py"))
"""The example of a whole game in one file."""


class Case(NamedTuple):
    """One game under one preset at one table size, some options changed."""

    info: GameInfo
    preset: str | None
    seats: int
    changed: tuple[tuple[str, object], ...] = ()

    @property
    def game(self) -> AnyGame:
        return self.info.game(dict(self.changed), self.preset)

    @property
    def name(self) -> str:
        changed = "".join(f"-{name}={value}" for name, value in self.changed)
        return f"{self.info.id}-{self.preset or 'default'}-{self.seats}{changed}"


CHANGED: dict[str, list[tuple[int, dict[str, object]]]] = {
    "doudizhu": [(3, {"no_shuffle": True})],
    "doudizhu_2p": [(2, {"let_first": 2, "deck": "46"})],
    "paodekuai": [(3, {"opening": "holder", "must_beat": False, "no_shuffle": True, "fours": "with_three"})],
    "holdem": [
        (3, {"straddle": "utg"}),
        (6, {"straddle": "utg", "game_type": "limit"}),
        (2, {"bomb_pot": 1}),
        (6, {"bomb_pot": 1, "starting_chips": 60}),
        (2, {"run_it_twice": "ask", "starting_chips": 60}),
        (6, {"run_it_twice": "ask", "starting_chips": 60, "straddle": "utg"}),
        (3, {"run_it_twice": "always", "starting_chips": 60, "bomb_pot": 1}),
        (10, {"run_it_twice": "always", "starting_chips": 60, "variant": "short_deck", "max_players": 10}),
    ],
}


def cases() -> Iterator[Case]:
    for info in (*catalog.infos(), toy.INFO, KUHN):
        for preset in (*info.presets,) or (None,):
            allowed = info.game(preset=preset).seats
            for seats in sorted({allowed[0], info.recommended, allowed[-1]}):
                yield Case(info, preset, seats)
        for seats, changed in CHANGED.get(info.id, ()):
            yield Case(info, None, seats, tuple(changed.items()))


CASES = list(cases())

LIMIT = 20_000  # moves: no deal of any game should come near


def random_action(choices: Any, rng: Rng, reach: int = 40) -> Any:
    """One of the first answers of a decision, each as likely as the others; a long list is not walked to its end."""
    first: list[Any] = []
    for action in choices:
        first.append(action)
        if len(first) == reach:
            break
    return rng.choice(first)


def is_checked(state: Any, number: int, every: int) -> bool:
    """Every few states; of a long story ever fewer, because each check replays its whole tape."""
    if isinstance(state, Tape) and number > 6 * every:
        every *= 17
    return number % every == 0


def states(game: AnyGame, seats: int, seed: int) -> Iterator[tuple[Any, Move | None]]:
    """Every state of a random deal, with the move that led to it."""
    rng = Rng(seed, stream=1 << 40)
    state = game.deal(seats, seed)
    yield state, None
    for _ in range(LIMIT):
        pending = game.pending(state)
        if not pending:
            return
        decision = rng.choice(pending)
        action = random_action(decision.choices, rng)
        state = game.apply(state, decision.seat, action)
        yield state, Move(decision.seat, str(action))
    raise AssertionError(f"{game.name} did not end within {LIMIT} moves")


def random_deal(case: Case, seed: int) -> tuple[Any, Record]:
    """A whole random deal: its last state and its record."""
    moves = []
    state: Any = None
    for state, move in states(case.game, case.seats, seed):
        if move is not None:
            moves.append(move)
    options = case.info.build(dict(case.changed), case.preset)
    record = of_game(case.info, options, case.seats, seed)
    return state, Record(**{**record.__dict__, "moves": tuple(moves)})
