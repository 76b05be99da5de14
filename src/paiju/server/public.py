"""What everybody may know of a table: who sits there, how it is set up, how fair its deal is, how the last one ended."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from paiju.games.options import describe, to_data
from paiju.table import Table
from paiju.table.happenings import Announced
from paiju.table.state import Sitter

_json: Final = msgspec.json.Encoder().encode


def player(sitter: Sitter, seat: int, tier: str) -> dict[str, Any]:
    """What a table knows of who sits at a seat."""
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
    return {
        "id": sitter.player,
        "name": sitter.name,
        "seat": seat,
        "avatar": sitter.avatar,
        "bot": sitter.bot,
        "status": status,
        "connected": sitter.gone_since is None,
        "auto": sitter.auto,
        "sittingOut": sitter.sitting_out,
        "ready": sitter.ready,
        "score": sitter.score,
        "bank": sitter.bank,
        "tier": tier,
    }


def info(table: Table, watching: list[str]) -> dict[str, Any]:
    settings = table.settings
    low, high, _ = table.chips.buy_in(table.options) if table.chips is not None else (0, 0, 0)
    carried = _carried(table.info.options)
    return {
        "name": settings.name,
        "preset": settings.preset,
        "options": {name: value for name, value in to_data(table.options).items() if name not in carried},
        "seats": settings.seats,
        "ownerId": table.state.owner,
        "private": settings.private,
        "locked": settings.password is not None,
        "spectators": settings.spectators,
        "spectatorDelay": settings.spectator_delay,
        "chat": settings.chat,
        "chips": table.chips is not None,
        "minBuyIn": low,
        "maxBuyIn": high,
        "turns": table.info.direction(table.options),
        "autostart": settings.autostart,
        "timeout": settings.timeout,
        "watching": watching,
    }


_TURNS: Final = {"clockwise": "clockwise", "counterclockwise": "counter_clockwise"}


def _carried(options: type[Any]) -> frozenset[str]:
    """Options that are not for people to choose."""
    if options not in _CARRIED:
        _CARRIED[options] = frozenset(row.name for row in describe(options) if row.carried)
    return _CARRIED[options]


_CARRIED: dict[type[Any], frozenset[str]] = {}


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
    known = deal.outcome is not None and not table.info.secrecy.keeps_secrets
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
    extra = ended(table)
    row: dict[str, Any] = {
        "handNumber": last.hand,
        "scores": last.scores,
        "reason": last.reason,
        "winners": winners(table),
        "matchOver": last.match_over,
    }
    if extra:
        row["extra"] = extra
    return row


def told_end(table: Table) -> dict[str, Any]:
    """A finished deal as `winner` tells it, to those at the table and on the bus."""
    row = result(table)
    assert row is not None
    extra = row.pop("extra", {})
    return row | {name: extra[name] for name in ("pots", "shown") if name in extra}


def ended(table: Table) -> dict[str, Any]:
    """What the game says of the end of the deal, as the wire spells it; worked out once."""
    deal = table.deal
    if deal is None or deal.outcome is None:
        return {}
    summary = table.summary()
    if summary is None:
        return {}
    shown = [
        {"playerId": deal.players[seat], "seat": seat, "cards": list(map(str, cards)), "hand": summary.ranks.get(seat)}
        for seat, cards in summary.shown.items()
    ]
    found = {"shown": shown, "pot": summary.pot, "communityCards": list(map(str, summary.board))}
    return found | ({"secondBoard": list(map(str, summary.second_board))} if summary.second_board else {})


def winners(table: Table) -> list[str]:
    """Ids of those who won the last deal."""
    deal = table.deal
    if deal is None or deal.outcome is None:
        return []
    return [deal.players[seat] for seat in deal.outcome.winners if deal.players[seat]]


def moved(table: Table, one: Announced, sheet: Any | None, viewer: int | None, knows: bool) -> bytes:
    """The `player_action` a viewer hears: without the move's text where that is still, or always, a secret to him."""
    if not knows:
        action = b'"action":null'
    elif sheet is None:
        action = b'"action":%b' % _json(one.text)
    else:
        action = sheet.moved(viewer, one.seat, one.text)
    return b'{"type":"player_action","payload":{"gameId":"%b","seq":%d,"playerId":%b,"seat":%d,"by":"%b",%b}}' % (
        table.id.encode(), table.seq, _json(one.player), one.seat, one.by.encode(), action,
    )  # fmt: skip
