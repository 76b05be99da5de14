"""What `import paiju` costs: little. Its names are loaded when they are used, and are what they are elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import paiju
from paiju import holdem
from paiju.games import catalog, contract, messages, options, record

pytestmark = pytest.mark.pure

SOURCE = str(Path(__file__).parents[1] / "src")


def output(program: str) -> list[str]:
    """What another interpreter prints, in words."""
    answer = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": SOURCE},
        capture_output=True,
        text=True,
        check=True,
    )
    return answer.stdout.split()


LOADED = "import sys; before = set(sys.modules); {}; print(*sorted(set(sys.modules) - before))"


def test_importing_the_package_stays_light() -> None:
    loaded = set(output(LOADED.format("import paiju")))
    assert not {"msgspec", "numpy", "litestar", "sqlalchemy", "typer", "rich", "asyncio", "paiju._kernel"} & loaded
    assert {name for name in loaded if name.startswith("paiju.") and not name.startswith("paiju.cards")} == set()


def test_importing_the_rules_stays_light() -> None:
    loaded = set(output(LOADED.format("from paiju import game, play, load, tell")))
    assert not {"numpy", "litestar", "sqlalchemy", "typer", "rich", "asyncio", "paiju.server"} & loaded


@pytest.mark.parametrize("name", paiju.__all__)
def test_every_name_is_that_of_its_module(name: str) -> None:
    homes: tuple[Any, ...] = (sys.modules["paiju.cards"], contract, catalog, messages, options, record)
    found = getattr(paiju, name)
    assert any(getattr(module, name, None) is found for module in homes)
    assert name in dir(paiju)


def test_all_names_at_once() -> None:
    assert output("from paiju import *; print(cards('As'), find('holdem').id, GameInfo.__name__)")[-2:] == [
        "holdem",
        "GameInfo",
    ]


def test_the_promised_names_of_holdem() -> None:
    assert sorted(holdem.__all__) == sorted(set(holdem.__all__))
    assert all(hasattr(holdem, name) for name in holdem.__all__)
    assert {"Holdem", "evaluate", "equity", "outs", "parse_range", "phh"} <= set(holdem.__all__)
    loaded = set(output(LOADED.format("import paiju.holdem")))
    assert not {"numpy", "litestar", "sqlalchemy", "typer", "rich", "asyncio", "paiju.bots"} & loaded


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        paiju.nothing  # noqa: B018
