"""The scripts of examples/ run, and the one that learns does."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def script(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("name", "size"), [("one_seat", 3), ("linear_policy", 20)])
def test_examples_run(name: str, size: int, capsys: pytest.CaptureFixture[str]) -> None:
    script(name).main(size)
    assert capsys.readouterr().out


def test_every_example_is_tested() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {"one_seat", "linear_policy"}


def test_the_linear_policy_learns() -> None:
    one = script("linear_policy")
    weights = one.learn(1500)
    assert one.score(weights, 400) > one.score(0 * weights, 400) + 5
