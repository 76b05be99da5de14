"""Run the application under uvicorn in this process."""

from __future__ import annotations

import contextlib
import gc
import os
import socket
from typing import TextIO

import structlog
import uvicorn

from paiju.server.app import App, create_app
from paiju.server.context import Settings, StartError
from paiju.server.link import Link
from paiju.server.page import SECURITY_HEADERS
from paiju.server.patience import PatientProtocol
from paiju.server.socket import MESSAGE_LIMIT
from paiju.server.sweep import Sweeper

__all__ = ["Server", "StartError", "configure_logs", "run"]


class Server(uvicorn.Server):
    """Tells clients to come back before it stops, and says where it answers once it does."""

    def __init__(self, app: App, address: str | None = None) -> None:
        config = uvicorn.Config(
            app,
            ws=Link,
            loop="auto",  # uvloop where it is installed
            http=PatientProtocol,  # httptools where it is installed
            log_level="warning",
            access_log=False,
            server_header=False,
            headers=[*SECURITY_HEADERS.items()],  # on every answer, errors included
            proxy_headers=False,  # whom to believe is said by `Settings.proxies` alone
            ws_max_size=MESSAGE_LIMIT,
            ws_per_message_deflate=False,
            ws_ping_interval=20.0,
            ws_ping_timeout=20.0,
            timeout_graceful_shutdown=10,
            lifespan="on",
        )
        super().__init__(config)
        self._app, self._address = app, address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        # Most of what exists now stays for ever: the collector need not look at it again and again.
        gc.collect()
        gc.freeze()
        context = self._app.context
        if context is not None:
            context.house.spawn(Sweeper(lambda: context.store.writer.written).run(), "sweeper")
        if self.started and not self.should_exit and self._address is not None:
            print(f"Paiju 牌局: {self._address}", flush=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._app.context is not None:
            await self._app.context.say_goodbye()
        await super().shutdown(sockets=sockets)


def configure_logs(file: TextIO | None = None) -> None:
    """One JSON object a line, to standard output if no file is given. What is logged is nobody's secret."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(20),
        logger_factory=structlog.PrintLoggerFactory(file),
    )


def run(*, host: str, port: int, settings: Settings) -> None:
    """Serve until interrupted."""
    configure_logs()
    listener = _listen(host, port)
    # uvicorn raises the interrupt again once it has shut down in good order; to be stopped is no failure.
    app = create_app(settings)
    with listener, contextlib.suppress(KeyboardInterrupt):
        try:
            Server(app, _url(host, listener.getsockname()[1])).run(sockets=[listener])
        except SystemExit:  # uvicorn's way to say that the application did not start
            if app.failed is None:
                raise
            raise app.failed from None


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return socket.create_server(address[:2], family=family, backlog=2048)
    except socket.gaierror as error:
        raise StartError("serve.listen", address=host, why=error.strerror) from None
    except (OSError, UnicodeError) as error:
        why = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else error
        raise StartError("serve.listen", address=_url(host, port), why=why) from None


def _url(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"
