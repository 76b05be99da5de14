"""The AsyncAPI document of the WebSocket, made from the types of its messages and the views of all games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, get_args, get_type_hints

import msgspec

from paiju import __version__
from paiju.games.catalog import GameInfo
from paiju.games.contract import View
from paiju.server import wire
from paiju.server.delta import BESIDE

TEMPLATE: Final = "#/components/schemas/{name}"


def views_of(infos: Iterable[GameInfo]) -> list[type[View]]:
    """The type of view of every game, in their order."""
    found: dict[type[Any], None] = {}
    for info in infos:
        game = info.game()
        found[get_type_hints(type(game).view)["return"]] = None
        found[type(game.view(game.deal(info.recommended, 1), None))] = None
    return [kind for kind in found if kind is not View and issubclass(kind, View)]


def asyncapi(infos: Iterable[GameInfo]) -> dict[str, Any]:
    """AsyncAPI 3.0. A client sends `ClientMessage` and receives `ServerMessage`."""
    views = views_of(infos)
    types = [wire.ClientMessage, wire.ServerMessage, wire.GameState, wire.GameChange, *views]
    (_, _, state, change, *shown), schemas = msgspec.json.schema_components(
        types, schema_hook=lambda _: {"type": "string"}, ref_template=TEMPLATE
    )
    for kind in views:  # what the state says beside the view is not sent with it
        schema = schemas[kind.__name__]
        schema["properties"] = {name: one for name, one in schema["properties"].items() if name not in BESIDE}
        schema["required"] = [name for name in schema.get("required", ()) if name not in BESIDE]
    schemas["GameState"]["properties"]["view"] = {"anyOf": [*shown, {"type": "null"}]}
    schemas["GameStateOut"]["properties"]["payload"] = {"anyOf": [state, change]}
    sent, received = _messages(wire.ClientMessage), _messages(wire.ServerMessage)
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Paiju",
            "version": __version__,
            "description": f"Tables of card games over a WebSocket, protocol {wire.PROTOCOL}. docs/api.md is the reference.",
        },
        "channels": {"table": {"address": "/ws", "messages": {**sent, **received}}},
        "operations": {
            "receive": _operation("receive", sent, "What a client sends."),
            "send": _operation("send", received, "What the server sends."),
        },
        "components": {"schemas": schemas},
    }


def _messages(union: Any) -> dict[str, Any]:
    return {
        kind.__name__: {"name": kind.__struct_config__.tag, "payload": {"$ref": TEMPLATE.format(name=kind.__name__)}}
        | ({"summary": kind.__doc__} if kind.__doc__ else {})
        for kind in get_args(union)
    }


def _operation(action: str, messages: Iterable[str], summary: str) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/table"},
        "summary": summary,
        "messages": [{"$ref": f"#/channels/table/messages/{name}"} for name in messages],
    }
