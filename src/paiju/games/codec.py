"""Views, lines and whatever else a game shows, as JSON: structs by msgspec, cards and other values by their text."""

from __future__ import annotations

from typing import Any, Final

import msgspec

_ENCODER: Final = msgspec.json.Encoder(enc_hook=str)


def encode(value: Any) -> bytes:
    """A value as JSON text.

    >>> from paiju.games.contract import Line, Pile
    >>> encode(Pile("hand", 3)), encode(Line.of("climb.pass", seat=1))
    (b'{"name":"hand","cards":3}', b'{"key":"climb.pass","args":{"seat":1}}')
    """
    return _ENCODER.encode(value)


def builtins(value: Any) -> Any:
    """A value as dictionaries, lists, texts and numbers: what a reader of its JSON gets."""
    return msgspec.json.decode(_ENCODER.encode(value))
