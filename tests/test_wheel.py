"""The package as a stranger gets it: a wheel in a new environment, without compiler and Node, one extra at a time."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from paiju import __version__
from paiju.extras import MODULES, extra_of

ROOT = Path(__file__).parents[1]
UV = Path(sys.executable).with_name("uv")
POSITION = "doudizhu 45569TKA2/4588TJKL/- 0 landlord=0"

USES = {
    "server": "import paiju.server.app, paiju.server.run",
    "terminal": "import paiju.cli.terminal.screen",
    "postgres": "import asyncpg, paiju.server.database",
    "redis": "import redis, paiju.server.cluster",
    "cluster": "import distributed, paiju.arena.executor",
    "mcp": "import paiju.cli.mcp; paiju.cli.mcp.server()",
    "onnx": (
        "from paiju.encodings.network import Network; from paiju.encodings.onnx import OnnxNetwork, to_onnx;"
        "one = Network(2, 1, 1, 1, bytes(5), (0, 0, 0), 3, 7);"
        "assert len(OnnxNetwork(to_onnx(one)).rate(bytes(2), bytes(3))) == 3"
    ),
    "rl": "import gymnasium, pettingzoo, paiju.envs",
}
"""What each extra is for, as something that cannot be imported without it."""


def uv(*arguments: str | Path) -> None:
    environment = os.environ | {"UV_SYSTEM_CERTS": "1", "UV_NATIVE_TLS": "1", "PAIJU_REQUIRE_KERNEL": "1"}
    environment.pop("VIRTUAL_ENV", None)
    done = subprocess.run([UV, *arguments, "-q"], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


class Environment:
    """A new virtual environment with the wheel and, perhaps, an extra."""

    def __init__(self, folder: Path, wheel: Path, extra: str = "") -> None:
        self.folder = folder
        uv("venv", "--python", sys.executable, folder)
        wanted = f"paiju[{extra}] @ {wheel.as_uri()}" if extra else str(wheel)
        uv("pip", "install", "--python", folder / "bin" / "python", "-c", "constraints.txt", wanted)

    def run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a program of this environment with nothing else on PATH."""
        command = [str(self.folder / "bin" / program), *arguments]
        environment = {"PATH": str(self.folder / "bin"), "LANG": "C.UTF-8", "HOME": str(self.folder)}
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL
        )  # fmt: skip


@pytest.mark.timeout(900)
@pytest.mark.skipif(os.name == "nt" or not UV.is_file(), reason="wants the uv of .venv")
def test_a_wheel_in_a_new_environment(tmp_path: Path) -> None:
    uv("build", "--out-dir", tmp_path / "dist")  # the source distribution, and the wheel from that
    (wheel,) = (tmp_path / "dist").glob(f"paiju-{__version__}-*.whl")
    checked = subprocess.run([sys.executable, "-m", "twine", "check", "--strict", *(tmp_path / "dist").glob("paiju-*")])
    assert checked.returncode == 0

    plain = Environment(tmp_path / "plain", wheel)
    done = plain.run("python", "-m", "doctest", str(ROOT / "README.md"))
    assert done.returncode == 0, done.stdout
    done = plain.run("python", "-c", "from paiju.kernel import HAVE_KERNEL; assert HAVE_KERNEL")
    assert done.returncode == 0, done.stderr
    done = plain.run("paiju", "solve", POSITION, "--lang", "en")
    assert done.returncode == 0 and "landlord" in done.stdout, done.stderr
    done = plain.run("paiju", "--help")
    assert done.returncode == 0 and "serve" in done.stdout, done.stderr
    done = plain.run("paiju", "play", "doudizhu", "--lang", "en")
    assert done.returncode == 0 and "Your hand" in done.stdout, done.stderr
    for command in ("serve", "check"):
        done = plain.run("paiju", command)
        assert done.returncode == 2, command
        assert done.stderr == "paiju: this needs packages that are not installed: pip install 'paiju[server]'\n"
    assert "A table in plain text" in _at_a_terminal(plain, "paiju", "play", "doudizhu", "--lang", "en")
    for words, extra in {"mcp": "mcp", "train doudizhu": "train", "arena doudizhu --bots mcp,easy": "mcp",
                         "arena guandan --bots openguandan:./x,easy": "server",
                         "simulate doudizhu --cluster x": "cluster"}.items():  # fmt: skip
        done = plain.run("paiju", *words.split())
        assert done.stderr == f"paiju: this needs packages that are not installed: pip install 'paiju[{extra}]'\n"
    done = plain.run("python", "-c", "from paiju.envs import VecEnv; VecEnv('doudizhu', 2)")
    assert done.stderr.endswith("a VecEnv needs it, or arrays of yours: pip install 'paiju[rl]'\n"), done.stderr
    shutil.rmtree(plain.folder)

    for extra, program in USES.items():
        environment = Environment(tmp_path / extra, wheel, extra)
        done = environment.run("python", "-c", program)
        assert done.returncode == 0, f"{extra}: {done.stderr}"
        if extra == "server":
            _serves(environment)
        shutil.rmtree(environment.folder)


def _at_a_terminal(environment: Environment, program: str, *arguments: str) -> str:
    """What a program prints to a terminal until it has taken the line `quit` and ended."""
    ours, theirs = os.openpty()
    os.write(ours, b"quit\n")
    command = [str(environment.folder / "bin" / program), *arguments]
    with subprocess.Popen(command, cwd=environment.folder, stdin=theirs, stdout=theirs, stderr=theirs) as running:
        os.close(theirs)
        said = b""
        with contextlib.suppress(OSError):  # Linux says so when nobody is left at the other end
            while part := os.read(ours, 4096):
                said += part
    os.close(ours)
    assert running.returncode == 0, said
    return said.decode()


def _serves(environment: Environment) -> None:
    """The page comes from the wheel."""
    program = [str(environment.folder / "bin" / "paiju"), "serve", "--port", "0"]
    with subprocess.Popen(program, cwd=environment.folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            with urllib.request.urlopen(address, timeout=30) as answer:
                assert "<title>" in answer.read().decode()
        finally:
            server.terminate()


def test_every_extra_is_named_by_its_modules() -> None:
    assert set(USES) == set(MODULES) - {"train"}  # PyTorch is too large to install for a test
    assert extra_of("litestar.di") == "server"
    assert extra_of("json") is None
