"""What one viewer of a hold'em table knows: the seats, the pots, and the log of what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Final

import msgspec
from msgspec.structs import replace

from paiju.cards import Card
from paiju.games.contract import Line, Pile, Seat, View
from paiju.games.holdem.betting import Bets
from paiju.games.holdem.pots import Refund, refund
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.showdown import place_of, places, show_order
from paiju.games.holdem.state import BOARD_CARDS, STREETS, Act, Result, State, Won

_ACTIONS: Final = {"fold": "fold", "check": "check", "call": "call", "raise_to": "raise"}
_NOTHING: Final = Bets(0, 0, 0, 0, 0, False)
POSTS: Final = frozenset(("ante", "small_blind", "big_blind", "straddle", "post", "dead_blind"))
UNCONTESTED: Final = Line("holdem.hand.uncontested")


class PlayerStatus(Enum):
    """Where a player stands in the hand. A table adds who is away or has lost the connection.

    Somebody who sits out in mid-hand stays in it: they are `SITTING_OUT` from the next hand on. `BUSTED` is a player
    without chips once the hand is paid; in a tournament they stay so.
    """

    ACTIVE = "active"
    FOLDED = "folded"
    ALL_IN = "all_in"
    BUSTED = "busted"
    SITTING_OUT = "sitting_out"
    AWAY = "away"
    DISCONNECTED = "disconnected"


class SeatView(msgspec.Struct, frozen=True, rename="camel"):
    """One seat; `hole_cards` are the cards that the viewer may know, None otherwise."""

    seat: int
    chips: int
    bet: int  # on this street
    total_bet: int  # in this hand
    status: PlayerStatus | None  # None: the seat is empty
    has_cards: bool
    hole_cards: tuple[Card, ...] | None
    last_action: str | None  # fold, check, call, raise or all_in, on this street
    won: int  # chips won from the pots; an uncalled bet that is returned is not among them
    hand: Line | None  # what a hand shown at the showdown was
    second_hand: Line | None  # and what it was with the second board, where there is one
    place: int  # in a tournament: 1 has won it; 0 while the player is in, and at a cash table


class PotView(msgspec.Struct, frozen=True, rename="camel"):
    """One pot; winners, shares and the type of the winning hand once it is paid.

    Where the board was run twice, every contested pot stands here in two halves, for run 1 and 2.
    """

    amount: int
    eligible: tuple[int, ...]
    winners: tuple[int, ...] = ()
    shares: tuple[tuple[int, int], ...] = ()
    hand_type: str | None = None
    best: Line | None = None
    number: int = 0  # 0: the main pot
    run: int = 0  # 1 or 2: the board that decided it, where there were two


class HoldemView(View, frozen=True):
    """A hold'em table: all that a page or a bot needs.

    The amounts `to_call` … `max_bet` are those of the seat to act, and 0 where there is none: `min_raise_to` and
    `max_raise_to` are totals on the street, `min_bet` and `max_bet` the chips to add for them. `stage` is pre_flop,
    flop, turn, river, showdown or hand_end; after the last hand of a tournament tournament_end.
    """

    game_type: str
    short_deck: bool
    dealer_button: int
    small_blind_seat: int | None
    big_blind_seat: int
    straddle_seat: int | None  # who posted a straddle, the last where there were several
    bomb_pot: bool  # everybody pays the ante, there are no blinds and no betting before the flop
    small_blind: int
    big_blind: int
    ante: int
    pot: int  # every chip in the middle
    pots: tuple[PotView, ...]  # without the bets of this street, until the hand is over
    community_cards: tuple[Card, ...]
    second_board: tuple[Card, ...]  # () unless the board was run twice
    asking: bool  # betting is over and hands are open: the seat to act says how often to deal the rest of the board
    current_player: Seat | None
    current_bet: int
    to_call: int
    min_raise_to: int
    max_raise_to: int
    min_bet: int
    max_bet: int
    seats: tuple[SeatView, ...]
    made: Line | None  # what the viewer's own cards make with the board

    @property
    def hands(self) -> tuple[Pile, ...]:
        return tuple([Pile("hand", _held(seat)) for seat in self.seats])

    @property
    def centre(self) -> tuple[Pile, ...]:
        board = Pile("board", self.community_cards)
        return (board, Pile("second_board", self.second_board)) if self.second_board else (board,)

    @property
    def waiting_on(self) -> tuple[Seat, ...]:
        return () if self.current_player is None else (self.current_player,)

    @property
    def last_before_flop(self) -> int:
        """The seat of the largest blind, which acts last before the flop: the straddle, else the big blind."""
        return self.big_blind_seat if self.straddle_seat is None else self.straddle_seat


def _held(seat: SeatView) -> tuple[Card, ...] | int:
    if seat.hole_cards is not None:
        return seat.hole_cards
    return 2 if seat.has_cards else 0


def view(options: HoldemOptions, state: State, viewer: Seat | None, bets: Callable[[State], Bets]) -> HoldemView:
    """`bets` gives the choices of the seat to act."""
    shown = _spectator_view(options, state, bets)
    return shown if viewer is None else seat_view(options, state, shown, viewer)


def seat_view(options: HoldemOptions, state: State, spectator: HoldemView, seat: Seat) -> HoldemView:
    """What a spectator sees of a state, and the seat's own hole cards."""
    setup = state.setup
    if seat not in setup.order or setup.unknown >> seat & 1:
        return replace(spectator, viewer=seat)
    own, seats = setup.cards.holes[seat], spectator.seats
    return replace(
        spectator,
        viewer=seat,
        log=_with_hole_cards(options, state, spectator.log, seat),
        seats=(*seats[:seat], replace(seats[seat], hole_cards=own), *seats[seat + 1 :]),
        made=options.ranking.line((*own, *state.board)),
    )


