"""The native kernel, if there is one: the only module that imports ``paiju._kernel``.

Callers choose once, when they are imported, and keep a Python twin that says the same more slowly:

    from paiju import kernel

    evaluate7 = kernel.native.evaluate7 if kernel.HAVE_KERNEL else _evaluate7

``PAIJU_NO_KERNEL=1`` switches the kernel off; ``PAIJU_REQUIRE_KERNEL=1`` makes its absence an error, so that tests
cannot pass without it unnoticed.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Final

__all__ = ["HAVE_KERNEL", "native"]


def _is_set(variable: str) -> bool:
    return os.environ.get(variable, "") not in ("", "0")


def _load() -> ModuleType | None:
    if _is_set("PAIJU_NO_KERNEL"):
        return None
    try:
        return import_module("paiju._kernel")
    except ImportError as error:
        if _is_set("PAIJU_REQUIRE_KERNEL"):
            raise ImportError("PAIJU_REQUIRE_KERNEL is set, and the native kernel is not there") from error
        return None


if TYPE_CHECKING:
    from paiju import _kernel as native
else:
    native = _load()

HAVE_KERNEL: Final[bool] = native is not None
