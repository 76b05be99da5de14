"""Shuffle and deal: one deck, one card at a time from the left of the button, burns between the streets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from paiju.cards import Card, Rng, cards
from paiju.games.holdem.rules import HoldemOptions, fixed_deck


class DeckEmptyError(ValueError):
    """The deck cannot serve this many players."""


class Dealt(NamedTuple):
    """Where every card of the deck goes. `order` is the whole deck as it is dealt, the top first."""

    order: tuple[Card, ...]
    holes: tuple[tuple[Card, ...], ...]  # by seat, () for seats not dealt in
    board: tuple[Card, ...]  # all five, whether or not they come to be shown
    burns: tuple[Card, ...]
    unknown: tuple[int, ...]  # seats whose cards an imported hand does not show


class Plan(NamedTuple):
    """The places in the deck, counted from the top, that become hole cards, board and burns."""

    holes: tuple[tuple[int, ...], ...]  # in deal order
    board: tuple[int, ...]
    burns: tuple[int, ...]


def plan(options: HoldemOptions, players: int) -> Plan:
    """Which place in the deck becomes what. DeckEmptyError if the deck is too small, burns counted in.

    >>> plan(HoldemOptions(), 2)
    Plan(holes=((1, 3), (2, 4)), board=(6, 7, 8, 10, 12), burns=(0, 5, 9, 11))
    """
    return lay_out(players, len(options.ranking.deck), options.burn_before_hole, options.fast_deal)


@cache
def lay_out(players: int, size: int = 52, burn_before_hole: bool = True, fast_deal: bool = False) -> Plan:
    """The same, by the options that matter."""
    at = 0
    burns: list[int] = []
    board: list[int] = []
    if fast_deal:
        holes = tuple((2 * player, 2 * player + 1) for player in range(players))
    else:
        if burn_before_hole:
            burns.append(at)
            at += 1
        holes = tuple((at + player, at + players + player) for player in range(players))
    at += 2 * players
    for count in (3, 1, 1):
        if not fast_deal:
            burns.append(at)
            at += 1
        board += range(at, at + count)
        at += count
    if at > size:
        raise DeckEmptyError(f"{players} players need {at} cards, the deck has {size}")
    return Plan(holes, tuple(board), tuple(burns))


def deal(options: HoldemOptions, seats: int, order: Sequence[int], seed: int) -> Dealt:
    """Shuffle by the seed, or lay the cards that the options fix, and say which card goes where.

    `order` is the dealt-in seats from the left of the button. Places that a fixed deck leaves open (`??`) are filled
    from the rest by the seed; a seat that gets such a card counts as unknown.
    """
    pack = options.ranking.deck.cards
    places = lay_out(len(order), len(pack), options.burn_before_hole, options.fast_deal)
    rng = Rng(seed)
    fixed = fixed_deck(options.deck, options.variant == "short_deck") if options.deck else ()
    if fixed:
        known = set(fixed)
        rest = [one for one in rng.shuffled(pack) if one not in known]
        deck = tuple(one if one is not None else rest.pop() for one in fixed)
        deck += tuple(reversed(rest))
    elif options.shuffle_method == "riffle":
        deck = rng.riffled(pack)[::-1]
    else:
        deck = rng.shuffled(pack)[::-1]
    holes: list[tuple[Card, ...]] = [()] * seats
    for seat, (first, second) in zip(order, places.holes, strict=True):
        holes[seat] = (deck[first], deck[second])
    unknown: tuple[int, ...] = ()
    if fixed:
        dealt = zip(order, places.holes, strict=True)
        unknown = tuple(seat for seat, hole in dealt if any(at >= len(fixed) or fixed[at] is None for at in hole))
    return Dealt(
        deck, tuple(holes), tuple([deck[at] for at in places.board]), tuple([deck[at] for at in places.burns]), unknown
    )


def arranged(
    options: HoldemOptions,
    order: Sequence[int],
    dealt: Dealt,
    holes: Mapping[int, str | Iterable[Card]],
    board: str | Iterable[Card],
) -> tuple[Card, ...]:
    """A dealt deck with named cards in their places: each changes places with the card that lies there."""
    places = plan(options, len(order))
    wanted: dict[int, Card] = {}
    for seat, hole in holes.items():
        if seat not in order:
            raise ValueError(f"seat {seat} is not dealt in")
        row = _row(hole)
        if len(row) != 2:
            raise ValueError(f"seat {seat} is dealt two cards, not {len(row)}")
        wanted |= zip(places.holes[order.index(seat)], row, strict=True)
    row = _row(board)
    if len(row) > 5:
        raise ValueError(f"a board has at most five cards, not {len(row)}")
    wanted |= zip(places.board, row, strict=False)
    fixed_deck("".join(map(str, wanted.values())), options.variant == "short_deck")  # cards of the deck, none twice
    deck = list(dealt.order)
    for at, one in wanted.items():
        other = deck.index(one)
        deck[at], deck[other] = one, deck[at]
    return tuple(deck)


def _row(named: str | Iterable[Card]) -> tuple[Card, ...]:
    return cards(named) if isinstance(named, str) else tuple(named)


def check(options: HoldemOptions, dealt: Dealt) -> None:
    """The validators of a deal: the whole deck and nothing else, no card twice, every hand complete.

    ValueError with what is wrong. `deal` never makes such a deal; records and imports are checked with this.
    """
    pack = options.ranking.deck.cards
    if len(dealt.order) != len(pack):
        raise ValueError(f"{len(dealt.order)} cards in the deck, there should be {len(pack)}")
    if set(dealt.order) != set(pack):
        raise ValueError("the deck holds a card twice or one that does not belong to it")
    out = [one for hole in dealt.holes for one in hole] + list(dealt.board) + list(dealt.burns)
    if len(set(out)) != len(out):
        raise ValueError("a card was dealt twice")
    if any(len(hole) not in (0, 2) for hole in dealt.holes) or len(dealt.board) != 5:
        raise ValueError("every hand has two cards and the board five")


def second_board(cards: Dealt, shown: int) -> tuple[Card, ...]:
    """The board of the second run, after so many community cards had been dealt, which belong to both.

    It takes the cards after the river of the first, without further burns, so there are always enough.
    """
    after = cards.order.index(cards.board[4]) + 1
    return (*cards.board[:shown], *cards.order[after : after + 5 - shown])
