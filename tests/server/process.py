"""The server as a process of its own that can be killed. A fork server has everything imported, so a start is quick."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["tests.server.process_main"])


class Process:
    """One `paiju serve`, started and killed at will; data and port stay the same."""

    def __init__(self, data: Path, **settings: Any) -> None:
        self.data, self.settings = data, settings
        self.port = 0
        self._process: Any = None

    def start(self) -> None:
        from tests.server.process_main import main

        here, there = _context.Pipe()
        self._process = _context.Process(
            target=main, args=(str(self.data), self.port, self.settings, there), daemon=True
        )
        self._process.start()
        there.close()
        self.port = _port(here)

    def kill(self, sign: int = signal.SIGKILL) -> None:
        os.kill(self._process.pid, sign)
        self._process.join(20)
        self._process.close()
        self._process = None

    @contextmanager
    def asleep(self) -> Iterator[None]:
        """Stopped, but not ended, as on a machine that was suspended."""
        os.kill(self._process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self._process.pid, signal.SIGCONT)

    def restart(self) -> None:
        self.kill()
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    def __enter__(self) -> Process:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self.kill()

    def get(self, path: str, token: str) -> Any:
        answer = httpx.get(self.url + path, headers={"authorization": f"Bearer {token}"}, timeout=20)
        assert answer.status_code == 200, answer.text
        return answer.json()


def _port(pipe: Connection) -> int:
    with closing(pipe):
        assert pipe.poll(30), "the server did not start"
        return int(pipe.recv())
