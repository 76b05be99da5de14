"""What a table tells the bus: public facts, as a spectator without delay sees them, once they are durable.

Every game is told by `game_started`, `player_acted` and `deal_ended`, and by the lines of its public log. A game that has
a line of such a name tells it itself: the line's facts are part of that one event.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.games.catalog import GameInfo
from paiju.server import public
from paiju.server.spelling import event
from paiju.table import Table
from paiju.table import happenings as happened

Fact = dict[str, Any]

_OWN: Final[dict[str, frozenset[str]]] = {}
"""Names of the lines each game has, by its id."""


class Herald:
    """Keeps in mind how much of the deal's log was told."""

    __slots__ = ("_told",)

    def __init__(self) -> None:
        self._told = 0

    def skip(self, table: Table) -> None:
        """What the log says by now was told before, by whoever ran the table."""
        view = table.view(None)
        self._told = len(view.log) if view is not None else 0

    def facts(self, table: Table, seen: list[happened.Happening], now: int) -> list[Fact]:
        """Events about what just happened, in order."""
        base = {"gameId": table.id, "game": table.info.id, "seq": table.seq, "time": now}
        own = _own(table.info)
        facts: list[Fact] = []
        ended: Fact | None = None
        for one in seen:
            if isinstance(one, happened.Began):
                self._told = 0
                if "game_started" not in own:
                    facts.append({**base, "type": "game_started", "players": _players(table)})
            elif isinstance(one, happened.Presence):
                word = "player_reconnected" if one.connected else "player_disconnected"
                facts.append({**base, "type": word, "seat": one.seat, "playerId": one.player})
            elif isinstance(one, happened.Announced):
                if "player_acted" not in own:
                    text = one.text if table.info.secrecy.open_moves and not one.secret else None
                    acted = {"seat": one.seat, "playerId": one.player, "action": text, "by": one.by}
                    facts.append({**base, "type": "player_acted", **acted})
            elif isinstance(one, happened.Ended):
                ended = {**base, "type": "deal_ended", **public.told_end(table)}
        view = table.view(None)
        if view is None or table.deal is None:
            return facts
        for line in view.log[self._told :]:
            told = event(line, table.deal.players)
            args = told.pop("args")
            if told["type"] == "deal_ended":
                if ended is not None:
                    ended = {**args, "key": told["key"], **ended}
                continue
            more = {}
            if told["type"] == "game_started":
                more["players"] = _players(table)
            facts.append({**args, **more, **base, **told})
        self._told = len(view.log)
        if ended is not None:
            facts.append(ended)
        return facts


def _own(entry: GameInfo) -> frozenset[str]:
    found = _OWN.get(entry.id)
    if found is None:
        found = _OWN[entry.id] = frozenset(key.rpartition(".")[2] for key in entry.messages)
    return found


def _players(table: Table) -> list[Fact]:
    """Who takes part in the deal."""
    deal = table.deal
    assert deal is not None
    return [
        {"id": player, "name": name, "seat": seat}
        for seat, (player, name) in enumerate(zip(deal.players, deal.names, strict=True))
        if player
    ]
