"""Which position of the shuffled deck became what in a hand of hold'em."""

from __future__ import annotations

from collections.abc import Iterable

from paiju.cards import Card
from paiju.games.contract import Seat
from paiju.games.fairness import Place, Shuffle, What, drawn
from paiju.games.holdem.dealing import plan
from paiju.games.holdem.game import Holdem
from paiju.games.holdem.positions import certain, draws_button
from paiju.games.holdem.state import State
from paiju.games.record import Record, game_of, replay


def shuffles(record: Record) -> tuple[Shuffle, ...]:
    """The shuffle of the deck and, where chance decided it, the button.

    Where the options lay the cards (`deck`), no position of the shuffle was dealt, so it has no places.
    """
    game = game_of(record)
    assert isinstance(game, Holdem)
    options, state = game.options, replay(record, game)
    deck = tuple(map(str, options.ranking.deck.cards))
    if options.deck:
        found = [Shuffle(0, "shuffle", deck, ())]
    else:
        method = options.shuffle_method
        found = [Shuffle(0, "riffle" if method == "riffle" else "shuffle", deck, _places(game, state))]
    if draws_button(options):
        button = Seat(state.setup.button)
        found.append(drawn(1, "button", button, certain(options, state.setup.stacks), button))
    return tuple(found)


def _places(game: Holdem, state: State) -> tuple[Place, ...]:
    setup = state.setup
    cards, laid = setup.cards, plan(game.options, len(setup.order))
    top = len(cards.order) - 1

    def place(what: What, seat: int | None, at: Iterable[int], there: Iterable[Card]) -> Place:
        """The deck is dealt from the end of the list; a plan counts from the top."""
        return Place(what, None if seat is None else Seat(seat), tuple(top - one for one in at), tuple(map(str, there)))

    found = [place("hand", seat, at, cards.holes[seat]) for seat, at in zip(setup.order, laid.holes, strict=True)]
    found += [place("board", None, laid.board, cards.board), place("burn", None, laid.burns, cards.burns)]
    if state.result is not None and state.result.second:
        second = [new for old, new in zip(cards.board, state.result.second, strict=True) if old != new]
        after = laid.board[-1] + 1
        found.append(place("second_board", None, range(after, after + len(second)), second))
    return tuple(found)
