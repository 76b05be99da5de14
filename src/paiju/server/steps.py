"""A deal as a row of views: finished ones for the replay, the running one for who came late or loaded the page again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from paiju.games.catalog import GameInfo
from paiju.games.codec import builtins as plain
from paiju.games.contract import Line, Seat, View, play
from paiju.games.options import build
from paiju.games.record import Record
from paiju.server.spelling import event

Facts = dict[str, Any]


def steps(entry: GameInfo, record: Record, viewer: int | None, visible: frozenset[int]) -> Iterator[Facts]:
    """The view after the deal and after each move: whole at first, then the fields that changed.

    `viewer` is a seat whose eyes are used; None shows a spectator's view with the seats of `visible` laid open.
    """
    assert record.seed is not None
    game = entry.make(build(entry.options, record.options))
    state = game.deal(record.seats, record.seed)
    before: Facts = {}
    told = 0
    clock = 0

    def shot(seat: int | None, text: str | None) -> Facts:
        nonlocal before, told
        seen: View = game.view(state, Seat(viewer) if viewer is not None else None)
        now = plain(seen)
        if viewer is None:
            for other in sorted(visible):
                _lay_open(now, plain(game.view(state, Seat(other))), other, record.seats)
        now.pop("log", None)
        lines: tuple[Line, ...] = seen.log[told:]
        told = len(seen.log)
        changed = {name: value for name, value in now.items() if name not in before or before[name] != value}
        before = now
        events = [event(line, ()) for line in lines]
        return {"seat": seat, "action": text, "elapsed": clock, "view": changed, "events": events}

    yield shot(None, None)
    for move in record.moves:
        assert move.text is not None
        state = play(game, state, move.seat, move.text).state
        clock += move.elapsed or 0
        open_to_all = viewer is None or move.seat == viewer or entry.secrecy.open_moves
        yield shot(move.seat, move.text if open_to_all else None)


def _lay_open(view: Facts, own: Facts, seat: int, seats: int) -> None:
    """Put what a seat knows of itself into a spectator's view: wherever there is one item per seat, its own."""
    for name, value in view.items():
        mine = own.get(name)
        if isinstance(value, list) and isinstance(mine, list) and len(value) == len(mine) == seats:
            value[seat] = mine[seat]
