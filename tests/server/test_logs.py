"""What the server logs, in good days and bad ones, holds nobody's secret: no token, password, hash, seed or card."""

from __future__ import annotations

import io
import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import structlog
import websockets

from paiju.games import catalog
from paiju.server.logs import configure_logs
from tests.server.client import Guest, Running, serving, shown_cards

ACCOUNT, TABLE, WRONG = "correct-horse-battery", "open-sesame-77", "guessed-it-4711"


@pytest.fixture
def logs() -> Iterator[io.StringIO]:
    """Everything that would be written: our lines as `paiju serve` writes them, and those of the libraries."""
    file = io.StringIO()
    configure_logs(file)
    handler = logging.StreamHandler(file)
    logging.getLogger().addHandler(handler)
    yield file
    logging.getLogger().removeHandler(handler)
    structlog.reset_defaults()


class Blabber:
    """A bot that fails, or answers with nonsense, and names its cards in doing so."""

    quick = True

    def __init__(self, *, raises: bool) -> None:
        self.raises = raises

    def choose(self, view: Any, decision: Any, *, limit: float) -> Any:
        cards = view.hands[view.viewer].cards
        if self.raises:
            raise RuntimeError("no idea")
        return "show " + "".join(map(str, cards))


def spelled(cards: list[str]) -> set[str]:
    """Two cards in the ways a line could show them."""
    one, two = cards
    pairs = ((one, two), (two, one))
    return {
        a + join + b for a, b in pairs for join in ("", " ", ", ", ",", "', '", '", "', '","', '\\", \\"', '\\",\\"')
    }


async def play_a_hand(server: Running, people: list[Guest], path: str) -> set[str]:
    """Half a hand over REST; the secrets of it."""
    secrets: set[str] = set()
    for _ in range(6):
        for guest in people:
            state = await guest.get(f"{path}/state", headers={"X-Table-Password": TABLE})
            if cards := shown_cards(state["view"])[state["you"]["seat"]]:
                secrets |= spelled(cards)
            if state["decision"]:
                await guest.get(f"{path}/hint")
                await guest.post(f"{path}/action", {"text": "raise_to 1"}, 422)
                await guest.post(f"{path}/action", {"text": "call" if state["view"]["toCall"] else "check"})
    for room in server.context.rooms.running.values():
        deal = room.table.deal
        assert deal is not None
        secrets |= {deal.server_seed.hex(), repr(deal.server_seed)[2:-1], str(deal.seed)}
        for seat in range(len(deal.players)):
            view = room.table.view(seat)
            assert view is not None
            secrets |= spelled([str(card) for card in view.hands[seat].cards])  # type: ignore[union-attr]
    return secrets


async def test_no_secrets_in_logs(
    tmp_path: Path, logs: io.StringIO, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    made = cycle([Blabber(raises=True), Blabber(raises=False)])
    monkeypatch.setattr("paiju.bots.make", lambda *_, **__: next(made))
    async with serving(tmp_path, find=catalog.find) as server:
        ann, bo = await server.guest("Ann"), await server.guest("Bo")
        secrets = {ann.token, bo.token, ACCOUNT, TABLE, WRONG, "$argon2"}
        await ann.post("/api/account", {"login": "ann", "password": ACCOUNT})
        secrets.add((await bo.post("/api/login", {"login": "ann", "password": ACCOUNT}))["token"])
        await bo.post("/api/login", {"login": "ann", "password": WRONG}, 401)
        code = (await ann.table("holdem", seats=4, password=TABLE, timeout=600, pause=60))["id"]
        path = f"/api/games/{code}"
        await bo.post(f"{path}/players", {"password": WRONG}, 403)
        await bo.get(f"{path}/state", 403, headers={"X-Table-Password": WRONG})
        await bo.post(f"{path}/players", {"password": TABLE}, 201)
        for _ in range(2):
            await ann.post(f"{path}/bots", {"level": "normal"}, 201)
        await ann.post(f"{path}/entropy", {"bytes": "c0ffee" * 5})
        secrets.add("c0ffee" * 5)
        with pytest.raises(websockets.InvalidStatus):
            await websockets.connect(server.ws, additional_headers={"Authorization": f"Bearer {ann.token}x"})
        async with ann.socket() as wire:
            await wire.ask("watch", gameId=code)
            await wire.wire.send('{"type": "action", "payload": {"text": ' + json.dumps(ACCOUNT))
            await ann.post(f"{path}/start")
            secrets |= await play_a_hand(server, [ann, bo], path)
        # and now everything goes wrong: the database loses its tables
        with closing(sqlite3.connect(tmp_path / "paiju.db")) as db:
            for lost in ("entries", "accounts"):
                db.execute(f"DROP TABLE {lost}")
        await bo.post("/api/account", {"login": "bobo", "password": ACCOUNT}, 500)
        assert (await ann.http.post(f"{path}/chat", json={"text": "anybody here?"})).status_code >= 500
    written = logs.getvalue() + "".join(capfd.readouterr())
    events = {json.loads(line)["event"] for line in written.splitlines() if line.startswith('{"')}
    assert {"bot_failed", "bot_refused", "write_failed", "request_failed"} <= events
    lines = [line.replace(code, "CODE") for line in written.splitlines()]  # its letters may spell two cards by chance
    assert not [(secret, line) for line in lines for secret in secrets if secret in line]
