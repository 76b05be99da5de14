"""Run the application under uvicorn in this process: what `paiju serve` does beyond `uvicorn paiju.server.app:app`."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import socket
from collections.abc import Callable
from types import FrameType

import structlog
import uvicorn

from paiju import kernel
from paiju.server.app import App, create_app
from paiju.server.collector import collect_in_pauses
from paiju.server.context import Settings, StartError
from paiju.server.ending import CANNOT_WRITE, Deadline
from paiju.server.guard import guarded
from paiju.server.limits import RATES
from paiju.server.logs import Lines, configure_logs
from paiju.server.websocket import MESSAGE_LIMIT

__all__ = ["Server", "StartError", "listen", "run"]

logger = structlog.get_logger("paiju.run")

DEADLINE = 25.0
"""Seconds from the signal to the end of the process."""

GRACEFUL = 5
"""Seconds of them for requests under way. With the patience of rooms and writer it stays below the deadline."""

NO_NEWS = ("without completing handshake", "Invalid UTF-8 sequence")
"""What uvicorn logs as an error: a socket that was refused by an HTTP response, and bytes that are no text."""

NO_KERNEL = "without the native kernel bots, analysis and puzzles are slow; in a source tree `make setup` builds it"

UNREAD = 20_000
"""Milliseconds that an answer may lie unread before the system cuts its connection."""


class Server(uvicorn.Server):
    """Sends clients to reconnect before it stops, and prints where it answers once it does."""

    def __init__(self, app: App, address: str | None = None) -> None:
        settings = app.settings
        rates, proxies = (settings.rates, settings.proxies) if settings is not None else (RATES, ())
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            use_colors=False,  # else it looks at standard output, which need not be there
            server_header=False,
            proxy_headers=False,  # whom to believe is said by `Settings.proxies` alone
            ws=guarded(rates, proxies),
            ws_max_size=MESSAGE_LIMIT,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=GRACEFUL,
            lifespan="on",
        )
        super().__init__(config)
        self._app, self._address = app, address
        self._deadline, self._is_limited = Deadline(DEADLINE), False
        self.cannot_write = False
        app.stop = self._give_up

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal asks to stop: from now on there is a limit."""
        self._limit()
        super().handle_exit(sig, frame)

    def _give_up(self) -> None:
        self.cannot_write = self.should_exit = True
        self._limit()

    def _limit(self) -> None:
        if not self._is_limited:
            self._is_limited = True
            self._deadline.start()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        # Most of what exists now stays for ever: the collector need not look at it again and again.
        gc.collect()
        gc.freeze()
        self._collecting = asyncio.create_task(collect_in_pauses(), name="collector")
        if self.started and not self.should_exit and self._address is not None:
            Lines().write(f"Paiju 牌局: {self._address}")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._app.context is not None:
            await self._app.context.say_goodbye()
        await super().shutdown(sockets=sockets)
        self._collecting.cancel()


def run(*, host: str, port: int, settings: Settings) -> None:
    """Serve until interrupted."""
    configure_logs()
    say_what_is_missing()
    listener = listen(host, port)
    # uvicorn raises the interrupt again once it has shut down in good order; to be stopped is no failure.
    app = create_app(settings)
    logging.getLogger("uvicorn.error").addFilter(quiet(app))
    with listener, contextlib.suppress(KeyboardInterrupt):
        try:
            server = Server(app, _url(host, listener.getsockname()[1]))
            server.run(sockets=[listener])
            if server.cannot_write:
                raise SystemExit(CANNOT_WRITE)
        except SystemExit:  # uvicorn's way to say that the application did not start
            if app.failed is None:
                raise
            raise app.failed from None


def say_what_is_missing() -> None:
    """An interrupted build leaves a tree that works, but slowly. Who switched the kernel off knows."""
    if not kernel.HAVE_KERNEL and not kernel.IS_OFF:
        logger.warning("no_kernel", help=NO_KERNEL)


def quiet(app: App) -> Callable[[logging.LogRecord], bool]:
    """A filter for uvicorn's log: drops failed starts, which `run` raises, and errors of clients, which were answered."""
    return lambda record: app.failed is None and not any(words in record.getMessage() for words in NO_NEWS)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket whose connections end by themselves where the other side reads nothing."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listener = socket.create_server(address[:2], family=family, backlog=2048)
    except socket.gaierror as error:
        raise StartError("serve.listen", address=host, why=error.strerror) from None
    except (OSError, UnicodeError) as error:
        why = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else error
        raise StartError("serve.listen", address=_url(host, port), why=why) from None
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; accepted connections inherit it
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD)
    return listener


def _url(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"
