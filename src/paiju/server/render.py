"""A table as one viewer sees it, and what changed in it since he last looked.

A picture holds the fields of `game_state` before they become JSON: the view is still the game's dataclass, so that two
pictures can be compared field by field, and only what changed is turned into text. What a delta holds, and how long it
is, depends on nothing but two pictures of the same viewer.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import islice
from typing import Any, Final

from paiju.games.contract import Decision, Line, View
from paiju.games.options import to_data
from paiju.games.plain import plain, shown_fields, values_of
from paiju.table import Table
from paiju.table.state import Sitter
from paiju.table.table import Asked

Picture = dict[str, Any]

_FIXED: Final = ("gameId", "game")


@cache
def camel(name: str) -> str:
    """The wire's spelling of a name."""
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


def camels(facts: Any, players: tuple[str, ...] = ()) -> dict[str, Any]:
    """What a game adds, as the wire spells it: seats become the ids of those who sit there."""
    made = {}
    for key, value in facts.items():
        name = camel(key)
        is_plain = type(value) in _SCALARS and name not in _PEOPLE
        made[name] = value if is_plain else _named(name, plain(value), players)
    return made


_SCALARS: Final = frozenset((int, str, bool, type(None)))


_PEOPLE: Final = frozenset(("currentPlayer", "playerId", "winners", "eligible"))


def _named(name: str, value: Any, players: tuple[str, ...]) -> Any:
    if type(value) is dict:
        return {camel(key): _named(camel(key), item, players) for key, item in value.items()}
    if type(value) is list:
        return [item if type(item) is str else _named(name, item, players) for item in value]
    if name in _PEOPLE and type(value) is int and value < len(players):
        return players[value]
    return value


# --- the parts everybody sees ------------------------------------------------------------------------------------------


def common(table: Table, tiers: dict[str, str], watching: list[str]) -> Picture:
    """What is the same for all viewers; made once per change."""
    state, deal = table.state, table.deal
    deadlines = [asked.deadline for asked in deal.asked.values() if asked.deadline is not None] if deal else []
    if not table.is_dealing and state.next_deal_at is not None:
        deadlines.append(state.next_deal_at)
    return {
        "gameId": table.id,
        "game": table.entry.id,
        "stage": table.stage,
        "handNumber": state.hand,
        "deadline": min(deadlines, default=None),
        "players": [player(table, seat, sitter, tiers) for seat, sitter in state.sitters.items()],
        "result": result(table),
        "fairness": fairness(table),
        "table": info(table, watching),
    }


def player(table: Table, seat: int, sitter: Sitter, tiers: dict[str, str]) -> dict[str, Any]:
    asked = table.asked(seat)
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
        "deadline": asked.deadline if asked else None,
        "bank": sitter.bank,
        "tier": tiers.get(sitter.player, ""),
    }
    if table.has_chips:
        row["chips"] = table.stack(seat)
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


def picture(table: Table, viewer: int | None, shared: Picture, old: Picture | None = None) -> Picture:
    """All that this viewer may know. `old` saves working out again the choices of a question that is still open."""
    made = dict(shared)
    view = table.view(viewer)
    asked = table.asked(viewer)
    sitter = table.state.sitters.get(viewer) if viewer is not None else None
    made["you"] = {"id": sitter.player, "seat": viewer} if sitter is not None else None
    made["view"] = view
    made["decision"] = None
    if view is None:
        return made
    extras = table.extras
    if asked is not None and viewer is not None:
        before = old.get("decision") if old is not None else None
        if before is not None and before["since"] == asked.since and before["deadline"] == asked.deadline:
            made["decision"] = before
        else:
            made["decision"] = decision(table, view, asked)
    if table.is_dealing:
        made["stage"] = extras.stage(view)
    seated = table.deal.players if table.deal is not None else ()
    made.update(camels(extras.state(view, asked.decision if asked else None), seated))
    more = extras.players(view)
    if more:
        players = []
        for row in made["players"]:
            facts = camels(more[row["seat"]]) if row["seat"] < len(more) else {}
            if row["status"] != "active" and facts.get("status") == "active":
                del facts["status"]
            if not table.is_dealing:
                facts.pop("chips", None)
            players.append({**row, **facts})
        made["players"] = players
        if made["you"] is not None:
            mine = more[viewer].get("hole_cards") if viewer is not None and viewer < len(more) else None
            if mine is not None:
                made["you"]["holeCards"] = plain(mine)
    return made


def decision(table: Table, view: View, asked: Asked) -> dict[str, Any]:
    most = table.extras.offered
    first = list(islice(asked.decision.choices, most + 1))
    row: dict[str, Any] = {
        "prompt": plain(asked.decision.prompt),
        "choices": [str(one) for one in first[:most]],
        "more": len(first) > most,
        "deadline": asked.deadline,
        "since": asked.since,
    }
    extra = table.extras.decision(view, asked.decision)
    if extra:
        row["extra"] = camels(extra)
    return row


def hints(table: Table, view: View, asked: Decision[Any], limit: int) -> list[dict[str, Any]]:
    rows = []
    for action in islice(asked.choices, limit):
        name = table.extras.name(view, action)
        rows.append({"text": str(action)} if name is None else {"text": str(action), "name": plain(name)})
    return rows


# --- as payloads -----------------------------------------------------------------------------------------------------------


def full(made: Picture, seq: int, time: int, players: tuple[str, ...]) -> dict[str, Any]:
    """Everything."""
    view = made["view"]
    return {
        **made,
        "seq": seq,
        "full": True,
        "time": time,
        "view": plain(view),
        "events": [event(line, players) for line in view.log] if view is not None else [],
    }


Told = dict[int, tuple[Any, Any]]
"""Values of views that were made plain already, by identity; the value is kept so that its id stays its own."""


def _tell(value: Any, told: Told) -> Any:
    """`plain`, where what viewers of a state have in common is worked out for the first of them."""
    kind = type(value)
    if kind in _SCALARS:
        return value
    found = told.get(id(value))
    if found is None:
        made = [_tell(item, told) for item in value] if kind is tuple else plain(value)
        found = told[id(value)] = (value, made)
    return found[1]


def delta(
    old: Picture, new: Picture, base: int, seq: int, time: int, players: tuple[str, ...], told: Told | None = None
) -> dict[str, Any] | None:
    """What changed; None if nothing did. A new deal sends its view whole. `told` is shared by the viewers of one change."""
    told = {} if told is None else told
    changed = {name: value for name, value in new.items() if name != "view" and old.get(name) != value}
    fresh = "handNumber" in changed
    before, after = old["view"], new["view"]
    if after is not None:
        if before is None or fresh or type(before) is not type(after):
            changed["view"] = plain(after)
            news = after.log
        else:
            get, kind = values_of(type(after)), type(after)
            different = {
                name: _tell(value, told)
                for name, was, value in zip(shown_fields(kind), get(before), get(after), strict=True)
                if was is not value and was != value
            }
            if different:
                changed["view"] = different
            news = after.log[len(before.log) :]
        if news:
            changed["events"] = [event(line, players) for line in news]
    if not changed:
        return None
    return {
        "gameId": new["gameId"], "game": new["game"], "seq": seq, "full": False, "base": base, "time": time, **changed,
    }  # fmt: skip


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
