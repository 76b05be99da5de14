"""Hold'em in words: what an action is, how the table stands, what a player holds."""

from __future__ import annotations

from typing import Any, Final

from paiju.games.contract import Line, View
from paiju.games.holdem.sizes import sizes
from paiju.games.holdem.view import HoldemView, SeatView

_NAMED: Final = ("fold", "check", "call", "all_in", "once", "twice")


class HoldemWords:
    def name(self, view: View, action: Any, /) -> Line | None:
        assert isinstance(view, HoldemView)
        if action.kind == "raise_to":
            size = sizes(view).get(action.amount)
            return Line.of("holdem.say.raise_to", total=action.amount) if size is None else Line(f"holdem.say.{size}")
        return Line(f"holdem.say.{action.kind}") if action.kind in _NAMED else None

    def describe(self, view: View, /) -> tuple[Line, ...]:
        assert isinstance(view, HoldemView)
        board = [Line.of("holdem.table.board", cards=view.community_cards)] if view.community_cards else []
        if view.second_board:
            board.append(Line.of("holdem.table.second", cards=view.second_board))
        if view.bomb_pot:
            board.insert(0, Line.of("holdem.table.bomb_pot", amount=view.ante))
        return (
            Line.of("holdem.table.pot", what=f"holdem.stage.{view.stage}", pot=view.pot, button=view.dealer_button),
            *board,
            *[_seat(seat) for seat in view.seats if seat.status is not None],
        )

    def hand_name(self, view: View, /) -> Line | None:
        assert isinstance(view, HoldemView)
        return view.made


def _seat(seat: SeatView) -> Line:
    if seat.place:
        return Line.of("holdem.table.placed", seat=seat.seat, what=f"holdem.place.{seat.place}")
    assert seat.status is not None
    status = f"holdem.status.{seat.status.value}"
    return Line.of("holdem.table.seat", seat=seat.seat, chips=seat.chips, bet=seat.bet, status=status)
