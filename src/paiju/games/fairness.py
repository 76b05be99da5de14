"""The proof of a deal: which position of which shuffled deck became what.

A game names its shuffles and the places in them (`GameInfo.shuffles`); `check` shuffles the decks by the seed again and
compares, without knowing how any game deals. docs/fair-deals.md describes the generator.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from paiju.cards import Rng, clumped
from paiju.cards.fair import CHANCE
from paiju.games.contract import Line, Seat
from paiju.games.record import RecordError

Method = Literal["shuffle", "riffle", "clumps"]
What = Literal[
    "hand",
    "kitty",
    "pile",
    "aside",
    "board",
    "second_board",
    "burn",
    "button",
    "first",
    "marked",
    "role",
    "generals",
    "slots",
]


class Place(msgspec.Struct, frozen=True):
    """What became of some positions of a shuffled deck.

    `at` counts from 0 in the list that the shuffle gives. `cards` lay there in the deal as it was played: in this
    order, or, where they belong to a seat, in any order, because hands are sorted.
    """

    what: What
    seat: Seat | None
    at: tuple[int, ...]
    cards: tuple[str, ...]


class Shuffle(msgspec.Struct, frozen=True):
    """One shuffle of a deal: it draws from stream `number` of the seed.

    Shuffles are numbered from 0 without gaps; only CHANCE is a number of its own. One with the number of the shuffle
    before it goes on where that ended. A draw is a shuffle too: the last place holds what was drawn. `deck` is in its
    order before the shuffle.
    """

    number: int
    method: Method
    deck: tuple[str, ...]
    places: tuple[Place, ...]


def drawn(number: int, what: What, seat: Seat, among: Iterable[object], chosen: object) -> Shuffle:
    """A draw of one among some: `Rng.choice` is the last place of `Rng.shuffled`."""
    deck = tuple(map(str, among))
    return Shuffle(number, "shuffle", deck, (Place(what, seat, (len(deck) - 1,), (str(chosen),)),))


def check(seed: int, shuffles: Iterable[Shuffle]) -> int:
    """How many positions hold what their places say; RecordError for the first place that this seed does not give."""
    streams: dict[int, Rng] = {}
    last = -1
    count = 0
    for shuffle in shuffles:
        number = shuffle.number
        if number != CHANCE:
            if number not in (last, last + 1) or number < 0:
                raise RecordError(None, Line.of("record.shuffle", number=number))
            last = number
        rng = streams.setdefault(number, Rng(seed, stream=number))
        row = _shuffled(rng, shuffle)
        taken: set[int] = set()
        for place in shuffle.places:
            if not _holds(row, place) or not taken.isdisjoint(place.at):
                cards = " ".join(place.cards)
                raise RecordError(None, Line.of("record.place", number=number, what=place.what, cards=cards))
            taken.update(place.at)
            count += len(place.at)
    return count


def _shuffled(rng: Rng, shuffle: Shuffle) -> tuple[str, ...]:
    if shuffle.method == "clumps":
        return clumped(rng, shuffle.deck)
    return rng.riffled(shuffle.deck) if shuffle.method == "riffle" else rng.shuffled(shuffle.deck)


def _holds(row: tuple[str, ...], place: Place) -> bool:
    if len(set(place.at)) != len(place.at) or not all(0 <= at < len(row) for at in place.at):
        return False
    found = [row[at] for at in place.at]
    if place.seat is None:
        return found == list(place.cards)
    return sorted(found) == sorted(place.cards)
