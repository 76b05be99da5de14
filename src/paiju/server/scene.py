"""One moment of a table, and what is new in it since the moment before.

What viewers have in common is worked out, turned into JSON and compared with the last scene once, however many look on.
What each of them sees besides is his picture (`server/picture.py`).
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from paiju.games.extras import Sheet
from paiju.server.public import fairness, info, player, result
from paiju.server.spelling import Fields, field
from paiju.server.viewsheet import ViewSheet
from paiju.table import Table
from paiju.table.state import Sitter

_json: Final = msgspec.json.Encoder().encode


class Scene:
    """`before`, the scene last shown, spares working out again what is still the same.

    `lasting`: nothing but moves of a deal happened since then.
    """

    __slots__ = (
        "_deadline", "_lasting", "_mark", "_news", "_plates", "_public", "_rows", "_since", "_stage", "hand", "ids", "sheet", "table",
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
        self.table, self.hand = table, state.hand
        self.ids: tuple[str, ...] = deal.players if deal is not None else ()
        self.sheet: Sheet | None = None
        """What the game tells; None before the first deal."""
        if deal is not None:
            told = before.sheet if before is not None else None
            self.sheet = table.extras.sheet(deal.game, deal.state, deal.players, told) or ViewSheet(table, told)
        is_dealing = table.is_dealing
        self._stage = stage_field(self.sheet.stage if self.sheet is not None and is_dealing else table.stage)
        deadlines = [asked.deadline for asked in deal.asked.values() if asked.deadline is not None] if deal else []
        if not is_dealing and state.next_deal_at is not None:
            deadlines.append(state.next_deal_at)
        self._deadline = b'"deadline":%d' % min(deadlines) if deadlines else b'"deadline":null'
        lasting = lasting and before is not None and before.ids is self.ids
        self._lasting: Fields = before._lasting if before is not None and lasting else self._lasting_fields(watching)
        self._plates: dict[int, _Plate] = {}
        self._rows: dict[int, tuple[bytes, bytes]] = {}
        plates = before._plates if before is not None else {}
        for seat, sitter in state.sitters.items():
            plate = self._plates[seat] = _plate(table, seat, sitter, tiers, plates.get(seat), lasting)
            self._rows[seat] = self._row(seat, sitter, plate, is_dealing)
        self._mark = object()  # names this scene without keeping it
        self._since: object = None
        self._news = b""
        self._public: bytes | None = None

    def _lasting_fields(self, watching: list[str]) -> Fields:
        """What moves do not change."""
        table = self.table
        return {
            "handNumber": field("handNumber", table.state.hand),
            "result": field("result", result(table)),
            "fairness": field("fairness", fairness(table)),
            "table": field("table", info(table, watching)),
        }

    def _row(self, seat: int, sitter: Sitter, plate: _Plate, is_dealing: bool) -> tuple[bytes, bytes]:
        """A player's entry, and apart what a viewer may see otherwise. Whoever sits where another played is none of the game's."""
        text, status, chips, more = plate.text, plate.status, plate.chips, b""
        if self.sheet is not None and self.ids[seat] in ("", sitter.player):
            played, stack, more = self.sheet.player(seat, None)
            if played is not None and (status == "active" or played != "active"):
                status = played
            if stack is not None and is_dealing:
                chips = stack
        asked = self.table.asked(seat)
        deadline = asked.deadline if asked is not None else None
        if deadline is None:
            row = b'%b,"deadline":null,"status":"%b"' % (text, status.encode())
        else:
            row = b'%b,"deadline":%d,"status":"%b"' % (text, deadline, status.encode())
        return row if chips is None else b'%b,"chips":%d' % (row, chips), more

    def players(self, viewer: int | None) -> bytes:
        """The field of this name, for who sees the deal as this seat."""
        row = self._rows.get(viewer) if viewer is not None else None
        if row is not None and viewer is not None and self.sheet is not None and viewer < len(self.ids):
            own = self.sheet.player(viewer, viewer)[2]
            if own != row[1]:
                return _players({**self._rows, viewer: (row[0], own)})
        if self._public is None:
            self._public = _players(self._rows)
        return self._public

    @property
    def fields(self) -> list[bytes]:
        """What everybody is told besides players and the view."""
        facts = self.sheet.facts() if self.sheet is not None else ()
        return [self._stage, self._deadline, *facts, *self._lasting.values()]

    def lasts_since(self, before: Scene) -> bool:
        """Whether there was nothing but moves since an earlier scene."""
        return self._lasting is before._lasting

    def since(self, before: Scene) -> bytes:
        """Those of them that read otherwise in an earlier scene, in the same order."""
        if self._since is not before._mark:
            self._since, self._news = before._mark, self._compare(before)
        return self._news

    def _compare(self, before: Scene) -> bytes:
        new: list[bytes] = []
        if self._stage is not before._stage:
            new.append(self._stage)
        if self._deadline != before._deadline:
            new.append(self._deadline)
        sheet, told = self.sheet, before.sheet
        if sheet is not told and sheet is not None:
            facts = sheet.new_facts(told) if told is not None else b",".join(sheet.facts())
            if facts:
                new.append(facts)
        if self._lasting is not before._lasting:
            known = before._lasting
            new += [part for name, part in self._lasting.items() if part != known[name]]
        return b",".join(new)


def _players(rows: dict[int, tuple[bytes, bytes]]) -> bytes:
    return b'"players":[%b]' % b",".join([b"{%b,%b}" % row if row[1] else b"{%b}" % row[0] for row in rows.values()])


@cache
def stage_field(stage: str) -> bytes:
    return field("stage", stage)


class _Plate(NamedTuple):
    """What the table knows of a player, as text, and what a game may know better."""

    key: tuple[Any, ...]
    moved: tuple[bool, int]
    """What of it a move may change."""
    text: bytes
    status: str
    chips: int | None


def _plate(table: Table, seat: int, sitter: Sitter, tiers: dict[str, str], old: _Plate | None, lasting: bool) -> _Plate:
    """The same object as long as that is the same."""
    if lasting and old is not None and old.moved == (sitter.auto, sitter.bank):
        return old
    chips, tier = table.stack(seat) if table.has_chips else None, tiers.get(sitter.player, "")
    key = (
        sitter.player, sitter.name, sitter.avatar, sitter.bot, sitter.leaving, sitter.gone_since, sitter.sitting_out, sitter.auto,
        sitter.ready, sitter.score, sitter.bank, tier, chips,
    )  # fmt: skip
    if old is not None and old.key == key:
        return old
    row = player(sitter, seat, tier)
    status = row.pop("status")
    return _Plate(key, (sitter.auto, sitter.bank), _json(row)[1:-1], status, chips)
