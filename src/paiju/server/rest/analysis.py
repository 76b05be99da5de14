"""Finished deals analysed: chances after every move and flagged mistakes, worked out in a process of its own.

One deal at a time, within a few seconds of a niced processor, remembered by deal. Only for deals whose secrets may be
known: the numbers are those of open cards.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any, Final

import msgspec
import structlog
from litestar import Controller, MediaType, Response, get

from paiju.games.record import load
from paiju.server import wire
from paiju.server.context import Context
from paiju.server.progress import Progress
from paiju.server.rest.asking import (
    Asker,
    GameCode,
    HandNumber,
    Password,
    Reader,
    address_of,
    context_of,
    throttle,
)
from paiju.server.rest.past import revealed
from paiju.server.rest.replay import deal_of
from paiju.table import Refused

logger = structlog.get_logger("paiju.analysis")

SECONDS: Final = 10.0
PATIENCE: Final = 3 * SECONDS  # after which a process is ended: the machine may be busy
WAITING: Final = 12
KEPT: Final = 500

Key = tuple[int, int]


class Analyst:
    """Runs the worker, one deal at a time; whoever asks for the same deal waits for the same answer."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._turn = asyncio.Semaphore(1)
        self._done: dict[Key, bytes] = {}
        self._running: dict[Key, asyncio.Task[bytes]] = {}

    def known(self, key: Key) -> bytes | None:
        return self._done.get(key)

    async def analyse(self, key: Key, record: str) -> bytes:
        """The analysis of a record as JSON. Refused where too many wait already, or the worker failed."""
        task = self._running.get(key)
        if task is None:
            if len(self._running) >= WAITING:
                raise Refused("unavailable", "error.analysis_busy")
            task = self._running[key] = asyncio.create_task(self._work(key, record), name=f"analyse {key}")
            task.add_done_callback(lambda done: self._running.pop(key, None) and None)
        return await asyncio.shield(task)

    async def _work(self, key: Key, record: str) -> bytes:
        async with self._turn:
            answer = await self._run(record)
        if len(self._done) >= KEPT:
            self._done.pop(next(iter(self._done)))
        self._done[key] = answer
        return answer

    async def _run(self, record: str) -> bytes:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "paiju.analysis.worker", str(self.seconds), stdin=pipe, stdout=pipe, stderr=pipe
        )
        try:
            answer, errors = await asyncio.wait_for(process.communicate(record.encode()), PATIENCE)
        except TimeoutError:
            raise Refused("unavailable", "error.analysis_busy") from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode:
            logger.error("analysis_failed", why=errors.decode(errors="replace")[-400:])
            raise Refused("unavailable", "error.unavailable")
        return answer

    async def close(self) -> None:
        """End whatever runs."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _analyst(context: Context) -> Analyst:
    if context.analyst is None:
        context.analyst = Analyst()
    analyst: Analyst = context.analyst
    return analyst


class Analyses(Controller):
    """Finished deals, analysed."""

    path = "/api"
    tags = ("replays",)

    @get("/games/{game:str}/replay/{hand:int}/analysis")
    async def analysis(
        self, request: Reader, caller: Asker, game: GameCode, hand: HandNumber, table_password: Password
    ) -> Response[wire.Analysis]:
        """Chances after every move of a finished deal, and moves that gave something away. Takes some seconds once."""
        context = context_of(request)
        row, found = await deal_of(context, caller, game, hand, table_password)
        if not revealed(context, row):
            raise Refused("forbidden", "error.secret")
        analyst, key = _analyst(context), (int(row.id), hand)
        answer = analyst.known(key)
        if answer is None:
            throttle(context, "analyse", caller.player or address_of(request))
            answer = await analyst.analyse(key, str(found.record))
            await _keep(context, row, found, answer)
        body: Any = msgspec.Raw(answer)
        return Response(body, media_type=MediaType.JSON)


async def _keep(context: Context, row: Any, deal: Any, answer: bytes) -> None:
    """Keep what stood out, for those who played; whoever asked for the analysis need not wait for a database that is busy."""
    try:
        record = await asyncio.to_thread(load, deal.record)
        known = msgspec.json.decode(answer, type=wire.Analysis)
        movers = [(move.seat, move.text or "") for move in record.moves]
        await Progress(context.store).keep(deal, row.game, known, movers)
    except Exception as error:
        logger.warning("decisions_not_kept", table=row.code, error=type(error).__name__)


def routes() -> list[type[Controller]]:
    return [Analyses]
