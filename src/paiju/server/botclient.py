"""Play at a table of some server with a program that speaks JSON lines: what `paiju bot run` does.

The program gets one line per question, as in docs/api.md, and answers one line. If it fails or is too slow, the safest
choice is made for it. Lost connections are taken up again.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import websockets

from paiju.server.picture import merge

LINE_LIMIT: Final = 1 << 20
THINK: Final = 20.0
"""Seconds for an answer where the table sets no limit."""


class BotRunError(Exception):
    """The table cannot be played at; the text says why."""


def table_of(url: str) -> tuple[str, str]:
    """The server and the id of the table that a link names.

    >>> table_of("http://127.0.0.1:8000/#/t/k3q9zr7t2mpp")
    ('http://127.0.0.1:8000', 'k3q9zr7t2mpp')
    >>> table_of("https://cards.example/api/games/k3q9zr7t2mpp")
    ('https://cards.example', 'k3q9zr7t2mpp')
    """
    parts = urlsplit(url)
    code = (parts.fragment or parts.path).rstrip("/").rpartition("/")[2]
    if parts.scheme not in ("http", "https") or not parts.netloc or not code:
        raise BotRunError(f"{url} is not the address of a table; it looks like http://host:8000/#/t/abc")
    return f"{parts.scheme}://{parts.netloc}", code


def new_guest(server: str, name: str) -> str:
    """A token for a new guest."""
    request = Request(
        f"{server}/api/session", json.dumps({"name": name}).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urlopen(request, timeout=20) as answer:
            return str(json.load(answer)["token"])
    except (OSError, ValueError, KeyError) as error:
        raise BotRunError(f"{server} does not answer: {error}") from None


class Program:
    """The bot's process."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, message: dict[str, Any], limit: float) -> str | None:
        """Its answer; None if there is none in time."""
        try:
            await self.tell(message)
            assert self._process is not None and self._process.stdout is not None
            line = await asyncio.wait_for(self._process.stdout.readline(), limit)
            text = json.loads(line)["text"] if line else None
        except (TimeoutError, OSError, ValueError, KeyError, TypeError) as error:
            print(f"paiju: the bot gave no answer: {error!r}", file=sys.stderr)
            await self.close()
            return None
        return text if isinstance(text, str) else None

    async def tell(self, message: dict[str, Any]) -> None:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LINE_LIMIT
            )
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")
        await self._process.stdin.drain()

    async def close(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


async def play(
    server: str,
    code: str,
    token: str,
    command: Sequence[str],
    *,
    password: str | None = None,
    buy_in: int | None = None,
    deals: int | None = None,
    report: Callable[[str], None] = lambda line: None,
) -> int:
    """Sit down and play until the table closes or so many deals are over. How many were played."""
    program = Program(command)
    player = _Player(program, code, deals, report)
    address = "ws" + server.removeprefix("http") + "/ws"
    wait = 0.5
    try:
        while not player.done:
            try:
                headers = {"Authorization": f"Bearer {token}"}
                async with websockets.connect(address, additional_headers=headers, max_size=LINE_LIMIT) as wire:
                    wait = 0.5
                    join: dict[str, Any] = {"gameId": code}
                    if password is not None:
                        join["password"] = password
                    if buy_in is not None:
                        join["buyIn"] = buy_in
                    await wire.send(json.dumps({"type": "join", "id": "join", "payload": join}))
                    await wire.send(json.dumps({"type": "ready", "payload": {}}))
                    await player.run(wire)
            except (OSError, websockets.WebSocketException) as error:
                if isinstance(error, websockets.InvalidStatus):
                    raise BotRunError(f"{server} lets nobody in with this token") from None
                report(f"connection lost ({error}); trying again")
                await asyncio.sleep(wait)
                wait = min(wait * 2, 10)
    finally:
        await program.close()
    return player.played


class _Player:
    """One seat: follows the table and passes questions on."""

    def __init__(self, program: Program, code: str, deals: int | None, report: Callable[[str], None]) -> None:
        self.program, self.code, self.deals, self.report = program, code, deals, report
        self.played = 0
        self.done = False
        self._answered = -1
        self._told = 0
        self._ended = 0

    async def run(self, wire: Any) -> None:
        state: dict[str, Any] = {}
        async for text in wire:
            message = json.loads(text)
            kind, body = message["type"], message["payload"]
            if kind == "error" and body["re"] == "join":
                raise BotRunError(body["message"])
            if kind == "error":
                await self._refused(wire, state, body)
            elif kind == "notice" and body["event"] == "closed":
                self.done = True
                return
            elif kind == "game_state":
                state = body if body["full"] else merge(state, body)
                await self._look(wire, state)
                if self.done:
                    await wire.send(json.dumps({"type": "leave", "payload": {}}))
                    return

    async def _look(self, wire: Any, state: dict[str, Any]) -> None:
        result = state.get("result")
        if result is not None and result["handNumber"] != self._ended:
            self._ended = result["handNumber"]
            self.played += 1
            self.report(f"deal {self._ended}: {result['scores']}")
            await self.program.tell({"type": "over", "scores": result["scores"]})
            self.done = self.deals is not None and self.played >= self.deals
            await wire.send(json.dumps({"type": "ready", "payload": {}}))
        decision = state.get("decision")
        if decision is None or decision["since"] == self._answered:
            return
        self._answered = decision["since"]
        events = state.get("events", [])
        if len(events) < self._told:
            self._told = 0
        left = (decision["deadline"] - state["time"]) / 1000 - 1 if decision["deadline"] else THINK
        limit = max(0.5, min(left, THINK))
        question = {
            "type": "ask", "game": state["game"], "view": state["view"], "events": events[self._told :],
            "decision": decision, "limit": limit,
        }  # fmt: skip
        self._told = len(events)
        text = await self.program.ask(question, limit) or decision["choices"][0]
        await self._answer(wire, text, state["seq"])

    async def _answer(self, wire: Any, text: str, seq: int) -> None:
        payload = {"gameId": self.code, "text": text, "seq": seq}
        await wire.send(json.dumps({"type": "action", "id": "move", "payload": payload}))

    async def _refused(self, wire: Any, state: dict[str, Any], body: dict[str, Any]) -> None:
        """A move was refused: take the safest, unless the question is no longer open."""
        decision = state.get("decision")
        if body["re"] != "move" or decision is None:
            return
        if body["code"] == "stale_seq":
            self._answered = -1
            return
        self.report(f"refused: {body['message']}")
        await self._answer(wire, decision["choices"][0], state["seq"])
