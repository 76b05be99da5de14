"""A table as its viewers see it, and what changed in it since they last looked.

A scene is one moment of a table. What its viewers have in common is worked out and turned into JSON once per scene; a
picture is what one of them sees, field by field. What a delta holds, and how long it is, depends on nothing but two
pictures of the same viewer.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import islice
from typing import Any, Final

import msgspec

from paiju.games.contract import Decision, Line, View
from paiju.games.extras import Extras, Facts, Own, Sheet
from paiju.games.options import to_data
from paiju.games.plain import plain, shown_fields, values_of
from paiju.table import Table
from paiju.table.state import Sitter
from paiju.table.table import Asked

_json: Final = msgspec.json.Encoder().encode

Fields = dict[str, bytes]
"""Fields of an object by name, each as it stands in JSON: `"name":value`."""


@cache
def camel(name: str) -> str:
    """The wire's spelling of a name."""
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


def camels(facts: Any, players: tuple[str, ...] = ()) -> dict[str, Any]:
    """What a game adds, as the wire spells it: seats become the ids of those who sit there."""
    return {camel(key): _wired(camel(key), value, players) for key, value in facts.items()}


_SCALARS: Final = frozenset((int, str, bool, type(None)))


_PEOPLE: Final = frozenset(("currentPlayer", "playerId", "winners", "eligible"))


def _wired(name: str, value: Any, players: tuple[str, ...]) -> Any:
    """A fact by its wire name; what is a number or a word already stays as it is."""
    return value if type(value) in _SCALARS and name not in _PEOPLE else _named(name, plain(value), players)


def _named(name: str, value: Any, players: tuple[str, ...]) -> Any:
    if type(value) is dict:
        return {camel(key): _named(camel(key), item, players) for key, item in value.items()}
    if type(value) is list:
        return [item if type(item) is str else _named(name, item, players) for item in value]
    if name in _PEOPLE and type(value) is int and value < len(players):
        return players[value]
    return value


# --- the parts everybody sees ------------------------------------------------------------------------------------------


def field(name: str, value: Any) -> bytes:
    return b'"%b":%b' % (name.encode(), _json(value))


