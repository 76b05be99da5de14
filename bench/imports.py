"""What `import paiju` adds to starting Python. Goal: at most 60 ms. Subprocesses, so wall time, interleaved."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

from harness import compare, report


def start(program: str) -> Callable[[], int]:
    def run() -> int:
        subprocess.run([sys.executable, "-c", program], check=True)
        return 1

    return run


def main() -> None:
    contenders = {"python": start("pass"), "import paiju": start("import paiju")}
    figures = compare(contenders, reference="python", rounds=21, clock=time.perf_counter)
    report("start of the interpreter", figures, reference="python")
    bare, ours = figures
    print(f"  import paiju adds {(ours.seconds - bare.seconds) * 1e3:.0f} ms")


if __name__ == "__main__":
    main()
