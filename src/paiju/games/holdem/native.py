"""The kernel's steps of a hand: none."""

from __future__ import annotations

from typing import Any, Final

STEP: Final[Any] = None
SETTLE: Final[Any] = None
