"""Deals analysed: numbers that are chances, ends that are certain, plain blunders found, time limits kept."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import replace
from typing import Any

import pytest

from paiju.analysis import sanguosha
from paiju.analysis.analyse import analyse
from paiju.analysis.messages import MESSAGES
from paiju.bots import make
from paiju.games import catalog
from paiju.games.contract import play
from paiju.games.messages import tell
from paiju.games.record import Move, Record, dump, game_of, of_game, replay, steps
from paiju.games.sanguosha.game import Sanguosha
from paiju.solver import review


def played(name: str, seed: int, level: str = "easy", **options: Any) -> Record:
    """A deal that bots played to its end."""
    info = catalog.find(name)
    built = info.build(options, None)
    game, seats = info.make(built), info.recommended
    state = game.deal(seats, seed)
    bots = [make(name, level, seed=seed + seat) for seat in range(seats)]
    moves: list[Move] = []
    while pending := game.pending(state):
        decision = pending[0]
        action = bots[decision.seat].choose(game.view(state, decision.seat), decision, limit=0.05)
        action = decision.choices.resolve(decision.seat, action)
        moves.append(Move(decision.seat, str(action)))
        state = game.apply(state, decision.seat, action)
    return replace(of_game(info, built, seats, seed), moves=tuple(moves))


CLIMBING = [info.id for info in catalog.infos() if info.family == "climb"]


@pytest.mark.parametrize("name", [*CLIMBING, "holdem"])
def test_every_move_has_its_chances(name: str) -> None:
    record = played(name, 3)
    info = catalog.find(name)
    found = analyse(record, seconds=1.2)
    assert found.measure == ("pot" if name == "holdem" else "win")
    assert [point.step for point in found.points] == list(range(found.points[0].step, len(record.moves) + 1))
    for point in found.points:
        assert len(point.chances) == record.seats
        assert all(0.0 <= chance <= 1.0 for chance in point.chances)
        if name == "holdem":
            assert sum(point.chances) == pytest.approx(1.0, abs=0.01)
    outcome = game_of(record).outcome(replay(record))
    assert outcome is not None
    last = found.points[-1].chances
    assert max(last) == 1.0 or name == "holdem"
    if info.zero_sum and name != "holdem":
        assert all(last[seat] == 1.0 for seat, score in enumerate(outcome.scores) if score == max(outcome.scores))
    for flag in found.flags:
        assert record.moves[flag.step - 1] == Move(flag.seat, flag.played)  # type: ignore[arg-type]
        assert flag.better != flag.played and 0 < flag.loss <= 1
        before = replay(replace(record, moves=record.moves[: flag.step - 1]))
        play(game_of(record), before, flag.seat, flag.better)  # type: ignore[arg-type]  # it was allowed
        for language in ("zh", "en"):
            assert tell(flag.why, MESSAGES, language) not in ("", flag.why.key)


@pytest.mark.native
def test_a_move_that_gave_a_proved_win_away_is_marked() -> None:
    """By solving and not by play-outs; and no move that keeps a proved win is blamed."""
    for seed in range(6):
        record = played("doudizhu", seed)
        solved = review.analyse(record)
        if solved.slips:
            break
    slip = solved.slips[-1]
    found = analyse(record)
    flag = next(flag for flag in found.flags if flag.step == slip.step)
    assert (flag.seat, flag.loss, flag.grade, flag.why.key) == (slip.seat, 1.0, "blunder", "analysis.proved")
    assert flag.better_name is not None
    assert found.note.key == "analysis.solved"
    assert str(found.note.args["step"]) in tell(found.note, MESSAGES, "zh")
    marked = {slip.step for slip in solved.slips}
    for flag in found.flags:
        kept = flag.seat in solved.winners.get(flag.step - 1, ()) and flag.step not in marked
        assert not kept or flag.step <= found.note.args["step"]


def test_the_nuts_folded_on_the_river_is_a_blunder() -> None:
    """Quads, and a fold to a small bet."""
    info = catalog.find("holdem")
    deck = "2cAs7hAd8c3cAhAc9d4cKs5cQd"  # burn, hole cards of two by turns, burn, flop, burn, turn, burn, river
    options = info.build({"button": 0, "deck": deck, "stacks": [1000, 1000]}, None)
    game = info.make(options)
    record = of_game(info, options, 2, 1)
    state = game.deal(2, 1)
    moves: list[Move] = []
    strong = next(seat for seat in (0, 1) if {str(card) for card in state.setup.cards.holes[seat]} == {"As", "Ad"})
    script = {0: "call", 1: "check", 2: "check", 3: "raise"}
    while pending := game.pending(state):
        seat = pending[0].seat
        if state.street == 3 and seat == strong and state.bet:
            text = "fold"
        elif state.street == 3 and seat != strong:
            text = "raise 40" if not state.bet else "call"
        else:
            text = "check" if state.bets[seat] == state.bet else script[0]
        done = play(game, state, seat, text)
        state = done.state
        moves.append(Move(seat, str(done.action)))
    found = analyse(replace(record, moves=tuple(moves)))
    worst = [flag for flag in found.flags if flag.played == "fold"]
    assert len(worst) == 1 and worst[0].seat == strong and worst[0].grade in ("mistake", "blunder")
    assert found.points[-2].chances[strong] == 1.0


def test_sanguosha_is_looked_at_turn_by_turn() -> None:
    """Chances where turns begin, the same for seats of one camp; certain at the end; flags that were allowed."""
    record = played("sanguosha", 3)
    found = analyse(record, seconds=2.5)
    assert found.measure == "win" and found.points
    steps = [point.step for point in found.points]
    assert steps == sorted(set(steps)) and steps[-1] == len(record.moves)
    game = game_of(record)
    state = replay(record)
    last: Any = game.view(state, None)
    roles = [player.role for player in last.players]
    outcome = game.outcome(state)
    assert outcome is not None
    assert found.points[-1].chances == tuple(float(score > 0) for score in outcome.scores)
    rebels = [seat for seat, role in enumerate(roles) if role == "rebel"]
    for point in found.points:
        assert all(0.0 <= chance <= 1.0 for chance in point.chances)
        assert len({point.chances[seat] for seat in rebels}) == 1
    for flag in found.flags:
        before = replay(replace(record, moves=record.moves[: flag.step - 1]))
        play(game, before, flag.seat, flag.better)  # type: ignore[arg-type]  # it was allowed
        assert flag.better != flag.played and flag.better_name is not None
        assert tell(flag.why, MESSAGES, "zh") not in ("", flag.why.key)
    told = tell(found.note, MESSAGES, "en")
    assert "played out" in told and "easy bots" in told


def test_a_life_thrown_away_is_looked_into_first() -> None:
    """A lord at death's door with a Peach in hand who does not eat it; forced answers are never in doubt."""
    record = _lord_who_would_rather_die(32)
    assert record is not None and record.seed is not None
    game = game_of(record)
    assert isinstance(game, Sanguosha)
    played_steps = list(steps(record, game))
    _, doubts, _ = sanguosha._looked_through(game, game.deal(record.seats, record.seed), played_steps)
    worst = max(doubts)
    assert str(worst.better).startswith("use peach") and str(played_steps[worst.number - 1].action) == "no"
    for doubt in doubts:
        state = replay(replace(record, moves=record.moves[: doubt.number - 1]))
        decision = next(one for one in game.pending(state) if one.seat == doubt.seat)
        assert doubt.better in decision.choices and sanguosha._forced(decision) is None


