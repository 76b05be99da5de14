"""Health and metrics endpoints."""

from __future__ import annotations

import secrets

from litestar import Response, get

from paiju import __version__, kernel
from paiju.server import wire
from paiju.server.rest.asking import (
    Reader,
    context_of,
)
from paiju.table import Refused


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
    """Numbers for Prometheus; not here if they have a port of their own, and only with their token if they have one."""
    context = context_of(request)
    if context.settings.metrics_port is not None:
        raise Refused("not_found", "error.not_found")
    token = context.settings.metrics_token
    given = request.headers.get("authorization", "").encode()
    if token is not None and not secrets.compare_digest(given, f"Bearer {token}".encode()):
        raise Refused("unauthorized", "error.metrics")
    context.measure()
    return Response(context.metrics.text(), media_type="text/plain; version=0.0.4")
