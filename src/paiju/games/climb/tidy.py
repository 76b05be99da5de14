"""A hand put in order: combinations that belong together, with their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from paiju.cards import Card, Rank, Suit
from paiju.games.capabilities import Group
from paiju.games.climb.game import Climb
from paiju.games.climb.rules import Reader
from paiju.games.climb.sheets.guandan import GuandanView
from paiju.games.climb.sheets.laizi import LaiziView
from paiju.games.climb.words import named
from paiju.games.contract import Line, View

_PATH: Final = "3456789TJQKA"
_SHORTEST: Final = 5
_FLUSH: Final = 5


def tidy(game: Climb, view: View, /) -> tuple[Group, ...]:
    return tuple(Group(cards, _combination(game, cards)) for cards in _groups(view))


def tidy_guandan(game: Climb, view: View, /) -> tuple[Group, ...]:
    return tuple(Group(cards, _combination(game, cards)) for cards in _guandan_groups(view))


def tidy_laizi(game: Climb, view: View, /) -> tuple[Group, ...]:
    """Wild cards apart; what is left as in Dou Dizhu."""
    if not isinstance(view, LaiziView) or not view.wilds:
        return tidy(game, view)
    reader, wilds = game.reader_for(view.wilds[0].rank), set(view.wilds)
    groups = _grouped([card for card in _hand(view) if card not in wilds])
    mine = tuple(card for card in _hand(view) if card in wilds)
    rows = ((mine, *groups)) if mine else groups
    return tuple(Group(cards, _combination(game, cards, reader)) for cards in rows)


def _combination(game: Climb, cards: tuple[Card, ...], reader: Reader | None = None) -> Line | None:
    """What these cards would be as a play; None where they are none."""
    for combo in (reader or game.reader).read(cards):
        return named(game.rules, combo)
    return None


def _groups(view: View) -> tuple[tuple[Card, ...], ...]:
    return _grouped(_hand(view))


def _hand(view: View) -> Sequence[Card]:
    hand = view.hands[view.viewer].cards if view.viewer is not None else ()
    return hand if isinstance(hand, tuple) else ()


def _grouped(hand: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Four and more of a rank, then long runs of what is left over, then triples, pairs and singles."""
    ranks: dict[str, list[Card]] = {}
    for card in hand:
        ranks.setdefault(card.rank.letter, []).append(card)
    groups = [tuple(cards) for cards in ranks.values() if len(cards) >= 4]
    loose = {letter: cards for letter, cards in ranks.items() if len(cards) < 4}
    for run in _runs({letter for letter, cards in loose.items() if len(cards) == 1}):
        groups.append(tuple(loose.pop(letter)[0] for letter in reversed(run)))
    for size in (3, 2, 1):
        groups += [tuple(cards) for cards in loose.values() if len(cards) == size]
    return tuple(groups)


def _runs(singles: set[str]) -> list[str]:
    """Stretches of five or more neighbours.

    >>> _runs(set("3456789KA"))
    ['3456789']
    """
    found, run = [], ""
    for letter in [*_PATH, ""]:
        if letter and letter in singles:
            run += letter
            continue
        if len(run) >= _SHORTEST:
            found.append(run)
        run = ""
    return found


def _guandan_groups(view: View) -> tuple[tuple[Card, ...], ...]:
    """Wild cards, all four jokers, bombs, straight flushes out of the rest, then triples, pairs and singles."""
    hand = view.hands[view.viewer].cards if view.viewer is not None else ()
    if not isinstance(view, GuandanView) or not isinstance(hand, tuple):
        return ()
    left: list[Card] = [card for card in hand if card != view.wild]
    groups = [tuple(card for card in hand if card == view.wild)]
    jokers = tuple(card for card in left if card.is_joker)
    if len(jokers) == 4:
        groups.append(jokers)
    groups += [same for same in _same(left) if len(same) >= 4]
    used = {card.rank for group in groups[1:] for card in group}
    left = [card for card in left if card.rank not in used]
    while flush := _flush(left):
        groups.append(flush)
        for card in flush:
            left.remove(card)
    by_size = sorted(_same(left), key=len, reverse=True)
    return tuple(group for group in [*groups, *by_size] if group)


def _same(cards: list[Card]) -> list[tuple[Card, ...]]:
    """Cards by rank, in the order of the hand."""
    ranks: dict[Rank, list[Card]] = {}
    for card in cards:
        ranks.setdefault(card.rank, []).append(card)
    return [tuple(same) for same in ranks.values()]


def _flush(cards: list[Card]) -> tuple[Card, ...]:
    """The highest straight flush of five natural cards, top first; () if there is none."""
    held = {(card.rank.value, card.suit): card for card in cards if card.suit is not None}
    for top in range(14, _FLUSH - 1, -1):
        for suit in Suit:
            ranks = [14 if rank == 1 else rank for rank in range(top, top - _FLUSH, -1)]
            if all((rank, suit) in held for rank in ranks):
                return tuple(held[rank, suit] for rank in ranks)
    return ()
