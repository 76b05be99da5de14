"""What one viewer of a hold'em table knows."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from enum import Enum
from functools import cached_property
from operator import attrgetter
from typing import Any, Final, NamedTuple

import msgspec

from paiju.cards import Card
from paiju.games.contract import Line, Pile, Seat, View
from paiju.games.holdem.betting import Bets
from paiju.games.holdem.pots import Pot, pots
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.state import BOARD_CARDS, STREETS, State
from paiju.games.holdem.telling import log


class PlayerStatus(Enum):
    """Where a player stands in the hand. A table adds who is away or has lost the connection."""

    ACTIVE = "active"
    FOLDED = "folded"
    ALL_IN = "all_in"
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
    won: int  # chips received at the end, refunds included
    hand: Line | None  # what a hand shown at the showdown was
    second_hand: Line | None  # and what it was with the second board, where there is one


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
    flop, turn, river, showdown or hand_end.
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
    """Views of one hand share whatever looks the same, between viewers and from one state to the next."""
    public = public_of(options, state, bets)
    setup, fields = state.setup, public.fields
    seats, hands, made = public.seats, public.hands, None
    if viewer is not None and viewer in setup.order and not setup.unknown >> viewer & 1:
        own = public.own.get(viewer)
        if own is None or own.seats_of is not seats or own.hands_of is not hands or own.board is not fields["board"]:
            own = public.own[viewer] = _owned(options, public, viewer, setup.cards.holes[viewer], own)
        seats, hands, made = own.seats, own.hands, own.made
    # A frozen dataclass of so many fields is built field by field, at three times the price; every move needs several.
    found = object.__new__(HoldemView)
    values = found.__dict__
    values.update(fields)
    values["viewer"] = viewer
    values["hands"] = hands
    values["log"] = log(options, state, viewer)
    values["seats"] = seats
    values["made"] = made
    return found


class _Own(NamedTuple):
    """What one viewer sees otherwise than everybody, and what it was made from."""

    seats_of: tuple[SeatView, ...]
    hands_of: tuple[Pile, ...]
    board: tuple[Card, ...]
    seats: tuple[SeatView, ...]
    hands: tuple[Pile, ...]
    made: Line


def _owned(options: HoldemOptions, public: Public, viewer: int, cards: tuple[Card, ...], old: _Own | None) -> _Own:
    seats, hands, board = public.seats, public.hands, public.fields["board"]
    own_seats, own_hands = seats, hands
    if seats[viewer].cards is not cards:
        mine = old.seats[viewer] if old is not None and old.seats_of[viewer] is seats[viewer] else None
        mine = mine or _seat_view((*_values(seats[viewer])[:6], cards, *_values(seats[viewer])[7:]))
        own_seats = (*seats[:viewer], mine, *seats[viewer + 1 :])
        if old is not None and old.hands_of is hands:
            own_hands = old.hands
        else:
            own_hands = (*hands[:viewer], Pile("hand", cards), *hands[viewer + 1 :])
    made = old.made if old is not None and old.board is board else options.ranking.line((*cards, *board))
    return _Own(seats, hands, board, own_seats, own_hands, made)


class Public:
    """What all viewers of a state share: seats and hands without the cards that only their owner knows.

    What looks as it did `before` is the same object.
    """

    __slots__ = ("fields", "hands", "keys", "options", "own", "seats", "state")

    fields: dict[str, Any]
    keys: tuple[tuple[Any, ...], tuple[Any, ...]]
    """What hands and pots were made from."""
    hands: tuple[Pile, ...]
    seats: tuple[SeatView, ...]

    def __init__(
        self, options: HoldemOptions, state: State, bets: Callable[[State], Bets], before: Public | None
    ) -> None:
        self.options, self.state = options, state
        self.own: dict[int, _Own] = before.own if before is not None else {}
        was = before.state if before is not None else state
        if before is not None and was.street == state.street and was.live == state.live and follows(was, state):
            self._go_on(before, bets)
        else:
            self._begin(before, bets)

    def _go_on(self, before: Public, bets: Callable[[State], Bets]) -> None:
        """After moves that change only bets and the seats that made them."""
        state = self.state
        self.fields = before.fields.copy()
        self._bet(bets)
        self.keys, self.hands = before.keys, before.hands
        seats = [*before.seats]
        for entry in state.history[len(before.state.history) :]:
            seats[entry.seat] = _seat_view(seat_values(self.options, state, entry.seat, None))
        self.seats = tuple(seats)

    def _begin(self, before: Public | None, bets: Callable[[State], Bets]) -> None:
        options, state = self.options, self.state
        setup, result = state.setup, state.result
        known = [shown_cards(state, seat) for seat in range(setup.seats)]
        spread = _spread(state)
        self.keys = ((result, state.live, known), (result, state.live, state.dead, spread))
        same_hands = before is not None and before.keys[0] == self.keys[0]
        same_pots = before is not None and before.keys[1] == self.keys[1]
        fields = self.fields = before.fields.copy() if before is not None else lasting(options, state)
        second = result.second if result is not None else ()
        if before is None or len(fields["board"]) != BOARD_CARDS[state.street] or fields["second_board"] != second:
            fields["board"] = board = state.board
            fields["second_board"] = second
            fields["centre"] = (Pile("board", board), *((Pile("second_board", second),) if second else ()))
        if not same_pots:
            fields["pots"] = pot_views(options, state)
        fields["stage"] = stage(state)
        fields["asking"] = state.asking
        self._bet(bets)
        if before is not None and same_hands:
            self.hands = before.hands
        else:
            self.hands = tuple([Pile("hand", held(state, seat, cards)) for seat, cards in enumerate(known)])
        seats = [_seat_view(seat_values(options, state, seat, cards)) for seat, cards in enumerate(known)]
        was = before.seats if before is not None else seats
        self.seats = tuple([one if one == new else new for one, new in zip(was, seats, strict=True)])

    def _bet(self, bets: Callable[[State], Bets]) -> None:
        """What every move changes."""
        state, fields = self.state, self.fields
        fields["waiting_on"] = (Seat(state.turn),) if state.turn >= 0 else ()
        fields.update(zip(AMOUNTS, amounts(state, bets), strict=True))


AMOUNTS: Final = ("pot", "current_bet", "to_call", "min_raise_to", "max_raise_to", "min_bet", "max_bet")


def amounts(state: State, bets: Callable[[State], Bets]) -> tuple[int, ...]:
    """The fields of these names."""
    pot = state.pot if state.result is None else sum(won.pot.amount for won in state.result.won)
    if state.turn < 0 or state.asking:
        return pot, state.bet, 0, 0, 0, 0, 0
    asked = bets(state)
    low, high = asked.low, asked.high
    own = asked.bet if high else 0
    return pot, state.bet, asked.to_call, low, high, low - own, high - own


def stage(state: State) -> str:
    result = state.result
    return STREETS[state.street] if result is None else "showdown" if result.showdown else "hand_end"


def follows(before: State, state: State) -> bool:
    """Whether no hand was turned up since then, and what changed is what the new entries of the history say."""
    if before.result is not None or state.result is not None or before.asking or state.asking:
        return False
    told = len(before.history)
    return 0 < told <= len(state.history) and state.history[told - 1] is before.history[-1]


def lasting(options: HoldemOptions, state: State) -> dict[str, Any]:
    """What stays through a hand."""
    setup = state.setup
    return {
        "hand_number": options.hand_number,
        "game_type": options.game_type,
        "short_deck": options.variant == "short_deck",
        "button": setup.button,
        "small_blind_seat": setup.small_at if setup.small_at in setup.order else None,
        "big_blind_seat": setup.big,
        "straddle_seat": _straddler(state),
        "bomb_pot": options.is_bomb_pot,
        "small_blind": setup.stakes.small_blind,
        "big_blind": setup.stakes.big_blind,
        "ante": setup.stakes.ante,
    }


_KEPT: Final = 2048
_PUBLIC: Final[OrderedDict[int, Public]] = OrderedDict()
"""The state of each hand that was looked at last, by its setup; hands begun first are forgotten when there are too many."""


def public_of(options: HoldemOptions, state: State, bets: Callable[[State], Bets]) -> Public:
    key = id(state.setup)
    found = _PUBLIC.get(key)
    if found is not None and (found.state.setup is not state.setup or found.options is not options):
        found = None
    if found is None or found.state is not state:
        if found is None and len(_PUBLIC) >= _KEPT:
            _PUBLIC.popitem(last=False)
        found = _PUBLIC[key] = Public(options, state, bets, found)
    return found


SeatValues = tuple[
    int,
    int,
    int,
    int,
    PlayerStatus | None,
    bool,
    tuple[Card, ...] | None,
    str | None,
    bool,
    int,
    Line | None,
    Line | None,
]
_SEAT_FIELDS: Final = tuple(field.name for field in fields(SeatView))
_values: Final[Callable[[SeatView], SeatValues]] = attrgetter(*_SEAT_FIELDS)


def _seat_view(values: tuple[Any, ...]) -> SeatView:
    found = object.__new__(SeatView)
    found.__dict__.update(zip(_SEAT_FIELDS, values, strict=True))
    return found


def shown_cards(state: State, seat: int) -> tuple[Card, ...] | None:
    """The hole cards of a seat, once everybody has seen them."""
    setup, result = state.setup, state.result
    if seat not in setup.order or setup.unknown >> seat & 1:
        return None
    if seat in result.shown if result is not None else state.asking and state.is_live(seat):
        return setup.cards.holes[seat]
    for entry in state.history:
        if entry.did == "show" and entry.seat == seat:
            return entry.cards
    return None


def held(state: State, seat: int, known: tuple[Card, ...] | None) -> tuple[Card, ...] | int:
    """A hand as everybody sees it: the cards that they know, or how many it has."""
    if known is not None:
        return known
    return 2 if state.live >> seat & 1 and (state.result is None or seat not in state.result.mucked) else 0


def seat_values(options: HoldemOptions, state: State, seat: int, known: tuple[Card, ...] | None) -> SeatValues:
    """The fields of a `SeatView`, in their order; `known` are the cards that everybody has seen."""
    setup, result = state.setup, state.result
    dealt = seat in setup.order
    live = state.is_live(seat)
    status: PlayerStatus | None = None
    if seat in options.sitting_out:
        status = PlayerStatus.SITTING_OUT
    if dealt:
        away = state.away >> seat & 1
        status = PlayerStatus.FOLDED if not live else PlayerStatus.AWAY if away else PlayerStatus.ACTIVE
        if live and not _behind(state, seat):
            status = PlayerStatus.ALL_IN
    elif setup.stacks[seat]:
        status = PlayerStatus.SITTING_OUT
    won, hand, second = 0, None, None
    if result is not None:
        won = sum([chips for one in result.won for winner, chips in one.shares if winner == seat])
        if result.refund and result.refund.seat == seat:
            won += result.refund.amount
        if seat in result.shown:
            hand = options.ranking.line((*setup.cards.holes[seat], *state.board))
            if result.second:
                second = options.ranking.line((*setup.cards.holes[seat], *result.second))
    return (
        seat,
        state.stacks[seat],
        state.bets[seat] if result is None else 0,
        state.paid[seat],
        status,
        live and (result is None or seat not in result.mucked),
        known,
        _last_action(state, seat),
        status is PlayerStatus.ALL_IN,
        won,
        hand,
        second,
    )


def _straddler(state: State) -> int | None:
    return next((entry.seat for entry in reversed(state.history) if entry.did == "straddle"), None)


def _behind(state: State, seat: int) -> int:
    """Chips that a seat kept to bet with: once the hand is paid it may hold others."""
    if state.result is None:
        return state.stacks[seat]
    return state.setup.stacks[seat] - sum(
        entry.amount for entry in state.history if entry.seat == seat and entry.did != "deal"
    )


def _last_action(state: State, seat: int) -> str | None:
    for entry in reversed(state.history):
        if entry.did == "deal" and state.result is None:
            return "fold" if seat in state.setup.order and not state.is_live(seat) else None
        if entry.seat == seat and entry.did in ("fold", "check", "call", "raise_to"):
            if entry.amount and not _behind(state, seat):
                return "all_in"
            return "raise" if entry.did == "raise_to" else entry.did
    return None


def _spread(state: State) -> tuple[int, ...]:
    """What each seat paid before this street."""
    return tuple([paid - bet for paid, bet in zip(state.paid, state.bets, strict=True)])


def unpaid(state: State) -> tuple[Pot, ...]:
    """The pots of a hand that is not over, without the bets of this street."""
    spread = _spread(state)
    return pots(spread, state.live_seats, state.dead) if state.dead or any(spread) else ()


def pot_views(options: HoldemOptions, state: State) -> tuple[PotView, ...]:
    result = state.result
    if result is None:
        return tuple(
            PotView(pot.amount, tuple(sorted(pot.eligible)), number=at) for at, pot in enumerate(unpaid(state))
        )
    found = []
    for won in result.won:
        winners = tuple(seat for seat, _ in won.shares)
        word, best = "uncontested", Line.of("holdem.hand.uncontested")
        if won.strength:
            word = options.ranking.category(won.strength).word
            board = result.second if won.run == 2 else state.board
            best = options.ranking.line((*state.setup.cards.holes[winners[0]], *board))
        eligible = tuple(sorted(won.pot.eligible))
        found.append(PotView(won.pot.amount, eligible, winners, won.shares, word, best, won.number, won.run))
    return tuple(found)
