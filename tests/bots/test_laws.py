"""Laws for the bots of every game: legal, in time, the same for the same seed, blind to what the seat cannot see."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from paiju.bots import make
from paiju.bots.messages import MESSAGES
from paiju.bots.registry import LEVELS
from paiju.cards import Rng
from paiju.games import catalog
from paiju.games.contract import AnyGame, Decision, Line
from paiju.games.messages import LANGUAGES, tell
from tests.bots.clocks import Ticking
from tests.contract.games import CASES, Case, random_action

OURS = {info.id for info in catalog.infos()}
TABLES = [case for case in CASES if case.info.id in OURS and case.seats == case.info.recommended]
GAMES = sorted({case.info.id for case in TABLES})
FEW = {"easy": 12, "normal": 8, "hard": 3}
LIMIT = 0.3
GRACE = 0.1

each_table = pytest.mark.parametrize("case", TABLES, ids=lambda case: case.name)
each_level = pytest.mark.parametrize("level", LEVELS)


def questions(game: AnyGame, seats: int, seed: int, stride: int = 1) -> Iterator[tuple[Any, Decision[Any]]]:
    """Questions of one deal after another, every so many of them; answers are random, or those of an easy bot."""
    rng = Rng(seed, stream=7)
    number = 0
    while True:
        state = game.deal(seats, rng.word())
        sensible = rng.below(2)
        bots = [make(game.name, "easy", seed=rng.word()) for _ in range(seats)]
        while pending := game.pending(state):
            decision = rng.choice(pending)
            if number % stride == 0:
                yield state, decision
            number += 1
            action = random_action(decision.choices, rng)
            if sensible:
                action = bots[decision.seat].choose(game.view(state, decision.seat), decision, limit=LIMIT)
                action = decision.choices.resolve(decision.seat, action)
            state = game.apply(state, decision.seat, action)


def ask(
    game: AnyGame, state: Any, decision: Decision[Any], level: str, seed: int, limit: float, clock: Any = None
) -> tuple[Any, Line]:
    """The answer in its canonical spelling, and the reason; fails when late. `clock` is what the bot thinks by.

    The processor time of this thread is what counts: a busy machine stops everybody's clock. Python's collector waits,
    as it does at a server while people play: in a process full of other tests it takes tenths of a second.
    """
    bot = make(game.name, level, seed=seed)
    if clock is not None:
        bot.clock = clock  # type: ignore[attr-defined]
    view = game.view(state, decision.seat)
    gc.disable()
    try:
        started = time.thread_time()
        action = bot.choose(view, decision, limit=limit)
        took = time.thread_time() - started
    finally:
        gc.enable()
    assert took <= limit + GRACE, f"{level} took {took:.2f} s of {limit} s"
    return decision.choices.resolve(decision.seat, action), getattr(bot, "why", Line.of("bot.none"))


@each_level
@each_table
def test_answers_are_legal_in_time_and_explained(case: Case, level: str) -> None:
    game = case.game
    table = {**catalog.find(game.name).all_messages, **MESSAGES}
    for state, decision in islice(questions(game, case.seats, seed=3, stride=5), FEW[level]):
        action, why = ask(game, state, decision, level, 1, LIMIT)
        assert action in decision.choices
        assert why.key in table
        for language in LANGUAGES:
            said = tell(why, table, language)
            assert said and "\n" not in said and "{" not in said


@each_level
@pytest.mark.parametrize("game_id", GAMES)
def test_a_bot_knows_only_what_its_seat_sees(game_id: str, level: str) -> None:
    """The same answer for the same seed and clock, also in a twin of the state: the cards the seat cannot see dealt anew."""
    info = catalog.find(game_id)
    game: Any = info.game()
    patient = 3.0
    for number, (state, decision) in enumerate(islice(questions(game, info.recommended, 5, stride=9), FEW[level])):
        twin = game.resample(state, decision.seat, 1000 + number)
        asked = next(one for one in game.pending(twin) if one.seat == decision.seat)
        first, _ = ask(game, state, decision, level, 4, patient, Ticking(patient / 30))
        assert ask(game, twin, asked, level, 4, patient, Ticking(patient / 30))[0] == first


@pytest.mark.fuzz
@pytest.mark.parametrize("game_id", GAMES)
def test_ten_thousand_decisions(game_id: str) -> None:
    info = catalog.find(game_id)
    game = info.game()
    shares = {"easy": 6000, "normal": 3000, "hard": 1000}
    for level, number in shares.items():
        for state, decision in islice(questions(game, info.recommended, seed=11), number):
            ask(game, state, decision, level, number, limit=0.1)
