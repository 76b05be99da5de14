"""A hand of hold'em as the wire's JSON, written directly.

Most of what a server does for a move is to tell everybody how the table looks now. A sheet says it without making a view
for each viewer: the same text that the views, `HoldemExtras.state` and `HoldemExtras.players` come to. Tests hold the two
together over whole hands.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

import msgspec

from paiju.cards import Card
from paiju.games.contract import Line
from paiju.games.extras import Own, Sheet
from paiju.games.holdem.betting import Bets
from paiju.games.holdem.rules import HoldemOptions
from paiju.games.holdem.state import State
from paiju.games.holdem.telling import story
from paiju.games.holdem.view import (
    AMOUNTS,
    HoldemView,
    PlayerStatus,
    SeatValues,
    amounts,
    follows,
    held,
    lasting,
    pot_views,
    seat_values,
    shown_cards,
    stage,
    unpaid,
)
from paiju.games.plain import plain, shown_fields

_json: Final = msgspec.json.Encoder().encode
_PLACE: Final = {name: at for at, name in enumerate(shown_fields(HoldemView))}
_PRIVATE: Final = tuple(_PLACE[name] for name in ("viewer", "hands", "seats", "made"))
_VIEWER, _HANDS, _SEATS, _MADE = _PRIVATE
_CENTRE, _TURN, _STAGE = _PLACE["centre"], _PLACE["waiting_on"], _PLACE["stage"]
_POTS, _BOARD, _SECOND, _ASKING = _PLACE["pots"], _PLACE["board"], _PLACE["second_board"], _PLACE["asking"]
_FACTS: Final = {
    "pot": "pot", "to_call": "toCall", "min_raise_to": "minRaiseTo", "max_raise_to": "maxRaiseTo", "min_bet": "minBet",
    "max_bet": "maxBet",
}  # fmt: skip
"""Amounts that `game_state` tells too, by its names for them."""
_AMOUNTS: Final = [
    (_PLACE[name], b'"%b":%%d' % name.encode(), fact, b'"%b":%%d' % fact.encode())
    for name, fact in [(name, _FACTS.get(name, "")) for name in AMOUNTS]
]
_TOLD: Final = ("dealerButton", *_FACTS.values(), "currentPlayer", "communityCards", "pots")
"""What `HoldemExtras.state` tells, in its order."""
_WORDS: Final = {True: b"true", False: b"false"}
_STATUS: Final[dict[PlayerStatus | None, bytes]] = {one: b'"%b"' % one.name.lower().encode() for one in PlayerStatus}
_STATUS[None] = b"null"
_POT: Final = b'{"type":"PotView","amount":%d,"eligible":%b,"winners":[],"shares":[],"hand_type":null,"best":null,"number":%d,"run":0}'
"""A pot before it is paid."""
OFFERED: Final = 4
"""Choices sent along with a question: fold, check or call, the two smallest raises."""


def write(options: HoldemOptions, state: State, bets: Callable[[State], Bets], players: tuple[str, ...]) -> Sheet:
    setup = state.setup
    hand, sheet = _WRITTEN.get(id(setup), (None, None))
    if hand is None and len(_WRITTEN) >= _KEPT:
        _WRITTEN.popitem(last=False)
    if hand is None or hand.state.setup is not setup or hand.options is not options or hand.players is not players:
        hand, sheet = _Texts(options, state, players), None
    if sheet is None or hand.state is not state:
        sheet = hand.write(state, bets)
        _WRITTEN[id(setup)] = (hand, sheet)
    return sheet


class _Seat(NamedTuple):
    """A seat as text, around the place of its cards, and the cards that everybody has seen."""

    head: bytes
    tail: bytes
    player: bytes
    shown: tuple[Card, ...] | None


class _Texts:
    """A hand as it was written last: whatever reads the same in the next state is not written again."""

    __slots__ = (
        "_amounts", "_asked", "_cards", "_facts", "_hands", "_ids", "_mark", "_mine", "_rows", "_seats", "_sitting", "_view",
        "options", "players", "state",
    )  # fmt: skip

    def __init__(self, options: HoldemOptions, state: State, players: tuple[str, ...]) -> None:
        seats = state.setup.seats
        self.options, self.players, self.state = options, players, state
        self._mark: object = None
        self._ids = [_json(player) for player in players]
        self._cards: dict[tuple[Card, ...], bytes] = {}
        self._mine: dict[int, _Mine] = {}
        self._amounts: tuple[int | None, ...] = (None,) * len(AMOUNTS)
        self._asked = (b"", b"")
        self._hands: list[bytes] = []
        self._rows = [_Seat(b"", b"", b"", None)] * seats
        self._seats = [b""] * seats
        self._sitting: list[tuple[str | None, int, bytes]] = [(None, 0, b"")] * seats
        self._view = [b""] * len(_PLACE)
        self._view[_VIEWER], self._view[_MADE] = b'"viewer":null', b'"made":null'
        for name, value in lasting(options, state).items():
            self._view[_PLACE[name]] = b'"%b":%b' % (name.encode(), _json(value))
        self._facts = dict.fromkeys(_TOLD, b"")
        self._facts["dealerButton"] = b'"dealerButton":%d' % state.setup.button

    def write(self, state: State, bets: Callable[[State], Bets]) -> Sheet:
        """The state, whichever of the hand it is, and what is new in it since the last one."""
        was, told, since = self._view, self._facts, self._mark
        before = self.state if since is not None and follows(self.state, state) else None  # None: anything may be new
        self.state, self._mark = state, object()
        view, facts = was.copy(), told.copy()
        self._view, self._facts = view, facts
        news: list[bytes] = []
        new_facts: list[bytes] = []
        now = amounts(state, bets)
        if before is None or now != self._amounts:
            self._write_amounts(now, news, new_facts)
        if before is None or before.turn != state.turn:
            turn = state.turn
            view[_TURN] = b'"waiting_on":[%d]' % turn if turn >= 0 else b'"waiting_on":[]'
            facts["currentPlayer"] = b'"currentPlayer":%b' % (self._ids[turn] if turn >= 0 else b"null")
            news.insert(0, view[_TURN])
            new_facts.append(facts["currentPlayer"])
        if before is None or before.street != state.street or before.live != state.live:
            self._write_more(before)
            news = [part for old, part in zip(was, view, strict=True) if part != old]
            new_facts = [part for old, part in zip(told.values(), facts.values(), strict=True) if part != old]
        self._rows, self._seats, self._sitting = self._rows.copy(), self._seats.copy(), self._sitting.copy()
        for values in self._changed(before):
            self._write_seat(values)
        view[_HANDS] = b'"hands":[%b]' % b",".join(self._hands)
        view[_SEATS] = b'"seats":[%b]' % b",".join(self._seats)
        lines, posted = story(self.options, state)
        own = partial(self._write_own, state, posted, self._hands, self._seats, self._rows)
        return Sheet(
            HoldemView, stage(state), view, facts, self._sitting, lines, self._asked, _PRIVATE, own, self._mark, since, news,
            new_facts,
        )  # fmt: skip

    def _write_more(self, before: State | None) -> None:
        """What more than a bet may change, besides seats: a fold, a street, the end."""
        state = self.state
        if before is None or before.street != state.street:
            self._write_board()
        if before is None or before.live != state.live:
            hands = [held(state, seat, shown_cards(state, seat)) for seat in range(state.setup.seats)]
            self._hands = [self._hand(cards) for cards in hands]
            self._write_pots()
        elif before.paid != state.paid or any(before.bets):
            self._write_pots()

    def _changed(self, before: State | None) -> list[SeatValues]:
        """The seats that may look otherwise."""
        options, state = self.options, self.state
        if before is not None and before.street == state.street:
            return [seat_values(options, state, entry.seat, None) for entry in state.history[len(before.history) :]]
        return [seat_values(options, state, seat, shown_cards(state, seat)) for seat in range(state.setup.seats)]

    def _write_amounts(self, now: tuple[int, ...], news: list[bytes], new_facts: list[bytes]) -> None:
        for (place, text, fact, telling), old, value in zip(_AMOUNTS, self._amounts, now, strict=True):
            if value != old:
                part = self._view[place] = text % value
                news.append(part)
                if fact:
                    part = self._facts[fact] = telling % value
                    new_facts.append(part)
        self._amounts = now
        self._asked = _question(self.state, now)

    def _write_board(self) -> None:
        """What lies on the table, and where the hand is."""
        state, view = self.state, self._view
        board, second = state.board, state.result.second if state.result is not None else ()
        listed = self._listed(board)
        view[_STAGE] = b'"stage":"%b"' % stage(state).encode()
        view[_BOARD], self._facts["communityCards"] = b'"board":%b' % listed, b'"communityCards":%b' % listed
        view[_SECOND] = b'"second_board":%b' % self._listed(second)
        more = b',{"name":"second_board","cards":%b}' % self._listed(second) if second else b""
        view[_CENTRE] = b'"centre":[{"name":"board","cards":%b}%b]' % (listed, more)
        view[_ASKING] = b'"asking":%b' % _WORDS[state.asking]

    def _write_pots(self) -> None:
        if self.state.result is None:
            pots = [(pot.amount, sorted(pot.eligible)) for pot in unpaid(self.state)]
            told = [_POT % (amount, _json(eligible), number) for number, (amount, eligible) in enumerate(pots)]
        else:
            views = pot_views(self.options, self.state)
            pots = [(pot.amount, [*pot.eligible]) for pot in views]
            told = [_json(plain(pot)) for pot in views]
        facts = [
            b'{"amount":%d,"eligible":[%b]}' % (amount, b",".join([self._ids[seat] for seat in eligible]))
            for amount, eligible in pots
        ]
        self._view[_POTS], self._facts["pots"] = b'"pots":[%b]' % b",".join(told), b'"pots":[%b]' % b",".join(facts)

    def _write_seat(self, values: SeatValues) -> None:
        seat, chips, bet, total_bet, status, has_cards, shown, did, all_in, won, hand, second = values
        row = self._rows[seat] = _Seat(
            b'{"type":"SeatView","seat":%d,"chips":%d,"bet":%d,"total_bet":%d,"status":%b,"has_cards":%b,"cards":'
            % (seat, chips, bet, total_bet, _STATUS[status], _WORDS[has_cards]),
            b',"last_action":%b,"all_in":%b,"won":%d,"hand":%b,"second_hand":%b}'
            % (b'"%b"' % did.encode() if did else b"null", _WORDS[all_in], won, _line(hand), _line(second)),
            b'"bet":%d,"hasCards":%b' % (bet, _WORDS[has_cards]),
            shown,
        )
        cards, player = b"null", row.player
        if shown is not None:
            cards = self._listed(shown)
            player = b'%b,"holeCards":%b' % (player, cards)
        self._seats[seat] = b"%b%b%b" % (row.head, cards, row.tail)
        self._sitting[seat] = (None if status is None else status.value, chips, player)

    def _write_own(
        self, state: State, posted: int, hands: list[bytes], seats: list[bytes], rows: list[_Seat], viewer: int
    ) -> Own | None:
        """What a viewer sees otherwise than everybody."""
        setup = state.setup
        if viewer not in setup.order or setup.unknown >> viewer & 1:
            return None
        cards, row = setup.cards.holes[viewer], rows[viewer]
        mine = self._mine.get(viewer)
        if mine is None:
            mine = self._mine[viewer] = _Mine(viewer, cards, self._listed(cards))
        if mine.street != state.street:
            made = self.options.ranking.line((*cards, *state.board))
            mine.street, mine.made = state.street, b'"made":%b' % _json(plain(made))
        is_open = row.shown is cards  # to everybody
        if mine.hands_of is not hands:
            mine.hands_of = hands
            if not is_open:
                hands = hands.copy()
                hands[viewer] = self._hand(cards)
            mine.hands = b'"hands":[%b]' % b",".join(hands)
        if not is_open:
            seats = seats.copy()
            seats[viewer] = b"%b%b%b" % (row.head, mine.cards, row.tail)
        private = (mine.viewer, mine.hands, b'"seats":[%b]' % b",".join(seats), mine.made)
        return Own(private, b'%b,"holeCards":%b' % (row.player, mine.cards), mine.cards, posted, mine.line)

    def _hand(self, cards: tuple[Card, ...] | int) -> bytes:
        if isinstance(cards, int):
            return b'{"name":"hand","count":%d}' % cards
        return b'{"name":"hand","cards":%b}' % self._listed(cards)

    def _listed(self, cards: tuple[Card, ...]) -> bytes:
        found = self._cards.get(cards)
        if found is None:
            found = self._cards[cards] = _json([str(card) for card in cards])
        return found


class _Mine:
    """What one viewer alone was told last."""

    __slots__ = ("cards", "hands", "hands_of", "line", "made", "street", "viewer")

    def __init__(self, viewer: int, holes: tuple[Card, ...], cards: bytes) -> None:
        self.viewer, self.cards = b'"viewer":%d' % viewer, cards
        self.line = Line.of("holdem.hole_cards", seat=viewer, cards=holes)
        self.street = -1
        self.hands_of: list[bytes] | None = None
        self.made = self.hands = b""


_KEPT: Final = 2048
_WRITTEN: Final[OrderedDict[int, tuple[_Texts, Sheet]]] = OrderedDict()
"""Each hand that was written, by its setup, and its last sheet; those begun first are forgotten when there are too many.