def _spectator_view(options: HoldemOptions, state: State, bets: Callable[[State], Bets]) -> HoldemView:
    setup, result = state.setup, state.result
    asked = bets(state) if state.turn >= 0 and not state.asking else _NOTHING
    least = asked.bet if asked.high else 0  # what the seat to act has in already
    return HoldemView(
        viewer=None,
        stage=_stage(options, state),
        log=_log(options, state),
        game_type=options.game_type,
        short_deck=options.variant == "short_deck",
        dealer_button=setup.button,
        small_blind_seat=setup.small_at if setup.small_at in setup.order else None,
        big_blind_seat=setup.big,
        straddle_seat=_straddler(state),
        bomb_pot=options.is_bomb_pot,
        small_blind=setup.stakes.small_blind,
        big_blind=setup.stakes.big_blind,
        ante=setup.stakes.ante,
        pot=state.pot if result is None else sum([won.pot.amount for won in result.won]),
        pots=_pots(options, state),
        community_cards=state.board,
        second_board=result.second if result is not None else (),
        asking=state.asking,
        current_player=Seat(state.turn) if state.turn >= 0 else None,
        current_bet=state.bet,
        to_call=asked.to_call,
        min_raise_to=asked.low,
        max_raise_to=asked.high,
        min_bet=asked.low - least,
        max_bet=asked.high - least,
        seats=_seats(options, state),
        made=None,
    )


def _stage(options: HoldemOptions, state: State) -> str:
    if state.result is None:
        return STREETS[state.street]
    if 1 in places(options, state):
        return "tournament_end"
    return "showdown" if state.result.showdown else "hand_end"


def _straddler(state: State) -> int | None:
    """Who posted the last straddle."""
    found = None
    for act in state.history[: _posts(state)]:
        if act.did == "straddle":
            found = act.seat
    return found


def shown_cards(state: State) -> dict[int, tuple[Card, ...]]:
    """The hole cards that everybody has seen, by seat."""
    setup, result = state.setup, state.result
    if result is None and not state.asking:
        return {}
    shown = result.shown if result is not None else state.live_seats
    found = {act.seat: act.cards for act in state.history if act.did == "show"} if result is not None else {}
    return found | {seat: setup.cards.holes[seat] for seat in shown if not setup.unknown >> seat & 1}


def _seats(options: HoldemOptions, state: State) -> tuple[SeatView, ...]:
    result, live = state.result, state.live
    known = shown_cards(state)
    behind = state.stacks if result is None else _behind(state)
    last = _last_actions(state, behind)
    standing = places(options, state)
    found = []
    for seat, chips in enumerate(state.stacks):
        has_cards, bet = bool(live >> seat & 1), state.bets[seat]
        won, hand, second = 0, None, None
        if result is not None:
            has_cards, bet = has_cards and seat not in result.mucked, 0
            won, hand, second = _ending(options, state, result, seat)
        place = place_of(standing, seat)
        status = _status(options, state, seat, place)
        found.append(
            SeatView(
                seat,
                chips,
                bet,
                state.paid[seat],
                status,
                has_cards,
                known.get(seat),
                last.get(seat),
                won,
                hand,
                second,
                place,
            )
        )
    return tuple(found)


def _ending(options: HoldemOptions, state: State, result: Result, seat: int) -> tuple[int, Line | None, Line | None]:
    """Chips that a seat won, and the hands it showed with the board and with the second board."""
    won = sum([chips for one in result.won for winner, chips in one.shares if winner == seat])
    if seat not in result.shown:
        return won, None, None
    cards, line = state.setup.cards.holes[seat], options.ranking.line
    return won, line((*cards, *state.board)), line((*cards, *result.second)) if result.second else None


