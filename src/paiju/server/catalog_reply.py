"""Games and their messages as bodies of the wire."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from paiju import bots
from paiju.games.catalog import GameInfo
from paiju.games.messages import COMMON
from paiju.games.options import OptionInfo
from paiju.server import wire
from paiju.server.messages import ASKED, SERVER


def messages_reply(info: GameInfo | None) -> wire.MessageTable:
    """The templates that a page needs for a game; with None those of the server itself."""
    own = {**COMMON, **ASKED, **SERVER, **(info.messages if info is not None else {})}
    messages = {key: asdict(text) for key, text in own.items()}
    return wire.MessageTable(game=info.id if info is not None else "paiju", messages=messages)


def catalog_reply(infos: Iterable[GameInfo]) -> wire.CatalogReply:
    return wire.CatalogReply(games=[_game(info) for info in infos])


def _game(info: GameInfo) -> wire.CatalogGame:
    return wire.CatalogGame(
        id=info.id,
        title=asdict(info.title),
        summary=asdict(info.summary),
        family=info.family,
        aliases=list(info.aliases),
        seats=list(info.seats),
        recommended=info.recommended,
        turns=info.turns,
        chips=info.chips is not None,
        presets={name: dict(values) for name, values in info.presets.items()},
        default_preset=info.default_preset,
        usual_preset=info.usual_preset or info.default_preset,
        options=[_option(option) for option in info.describe() if not option.carried],
        bots=list(bots.levels(info.id)),
        rules_version=info.rules_version,
    )


def _option(info: OptionInfo) -> wire.Option:
    return wire.Option(
        name=info.name,
        type=info.type,
        default=info.default,
        help=asdict(info.help),
        choices=list(info.choices),
        low=info.low,
        high=info.high,
        optional=info.optional,
    )
