"""Health and metrics endpoints."""

from __future__ import annotations

import asyncio

from litestar import Response, get

from paiju import __version__, kernel
from paiju.server import wire
from paiju.server.logs import dropped
from paiju.server.metrics import CUT
from paiju.server.rest.asking import (
    Reader,
    context_of,
)


@get("/health", tags=["machine"], sync_to_thread=False)
def health() -> wire.Health:
    """Whether the server answers, which version it is, and whether it has the native kernel."""
    return wire.Health(status="ok", version=__version__, kernel=kernel.HAVE_KERNEL)


@get("/ready", tags=["machine"])
async def ready(request: Reader) -> Response[wire.Readiness]:
    """Whether to send people here: the database answers, and something could be written a moment ago."""
    context = context_of(request)
    database = await context.store.ping()
    bus = context.cluster is None or await context.cluster.ping()
    writing = await context.store.can_write(context.rooms.server, context.rooms.time.now())
    good = database and writing and bus and not context.rooms.draining
    body = wire.Readiness(
        status="draining" if context.rooms.draining else "ready" if good else "failing",
        tables=len(context.rooms.running),
        connections=len(context.sockets),
        database=database,
        writing=writing,
        bus=bus,
    )
    return Response(body, status_code=200 if good else 503)


@get("/metrics", tags=["machine"], include_in_schema=False, sync_to_thread=False)
def metrics(request: Reader) -> Response[bytes]:
    """Numbers for Prometheus."""
    context = context_of(request)
    numbers = context.metrics
    numbers.tables.set(len(context.rooms.running))
    numbers.connections.set(len(context.sockets))
    numbers.batches.set(context.store.writer.batches)
    numbers.writes.set(context.store.writer.written)
    numbers.log_lines.set(dropped())
    for why, count in CUT.items():
        numbers.cut.labels(why).set(count)
    numbers.tasks.set(len(asyncio.all_tasks()))
    return Response(numbers.text(), media_type="text/plain; version=0.0.4")
