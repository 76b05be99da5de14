"""Whole games behind the contract: choosing generals, luck cards, views, re-dealing, random play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from paiju.cards import Rng
from paiju.games import catalog, sanguosha
from paiju.games.codec import builtins
from paiju.games.contract import Seat, play
from paiju.games.sanguosha.game import Sanguosha, State
from paiju.games.sanguosha.generals import LORDS
from paiju.games.sanguosha.messages import MESSAGES
from paiju.games.sanguosha.options import SanguoshaOptions
from paiju.games.sanguosha.view import SanguoshaView

GAME = Sanguosha(SanguoshaOptions())


def random_states(seats: int, seed: int, game: Sanguosha = GAME) -> Iterator[State]:
    rng, state = Rng(seed, stream=1 << 41), game.deal(seats, seed)
    yield state
    while pending := game.pending(state):
        decision = rng.choice(pending)
        state = game.apply(state, decision.seat, rng.choice(list(islice(decision.choices, 40))))
        yield state


def last(seats: int, seed: int, game: Sanguosha = GAME) -> State:
    *_, state = random_states(seats, seed, game)
    return state


def ended(seats: int, seed: int) -> str:
    outcome = GAME.outcome(last(seats, seed))
    assert outcome is not None
    assert sum(outcome.scores) == 0
    return outcome.winner


@pytest.mark.parametrize("seats", range(2, 9))
def test_random_games_end(seats: int) -> None:
    winners = {ended(seats, seed) for seed in range(24)}
    assert len(winners) > 1


@pytest.mark.fuzz
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("seats", range(2, 9))
def test_two_thousand_random_games_end(seats: int) -> None:
    for seed in range(2000):
        ended(seats, 10_000 + seed)


@pytest.mark.parametrize("seats", [1, 9])
def test_other_table_sizes_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 8"):
        GAME.deal(seats, 1)


# --- setting the table -------------------------------------------------------------------------------------------


def test_the_lord_chooses_first_and_openly() -> None:
    state = GAME.deal(5, 3)
    (decision,) = GAME.pending(state)
    lord = state.world.first
    assert decision.seat == lord.seat
    offered = [action.what for action in decision.choices]
    assert set(LORDS) <= set(offered)
    assert len(offered) == 5
    state = GAME.apply(state, decision.seat, next(iter(decision.choices)))
    asked = {one.seat: [action.what for action in one.choices] for one in GAME.pending(state)}
    assert set(asked) == {Seat(seat) for seat in range(5)} - {lord.seat}
    every = [name for names in asked.values() for name in names]
    assert all(len(names) == 3 for names in asked.values())
    assert len(set(every)) == len(every)
    assert offered[0] not in every


def test_answers_of_a_round_of_questions_stay_hidden_until_all_are_in() -> None:
    state = GAME.deal(3, 3)
    (decision,) = GAME.pending(state)
    state = GAME.apply(state, decision.seat, next(iter(decision.choices)))
    first, second = GAME.pending(state)
    after = GAME.apply(state, first.seat, next(iter(first.choices)))
    assert GAME.view(after, second.seat).players[first.seat].general is None
    done = GAME.apply(after, second.seat, next(iter(second.choices)))
    assert GAME.view(done, second.seat).players[first.seat].general is not None


@pytest.mark.parametrize(("seats", "bonus"), [(4, 0), (5, 1)])
def test_the_lords_extra_hp(seats: int, bonus: int) -> None:
    state = next(state for state in random_states(seats, 2) if state.world.round == 1)
    lord = state.world.first
    assert lord.general is not None
    assert lord.max_hp == lord.general.hp + bonus


def test_luck_cards() -> None:
    game = Sanguosha(SanguoshaOptions(luck_times=2))
    state = game.deal(3, 9)
    while game.pending(state)[0].prompt.key != "sgs.ask.luck":
        decision = game.pending(state)[0]
        state = game.apply(state, decision.seat, next(iter(decision.choices)))
    assert len(game.pending(state)) == 3
    before = [tuple(player.hand.cards) for player in state.world.players]
    shuffles = len(state.world.shuffles)
    for seat, text in ((0, "yes"), (1, "no"), (2, "no")):
        state = play(game, state, Seat(seat), text).state
    assert [decision.seat for decision in game.pending(state)] == [0]
    state = play(game, state, Seat(0), "no").state
    after = [tuple(player.hand.cards) for player in state.world.players]
    assert before[0] != after[0][:4]
    assert [len(hand) for hand in after][1:] == [4, 4] or state.world.current.seat != 0
    assert len(state.world.shuffles) == shuffles + 2  # one for the luck card, one for the pile
    assert len(game.census(state)) == 108


# --- views -------------------------------------------------------------------------------------------------------


def halfway(seats: int = 5, seed: int = 4, moves: int = 120) -> State:
    return next(islice(random_states(seats, seed), moves, None))


def test_what_a_view_shows() -> None:
    state = halfway()
    w = state.world
    for viewer in (None, *range(5)):
        view: SanguoshaView = GAME.view(state, Seat(viewer) if viewer is not None else None)
        for player, shown, pile in zip(w.players, view.players, view.hands, strict=True):
            own = player.seat == viewer
            assert isinstance(pile.cards, tuple) == own
            assert pile.count == len(player.hand)
            assert (shown.role is None) == (not own and player.alive and player is not w.first)
            assert [(worn.slot, worn.card) for worn in shown.equip] == [
                (card.kind.category.value, card.text) for card in player.equip
            ]
        assert view.draw_pile == len(w.draw_pile)
        assert [seat.distance for seat in view.players if seat.seat == viewer] == (
            [0] if viewer is not None else []
        ) or (viewer is not None and not w.players[viewer].alive)


def test_hidden_cards_are_never_named_in_the_log() -> None:
    state = halfway()
    w = state.world
    drawn = {
        viewer: [line for line in GAME.view(state, viewer).log if line.key == "sgs.log.drew"]
        for viewer in (None, *(player.seat for player in w.players))
    }
    assert drawn[None] == []
    for viewer, lines in drawn.items():
        assert all(line.args["seat"] == viewer for line in lines)
    counted = [line for line in GAME.view(state, None).log if line.key == "sgs.log.draw"]
    assert counted


def test_views_show_everything_at_the_end() -> None:
    view = GAME.view(last(5, 4), None)
    assert view.winner is not None
    assert all(player.role for player in view.players)


# --- re-dealing --------------------------------------------------------------------------------------------------


def hidden(state: State, viewer: Seat) -> tuple[Any, ...]:
    w = state.world
    hands = tuple(tuple(card.text for card in player.hand) for player in w.players if player.seat != viewer)
    return hands, tuple(player.role for player in w.players), tuple(card.text for card in w.draw_pile)


@pytest.mark.parametrize("viewer", range(5))
def test_twins_look_the_same_and_differ(viewer: int) -> None:
    state, seat = halfway(seed=6, moves=90), Seat(viewer)
    twins = [GAME.resample(state, seat, seed) for seed in range(6)]
    assert all(GAME.view(twin, seat) == GAME.view(state, seat) for twin in twins)
    assert len({hidden(twin, seat) for twin in twins}) == len(twins)
    assert len({hidden(twin, seat)[1] for twin in twins}) > 1


def test_a_twin_plays_on() -> None:
    twin = GAME.resample(halfway(), Seat(1), 3)
    again = type(twin)(twin.build, twin.moves)
    assert GAME.view(again, Seat(1)) == GAME.view(twin, Seat(1))
    rng = Rng(1)
    while pending := GAME.pending(twin):
        twin = GAME.apply(twin, pending[0].seat, rng.choice(list(islice(pending[0].choices, 20))))
    assert GAME.outcome(twin) is not None


def test_twins_of_luck_cards_and_reshuffles() -> None:
    game = Sanguosha(SanguoshaOptions(luck_times=3))
    checked = 0
    for number, state in enumerate(random_states(3, 12, game)):
        if number % 23 == 0:
            for viewer in (None, Seat(0), Seat(1), Seat(2)):
                twin = game.resample(state, viewer, number)
                assert game.view(twin, viewer) == game.view(state, viewer)
                checked += 1
    assert checked > 8


# --- what tables and pages get -----------------------------------------------------------------------------------


def test_views_and_offers_are_plain_data() -> None:
    info = catalog.find("sanguosha")
    seen: set[str] = set()
    for state in islice(random_states(5, 8), 0, 260, 3):
        view = GAME.view(state, None)
        assert view.stage in ("setup", "start", "judge", "draw", "play", "discard", "finish", "over")
        assert len(info.words.describe(view)) == 6
        for decision in GAME.pending(state):
            detail = builtins(info.answers.detail(view, decision))
            assert detail
            seen.update(offer["verb"] for offer in detail["offers"])
            assert info.time_limits.timing(GAME.options, decision).seconds
    assert {"end", "use", "no", "choose"} <= seen


def test_every_message_key_in_the_source_has_words() -> None:
    root = Path(sanguosha.__file__).parent
    keys = {
        key
        for file in root.rglob("*.py")
        for key in re.findall(r'"(sgs\.[a-z_.]+[a-z])"', file.read_text(encoding="utf-8"))
    }
    assert len(keys) > 60
    assert keys <= set(MESSAGES)
