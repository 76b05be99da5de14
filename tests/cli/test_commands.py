"""The command as a user meets it: what it prints where, and how it ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from paiju import __version__
from paiju.cli import COMMANDS


def paiju(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "paiju", *arguments]
    source = Path(__file__).parents[2] / "src"
    environment = os.environ | {"PYTHONPATH": str(source), "PYTHONUTF8": "1", "COLUMNS": "100"}
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)


def test_version() -> None:
    answer = paiju("--version")
    assert (answer.returncode, answer.stdout) == (0, f"paiju {__version__}\n")


def test_help_names_every_command_without_importing_what_they_need() -> None:
    program = """
import sys
from paiju.cli import main
sys.argv = ["paiju", "--help"]
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""
    modules = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2] / "src")},
    ).stderr.split()
    assert not {"litestar", "numpy", "sqlalchemy", "textual", "uvicorn"} & set(modules)
    shown = paiju("--help").stdout
    assert all(name in shown for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    answer = paiju(name, "--help")
    assert (answer.returncode, answer.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nothing-like-it",), "nothing-like-it"),
        (("serve", "--port", "many"), "--port"),
        (("serve", "--port", "70000"), "--port"),
        (("serve", "--port", "0", "--host", "256.1.1.1.example.invalid", "--data", "{tmp}"), "cannot listen on"),
        (("serve", "--port", "0", "--data", "{tmp}/file/below"), "cannot use"),
        (("serve", "--port", "0", "--database", "nonsense", "--data", "{tmp}"), "looks like postgresql+asyncpg://"),
        (
            ("serve", "--port", "0", "--database", "mysql://u:secret@127.0.0.1/x", "--data", "{tmp}"),
            "looks like postgresql+asyncpg://",
        ),
        (
            ("serve", "--port", "0", "--database", "postgresql+asyncpg://u:secret@127.0.0.1:1/x", "--data", "{tmp}"),
            "refused",
        ),
        (
            ("serve", "--port", "0", "--database", "sqlite:////dev/null/x.db", "--data", "{tmp}"),
            "database cannot be opened",
        ),
        (
            ("serve", "--port", "0", "--redis", "redis://:secret@127.0.0.1:1/0", "--data", "{tmp}"),
            "Redis does not answer",
        ),
        (("serve", "--port", "0", "--redis", "nonsense", "--data", "{tmp}"), "looks like redis://"),
        (("serve", "--port", "0", "--trusted-proxy", "nowhere", "--data", "{tmp}"), "nowhere is no address"),
        (
            ("serve", "--port", "0", "--public-url", "example.org", "--data", "{tmp}"),
            "example.org does not look like https://",
        ),
    ],
)
def test_bad_input_is_one_message_on_stderr_and_exit_code_2(
    arguments: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("not a folder")
    answer = paiju(*(argument.replace("{tmp}", str(tmp_path)) for argument in arguments))
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert says in answer.stderr
    assert "Traceback" not in answer.stderr
    assert "secret" not in answer.stderr


@pytest.mark.parametrize("language", ["zh", "en"])
def test_options_are_told_whole(language: str) -> None:
    """Nothing is cut off at the edge of the screen, and brackets in a help text are not taken for markup."""
    shown = paiju("games", "holdem", "--lang", language).stdout
    assert "…\n" not in shown
    assert ("[小盲, 大盲, 前注]" if language == "zh" else "levels as [small") in "".join(shown.split("\n"))
