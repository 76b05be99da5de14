"""A deal as a row of views: finished ones for the replay, the one in progress for a player who reloads the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from paiju.games.catalog import GameInfo
from paiju.games.contract import Seat, View, play
from paiju.games.record import Record, game_of
from paiju.server import wire
from paiju.server.delta import view_changes


def steps(
    info: GameInfo, record: Record, viewer: int | None, visible: frozenset[int], *, with_moves: bool = True
) -> Iterator[wire.ReplayStep]:
    """The view after the deal and after each move: whole at first, then as what changed.

    `viewer` is the seat whose view is shown; None shows that of a spectator with the seats of `visible` laid open.
    Without moves, steps do not say what was done: while a deal runs, answers given in secret stay so.
    """
    assert record.seed is not None
    game = game_of(record, info)
    state = game.deal(record.seats, record.seed)
    before: View | None = None
    elapsed = 0

    def step(seat: int | None, text: str | None) -> wire.ReplayStep:
        nonlocal before
        now: View = game.view(state, Seat(viewer) if viewer is not None else None)
        for other in sorted(visible) if viewer is None else ():
            now = laid_open(now, game.view(state, Seat(other)), other, record.seats)
        changed = view_changes(before, now) or {}
        events = now.log[len(before.log) if before is not None else 0 :]
        before = now
        return wire.ReplayStep(seat=seat, action=text, elapsed=elapsed, view=changed, events=events)

    yield step(None, None)
    for move in record.moves:
        assert move.text is not None
        state = play(game, state, Seat(move.seat), move.text).state
        elapsed += move.elapsed or 0
        is_open = with_moves and (viewer in (None, move.seat) or info.secrecy.open_moves)
        yield step(move.seat, move.text if is_open else None)


def laid_open(view: View, own: View, seat: int, seats: int) -> View:
    """A spectator's view with what a seat knows of itself: wherever there is one item per seat, its own."""
    laid: dict[str, Any] = {}
    for name in view.__struct_fields__:
        items, mine = getattr(view, name), getattr(own, name)
        if name != "log" and isinstance(items, tuple) and isinstance(mine, tuple) and len(items) == len(mine) == seats:
            laid[name] = (*items[:seat], mine[seat], *items[seat + 1 :])
    return replace(view, **laid)