def _status(options: HoldemOptions, state: State, seat: int, place: int) -> PlayerStatus | None:
    if seat in state.setup.order:
        if not state.live >> seat & 1:
            return PlayerStatus.FOLDED
        if not state.stacks[seat]:
            return PlayerStatus.ALL_IN if state.result is None else PlayerStatus.BUSTED
        return PlayerStatus.AWAY if state.away >> seat & 1 else PlayerStatus.ACTIVE
    if place:
        return PlayerStatus.BUSTED
    if seat in options.sitting_out or state.setup.stacks[seat]:
        return PlayerStatus.SITTING_OUT
    return None


def _behind(state: State) -> tuple[int, ...]:
    """Chips that each seat kept to bet with: once the hand is paid it may hold others."""
    left = list(state.setup.stacks)
    for act in state.history:
        if act.seat >= 0:
            left[act.seat] -= act.amount
    return tuple(left)


def _last_actions(state: State, behind: tuple[int, ...]) -> dict[int, str]:
    """What each seat did last on this street, or in the hand once it is over; a folded seat has folded."""
    found: dict[int, str] = {}
    for act in reversed(state.history):
        if act.did == "deal" and state.result is None:
            break
        if act.did in _ACTIONS and act.seat not in found:
            found[act.seat] = "all_in" if act.amount and not behind[act.seat] else _ACTIONS[act.did]
    if state.result is None:
        for seat in state.setup.order:
            if not state.live >> seat & 1:
                found[seat] = "fold"
    return found


def _pots(options: HoldemOptions, state: State) -> tuple[PotView, ...]:
    result = state.result
    if result is None:
        layers = enumerate(state.pots)
        return tuple([PotView(pot.amount, tuple(sorted(pot.eligible)), number=at) for at, pot in layers])
    found = []
    for won in result.won:
        winners = tuple([seat for seat, _ in won.shares])
        found.append(
            PotView(
                won.pot.amount,
                tuple(sorted(won.pot.eligible)),
                winners,
                won.shares,
                options.ranking.word(won.strength),
                options.ranking.named(won.strength) if won.strength else UNCONTESTED,
                won.number,
                won.run,
            )
        )
    return tuple(found)


# --- the log ------------------------------------------------------------------------------------------------------------
#
# `holdem.game_started`, `holdem.player_acted`, `holdem.cards_dealt` and `holdem.pot_won` are the published events; the others
# (posts, refunds, shown and mucked hands) go with them. Hole cards are shown only to their owner, or to everybody once they
# were shown at the table.


def _log(options: HoldemOptions, state: State) -> tuple[Line, ...]:
    """Everything so far, as a spectator saw it. Each act keeps its lines, so that they are made once in a hand."""
    setup = state.setup
    begun = {"hand_number": options.hand_number, "dealer_button": setup.button, "seats": tuple(sorted(setup.order))}
    found = [Line("holdem.game_started", begun)]
    if options.is_bomb_pot:
        found.append(Line("holdem.bomb_pot", {"amount": setup.stakes.ante}))
    for at, act in enumerate(state.history):
        lines = act.lines
        if lines is None:
            lines = act.lines = _act_lines(options, state, at)
        found += lines
    if state.result is not None:
        found += _paid_lines(options, state)
    return tuple(found)


def _with_hole_cards(options: HoldemOptions, state: State, log: tuple[Line, ...], seat: Seat) -> tuple[Line, ...]:
    """The log of a seat: that of a spectator and its own hole cards, which come after the forced bets."""
    at = (2 if options.is_bomb_pot else 1) + _posts(state)
    cards = Line("holdem.hole_cards", {"seat": seat, "cards": state.setup.cards.holes[seat]})
    return (*log[:at], cards, *log[at:])


def _posts(state: State) -> int:
    """How many forced bets a hand began with; the log has a line for each."""
    count = 0
    for act in state.history:
        if act.did not in POSTS:
            break
        count += 1
    return count