def _lord_who_would_rather_die(seed: int) -> Record | None:
    """A game that ends because the lord, who holds a Peach, declines to use it on himself."""
    info = catalog.find("sanguosha")
    built = info.build({}, None)
    game, seats = info.make(built), info.recommended
    state = game.deal(seats, seed)
    bots = [make("sanguosha", "easy", seed=seed + seat) for seat in range(seats)]
    moves: list[Move] = []
    thrown = False
    while pending := game.pending(state):
        decision = pending[0]
        view: Any = game.view(state, decision.seat)
        action = bots[decision.seat].choose(view, decision, limit=0.05)
        dying = decision.prompt.key == "sgs.ask.peach" and view.players[decision.seat].role == "lord"
        if dying and decision.prompt.args["target"] == decision.seat and str(action) != "no":
            action, thrown = game.parse("no"), True
        action = decision.choices.resolve(decision.seat, action)
        moves.append(Move(decision.seat, str(action)))
        state = game.apply(state, decision.seat, action)
    return replace(of_game(info, built, seats, seed), moves=tuple(moves)) if thrown and game.outcome(state) else None


def test_a_game_without_an_estimate_says_so() -> None:
    info = replace(catalog.find("sanguosha"), family="another")
    found = analyse(of_game(info, info.build({}, None), 5, 1), info=info)
    assert (found.measure, found.points, found.flags) == ("none", (), ())
    assert "too rich" in tell(found.note, MESSAGES, "en")


def test_time_is_kept() -> None:
    record = played("guandan", 5)
    start = time.perf_counter()
    found = analyse(record, seconds=0.4)
    assert time.perf_counter() - start < 4
    assert not found.complete


def test_the_worker_speaks_json() -> None:
    record = played("holdem", 4)
    done = subprocess.run(
        [sys.executable, "-m", "paiju.analysis.worker", "2"],
        input=dump(record).encode(), capture_output=True, timeout=60, check=True,
    )  # fmt: skip
    told = json.loads(done.stdout)
    assert told["measure"] == "pot" and len(told["points"]) == len(record.moves) + 1


def test_two_boards_are_worth_what_they_paid() -> None:
    """An ante of everything: nobody bets, all agree, and how often to deal is no mistake either way."""
    record = played("holdem", 4, bomb_pot=1, bomb_pot_ante=50, run_it_twice="ask")
    assert [move.text for move in record.moves] == ["twice"] * 6
    found = analyse(record, seconds=5)
    assert found.complete and not found.flags
    state = replay(record)
    total = sum(won.pot.amount for won in state.result.won)
    assert found.points[-1].chances == pytest.approx([chips / total for chips in state.stacks])
