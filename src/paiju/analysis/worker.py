"""An analysis in a process of its own: a record on standard input, JSON on standard output.

    python -m paiju.analysis.worker 10 < deal.paiju

A server starts one, so that its own loop never waits for it and can end it at any time.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import msgspec

from paiju.analysis.analyse import analyse
from paiju.analysis.model import Analysis
from paiju.games.codec import builtins
from paiju.games.contract import Line
from paiju.games.record import load


def as_data(found: Analysis) -> dict[str, Any]:
    """As the wire names it."""
    return {
        "measure": found.measure,
        "points": [{"step": one.step, "chances": [round(chance, 4) for chance in one.chances]} for one in found.points],
        "flags": [
            {
                "step": one.step, "seat": one.seat, "played": one.played, "playedName": _line(one.played_name),
                "better": one.better, "betterName": _line(one.better_name), "loss": one.loss, "grade": one.grade,
                "why": _line(one.why),
            }
            for one in found.flags
        ],
        "note": _line(found.note),
        "complete": found.complete,
    }  # fmt: skip


def _line(line: Line | None) -> Any:
    return builtins(line) if line is not None else None


def main(arguments: list[str]) -> None:
    if hasattr(os, "nice"):
        os.nice(10)  # people who play come first
    found = analyse(load(sys.stdin.buffer.read()), seconds=float(arguments[0]))
    sys.stdout.buffer.write(msgspec.json.encode(as_data(found)))


if __name__ == "__main__":
    main(sys.argv[1:])
