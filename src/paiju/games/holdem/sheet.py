"""A hand of hold'em as the wire's JSON, written directly.

Most of what a server does for a move is to tell everybody how the table looks now. A sheet says it without making a view
for each viewer: the same text that the views, `HoldemExtras.state` and `HoldemExtras.players` come to. Tests hold the two
together over whole hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

import msgspec

from paiju.cards import Card
from paiju.games.contract import Line, Pile, Seat
from paiju.games.extras import Own, Sheet
from paiju.games.holdem.betting import Bets
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.state import Setup, State
from paiju.games.holdem.telling import story
from paiju.games.holdem.view import HoldemView, PlayerStatus, PotView, Public, SeatView, public_of
from paiju.games.plain import plain, shown_fields

_json: Final = msgspec.json.Encoder().encode
_PLACE: Final = {name: at for at, name in enumerate(shown_fields(HoldemView))}
_PRIVATE: Final = tuple(_PLACE[name] for name in ("viewer", "hands", "seats", "made"))
_VIEWER, _HANDS, _SEATS, _MADE = _PRIVATE
_WORDS: Final = {True: b"true", False: b"false"}
_STATUS: Final = {status: status.value for status in PlayerStatus}
_LASTING: Final = tuple(_PLACE)[_PLACE["hand_number"] : _PLACE["pot"]]
"""What stays through a hand."""


def _number(name: str, fact: str | None = None) -> tuple[str, int, bytes, str | None, bytes]:
    """A number of the view, its place and text, and how `game_state` tells it."""
    return name, _PLACE[name], b'"%b":%%d' % name.encode(), fact, b'"%b":%%d' % (fact or name).encode()


_NUMBERS: Final = (
    _number("pot", "pot"), _number("current_bet"), _number("to_call", "toCall"), _number("min_raise_to", "minRaiseTo"),
    _number("max_raise_to", "maxRaiseTo"), _number("min_bet", "minBet"), _number("max_bet", "maxBet"),
)  # fmt: skip


def write(options: HoldemOptions, state: State, bets: Callable[[State], Bets], players: tuple[str, ...]) -> Sheet:
    public = public_of(options, state, bets)
    texts = public.texts
    if texts is None or texts.players is not players:
        texts, public.sheet = _Texts(public, players), None
        public.texts = texts
    if public.sheet is None:
        public.sheet = texts.write(public)
    sheet: Sheet = public.sheet
    return sheet


def _put(row: list[bytes], at: int, value: bytes) -> list[bytes]:
    return [*row[:at], value, *row[at + 1 :]]


def _told(seat: SeatView, cards: bytes) -> bytes:
    """A seat of the view."""
    status, did = seat.status, seat.last_action
    return (
        b'{"type":"SeatView","seat":%d,"chips":%d,"bet":%d,"total_bet":%d,"status":%b,"has_cards":%b,"cards":%b,'
        b'"last_action":%b,"all_in":%b,"won":%d,"hand":%b,"second_hand":%b}'
    ) % (
        seat.seat, seat.chips, seat.bet, seat.total_bet, b"null" if status is None else b'"%b"' % status.name.lower().encode(),
        _WORDS[seat.has_cards], cards, b"null" if did is None else b'"%b"' % did.encode(), _WORDS[seat.all_in], seat.won,
        b"null" if seat.hand is None else _json(plain(seat.hand)),
        b"null" if seat.second_hand is None else _json(plain(seat.second_hand)),
    )  # fmt: skip


class _Texts:
    """A hand as it was written last: whatever reads the same in the next state is not written again."""

    __slots__ = (
        "_asked", "_cards", "_fields", "_hands", "_hands_of", "_mark", "_mine", "_seats", "_seats_of", "_sitting", "_state",
        "_view", "players",
    )  # fmt: skip

    def __init__(self, public: Public, players: tuple[str, ...]) -> None:
        self.players = players
        self._cards: dict[tuple[Card, ...], bytes] = {}
        self._mine: dict[int, _Mine] = {}
        self._mark: object = None
        self._fields: dict[str, Any] = {}
        self._asked = b""
        self._hands_of: tuple[Pile, ...] = ()
        self._hands: list[bytes] = []
        self._seats_of: tuple[SeatView | None, ...] = (None,) * len(public.seats)
        self._seats = [b""] * len(public.seats)
        self._sitting: list[tuple[str | None, int, bytes]] = [(None, 0, b"")] * len(public.seats)
        self._view = [b""] * len(_PLACE)
        self._view[_VIEWER], self._view[_MADE] = b'"viewer":null', b'"made":null'
        for name in _LASTING:
            self._view[_PLACE[name]] = b'"%b":%b' % (name.encode(), _json(public.fields[name]))
        self._state = {"dealerButton": b'"dealerButton":%d' % public.fields["button"]}

    def write(self, public: Public) -> Sheet:
        """The state as text, and what is new in it."""
        now, was = public.fields, self._fields
        view, state = self._view.copy(), self._state.copy()
        places: list[int] = []
        facts: list[bytes] = []
        for name, place, text, fact, telling in _NUMBERS:
            value = now[name]
            if not was or value != was[name]:
                view[place] = text % value
                places.append(place)
                if fact is not None:
                    part = state[fact] = telling % value
                    facts.append(part)
        for name, write in _OTHERS:
            if not was or now[name] != was[name]:
                for place, part in write(self, now[name]):
                    if type(place) is str:
                        state[place] = part
                        facts.append(part)
                    else:
                        view[place] = part
                        places.append(place)
        news = [view[place] for place in sorted(places)]
        if news or not self._asked:
            self._asked = b'{"toCall":%d,"minRaiseTo":%d,"maxRaiseTo":%d,"pot":%d,"bigBlind":%d}' % (
                now["to_call"], now["min_raise_to"], now["max_raise_to"], now["pot"], now["big_blind"],
            )  # fmt: skip
        if self._hands_of is not public.hands:
            self._hands_of, self._hands = public.hands, [_json(plain(pile)) for pile in public.hands]
            view[_HANDS] = b'"hands":[%b]' % b",".join(self._hands)
        self._write_seats(public.seats)
        view[_SEATS] = b'"seats":[%b]' % b",".join(self._seats)
        lines, posted = story(public.options, public.state)
        since, self._mark = self._mark, object()
        self._fields, self._view, self._state = now, view, state
        # Not of `public` itself, which keeps the sheet: a ring for every move would wait for the collector.
        own = partial(
            self._write_own,
            public.options,
            public.state.setup,
            public.seats,
            now["board"],
            posted,
            self._hands,
            self._seats,
        )
        return Sheet(
            HoldemView, now["stage"], view, state, self._sitting, lines, self._asked, _PRIVATE, own, self._mark, since, news, facts
        )  # fmt: skip

    def _write_seats(self, seats: tuple[SeatView, ...]) -> None:
        self._seats, self._sitting = self._seats.copy(), self._sitting.copy()
        for at, (was, seat) in enumerate(zip(self._seats_of, seats, strict=True)):
            if was is not seat:
                cards = None if seat.cards is None else self._listed(seat.cards)
                self._seats[at] = _told(seat, cards or b"null")
                status = _STATUS[seat.status] if seat.status is not None else None
                self._sitting[at] = (status, seat.chips, _player(seat, cards))
        self._seats_of = seats

    def _write_board(self, board: tuple[Card, ...]) -> Iterator[tuple[Any, bytes]]:
        text = self._listed(board)
        yield _PLACE["board"], b'"board":%b' % text
        yield "communityCards", b'"communityCards":%b' % text

    def _write_second(self, board: tuple[Card, ...]) -> Iterator[tuple[Any, bytes]]:
        yield _PLACE["second_board"], b'"second_board":%b' % self._listed(board)

    def _write_centre(self, piles: tuple[Pile, ...]) -> Iterator[tuple[Any, bytes]]:
        yield _PLACE["centre"], b'"centre":%b' % _json(plain(piles))

    def _write_pots(self, pots: tuple[PotView, ...]) -> Iterator[tuple[Any, bytes]]:
        yield _PLACE["pots"], b'"pots":%b' % _json(plain(pots))
        rows = [{"amount": pot.amount, "eligible": [self.players[seat] for seat in pot.eligible]} for pot in pots]
        yield "pots", b'"pots":%b' % _json(rows)

    def _write_turn(self, seats: tuple[Seat, ...]) -> Iterator[tuple[Any, bytes]]:
        yield _PLACE["waiting_on"], b'"waiting_on":%b' % _json(seats)
        yield "currentPlayer", b'"currentPlayer":%b' % (_json(self.players[seats[0]]) if seats else b"null")

    def _write_stage(self, stage: str) -> Iterator[tuple[Any, bytes]]:
        yield _PLACE["stage"], b'"stage":"%b"' % stage.encode()

    def _write_asking(self, asking: bool) -> Iterator[tuple[Any, bytes]]:
        yield _PLACE["asking"], b'"asking":%b' % _WORDS[asking]

    def _write_own(
        self, options: HoldemOptions, setup: Setup, seen: tuple[SeatView, ...], board: tuple[Card, ...], posted: int,
        hands: list[bytes], seats: list[bytes], viewer: int,
    ) -> Own | None:  # fmt: skip
        """What a viewer sees otherwise than everybody."""
        if viewer not in setup.order or setup.unknown >> viewer & 1:
            return None
        cards, seat = setup.cards.holes[viewer], seen[viewer]
        mine = self._mine.get(viewer)
        if mine is None:
            mine = self._mine[viewer] = _Mine(viewer, cards, self._listed(cards))
        if mine.board is not board:
            mine.board, made = board, options.ranking.line((*cards, *board))
            mine.made = b'"made":%b' % _json(plain(made))
        is_open = seat.cards is cards  # to everybody
        if mine.hands_of is not hands:
            mine.hands_of = hands
            row = hands if is_open else _put(hands, viewer, b'{"name":"hand","cards":%b}' % mine.cards)
            mine.hands = b'"hands":[%b]' % b",".join(row)
        if not is_open:
            if mine.seat_of is not seat:
                mine.seat_of, mine.seat = seat, _told(seat, mine.cards)
            seats = _put(seats, viewer, mine.seat)
        private = {
            _VIEWER: mine.viewer,
            _HANDS: mine.hands,
            _SEATS: b'"seats":[%b]' % b",".join(seats),
            _MADE: mine.made,
        }
        return Own(private, _player(seat, mine.cards), mine.cards, posted, mine.line)

    def _listed(self, cards: tuple[Card, ...]) -> bytes:
        found = self._cards.get(cards)
        if found is None:
            found = self._cards[cards] = _json([str(card) for card in cards])
        return found


class _Mine:
    """What one viewer alone was told last."""

    __slots__ = ("board", "cards", "hands", "hands_of", "line", "made", "seat", "seat_of", "viewer")

    def __init__(self, viewer: int, holes: tuple[Card, ...], cards: bytes) -> None:
        self.viewer, self.cards = b'"viewer":%d' % viewer, cards
        self.line = Line.of("holdem.hole_cards", seat=viewer, cards=holes)
        self.board: tuple[Card, ...] | None = None
        self.hands_of: list[bytes] | None = None
        self.seat_of: SeatView | None = None
        self.made = self.hands = self.seat = b""


_OTHERS: Final[tuple[tuple[str, Callable[[_Texts, Any], Iterator[tuple[Any, bytes]]]], ...]] = (
    ("waiting_on", _Texts._write_turn),
    ("stage", _Texts._write_stage),
    ("board", _Texts._write_board),
    ("second_board", _Texts._write_second),
    ("centre", _Texts._write_centre),
    ("pots", _Texts._write_pots),
    ("asking", _Texts._write_asking),
)
"""What else changes in a hand, with its places in the view and its names in `game_state`."""


def _player(seat: SeatView, cards: bytes | None) -> bytes:
    """What a player's entry tells besides status and chips."""
    text = b'"bet":%d,"hasCards":%b' % (seat.bet, _WORDS[seat.has_cards])
    return text if cards is None else b'%b,"holeCards":%b' % (text, cards)
