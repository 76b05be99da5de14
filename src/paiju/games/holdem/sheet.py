"""A hand of hold'em as the wire's JSON, written directly.

Most of what a server does for a move is to tell everybody how the table looks now. A sheet says it without making a view
for each viewer: the same text that the views, `HoldemExtras.state` and `HoldemExtras.players` come to. Tests hold the two
together over whole hands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from paiju.cards import Card
from paiju.games.contract import Line
from paiju.games.extras import Own, Sheet
from paiju.games.holdem.betting import Bets
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.state import State
from paiju.games.holdem.telling import story
from paiju.games.holdem.view import HoldemView, PlayerStatus, Public, SeatView, public_of
from paiju.games.plain import plain, shown_fields

_json: Final = msgspec.json.Encoder().encode
_PLACE: Final = {name: at for at, name in enumerate(shown_fields(HoldemView))}
_PRIVATE: Final = tuple(_PLACE[name] for name in ("viewer", "hands", "seats", "made"))
_VIEWER, _HANDS, _SEATS, _MADE = _PRIVATE
_LASTING: Final = tuple(_PLACE)[_PLACE["hand_number"] : _PLACE["pot"]]  # what stays through a hand, in the view's order
_POT: Final = _PLACE["pot"]
_WORDS: Final = {True: b"true", False: b"false"}
_STATUS: Final = {status: status.value for status in PlayerStatus}


def write(options: HoldemOptions, state: State, bets: Callable[[State], Bets], players: tuple[str, ...]) -> Sheet:
    public = public_of(options, state, bets)
    now = public.fields
    if public.texts is None or public.texts.players is not players:
        public.texts = _Texts(public, players)
    texts = public.texts
    texts.keep_up(public)
    turn = state.turn
    second = b""
    if now["second_board"]:
        second = b',{"name":"second_board","cards":%b}' % texts.cards(now["second_board"])
    view = [
        b'"viewer":null',
        b'"hands":[%b]' % b",".join(texts.hands),
        b'"centre":[{"name":"board","cards":%b}%b]' % (texts.board, second),
        b'"waiting_on":[%d]' % turn if turn >= 0 else b'"waiting_on":[]',
        b'"stage":"%b"' % now["stage"].encode(),
        *texts.lasting,
        b'"pot":%d' % now["pot"],
        texts.pots,
        b'"board":%b' % texts.board,
        b'"second_board":%b' % texts.cards(now["second_board"]),
        b'"asking":%b' % _WORDS[now["asking"]],
        b'"current_bet":%d' % now["current_bet"],
        b'"to_call":%d' % now["to_call"],
        b'"min_raise_to":%d' % now["min_raise_to"],
        b'"max_raise_to":%d' % now["max_raise_to"],
        b'"min_bet":%d' % now["min_bet"],
        b'"max_bet":%d' % now["max_bet"],
        b'"seats":[%b]' % b",".join(texts.seats),
        b'"made":null',
    ]
    facts = {
        "pot": view[_POT],
        "pots": texts.shares,
        "communityCards": b'"communityCards":%b' % texts.board,
        "currentPlayer": b'"currentPlayer":%b' % (_json(players[turn]) if turn >= 0 else b"null"),
        "minBet": b'"minBet":%d' % now["min_bet"],
        "maxBet": b'"maxBet":%d' % now["max_bet"],
        "dealerButton": texts.button,
        "toCall": b'"toCall":%d' % now["to_call"],
        "minRaiseTo": b'"minRaiseTo":%d' % now["min_raise_to"],
        "maxRaiseTo": b'"maxRaiseTo":%d' % now["max_raise_to"],
    }
    lines, posted = story(options, state)
    asked = b'{"toCall":%d,"minRaiseTo":%d,"maxRaiseTo":%d,"pot":%d,"bigBlind":%d}' % (
        now["to_call"], now["min_raise_to"], now["max_raise_to"], now["pot"], now["big_blind"],
    )  # fmt: skip

    def own(viewer: int) -> Own | None:
        setup = state.setup
        if viewer not in setup.order or setup.unknown >> viewer & 1:
            return None
        cards = setup.cards.holes[viewer]
        text = texts.cards(cards)
        made, line = texts.own(options, public, viewer, cards)
        hands, seats = view[_HANDS], view[_SEATS]
        shown = public.seats[viewer].cards
        if shown is not cards:
            hands = b'"hands":[%b]' % b",".join(_put(texts.hands, viewer, b'{"name":"hand","cards":%b}' % text))
            told = _told(public.seats[viewer], text)
            seats = b'"seats":[%b]' % b",".join(_put(texts.seats, viewer, told))
        changed = {_VIEWER: b'"viewer":%d' % viewer, _HANDS: hands, _SEATS: seats, _MADE: made}
        return Own(changed, texts.player(public.seats[viewer], text), text, posted, line)

    return Sheet(HoldemView, now["stage"], view, facts, texts.sitting(public), tuple(lines), asked, _PRIVATE, own)


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
    """Pieces of text of a hand that change seldom, and what they were made from."""

    __slots__ = ("_board_of", "_cards", "_hands_of", "_own", "_pots_of", "_seats_of", "board", "button", "hands", "lasting", "players", "pots", "seats", "shares")  # fmt: skip

    def __init__(self, public: Public, players: tuple[str, ...]) -> None:
        self.players = players
        self._cards: dict[tuple[Card, ...], bytes] = {}
        self._own: dict[int, tuple[Any, bytes, Line]] = {}
        self._board_of: Any = None
        self._hands_of: Any = None
        self._pots_of: Any = None
        self._seats_of: tuple[SeatView | None, ...] = (None,) * len(public.seats)
        self.seats: list[bytes] = [b""] * len(public.seats)
        self.board = self.pots = self.shares = b""
        self.hands: list[bytes] = []
        self.button = b'"dealerButton":%d' % public.fields["button"]
        self.lasting = [  # through the hand
            b'"%b":%b' % (name.encode(), _json(public.fields[name])) for name in _LASTING
        ]

    def keep_up(self, public: Public) -> None:
        fields = public.fields
        if self._board_of is not fields["board"]:
            self._board_of = fields["board"]
            self.board = self.cards(fields["board"])
        if self._pots_of is not fields["pots"]:
            self._pots_of = fields["pots"]
            self.pots = b'"pots":%b' % _json(plain(fields["pots"]))
            rows = [
                {"amount": pot.amount, "eligible": [self.players[seat] for seat in pot.eligible]}
                for pot in fields["pots"]
            ]
            self.shares = b'"pots":%b' % _json(rows)
        if self._hands_of is not public.hands:
            self._hands_of = public.hands
            self.hands = [_json(plain(pile)) for pile in public.hands]
        if self._seats_of is not public.seats:
            for at, (was, seat) in enumerate(zip(self._seats_of, public.seats, strict=True)):
                if was is not seat:
                    self.seats[at] = _told(seat, b"null" if seat.cards is None else self.cards(seat.cards))
            self._seats_of = public.seats

    def cards(self, cards: tuple[Card, ...]) -> bytes:
        found = self._cards.get(cards)
        if found is None:
            found = self._cards[cards] = _json([str(card) for card in cards])
        return found

    def own(self, options: HoldemOptions, public: Public, viewer: int, cards: tuple[Card, ...]) -> tuple[bytes, Line]:
        """What the viewer's cards make with the board, and the line that told him his cards."""
        found = self._own.get(viewer)
        if found is None or found[0] is not self._board_of:
            made = options.ranking.line((*cards, *public.fields["board"]))
            line = found[2] if found is not None else Line.of("holdem.hole_cards", seat=viewer, cards=cards)
            found = self._own[viewer] = (self._board_of, b'"made":%b' % _json(plain(made)), line)
        return found[1], found[2]

    def sitting(self, public: Public) -> list[tuple[str | None, int, bytes]]:
        """Status, chips and other facts of each seat."""
        return [
            (
                _STATUS[seat.status] if seat.status is not None else None,
                seat.chips,
                self.player(seat, None if seat.cards is None else self.cards(seat.cards)),
            )
            for seat in public.seats
        ]

    @staticmethod
    def player(seat: SeatView, cards: bytes | None) -> bytes:
        text = b'"bet":%d,"hasCards":%b' % (seat.bet, _WORDS[seat.has_cards])
        return text if cards is None else b'%b,"holeCards":%b' % (text, cards)
