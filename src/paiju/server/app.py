"""The ASGI application: REST and page by Litestar, the WebSocket beside it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cached_property
from typing import Any, Final

import structlog
from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from paiju import __version__
from paiju.games.codec import encode
from paiju.games.contract import Line
from paiju.server import rest, socket
from paiju.server.context import CONTEXT_KEY, Context, Settings, StartError, running
from paiju.server.docs import docs, document, messages_document
from paiju.server.ending import Deadline, ask_to_stop
from paiju.server.environment import from_environment
from paiju.server.logs import configure_logs
from paiju.server.page import SECURITY_HEADERS, page_routes
from paiju.server.unreadable import choices_of, unreadable
from paiju.server.writer import is_unavailable
from paiju.table import Refused

__all__ = ["App", "Settings", "app", "create_app"]

logger = structlog.get_logger("paiju.app")

BODY_LIMIT: Final = 64 << 10

SHUTDOWN: Final = 60.0
"""Seconds for the server's insides to stop, under any ASGI server; `paiju serve` has less patience."""


_HAS_LEFT: Final = "paiju.has_left"
"""In a scope: whether the client has gone, and nobody hears the answer."""


class App:
    """A plain ASGI application: sockets go straight to their handler, everything else to Litestar."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings
        """None: those of the environment, read at the start."""
        self.context: Context | None = None
        self.failed: StartError | None = None
        """Why it could not start."""
        self.stop: Callable[[], None] = ask_to_stop
        """Called if nothing more can be made durable."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """A server that stops and has waited long enough cancels this; to raise it then would be called a failure of ours."""
        if scope["type"] == "websocket":
            assert self.context is not None
            try:
                await socket.serve(self.context, scope, receive, send)
            except asyncio.CancelledError:
                if not self.context.rooms.draining:
                    raise
        elif scope["type"] == "lifespan":
            await self.litestar(scope, receive, self._with_reason(send))
        else:
            scope[CONTEXT_KEY] = self.context
            answer = _Answer(send)

            async def heard() -> Any:
                message = await receive()
                scope[_HAS_LEFT] = message["type"] == "http.disconnect"
                return message

            try:
                await self.litestar(scope, heard, answer)
            except asyncio.CancelledError:
                if answer.has_begun or self.context is None or not self.context.rooms.draining:
                    raise
                await answer.refuse(Request(scope))

    @cached_property
    def litestar(self) -> Litestar:
        """Made at its first use, so that importing `app` costs little."""
        return _litestar(self)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """The server's insides, for as long as the process serves."""
        async with AsyncExitStack() as stack:
            deadline = Deadline(SHUTDOWN)
            stack.callback(deadline.cancel)  # what was entered first is left last
            try:
                if self.settings is None:
                    configure_logs()
                settings = self.settings or from_environment(os.environ)
                self.context = await stack.enter_async_context(running(settings, lambda: self.stop()))
            except StartError as error:
                self.failed = error
                raise
            yield
            deadline.start()

    def _with_reason(self, send: Any) -> Any:
        """Litestar reports a failed start as a traceback; where a sentence explains it, that sentence is sent."""

        async def reported(message: Any) -> None:
            if message["type"] == "lifespan.startup.failed" and self.failed is not None:
                message = {**message, "message": str(self.failed)}
            await send(message)

        return reported


app: Final = App()
"""For `uvicorn paiju.server.app:app` and other ASGI servers; its settings come from the environment."""


def create_app(settings: Settings) -> App:
    return App(settings)


_HEADERS: Final = [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]


