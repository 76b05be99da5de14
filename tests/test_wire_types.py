"""The page's types are those of the server: written by a script, never by hand."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from paiju.bots import messages as bots
from paiju.games import catalog
from paiju.server import wire

TOOLS = Path(__file__).parents[1] / "tools"
STREAMS = TOOLS.parent / "web" / "src" / "lib" / "streams"


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("wire_types", TOOLS / "wire_types.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_has_the_types_of_the_wire() -> None:
    script = _script()
    assert script.TARGET.read_text(encoding="utf-8") == script.generate(), "run python tools/wire_types.py"


@pytest.mark.parametrize("path", sorted(STREAMS.glob("*.json")), ids=lambda path: path.stem)
def test_a_recorded_stream_is_what_the_server_sends(path: Path) -> None:
    """The page is tested on these: a key that has no words, or another form of a state, means that one is out of date."""
    info, stream = catalog.find(path.stem), json.loads(path.read_text(encoding="utf-8"))
    advice = "record it again: tools/record_streams.py"
    words = {**info.all_messages, **bots.MESSAGES}
    keys = {line["key"] for line in _lines(stream)}
    assert keys and keys <= words.keys(), advice
    assert {part for line in _lines(stream) for part in _keys(line)} <= words.keys(), advice
    views = {view.__struct_config__.tag: view for view in _script().views()}
    whole = stream["whole"]
    fits = [(wire.GameState, whole), (views[whole["view"]["type"]], whole["view"]), (wire.TableInfo, whole["table"])]
    fits += [(wire.PlayerState, player) for player in whole["players"]]
    for kind, data in fits:
        fields = {field.encode_name: field.required for field in msgspec.structs.fields(kind)}
        assert {name for name, needed in fields.items() if needed} <= data.keys(), advice
        assert data.keys() - {"type"} <= fields.keys(), advice


def _lines(data: Any) -> Iterator[dict[str, Any]]:
    """Every line of a log, prompt or name in this."""
    if isinstance(data, dict):
        if data.keys() == {"key", "args"}:
            yield data
        data = list(data.values())
    if isinstance(data, list):
        for item in data:
            yield from _lines(item)


def _keys(line: dict[str, Any]) -> Iterator[str]:
    """Arguments of a line that are keys themselves: `climb.kind.pair`."""
    for value in line["args"].values():
        if isinstance(value, str) and re.fullmatch(r"(climb|guandan|holdem|sgs)(\.\w+)+", value):
            yield value


def test_the_page_casts_no_wire_type_and_asks_for_no_game() -> None:
    """What the wire carries is typed, and what differs between games comes with the view or the catalog."""
    games = "|".join(info.id for info in catalog.infos())
    asks = re.compile(rf"as unknown as|[!=]== ?[\"'](?:{games})[\"']")
    for file in (TOOLS.parent / "web" / "src").rglob("*"):
        if file.suffix in (".ts", ".svelte") and ".test." not in file.name:
            assert asks.search(file.read_text("utf-8")) is None, file
