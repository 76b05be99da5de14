"""One moment of a table, and what is new in it since the moment before.

What viewers have in common is worked out, turned into JSON and compared with the last scene once, however many look on.
What each of them sees besides is his picture (`server/picture.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from paiju.games.contract import Line, View
from paiju.games.extras import Extras, Facts, Own, Sheet
from paiju.games.plain import plain
from paiju.server.public import fairness, info, player, result
from paiju.server.spelling import SCALARS, Fields, camel, camels, event, field, wired
from paiju.table import Table
from paiju.table.deal import Asked
from paiju.table.state import Sitter

_json: Final = msgspec.json.Encoder().encode


class News(NamedTuple):
    """What a scene says to everybody that the one before did not."""

    fields: bytes
    parts: bytes
    """Of the view; those that differ from viewer to viewer are left to their pictures."""
    events: bytes


class Scene:
    """`before`, the scene last shown, spares working out again what is still the same.

    `lasting`: nothing but moves of a deal happened since then.
    """

    __slots__ = (
        "_bases", "_codes", "_common", "_deadline", "_events", "_facts", "_old_codes", "_old_rows", "_plates", "_rows",
        "_seated", "_stage", "hand", "lasting", "mark", "news", "players", "sheet", "since", "table",
    )  # fmt: skip

    def __init__(
        self,
        table: Table,
        tiers: dict[str, str],
        watching: list[str],
        before: Scene | None = None,
        lasting: bool = False,
    ) -> None:
        state, deal = table.state, table.deal
        self.table = table
        self.mark = object()
        """Names this scene without keeping it."""
        self.players: tuple[str, ...] = deal.players if deal is not None else ()
        self.hand = state.hand
        self.sheet: Sheet | None = table.extras.sheet(deal.game, deal.state, deal.players) if deal is not None else None
        if before is not None and before.players is not self.players:
            before = None  # another deal
        self._events: dict[int, tuple[Line, bytes]] = {}
        if before is not None and lasting:
            self.lasting: Fields = before.lasting
        else:
            self.lasting = {
                "handNumber": field("handNumber", state.hand),
                "result": field("result", result(table)),
                "fairness": field("fairness", fairness(table)),
                "table": field("table", info(table, watching)),
            }
        is_dealing = table.is_dealing
        deadlines = [asked.deadline for asked in deal.asked.values() if asked.deadline is not None] if deal else []
        if not is_dealing and state.next_deal_at is not None:
            deadlines.append(state.next_deal_at)
        self._deadline = b'"deadline":%d' % min(deadlines) if deadlines else b'"deadline":null'
        sheet = self.sheet
        self._stage = stage_field(sheet.stage if sheet is not None and is_dealing else table.stage)
        self._common: Fields | None = None
        self.since: object = None
        """The mark of the scene that `news` compares with."""
        self.news: News | None = None
        if sheet is None:
            # By identity; values are kept so that an id stays its own, and forgotten after a scene without them.
            self._codes: dict[int, tuple[Any, bytes]] = {}
            self._rows: dict[tuple[int, int], tuple[Any, Any, bytes]] = {}
            self._facts: dict[str, tuple[Any, str, bytes]] = {}
            self._old_codes = before._codes if before is not None else {}
            self._old_rows = before._rows if before is not None else {}
            bases = before._bases if before is not None else {}
            self._bases: dict[int, _Base] = {}
            for seat, sitter in state.sitters.items():
                self._bases[seat] = _base(table, seat, sitter, tiers, bases.get(seat))
            self._common = {"stage": self._stage, "deadline": self._deadline, **self._told(before), **self.lasting}
        else:
            self._plates: dict[int, _Plate] = {}
            self._seated: dict[int, tuple[bytes, bytes]] = {}
            plates = before._plates if before is not None else {}
            for seat, sitter in state.sitters.items():
                plate = self._plates[seat] = _plate(table, seat, sitter, tiers, plates.get(seat), lasting)
                self._seated[seat] = plate.row(sheet, seat, table.asked(seat), is_dealing)
            if before is not None and before.sheet is not None:
                self.since, self.news = before.mark, self._news(before, before.sheet, sheet)

    @property
    def common(self) -> Fields:
        """What everybody is told besides the view."""
        if self._common is None:
            assert self.sheet is not None
            self._common = {"stage": self._stage, "deadline": self._deadline, **self.sheet.state, **self.lasting}
        return self._common

    def _news(self, before: Scene, old: Sheet, new: Sheet) -> News:
        """In the order of `common` and of the view, however it was found: messages tell nothing by their order."""
        changed: list[bytes] = []
        parts: Sequence[bytes] = ()
        if self._stage is not before._stage:
            changed.append(self._stage)
        if self._deadline != before._deadline:
            changed.append(self._deadline)
        if new is not old:
            if new.since is old.mark:
                changed += new.facts
                parts = new.news
            else:
                changed += [part for name, part in new.state.items() if part != old.state.get(name)]
                pairs = enumerate(zip(old.view, new.view, strict=True))
                parts = [part for at, (was, part) in pairs if part != was and at not in new.private]
        if self.lasting is not before.lasting:
            known = before.lasting
            changed += [part for name, part in self.lasting.items() if part != known[name]]
        events = [self.event(line) for line in new.log[len(old.log) :]]
        return News(b",".join(changed), b",".join(parts), b",".join(events))

    def code(self, value: Any) -> bytes:
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
                    b"[%b]" % b",".join([self.code(item) for item in value]) if kind is tuple else _json(plain(value))
                )
                found = (value, made)
            self._codes[key] = found
        return found[1]

    def event(self, line: Line) -> bytes:
        found = self._events.get(id(line))
        if found is None:
            found = self._events[id(line)] = (line, _json(event(line, self.players)))
        return found[1]

    def _told(self, before: Scene | None) -> Fields:
        """What the game adds for everybody: told from the public view, so that it cannot tell more."""
        extras = self.table.extras
        if type(extras).state is Extras.state or (view := self.table.view(None)) is None:
            return {}
        known = before._facts if before is not None else {}
        told: Fields = {}
        for name, value in extras.state(view).items():
            was = known.get(name)
            if was is None or was[0] is not value:
                spelt = camel(name)
                was = (value, spelt, field(spelt, wired(spelt, value, self.players)))
            self._facts[name] = was
            told[was[1]] = was[2]
        return told

    def sitting_by(self, viewer: int | None, own: Own | None) -> bytes:
        """The field `players`, as the game wrote it for everybody and for this viewer."""
        rows = [
            b"{%b,%b}" % (row, own.player if seat == viewer and own is not None else more)
            for seat, (row, more) in self._seated.items()
        ]
        return b'"players":[%b]' % b",".join(rows)

    def sitting(self, view: View | None) -> bytes:
        """The same, with what the game adds to each for this viewer."""
        more = self.table.extras.players(view) if view is not None else ()
        return b'"players":[%b]' % b",".join([self._sitter(seat, row, more) for seat, (_, row) in self._bases.items()])

    def _sitter(self, seat: int, row: dict[str, Any], more: Any) -> bytes:
        facts = more[seat] if seat < len(more) else row
        key = (id(row), id(facts))
        found = self._rows.get(key)
        if found is None:
            found = self._old_rows.get(key)
            if found is None:
                found = (row, facts, _json(row if facts is row else self._joined(row, facts)))
            self._rows[key] = found
        return found[2]

    def _joined(self, row: dict[str, Any], more: Facts) -> dict[str, Any]:
        facts = camels(more)
        if row["status"] != "active" and facts.get("status") == "active":
            del facts["status"]
        if not self.table.is_dealing:
            facts.pop("chips", None)
        return {**row, **facts}


@cache
def stage_field(stage: str) -> bytes:
    return field("stage", stage)


_Base = tuple[tuple[Any, ...], dict[str, Any]]
"""What a player's entry was made from, and the entry."""


