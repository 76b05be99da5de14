"""The files of deploy/: what can be said of them without a container engine. No image is built here."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from paiju.cli.serve import app as serve
from paiju.server.run import DEADLINE

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def test_the_dockerfile_passes_its_linter() -> None:
    hadolint = shutil.which("hadolint", path=str(Path(sys.executable).parent))
    if hadolint is None:
        pytest.skip("hadolint is for Linux only")
    done = subprocess.run([hadolint, str(DEPLOY / "Dockerfile")], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_image_runs_as_nobody_special_and_says_whether_it_is_well() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER (?!0\b|root)\S+$", last, re.M)
    assert "HEALTHCHECK" in last and "/ready" in last
    assert "g++" not in last and "apt-get" not in last
    for path in re.findall(r"^COPY (?!--from)(\S+) ", DOCKERFILE, re.M):
        assert (ROOT / path).exists()


def _options(words: list[str]) -> set[str]:
    return {word for word in words if word.startswith("--")}


def test_every_option_and_variable_exists() -> None:
    parameters = get_command(serve).params
    known = {option for one in parameters for option in (*one.opts, *one.secondary_opts)}
    variables = {str(one.envvar) for one in parameters if one.envvar}
    unit = (DEPLOY / "paiju.service").read_text(encoding="utf-8")
    started = re.search(r"^ExecStart=(.*)$", unit, re.M)
    assert started is not None
    server = COMPOSE["services"]["paiju"]
    for words in (started[1].split(), server["command"], re.findall(r'"([^"]*)"', DOCKERFILE.rpartition("CMD")[2])):
        assert _options(words) <= known
    assert server["environment"].keys() <= variables
    assert set(re.findall(r"\bPAIJU_\w+", DOCKERFILE)) <= variables


def test_everything_stands_behind_the_proxy_and_is_given_time_to_stop() -> None:
    services = COMPOSE["services"]
    assert {"db", "valkey", "paiju", "proxy"} == services.keys()
    assert [name for name, one in services.items() if "ports" in one] == ["proxy"]
    assert "443:443" in services["proxy"]["ports"]
    assert int(services["paiju"]["stop_grace_period"].removesuffix("s")) > DEADLINE
    for one in services.values():
        for volume in one.get("volumes", []):
            source = volume.partition(":")[0]
            assert (DEPLOY / source).is_file() if source.startswith("./") else source in COMPOSE["volumes"]
        assert set(one["networks"]) <= COMPOSE["networks"].keys()
        for other in one.get("depends_on", {}):
            assert other in services
    assert not re.search(r"PASSWORD: (?!\$\{)\S", (DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def test_the_unit_can_be_read() -> None:
    unit: Any = configparser.ConfigParser(strict=True, interpolation=None)
    unit.optionxform = str
    unit.read(DEPLOY / "paiju.service", encoding="utf-8")
    assert unit["Service"]["User"] != "root" and unit["Service"]["Restart"] == "always"
    assert int(unit["Service"]["TimeoutStopSec"]) > DEADLINE
    assert unit["Install"]["WantedBy"] == "multi-user.target"


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_the_proxies_keep_numbers_inside_and_name_the_client(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    assert "/metrics" in text and "X-Forwarded-For" in text and "8000" in text
    assert text.count("{") == text.count("}")


def test_the_documents_name_every_file() -> None:
    text = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    for path in DEPLOY.iterdir():
        assert f"deploy/{path.name}" in text


SCHEMAS = {
    "workflows/*.yml": "vendor.github-workflows",
    "dependabot.yml": "vendor.dependabot",
}


@pytest.mark.parametrize("pattern", SCHEMAS)
def test_workflows_fit_their_schema(pattern: str) -> None:
    files = sorted((ROOT / ".github").glob(pattern))
    assert files
    command: list[str | Path] = [
        Path(sys.executable).with_name("check-jsonschema"),
        "--builtin-schema",
        SCHEMAS[pattern],
        *files,
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_workflows_pass_actionlint(tmp_path: Path) -> None:
    """Beside them lies one with a mistake, and that is all it finds. npm carries actionlint as WebAssembly."""
    if not (ROOT / "web" / "node_modules" / "@tktco" / "node-actionlint").is_dir():
        pytest.skip("actionlint is not installed; npm ci in web/ installs it")
    shutil.copytree(ROOT / ".github" / "workflows", tmp_path, dirs_exist_ok=True)
    text = (tmp_path / "test.yml").read_text(encoding="utf-8")
    (tmp_path / "wrong.yml").write_text(text.replace("matrix.kernel ==", "matrix.kernl =="), encoding="utf-8")
    program: list[str | Path] = [
        sys.executable,
        ROOT / "tools" / "paiju_build.py",
        "npm",
        "exec",
        "--",
        "node-actionlint",
        tmp_path / "*.yml",
    ]
    done = subprocess.run(program, capture_output=True, text=True, timeout=120)
    found = re.findall(r"^\S*?([\w-]+\.yml):\d+:\d+ (.*)$", done.stdout, re.M)
    assert [name for name, _ in found] == ["wrong.yml"] and '"kernl" is not defined' in found[0][1], done.stdout


def test_workflows_run_what_is_there() -> None:
    """Commands of the workflows name files of this tree; the wheels are those that `tool.cibuildwheel` names."""
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / ".github" / "workflows").glob("*.yml"))
    for path in re.findall(r"(?:bash|python3?) ([\w.]+/[\w./]+)", text):
        assert (ROOT / path).is_file(), path
