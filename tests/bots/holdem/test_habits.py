"""What a bot remembers of the others: only what it saw, within bounds, fading."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.bots import make
from paiju.bots.holdem.habits import BOUNDS, FADES, Memory, Tally
from paiju.bots.holdem.story import NEUTRAL, Habits, Story
from paiju.games.catalog import find
from paiju.games.contract import Seat, play

pytestmark = pytest.mark.pure


def views(moves: str, seed: int = 1, seat: int = 1) -> list[Any]:
    """The views of the big blind, heads-up, at each of its questions."""
    game = find("holdem").game({"button": 0, "stacks": (1000, 1000)})
    state, found = game.deal(2, seed), []
    for move in (*filter(None, moves.split(",")), None):
        asked = game.pending(state)[0].seat
        if asked == seat:
            found.append(game.view(state, Seat(seat)))
        if move is None:
            break
        state, _ = play(game, state, asked, move.strip())
    return found


def after(hands: int, moves: str) -> Habits:
    memory = Memory()
    for seed in range(hands + 1):
        for view in views(moves, seed):
            known = memory.read(view)
    return known.get(0, NEUTRAL)


def test_nothing_is_known_in_the_first_hand() -> None:
    memory = Memory()
    assert all(memory.read(view) == {} for view in views("raise_to 60, call, check, raise_to 120"))


@pytest.mark.parametrize(
    ("moves", "name", "grows"),
    [
        ("all_in", "opens", True),
        ("call", "opens", False),
        ("call, raise_to 60, raise_to 200", "reraises", True),
        ("call, check, check, raise_to 20", "bets", True),
        ("call, check, raise_to 20, raise_to 60", "raises", True),
        ("call, check, raise_to 20, call", "folds", False),
    ],
)
def test_habits_grow_with_what_is_seen_and_stay_within_bounds(moves: str, name: str, grows: bool) -> None:
    few, many = after(2, moves), after(60, moves)
    assert (getattr(few, name) > 1) is grows and (getattr(many, name) > getattr(few, name)) is grows
    assert all(bound.low <= getattr(many, other) <= bound.high for other, bound in BOUNDS.items())


@pytest.mark.parametrize("name", BOUNDS)
def test_no_habit_leaves_its_bounds(name: str) -> None:
    always, never = Tally(), Tally()
    for _ in range(10_000):
        always.add(0.01, True)
        never.add(0.9, False)
    assert (never.ratio(BOUNDS[name]), Tally().ratio(BOUNDS[name]), always.ratio(BOUNDS[name])) == (
        BOUNDS[name].low,
        1.0,
        BOUNDS[name].high,
    )


def test_old_hands_fade() -> None:
    memory = Memory()
    for seed in range(15):
        memory.read(views("all_in", seed)[0])
    before = memory.read(views("call", 100)[0])[0].opens
    for seed in range(101, 161):
        found = memory.read(views("call", seed)[0])[0].opens
    assert found < 1 < before
    assert FADES < 1


def test_a_bet_that_ended_the_hand_made_the_other_fold() -> None:
    bot = make("holdem", "hard", seed=1)
    memory: Memory = bot.memory  # type: ignore[attr-defined]
    game = find("holdem").game({"button": 0, "stacks": (1000, 1000)})
    for seed in range(2):
        view = views("call, check", seed)[-1]
        memory.read(view)
        memory.did(game.parse("raise_to 20"))
    assert memory.read(views("call, check", 9)[-1])[0].folds > 1


def test_a_raise_before_the_flop_that_ended_the_hand_was_not_called() -> None:
    """Only calls were counted before: the others end the hand before the bot is asked again."""
    memory = Memory()
    game = find("holdem").game({"button": 0, "stacks": (1000, 1000)})
    for seed in range(8):
        memory.read(views("", seed, seat=0)[0])
        memory.did(game.parse("raise_to 60"))
    known = memory.read(views("", 9, seat=0)[0])[1]
    assert known.calls < 1 and known.reraises < 1


def test_who_has_limped_is_no_measure_of_calls() -> None:
    assert after(20, "call, raise_to 60, call, check, check").calls == 1.0


def test_a_habit_widens_and_narrows_what_a_raise_may_be() -> None:
    view = views("raise_to 60")[0]
    widths = [Story.of(view, {0: Habits(opens=times)}).bands[0].high for times in (0.5, 1.0, 2.5)]
    assert widths == sorted(widths) and widths[0] < widths[1] < widths[2] <= 1.0


def test_the_same_seed_and_the_same_hands_give_the_same_answers() -> None:
    game = find("holdem").game({"button": 0, "stacks": (1000, 1000)})

    def session() -> list[str]:
        bots = [make("holdem", "normal", seed=3), make("holdem", "pot")]
        found = []
        for seed in range(4):
            state = game.deal(2, seed)
            while pending := game.pending(state):
                seat = pending[0].seat
                action = bots[seat].choose(game.view(state, seat), pending[0], limit=5.0)
                found.append(str(action))
                state = game.apply(state, seat, pending[0].choices.resolve(seat, action))
        return found

    assert session() == session()
