"""The kernel takes a step of the betting as the rules in Python do: the same states, questions and refusals."""

from __future__ import annotations

import gc
import pickle
import random
import sys
from typing import Any

import pytest

from paiju import kernel
from paiju.games.contract import IllegalAction, NotationError, Seat, play
from paiju.games.holdem import CALL, CHECK, FOLD, Action, Bets, Holdem, HoldemOptions, State, raise_to
from paiju.games.holdem import game as game_module
from paiju.games.holdem.native import STEP, check
from paiju.games.holdem.state import Entry
from paiju.games.holdem.view import unpaid
from tests.games.holdem.hands import some_states, start, table

pytestmark = [
    pytest.mark.native,
    pytest.mark.skipif(not kernel.HAVE_KERNEL, reason="without the kernel there is only Python"),
]


class Slow(Holdem):
    """The rules in Python alone."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.__dict__["_is_native"] = False


STRUCTURES: list[dict[str, Any]] = [
    {},
    {"game_type": "pot_limit"},
    {"game_type": "limit"},
    {"game_type": "limit", "uncap_heads_up": True},
    {"cap_all_games": True, "max_raises": 2},
    {"game_type": "pot_limit", "cap_all_games": True, "cap_counts": "raises"},
    {"min_raise": 35},
    {"game_type": "pot_limit", "min_raise": 50, "min_bet": 30},
    {"variant": "short_deck", "short_deck_structure": "button_blind", "ante": 5},
    {"bomb_pot": 1},
    {"bomb_pot": 1, "game_type": "pot_limit", "min_bet": 7},
    {"tournament": True, "ante": 20, "ante_type": "bb"},
]
"""How is bet; any of them is played under any of the habits."""

HABITS: dict[str, list[Any]] = {
    "ante": [0, 0, 3, 25],
    "ante_type": ["all", "bb", "button"],
    "ante_first": [True, False],
    "straddle": ["none", "utg"],
    "run_it_twice": ["never", "never", "always", "ask"],
    "leave_policy": ["seed_fold", "check_fold"],
    "button_rule": ["moving", "dead"],
    "small_blind": [10, 1, 20],
}


def any_table(structure: dict[str, Any], rng: random.Random) -> tuple[HoldemOptions, int]:
    """Options of one hand, and how many seats there are."""
    seats = rng.choice((2, 2, 3, 4, 6, 9, 10))
    stacks = [rng.choice((1, 15, 20, 45, 60, 200, 333, 1000, 10**15)) for _ in range(seats)]
    options: dict[str, Any] = {name: rng.choice(values) for name, values in HABITS.items()} | structure
    options |= {"max_players": 10, "hand_number": rng.randrange(1, 9), "button": rng.randrange(-1, seats)}
    if seats > 3 and rng.random() < 0.5:
        stacks[rng.randrange(seats)] = 0
        options["sitting_out"] = (rng.randrange(seats),)
    if seats > 3 and rng.random() < 0.3:
        come = rng.randrange(seats)
        options |= {"posting": (come,), "missed_big": (come,), "missed_small": (come,) * rng.randrange(2)}
    if rng.random() < 0.1:
        options["antes"] = tuple(rng.choice((0, 5, 30)) for _ in range(seats))
        options["blinds"] = tuple(rng.choice((0, 10, 20, 40, -20)) for _ in range(seats))
    if options["button_rule"] == "dead" and options["button"] < 0:
        last = rng.sample(range(seats), 2)
        options |= {"last_button": last[0], "last_small": last[0], "last_big": last[1]}
    return HoldemOptions(stacks=tuple(stacks), **options), seats


def any_text(state: State, asked: Bets | None, rng: random.Random) -> tuple[Seat, str]:
    """Mostly an answer that is allowed, often the dearest one; sometimes none that is, or of somebody else."""
    seat = Seat(state.turn) if rng.random() < 0.95 else Seat(rng.randrange(state.setup.seats))
    if asked is None:
        return seat, rng.choice(("once", "twice", "twice", "leave", "call"))
    if rng.random() < 0.15:
        wild = (
            "all_in",
            "leave",
            "show AsKs",
            "once",
            "check",
            "call",
            "bet 20",
            f"raise_to {rng.randrange(500)}",
            "?",
        )
        return seat, rng.choice(wild)
    if asked.high and rng.random() < 0.3:
        return seat, f"raise_to {rng.choice((asked.low, asked.low, asked.high, rng.randint(asked.low, asked.high)))}"
    return seat, str(asked[rng.random() < 0.7 if asked.owes else rng.random() < 0.1])


def answered(game: Holdem, state: State, seat: Seat, text: str) -> Any:
    """The state and the canonical action, or all of a refusal."""
    try:
        return play(game, state, seat, text)
    except IllegalAction as error:
        return error.args
    except NotationError as error:
        return str(error)


@pytest.mark.parametrize("structure", STRUCTURES, ids=str)
def test_a_step_is_that_of_the_rules_and_the_views(structure: dict[str, Any]) -> None:
    rng, steps = random.Random(str(structure)), 0
    for seed in range(1000):
        options, seats = any_table(structure, rng)
        game, slow = Holdem(options), Slow(options)
        try:
            state = game.deal(seats, seed)
        except ValueError:  # too few are left to play
            continue
        assert repr(state) == repr(slow.deal(seats, seed))
        while state.turn >= 0:
            asked = game.pending(state)
            assert repr(asked) == repr(slow.pending(state)) and asked == slow.pending(state)
            choices = asked[0].choices
            bets = choices if isinstance(choices, Bets) else None
            assert bets is None or (game.bets(state) == slow.bets(state) and type(bets.contested) is bool)
            assert game.amounts(state) == slow.amounts(state)
            assert repr(STEP.unpaid(state)) == repr(unpaid(state))
            seat, text = any_text(state, bets, rng)
            found, right = answered(game, state, seat, text), answered(slow, state, seat, text)
            assert found == right
            if type(found) is not type(right) or not isinstance(found[0], State):
                continue
            assert repr(found[0][1:]) == repr(right[0][1:])  # a truth value is no number, and a tuple has its name
            assert found[0].setup is state.setup and {type(one) for one in found[0].history} == {Entry}
            state, steps = found[0], steps + 1
        assert game.outcome(state) == slow.outcome(state)
        assert game.amounts(state) == slow.amounts(state)
        assert game.pending(state) == ()
    assert steps > 1000


@pytest.mark.parametrize(
    "structure", [{}, {"game_type": "pot_limit"}, {"min_raise": 35}, {"tournament": True}], ids=str
)
def test_the_kernel_takes_every_step_of_a_game_without_limits(structure: dict[str, Any]) -> None:
    rng = random.Random(3)
    for _ in range(20):
        game = table((500, 40, 1000, 60), **structure)
        for state in some_states(game, 4, rng):
            if state.turn < 0:
                continue
            assert STEP.ask(state, 0, False) is not None and STEP.bets(state, 0, False) is not None
            for action in (FOLD, CHECK, CALL, raise_to(120)):
                assert STEP.act(state, action, 20) is not None


@pytest.mark.parametrize("stacks", [(500, 40), (500, 40, 1000, 60), (0, 500, 5, 0, 15), (5, 5)], ids=str)
def test_the_kernel_begins_a_hand_in_which_only_blinds_are_posted(stacks: tuple[int, ...]) -> None:
    options = HoldemOptions(stacks=stacks, button=1, run_it_twice="ask")
    slow = Slow(options).deal(len(stacks), 7)
    state = Holdem(options).deal(len(stacks), 7)
    assert state == slow and repr(state) == repr(slow)
    begun = STEP.start(state.setup, 20)
    assert begun is not None and begun.history == slow.history[: len(begun.history)]
    away = next((seat for seat in range(len(stacks)) if not stacks[seat]), -1)
    assert STEP.start(state.setup._replace(big=away), 20) is None


def test_what_is_no_bet_is_left_to_python() -> None:
    game = table((500, 500))
    state = start(game)
    for action in ("all_in", "leave", "once", "show AsKs", "bet 60"):
        assert STEP.act(state, game.parse(action), 20) is None
    assert STEP.act(start(game, "fold"), CHECK, 20) is None
    assert STEP.ask(start(game, "fold"), 0, False) is None


@pytest.mark.parametrize(
    "change",
    [
        {"stacks": (2**63, 2**63)},
        {"stacks": (2**57, 2**57)},
        {"stacks": (500,)},
        {"bets": [10, 20]},
        {"live": "3"},
        {"turn": 2},
        {"street": 4},
        {"setup": None},
        {"acted": (None, None)},
    ],
    ids=str,
)
def test_what_cannot_be_read_is_left_to_python(change: dict[str, Any]) -> None:
    state = start(table((500, 500)))._replace(**change)
    assert STEP.act(state, CALL, 20) is None
    assert STEP.bets(state, 0, False) is None
    assert STEP.ask(state, 0, True) is None
    assert STEP.amounts(state, 0, True) is None


def test_no_state_and_no_action() -> None:
    state = start(table((500, 500)))
    for wrong in ((), state[:5], 7):
        assert STEP.act(wrong, CALL, 20) is None and STEP.bets(wrong, 0, False) is None
    for action in ((), "call", ("call",), ("raise_to",), ("raise_to", "60"), ("raise_to", 2**80, ())):
        assert STEP.act(state, action, 20) is None or action == ("call",)


def test_more_chips_than_the_kernel_counts_are_played_in_python() -> None:
    game, slow = (kind(HoldemOptions(stacks=(10**20, 10**20), button=0)) for kind in (Holdem, Slow))
    for actions in ("raise_to 500000000000000000", "call,check,raise_to 900000000000000000,all_in"):
        assert start(game, actions) == start(slow, actions)
    game, slow = (kind(HoldemOptions(stacks=(500, 500), button=0, min_bet=10**20)) for kind in (Holdem, Slow))
    assert start(game, "call,check,check") == start(slow, "call,check,check")


def test_an_action_that_was_sent_by_another_process() -> None:
    game = table((500, 500))
    state = start(game)
    action: Action = pickle.loads(pickle.dumps(Action("".join(("ca", "ll")))))  # type: ignore[arg-type]
    assert game.apply(state, Seat(0), action) == game.apply(state, Seat(0), CALL)


def test_a_game_that_was_played_can_be_sent_to_another_process() -> None:
    game = table((500, 500))
    start(game, "call,check")
    again = pickle.loads(pickle.dumps(game))
    assert again == game and start(again, "call") == start(game, "call")


def test_steps_keep_nothing() -> None:
    game = table((500, 500, 500))
    states = [state for state in some_states(game, 3, random.Random(6)) if state.turn >= 0]

    def step() -> None:
        for state in states:
            for action in (FOLD, CHECK, CALL, raise_to(120), Action("all_in")):
                STEP.act(state, action, 20)
            STEP.ask(state, 0, False), STEP.bets(state, 0, True), STEP.act(state._replace(turn=7), CALL, 20)
            STEP.amounts(state, 0, False), STEP.unpaid(state), STEP.unpaid(state._replace(dead=None))

    step()
    gc.collect()  # what other tests left
    held = [one for state in states for one in (state, *state, state.history[-1]) if isinstance(one, tuple)]
    counts = [sys.getrefcount(one) for one in held]
    types = [sys.getrefcount(one) for one in (State, Entry, Bets)]
    gc.disable()
    try:
        step()
        assert gc.collect() == 0
    finally:
        gc.enable()
    assert [sys.getrefcount(one) for one in held] == counts
    assert [sys.getrefcount(one) for one in (State, Entry, Bets)] == types


def test_a_kernel_of_an_older_build_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(kernel.native, "HOLDEM_FIELDS")
    with pytest.raises(ImportError, match="build it anew"):
        check()


def test_a_kernel_for_other_fields_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("State", "Action", "Decision"):
        monkeypatch.setitem(kernel.native.HOLDEM_FIELDS, name, ("seat",))
        with pytest.raises(ImportError, match=f"another {name}: build it anew"):
            check()
        monkeypatch.undo()


def test_a_game_read_without_the_kernel_does_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was written where there was one."""
    written = pickle.dumps(Holdem(HoldemOptions(stacks=(500, 500), button=0)))
    monkeypatch.setattr(game_module, "STEP", None)
    game_module._terms.cache_clear()
    try:
        game = pickle.loads(written)
        assert game == Holdem(HoldemOptions(stacks=(500, 500), button=0)) and not game._is_native
        assert game.pending(game.deal(2, 1))
    finally:
        game_module._terms.cache_clear()
