"""What one viewer sees of a scene, and what changed in it since he last looked.

What a delta holds, and how long it is, depends on nothing but two pictures of the same viewer.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from paiju.games.contract import Decision, Line, View
from paiju.games.extras import Extras, Sheet
from paiju.games.plain import plain_decision, shown_fields, values_of
from paiju.server.scene import Scene, stage_field
from paiju.server.spelling import camels, field
from paiju.table import Table
from paiju.table.deal import Asked

_json: Final = msgspec.json.Encoder().encode


class Picture:
    """All that one viewer may know. `old` is what he saw before: where nothing changed it is not told again."""

    __slots__ = ("_asked", "_values", "_you", "fields", "kind", "log", "own_line", "parts", "private", "scene", "view")

    def __init__(self, scene: Scene, viewer: int | None, old: Picture | None = None) -> None:
        table = scene.table
        sitter = table.state.sitters.get(viewer) if viewer is not None else None
        self.scene = scene
        self.view: View | None = None
        self.kind: type[Any] = type(None)
        self.log: tuple[Line, ...] = ()
        self.own_line: tuple[int, Line] | None = None  # its place in the log, where `log` is without it
        self.parts: list[bytes] = []
        """Fields of his view, where it was made for him."""
        self.private: tuple[bytes, ...] = ()
        """Fields of the sheet's view that he sees in his own way."""
        self._values: tuple[Any, ...] = ()
        sheet = scene.sheet
        read = self._of_view(viewer, old) if sheet is None else self._of_sheet(sheet, table.seen_as(viewer))
        players, stage, cards = read
        you = (sitter.player, viewer, cards) if sitter is not None else None
        asked = table.asked(viewer) if self.kind is not type(None) else None
        self._you = you
        self._asked = (asked.decision, asked.deadline) if asked is not None else None
        if you is None:
            who = b'"you":null'
        elif old is not None and old._you == you:
            who = old.fields[2]
        else:
            more = b"" if cards is None else b',"holeCards":%b' % cards
            who = b'"you":{"id":%b,"seat":%d%b}' % (_json(you[0]), viewer or 0, more)
        if asked is None:
            what = b'"decision":null'
        elif old is not None and old._asked is not None and _same(old._asked, asked):
            what = old.fields[3]
        else:
            what = b'"decision":%b' % decision(table, asked, sheet)
        self.fields: tuple[bytes, bytes, bytes, bytes] = (players, stage, who, what)
        """What he is told besides what the scene tells everybody; the stage is b"" where it is the scene's."""

    def _of_sheet(self, sheet: Sheet, viewer: int | None) -> tuple[bytes, bytes, bytes | None]:
        """From the text that the game wrote for all its viewers; players, stage and the viewer's cards."""
        own = sheet.own(viewer) if viewer is not None else None
        self.kind, self.log = sheet.kind, sheet.log
        players = self.scene.sitting_by(viewer, own)
        if own is None:
            _, *others = [sheet.view[place] for place in sheet.private]
            self.private = (b'"viewer":null' if viewer is None else b'"viewer":%d' % viewer, *others)
            return players, b"", None
        self.private = own.view
        self.own_line = (own.line_at, own.line)
        return players, b"", own.cards

    def _of_view(self, viewer: int | None, old: Picture | None) -> tuple[bytes, bytes, bytes | None]:
        """The same from his own view."""
        scene = self.scene
        table, code = scene.table, scene.code
        view = self.view = table.view(viewer)
        players, stage = scene.sitting(view), b""
        if view is None:
            return players, stage, None
        self.kind, self.log = type(view), view.log
        if table.is_dealing:
            stage = stage_field(table.extras.stage(view))
        self._values = values_of(self.kind)(view)
        if old is not None and old.kind is self.kind and old._values:
            self.parts = [
                part if value is was else key + code(value)
                for key, part, was, value in zip(_keys(self.kind), old.parts, old._values, self._values, strict=True)
            ]
        else:
            self.parts = [key + code(value) for key, value in zip(_keys(self.kind), self._values, strict=True)]
        cards = own_cards(table.extras, view, viewer)
        return players, stage, None if cards is None else code(cards)

    def all_fields(self) -> list[bytes]:
        players, stage, you, question = self.fields
        common = {**self.scene.common, "stage": stage} if stage else self.scene.common
        return [*common.values(), players, you, question]

    def all_parts(self) -> list[bytes]:
        """His view, field by field."""
        if not self.private:
            return self.parts
        assert self.scene.sheet is not None
        parts = list(self.scene.sheet.view)
        for place, part in zip(self.scene.sheet.private, self.private, strict=True):
            parts[place] = part
        return parts

    def whole(self) -> bytes:
        """The view with all its fields."""
        if self.kind is type(None):
            return b'"view":null'
        return b'"view":{%b}' % b",".join([field("type", self.kind.__name__), *self.all_parts()])

    @property
    def told(self) -> int:
        """Lines of the log."""
        return len(self.log) + (self.own_line is not None)

    def lines(self, start: int) -> tuple[Line, ...]:
        """Lines of the log from one on."""
        if self.own_line is None:
            return self.log[start:]
        at, line = self.own_line
        return self.log[start - 1 :] if start > at else (*self.log[:at], line, *self.log[at:])[start:]

    def events(self, start: int) -> bytes:
        """These lines as events of the wire."""
        return b",".join([self.scene.event(line) for line in self.lines(start)])


