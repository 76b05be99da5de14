"""Bring a database to the schema of this version, with Alembic.

paiju serve             does it at every start; Alembic itself is loaded only where something is to be done
alembic                 is not needed on the command line: the migrations are part of the package
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, inspect, text

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS: Final = Path(__file__).parent / "migrations"
_LOCK: Final = 0x7061696A75  # "paiju": two processes that start at once take turns


def head() -> str:
    """The newest revision: files of migrations are numbered, and named by their number first."""
    return max(path.name for path in (MIGRATIONS / "versions").glob("[0-9]*.py")).partition("_")[0]


def config(connection: Any = None) -> Config:
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS))
    made.attributes["connection"] = connection
    return made


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run what is missing, in the present transaction. Safe to call from several processes at the same time."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    if revision_of(connection) == (head() if revision == "head" else revision):
        return
    from alembic import command

    command.upgrade(config(connection), revision)


def revision_of(connection: Connection) -> str | None:
    """The revision a database is at; None for a new one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found
