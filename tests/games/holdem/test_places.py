"""Where players stand at the end of a hand, and how a tournament ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paiju.games.contract import Seat
from paiju.games.holdem import Holdem, HoldemOptions, HoldemSeries, PlayerStatus, State
from paiju.games.holdem.chips import HoldemChips
from paiju.games.holdem.showdown import places_after
from paiju.games.options import OptionError, build, to_data
from tests.games.holdem.hands import act, start, table

pytestmark = pytest.mark.pure

CARDS = {0: "AsAh", 1: "KsKh", 2: "QsQh", 3: "7c2d"}
BOARD = "3c4d8h9sJc"


def statuses(game: Holdem, state: State) -> list[str | None]:
    return [seat.status and seat.status.value for seat in game.view(state, None).seats]


def all_in(stacks: tuple[int, ...], **options: object) -> tuple[Holdem, State]:
    """Everybody puts in everything; the lower seat has the better hand."""
    seats = [seat for seat, chips in enumerate(stacks) if chips]
    game = table(stacks, button=seats[0], **options).with_cards({seat: CARDS[seat] for seat in seats}, BOARD)
    state = start(game)
    while state.turn >= 0:
        state = act(game, state, "all_in")
    return game, state


def test_all_in_until_the_hand_is_paid() -> None:
    game = table((300, 500), button=0, run_it_twice="ask")
    assert statuses(game, start(game, "all_in, call")) == ["all_in", "active"]


def test_a_winner_has_chips_and_a_loser_is_busted() -> None:
    assert statuses(*all_in((300, 300))) == ["active", "busted"]
    assert statuses(*all_in((100, 300, 300))) == ["active", "active", "busted"]


def test_a_player_who_folded_has_folded_at_the_end() -> None:
    game = table((300, 300, 300))
    assert statuses(game, start(game, "fold, fold")) == ["folded", "folded", "active"]


def test_busted_players_of_a_tournament_stay_busted() -> None:
    game, state = all_in((300, 500, 300, 0), tournament=True)
    outcome = game.outcome(state)
    assert outcome is not None and outcome.places == (0, 0, 3)
    options = HoldemSeries().next(game.options, outcome)
    assert options is not None and options.places == (0, 0, 3)
    assert build(HoldemOptions, to_data(options)) == options, "it survives a record"
    following = Holdem(options)
    state = following.deal(4, 1)
    assert statuses(following, state) == ["active", "active", "busted", None]
    assert [seat.place for seat in following.view(state, None).seats] == [0, 0, 3, 0]


def test_the_last_hand_of_a_tournament() -> None:
    game, state = all_in((500, 400, 300), tournament=True, places=(0, 0, 0, 4))
    outcome, view = game.outcome(state), game.view(state, None)
    assert outcome is not None and outcome.places == (1, 2, 3, 4) and outcome.tournament_over
    assert HoldemSeries().next(game.options, outcome) is None
    assert view.stage == "tournament_end"
    assert [seat.place for seat in view.seats] == [1, 2, 3]
    assert [(line.key, line.args["seat"]) for line in view.log[-3:]] == [
        ("holdem.out", 2),
        ("holdem.out", 1),
        ("holdem.tournament_won", 0),
    ]


def test_a_cash_table_has_no_places() -> None:
    game, state = all_in((500, 400))
    outcome, view = game.outcome(state), game.view(state, None)
    assert outcome is not None and outcome.places == () and not outcome.tournament_over
    assert view.stage == "showdown" and not any(seat.place for seat in view.seats)


@pytest.mark.parametrize(
    ("earlier", "before", "after", "places"),
    [
        ((), (500, 200, 300), (1000, 0, 0), (1, 3, 2)),  # more chips before the hand: the higher place
        ((), (500, 300, 300), (1100, 0, 0), (1, 2, 2)),  # the same: they share it
        ((), (500, 300, 300), (800, 0, 300), (0, 3)),
        ((0, 3), (800, 0, 300), (1100, 0, 0), (1, 3, 2)),
        ((), (500, 300), (400, 400), ()),
        ((), (500, 0, 300), (0, 0, 800), (2, 0, 1)),  # an empty seat has none
    ],
)
def test_places(
    earlier: tuple[int, ...], before: tuple[int, ...], after: tuple[int, ...], places: tuple[int, ...]
) -> None:
    assert places_after(earlier, before, after) == places


def test_leaving_a_tournament_with_chips() -> None:
    chips = HoldemChips()
    running = HoldemOptions(tournament=True, stacks=(500, 300, 300), last_button=0, last_small=1, last_big=2)
    assert chips.leave(running, Seat(1)).places == (0, 3)
    assert chips.sit(chips.leave(running, Seat(1)), Seat(1), 500).places == (), "somebody else sits down"
    assert chips.leave(HoldemOptions(tournament=True, stacks=(500, 300)), Seat(1)).places == (), "it has not begun"
    assert chips.leave(HoldemOptions(stacks=(500, 300), last_big=1), Seat(1)).places == ()


@pytest.mark.parametrize("places", [(-1,), (11,), (0,) * 11, ("1",)])
def test_places_are_numbers_of_seats(places: tuple[int, ...]) -> None:
    with pytest.raises(OptionError, match="places"):
        HoldemOptions(places=places)


def test_sitting_out_counts_from_the_next_hand() -> None:
    game = table((1000,) * 3, sitting_out=(1,))
    state = start(game)
    assert game.view(state, None).seats[1].status is PlayerStatus.SITTING_OUT


def test_sitting_out_in_mid_hand_changes_nothing_in_it() -> None:
    game = table((1000,) * 3)
    later = Holdem(replace(game.options, sitting_out=(1,)))
    assert later.view(start(game), None).seats[1].status is PlayerStatus.ACTIVE
