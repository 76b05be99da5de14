from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.server import services


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with services.postgres() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with services.valkey() as url:
        yield url


@pytest_asyncio.fixture
async def postgres_url(postgres_server: str) -> str:
    return await services.database(postgres_server)


@pytest_asyncio.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.services)])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The same test on both databases."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.db'}"
    return await services.database(request.getfixturevalue("postgres_server"))
