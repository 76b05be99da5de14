"""Chips at seats: buying in, sitting down, leaving and sitting out between two hands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from paiju.games.capabilities import BuyIn, Stake
from paiju.games.contract import Seat
from paiju.games.holdem.positions import ready
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.showdown import placed
from paiju.games.holdem.state import State


def stake(options: HoldemOptions) -> Stake:
    """The blinds a table begins with."""
    return Stake(options.big_blind, options.small_blind, options.game_type)


class HoldemChips:
    """Everything is kept in the carried fields of the options."""

    def buy_in(self, options: HoldemOptions, /) -> BuyIn:
        low, high = options.min_buy_in, options.max_buy_in
        return BuyIn(low, high, usual=min(max(options.starting_chips, low), high))

    def is_tournament(self, options: HoldemOptions, /) -> bool:
        return options.tournament

    def draws_seats(self, options: HoldemOptions, /) -> bool:
        return options.seating == "random"

    def players_needed(self, options: HoldemOptions, /) -> int:
        return options.min_players

    def ready(self, options: HoldemOptions, /) -> bool:
        return len(ready(options, options.stacks)) >= options.min_players

    def stack(self, options: HoldemOptions, seat: Seat, /) -> int:
        return options.stacks[seat] if seat < len(options.stacks) else 0

    def brought(self, state: State, seat: Seat, /) -> int:
        return state.setup.stacks[seat]

    def sit(self, options: HoldemOptions, seat: Seat, chips: int, /) -> HoldemOptions:
        stacks = list(options.stacks)
        stacks += [0] * (seat + 1 - len(stacks))
        stacks[seat] += chips
        return replace(
            options, stacks=tuple(stacks), places=placed(options.places, seat, 0) if chips else options.places
        )

    def leave(self, options: HoldemOptions, seat: Seat, /) -> HoldemOptions:
        """The seat becomes empty. Somebody who leaves a tournament with chips is placed behind those who stay."""
        stacks, places = list(options.stacks), options.places
        if seat < len(stacks) and stacks[seat]:
            stacks[seat] = 0
            if options.tournament and options.last_big >= 0:
                places = placed(places, seat, 1 + sum(1 for chips in stacks if chips))
        return replace(
            options,
            stacks=tuple(stacks),
            places=places,
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


def _with(seats: Iterable[int], seat: int, member: bool) -> tuple[int, ...]:
    return tuple(sorted({*seats, seat} if member else set(seats) - {seat}))
