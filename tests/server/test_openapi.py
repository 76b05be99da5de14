"""The OpenAPI document against the server it describes."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance

from tests.server.process import Process


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with Process(tmp_path_factory.mktemp("openapi"), warm_up=False) as process:
        yield process


def test_every_route_is_described(server: Process) -> None:
    document = httpx.get(f"{server.url}/api/openapi.json", timeout=30).json()
    assert document["openapi"].startswith("3.1")
    assert len(document["paths"]) >= 30
    for path, item in document["paths"].items():
        for method, told in item.items():
            assert told["description"], f"{method} {path} has no description"


@pytest.mark.timeout(240)
def test_nothing_that_fits_the_document_breaks_the_server(server: Process) -> None:
    """Random requests to every operation, as a guest who owns a table: no 500, and answers of the promised shape."""

    def somebody() -> dict[str, str]:
        made = httpx.post(f"{server.url}/api/session", json={"name": "Fuzz"}, timeout=30).json()
        return {"authorization": f"Bearer {made['token']}"}

    headers = somebody()
    body = {"game": "duel", "bots": [{"level": "random"}]}
    table = httpx.post(f"{server.url}/api/games", json=body, headers=headers, timeout=30).json()["id"]
    calls = 0
    for result in schemathesis.openapi.from_url(f"{server.url}/api/openapi.json").get_all_operations():

        @settings(
            max_examples=6, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(case=result.ok().as_strategy())
        def send(case: schemathesis.Case) -> None:
            nonlocal calls
            if "game" in case.path_parameters and calls % 2:
                case.path_parameters["game"] = table
            calls += 1
            checks = [not_a_server_error, response_schema_conformance]
            ends = case.method.upper() == "DELETE" and case.path in ("/api/me", "/api/session")
            case.validate_response(case.call(headers=somebody() if ends else headers), checks=checks)

        send()
    assert calls > 100
    assert httpx.get(f"{server.url}/api/me", headers=headers, timeout=30).status_code == 200  # still the same guest
    assert httpx.get(f"{server.url}/ready", timeout=30).json()["status"] == "ready"
