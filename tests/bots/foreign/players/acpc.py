"""Raises once, to 60 where sizes are free, then calls."""

from __future__ import annotations

import socket
import sys

from heard import note

with (
    socket.create_connection((sys.argv[-2], int(sys.argv[-1]))) as dealer,
    dealer.makefile("rw", newline="\r\n") as stream,
):
    stream.write("VERSION:2.0.0\n")
    stream.flush()
    for line in stream:
        state = line.strip()
        answer = f"{state}:{'c' if 'r' in state else 'r' if 'limit' in sys.argv[1] else 'r60'}"
        note(">", state)
        note("<", answer)
        stream.write(answer + "\n")
        stream.flush()