def _keys(kind: type[Any]) -> tuple[bytes, ...]:
    if kind not in _KEYS:
        _KEYS[kind] = tuple(b'"%b":' % name.encode() for name in shown_fields(kind))
    return _KEYS[kind]


_KEYS: dict[type[Any], tuple[bytes, ...]] = {}


def own_cards(extras: Extras, view: View | None, viewer: int | None) -> Any:
    """The viewer's cards, where the game tells them as part of a player."""
    more = extras.players(view) if view is not None else ()
    return more[viewer].get("hole_cards") if viewer is not None and viewer < len(more) else None


def _same(told: tuple[Decision[Any], int | None], asked: Asked) -> bool:
    """Whether a question is the one that was told: one that stays open may be another after somebody left out of turn."""
    return told[0] is asked.decision and told[1] == asked.deadline


def decision(table: Table, asked: Asked, sheet: Sheet | None) -> bytes:
    if sheet is not None:
        question, extra = sheet.decision
        deadline = b"null" if asked.deadline is None else b"%d" % asked.deadline
        return b'{%b,"deadline":%b,"since":%d,%b}' % (question, deadline, asked.since, extra)
    row = plain_decision(asked.decision, table.extras.offered)
    row["deadline"], row["since"] = asked.deadline, asked.since
    view = table.view(asked.decision.seat)
    assert view is not None
    extra_facts = table.extras.decision(view, asked.decision)
    if extra_facts:
        row["extra"] = camels(extra_facts)
    return _json(row)


# --- as payloads -----------------------------------------------------------------------------------------------------------


def full(made: Picture, seq: int, time: int) -> bytes:
    """Everything."""
    table = made.scene.table
    rest = b",".join([*made.all_fields(), made.whole()])
    return b'{%b,%b,"seq":%d,"full":true,"time":%d,%b,"events":[%b]}' % (
        field("gameId", table.id), field("game", table.entry.id), seq, time, rest, made.events(0),
    )  # fmt: skip


def delta(old: Picture, new: Picture, base: int, seq: int, time: int) -> bytes | None:
    """What changed; None if nothing did. A new deal sends its view whole."""
    scene, before = new.scene, old.scene
    news = scene.news
    if news is not None and scene.since is before.mark and new.private and old.private:
        changed = [news.fields] if news.fields else []
        parts = [part for was, part in zip(old.private, new.private, strict=True) if part != was]
        if news.parts:
            parts.insert(0, news.parts)
        events = news.events
    else:
        known = before.common
        common = {**scene.common, "stage": known["stage"]} if new.fields[1] else scene.common
        changed = [part for name, part in common.items() if known.get(name) != part]
        parts, events = [], b""
        if new.kind is not type(None):
            start = 0
            if before.hand != scene.hand or old.kind is not new.kind:
                changed.append(new.whole())
            else:
                pairs = zip(old.all_parts(), new.all_parts(), strict=True)
                parts = [part for was, part in pairs if was is not part and was != part]
                start = old.told
            events = new.events(start)
    changed += [part for was, part in zip(old.fields, new.fields, strict=True) if part and part != was]
    if parts:
        changed.append(b'"view":{%b}' % b",".join(parts))
    if events:
        changed.append(b'"events":[%b]' % events)
    if not changed:
        return None
    table = scene.table
    return b'{"gameId":"%b","game":"%b","seq":%d,"full":false,"base":%d,"time":%d,%b}' % (
        table.id.encode(), table.entry.id.encode(), seq, base, time, b",".join(changed),
    )  # fmt: skip


def merge(state: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """A delta applied to a full payload, by the rule of docs/api.md."""
    made = {**state, **change, "full": True}
    made.pop("base", None)
    if isinstance(change.get("view"), dict) and isinstance(state.get("view"), dict) and "handNumber" not in change:
        made["view"] = {**state["view"], **change["view"]}
    kept = [] if "handNumber" in change else state.get("events", [])
    made["events"] = [*kept, *change.get("events", [])]
    return made


_OF_THE_TABLE: Final = ("gameId", "game", "seq", "full", "time", "table", "handNumber", "fairness")
_OF_A_PLAYER: Final = (
    "id", "name", "seat", "avatar", "bot", "status", "connected", "auto", "ready", "score", "bank", "tier",
)  # fmt: skip


def without_deal(state: dict[str, Any]) -> dict[str, Any]:
    """A full payload for who may know the table but not what is played there."""
    players = [{**{name: row[name] for name in _OF_A_PLAYER}, "deadline": None} for row in state["players"]]
    nothing: dict[str, Any] = {
        "deadline": None,
        "result": None,
        "you": None,
        "decision": None,
        "view": None,
        "events": [],
    }
    return {**{name: state[name] for name in _OF_THE_TABLE}, "stage": "waiting", **nothing, "players": players}
