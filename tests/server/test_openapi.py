"""The OpenAPI document against the server it describes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core import NOT_SET
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import response_schema_conformance

from tests.server.inhabited import LOGIN, Inhabited, Request
from tests.server.process import Process

CHECKS = [not_a_server_error, response_schema_conformance]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    data: Path = tmp_path_factory.mktemp("openapi")
    with Process(data, warm_up=False) as process:
        Inhabited.prepare(process.url)
    with Process(data, warm_up=False, admins=(LOGIN,)) as process:
        yield process


def test_every_route_is_described(server: Process) -> None:
    document = httpx.get(f"{server.url}/api/openapi.json", timeout=30).json()
    assert document["openapi"].startswith("3.1")
    assert len(document["paths"]) >= 30
    for path, item in document["paths"].items():
        for method, told in item.items():
            assert told["description"], f"{method} {path} has no description"


@pytest.mark.timeout(300)
def test_every_route_succeeds_and_nothing_that_fits_breaks_the_server(server: Process) -> None:
    send_cases(server, each=4, anew=4)


@pytest.mark.timeout(300)
def test_nothing_that_does_not_fit_breaks_the_server(server: Process) -> None:
    send_misfits(server, each=6)


@pytest.mark.fuzz
@pytest.mark.timeout(7200)
def test_thousands_of_requests_that_do_not_fit_break_nothing(server: Process) -> None:
    print(sorted(send_misfits(server, each=60).items()))


@pytest.mark.fuzz
@pytest.mark.timeout(7200)
def test_twenty_thousand_requests_break_nothing(server: Process) -> None:
    statuses = send_cases(server, each=300, anew=25)
    print(sorted(statuses.items()))
    assert sum(statuses.values()) >= 20_000


def send_cases(server: Process, each: int, anew: int) -> Counter[int]:
    """So many random requests to every operation: no 500, and answers of the promised shape.

    The first is one that should succeed, and so is what every `anew`-th begins with; the others go to the same place with other
    bodies and queries, every fourth to a place of its own. Returns how often each status came.
    """
    with Inhabited(server.url) as world:
        statuses = _sent(server, world, each, anew)
    assert httpx.get(f"{server.url}/ready", timeout=30).json()["status"] == "ready"
    return statuses


def send_misfits(server: Process, each: int) -> Counter[int]:
    """So many requests to every operation with something in them that the document forbids: no 500 either."""
    statuses = Counter[int]()
    with Inhabited(server.url) as world:
        for result in schemathesis.openapi.from_url(f"{server.url}/api/openapi.json").get_all_operations():
            operation = result.ok()  # type: ignore[union-attr]
            if not (operation.body or operation.query or operation.path_parameters):
                continue
            _send_misfits(operation, world.request(operation.method, operation.path), statuses, each)
    assert httpx.get(f"{server.url}/ready", timeout=30).json()["status"] == "ready"
    return statuses


def _send_misfits(operation: Any, fits: Request, statuses: Counter[int], each: int) -> None:
    @settings(
        max_examples=each, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(GenerationMode.NEGATIVE))
    def send(case: Any) -> None:
        if sum(statuses.values()) % 2 and case.body is not NOT_SET:
            case.path_parameters.update(fits.path)
        answer = case.call(headers=fits.headers if fits.token else {}, timeout=120)
        statuses[answer.status_code] += 1
        case.validate_response(answer, checks=[not_a_server_error])

    send()


def _sent(server: Process, world: Inhabited, each: int, anew: int) -> Counter[int]:
    statuses, failing = Counter[int](), list[str]()
    for result in schemathesis.openapi.from_url(f"{server.url}/api/openapi.json").get_all_operations():
        operation = result.ok()  # type: ignore[union-attr]
        name = f"{operation.method.upper()} {operation.path}"
        calls, fits, succeeded = 0, world.request(operation.method, operation.path), False

        @settings(
            max_examples=each, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(case=operation.as_strategy())
        def send(case: Any) -> None:
            nonlocal calls, fits, succeeded
            if calls and calls % anew == 0:
                fits = world.request(case.method, case.path)
            if calls % 4 != 3:
                case.path_parameters.update(fits.path)
            if calls % anew == 0:
                case.query, case.headers, case.cookies = dict(fits.query), {}, {}
                case.body = NOT_SET if fits.body is None else fits.body
            calls += 1
            answer = case.call(headers=fits.headers if fits.token else {}, timeout=120)
            statuses[answer.status_code] += 1
            succeeded |= 200 <= answer.status_code < 300
            case.validate_response(answer, checks=CHECKS)

        send()
        print(f"{name}: {calls} requests, {sum(statuses.values())} in all", flush=True)
        if not succeeded:
            failing.append(name)
    assert not failing, f"no success; tests/server/inhabited.py can say what fits: {', '.join(failing)}"
    return statuses
