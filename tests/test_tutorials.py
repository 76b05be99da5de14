"""Tutorials and how-tos are sessions: their files are written, their commands run, and what they print is compared.

In a page, a `python` block with a title is a file: one of this repository, which must say the same, or one that is written.
A `console` block holds commands after `$` and what they print; `…` stands for anything, and what follows a prompt (`> `) is typed. A
command with `&` at its end runs until the page is through. Sessions with `>>>` run as doctests, as in all documents.

`python -m tests.test_tutorials` writes what commands print into blocks that say nothing yet.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(path for folder in ("tutorials", "howto") for path in (DOCS / folder).glob("*.md"))
BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.M | re.S)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.M)
TYPED = re.compile(r"> (\S.*)$", re.M)
SHOWN_ONLY = ("pip install ", "make ", "paiju train ")
"""What is not run here: installing is test_wheel's business, and training needs PyTorch (tests/envs/test_training.py)."""


class Session:
    """One page, in a folder of its own."""

    def __init__(self, page: Path, folder: Path) -> None:
        self.page, self.folder = page, folder
        self.servers: list[subprocess.Popen[str]] = []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = str(free.getsockname()[1])
        language = "zh_CN" if page.name.endswith(".zh-CN.md") else "C"
        self.environment = {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(folder),
            "LANG": f"{language}.UTF-8",
            "PYTHONUTF8": "1",
            "COLUMNS": "100",
        } | {name: value for name, value in os.environ.items() if name == "PAIJU_NO_KERNEL"}

    def prints(self, command: str, typed: str) -> str:
        line = command.replace("8000", self.port)
        if line.endswith(" &"):
            line = f"{line[:-2]} --port {self.port}"
            server = subprocess.Popen(
                shlex.split(line), cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, text=True
            )
            self.servers.append(server)
            assert server.stdout is not None
            found = server.stdout.readline()
        else:
            done = subprocess.run(
                ["bash", "-c", line], cwd=self.folder, env=self.environment, input=typed, text=True, timeout=120,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )  # fmt: skip
            found = done.stdout
        return "".join(f"{row.rstrip()}\n" for row in found.replace(self.port, "8000").splitlines())

    def close(self) -> None:
        for server in self.servers:
            server.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(20)
            server.kill()
            server.communicate()

    def run(self) -> Iterator[tuple[str, str, str]]:
        """Every command with what the page says it prints, and what it does print."""
        for kind, title, text in BLOCK.findall(self.page.read_text(encoding="utf-8")):
            if title and (ROOT / title).is_file():
                assert text in (ROOT / title).read_text(encoding="utf-8"), f"{title} does not say:\n{text}"
            elif title:
                (self.folder / title).parent.mkdir(parents=True, exist_ok=True)
                (self.folder / title).write_text(text, encoding="utf-8")
            elif kind == "console":
                for command, said in COMMAND.findall(text):
                    typed = "".join(f"{words}\n" for words in TYPED.findall(said))
                    yield command, said, self.prints(command, typed)
            elif kind == "sh":
                for line in text.splitlines():
                    assert line.startswith(SHOWN_ONLY), f"nobody runs `{line}`: make it a console block"


def agrees(said: str, found: str) -> bool:
    pattern = ".*".join(map(re.escape, said.split("…")))
    return re.fullmatch(pattern, found, re.S) is not None


def _page(path: Path) -> Any:
    """Without the kernel solving and training take minutes."""
    slow = path.name.split(".")[0] in ("solve", "train")
    return pytest.param(path, id=f"{path.parent.name}/{path.name}", marks=[pytest.mark.needs_kernel] if slow else [])


@pytest.mark.parametrize("page", [_page(path) for path in PAGES])
def test_a_page_does_what_it_says(page: Path, tmp_path: Path) -> None:
    session = Session(page, tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    try:
        for command, said, found in session.run():
            assert agrees(said, found), f"$ {command}\n{found}"
    finally:
        session.close()


def write(page: Path, folder: Path) -> None:
    """Fill in what nobody has written: blocks in which a command is followed by nothing, or only by what is typed."""
    text, session = page.read_text(encoding="utf-8"), Session(page, folder)
    try:
        for command, said, found in session.run():
            if not said or all(line.startswith("> ") for line in said.splitlines()):
                text = text.replace(f"$ {command}\n{said}", f"$ {command}\n{found}", 1)
            elif not agrees(said, found):
                print(f"{page.name}: $ {command}\n{found}")
    finally:
        session.close()
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    import tempfile

    for one in map(Path, sys.argv[1:]) if sys.argv[1:] else PAGES:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "examples").symlink_to(ROOT / "examples")
            write(one, Path(folder))
