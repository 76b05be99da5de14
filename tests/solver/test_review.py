"""Tables, lines of play and records: the same answers as one position at a time gives."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from paiju.games.climb.game import Climb
from paiju.games.climb.position import Position
from paiju.games.contract import IllegalAction
from paiju.games.record import Record, game_of, steps
from paiju.solver.endgame import Aim, OutOfTime, Plain, Sides, solve
from paiju.solver.review import analyse, solve_all, table
from tests.analysis.test_analyse import played
from tests.solver.test_endgame import CLIMBING

KNOWN = Position.parse("doudizhu 45569TKA2/4588TJKL/- 0 landlord=0")


def test_each_seat_as_landlord() -> None:
    assert table("345/66/7", "8") == (False, True, True)
    assert table("34/2/-") == (False, True, None)
    for seat, wins in enumerate(table("3567/3899/46KK")):
        found = solve(Position.parse(f"doudizhu 3567/3899/46KK {seat} landlord={seat}"), all_moves=False)
        assert wins is (found.side == "landlord")
    assert table("3/4/5/6", game="doudizhu_4p") == (True,) * 4
    full = "3344567889TJQKA22/334567799TJJQQKAR/45566789TTJQKAA2L"
    assert None in table(full, "8K2", limit=0, memory=1 << 20)


def test_a_line_of_play_shows_where_the_win_went() -> None:
    """The landlord wins with 5 alone."""
    assert solve_all(KNOWN, ()) == ((0,),)
    assert solve_all(KNOWN, ("5", "8", "9")) == ((0,),) * 4
    assert solve_all(KNOWN, ("4", "5")) == ((0,), (1,), (1,))
    with pytest.raises(IllegalAction):
        solve_all(KNOWN, ("5", "4"))


def test_what_the_time_does_not_reach_is_not_decided() -> None:
    full = Position.parse("doudizhu 33445678889TJQKKA222/334567799TJJQQKAR/45566789TTJQKAA2L 0 landlord=0")
    assert solve_all(full, ("33",), limit=0, memory=1 << 20) == (None, None)


@pytest.mark.needs_kernel
@pytest.mark.native
@pytest.mark.parametrize("name", CLIMBING)
def test_the_end_of_a_record_is_judged_as_the_definition_says(name: str) -> None:
    """The last decided positions, and every slip."""
    checked = 0
    for seed in (1, 4, 7, 10, 13):
        if checked and seed > 4:  # the later ones only where the definition ran out of time
            break
        record = played(name, seed)
        game, row = game_of(record), list(steps(record))
        assert isinstance(game, Climb)
        found = analyse(record, seconds=0.5)
        for number, winners in sorted(found.winners.items(), reverse=True)[:8]:
            state = row[number].before
            sides = Sides.of(Position.of(state, name, record.options))
            try:
                won = Plain(game, Aim(sides.ours)).wins(state, 0.5)
            except OutOfTime:
                break
            assert set(winners) == set(sides.ours if won else sides.theirs), (seed, number)
            checked += 1
        for slip in found.slips:
            step = row[slip.step - 1]
            before = Position.of(step.before, name, record.options)
            answers = {one.move: one.wins for one in solve(before, limit=1.0).moves}
            assert answers[slip.move] in (False, None) and answers[slip.better] in (True, None)  # None: out of time
            assert slip.seat == step.seat
    assert checked


def slipping(seeds: range) -> tuple[Record, int]:
    """A record with a slip, and the number of the move."""
    for seed in seeds:
        record = played("doudizhu", seed)
        found = analyse(record)
        if found.slips:
            return record, found.slips[-1].step
    raise AssertionError("no bot slipped")


@pytest.mark.needs_kernel
@pytest.mark.native
def test_a_record_that_ends_early_is_judged_as_far_as_it_goes() -> None:
    record, step = slipping(range(6))
    cut = analyse(replace(record, moves=record.moves[:step]))
    assert cut.slips and cut.slips[-1].step == step
    none = analyse(replace(record, moves=record.moves[: step - 1]))
    assert all(slip.step < step for slip in none.slips)


@pytest.mark.needs_kernel
@pytest.mark.native
def test_the_time_is_kept() -> None:
    record = played("doudizhu", 1)
    start = time.monotonic()
    analyse(record, seconds=0.2)
    assert time.monotonic() - start < 2


def test_only_climbing_games_are_judged() -> None:
    with pytest.raises(TypeError, match="holdem"):
        analyse(played("holdem", 1))
