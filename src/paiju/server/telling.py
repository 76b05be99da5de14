"""A moment of a table in words: what everybody is told, what each viewer is told besides, and what is new since another moment.

`server/scene.py` looks at the table; here that is put together as messages. What a delta holds, and how long it is, depends
on nothing but two pictures of the same viewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final

import msgspec

from paiju.games.contract import Decision
from paiju.table.deal import Asked

_json: Final = msgspec.json.Encoder().encode

Row = tuple[int, bytes, str, int | None, int | None, bool]
"""A player: his seat, what the table knows of him (fields in JSON), status and chips as the table knows them, the deadline of
a question to him, and whether it is he of whom the sheet tells at this seat."""


class Scene:
    """What everybody is told. The scene after it may ask for what it was made of."""

    __slots__ = (
        "_deadline", "_mark", "_news", "_public", "_rows", "_since", "_stage", "head", "ids", "lasting", "plates", "sheet", "table",
    )  # fmt: skip

    def __init__(
        self,
        table: Any,
        sheet: Any | None,
        ids: tuple[str, ...],
        head: bytes,
        stage: str | None,
        deadline: int | None,
        lasting: tuple[bytes, ...],
        plates: Any,
        rows: Sequence[Row],
    ) -> None:
        """`stage`: None for that of a deal in progress, which its sheet knows, as it knows the chips in play.

        `ids` are the players of the deal by seat, the same object as long as it is the same deal; `lasting` the fields that
        moves do not change; `head` the first fields of every message.
        """
        self.table, self.sheet, self.ids, self.lasting, self.plates = table, sheet, ids, lasting, plates
        self.head = head
        said = stage if sheet is None or stage is not None else sheet.stage
        self._stage = b'"stage":"%b"' % (said or "").encode()
        self._deadline = b'"deadline":%b' % _number(deadline)
        self._rows = {row[0]: self._row(row, stage is None) for row in rows}
        self._mark = object()  # names this scene without keeping it
        self._since: object = None
        self._news = b""
        self._public: bytes | None = None

    def _row(self, row: Row, is_dealing: bool) -> tuple[bytes, bytes]:
        """A player's entry, and apart what a viewer may see otherwise."""
        seat, text, status, chips, deadline, plays = row
        more = b""
        if plays and self.sheet is not None:
            played, stack, more = self.sheet.player(seat, None)
            if played is not None and (status == "active" or played != "active"):
                status = played
            if stack is not None and is_dealing:
                chips = stack
        made = b'%b,"deadline":%b,"status":"%b"' % (text, _number(deadline), status.encode())
        return made if chips is None else b'%b,"chips":%d' % (made, chips), more

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
        return [self._stage, self._deadline, *facts, *self.lasting]

    def since(self, before: Scene) -> bytes:
        """Those of them that read otherwise in an earlier scene, in the same order."""
        if self._since is not before._mark:
            self._since, self._news = before._mark, self._compare(before)
        return self._news

    def _compare(self, before: Scene) -> bytes:
        new = [self._stage] if self._stage != before._stage else []
        if self._deadline != before._deadline:
            new.append(self._deadline)
        sheet, told = self.sheet, before.sheet
        if sheet is not told and sheet is not None:
            new += _new(sheet.facts(), told.facts() if told is not None else ())
        if self.lasting is not before.lasting:
            new += _new(self.lasting, before.lasting)
        return b",".join(new)

    def message(self, fields: list[bytes]) -> bytes:
        return b'{"type":"game_state","payload":{%b,%b}}' % (self.head, b",".join(fields))


class Picture:
    """All that one viewer may know. `old` is what he saw before: where nothing changed it is not told again."""

    __slots__ = ("_asked", "_fields", "_told", "_view", "scene", "seat")

    def __init__(
        self,
        scene: Scene,
        seat: int | None,
        viewer: int | None,
        player: str | None,
        asked: Asked | None,
        old: Picture | None = None,
    ) -> None:
        """`seat`: as whom he sees the deal; `player`: who he is, if he has a seat."""
        self.scene, self.seat = scene, seat
        sheet = scene.sheet
        self._told = sheet.told(seat) if sheet is not None else 0  # lines of the log
        self._view = sheet.view(seat) if sheet is not None else ()
        if player is None:
            you = b'"you":null'
        else:
            cards = sheet.cards(seat) if sheet is not None else None
            more = b"" if cards is None else b',"holeCards":%b' % cards
            you = b'"you":{"id":%b,"seat":%d%b}' % (_json(player), viewer or 0, more)
        self._asked: tuple[Decision[Any], int | None] | None = None
        if asked is None or sheet is None:
            question = b'"decision":null'
        else:
            self._asked = (asked.decision, asked.deadline)
            # One that stays open may be another after somebody left out of turn.
            if old is not None and old._asked is not None and _same(old._asked, self._asked):
                question = old._fields[2]
            else:
                question = b'"decision":{%b}' % _question(sheet, asked)
        self._fields: tuple[bytes, bytes, bytes] = (scene.players(seat), you, question)

    @property
    def _whole_view(self) -> bytes:
        return b'"view":null' if self.scene.sheet is None else b'"view":{%b}' % b",".join(self._view)

    def _events(self, start: int) -> bytes:
        """Lines of the log from one on."""
        sheet = self.scene.sheet
        return b"" if sheet is None or start >= self._told else sheet.events(self.seat, start)

    def full(self, seq: int, time: int) -> bytes:
        """Everything, as a message."""
        head = b'"seq":%d,"full":true,"time":%d' % (seq, time)
        events = b'"events":[%b]' % self._events(0)
        return self.scene.message([head, *self.scene.fields, *self._fields, self._whole_view, events])

    def delta(self, old: Picture, base: int, seq: int, time: int) -> bytes | None:
        """What changed, as a message; None if nothing did. A new deal sends its view whole."""
        scene, before = self.scene, old.scene
        sheet, told = scene.sheet, before.sheet
        changed = [b'"seq":%d,"full":false,"base":%d,"time":%d' % (seq, base, time)]
        if common := scene.since(before):
            changed.append(common)
        changed += _new(self._fields, old._fields)
        if sheet is not None and (sheet is not told or self.seat != old.seat):
            same = told if before.ids is scene.ids else None
            if same is None or self.seat != old.seat:
                changed.append(self._whole_view)
            elif view := _new(self._view, old._view):
                changed.append(b'"view":{%b}' % b",".join(view))
            if events := self._events(0 if same is None else old._told):
                changed.append(b'"events":[%b]' % events)
        return scene.message(changed) if len(changed) > 1 else None


def _number(value: int | None) -> bytes:
    return b"null" if value is None else b"%d" % value


def _new(now: Sequence[bytes], before: Sequence[bytes]) -> list[bytes]:
    """What reads otherwise than before, or was not there."""
    return [part for was, part in zip_longest(before, now) if part is not None and part != was]


def _players(rows: dict[int, tuple[bytes, bytes]]) -> bytes:
    return b'"players":[%b]' % b",".join([b"{%b,%b}" % row if row[1] else b"{%b}" % row[0] for row in rows.values()])


def _same(told: tuple[Decision[Any], int | None], asked: tuple[Decision[Any], int | None]) -> bool:
    return told[0] is asked[0] and told[1] == asked[1]


def _question(sheet: Any, asked: Asked) -> bytes:
    question, extra = sheet.question(asked.decision)
    row = b'%b,"deadline":%b,"since":%d' % (question, _number(asked.deadline), asked.since)
    return b"%b,%b" % (row, extra) if extra else row
