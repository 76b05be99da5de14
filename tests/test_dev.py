"""What `make test` says about tests that pass only at the second try."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

TOOLS = Path(__file__).resolve().parent.parent / "tools"
SERVER, RULES = "tests/server/test_room.py::test_it", "tests/games/test_record.py::test_it"


@pytest.fixture
def dev(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    monkeypatch.syspath_prepend(str(TOOLS))
    spec = spec_from_file_location("dev", TOOLS / "dev.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "dev", module)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "UNSTEADY", tmp_path / "build" / "unsteady-tests.txt")
    return module


@pytest.mark.parametrize(("names", "code"), [((), 0), ((SERVER,), 0), ((RULES,), 1), ((SERVER, RULES), 1)])
def test_unsteady_tests_are_named_kept_and_count(
    dev: Any, names: tuple[str, ...], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dev.report_unsteady(names) == code
    assert dev.UNSTEADY.read_text().splitlines() == sorted(names)
    said = capsys.readouterr().out
    assert all(name in said for name in names)
    assert ("FAILED" in said) is bool(code)


def test_every_place_that_may_be_unsteady_is_there(dev: Any) -> None:
    assert all((TOOLS.parent / place).exists() for place in dev.MAY_BE_UNSTEADY)


def test_a_kernel_that_is_not_there_is_built_again(dev: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As after a build that was interrupted: all stamps are fresh, and the tree would run in Python alone."""
    package = tmp_path / "src" / "paiju"
    for name in ("pyproject.toml", "CMakeLists.txt", "tools/paiju_build.py", "src/paiju/games/holdem/rank.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    built: list[str] = []

    def uv(*arguments: str, **_: Any) -> None:
        built.append(arguments[0])
        (package / "_kernel.cpython-311.so").touch()

    monkeypatch.setattr(dev, "VENV", tmp_path)
    monkeypatch.setattr(dev, "uv", uv)
    monkeypatch.setattr(dev.build, "find_compiler", lambda: "g++")
    for _ in range(2):
        dev.install_package(require_kernel=False)
    assert built == ["install"]
    (package / "_kernel.cpython-311.so").unlink()
    dev.install_package(require_kernel=False)
    assert built == ["install", "install"]