Texts do not keep their sheet, which keeps them: a ring would wait for the collector.
"""


def _line(line: Line | None) -> bytes:
    return b"null" if line is None else _json(plain(line))


def _question(state: State, now: tuple[int, ...]) -> tuple[bytes, bytes]:
    """What the seat to act is asked, as `Holdem.pending` asks it, and the range of its raises."""
    pot, _, to_call, low, high, _, _ = now
    extra = b'"extra":{"toCall":%d,"minRaiseTo":%d,"maxRaiseTo":%d,"pot":%d,"bigBlind":%d}' % (
        to_call, low, high, pot, state.setup.stakes.big_blind,
    )  # fmt: skip
    if state.asking:
        left = 5 - len(state.board)
        return b'"prompt":{"key":"holdem.run","args":{"left":%d}},"choices":["once","twice"],"more":false' % left, extra
    choices = b'"fold","call"' if to_call else b'"check","fold"'
    if high:
        choices = b'%b,"raise_to %d"' % (choices, low)
    if high > low:
        choices = b'%b,"raise_to %d"' % (choices, low + 1)
    question = b'"prompt":{"key":"holdem.act","args":{"to_call":%d,"low":%d,"high":%d}},"choices":[%b],"more":%b' % (
        to_call, low, high, choices, _WORDS[high > low + 1],
    )  # fmt: skip
    return question, extra
