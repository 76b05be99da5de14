"""A connection to a table without a socket."""

from __future__ import annotations

from typing import Any

import msgspec

from tests.server.client import applied


class Sink:
    """Keeps what it was sent, and the state it adds up to by the documented rule."""

    def __init__(self, player: str | None, name: str = "") -> None:
        self.player, self.name = player, name
        self.muted: set[str] = set()
        self.state: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self.is_sent_away = False
        """They gave up their seat at a table without spectators."""

    def send(self, *messages: bytes) -> None:
        for data in messages:
            message: dict[str, Any] = msgspec.json.decode(data)
            self.heard.append(message)
            if message["type"] == "game_state":
                self.state = applied(self.state, message["payload"])
            elif message["type"] == "notice" and message["payload"]["event"] == "left":
                self.is_sent_away = True

    def drop(self, code: int, why: str) -> None:
        raise AssertionError(f"dropped: {code} {why}")
