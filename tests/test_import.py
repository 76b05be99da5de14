"""What `import paiju` costs: little, and nothing from outside the standard library's light end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SOURCE = str(Path(__file__).parents[1] / "src")


def test_importing_the_package_stays_light() -> None:
    program = "import sys; before = set(sys.modules); import paiju; print(*sorted(set(sys.modules) - before))"
    answer = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": SOURCE},
        capture_output=True,
        text=True,
        check=True,
    )
    heavy = {"numpy", "litestar", "sqlalchemy", "typer", "rich", "asyncio", "paiju.server"}
    assert not heavy & set(answer.stdout.split())
