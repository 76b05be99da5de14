"""Runs a bot that is a Python file, in a process of its own: `python host.py FILE`. Knows nothing of the rest of Paiju.

The file is either a whole program that reads questions itself, or it defines

    def choose(view, decision, limit):            # plain values, as in docs/api.md
        return decision["choices"][0]

or a class `Bot` with such a method, made once. What it prints goes to standard error, so that it cannot be taken for
an answer.
"""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path
from typing import Any


def main(file: str) -> int:
    sys.path[0] = str(Path(file).resolve().parent)
    sys.argv = [file]
    names = runpy.run_path(file, run_name="__main__")
    choose = names.get("choose")
    if choose is None and "Bot" in names:
        choose = names["Bot"]().choose
    if choose is None:
        if sys.stdin.readline():  # a question that it did not read itself
            print(f"{file} neither reads questions nor defines choose(view, decision, limit)", file=sys.stderr)
            return 2
        return 0
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        message: dict[str, Any] = json.loads(line)
        if message["type"] == "ask":
            answer = choose(message["view"], message["decision"], limit=message["limit"])
            answers.write(json.dumps({"text": answer}) + "\n")
            answers.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