class _Answer:
    """Sends an answer, with the security headers on every one, errors included."""

    def __init__(self, send: Any) -> None:
        self.has_begun = False
        self._send = send

    async def __call__(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            message["headers"] = [*message["headers"], *_HEADERS]
        await self._send(message)

    async def refuse(self, request: Request[Any, Any, Any]) -> None:
        """Ask the client to come again when the server has restarted."""
        refused = _answer(request, Refused("unavailable", "error.draining"), 503)
        headers = [(name.lower().encode(), value.encode()) for name, value in refused.headers.items()]
        headers.append((b"content-type", b"application/problem+json"))
        await self({"type": "http.response.start", "status": 503, "headers": headers})
        await self({"type": "http.response.body", "body": refused.content})


def _litestar(app: App) -> Litestar:
    return Litestar(
        route_handlers=[
            *rest.routes(),
            docs,
            document,
            messages_document,
            *page_routes(),
        ],
        dependencies=rest.dependencies,
        lifespan=[lambda _: app.running()],
        before_request=rest.admit,
        logging_config=None,
        request_max_body_size=BODY_LIMIT,
        exception_handlers={Refused: _refused, HTTPException: _http_error, Exception: _broken},
        openapi_config=OpenAPIConfig(
            title="Paiju",
            version=__version__,
            description="Tables of card games. docs/api.md is the reference, also for the WebSocket.",
            # The document is served by docs.py: the viewers that come with Litestar load scripts from elsewhere.
            path="/api/openapi",
            render_plugins=[JsonRenderPlugin(path="/json")],
            use_handler_docstrings=True,
        ),
    )


def _answer(request: Request[Any, Any, Any], refused: Refused, status: int | None = None) -> Response[Any]:
    body = rest.problem(refused, rest.language_of(request))
    if status is not None:
        body.status = status
    context: Context | None = request.scope[CONTEXT_KEY]  # type: ignore[typeddict-item]
    if context is not None:
        context.metrics.refusals.labels(refused.code).inc()
    headers = rest.headers_of(refused, body.status)
    return Response(encode(body), status_code=body.status, headers=headers, media_type="application/problem+json")


def _refused(request: Request[Any, Any, Any], error: Refused) -> Response[Any]:
    return _answer(request, error)


_CODES: Final = {401: "unauthorized", 403: "forbidden", 404: "not_found"}


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """What the framework itself refuses: unknown paths, bodies that do not fit their type."""
    status = error.status_code
    if isinstance(error, ValidationException) or status == 400:
        return _answer(request, _unreadable(request, error))
    if status == 405:
        allowed = ", ".join(sorted(_methods(error) - {"OPTIONS"}))
        refused = Refused("bad_request", "error.method", method=request.method, allowed=allowed)
        response = _answer(request, refused, 405)
        response.headers.update(error.headers or {})
        return response
    if status >= 500 and request.scope.get(_HAS_LEFT):  # in the middle of its request: no failure of ours
        return _answer(request, Refused("bad_request", "error.bad_request", why=Line("read.cut")), 400)
    if status >= 500:
        logger.error("request_failed", path=request.url.path, status=status, exc_info=error)
        refused = Refused("unavailable", "error.unavailable")
        refused.text = error.detail
        return _answer(request, refused, status)
    if status == 413:
        return _answer(request, Refused("too_large", "error.too_large", limit=BODY_LIMIT >> 10), status)
    code = _CODES.get(status)
    if code is None:
        return _answer(request, Refused("bad_request", "error.bad_request", why=Line("read.no_json")), status)
    return _answer(request, Refused(code, f"error.{code}"), status)


def _methods(error: HTTPException) -> set[str]:
    """The methods of an address, as a refusal of another one names them in its header `Allow`, however that is spelt."""
    named = [value for name, value in (error.headers or {}).items() if name.lower() == "allow"]
    return {method.strip() for value in named for method in value.split(",")}


def _unreadable(request: Request[Any, Any, Any], error: HTTPException) -> Refused:
    """The first thing that is wrong with a request."""
    first = error.extra[0] if isinstance(error.extra, list) and error.extra else {}
    if not isinstance(first, dict) or "message" not in first:
        return unreadable(error.detail)
    field = str(first.get("key", ""))
    parameters = request.route_handler.parsed_fn_signature.parameters
    if field in parameters and field != "data":
        kind = parameters[field].annotation
        return unreadable(first["message"], field, lambda path: choices_of(kind)(""))
    body = parameters["data"].annotation if "data" in parameters else None
    where = "" if field == "data" else field
    return unreadable(first["message"], where, choices_of(body) if body is not None else lambda path: ())


def _broken(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    if is_unavailable(error):
        logger.warning("database_unavailable", path=request.url.path, error=type(error).__name__)
        return _answer(request, Refused("unavailable", "error.unavailable"), 503)
    logger.exception("request_failed", path=request.url.path, exc_info=error)
    return _answer(request, Refused("unavailable", "error.unavailable"), 500)
