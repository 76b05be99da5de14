"""What is stored of a finished hand beside its record."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.cards import Card
from paiju.games.capabilities import DealSummary
from paiju.games.holdem.game import Holdem
from paiju.games.holdem.state import State
from paiju.games.holdem.view import shown_cards


class HoldemArchive:
    def hole_cards(self, state: State, seat: int, /) -> Sequence[Card] | None:
        setup = state.setup
        return None if seat not in setup.order or setup.unknown >> seat & 1 else setup.cards.holes[seat]

    def summary(self, game: Holdem, state: State, /) -> DealSummary:
        result = state.result
        assert result is not None
        taken: dict[int, int] = {}
        for won in result.won:
            for seat, chips in won.shares:
                taken[seat] = taken.get(seat, 0) + chips
        return DealSummary(
            pot=sum(won.pot.amount for won in result.won),
            board=state.board,
            second_board=result.second,
            shown=shown_cards(state),
            ranks={seat: game.options.ranking.named(result.strengths[seat]) for seat in result.shown},
            taken=taken,
        )
