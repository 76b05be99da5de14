"""A program that writes to one SQLite database, one statement again and again, for the server that started it.

It reads and answers over its standard input, a socket. A message is a row of texts: their number, their lengths, and the
texts themselves. The first one names the database, the statement, and what is to be done before; each further one holds the
values for the statement, and is answered by one byte as soon as they are durable (`DONE`) or have certainly changed nothing
(`REFUSED`). The end of the input is the end of the program, at once or after the statement at hand, and nothing else is:
whoever stops a server by a signal to all its processes must not stop what it has still to write.

Only the standard library is needed, so that it starts in a moment and stays small.
"""

from __future__ import annotations

import itertools
import signal
import socket
import sqlite3
import struct
from collections.abc import Sequence
from contextlib import suppress
from io import BufferedIOBase
from threading import Event, Thread
from typing import Final

DONE: Final = b"+"
REFUSED: Final = b"-"
TIDY: Final = 100
"""Statements after which the write-ahead log is copied into the database."""


def message(texts: Sequence[bytes]) -> bytes:
    sizes = [len(text) for text in texts]
    return b"".join((struct.pack(f"!{1 + len(sizes)}I", len(sizes), *sizes), *texts))


def read(source: BufferedIOBase) -> list[str]:
    """The next message; EOFError at the end of the input, even if that comes in the middle of one."""
    (count,) = struct.unpack("!I", _exactly(source, 4))
    sizes = struct.unpack(f"!{count}I", _exactly(source, 4 * count))
    return [_exactly(source, size).decode() for size in sizes]


def _exactly(source: BufferedIOBase, size: int) -> bytes:
    data = source.read(size)
    if len(data) < size:
        raise EOFError
    return data


def main() -> None:
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.SIG_IGN)
    with socket.socket(fileno=0) as server, server.makefile("rb") as source:
        path, statement, *before = read(source)
        db = sqlite3.connect(path, isolation_level=None)
        for step in before:
            db.execute(step)
        tidy = Event()
        Thread(target=_tidy_up, args=(path, tidy), daemon=True).start()
        for count in itertools.count(1):
            values = read(source)
            try:
                db.execute(statement, values)
            except sqlite3.Error:
                server.sendall(REFUSED)
            else:
                server.sendall(DONE)
            if count % TIDY == 0:
                tidy.set()


def _tidy_up(path: str, now: Event) -> None:
    """Copy the write-ahead log into the database beside the writing: a commit that did it would keep everybody waiting."""
    db = sqlite3.connect(path, isolation_level=None)
    while now.wait():
        now.clear()
        with suppress(sqlite3.Error):
            db.execute("PRAGMA wal_checkpoint(PASSIVE)")


if __name__ == "__main__":
    with suppress(EOFError, ConnectionError):  # the server is no more
        main()
