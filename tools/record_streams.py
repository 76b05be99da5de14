"""Record what a server sends to a player of each game, for the unit tests of the page's reducer.

    paiju serve --no-rate-limits --port 8000 &
    python tools/record_streams.py http://127.0.0.1:8000 [GAME …]

Each file in web/src/lib/streams/ holds the first messages of a deal against bots and the whole state that the server
sends at that moment: folding the messages must give it.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import httpx
import websockets

TARGET = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "streams"
ENOUGH = 14  # messages, then the next moment at which it is our turn


async def record(url: str, game: dict[str, Any]) -> dict[str, Any]:
    async with httpx.AsyncClient(base_url=url) as http:
        session = (await http.post("/api/session", json={"name": "Ann"})).json()
        headers = {"Authorization": f"Bearer {session['token']}"}
        bots = [{"level": "easy"}] * (game["recommended"] - 1)
        body = {"game": game["id"], "bots": bots, "pace": 0, "pause": 60}
        table = (await http.post("/api/games", json=body, headers=headers)).json()["id"]
        socket_url = url.replace("http", "ws", 1) + "/ws"
        async with websockets.connect(socket_url, additional_headers=headers) as socket:
            await socket.send(json.dumps({"type": "watch", "payload": {"gameId": table}}))
            await socket.send(json.dumps({"type": "start", "payload": {}}))
            heard: list[dict[str, Any]] = []
            answered, seq = -1, 0
            while True:
                message = json.loads(await asyncio.wait_for(socket.recv(), 20))
                if message["type"] not in ("game_state", "player_action", "winner"):
                    continue
                heard.append(message)
                if message["type"] != "game_state":
                    continue
                seq = message["payload"]["seq"]
                decision = message["payload"].get("decision")
                over = message["payload"].get("result") is not None
                if over or (decision and len(heard) >= ENOUGH):
                    whole = (await http.get(f"/api/games/{table}/state", headers=headers)).json()
                    if whole["seq"] == seq:
                        return {"messages": heard, "whole": whole}
                if decision and decision["since"] != answered:
                    answered = decision["since"]
                    text = decision["choices"][-1 if len(decision["choices"]) < 4 else 1]
                    await socket.send(json.dumps({"type": "action", "payload": {"text": text, "seq": seq}}))


async def main(url: str, *only: str) -> None:
    TARGET.mkdir(exist_ok=True)
    async with httpx.AsyncClient(base_url=url) as http:
        games = (await http.get("/api/catalog")).json()["games"]
    for game in games:
        if only and game["id"] not in only:
            continue
        stream = await record(url, game)
        text = json.dumps(stream, ensure_ascii=False, separators=(",", ":"))
        (TARGET / f"{game['id']}.json").write_text(text + "\n", encoding="utf-8")
        print(game["id"], len(stream["messages"]), "messages,", len(text), "characters")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], *sys.argv[2:]))
