"""A table that stands still: the page on a recorded state, with the clock stopped and nothing moving.

The states are those of web/src/lib/streams (`tools/record_streams.py`), so the same cards lie at the same places on every
run. The socket is answered here; the catalog and the words come from the real server.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Page, WebSocketRoute, expect

from tests.browser.person import QUICK

ROOT = Path(__file__).parents[2]
STREAMS = ROOT / "web" / "src" / "lib" / "streams"
REFERENCES = ROOT / "docs" / "screens" / "phone"

PORTRAIT, LANDSCAPE = (390, 844), (844, 390)
SHAPES = {"portrait": PORTRAIT, "landscape": LANDSCAPE}
"""The two sizes of which a picture is kept."""


def recorded(game: str) -> dict[str, Any]:
    """The whole state with which the recorded stream of a game ends."""
    state: dict[str, Any] = json.loads((STREAMS / f"{game}.json").read_text(encoding="utf-8"))["whole"]
    return state


async def still(
    context: BrowserContext,
    url: str,
    game: str,
    change: Callable[[dict[str, Any]], None] | None = None,
    sent: list[dict[str, Any]] | None = None,
    **settings: object,
) -> Page:
    """The page at the recorded table, in a fresh tab; `change` makes of the state what a test needs, `sent` gets what the page says."""
    state = recorded(game)
    if change is not None:
        change(state)
    page = await context.new_page()

    def answer(socket: WebSocketRoute) -> None:
        def heard(text: str | bytes) -> None:
            message = json.loads(text)
            if sent is not None:
                sent.append(message)
            number = message.get("id")
            if message["type"] == "hello":
                welcome = {"protocol": 2, "server": "still", "time": state["time"], "games": [], "heartbeat": 600}
                socket.send(json.dumps({"type": "welcome", "payload": {**welcome, "playerId": "12", "name": "Ann"}}))
            elif message["type"] == "watch":
                socket.send(json.dumps({"type": "game_state", "payload": state}))
            if number is not None:
                ack = {"id": number, "gameId": state["gameId"], "seq": state["seq"]}
                socket.send(json.dumps({"type": "ack", "payload": ack}))

        socket.on_message(heard)

    await page.route_web_socket("**/ws", answer)
    nothing = {"handNumber": state["handNumber"], "steps": []}
    await page.route("**/earlier", lambda route: route.fulfill(json=nothing))
    await page.route("**/chat", lambda route: route.fulfill(json={"lines": []}))
    await page.clock.set_fixed_time(state["time"])
    chosen = json.dumps(QUICK | {"lang": "zh", "theme": "light"} | settings)
    await page.add_init_script(f"localStorage.setItem('paiju.settings', {json.dumps(chosen)})")
    await page.goto(f"{url}/table/{state['gameId']}")
    await expect(
        page.locator("main.room .hand .card, main.room .hole .card, main.room .shand .card").first
    ).to_be_visible()
    return page
