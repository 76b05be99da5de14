"""Views and sheets are worked out from those before them; whatever was looked at before, they say the same."""

from __future__ import annotations

import gc
import random
from typing import Any

import msgspec
import pytest

from paiju.games.contract import Seat, play
from paiju.games.holdem import sheet as sheets
from paiju.games.holdem import telling, view
from paiju.games.holdem.extras import HoldemExtras
from paiju.games.holdem.game import Holdem
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.sheet import write
from paiju.games.holdem.state import State
from paiju.games.plain import plain_decision

SHAPES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"ante": 5, "ante_type": "all"}),
    (6, {"game_type": "limit"}),
    (4, {"game_type": "pot_limit", "straddle": "utg"}),
    (3, {"bomb_pot": 1}),
    (3, {"run_it_twice": "ask"}),
    (4, {"run_it_twice": "always"}),
    (5, {"variant": "short_deck", "ante": 2}),
    (5, {"sitting_out": (1, 3)}),
    (3, {"leave_policy": "check_fold"}),
]


def forget() -> None:
    """All that is remembered of hands."""
    for known in (view._PUBLIC, telling._STORIES, sheets._WRITTEN):
        known.clear()


def some_states(game: Holdem, seats: int, rng: random.Random) -> list[State]:
    """The states of a hand and of another that begins with the same cards, in which people fold, leave and show."""
    start = game.deal(seats, rng.randrange(1000))
    found = [start]
    for _ in range(2):
        state = start
        while state.turn >= 0:
            (decision,) = game.pending(state)
            seat, choices = decision.seat, list(decision.choices)
            text = str(rng.choice(choices[:3] if rng.random() < 0.8 else choices))
            if rng.random() < 0.3:
                text = str(choices[-1])  # all-in, where that is a raise
            elif rng.random() < 0.05:
                seat, text = Seat(rng.choice(state.live_seats)), "leave"
                if state.away >> seat & 1:
                    continue
            state = play(game, state, seat, text).state
            found.append(state)
        for seat in state.setup.order:
            shown = list(game.unasked(state, Seat(seat)))
            if shown and rng.random() < 0.5:
                state = game.apply(state, Seat(seat), rng.choice(shown))
                found.append(state)
    return found


def told(game: Holdem, state: State, players: tuple[str, ...]) -> Any:
    """All that a state is to its viewers, by views and by the sheet."""
    viewers = [None, *map(Seat, range(len(players)))]
    sheet = write(game.options, state, game.bets, players)
    owns = [sheet.own(seat) for seat in range(len(players))]
    kept = sheet._replace(own=None, mark=None, since=None, news=(), facts=())  # type: ignore[arg-type]
    return [game.view(state, viewer) for viewer in viewers], kept, owns


@pytest.mark.parametrize(("seats", "options"), SHAPES, ids=str)
def test_what_was_seen_before_does_not_matter(seats: int, options: dict[str, Any]) -> None:
    players = tuple(f"p{seat}" for seat in range(seats))
    for seed in range(10):
        rng = random.Random(f"{seed} {seats} {options}")
        stacks = tuple(rng.choice((60, 200, 1000)) for _ in range(seats))
        game = Holdem(HoldemOptions(stacks=stacks, button=0, **options))
        states = some_states(game, seats, rng)
        fresh = []
        for state in states:
            forget()
            fresh.append(told(game, state, players))
        for order in (range(len(states)), [rng.randrange(len(states)) for _ in range(3 * len(states))]):
            for at in order:
                assert told(game, states[at], players) == fresh[at]


