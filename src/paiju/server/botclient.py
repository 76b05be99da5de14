"""Play at a table of some server with a program that speaks JSON lines: what `paiju bot run` does.

The program gets one line per question, as in docs/api.md, and answers one line. If it fails or is too slow, the safest
choice is made for it. Lost connections are resumed.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import websockets

from paiju.games.messages import Language, Text
from paiju.games.refusals import Refusal
from paiju.server.delta import merge

LINE_LIMIT: Final = 1 << 20
PASSING: Final = frozenset({429, 500, 502, 503, 504})
"""Refusals that pass: too many at once, a restart, a proxy whose server is away."""
WAITS: Final = (0.5, 1.0, 2.0, 4.0)
THINK: Final = 20.0
"""Seconds for an answer where the table sets no limit."""


class _Later(Exception):
    """The table cannot be played at just now."""


class BotRunError(Refusal):
    """The table cannot be played at; the sentence says why."""


_DEAL: Final = Text("第 {number} 局：{scores}", "deal {number}: {scores}")
_AGAIN: Final = Text("没有连上（{why}），再试", "not connected ({why}); trying again")
_CLOSED: Final = Text("服务器断开了连接", "closed by the server")
_REFUSED: Final = Text("没有接受：{why}", "refused: {why}")
_SILENT: Final = Text("机器人没有回答（{why}），改出最稳妥的", "the bot gave no answer ({why}); the safest is taken")
_LATE: Final = Text("超过 {limit:.1f} 秒", "nothing within {limit:.1f} s")
_SEAT_GONE: Final = Text("座位没有了", "the seat is gone")
_ENDED: Final = Text("程序已经结束", "the program has ended")
_NO_LINE: Final = Text('不是 {{"text": …}} 这样的一行', 'not a line {{"text": …}}')


def table_of(url: str) -> tuple[str, str]:
    """The server and the id of the table that a link names.

    >>> table_of("http://127.0.0.1:8000/table/k3q9zr7t2mpp")
    ('http://127.0.0.1:8000', 'k3q9zr7t2mpp')
    >>> table_of("https://cards.example/api/games/k3q9zr7t2mpp")
    ('https://cards.example', 'k3q9zr7t2mpp')
    """
    parts = urlsplit(url)
    code = (parts.fragment or parts.path).rstrip("/").rpartition("/")[2]
    if parts.scheme not in ("http", "https") or not parts.netloc or not code:
        raise BotRunError("bot.no_link", url=url)
    return f"{parts.scheme}://{parts.netloc}", code


def token_in(file: Path) -> str:
    """The token in a file."""
    token = file.read_text(errors="replace").strip()
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,200}", token):
        raise BotRunError("bot.no_token_file", file=file)
    return token


def new_guest(server: str, name: str, language: Language = "en") -> str:
    """A token for a new guest."""
    headers = {"Content-Type": "application/json", "Accept-Language": language}
    request = Request(f"{server}/api/session", json.dumps({"name": name}).encode(), headers)
    for wait in (*WAITS, None):
        try:
            with urlopen(request, timeout=20) as answer:
                return str(json.load(answer)["token"])
        except HTTPError as error:
            with error:
                reason = _reason(error.code, error.read())
            if error.code not in PASSING or wait is None:
                raise BotRunError("bot.no_token", server=server, why=reason) from None
            time.sleep(_pause(error.headers, wait))
        except (OSError, ValueError, KeyError) as error:
            why = getattr(error, "reason", None) or error
            raise BotRunError("bot.no_server", server=server, why=getattr(why, "strerror", None) or why) from None
    raise AssertionError


def _reason(status: int, body: bytes | bytearray) -> str:
    """What a refusal says: the sentence of our own server, or the bare status of whatever stands before it."""
    try:
        return str(json.loads(body)["message"])
    except (ValueError, KeyError, TypeError):
        return f"HTTP status {status}"


def _pause(headers: Any, wait: float) -> float:
    """Seconds until the next attempt: as the refusal says, else as we think."""
    said = headers.get("Retry-After") or ""
    return min(float(said), 60.0) if said.isdigit() else wait


class Program:
    """The bot's process. One that ends is started again for the next question."""

    def __init__(self, command: Sequence[str], language: Language = "en") -> None:
        self._command, self._language = command, language
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Refused if there is no such program."""
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LINE_LIMIT
            )
        except OSError as error:
            raise BotRunError("bot.no_program", program=self._command[0], why=error.strerror or error) from None

    async def ask(self, message: dict[str, Any], limit: float) -> str | None:
        """Its answer; None if there is none in time."""
        try:
            await self._write(message)
            assert self._process is not None and self._process.stdout is not None
            line = await asyncio.wait_for(self._process.stdout.readline(), limit)
            text = json.loads(line)["text"] if line else None
            if isinstance(text, str):
                return text
            why = _NO_LINE if line else _ENDED
        except TimeoutError:
            why = _LATE
        except OSError:
            why = _ENDED
        except (ValueError, KeyError, TypeError):
            why = _NO_LINE
        reason = why[self._language].format(limit=limit)
        print("paiju: " + _SILENT[self._language].format(why=reason), file=sys.stderr)
        await self.close()
        return None

    async def tell(self, message: dict[str, Any]) -> None:
        """Something that needs no answer: who does not hear it misses nothing."""
        try:
            await self._write(message)
        except OSError:
            await self.close()

    async def _write(self, message: dict[str, Any]) -> None:
        if self._process is None or self._process.returncode is not None:
            await self.start()
        assert self._process is not None and self._process.stdin is not None
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
    language: Language = "en",
    report: Callable[[str], None] = lambda line: None,
) -> int:
    """Sit down and play until the table closes or so many deals are over. How many were played."""
    program = Program(command, language)
    await program.start()
    player = _Player(program, code, deals, language, report)
    address = "ws" + server.removeprefix("http") + "/ws"
    headers = {"Authorization": f"Bearer {token}", "Accept-Language": language}
    join: dict[str, Any] = {"gameId": code}
    if password is not None:
        join["password"] = password
    if buy_in is not None:
        join["buyIn"] = buy_in
    wait = 0.5
    try:
        while not player.gone:
            player.is_seated = False
            pause = wait
            try:
                async with websockets.connect(address, additional_headers=headers, max_size=LINE_LIMIT) as wire:
                    await player.run(wire, join)
                    why = _CLOSED[language]
            except websockets.InvalidStatus as error:
                answer = error.response
                why = _reason(answer.status_code, answer.body or b"")
                if answer.status_code not in PASSING:
                    raise BotRunError("bot.not_let_in", server=server, why=why) from None
                pause = _pause(answer.headers, wait)
            except (OSError, websockets.WebSocketException, _Later) as error:
                why = str(getattr(error, "strerror", None) or error)
            if not player.gone:
                report(_AGAIN[language].format(why=why))
                await asyncio.sleep(pause)
                wait = 0.5 if player.is_seated else min(wait * 2, 10)
    finally:
        await program.close()
    return player.played


class _Player:
    """One seat: follows the table and passes questions on."""

    def __init__(
        self, program: Program, code: str, deals: int | None, language: Language, report: Callable[[str], None]
    ) -> None:
        self.program, self.code, self.deals, self.language, self.report = program, code, deals, language, report
        self.played = 0
        self.is_seated = False  # the table has answered on this connection
        self.done = False  # enough deals were played
        self.gone = False  # the seat is given up, or the table is closed
        self._answered = -1  # the seq of the last question that was answered
        self._sent = 0  # events of the deal that the program has got
        self._ended = 0
        self._ahead = 0.0  # milliseconds by which the server's clock is ahead of ours

    async def run(self, wire: Any, join: dict[str, Any]) -> None:
        """One connection, until it ends, or the seat is given up and the table has said so."""
        if self.done:
            await self._leave(wire)
        else:
            await wire.send(json.dumps({"type": "join", "id": "join", "payload": join}))
            await wire.send(json.dumps({"type": "ready", "payload": {}}))
        state: dict[str, Any] = {}
        async for text in wire:
            message = json.loads(text)
            kind, body = message["type"], message["payload"]
            if kind == "error" and body["code"] in ("rate_limited", "unavailable") and body["re"] in ("join", "leave"):
                raise _Later(body["message"])
            if kind == "error" and body["re"] == "join":
                raise BotRunError("bot.refused", why=body["message"])
            if (kind == "notice" and body["event"] in ("closed", "left")) or "leave" in (
                body.get("id"),
                body.get("re"),
            ):
                self.gone = True
                return
            if kind == "error":
                await self._refused(wire, state, body)
            elif kind == "game_state" and not self.done:
                self.is_seated = True
                if "full" in body:
                    self._ahead = body["time"] - 1000 * time.time()
                    state = body
                else:
                    state = merge(state, body)
                if state["you"] is None:
                    self.report(_SEAT_GONE[self.language])
                    self.gone = True
                    return
                await self._look(wire, state)

    async def _leave(self, wire: Any) -> None:
        await wire.send(json.dumps({"type": "leave", "id": "leave", "payload": {"gameId": self.code}}))

    async def _look(self, wire: Any, state: dict[str, Any]) -> None:
        result = state.get("result")
        if result is not None and result["handNumber"] != self._ended:
            self._ended = result["handNumber"]
            self.played += 1
            self.report(_DEAL[self.language].format(number=self._ended, scores=result["scores"]))
            await self.program.tell({"type": "over", "scores": result["scores"]})
            self.done = self.deals is not None and self.played >= self.deals
            if self.done:
                await self._leave(wire)
                return
            await wire.send(json.dumps({"type": "ready", "payload": {}}))
        decision = state.get("decision")
        if decision is None or decision["since"] == self._answered:
            return
        self._answered = decision["since"]
        events = state["events"]
        if len(events) < self._sent:
            self._sent = 0
        limit = self._seconds_left(state)
        question = {
            "type": "ask", "game": state["game"], "stage": state["stage"], "view": state["view"],
            "events": events[self._sent :], "decision": decision, "limit": limit,
        }  # fmt: skip
        self._sent = len(events)
        text = await self.program.ask(question, limit) or decision["choices"][0]
        await self._answer(wire, text, state["seq"])

    def _seconds_left(self, state: dict[str, Any]) -> float:
        """How long the program may think: a second less than the clock of its seat allows."""
        deadline = state["deadlines"].get(str(state["you"]["seat"]), state["deadline"])
        left = (deadline - self._ahead) / 1000 - time.time() - 1 if deadline is not None else THINK
        return max(0.5, min(left, THINK))

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
        self.report(_REFUSED[self.language].format(why=body["message"]))
        await self._answer(wire, decision["choices"][0], state["seq"])
