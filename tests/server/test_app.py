"""The first routes: health, catalog, the page and its headers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from paiju import __version__, kernel
from paiju.games import catalog
from paiju.server import page, rooms, wire
from paiju.server.app import App, Settings, create_app
from paiju.server.context import running
from paiju.server.store import Store
from paiju.server.table_settings import table_settings
from tests.server.client import serving


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[App]]:
    with TestClient(create_app(Settings(data=tmp_path))) as client:
        yield client


def test_health_says_version_and_kernel(client: TestClient[App]) -> None:
    answer = client.get("/health")
    assert answer.json() == {"status": "ok", "version": __version__, "kernel": kernel.HAVE_KERNEL}


def test_the_catalog_lists_every_game_in_both_languages(client: TestClient[App]) -> None:
    games = client.get("/api/catalog").json()["games"]
    assert [game["id"] for game in games] == [entry.id for entry in catalog.infos()]
    for game in games:
        assert game["title"]["zh"] and game["title"]["en"]
        assert game["recommended"] in game["seats"]


async def test_every_answer_forbids_foreign_and_inline_code(tmp_path: Path) -> None:
    """Also errors."""
    paths = ("/health", "/", "/no/such/page", "/assets/none.js", "/api/openapi.json")
    asks = [f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" for path in paths]
    async with serving(tmp_path) as server:
        for ask in asks:
            reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
            writer.write(ask.encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            writer.close()
            headers = dict(line.lower().split(": ", 1) for line in head.splitlines()[1:] if line)
            policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
            assert policy["default-src"] == "'none'"
            assert policy["script-src"] == policy["style-src"] == "'self'"
            assert headers["x-content-type-options"] == "nosniff"


def test_the_openapi_document_describes_the_routes(client: TestClient[App]) -> None:
    document = client.get("/api/openapi.json").json()
    assert {"/health", "/api/catalog"} <= set(document["paths"])


@pytest.mark.skipif(not (page.STATIC / "index.html").is_file(), reason="the page is not built")
def test_the_documents_are_made_once(client: TestClient[App], monkeypatch: pytest.MonkeyPatch) -> None:
    """They take long enough to keep players waiting."""
    told = [client.get(path).content for path in ("/docs", "/api/openapi.json")]
    monkeypatch.setattr("paiju.server.docs.openapi", None)
    assert [client.get(path).content for path in ("/docs", "/api/openapi.json")] == told


def test_the_page_and_all_it_names_are_served(client: TestClient[App]) -> None:
    import re

    answer = client.get("/")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    named = re.findall(r'(?:src|href)="(/[^"]+)"', answer.text)
    assert len(named) >= 3
    for path in named:
        assert client.get(path).status_code == 200
    assets = [path for path in named if path.startswith("/assets/")]
    assert all("immutable" in client.get(path).headers["cache-control"] for path in assets)
    for path in assets:  # compressed for who can read it, the same for who cannot
        packed = client.get(path, headers={"Accept-Encoding": "gzip"})
        plain = client.get(path, headers={"Accept-Encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
        assert packed.content == plain.content and packed.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize("path", ["/assets/../wire.py", "/assets/%2e%2e/wire.py", "/assets/..%2f..%2fapp.py"])
def test_nothing_outside_the_page_is_served(client: TestClient[App], path: str) -> None:
    assert client.get(path).status_code == 404


def test_an_unbuilt_page_says_what_to_do(client: TestClient[App], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "STATIC", Path("nowhere"))
    answer = client.get("/")
    assert answer.status_code == 503
    assert "make serve" in answer.json()["message"]


def test_rules_in_words(client: TestClient[App]) -> None:
    path = "/api/catalog/big_two/rules"
    plain = client.get(path, params={"lang": "en"}).json()
    assert (plain["game"], plain["language"], plain["changed"]) == ("big_two", "en", [])
    locked = client.get(path, params={"lang": "en", "option": ["pass_lock=true"]}).json()
    (change,) = locked["changed"]
    assert change["name"] == "pass_lock" and change["clauses"][0]["changed"]
    assert {"text": "trick", "term": "trick"} in change["clauses"][0]["text"]
    assert locked["terms"]["trick"]["text"]
    shapes = next(section for section in plain["sections"] if section["key"] == "shapes")
    assert shapes["tables"][0]["rows"][0][1]["cards"] == ["Ks"]


def test_rules_follow_the_preset_and_the_reader(client: TestClient[App]) -> None:
    answer = client.get("/api/catalog/guandan/rules?preset=competition", headers={"Accept-Language": "zh-CN"}).json()
    assert (answer["language"], answer["preset"], answer["title"]) == ("zh", "competition", "掼蛋")
    level = client.get("/api/catalog/guandan/rules?option=level%3D7&lang=en").json()
    assert "played at 7" in "".join(run["text"] for run in level["surprises"][0]["text"])


def test_rules_that_cannot_be_told(client: TestClient[App]) -> None:
    for path, status in (
        ("/api/catalog/whist/rules", 404),
        ("/api/catalog/big_two/rules?preset=none", 400),
        ("/api/catalog/big_two/rules?option=pass_lock", 400),
        ("/api/catalog/big_two/rules?option=pass_lock%3Dperhaps", 400),
        ("/api/catalog/big_two/rules?option=colour%3Dred", 400),
        ("/api/catalog/big_two/rules?lang=fr", 400),
    ):
        answer = client.get(path)
        assert answer.status_code == status, path
        assert answer.json()["message"]


@pytest.mark.asyncio
async def test_closing_at_once_lets_a_query_finish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = []

    async def slow(store: Store) -> list[str]:
        for _ in range(20):
            await asyncio.sleep(0)
        told.append("open games")
        return []

    monkeypatch.setattr(Store, "open_games", slow)
    async with running(Settings(data=tmp_path)):
        await asyncio.sleep(0)  # it has begun
    assert told == ["open games"]


@pytest.mark.asyncio
async def test_warming_up_leaves_a_table_that_is_being_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = catalog.find("doudizhu")
    async with running(Settings(data=tmp_path, warm_up=False)) as context:
        new_game = context.store.new_game

        async def meanwhile(*args: Any, **columns: Any) -> int:
            number = await new_game(*args, **columns)
            await context.rooms.warm_up()
            return number

        monkeypatch.setattr(context.store, "new_game", meanwhile)
        owner = str(await context.store.new_player("Ann", "", 0))
        room = await context.rooms.open(table_settings(wire.NewGame(game=entry.id), entry), owner)
        assert context.rooms.running == {room.code: room}


def test_a_text_for_language_models(client: TestClient[App]) -> None:
    answer = client.get("/llms.txt")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain")
    for path in re.findall(r"\]\((/\S+)\)", answer.text):
        assert client.get(path).status_code == 200, path


@pytest.mark.asyncio
async def test_a_table_whose_opening_was_cut_short_can_be_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its row and the first event of its log are one transaction."""
    entry = catalog.find("doudizhu")
    async with running(Settings(data=tmp_path, warm_up=False)) as context:
        new_game = context.store.new_game

        async def dies(*args: Any, **columns: Any) -> int:
            await new_game(*args, **columns)
            raise ConnectionAbortedError

        owner = str(await context.store.new_player("Ann", "", 0))
        with monkeypatch.context() as patched, pytest.raises(ConnectionAbortedError):
            patched.setattr(context.store, "new_game", dies)
            await context.rooms.open(table_settings(wire.NewGame(game=entry.id), entry), owner)
        (code,) = await context.store.open_games()
        assert (await context.rooms.room(code)).table.info.id == "doudizhu"


@pytest.mark.asyncio
async def test_tables_come_back_once_the_database_can_be_reached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = catalog.find("doudizhu")
    async with running(Settings(data=tmp_path, warm_up=False)) as context:
        owner = str(await context.store.new_player("Ann", "", 0))
        code = (await context.rooms.open(table_settings(wire.NewGame(game=entry.id), entry), owner)).code
    monkeypatch.setattr(rooms, "RETRY", 0.0)
    async with running(Settings(data=tmp_path, warm_up=False)) as context:
        take_many, tries = context.store.take_many, 0

        async def full_at_first(codes: Any, server: str) -> Any:
            nonlocal tries
            tries += 1
            if tries < 3:
                raise OSError(ENOSPC, "No space left on device")
            return await take_many(codes, server)

        monkeypatch.setattr(context.store, "take_many", full_at_first)
        await context.rooms.warm_up()
        assert tries == 3 and list(context.rooms.running) == [code]
