from __future__ import annotations

import sys
from typing import Any

import pytest

from paiju.games.contract import Decision, IllegalAction, Line, Listed, Seat, play
from paiju.games.script import Ask, Asking, Machine, Nested, Tape, run
from tests import toy


def deep(depth: int) -> Asking[int]:
    if depth == 0:
        answers = yield Ask((Decision(Seat(0), Line("q"), Listed(("a", "b"))),))
        return 1 if answers[Seat(0)] == "a" else 2
    below = yield from run(deep(depth - 1))
    return below + 1


def keep(world: list[int], script: Asking[int]) -> Asking[None]:
    world.append((yield from run(script)))


def test_ten_thousand_nested_events_do_not_overflow() -> None:
    world: list[int] = []
    assert sys.getrecursionlimit() < 10_000
    machine: Machine[list[int], str] = Machine(world, keep(world, deep(10_000)))
    machine.feed([(Seat(0), "b")])
    assert world == [10_002]
    assert machine.pending == ()


def test_an_error_unwinds_through_the_scripts_above() -> None:
    seen = []

    def inner() -> Asking[None]:
        raise LookupError("inside")
        yield

    def middle() -> Asking[None]:
        try:
            yield from run(inner())
        finally:
            seen.append("cleanup")

    def outer() -> Asking[None]:
        try:
            yield from run(middle())
        except LookupError:
            seen.append("caught")

    Machine(None, outer())
    assert seen == ["cleanup", "caught"]
    with pytest.raises(LookupError):
        Machine(None, middle())


def test_an_empty_question_is_answered_at_once() -> None:
    got: list[Any] = []

    def script() -> Asking[None]:
        got.append((yield Ask(())))
        got.append((yield Nested(deep(0))))

    machine: Machine[None, str] = Machine(None, script())
    assert got == [{}]
    machine.feed([(Seat(0), "a")])
    assert got == [{}, 1]


def test_the_rules_see_no_answer_until_all_are_in() -> None:
    game = toy.Duel(toy.DuelOptions())
    state = game.deal(3, 5)
    first = next(iter(state.pending[1].choices))
    later = game.apply(state, Seat(1), first)
    assert {decision.seat for decision in later.pending} == {0, 2}
    assert game.view(later, Seat(0)).log == game.view(state, Seat(0)).log == ()
    assert game.view(later, Seat(0)).hands == game.view(state, Seat(0)).hands
    with pytest.raises(IllegalAction) as refused:
        play(game, later, Seat(1), str(first))
    assert refused.value.code == "not_your_turn"


def test_old_tapes_replay_and_branch() -> None:
    game = toy.Duel(toy.DuelOptions(generous=False))
    start = game.deal(2, 11)
    one, two = (list(decision.choices) for decision in start.pending)
    left = game.apply(game.apply(start, Seat(0), one[0]), Seat(1), two[0])
    right = game.apply(game.apply(start, Seat(0), one[1]), Seat(1), two[1])
    assert left != right
    assert left == game.apply(game.apply(start, Seat(0), one[0]), Seat(1), two[0])
    assert len(left.world.log) >= 2
    assert start.world.log == []


def test_who_is_not_asked_cannot_answer() -> None:
    state: Tape[toy.World, toy.Answer] = toy.Duel(toy.DuelOptions()).deal(2, 1)
    with pytest.raises(ValueError, match="not asked"):
        state.advance(Seat(3), toy.Give(True))


def test_the_first_answer_that_closes_a_race_ends_it_for_all() -> None:
    heard: list[dict[Seat, str]] = []

    def story() -> Asking[None]:
        asked = tuple(Decision(Seat(seat), Line.of("race"), Listed(("no", "yes"))) for seat in range(3))
        heard.append((yield Ask(asked, closed_by=lambda answer: answer == "yes")))
        heard.append((yield Ask(asked, closed_by=lambda answer: answer == "yes")))

    machine: Machine[None, str] = Machine(None, story())
    machine.feed([(Seat(1), "no"), (Seat(2), "yes")])
    assert heard == [{1: "no", 2: "yes"}]
    assert len(machine.pending) == 3
    machine.feed([(Seat(seat), "no") for seat in (2, 0, 1)])
    assert machine.pending == ()
    assert heard[1] == {2: "no", 0: "no", 1: "no"}
