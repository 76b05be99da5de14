"""What runs in the server's process."""

from __future__ import annotations

import asyncio
import socket
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from paiju.games import catalog
from paiju.server.app import Settings, create_app
from paiju.server.limits import RATES
from paiju.server.migrate import upgrade  # noqa: F401
from paiju.server.run import Server
from tests.table.driver import GAMES, find

catalog.infos()  # imported, and the application built, before the fork
_APP = create_app(Settings())


def main(data: str, port: int, settings: dict[str, Any], ready: Connection) -> None:
    listener = socket.create_server(("127.0.0.1", port), reuse_port=False, backlog=512)
    app = _APP
    app.settings = Settings(
        data=Path(data),
        find=find,
        catalog=lambda: (*GAMES.values(), *catalog.infos()),
        rates=dict.fromkeys(RATES, (0.0, 0.0)),
        **settings,
    )
    server = Server(app)

    async def serve() -> None:
        task = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started and not task.done():  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        ready.send(listener.getsockname()[1])
        await task

    asyncio.run(serve())