def _base(table: Table, seat: int, sitter: Sitter, tiers: dict[str, str], old: _Base | None) -> _Base:
    """What the table knows of a player; the same object as long as that is the same."""
    asked = table.asked(seat)
    deadline = asked.deadline if asked is not None else None
    key = (*_known(table, seat, sitter, tiers), deadline)
    if old is not None and old[0] == key:
        return old
    return key, player(
        sitter, seat, deadline, tiers.get(sitter.player, ""), table.stack(seat) if table.has_chips else None
    )


def _known(table: Table, seat: int, sitter: Sitter, tiers: dict[str, str]) -> tuple[Any, ...]:
    return (
        sitter.player, sitter.name, sitter.avatar, sitter.bot, sitter.leaving, sitter.gone_since, sitter.sitting_out, sitter.auto,
        sitter.ready, sitter.score, sitter.bank, tiers.get(sitter.player, ""), table.stack(seat) if table.has_chips else None,
        table.is_dealing,
    )  # fmt: skip


class _Plate(NamedTuple):
    """The same, where a game writes the rest of the entry: as text, all but the deadline."""

    key: tuple[Any, ...]
    moved: tuple[bool, int]
    """What of it a move may change."""
    text: bytes
    status: str
    chips: int

    def row(self, sheet: Sheet, seat: int, asked: Asked | None, is_dealing: bool) -> tuple[bytes, bytes]:
        """The entry, and apart what a viewer may see otherwise."""
        status, chips, more = sheet.players[seat]
        if status is None or (status == "active" and self.status != "active"):
            status = self.status
        if not is_dealing:
            chips = self.chips
        if asked is None or asked.deadline is None:
            return b'%b,"deadline":null,"status":"%b","chips":%d' % (self.text, status.encode(), chips), more
        return b'%b,"deadline":%d,"status":"%b","chips":%d' % (self.text, asked.deadline, status.encode(), chips), more


def _plate(table: Table, seat: int, sitter: Sitter, tiers: dict[str, str], old: _Plate | None, lasting: bool) -> _Plate:
    if lasting and old is not None and old.moved == (sitter.auto, sitter.bank):
        return old
    key = _known(table, seat, sitter, tiers)
    if old is not None and old.key == key:
        return old
    row = player(sitter, seat, None, tiers.get(sitter.player, ""), None)
    status = row.pop("status")
    del row["deadline"]
    return _Plate(key, (sitter.auto, sitter.bank), _json(row)[1:-1], status, table.stack(seat))
