"""The page has words in both languages for every value that an option of a game may take."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from paiju.games import catalog
from paiju.games.options import describe

TABLE = Path(__file__).parents[2] / "web" / "src" / "lib" / "values.ts"


@pytest.mark.parametrize("info", catalog.infos(), ids=lambda info: info.id)
def test_every_value_has_a_name(info: catalog.GameInfo) -> None:
    named = set(re.findall(r'(?:^|[ {])"?([\w.:-]+)"?: \["', TABLE.read_text(encoding="utf-8"), re.MULTILINE))
    missing = [
        f"{option.name}.{value}"
        for option in describe(info.options)
        for value in option.choices
        if isinstance(value, str) and not {value, f"{option.name}.{value}"} & named
    ]
    assert not missing
