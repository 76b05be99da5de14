"""The page checks fair deals by the shuffles of the engine: its tests read vectors that a script writes."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import msgspec

from paiju.games.fairness import Shuffle, check

TOOLS = Path(__file__).parents[1] / "tools"


class Vector(msgspec.Struct):
    name: str
    seed: str
    shuffles: tuple[Shuffle, ...]


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("shuffle_vectors", TOOLS / "shuffle_vectors.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_vectors_of_the_page_are_deals_of_the_engine() -> None:
    script = _script()
    text = script.FILE.read_text(encoding="utf-8")
    assert text == script.generate(), "run python tools/shuffle_vectors.py"
    for vector in msgspec.json.decode(text, type=list[Vector]):
        assert check(int(vector.seed, 16), vector.shuffles) or vector.name == "cards that the options lay"
