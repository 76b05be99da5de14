"""Which position of the shuffled deck became what in a climbing game."""

from __future__ import annotations

from paiju.cards import Card
from paiju.cards.fair import CHANCE
from paiju.games.climb.game import Climb
from paiju.games.climb.state import State
from paiju.games.climb.tribute import OpeningLead
from paiju.games.contract import Seat
from paiju.games.fairness import Place, Shuffle, What, drawn
from paiju.games.record import Record, game_of, steps


def shuffles(record: Record) -> tuple[Shuffle, ...]:
    """The shuffle of each deal, those thrown in as well, and the draws of who begins."""
    game = game_of(record)
    assert isinstance(game, Climb)
    deals = {step.after.setup.deal: step.after for step in reversed([*steps(record, game)])}  # the first state of each
    assert record.seed is not None
    deals[1] = game.deal(record.seats, record.seed)
    return tuple(one for number in sorted(deals) for one in _dealt(game, deals[number]))


def _dealt(game: Climb, state: State) -> list[Shuffle]:
    """The shuffle of one deal, whose first state this is."""
    rules, seats, setup = game.rules, len(state.hands), state.setup
    number = setup.deal - 1
    deck = tuple(map(str, rules.deck.cards))
    hands = game.hand_places(seats)
    places = [
        Place("hand", Seat(seat), tuple(at), tuple(map(str, game.layout.cards(state.hands[seat]))))
        for seat, at in enumerate(hands)
    ]
    left = game.rest_places(seats)
    piles: tuple[tuple[What, tuple[Card, ...]], ...] = (
        ("pile", state.draw.pile if state.draw else ()),
        ("kitty", setup.kitty),
        ("aside", setup.aside),
    )
    for what, cards in piles:
        if cards:
            places.append(Place(what, None, left[: len(cards)], tuple(map(str, cards))))
            left = left[len(cards) :]
    found = [Shuffle(number, "clumps" if rules.shuffling == "clumps" else "shuffle", deck, tuple(places))]
    first = Seat(setup.first)
    if rules.opening == "landlord" and (number or rules.first is None):
        if setup.marked is None:
            found.append(drawn(number, "first", first, range(seats), first))
        else:
            row = game.shuffled(game.rng(state.seed, number), deck)
            found.append(drawn(number, "marked", first, [row[at] for hand in hands for at in hand], setup.marked))
    opening = rules.stages[0]
    if isinstance(opening, OpeningLead) and opening.how == "draw":
        among = [card for _, card in opening.candidates(game, state)]
        found.append(drawn(CHANCE, "marked", first, among, setup.marked))
    elif isinstance(opening, OpeningLead) and opening.how == "random":
        found.append(drawn(CHANCE, "first", first, range(seats), first))
    return found
