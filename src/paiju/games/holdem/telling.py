"""What happened in a hand, as lines: the log of a view, and the events that go out on the wire.

`holdem.game_started`, `holdem.player_acted`, `holdem.cards_dealt` and `holdem.pot_won` are the published events;
the others (posts, refunds, shown and mucked hands) are told beside them. Hole cards appear only to their owner,
or once they were shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from paiju.games.contract import Line, Seat
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.showdown import show_order
from paiju.games.holdem.state import BOARD_CARDS, STREETS, State

_POSTS = ("ante", "small_blind", "big_blind", "straddle", "post", "dead_blind")


def log(options: HoldemOptions, state: State, viewer: Seat | None) -> tuple[Line, ...]:
    """Everything so far, as one viewer saw it."""
    return tuple(_lines(options, state, viewer))


def _lines(options: HoldemOptions, state: State, viewer: Seat | None) -> Iterator[Line]:
    setup = state.setup
    chips = list(setup.stacks)
    bets = [0] * setup.seats
    pot = high = 0
    cards_out = False
    yield Line.of("holdem.game_started", button=setup.button, seats=tuple(sorted(setup.order)))
    for entry in state.history:
        did, seat, amount, total, _ = entry
        if did in _POSTS:
            chips[seat] -= amount
            pot += amount
            bets[seat] = total
            high = max(high, setup.stakes.big_blind, *bets)
            yield Line.of(
                "holdem.posted", seat=seat, what=f"holdem.post.{did}", amount=amount, chips=chips[seat], pot=pot
            )
            continue
        if not cards_out:
            cards_out = True
            yield from _hole_cards(state, viewer)
        if did == "deal":
            street = amount
            bets, high = [0] * setup.seats, 0
            board = setup.cards.board[: BOARD_CARDS[street]]
            yield Line.of(
                "holdem.cards_dealt", stage=STREETS[street], cards=board, what=f"holdem.stage.{STREETS[street]}"
            )
        elif did == "table":
            yield from _shown(state, show_order(options, state))
        elif did == "leave":
            yield Line.of("holdem.left", seat=seat)
        elif did != "show":
            chips[seat] -= amount
            pot += amount
            bets[seat] = total
            name = "raise" if did == "raise_to" else did
            said = _said(did, amount, total, opening=not high)
            all_in = not chips[seat] and amount > 0
            high = max(high, total)
            yield Line.of(
                "holdem.player_acted", seat=seat, action=name, amount=amount, total=total, chips=chips[seat], pot=pot,
                all_in=all_in, what=Line.of("holdem.did.all_in", what=said) if all_in else said,
            )  # fmt: skip
    if not cards_out:
        yield from _hole_cards(state, viewer)
    if state.result is not None:
        yield from _ending(options, state)
    for entry in state.history:
        if entry.did == "show":
            yield Line.of("holdem.shown", seat=entry.seat, cards=entry.cards)


def _hole_cards(state: State, viewer: Seat | None) -> Iterator[Line]:
    if viewer is not None and viewer in state.setup.order and not state.setup.unknown >> viewer & 1:
        yield Line.of("holdem.hole_cards", seat=viewer, cards=state.setup.cards.holes[viewer])


def _said(did: str, amount: int, total: int, opening: bool) -> Line:
    if did == "call":
        return Line.of("holdem.did.call", amount=amount)
    if did == "raise_to":
        return Line.of("holdem.did.bet" if opening else "holdem.did.raise", total=total)
    return Line.of(f"holdem.did.{did}")


def _shown(state: State, seats: tuple[int, ...]) -> Iterator[Line]:
    for seat in seats:
        if not state.setup.unknown >> seat & 1:
            yield Line.of("holdem.shown", seat=seat, cards=state.setup.cards.holes[seat])


def _ending(options: HoldemOptions, state: State) -> Iterator[Line]:
    result = state.result
    assert result is not None
    if result.refund:
        yield Line.of("holdem.refund", seat=result.refund.seat, amount=result.refund.amount)
    tabled = any(entry.did == "table" for entry in state.history)
    if not tabled:
        yield from _shown(state, result.shown)
    for seat in result.mucked:
        yield Line.of("holdem.mucked", seat=seat)
    ranking = options.ranking
    for index in range(len(result.won) - 1, -1, -1):  # side pots first, the last of them to begin with
        won = result.won[index]
        winners = tuple(seat for seat, _ in won.shares)
        hand, best = "uncontested", Line.of("holdem.hand.uncontested")
        if won.strength:
            hand = ranking.category(won.strength).word
            best = ranking.read((*state.setup.cards.holes[winners[0]], *state.board)).line
        yield Line.of(
            "holdem.pot_won", seats=winners, amount=won.pot.amount, hand=hand, pot=index, shares=won.shares, best=best,
            what="holdem.pot.main" if index == 0 else "holdem.pot.side",
        )  # fmt: skip
