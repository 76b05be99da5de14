"""Hand after hand: stacks, button, blinds, who sits where and who sits out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from paiju.games.contract import Outcome, Seat
from paiju.games.holdem.game import HoldemOutcome
from paiju.games.holdem.positions import ready
from paiju.games.holdem.rules import HoldemOptions


def _with(seats: Iterable[int], seat: int, member: bool) -> tuple[int, ...]:
    return tuple(sorted({*seats, seat} if member else set(seats) - {seat}))


def _carried(options: HoldemOptions, **values: Any) -> HoldemOptions:
    """`replace` for carried fields that come out of a hand: nothing is checked anew, at a twentieth of the price."""
    found = object.__new__(HoldemOptions)
    found.__dict__.update(options.__dict__, **values)
    return found


@dataclass(frozen=True)
class HoldemSeries:
    """Cash tables and tournaments. Everything it keeps is in the carried fields of the options.

    A cash table never ends; a tournament does when one player has all the chips. A seat with no chips is empty at a
    cash table and out of the tournament at the other.
    """

    def next(self, options: HoldemOptions, outcome: Outcome, /) -> HoldemOptions | None:
        """Stacks as they came out, the next hand number; the button moves when the next hand is dealt."""
        assert isinstance(outcome, HoldemOutcome)
        if options.tournament and sum(1 for chips in outcome.stacks if chips) < 2:
            return None
        missed_big, missed_small = self._missed(options, outcome)
        dealt = outcome.dealt
        return _carried(
            options,
            stacks=outcome.stacks,
            hand_number=options.hand_number + 1,
            button=-1,
            last_button=outcome.button,
            last_small=outcome.small_at,
            last_big=outcome.big,
            waiting=tuple([seat for seat in options.waiting if seat not in dealt]),
            posting=tuple([seat for seat in options.posting if seat not in dealt]),
            missed_big=missed_big,
            missed_small=missed_small,
            deck="",
            antes=(),
            blinds=(),
        )

    def _missed(self, options: HoldemOptions, outcome: HoldemOutcome) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Blinds that passed over seats which sit out (or wait); a seat that was dealt in owes nothing more."""
        if options.tournament or not (
            options.sitting_out or options.waiting or options.missed_big or options.missed_small
        ):
            return (), ()
        absent = {*options.sitting_out, *options.waiting}.difference(outcome.dealt)
        big, small = set(options.missed_big), set(options.missed_small)
        seats = len(outcome.stacks)
        for last, now, missed in ((options.last_big, outcome.big, big), (options.last_small, outcome.small_at, small)):
            if last >= 0 and now >= 0:
                passed = {(last + step) % seats for step in range(1, (now - last) % seats)}
                missed |= absent & passed
        settled = set(outcome.dealt)
        return tuple(sorted(big - settled)), tuple(sorted(small - settled))

    def stack(self, options: HoldemOptions, seat: Seat, /) -> int:
        return options.stacks[seat] if seat < len(options.stacks) else 0

    def sit(self, options: HoldemOptions, seat: Seat, chips: int, /) -> HoldemOptions:
        stacks = list(options.stacks)
        stacks += [0] * (seat + 1 - len(stacks))
        stacks[seat] += chips
        return replace(options, stacks=tuple(stacks))

    def leave(self, options: HoldemOptions, seat: Seat, /) -> HoldemOptions:
        stacks = list(options.stacks)
        if seat < len(stacks):
            stacks[seat] = 0
        return replace(
            options,
            stacks=tuple(stacks),
            sitting_out=_with(options.sitting_out, seat, False),
            waiting=_with(options.waiting, seat, False),
            posting=_with(options.posting, seat, False),
            missed_big=_with(options.missed_big, seat, False),
            missed_small=_with(options.missed_small, seat, False),
        )

    def sit_out(self, options: HoldemOptions, seat: Seat, out: bool, post: bool = False, /) -> HoldemOptions:
        """Back at a cash table after missing a blind: wait for the big blind, or post it now (and the small one)."""
        owes = not out and not options.tournament and (seat in options.missed_big or seat in options.missed_small)
        return replace(
            options,
            sitting_out=_with(options.sitting_out, seat, out),
            waiting=_with(options.waiting, seat, owes and not post),
            posting=_with(options.posting, seat, owes and post),
        )

    def ready(self, options: HoldemOptions, /) -> bool:
        return len(ready(options, options.stacks)) >= options.min_players
