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
from typing import TYPE_CHECKING, Final, NoReturn

__all__ = ["HAVE_KERNEL", "IS_OFF", "native"]


def _is_set(variable: str) -> bool:
    return os.environ.get(variable, "") not in ("", "0")


IS_OFF: Final = _is_set("PAIJU_NO_KERNEL")


def _load() -> ModuleType | None:
    if IS_OFF:
        return None
    try:
        found = import_module("paiju._kernel")
    except ImportError as error:
        if _is_set("PAIJU_REQUIRE_KERNEL"):
            raise ImportError("PAIJU_REQUIRE_KERNEL is set, and the native kernel is not there") from error
        return None
    found.__getattr__ = _missing  # type: ignore[method-assign]
    return found


def _missing(name: str) -> NoReturn:
    """A module's own words for a name that it does not have."""
    raise AttributeError(f"the kernel was built before it had {name}: build it anew")


if TYPE_CHECKING:
    from paiju import _kernel as native
else:
    native = _load()

HAVE_KERNEL: Final[bool] = native is not None
