"""What a player of the tests hears and says, one line each, in the file that PAIJU_TRANSCRIPT names."""

from __future__ import annotations

import os
from pathlib import Path


def note(mark: str, text: str) -> None:
    with Path(os.environ["PAIJU_TRANSCRIPT"]).open("a", encoding="utf-8") as file:
        file.write(f"{mark} {text}\n")
