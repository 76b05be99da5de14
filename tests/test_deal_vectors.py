"""The page deals again by the engine's own data, and its tests by the engine's own deals: both written by a script."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

TOOLS = Path(__file__).parents[1] / "tools"


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("deal_vectors", TOOLS / "deal_vectors.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_deals_as_the_engine_does() -> None:
    script = _script()
    for name, text in script.generate().items():
        assert (script.FOLDER / name).read_text(encoding="utf-8") == text, "run python tools/deal_vectors.py"
