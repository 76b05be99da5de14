"""Tables over many hands: people come, go, sit out, return and leave in mid-hand; chips and positions stay right."""

from __future__ import annotations

import pytest

from paiju.cards import Rng
from paiju.games.contract import Seat
from paiju.games.holdem import Holdem, HoldemOptions, HoldemSeries
from paiju.games.holdem.chips import HoldemChips
from paiju.games.options import build, to_data

SERIES = HoldemSeries()
CHIPS = HoldemChips()
SEATS = 6


def table(rng: Rng) -> HoldemOptions:
    return HoldemOptions(
        stacks=tuple(rng.choice([0, 50, 300, 1000]) for _ in range(SEATS)),
        tournament=rng.below(3) == 0,
        button_rule=rng.choice(["moving", "dead"]),
        variant=rng.choice(["standard", "short_deck"]),
        short_deck_structure=rng.choice(["blinds", "button_blind"]),
        blind_increase_rounds=3,
    )


def between_hands(options: HoldemOptions, rng: Rng) -> HoldemOptions:
    if options.tournament:
        return options
    for seat in map(Seat, range(SEATS)):
        match rng.below(20):
            case 0:
                options = CHIPS.leave(options, seat)
            case 1 | 2:
                options = CHIPS.sit(options, seat, 200)
            case 3 | 4:
                options = CHIPS.sit_out(options, seat, True)
            case 5 | 6 | 7 | 8:
                options = CHIPS.sit_out(options, seat, False, rng.below(2) == 0)
            case _:
                pass
    return options


def session(seed: int, hands: int) -> None:
    rng = Rng(seed, stream=21)
    options = table(rng)
    for _ in range(hands):
        options = between_hands(options, rng)
        if not CHIPS.ready(options):
            if options.tournament:
                return
            continue
        game = Holdem(options)
        state = game.deal(SEATS, rng.word())
        setup = state.setup
        assert setup.big in setup.order
        assert setup.button != setup.big or options.has_button_blind
        if options.last_big >= 0 and not options.has_button_blind and len(setup.order) == 2:
            assert setup.big != options.last_big, "big blind twice running with two players"
        while state.turn >= 0:
            bets = game.bets(state)
            state = game.apply(state, Seat(state.turn), bets[rng.below(min(len(bets), 4))])
            seat = Seat(rng.below(SEATS))
            unasked = game.unasked(state, seat).actions
            if unasked and rng.below(20) == 0:
                state = game.apply(state, seat, unasked[0])
        outcome = game.outcome(state)
        assert outcome is not None
        assert sum(outcome.stacks) == sum(options.stacks)
        following = SERIES.next(options, outcome)
        if following is None:
            assert options.tournament
            return
        assert following == build(HoldemOptions, to_data(following)), (
            "not checked when it was made, and right all the same"
        )
        options = following


def test_short_sessions() -> None:
    for seed in range(60):
        session(seed, hands=12)


@pytest.mark.fuzz
def test_long_sessions() -> None:
    for seed in range(60, 3000):
        session(seed, hands=100)


def test_blinds_stop_growing_at_the_most_chips_there_can_be() -> None:
    """A table that plays on for ever, or a record that says so, asks for no number beyond reason."""
    options = HoldemOptions(blind_increase_rounds=1, blind_increase_factor=100, ante=1, hand_number=10**8)
    assert options.stakes == (10**15, 10**15, 10**15)
    assert HoldemOptions(blind_increase_rounds=2, ante=1, hand_number=5).stakes == (40, 80, 4)
