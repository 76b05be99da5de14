"""The page's types are those of the server: written by a script, never by hand."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

TOOLS = Path(__file__).parents[1] / "tools"


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("wire_types", TOOLS / "wire_types.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_has_the_types_of_the_wire() -> None:
    script = _script()
    assert script.TARGET.read_text(encoding="utf-8") == script.generate(), "run python tools/wire_types.py"
