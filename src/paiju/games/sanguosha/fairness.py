"""Which position of which numbered shuffle became what in a game of Sanguosha."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiju.games.contract import Seat
from paiju.games.fairness import Place, Shuffle, What
from paiju.games.record import Record, game_of, replay
from paiju.games.sanguosha.card import Card
from paiju.games.sanguosha.generals import LORDS, General
from paiju.games.sanguosha.world import World


def shuffles(record: Record) -> tuple[Shuffle, ...]:
    """Every numbered shuffle of a game: identities, offered generals, the deck, luck cards, slots, discards."""
    w: World = replay(record, game_of(record)).world
    drafts = iter((_lord_draft, _draft))
    found = []
    for number, shuffle in enumerate(w.shuffles):
        if shuffle.purpose == "roles":
            places = [_place("role", player.seat, [player.seat], [player.role]) for player in w.players]
        elif shuffle.purpose == "generals":
            places = next(drafts)(w)
        elif shuffle.purpose == "cards":
            places = _cards(w, number)
        else:
            slots = w.chance.results[number]
            places = [_place("slots", None, range(len(slots)), slots)]
        found.append(Shuffle(number, "shuffle", tuple(map(_text, shuffle.deck)), tuple(places)))
    return tuple(found)


def _place(what: What, seat: Seat | None, at: Sequence[int], there: Sequence[object]) -> Place:
    return Place(what, seat, tuple(map(int, at)), tuple(map(_text, there)))


def _text(thing: Any) -> str:
    if isinstance(thing, Card):
        return thing.text
    return thing.name if isinstance(thing, General) else str(thing)


def _lord_draft(w: World) -> list[Place]:
    """The lord is offered the lords and the first few of the others."""
    extra = [general for general in w.first.offered if general.name not in LORDS]
    return [_place("generals", w.first.seat, range(len(extra)), extra)]


def _draft(w: World) -> list[Place]:
    """The other players, from the lord on, are offered the next few each."""
    found, at = [], 0
    for player in w.order(w.first)[1:]:
        found.append(_place("generals", player.seat, range(at, at + len(player.offered)), player.offered))
        at += len(player.offered)
    return found


def _cards(w: World, number: int) -> list[Place]:
    """First hands come from the end of the list; what is left is the draw pile."""
    pile = w.chance.results[number]
    found, end = [], len(pile)
    for hand in w.first_hands:
        if hand.shuffle == number:
            found.append(_place("hand", hand.seat, range(end - 1, end - 1 - len(hand.cards), -1), hand.cards))
            end -= len(hand.cards)
    return [*found, _place("pile", None, range(end), pile[:end])]
