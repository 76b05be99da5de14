"""One brain: bots, hints, auto-play and analyses answer alike."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from paiju.analysis.analyse import analyse
from paiju.bots import brain, make
from paiju.bots.advice import hints
from paiju.bots.registry import LEVELS
from paiju.games import catalog
from paiju.games.catalog import GameInfo
from paiju.games.climb.position import Position
from paiju.games.contract import Seat
from paiju.games.record import Move, Record, of_game
from tests import toy
from tests.bots.clocks import Ticking
from tests.bots.test_advice import positions

every_game = pytest.mark.parametrize("info", catalog.infos(), ids=lambda info: info.id)
MOST_MOVES = 400  # of a deal of Sanguosha; other games end sooner


@every_game
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_gives_the_first_answer_of_the_brain(info: GameInfo, level: str) -> None:
    for game, state, decision in positions(info, 20)[::4]:
        view = game.view(state, decision.seat)
        ranked = brain.think(info.id, view, decision, level=level, seed=5, clock=Ticking())
        bot: Any = make(info.id, level, seed=5)
        bot.clock = Ticking()
        chosen = decision.choices.resolve(decision.seat, bot.choose(view, decision, limit=brain.SECONDS))
        assert chosen == ranked[0].action and bot.why == ranked[0].why
        assert len({str(one.action) for one in ranked}) == len(ranked)


@every_game
def test_a_hint_is_what_the_strongest_bot_plays(info: GameInfo) -> None:
    for game, state, decision in positions(info, 20)[::5]:
        view = game.view(state, decision.seat)
        first = hints(info, view, decision, 5, clock=Ticking())[0]
        best = brain.think(info.id, view, decision, clock=Ticking())[0]
        assert (first.action, first.why) == (best.action, best.why)


def on_hints(info: GameInfo, seed: int) -> Record:
    """A deal in which everybody plays the first hint."""
    built = info.build({}, None)
    game, seats = info.make(built), info.recommended
    state: Any = game.deal(seats, seed)
    moves: list[Any] = []
    while (pending := game.pending(state)) and len(moves) < MOST_MOVES:
        decision = pending[0]
        view = game.view(state, decision.seat)
        action = hints(info, view, decision, 1, clock=Ticking())[0].action
        moves.append(Move(decision.seat, str(action)))
        state = game.apply(state, decision.seat, decision.choices.resolve(decision.seat, action))
    return replace(of_game(info, built, seats, seed), moves=tuple(moves))


def no_hint_is_flagged(info: GameInfo, deals: range) -> None:
    for seed in deals:
        record = on_hints(info, seed)
        # the graph of Sanguosha is whole games played out, and nobody's hint depends on the time there
        found = analyse(record, seconds=120.0, clock=Ticking(30.0 if info.id == "sanguosha" else 0.01))
        assert not found.flags, f"deal {seed}: {[(flag.step, flag.played, flag.better) for flag in found.flags]}"


@every_game
def test_an_analysis_blames_nobody_who_plays_on_hints(info: GameInfo) -> None:
    no_hint_is_flagged(info, range(1))


@pytest.mark.fuzz
@every_game
def test_an_analysis_blames_nobody_in_two_hundred_deals(info: GameInfo) -> None:
    no_hint_is_flagged(info, range(1, 201))


def test_who_plays_for_somebody_who_does_not() -> None:
    assert brain.plays_for("doudizhu", "normal") == "normal"
    assert brain.plays_for("doudizhu", "safest") is None
    assert brain.plays_for("patience", "normal") is None, "nobody knows that game"


def test_nobody_knows_the_game_and_the_choices_come_as_they_are() -> None:
    game = toy.INFO.game()
    state = game.deal(2, 1)
    decision = game.pending(state)[0]
    found = brain.think("patience", game.view(state, decision.seat), decision)
    assert [one.action for one in found] == list(decision.choices)[: brain.KEPT]


@pytest.mark.parametrize("farmers", ["first", "easy", "normal"])
def test_a_landlord_in_auto_play_wins_the_hand_he_should(farmers: str) -> None:
    """The hand with which the first answer, pass, was given all deal long: the big joker, three 2s and four 8s."""
    landlord = "R2s2c2dAcTs9s9d8s8h8c8d7h7c7d6s6c4s4d"
    one = "AhKhQdJdTh9c5s5c5dJh3s3dL2hKcQc5h"
    other = "AsAdKsKdQsQhJsJcTd6h6d4h4c3hTc9h3c"
    won = 0
    for leader in (0, 1, 2):
        position = Position.parse(f"doudizhu {landlord}/{one}/{other} {leader} landlord=0")
        game, state = position.engine, position.state
        bots = [
            make("doudizhu", brain.plays_for("doudizhu", "normal") or "first"),
            *(make("doudizhu", farmers, s) for s in (1, 2)),
        ]
        while pending := game.pending(state):
            decision = pending[0]
            action = bots[decision.seat].choose(game.view(state, Seat(decision.seat)), decision, limit=0.1)
            state = game.apply(state, decision.seat, decision.choices.resolve(decision.seat, action))
        outcome = game.outcome(state)
        assert outcome is not None
        won += outcome.scores[0] > 0
    assert won >= 2
