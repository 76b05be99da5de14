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
from paiju.table.state import Sitter

_json: Final = msgspec.json.Encoder().encode


class News(NamedTuple):
    """What a scene says to everybody that the one before did not."""

    fields: Sequence[bytes]
    parts: Sequence[bytes]
    """Of the view; those that differ from viewer to viewer are left to their pictures."""
    events: bytes


class Scene:
    """`before`, the scene last shown, spares working out again what is still the same.

    `lasting`: nothing but moves of a deal happened since then.
    """

    __slots__ = (
        "_bases", "_codes", "_events", "_facts", "_old_codes", "_old_rows", "_rows",
        "common", "hand", "lasting", "mark", "news", "players", "sheet", "since", "table",
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
        # By identity; values are kept so that an id stays its own, and forgotten after a scene without them.
        self._codes: dict[int, tuple[Any, bytes]] = {}
        self._rows: dict[tuple[int, int], tuple[Any, Any, bytes]] = {}
        self._events: dict[int, tuple[Line, bytes]] = {}
        self._facts: dict[str, tuple[Any, str, bytes]] = {}
        self._old_codes = before._codes if before is not None else {}
        self._old_rows = before._rows if before is not None else {}
        bases = before._bases if before is not None else {}
        self._bases: dict[int, _Base] = {
            seat: _base(table, seat, sitter, tiers, bases.get(seat)) for seat, sitter in state.sitters.items()
        }
        if before is not None and lasting:
            self.lasting: Fields = before.lasting
        else:
            self.lasting = {
                "handNumber": field("handNumber", state.hand),
                "result": field("result", result(table)),
                "fairness": field("fairness", fairness(table)),
                "table": field("table", info(table, watching)),
            }
        deadlines = [asked.deadline for asked in deal.asked.values() if asked.deadline is not None] if deal else []
        if not table.is_dealing and state.next_deal_at is not None:
            deadlines.append(state.next_deal_at)
        sheet = self.sheet
        stage = sheet.stage if sheet is not None and table.is_dealing else table.stage
        self.common: Fields = {
            "stage": stage_field(stage),
            "deadline": b'"deadline":%d' % min(deadlines) if deadlines else b'"deadline":null',
            **(self._told(before) if sheet is None else sheet.state),
            **self.lasting,
        }
        self.since: object = None
        """The mark of the scene that `news` compares with."""
        self.news: News | None = None
        if before is not None and sheet is not None and before.sheet is not None:
            self.since, self.news = before.mark, self._news(before, before.sheet, sheet)

    def _news(self, before: Scene, old: Sheet, new: Sheet) -> News:
        was = before.common
        # What lasts is the same object; what is written anew is mostly the same text.
        changed = [part for name, part in self.common.items() if part is not (known := was.get(name)) and part != known]
        parts = [
            part
            for place, (known, part) in enumerate(zip(old.view, new.view, strict=True))
            if part is not known and part != known and place not in new.private
        ]
        return News(changed, parts, b",".join([self.event(line) for line in new.log[len(old.log) :]]))

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

    def sitting_by(self, sheet: Sheet, viewer: int | None, own: Own | None) -> bytes:
        """The field `players`, as the game wrote it for everybody and for this viewer."""
        dealing, rows = self.table.is_dealing, []
        for seat, (_, row, rest) in self._bases.items():
            if seat >= len(sheet.players):
                rows.append(_json(row))
                continue
            status, chips, more = sheet.players[seat]
            if status is None or (status == "active" and row["status"] != "active"):
                status = row["status"]
            if own is not None and seat == viewer:
                more = own.player
            values = (rest, status.encode(), chips if dealing else row["chips"], more)
            rows.append(b'{%b,"status":"%b","chips":%d,%b}' % values)
        return b'"players":[%b]' % b",".join(rows)

    def sitting(self, view: View | None) -> bytes:
        """The same, with what the game adds to each for this viewer."""
        more = self.table.extras.players(view) if view is not None else ()
        return b'"players":[%b]' % b",".join(
            [self._sitter(seat, row, more) for seat, (_, row, _) in self._bases.items()]
        )

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


_Base = tuple[tuple[Any, ...], dict[str, Any], bytes]
"""What a player's entry was made from, the entry, and its text without status and chips."""


def _base(table: Table, seat: int, sitter: Sitter, tiers: dict[str, str], old: _Base | None) -> _Base:
    """What the table knows of a player; the same object as long as that is the same."""
    asked = table.asked(seat)
    key = (
        sitter, sitter.leaving, sitter.gone_since, sitter.sitting_out, sitter.auto, sitter.ready, sitter.score, sitter.bank,
        asked.deadline if asked is not None else None, tiers.get(sitter.player, ""),
        table.stack(seat) if table.has_chips else None, table.is_dealing,
    )  # fmt: skip
    if old is not None and old[0][0] is sitter and old[0][1:] == key[1:]:
        return old
    row = player(sitter, seat, *key[8:11])
    return key, row, _json({name: value for name, value in row.items() if name not in ("status", "chips")})[1:-1]
