"""What one viewer sees of a scene, and what changed in it since he last looked.

What a delta holds, and how long it is, depends on nothing but two pictures of the same viewer.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from paiju.games.contract import Decision
from paiju.games.extras import Sheet
from paiju.server.scene import Scene
from paiju.table.deal import Asked

_json: Final = msgspec.json.Encoder().encode


class Picture:
    """All that one viewer may know. `old` is what he saw before: where nothing changed it is not told again."""

    __slots__ = ("_asked", "_you", "fields", "scene", "seat", "told")

    def __init__(self, scene: Scene, viewer: int | None, old: Picture | None = None) -> None:
        table, sheet = scene.table, scene.sheet
        self.scene = scene
        seat = old.seat if old is not None and scene.lasts_since(old.scene) else table.seen_as(viewer)
        self.seat: int | None = seat
        """As whom he sees the deal."""
        self.told = sheet.told(seat) if sheet is not None else 0
        """Lines of the log."""
        sitter = table.state.sitters.get(viewer) if viewer is not None else None
        asked = table.asked(seat)
        cards = sheet.cards(seat) if sheet is not None and sitter is not None else None
        self._you = (sitter.player, viewer, cards) if sitter is not None else None
        self._asked = (asked.decision, asked.deadline) if asked is not None else None
        if self._you is None:
            you = b'"you":null'
        elif old is not None and old._you == self._you:
            you = old.fields[1]
        else:
            more = b"" if cards is None else b',"holeCards":%b' % cards
            you = b'"you":{"id":%b,"seat":%d%b}' % (_json(self._you[0]), viewer or 0, more)
        if asked is None or sheet is None:
            question = b'"decision":null'
        elif old is not None and old._asked is not None and _same(old._asked, asked):
            question = old.fields[2]
        else:
            question = b'"decision":{%b}' % _question(sheet, asked)
        self.fields: tuple[bytes, bytes, bytes] = (scene.players(seat), you, question)
        """What he is told besides what the scene tells everybody, and his view."""

    def view(self) -> bytes:
        """The view with all its fields."""
        sheet = self.scene.sheet
        return b'"view":null' if sheet is None else b'"view":{%b}' % b",".join(sheet.view(self.seat))

    def events(self, start: int) -> bytes:
        """Lines of the log from one on."""
        sheet = self.scene.sheet
        return b"" if sheet is None or start >= self.told else sheet.events(self.seat, start)


def _same(told: tuple[Decision[Any], int | None], asked: Asked) -> bool:
    """Whether a question is the one that was told: one that stays open may be another after somebody left out of turn."""
    return told[0] is asked.decision and told[1] == asked.deadline


def _question(sheet: Sheet, asked: Asked) -> bytes:
    question, extra = sheet.question(asked.decision)
    deadline = b"null" if asked.deadline is None else b"%d" % asked.deadline
    row = b'%b,"deadline":%b,"since":%d' % (question, deadline, asked.since)
    return b"%b,%b" % (row, extra) if extra else row


# --- as messages -----------------------------------------------------------------------------------------------------------


def full(made: Picture, seq: int, time: int) -> bytes:
    """Everything."""
    head = b'"seq":%d,"full":true,"time":%d' % (seq, time)
    events = b'"events":[%b]' % made.events(0)
    return _message(made.scene, [head, *made.scene.fields, *made.fields, made.view(), events])


def delta(old: Picture, new: Picture, base: int, seq: int, time: int) -> bytes | None:
    """What changed; None if nothing did. A new deal sends its view whole."""
    scene, before = new.scene, old.scene
    sheet, told = scene.sheet, before.sheet
    common = scene.since(before)
    changed = [b'"seq":%d,"full":false,"base":%d,"time":%d' % (seq, base, time)]
    if common:
        changed.append(common)
    changed += [part for was, part in zip(old.fields, new.fields, strict=True) if part != was]
    if sheet is not None and (sheet is not told or new.seat != old.seat):
        same = told if before.hand == scene.hand else None  # of the same deal
        if same is None or new.seat != old.seat:
            changed.append(new.view())
        elif view := sheet.new_view(new.seat, same):
            changed.append(b'"view":{%b}' % view)
        if events := new.events(0 if same is None else old.told):
            changed.append(b'"events":[%b]' % events)
    return _message(scene, changed) if len(changed) > 1 else None


def _message(scene: Scene, fields: list[bytes]) -> bytes:
    table = scene.table
    fields[0] = b'{"type":"game_state","payload":{"gameId":"%b","game":"%b",%b' % (
        table.id.encode(), table.entry.id.encode(), fields[0],
    )  # fmt: skip
    fields[-1] += b"}}"
    return b",".join(fields)


def payload(message: bytes) -> dict[str, Any]:
    """What a message says."""
    return dict(msgspec.json.decode(message)["payload"])


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
