"""The AsyncAPI document holds for what is sent: the recorded streams are its conformance vectors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

from paiju.games import catalog
from paiju.server import wire
from paiju.server.asyncapi import asyncapi

STREAMS = Path(__file__).parents[2] / "web" / "src" / "lib" / "streams"
DOCUMENT = asyncapi(catalog.infos())


MESSAGES = DOCUMENT["channels"]["table"]["messages"]


def fits(message: Any, direction: str = "Out") -> bool:
    """Whether a message is what the document says of its type."""
    described = next(
        (one for key, one in MESSAGES.items() if key.endswith(direction) and one["name"] == message["type"]), None
    )
    if described is None:
        return False
    schema = {**described["payload"], "components": DOCUMENT["components"]}
    return bool(jsonschema.Draft202012Validator(schema).is_valid(message))


@pytest.mark.parametrize("path", sorted(STREAMS.glob("*.json")), ids=lambda path: path.stem)
def test_what_a_server_sent_fits(path: Path) -> None:
    stream = json.loads(path.read_text(encoding="utf-8"))
    for message in stream["messages"]:
        assert fits(message), message
    assert fits({"type": "game_state", "payload": stream["whole"]})
    wrong = {**stream["whole"], "seq": "many"}
    assert not fits({"type": "game_state", "payload": wrong})
    wrong = {**stream["whole"], "view": {**stream["whole"]["view"], "type": "NoView"}}
    assert not fits({"type": "game_state", "payload": wrong})


@pytest.mark.parametrize(
    ("text", "is_right"),
    [
        ('{"type": "action", "id": "1", "payload": {"gameId": "x", "text": "pass", "seq": 4}}', True),
        ('{"type": "ping"}', True),
        ('{"type": "hint", "payload": {"limit": 5}}', True),
        ('{"type": "hint", "payload": {"limit": 0}}', False),
        ('{"type": "chat", "payload": {}}', False),
        ('{"type": "action", "payload": {"text": 7}}', False),
    ],
)
def test_what_a_client_may_send(text: str, is_right: bool) -> None:
    """The document and the decoder agree."""
    assert fits(json.loads(text), "In") is is_right
    try:
        msgspec.json.decode(text, type=wire.ClientMessage)
    except msgspec.DecodeError:
        assert not is_right
    else:
        assert is_right


def test_every_reference_leads_somewhere() -> None:
    text = json.dumps(DOCUMENT)
    names = {part.partition('"')[0] for part in text.split('"#/components/schemas/')[1:]}
    assert names <= DOCUMENT["components"]["schemas"].keys()
    named = {part.partition('"')[0] for part in text.split('"#/channels/table/messages/')[1:]}
    assert named == MESSAGES.keys()
