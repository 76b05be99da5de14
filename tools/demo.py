#!/usr/bin/env python3
"""`make demo`: one table of Dou Dizhu and Hold'em in the browser, without a server, as a folder of files in build/demo.

Python comes from npm's `pyodide`, msgspec from its wheel for it; both are fetched by their package managers and kept in
.cache. The folder may lie on any web server; to look at it:

    make demo && python3 -m http.server --bind 127.0.0.1 --directory build/demo
"""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Final

import paiju_build as build

ROOT: Final = build.ROOT
DEMO: Final = ROOT / "build" / "demo"
CACHE: Final = ROOT / ".cache" / "demo"

PYODIDE: Final = "314.0.7"
PLATFORM: Final = "pyemscripten_2026_0_wasm32"
"""Of this Pyodide; its wheels are named by it."""
MSGSPEC: Final = "msgspec==0.22.0"

PARTS: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
ROOMS: Final = ("analysis", "bots", "cards", "games", "lessons", "puzzles", "server", "solver", "table")
"""What `paiju.server.alone` imports; a test holds this list to it."""
MOST: Final = 15_000_000
"""Bytes, compressed, that somebody has to load."""


def fetch() -> tuple[Path, Path]:
    """The folder of Pyodide and the wheel of msgspec."""
    CACHE.mkdir(parents=True, exist_ok=True)
    pyodide = CACHE / f"pyodide-{PYODIDE}"
    if not pyodide.is_dir():
        command, environment = build.node_environment()
        packed = [*command, "pack", f"pyodide@{PYODIDE}", "--silent"]
        subprocess.run(packed, cwd=CACHE, env=environment, check=True, stdout=subprocess.DEVNULL)
        with tarfile.open(CACHE / f"pyodide-{PYODIDE}.tgz") as archive:
            archive.extractall(pyodide, filter="data")
    wheels = list(CACHE.glob(f"msgspec-*{PLATFORM}.whl"))
    if not wheels:
        wanted = ["--platform", PLATFORM, "--python-version", PYODIDE.split(".")[0], "--only-binary", ":all:"]
        download = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([*download, *wanted, "-d", str(CACHE), MSGSPEC], check=True)
        wheels = list(CACHE.glob(f"msgspec-*{PLATFORM}.whl"))
    return pyodide / "package", wheels[0]


def pack_library(target: Path) -> None:
    """The rules library, as far as a table needs it."""
    package = ROOT / "src" / "paiju"
    sources = [*package.glob("*.py"), *(path for room in ROOMS for path in (package / room).rglob("*.py"))]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(sources):
            archive.write(path, Path("paiju") / path.relative_to(package))


def weight(folder: Path) -> int:
    """Bytes over the wire: scripts, styles and WebAssembly as a web server would compress them."""
    plain = {".js", ".mjs", ".css", ".html", ".json", ".wasm", ".svg"}
    files = [path for path in folder.rglob("*") if path.is_file()]
    return sum(len(gzip.compress(path.read_bytes())) if path.suffix in plain else path.stat().st_size for path in files)


def main() -> None:
    build.install_modules()
    build.npm("run", "demo", "--silent")
    (DEMO / "demo.html").rename(DEMO / "index.html")
    shutil.copy(build.WEB / "public" / "favicon.svg", DEMO)
    pyodide, msgspec = fetch()
    (DEMO / "pyodide").mkdir()
    for name in PARTS:
        shutil.copy(pyodide / name, DEMO / "pyodide")
    shutil.copy(msgspec, DEMO / "msgspec.whl")
    pack_library(DEMO / "paiju.zip")
    size = weight(DEMO)
    print(f"{DEMO.relative_to(ROOT)}: {size / 1e6:.1f} MB to load, compressed")
    if size > MOST:
        raise SystemExit(f"more than {MOST / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