@pytest.mark.parametrize(("seats", "options"), SHAPES, ids=str)
def test_a_sheet_goes_on_telling_its_own_state(seats: int, options: dict[str, Any]) -> None:
    players = tuple(f"p{seat}" for seat in range(seats))
    game = Holdem(HoldemOptions(stacks=(300,) * seats, button=0, **options))
    states = some_states(game, seats, random.Random(f"{seats} {options}"))
    written = [write(game.options, state, game.bets, players) for state in states]
    later = [[sheet.own(seat) for seat in range(seats)] for sheet in written]
    for state, sheet, owns in zip(states, written, later, strict=True):
        forget()
        fresh = write(game.options, state, game.bets, players)
        assert owns == [fresh.own(seat) for seat in range(seats)]
        assert (sheet.view, sheet.state, sheet.players) == (fresh.view, fresh.state, fresh.players)


def test_the_question_of_a_sheet_is_the_one_that_is_open() -> None:
    players = ("p0", "p1", "p2", "p3")
    for seed in range(20):
        rng = random.Random(seed)
        stacks = tuple(rng.choice((3, 21, 22, 23, 200)) for _ in players)
        kind = rng.choice(("no_limit", "pot_limit", "limit"))
        game = Holdem(HoldemOptions(stacks=stacks, button=0, game_type=kind, run_it_twice="ask"))
        for state in some_states(game, 4, rng):
            for decision in game.pending(state):
                question, _ = write(game.options, state, game.bets, players).decision
                expected = plain_decision(decision, HoldemExtras.offered)
                assert msgspec.json.decode(b"{%b}" % question) == expected


def test_news_lead_from_one_sheet_to_the_next() -> None:
    players = ("p0", "p1", "p2")
    rng = random.Random(5)
    game = Holdem(HoldemOptions(stacks=(300, 300, 300), button=0))
    states = some_states(game, 3, rng)
    forget()
    before = write(game.options, states[0], game.bets, players)
    for at in [*range(1, len(states)), *[rng.randrange(len(states)) for _ in range(60)]]:
        after = write(game.options, states[at], game.bets, players)
        if after is before:
            continue
        assert after.since is before.mark
        pairs = enumerate(zip(before.view, after.view, strict=True))
        assert list(after.news) == [part for place, (was, part) in pairs if part != was and place not in after.private]
        assert list(after.facts) == [part for name, part in after.state.items() if part != before.state[name]]
        before = after


@pytest.mark.parametrize(("seats", "options"), SHAPES, ids=str)
def test_the_end_is_told_as_a_spectator_sees_it(seats: int, options: dict[str, Any]) -> None:
    for seed in range(10):
        rng = random.Random(f"{seed} {seats} {options}")
        game = Holdem(
            HoldemOptions(stacks=tuple(rng.choice((60, 200, 1000)) for _ in range(seats)), button=0, **options)
        )
        for state in some_states(game, seats, rng):
            if state.result is None:
                continue
            told, seen = HoldemExtras().ended(game, state), game.view(state, None)
            assert told["winners"] == sorted({seat for pot in seen.pots for seat in pot.winners})
            pots = [(pot.amount, pot.hand_type, list(pot.winners), pot.shares, pot.run) for pot in seen.pots]
            assert pots == [
                (
                    pot["amount"], pot["hand_type"], pot["winners"],
                    tuple((share["player_id"], share["amount"]) for share in pot["shares"]), pot.get("run", 0),
                )
                for pot in told["pots"]
            ]  # fmt: skip
            assert [tuple(row.values()) for row in told["shown"]] == [
                (seat.seat, seat.seat, seat.cards, seat.hand) for seat in seen.seats if seat.cards is not None
            ]
            assert (told["pot"], told["community_cards"]) == (seen.pot, seen.board)
            assert told.get("second_board", ()) == seen.second_board


def test_what_was_told_leaves_nothing_to_the_collector() -> None:
    """A server switches it off while people play: a ring of objects for every move would fill the memory."""
    players = ("p0", "p1", "p2")
    game = Holdem(HoldemOptions(stacks=(300, 300, 300), button=0))
    gc.collect()
    gc.disable()
    try:
        for state in some_states(game, 3, random.Random(6)):
            told(game, state, players)
        view._PUBLIC.clear()
        telling._STORIES.clear()
        del state
        assert gc.collect() == 0
    finally:
        gc.enable()
