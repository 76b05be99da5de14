"""Vectors V1 to V12 of the rules, `max_deals`, and whole matches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from paiju.cards import Rng
from paiju.games.climb.levels import Match, MatchRules, after_deal
from paiju.games.contract import Seat
from paiju.games.record import Move, Record, dump_all, load_all, of_game, verify
from tests.contract.games import random_action, states
from tests.games.climb.guandan import INFO, PRESETS, options_of

SEED, COMPETITION = MatchRules(), MatchRules(fail_limit=0)
A12, A13, A14 = (0, 2, 1, 3), (0, 1, 2, 3), (0, 1, 3, 2)  # team a first, its partner second, third, last
B13, B14 = (1, 0, 3, 2), (1, 0, 2, 3)


@pytest.mark.parametrize(
    ("vector", "rules", "levels", "fails", "declarer", "finish", "expected"),
    [
        # expected: levels, failed attempts, level of the next deal
        ("V1", SEED, (2, 2), (0, 0), None, A12, ((5, 2), (0, 0), 5)),
        ("V2", SEED, (2, 2), (0, 0), None, B13, ((2, 4), (0, 0), 4)),
        ("V3", SEED, (5, 4), (0, 0), 0, B14, ((5, 5), (0, 0), 5)),
        ("V4", SEED, (13, 2), (0, 0), 0, A12, ((14, 2), (0, 0), 14)),
        ("V5", SEED, (12, 2), (0, 0), 0, A14, ((13, 2), (0, 0), 13)),
        ("V7", SEED, (14, 2), (0, 0), 0, A14, ((14, 2), (1, 0), 14)),
        ("V8", SEED, (14, 2), (2, 0), 0, A14, ((2, 2), (0, 0), 2)),
        ("V8", COMPETITION, (14, 2), (2, 0), 0, A14, ((14, 2), (3, 0), 14)),
        ("V9", SEED, (14, 8), (2, 0), 0, B13, ((2, 10), (0, 0), 10)),
        ("V9", COMPETITION, (14, 8), (2, 0), 0, B13, ((14, 10), (3, 0), 10)),
        ("V10", SEED, (14, 14), (0, 0), 1, A12, ((14, 14), (0, 1), 14)),
        ("V11", SEED, (14, 9), (0, 0), 1, A14, ((14, 9), (0, 0), 14)),
    ],
)
def test_levelling(
    vector: str,
    rules: MatchRules,
    levels: Any,
    fails: Any,
    declarer: int | None,
    finish: tuple[int, ...],
    expected: Any,
) -> None:
    progress = after_deal(Match(levels, fails, declarer, 3), finish, rules)
    assert not progress.over, vector
    assert (progress.match.levels, progress.match.a_fails, progress.match.level) == expected, vector
    assert progress.match.declarer == finish[0] % 2


def test_v6_passing_a_wins_the_match() -> None:
    progress = after_deal(Match((14, 9), (0, 0), 0, 9), A13, SEED)
    assert (progress.over, progress.winner) == (True, 0)


def test_v12_without_a_limit_a_team_stays_at_a() -> None:
    match = Match((14, 9), (0, 0), 0, 9)
    for _ in range(5):
        match = after_deal(match, A14, COMPETITION).match
    assert (match.levels, match.a_fails) == ((14, 9), (5, 0))


def test_a_house_rule_lets_first_and_last_pass_a() -> None:
    assert after_deal(Match((14, 9), (0, 0), 0, 9), A14, MatchRules(partner_not_last=False)).winner == 0


@pytest.mark.parametrize(("levels", "winner"), [((3, 9), 1), ((9, 6), 0), ((7, 8), None)])
def test_max_deals(levels: tuple[int, int], winner: int | None) -> None:
    progress = after_deal(Match(levels, (0, 0), 1, 8), A14, MatchRules(max_deals=8))
    assert (progress.over, progress.winner) == (True, winner)


def play_match(preset: str, seed: int, written: bool = True, **values: Any) -> tuple[list[Record], Any]:
    """A whole match of random play: the records of its deals (without moves unless `written`), and the last view."""
    options = options_of(preset, **values)
    records: list[Record] = []
    rng = Rng(seed, stream=77)
    while True:
        game: Any = INFO.make(options)
        state = game.deal(4, seed + len(records))
        record = of_game(INFO, options, 4, seed + len(records))
        moves = []
        while pending := game.pending(state):
            decision = rng.choice(pending)
            action = random_action(decision.choices, rng)
            if written:
                moves.append(Move(decision.seat, str(action)))
            state = game.apply(state, decision.seat, action)
        records.append(replace(record, moves=tuple(moves)))
        following = INFO.series.next(options, game.outcome(state))
        if following is None:
            return records, game.view(state, None)
        options = following


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_goes_from_2_to_the_end_and_its_record_verifies(preset: str) -> None:
    records, last = play_match(preset, 7)
    assert last.match_over
    assert last.match_winner in (0, 1)
    assert last.levels[last.match_winner] == 14
    again = load_all(dump_all(records))
    assert len(again) == len(records)
    for record in again[:3] + again[-2:]:
        assert verify(record).outcome is not None


def test_a_hundred_matches_end() -> None:
    for seed in range(100):
        records, last = play_match(PRESETS[seed % 3], 1000 * seed, written=False)
        assert last.match_over
        assert len(records) < 500


@pytest.mark.parametrize("preset", PRESETS)
def test_the_laws_hold_in_later_deals_too(preset: str) -> None:
    """The law tests see first deals only; here are those with tribute: single, double, at every level."""
    for number, finish in enumerate(
        ((0, 1, 2, 3), (3, 1, 0, 2), (2, 3, 1, 0), (1, 3, 2, 0), (0, 1, 3, 2), (2, 0, 3, 1))
    ):
        options = options_of(preset, finish=finish, declarer=finish[0] % 2, level=2 + 2 * number, deal_no=2)
        game: Any = INFO.make(options)
        for seed in range(2):
            counts = set()
            for step, (state, _) in enumerate(states(game, 4, seed)):
                counts.add(tuple(sorted(game.census(state))))
                if step > 4 and step % 6:
                    continue
                for decision in game.pending(state):
                    offers = [offer for offer, _ in zip(decision.choices, range(12), strict=False)]
                    for offer in offers:
                        assert decision.choices.resolve(decision.seat, game.parse(str(offer))) == offer
                for viewer in (None, *map(Seat, range(4))):
                    twin = game.resample(state, viewer, seed ^ step)
                    assert game.view(twin, viewer) == game.view(state, viewer)
                    assert [one.seat for one in game.pending(twin)] == [one.seat for one in game.pending(state)]
                    for decision in game.pending(twin):  # a twin can be played on
                        game.apply(twin, decision.seat, next(iter(decision.choices)))
            assert len(counts) == 1


def test_a_short_match_ends_after_its_deals() -> None:
    records, last = play_match("seed", 3, max_deals=4)
    assert len(records) == 4
    assert last.match_over


def test_a_team_may_fail_at_a_for_ever_where_nobody_falls_back() -> None:
    options = replace(options_of("competition"), level=14, levels=(14, 9), declarer=0, a_fails=(99, 0), deal_no=200)
    progress = options.after(A14)
    assert (progress.match.a_fails, progress.match.level) == ((100, 0), 14)
    assert replace(options, a_fails=progress.match.a_fails).match == replace(options.match, a_fails=(100, 0))
