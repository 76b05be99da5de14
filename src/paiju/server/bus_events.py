"""What a table publishes on the bus: public events, as a spectator without delay sees them, once they are durable.

Every game publishes `game_started`, `player_acted` and `deal_ended`, and the lines of its public log. A game that has a line
of one of these names publishes it itself: the arguments of the line are part of that one event.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from paiju.games.codec import builtins
from paiju.games.contract import Line
from paiju.server.game_state import winners
from paiju.table import Table
from paiju.table import happenings as happened
from paiju.table.deal import Deal

BusEvent = dict[str, Any]


class BusEvents:
    """Remembers how much of the deal's log was published."""

    __slots__ = ("_published",)

    def __init__(self) -> None:
        self._published = 0

    def skip(self, table: Table) -> None:
        """What the log says by now was published before, by whoever ran the table."""
        view = table.view(None)
        self._published = len(view.log) if view is not None else 0

    def about(self, table: Table, seen: list[happened.Happening], now: int) -> list[BusEvent]:
        """Events about what just happened, in order."""
        base = {"gameId": table.id, "game": table.info.id, "seq": table.seq, "time": now}
        own = table.info.line_names
        found: list[BusEvent] = []
        ended: BusEvent | None = None
        for one in seen:
            if isinstance(one, happened.Began):
                self._published = 0
                if "game_started" not in own:
                    found.append({**base, "type": "game_started", "players": _players(table)})
            elif isinstance(one, happened.Presence):
                word = "player_reconnected" if one.connected else "player_disconnected"
                found.append({**base, "type": word, "seat": one.seat, "playerId": one.player})
            elif isinstance(one, happened.Announced):
                if "player_acted" not in own:
                    text = one.text if table.info.secrecy.open_moves and not one.secret else None
                    acted = {"seat": one.seat, "playerId": one.player, "action": text, "by": one.by}
                    found.append({**base, "type": "player_acted", **acted})
            elif isinstance(one, happened.Ended):
                result, deal = one.result, table.deal
                ended = {
                    **base, "type": "deal_ended", "handNumber": result.hand, "scores": result.scores, "reason": result.reason,
                    "winners": winners(deal) if deal is not None else (), "matchOver": result.match_over,
                }  # fmt: skip
        view, deal = table.view(None), table.deal
        if view is None or deal is None:
            return found
        for line in view.log[self._published :]:
            event = _of_line(line, deal)
            if event["type"] == "deal_ended":
                ended = {**event, **ended} if ended is not None else None
            elif event["type"] == "game_started":
                found.append({**event, **base, "players": _players(table)})
            else:
                found.append({**event, **base})
        self._published = len(view.log)
        return found if ended is None else [*found, ended]


def _of_line(line: Line, deal: Deal) -> BusEvent:
    """A line of the log: its arguments under the wire's names, and the player whose seat it names."""
    args: dict[str, Any] = {_camel(name): builtins(value) for name, value in line.args.items()}
    event: BusEvent = {**args, "type": line.key.rpartition(".")[2], "key": line.key}
    seat = args.get("seat")
    if type(seat) is int and 0 <= seat < len(deal.players):
        event["playerId"] = deal.players[seat]
    return event


@cache
def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


def _players(table: Table) -> list[BusEvent]:
    """Who takes part in the deal."""
    deal = table.deal
    assert deal is not None
    return [
        {"id": player, "name": name, "seat": seat}
        for seat, (player, name) in enumerate(zip(deal.players, deal.names, strict=True))
        if player
    ]