def _act_lines(options: HoldemOptions, state: State, at: int) -> tuple[Line, ...]:
    """What the log says of one act. Cards shown after the hand come last, with the ending."""
    act = state.history[at]
    did, seat, amount, _, cards, street = act
    if did in _ACTIONS:
        return (_acted_line(state, at),)
    if did in POSTS:
        what = "button_blind" if did == "big_blind" and options.has_button_blind else did
        how = "post_all_in" if _is_all_in(state, at) else "post"
        return (Line("holdem.posted", {"seat": seat, "what": f"holdem.{how}.{what}", "amount": amount}),)
    if did == "deal":
        board = state.setup.cards.board[: BOARD_CARDS[street]]
        stage = STREETS[street]
        args = {"stage": stage, "community_cards": board, "what": f"holdem.stage.{stage}"}
        return (Line("holdem.cards_dealt", args),)
    if did == "second":
        stage = STREETS[street]
        return (Line("holdem.second_dealt", {"stage": stage, "cards": cards, "what": f"holdem.stage.{stage}"}),)
    if did == "once" or did == "twice":
        return (Line("holdem.answered", {"seat": seat, "answer": did, "what": f"holdem.did.{did}"}),)
    if did == "table":
        back = state.result.refund if state.result else refund(state.paid, state.live_seats)
        return (*_refund_lines(back), *_shown_lines(state, show_order(options, state)))
    return (Line("holdem.left", {"seat": seat}),) if did == "leave" else ()


def _acted_line(state: State, at: int) -> Line:
    """An answer to a question; `action` is all_in where it took the last chips, whatever they were put in for."""
    act, all_in = state.history[at], _is_all_in(state, at)
    verb = "bet" if act.did == "raise_to" and _opens(state.history[:at]) else _ACTIONS[act.did]
    return Line(
        "holdem.player_acted",
        {
            "seat": act.seat,
            "action": "all_in" if all_in else _ACTIONS[act.did],
            "amount": act.amount,
            "total_bet": act.total,
            "what": f"holdem.all_in.{verb}" if all_in else f"holdem.did.{verb}",
        },
    )


def _is_all_in(state: State, at: int) -> bool:
    """Whether an act took the last chips of its seat."""
    act = state.history[at]
    spent = sum([one.amount for one in state.history[: at + 1] if one.seat == act.seat])
    return act.amount > 0 and spent == state.setup.stacks[act.seat]


def _opens(past: tuple[Act, ...]) -> bool:
    """Whether nothing was bet or posted on this street."""
    for act in reversed(past):
        if act.did == "deal":
            return True
        if act.did == "raise_to" or act.did in POSTS:
            return False
    return True


def _refund_lines(back: Refund | None) -> Iterator[Line]:
    if back:
        yield Line("holdem.refund", {"seat": back.seat, "amount": back.amount})


def _shown_lines(state: State, seats: tuple[int, ...]) -> Iterator[Line]:
    for seat in seats:
        if not state.setup.unknown >> seat & 1:
            yield Line("holdem.shown", {"seat": seat, "cards": state.setup.cards.holes[seat]})


def _paid_lines(options: HoldemOptions, state: State) -> Iterator[Line]:
    """How the hand was paid, and who showed cards after it."""
    result, ranking = state.result, options.ranking
    assert result is not None
    if not any(act.did == "table" for act in state.history):  # else both came before the rest of the board
        yield from _refund_lines(result.refund)
        yield from _shown_lines(state, result.shown)
    for seat in result.mucked:
        yield Line("holdem.mucked", {"seat": seat})
    for won in sorted(result.won, key=lambda won: (-won.number, won.run)):  # side pots first, the last to begin with
        args = {
            "winners": tuple([seat for seat, _ in won.shares]),
            "amount": won.pot.amount,
            "hand_type": ranking.word(won.strength),
            "pot_index": won.number,
            "shares": won.shares,
            "best": ranking.named(won.strength) if won.strength else UNCONTESTED,
            "how": "holdem.won.uncontested"
            if not won.strength
            else f"holdem.won.{'shared' if won.shares[1:] else 'best'}",
            "what": _pot_name(result.won[-1].number, won),
        }
        yield Line("holdem.pot_won", args | {"run": won.run} if won.run else args)
    yield from _place_lines(options, state)
    for act in state.history:
        if act.did == "show":
            yield Line("holdem.shown", {"seat": act.seat, "cards": act.cards})


def _pot_name(last: int, won: Won) -> str:
    """The message of a pot: there is one, or a main pot and one side pot, or side pots by number."""
    name = "only" if not last else "main" if not won.number else "side" if last == 1 else "side_numbered"
    return f"holdem.pot.{name}_of_run" if won.run else f"holdem.pot.{name}"


def _place_lines(options: HoldemOptions, state: State) -> Iterator[Line]:
    """Who went out of a tournament in this hand, the lowest place first, and who won it."""
    standing = places(options, state)
    new = [(place, seat) for seat, place in enumerate(standing) if place and not place_of(options.places, seat)]
    for place, seat in sorted(new, reverse=True):
        if place > 1:
            yield Line("holdem.out", {"seat": seat, "place": place, "what": f"holdem.place.{place}"})
        else:
            yield Line("holdem.tournament_won", {"seat": seat})
