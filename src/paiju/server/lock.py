"""One process for one SQLite file: the tables in it live in that process's memory, and a second one would take them away."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

_SUFFIX: Final = ".lock"


class InUse(Exception):
    """Another process has it; `pid` is its number, if it left one."""

    def __init__(self, pid: str) -> None:
        super().__init__(pid)
        self.pid = pid


class Lock:
    """A lock beside a file. The system lets go of it when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        path = path.resolve()  # one lock, by whatever link a file is reached
        self._file = os.open(path.with_name(path.name + _SUFFIX), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(self._file)
        except OSError:
            pid = os.read(self._file, 20).decode(errors="replace").strip()
            os.close(self._file)
            raise InUse(pid or "?") from None
        os.ftruncate(self._file, 0)
        os.write(self._file, str(os.getpid()).encode())

    def release(self) -> None:
        os.close(self._file)


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite address; None for another database, or one in memory."""
    try:
        address = make_url(url)
    except ArgumentError:
        return None
    if address.get_backend_name() != "sqlite" or address.database in (None, "", ":memory:"):
        return None
    return Path(str(address.database))


def _take(file: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        os.lseek(file, 100, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        os.lseek(file, 0, os.SEEK_SET)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
