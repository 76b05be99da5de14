"""A state told by the views of a game: the sheet of every game that does not write its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from paiju.games.codec import builtins as plain
from paiju.games.contract import Decision, Line, Seat, View
from paiju.server.spelling import SCALARS, camels, event, field
from paiju.table import Table

_json: Final = msgspec.json.Encoder().encode
_NOTHING: Final[tuple[None, None, bytes]] = (None, None, b"")


class ViewSheet:
    """A sheet of a table's deal. `before` spares turning into JSON again what views of one deal have in common.

    That is known by identity: games give the same object for what looks the same, to other viewers and after a move.
    """

    __slots__ = (
        "_codes", "_events", "_extras", "_facts", "_game", "_ids", "_old_codes", "_old_values", "_parts", "_players", "_state",
        "_values", "_views",
    )  # fmt: skip

    def __init__(self, table: Table, before: Any | None = None) -> None:
        deal = table.deal
        assert deal is not None
        self._extras: Any = None
        self._game, self._state, self._ids = deal.game, deal.state, deal.players
        self._views: dict[int | None, View] = deal.views
        self._values: dict[int | None, tuple[Any, ...]] = {}
        self._parts: dict[int | None, list[bytes]] = {}
        self._facts: list[bytes] | None = None
        self._players: dict[int | None, Sequence[Any]] = {}
        self._events: dict[int, tuple[Line, bytes]] = {}
        # Values are kept so that an id stays its own, and forgotten after a sheet without them.
        self._codes: dict[int, tuple[Any, bytes]] = {}
        self._old_codes: dict[int, tuple[Any, bytes]] = {}
        self._old_values: dict[int | None, tuple[tuple[Any, ...], list[bytes]]] = {}
        if isinstance(before, ViewSheet) and before._ids is self._ids:
            self._old_codes = before._codes
            self._old_values = {viewer: (values, before._parts[viewer]) for viewer, values in before._values.items()}
            if before._state is self._state:
                self._players = before._players

    def _view(self, viewer: int | None) -> View:
        found = self._views.get(viewer)
        if found is None:
            found = self._views[viewer] = self._game.view(self._state, None if viewer is None else Seat(viewer))
        return found

    def _code(self, value: Any) -> bytes:
        """A value of a view as JSON; what viewers have in common is worked out for the first of them."""
        kind = type(value)
        if kind is int:
            return b"%d" % value
        if kind in SCALARS:
            return _json(value)
        key = id(value)
        found = self._codes.get(key)
        if found is None:
            found = self._old_codes.get(key)
            if found is None:
                made = (
                    b"[%b]" % b",".join([self._code(item) for item in value]) if kind is tuple else _json(plain(value))
                )
                found = (value, made)
            self._codes[key] = found
        return found[1]

    # --- the sheet -----------------------------------------------------------------------------------------------------

    @property
    def stage(self) -> str:
        return str(self._extras.stage(self._view(None)))

    def facts(self) -> Sequence[bytes]:
        if self._facts is None:
            self._facts = []
            if self._extras is not None:
                told = camels(self._extras.state(self._view(None)), self._ids)
                self._facts = [field(name, value) for name, value in told.items()]
        return self._facts

    def view(self, viewer: int | None) -> Sequence[bytes]:
        found = self._parts.get(viewer)
        if found is None:
            view, code = self._view(viewer), self._code
            kind = type(view)
            values, keys = values_of(kind)(view), _keys(kind)
            old_values, old_parts = self._old_values.get(viewer, ((), []))
            if len(old_values) == len(values):
                olds = zip(old_values, old_parts[1:], strict=True)
                found = [
                    part if value is was else key + code(value)
                    for key, value, (was, part) in zip(keys, values, olds, strict=True)
                ]
            else:
                found = [key + code(value) for key, value in zip(keys, values, strict=True)]
            found.insert(0, b'"type":"%b"' % kind.__name__.encode())
            self._values[viewer], self._parts[viewer] = values, found
        return found

    def told(self, viewer: int | None) -> int:
        return len(self._view(viewer).log)

    def events(self, viewer: int | None, start: int) -> bytes:
        return b",".join([self._event(line) for line in self._view(viewer).log[start:]])

    def _event(self, line: Line) -> bytes:
        found = self._events.get(id(line))
        if found is None:
            found = self._events[id(line)] = (line, _json(event(line, self._ids)))
        return found[1]

    def _told_of(self, seat: int, viewer: int | None) -> Any:
        if self._extras is None:
            return {}
        if viewer not in self._players:
            self._players[viewer] = self._extras.players(self._view(viewer))
        rows = self._players[viewer]
        return rows[seat] if seat < len(rows) else {}

    def player(self, seat: int, viewer: int | None) -> tuple[str | None, int | None, bytes]:
        facts = self._told_of(seat, viewer)
        if not facts:
            return _NOTHING
        row = camels(facts)
        status, chips = row.pop("status", None), row.pop("chips", None)
        return status, chips, _json(row)[1:-1]

    def cards(self, viewer: int | None) -> bytes | None:
        if viewer is None:
            return None
        cards = self._told_of(viewer, viewer).get("hole_cards")
        return None if cards is None else self._code(cards)

    def question(self, decision: Decision[Any]) -> tuple[bytes, bytes]:
        asked = _json(plain_decision(decision, self._extras.offered))[1:-1]
        more = self._extras.decision(self._view(decision.seat), decision)
        return asked, b'"extra":%b' % _json(camels(more)) if more else b""

    def moved(self, viewer: int | None, seat: int, text: str) -> bytes:
        return _json({"action": text, **camels(self._extras.moved(self._view(viewer), seat, text))})[1:-1]


def _keys(kind: type[Any]) -> tuple[bytes, ...]:
    if kind not in _KEYS:
        _KEYS[kind] = tuple(b'"%b":' % name.encode() for name in shown_fields(kind))
    return _KEYS[kind]


_KEYS: Final[dict[type[Any], tuple[bytes, ...]]] = {}
