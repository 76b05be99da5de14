"""Pages of other sites: they may neither change anything nor give their visitor another session."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from paiju.server.context import StartError
from paiju.server.environment import from_environment
from tests.server.client import serving

SESSION = b'{"name": "Mallory"}'
EVIL = {"origin": "https://evil.example"}


@pytest.mark.parametrize("path", ["/api/session", "/api/login"])
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({**EVIL, "content-type": "application/json"}, 403),
        ({**EVIL, "content-type": "text/plain"}, 403),
        ({"origin": "null", "content-type": "application/json"}, 403),  # a sandboxed frame
        ({"origin": "http://[", "content-type": "application/json"}, 403),  # no address at all
        ({"sec-fetch-site": "cross-site", "content-type": "application/json"}, 403),
        ({"sec-fetch-site": "same-site", "content-type": "application/json"}, 403),  # a neighbour under the same domain
        ({"sec-fetch-site": "cross-site", **EVIL, "content-type": "application/json"}, 403),
        ({"content-type": "text/plain"}, 400),
        ({"content-type": "application/x-www-form-urlencoded"}, 400),
        ({}, 400),  # a Blob without a type
    ],
)
async def test_no_session_comes_from_elsewhere(path: str, headers: dict[str, str], status: int, tmp_path: Path) -> None:
    async with serving(tmp_path) as server, httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.post(path, content=SESSION, headers=headers)
        assert answer.status_code == status, answer.text
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "OWN"},
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {"sec-fetch-site": "same-origin", "origin": "https://cards.example.org"},  # a proxy asks by another name
    ],
)
async def test_our_own_page_and_programs_are_served(headers: dict[str, str], tmp_path: Path) -> None:
    async with serving(tmp_path) as server, httpx.AsyncClient(base_url=server.url) as http:
        own = {name: server.url if value == "OWN" else value for name, value in headers.items()}
        answer = await http.post("/api/session", json={"name": "Ann"}, headers=own)
        assert answer.status_code == 201, answer.text


async def test_no_route_changes_anything_for_a_foreign_page(tmp_path: Path) -> None:
    """Every route of the document that is not a GET, with a session and without a body."""
    async with serving(tmp_path) as server:
        ann = await server.guest()
        code = (await ann.table())["id"]
        document: dict[str, Any] = await ann.get("/api/openapi.json")
        asked = 0
        for path, item in document["paths"].items():
            for method in item.keys() - {"get", "head", "parameters"}:
                address = path.replace("{game}", code).replace("{player}", ann.id)
                for number in ("hand", "report"):
                    address = address.replace(f"{{{number}}}", "1")
                if "{" in address:
                    continue
                answer = await ann.http.request(method, address, headers=EVIL)
                assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), f"{method} {path}"
                asked += 1
        assert asked > 25


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "https://a\x00b"])
async def test_an_origin_that_is_no_address(origin: str, tmp_path: Path) -> None:
    async with serving(tmp_path) as server, httpx.AsyncClient(base_url=server.url) as http:
        headers = {"origin": origin.encode("latin-1").replace(b"\x00", b"%")}
        answer = await http.request("POST", "/api/session", json={"name": "Ann"}, headers=headers)  # type: ignore[arg-type]
        assert answer.status_code == 403


@pytest.mark.parametrize("origin", ["https://Example.org", "https://example.org/", "https://example.org:443"])
def test_a_site_is_named_as_people_write_it(origin: str, tmp_path: Path) -> None:
    settings = from_environment({"PAIJU_DATA": str(tmp_path), "PAIJU_ORIGIN": f"{origin} http://10.0.0.7:8000"})
    assert settings.origins == ("https://example.org", "http://10.0.0.7:8000")


@pytest.mark.parametrize(
    ("name", "value"), [("ORIGIN", "example.org"), ("METRICS_PORT", "9100x"), ("METRICS_PORT", "65536")]
)
def test_a_slip_in_the_environment_is_named(name: str, value: str, tmp_path: Path) -> None:
    """A site that is never recognised, and numbers that everybody reads, would be the alternative."""
    with pytest.raises(StartError, match=value):
        from_environment({"PAIJU_DATA": str(tmp_path), f"PAIJU_{name}": value})
