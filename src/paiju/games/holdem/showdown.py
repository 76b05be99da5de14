"""Settling a hand: who shows in which order, who wins which pot, and how it is shared."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.cards import Card
from paiju.games.holdem.pots import Pot, Refund, pots, refund, shares
from paiju.games.holdem.rank import Ranking
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.state import Result, Setup, State, Won


def show_order(options: HoldemOptions, state: State) -> tuple[int, ...]:
    """Live seats in showing order: the last to bet or raise on the last round first, if there was one and the option
    does not say otherwise; else the first left of the button; then clockwise."""
    live = state.live_seats
    first = state.aggressor
    if options.showdown_order == "button" or first not in live:
        return live
    at = live.index(first)
    return live[at:] + live[:at]


def strengths(ranking: Ranking, setup: Setup, live: int, board: tuple[Card, ...]) -> tuple[int, ...]:
    """The number of each live hand with a whole board; 0 for the others and for hands that are not known."""
    known = live & ~setup.unknown
    holes = enumerate(setup.cards.holes)
    return tuple([ranking.strength((*board, *hole)) if known >> seat & 1 else 0 for seat, hole in holes])


def settle(
    options: HoldemOptions, state: State, tabled: bool, second: tuple[Card, ...] = ()
) -> tuple[tuple[int, ...], Result]:
    """Pay the pots of a finished hand: the stacks after it, and what happened.

    With one seat live it takes everything unshown. `tabled`: the hands were all shown already, before the run-out.
    With a `second` board each decides half of every contested pot; an odd chip belongs to the first half.
    """
    setup = state.setup
    stacks = list(state.stacks)
    paid = list(state.paid)
    live = state.live_seats
    back = refund(paid, live)
    if back:
        stacks[back.seat] += back.amount
        paid[back.seat] -= back.amount
    if len(live) == 1:
        winner = live[0]
        given = tuple((seat, chips) for seat, chips in enumerate(paid) if chips)
        amount = sum(paid) + state.dead
        stacks[winner] += amount
        won = (Won(Pot(amount, live, given), ((winner, amount),), 0),) if amount else ()
        return tuple(stacks), Result(False, back, won, (), (), (0,) * setup.seats)
    numbers = strengths(options.ranking, setup, state.live, setup.cards.board)
    found = pots(paid, live, state.dead)
    if second:
        awards = _halved(options, setup, found, numbers, strengths(options.ranking, setup, state.live, second))
    else:
        awards = [_award(options, setup, pot, numbers, at) for at, pot in enumerate(found)]
    for award in awards:
        for seat, chips in award.shares:
            stacks[seat] += chips
    order = show_order(options, state)
    shown = _shown(options, order, found, numbers, setup.unknown, tabled)
    mucked = tuple([seat for seat in order if seat not in shown])
    return tuple(stacks), Result(True, back, tuple(awards), shown, mucked, numbers, second)


def _award(options: HoldemOptions, setup: Setup, pot: Pot, numbers: tuple[int, ...], number: int, run: int = 0) -> Won:
    """Give a pot to the best of those who can win it."""
    best = max([numbers[seat] for seat in pot.eligible])
    winners = [seat for seat in pot.eligible if numbers[seat] == best]
    parts = shares(pot.amount, winners, setup.button, setup.seats, options.odd_chip_rule)
    return Won(pot, parts, best if len(pot.eligible) > 1 else 0, number, run)


def _halved(
    options: HoldemOptions, setup: Setup, found: tuple[Pot, ...], first: tuple[int, ...], second: tuple[int, ...]
) -> list[Won]:
    """Two boards, each for half of every pot; a pot that only one seat can win belongs to that seat whole."""
    awards = []
    for at, pot in enumerate(found):
        if len(pot.eligible) == 1:
            awards.append(_award(options, setup, pot, first, at))
            continue
        less = pot.amount // 2
        for run, (half, numbers) in enumerate(((pot.amount - less, first), (less, second)), start=1):
            if half:
                awards.append(_award(options, setup, pot._replace(amount=half), numbers, at, run))
    return awards


def _shown(
    options: HoldemOptions,
    order: tuple[int, ...],
    found: tuple[Pot, ...],
    numbers: tuple[int, ...],
    unknown: int,
    tabled: bool,
) -> tuple[int, ...]:
    """Who shows: everybody, or with `auto_muck` who could still win or tie a pot when their turn comes.

    A side pot that only one seat can win is theirs before any card is shown, and they show all the same: a winner at a
    showdown always shows.
    """
    known = tuple([seat for seat in order if not unknown >> seat & 1])
    if tabled or not options.auto_muck:
        return known
    best = [0] * len(found)
    shown = []
    for seat in known:
        claims = [at for at, pot in enumerate(found) if seat in pot.eligible and numbers[seat] >= best[at]]
        if claims:
            shown.append(seat)
            for at in claims:
                best[at] = numbers[seat]
    return tuple(shown)


__all__ = ["Refund", "settle", "show_order", "strengths"]


# --- places in a tournament: who went out when --------------------------------------------------------------------------


def places(options: HoldemOptions, state: State) -> tuple[int, ...]:
    """Places by seat so far: 1 has won the tournament, 0 is still in. () while nobody is out, and at a cash table."""
    if not options.tournament or state.result is None:
        return options.places
    return places_after(options.places, state.setup.stacks, state.stacks)


def places_after(earlier: Sequence[int], before: Sequence[int], after: Sequence[int]) -> tuple[int, ...]:
    """The places after a hand with these stacks before and after it.

    Of several who go out in one hand, the one who began it with more chips is placed higher; equal stacks share the
    better place. The last player with chips has won.

    >>> places_after((), before=(500, 200, 300), after=(1000, 0, 0))
    (1, 3, 2)
    """
    left = [seat for seat, chips in enumerate(after) if chips]
    out = [seat for seat, chips in enumerate(before) if chips and not after[seat]]
    found = tuple(earlier)
    for seat in out:
        found = placed(found, seat, 1 + len(left) + sum(before[other] > before[seat] for other in out))
    return placed(found, left[0], 1) if len(left) == 1 else found


def placed(earlier: Sequence[int], seat: int, place: int) -> tuple[int, ...]:
    """The places with another one at this seat."""
    row = [*earlier, *[0] * (seat + 1 - len(earlier))]
    row[seat] = place
    return tuple(row) if any(row) else ()


def place_of(row: Sequence[int], seat: int) -> int:
    """The place of one seat; 0 if it has none."""
    return row[seat] if seat < len(row) else 0
