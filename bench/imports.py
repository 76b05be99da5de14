"""What `import paiju`, and the rules with it, add to starting Python. Goal: at most 40 ms for `import paiju`.

Processor time of the child, interleaved, with compiled bytecode: a user has it after the first start.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable

from harness import compare, report


def children() -> float:
    """Processor time of the subprocesses so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def start(program: str, bytecode: str) -> Callable[[], int]:
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env["PYTHONPYCACHEPREFIX"] = bytecode

    def run() -> int:
        subprocess.run([sys.executable, "-c", program], check=True, env=env)
        return 1

    return run


def main() -> None:
    programs = {"python": "pass", "import paiju": "import paiju", "the rules": "from paiju import game, load, play"}
    with tempfile.TemporaryDirectory() as bytecode:
        contenders = {name: start(program, bytecode) for name, program in programs.items()}
        figures = compare(contenders, reference="python", rounds=41, clock=children)
    report("start of the interpreter", figures, reference="python")
    bare, *others = figures
    for name, figure in zip(list(programs)[1:], others, strict=True):
        print(f"  {name} adds {(figure.seconds - bare.seconds) * 1e3:.0f} ms")


if __name__ == "__main__":
    main()
