"""Forced bets: what antes, blinds and straddles are due from whom, and how they are posted."""

from __future__ import annotations

from typing import Final, NamedTuple

from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.state import Did, Setup, State

STRADDLE: Final = 2  # big blinds


class Forced(NamedTuple):
    """Antes and blinds by seat, in full. A blind below 0 is posted to come in: the betting does not begin after it.

    `straddle` is the blind that the seat after the big blind posts under that option, 0 where there is none.
    """

    antes: dict[int, int]
    blinds: dict[int, int]
    straddle: int = 0


def forced(options: HoldemOptions, setup: Setup) -> Forced:
    """What every seat has to post, whether or not its stack suffices."""
    antes = _antes(options, setup)
    if options.blinds:
        return Forced(antes, {seat: options.blinds[seat] for seat in setup.order})
    if options.is_bomb_pot:
        return Forced(antes, {})
    stakes = setup.stakes
    blinds = {setup.big: stakes.big_blind}
    for seat in setup.order:
        if seat in options.posting and seat != setup.big:
            blinds[seat] = -stakes.big_blind
        elif seat == setup.small_at and seat != setup.big:
            blinds[seat] = stakes.small_blind
    straddler = _straddler(options, setup, antes)
    if straddler is None:
        return Forced(antes, blinds)
    blinds[straddler] = STRADDLE * stakes.big_blind
    return Forced(antes, blinds, blinds[straddler])


def _antes(options: HoldemOptions, setup: Setup) -> dict[int, int]:
    ante = setup.stakes.ante
    if options.antes:
        return {seat: options.antes[seat] for seat in setup.order}
    if not ante:
        return {}
    if options.everybody_antes:
        return dict.fromkeys(setup.order, ante)
    return {setup.big if options.ante_type == "bb" else setup.button: ante}


def _straddler(options: HoldemOptions, setup: Setup, antes: dict[int, int]) -> int | None:
    """The seat after the big blind, where the table straddles; None with two players, or if its stack is too short.

    A straddle is a habit of the table and no debt: nobody goes all-in for less than the whole of it.
    """
    order = setup.order
    if options.straddle == "none" or len(order) < 3 or options.has_button_blind:
        return None
    seat = order[(order.index(setup.big) + 1) % len(order)]
    chips = setup.stacks[seat] - (antes.get(seat, 0) if options.ante_first else 0)
    return seat if chips >= STRADDLE * setup.stakes.big_blind else None


def post(options: HoldemOptions, owed: Forced, state: State) -> tuple[State, int]:
    """Pay the forced bets; the state after them, and the seat after which the betting begins.

    A stack that does not suffice pays what it has.
    """
    if options.ante_first:
        state = _post_antes(options, owed, state)
    state, last = _post_blinds(options, owed, state)
    if not options.ante_first:
        state = _post_antes(options, owed, state)
    return state, last


def _post_antes(options: HoldemOptions, owed: Forced, state: State) -> State:
    for seat in state.setup.order if owed.antes else ():
        state = _ante(state, "ante", seat, owed.antes.get(seat, 0), dead=not options.everybody_antes)
    return state


def _post_blinds(options: HoldemOptions, owed: Forced, state: State) -> tuple[State, int]:
    setup, stakes = state.setup, state.setup.stakes
    last, largest = setup.button, 0
    # With two players the button is small blind and posts first.
    for seat in setup.order if len(setup.order) > 2 else setup.order[::-1]:
        chips = owed.blinds.get(seat, 0)
        if chips > 0:
            state = _blind(state, _blind_name(chips, stakes.big_blind), seat, chips)
            if chips >= largest:
                last, largest = seat, chips
    for seat in setup.order if options.posting or options.blinds else ():
        chips = owed.blinds.get(seat, 0)
        if chips < 0:
            state = _blind(state, "post", seat, -chips)
        comes_in = chips < 0 or chips == owed.straddle > 0  # a straddle is more than the blind to come in
        if comes_in and seat in options.posting and seat in options.missed_small:
            state = _ante(state, "dead_blind", seat, stakes.small_blind, dead=True)
    return state, last


def _blind(state: State, did: Did, seat: int, owed: int) -> State:
    chips = min(owed, state.stacks[seat])
    return state.pays(did, seat, chips) if chips else state


def _ante(state: State, did: Did, seat: int, owed: int, dead: bool) -> State:
    chips = min(owed, state.stacks[seat])
    return state.antes(did, seat, chips, dead) if chips else state


def _blind_name(chips: int, big_blind: int) -> Did:
    return "small_blind" if chips < big_blind else "big_blind" if chips == big_blind else "straddle"