class Scene:
    """One moment of a table. `before`, the scene last shown, spares working out again what is still the same.

    `lasting`: nothing but moves of a deal happened since then.
    """

    __slots__ = (
        "_bases", "_codes", "_events", "_facts", "_old_codes", "_old_rows", "_rows", "_told",
        "hand", "lasting", "players", "shared", "sheet", "table",
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
        self.players: tuple[str, ...] = deal.players if deal is not None else ()
        self.hand = state.hand
        self.sheet: Sheet | None = table.extras.sheet(deal.game, deal.state, deal.players) if deal is not None else None
        if before is not None and before.players is not self.players:
            before = None
        # By identity; values are kept so that an id stays its own, and forgotten after a scene without them.
        self._codes: dict[int, tuple[Any, bytes]] = {}
        self._rows: dict[tuple[int, int], tuple[Any, Any, bytes]] = {}
        self._events: dict[int, tuple[Line, bytes]] = {}
        self._told: Fields | None = None
        self._facts: dict[str, tuple[Any, str, bytes]] = before._facts if before is not None else {}
        self._old_codes = before._codes if before is not None else {}
        self._old_rows = before._rows if before is not None else {}
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
        bases = before._bases if before is not None else {}
        self._bases: dict[int, _Base] = {
            seat: _base(table, seat, sitter, tiers, bases.get(seat)) for seat, sitter in state.sitters.items()
        }
        self.shared: Fields = {
            "stage": _stage(table.stage),
            "deadline": b'"deadline":%d' % min(deadlines) if deadlines else b'"deadline":null',
            **self.lasting,
        }

    def code(self, value: Any) -> bytes:
        """A value of a view as JSON; what viewers have in common is worked out for the first of them."""
        kind = type(value)
        if kind is int:
            return b"%d" % value
        if kind in _SCALARS:
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

    def facts(self) -> Fields:
        """What the game adds for everybody: told from the public view, so that it cannot tell more."""
        if self._told is None:
            extras = self.table.extras
            raw: Facts = {}
            if type(extras).state is not Extras.state and (view := self.table.view(None)) is not None:
                raw = extras.state(view)
            known, self._facts, self._told = self._facts, {}, {}
            for name, value in raw.items():
                was = known.get(name)
                if was is None or was[0] is not value:
                    wired = camel(name)
                    was = (value, wired, field(wired, _wired(wired, value, self.players)))
                self._facts[name] = was
                self._told[was[1]] = was[2]
        return self._told

    def sitting_by(self, sheet: Sheet, viewer: int | None, own: Own | None) -> bytes:
        """The same, as the game wrote it for everybody."""
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
        """The field `players`, with what the game adds to each for this viewer."""
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
def _stage(stage: str) -> bytes:
    return field("stage", stage)


_Base = tuple[tuple[Any, ...], dict[str, Any], bytes]
"""What a player's entry was made from, the entry, and its text without status and chips."""


def _base(table: Table, seat: int, sitter: Sitter, tiers: dict[str, str], old: _Base | None) -> _Base:
    """What the table knows of a player, and what it was made from; the same object as long as that is the same."""
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


def player(sitter: Sitter, seat: int, deadline: int | None, tier: str, chips: int | None) -> dict[str, Any]:
    if sitter.leaving:
        status = "left"
    elif sitter.gone_since is not None:
        status = "disconnected"
    elif sitter.sitting_out:
        status = "sitting_out"
    elif sitter.auto:
        status = "away"
    else:
        status = "active"
    row: dict[str, Any] = {
        "id": sitter.player,
        "name": sitter.name,
        "seat": seat,
        "avatar": sitter.avatar,
        "bot": sitter.bot,
        "status": status,
        "connected": sitter.gone_since is None,
        "auto": sitter.auto,
        "ready": sitter.ready,
        "score": sitter.score,
        "deadline": deadline,
        "bank": sitter.bank,
        "tier": tier,
    }
    if chips is not None:
        row["chips"] = chips
    return row


def info(table: Table, watching: list[str]) -> dict[str, Any]:
    settings = table.settings
    low, high = table.buy_in
    options = _chosen(table.options)
    return {
        "name": settings.name,
        "preset": settings.preset,
        "options": options,
        "seats": settings.seats,
        "ownerId": table.state.owner,
        "private": settings.private,
        "locked": settings.password is not None,
        "spectators": settings.spectators,
        "spectatorDelay": settings.spectator_delay,
        "chat": settings.chat,
        "chips": table.has_chips,
        "minBuyIn": low,
        "maxBuyIn": high,
        "turns": _TURNS.get(getattr(table.options, "turn_direction", ""), table.entry.turns),
        "autostart": settings.autostart,
        "timeout": settings.timeout,
        "watching": watching,
    }


_TURNS: Final = {"clockwise": "clockwise", "counterclockwise": "counter_clockwise"}


@lru_cache(maxsize=4096)
def _chosen(options: Any) -> dict[str, Any]:
    """What people chose, and differs from the defaults."""
    return {name: value for name, value in to_data(options).items() if name not in _carried(type(options))}


_CARRIED: dict[type[Any], frozenset[str]] = {}


def _carried(options: type[Any]) -> frozenset[str]:
    if options not in _CARRIED:
        from paiju.games.options import describe

        _CARRIED[options] = frozenset(row.name for row in describe(options) if row.carried)
    return _CARRIED[options]


def fairness(table: Table) -> dict[str, Any]:
    """Of the deal on the table: its commitment, and its seeds once it is over and nothing in it stays secret."""
    deal, state = table.deal, table.state
    if deal is None:
        entropy = [state.entropy.get(seat, "") for seat in range(table.settings.seats)]
        return {
            "commit": table.commit,
            "handNumber": state.hand + 1,
            "entropy": entropy,
            "serverSeed": None,
            "seed": None,
        }
    known = deal.outcome is not None and not table.extras.keeps_secrets
    return {
        "commit": deal.commit,
        "handNumber": deal.number,
        "entropy": [part.hex() for part in deal.entropy],
        "serverSeed": deal.server_seed.hex() if known else None,
        "seed": str(deal.seed) if known else None,
        "next": table.commit if not table.is_dealing else None,
    }


def result(table: Table) -> dict[str, Any] | None:
    deal, last = table.deal, table.state.result
    if deal is None or deal.outcome is None or last is None:
        return None
    extra = table.ended()
    row: dict[str, Any] = {
        "handNumber": last.hand,
        "scores": last.scores,
        "reason": last.reason,
        "winners": winners(table),
        "matchOver": last.match_over,
    }
    if extra:
        row["extra"] = camels(extra, deal.players)
    return row


def winners(table: Table) -> list[str]:
    """Ids of those who won the last deal: as the game names them, else everybody above zero."""
    deal = table.deal
    if deal is None or deal.outcome is None:
        return []
    named = table.ended().get("winners")
    seats = named if named is not None else [s for s, score in enumerate(deal.outcome.scores) if score > 0]
    return [deal.players[seat] for seat in seats if deal.players[seat]]


# --- the parts that differ -----------------------------------------------------------------------------------------------


class Picture:
    """All that one viewer may know. `old` is what he saw before: where nothing changed it is not told again."""

    __slots__ = ("_asked", "_own", "_values", "fields", "hand", "kind", "log", "own_line", "parts", "view")

    def __init__(self, scene: Scene, viewer: int | None, old: Picture | None = None) -> None:
        table = scene.table
        sitter = table.state.sitters.get(viewer) if viewer is not None else None
        seated = viewer is not None and viewer < len(scene.players)
        sheet = scene.sheet if viewer is None or seated else None
        self.hand = scene.hand
        self.view: View | None = None
        self.kind: type[Any] = type(None)
        self.log: tuple[Line, ...] = ()
        self.own_line: tuple[int, Line] | None = None  # its place in the log, where `log` is without it
        self._values: tuple[Any, ...] = ()
        self.parts: list[bytes] = []
        self.fields = dict(scene.shared)
        if sheet is not None:
            cards = self._of_sheet(scene, sheet, viewer)
        else:
            cards = self._of_view(scene, viewer, old)
        fields = self.fields
        player = sitter.player if sitter is not None else None
        self._own = (player, viewer, cards if sitter is not None else None)
        if old is not None and old._own == self._own:
            fields["you"] = old.fields["you"]
        elif sitter is None:
            fields["you"] = b'"you":null'
        else:
            more = b"" if cards is None else b',"holeCards":%b' % cards
            fields["you"] = b'"you":{"id":%b,"seat":%d%b}' % (_json(player), viewer or 0, more)
        asked = table.asked(viewer) if self.kind is not type(None) else None
        self._asked = (asked.since, asked.deadline) if asked is not None else None
        if asked is None:
            fields["decision"] = b'"decision":null'
        elif old is not None and old._asked == self._asked:
            fields["decision"] = old.fields["decision"]
        else:
            fields["decision"] = b'"decision":%b' % decision(table, asked, sheet)

    def _of_sheet(self, scene: Scene, sheet: Sheet, viewer: int | None) -> bytes | None:
        """From the text that the game wrote for all its viewers; the viewer's cards."""
        own = sheet.own(viewer) if viewer is not None else None
        self.kind, self.log, self.parts = sheet.kind, sheet.log, list(sheet.view)
        if viewer is not None and own is None:
            self.parts[0] = b'"viewer":%d' % viewer
        if scene.table.is_dealing:
            self.fields["stage"] = _stage(sheet.stage)
        self.fields.update(sheet.state)
        self.fields["players"] = scene.sitting_by(sheet, viewer, own)
        if own is None:
            return None
        for place, part in own.view.items():
            self.parts[place] = part
        self.own_line = (own.line_at, own.line)
        return own.cards

    def _of_view(self, scene: Scene, viewer: int | None, old: Picture | None) -> bytes | None:
        table = scene.table
        view = self.view = table.view(viewer)
        self.fields["players"] = scene.sitting(view)
        if view is None:
            return None
        self.kind, self.log = type(view), view.log
        if table.is_dealing:
            self.fields["stage"] = _stage(table.extras.stage(view))
        self.fields.update(scene.facts())
        self._values = values_of(self.kind)(view)
        code = scene.code
        if old is not None and old.kind is self.kind and old._values:
            self.parts = [
                part if value is was else key + code(value)
                for key, part, was, value in zip(_keys(self.kind), old.parts, old._values, self._values, strict=True)
            ]
        else:
            self.parts = [key + code(value) for key, value in zip(_keys(self.kind), self._values, strict=True)]
        cards = own_cards(table.extras, view, viewer)
        return None if cards is None else scene.code(cards)

    def whole(self) -> bytes:
        """The view with all its fields."""
        if self.kind is type(None):
            return b'"view":null'
        return b'"view":{%b}' % b",".join([field("type", self.kind.__name__), *self.parts])

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


def _keys(kind: type[Any]) -> tuple[bytes, ...]:
    if kind not in _KEYS:
        _KEYS[kind] = tuple(b'"%b":' % name.encode() for name in shown_fields(kind))
    return _KEYS[kind]


_KEYS: dict[type[Any], tuple[bytes, ...]] = {}


def own_cards(extras: Extras, view: View | None, viewer: int | None) -> Any:
    """The viewer's cards, where the game tells them as part of a player."""
    more = extras.players(view) if view is not None else ()
    return more[viewer].get("hole_cards") if viewer is not None and viewer < len(more) else None


def decision(table: Table, asked: Asked, sheet: Sheet | None) -> bytes:
    most = table.extras.offered
    first = list(islice(asked.decision.choices, most + 1))
    row: dict[str, Any] = {
        "prompt": plain(asked.decision.prompt),
        "choices": [str(one) for one in first[:most]],
        "more": len(first) > most,
        "deadline": asked.deadline,
        "since": asked.since,
    }
    if sheet is not None:
        row["extra"] = msgspec.Raw(sheet.decision)
        return _json(row)
    view = table.view(asked.decision.seat)
    assert view is not None
    extra = table.extras.decision(view, asked.decision)
    if extra:
        row["extra"] = camels(extra)
    return _json(row)


def hints(table: Table, view: View, asked: Decision[Any], limit: int) -> list[dict[str, Any]]:
    rows = []
    for action in islice(asked.choices, limit):
        name = table.extras.name(view, action)
        rows.append({"text": str(action)} if name is None else {"text": str(action), "name": plain(name)})
    return rows


# --- as payloads -----------------------------------------------------------------------------------------------------------


def full(made: Picture, scene: Scene, seq: int, time: int) -> bytes:
    """Everything."""
    table = scene.table
    rest = b",".join([*made.fields.values(), made.whole()])
    events = b",".join([scene.event(line) for line in made.lines(0)])
    return b'{%b,%b,"seq":%d,"full":true,"time":%d,%b,"events":[%b]}' % (
        field("gameId", table.id), field("game", table.entry.id), seq, time, rest, events,
    )  # fmt: skip


def delta(old: Picture, new: Picture, scene: Scene, base: int, seq: int, time: int) -> bytes | None:
    """What changed; None if nothing did. A new deal sends its view whole."""
    before = old.fields
    changed = [part for name, part in new.fields.items() if before.get(name) != part]
    if new.kind is not type(None):
        start = 0
        if old.hand != new.hand or old.kind is not new.kind:
            changed.append(new.whole())
        else:
            different = [
                part for was, part in zip(old.parts, new.parts, strict=True) if was is not part and was != part
            ]
            if different:
                changed.append(b'"view":{%b}' % b",".join(different))
            start = old.told
        if news := new.lines(start):
            changed.append(b'"events":[%b]' % b",".join([scene.event(line) for line in news]))
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


def event(line: Line, players: tuple[str, ...]) -> dict[str, Any]:
    """A line of the log as an event of the wire."""
    args = {name: value if type(value) in _SCALARS else plain(value) for name, value in line.args}
    row: dict[str, Any] = {"type": line.key.rpartition(".")[2], "key": line.key, "args": args}
    seat = args.get("seat")
    if type(seat) is int and 0 <= seat < len(players):
        row["seat"] = seat
        row["playerId"] = players[seat]
    return row
