"""What viewers know, and what they must not."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest

from paiju.cards import Rng, cards
from paiju.games import catalog
from paiju.games.climb.actions import Play
from paiju.games.climb.game import Climb
from paiju.games.climb.position import leading
from paiju.games.climb.state import PLAYED, State, events
from paiju.games.climb.view import laid_out
from paiju.games.contract import Seat
from tests.games.climb.test_plays import all_games
from tests.games.climb.test_stages import answered, climb, hands, played


def halfway(game: Climb, seats: int, seed: int, moves: int) -> State:
    rng, state = Rng(seed), game.deal(seats, seed)
    for _ in range(moves):
        pending = game.pending(state)
        if not pending:
            break
        state = game.apply(state, pending[0].seat, rng.choice(list(pending[0].choices)))
    return state


def test_the_bottom_cards_are_hidden_until_somebody_is_landlord() -> None:
    game = climb("doudizhu")
    state = game.deal(3, 1)
    assert game.view(state, Seat(0)).centre[0].cards == 3
    known = answered(game, state, "call,no,no")
    assert game.view(known, None).centre[0].cards == state.setup.kitty


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_the_counter_counts_what_is_neither_played_nor_held(viewer: int | None) -> None:
    """Regression 8: a counter must not tell the bottom cards."""
    game = climb("doudizhu")
    state = game.deal(3, 1)
    own = game.layout.cards(state.hands[viewer]) if viewer is not None else ()
    expected = Counter(card.rank.letter for card in game.rules.deck.cards) - Counter(card.rank.letter for card in own)
    seat = None if viewer is None else Seat(viewer)
    assert dict(game.view(state, seat).counter) == {rank.letter: expected[rank.letter] for rank in game.layout.ranks}
    twin = game.resample(state, seat, 99)
    assert twin.setup.kitty != state.setup.kitty
    assert game.view(twin, seat).counter == game.view(state, seat).counter


def test_the_trick_shows_everybodys_last_play() -> None:
    game = climb("doudizhu")
    start = leading(game, hands("5s6s8sKs", "7s4s", "4d9d"), leader=0)
    state = played(game, start, "0:5s", "1:7s", "2:pass")
    shown = {one.seat: (one.cards, one.type, one.wins) for one in game.view(state, None).trick}
    assert shown == {0: (cards("5s"), "Single", False), 1: (cards("7s"), "Single", True), 2: ((), "Empty", False)}


def test_teams_are_the_landlord_and_the_farmers() -> None:
    game = climb("doudizhu")
    state = game.deal(3, 1)
    assert game.view(state, None).teams == (0, 1, 2)
    known = answered(game, state, "call,no,no")
    landlord = known.setup.landlord
    assert game.view(known, None).teams == tuple(int(seat == landlord) for seat in range(3))
    assert climb("big_two").view(climb("big_two").deal(4, 1), None).teams == (0, 1, 2, 3)
    partners = climb("guandan").view(climb("guandan").deal(4, 1), None)
    assert partners.teams == (0, 1, 0, 1)
    assert len(partners.places) == 4 and partners.count_limit == 10


@pytest.mark.parametrize(("move", "bomb"), [("5s", 0), ("5s5h5c5d", 1), ("LR", 2)])
def test_bombs_have_a_rank(move: str, bomb: int) -> None:
    game = climb("doudizhu")
    state = played(game, leading(game, hands("5s5h5c5d8sLR", "7s4s", "4d9d"), leader=0), f"0:{move}")
    view = game.view(state, None)
    assert view.trick[-1].bomb == bomb
    assert next(line.args["bomb"] for line in view.log if line.key == "climb.log.lead") == bomb


def test_captured_points_pile_and_finishers_are_public() -> None:
    game = climb("wuguapi")
    state = played(game, leading(game, hands("Kh9s", "Td6s"), leader=1, pile=cards("7s")), "1:Td", "0:Kh", "1:pass")
    view = game.view(state, None)
    assert view.captured == (20, 0)
    assert [pile.count for pile in view.centre] == [0]


@all_games
@pytest.mark.parametrize("seed", range(6))
def test_resampled_hands_fit_what_was_seen(name: str, seed: int) -> None:
    """Counts, own cards, cards known to lie in a hand, and that nobody was dealt less than the card that led."""
    game = climb(name)
    seats = catalog.find(name).recommended
    state = halfway(game, seats, seed, 3 + 5 * seed)
    for viewer in range(seats):
        twin = game.resample(state, Seat(viewer), seed)
        assert twin.hands[viewer] == state.hands[viewer]
        assert list(map(game.size, twin.counts)) == list(map(game.size, state.counts))
        assert Counter(game.census(twin)) == Counter(game.census(state))
        if state.setup.landlord >= 0 and state.setup.landlord != viewer:
            seen = [card for _, what, who, thing in events(state.history) if what in PLAYED for card in thing.cards]
            left = Counter(state.setup.kitty) - Counter(seen)
            assert not left - Counter(game.layout.cards(twin.hands[state.setup.landlord]))
        if state.setup.required is not None and state.draw is None:
            floor = game.layout.bit[state.setup.required]
            assert all(game.layout.bit[card] >= floor for hand in twin.hands for card in game.layout.cards(hand))


@all_games
def test_states_and_games_are_values_that_travel(name: str) -> None:
    game = climb(name)
    state = halfway(game, catalog.find(name).recommended, 3, 12)
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert hash(again) == hash(state)
    assert pickle.loads(pickle.dumps(game)) == game
    assert game.view(again, None) == game.view(state, None)


@pytest.mark.fuzz
@pytest.mark.timeout(3600)
@all_games
def test_ten_thousand_random_games(name: str) -> None:
    game = climb(name)
    info = catalog.find(name)
    sizes = list(game.seats)
    deck = Counter(game.rules.deck.cards)
    for seed in range(10_000):
        state = halfway(game, sizes[seed % len(sizes)], seed, 10_000)
        outcome = game.outcome(state)
        assert outcome is not None
        assert not info.zero_sum or sum(outcome.scores) == 0
        assert Counter(game.census(state)) == deck
        assert sum(state.draw.captured) <= 100 if state.draw else True


@pytest.mark.parametrize(
    ("name", "text"), [("three_two_one", "4s5d6h7c8s"), ("wuguapi", "4s5d6h7c8s"), ("doudizhu", "3s4d5h6c7s")]
)
def test_a_run_is_shown_along_its_path_not_by_strength(name: str, text: str) -> None:
    game, run = climb(name), cards(text)
    readings = game.reader.read(run)
    assert readings
    for combo in readings:
        play = Play(game.reader.arrange(run, combo), None, combo)
        assert laid_out(game, play) == tuple(reversed(run))
