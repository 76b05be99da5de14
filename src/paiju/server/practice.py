"""A deal at no table, drawn as one: what a lesson or a study shows, and the question that is open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from paiju.games.contract import AnyGame, Seat
from paiju.games.options import to_data
from paiju.lessons.spot import Move, Spot, question
from paiju.server import wire
from paiju.server.delta import fields
from paiju.server.game_state import carried
from paiju.server.questions import asked


def frames(
    game: AnyGame, viewer: int | None, before: Any | None, rows: Iterable[tuple[Move | None, Any]]
) -> list[wire.Frame]:
    """The table after each move; events are those since the state `before`, or all of them."""
    seat = Seat(viewer) if viewer is not None else None
    known = len(game.view(before, seat).log) if before is not None else 0
    found = []
    for move, state in rows:
        view = game.view(state, seat)
        found.append(
            wire.Frame(
                seat=None if move is None else move[0],
                move=None if move is None else move[1],
                stage=view.stage,
                view=fields(view),
                events=view.log[known:],
            )
        )
        known = len(view.log)
    return found


def practice(
    spot: Spot, game: AnyGame, seat: int, state: Any, moves: Sequence[Move], shown: list[wire.Frame]
) -> wire.Practice:
    """All that a page needs to draw a deal from a spot and to ask its question; `game` may show more than the spot's own."""
    info = spot.info
    view, decision, outcome = game.view(state, Seat(seat)), question(game, state, seat), game.outcome(state)
    options = info.build(spot.options)
    hidden = carried(info.options)
    return wire.Practice(
        game=info.id,
        seat=seat,
        seats=len(view.hands),
        turns=info.direction(options),
        options={name: value for name, value in to_data(options).items() if name not in hidden},
        frames=shown,
        moves=[wire.PlayedMove(seat=one, move=text) for one, text in moves],
        decision=asked(info, view, decision, len(moves)) if decision is not None else None,
        result=None
        if outcome is None
        else wire.Result(
            hand_number=1,
            scores=outcome.scores,
            reason=outcome.reason,
            winners=tuple(str(one) for one in outcome.winners),
            match_over=True,
        ),
    )
