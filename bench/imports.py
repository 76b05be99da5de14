"""What `import paiju` adds to starting Python. Goal: at most 60 ms. Processor time of the child, interleaved."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable

from harness import compare, report


def children() -> float:
    """Processor time of the subprocesses so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def start(program: str) -> Callable[[], int]:
    def run() -> int:
        subprocess.run([sys.executable, "-c", program], check=True)
        return 1

    return run


def main() -> None:
    contenders = {"python": start("pass"), "import paiju": start("import paiju")}
    figures = compare(contenders, reference="python", rounds=41, clock=children)
    report("start of the interpreter", figures, reference="python")
    bare, ours = figures
    print(f"  import paiju adds {(ours.seconds - bare.seconds) * 1e3:.0f} ms")


if __name__ == "__main__":
    main()
