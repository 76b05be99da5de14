"""The database of a server, for commands that work on it from outside; a server may run meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

import typer

from paiju.cli.output import SYSTEM_LANGUAGE, fail
from paiju.games.refusals import Refusal

if TYPE_CHECKING:
    from paiju.server.store import Store

T = TypeVar("T")

DATA: Final = Path("data")
DataOption = Annotated[Path, typer.Option(help="The server's data folder.", envvar="PAIJU_DATA")]
DatabaseOption = Annotated[
    str | None, typer.Option(help="postgresql://… or sqlite:///… instead.", envvar="PAIJU_DATABASE")
]


def address_of(data: Path, database: str | None) -> str:
    from paiju.server.database import sqlite_url

    return database or sqlite_url(data / "paiju.db")


def now() -> int:
    return time.time_ns() // 1_000_000


def with_store(data: Path, database: str | None, do: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with the database of a server, which has to exist and to have the schema of this version."""
    from paiju.server.lock import sqlite_file
    from paiju.server.migrate import head, revision_of
    from paiju.server.store import Store

    address = address_of(data, database)
    file = sqlite_file(address)
    if file is not None and not file.is_file():
        fail(Refusal("backup.no_database", file=file))

    async def run() -> T:
        store = Store(address)
        try:
            found = await store.database.read(revision_of)
            if found != head():
                raise Refusal("backup.revision", found=found, known=head())
            store.writer.start()
            return await do(store)
        finally:
            await store.close()

    return finished(run())


def finished(work: Coroutine[Any, Any, T]) -> T:
    """Do some work on a database; where it is refused or fails, the command ends with a sentence."""
    from sqlalchemy.exc import ArgumentError, DBAPIError

    from paiju.server.messages import sentence
    from paiju.table import Refused

    try:
        return asyncio.run(work)
    except Refused as refused:
        fail(sentence(refused, SYSTEM_LANGUAGE))
    except Refusal as refusal:
        fail(refusal)
    except ArgumentError:
        fail(Refusal("serve.database_address"))
    except (DBAPIError, OSError) as error:
        fail(Refusal("serve.database", why=getattr(error, "orig", error)))
