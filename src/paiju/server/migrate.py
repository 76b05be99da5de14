"""Bring a database to the schema of this version, with Alembic.

paiju serve             does it at every start
alembic                 is not needed on the command line: the migrations are part of the package
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

MIGRATIONS: Final = Path(__file__).parent / "migrations"
_LOCK: Final = 0x7061696A75  # "paiju": two processes that start at once take turns


def config(connection: Any = None) -> Config:
    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS))
    made.attributes["connection"] = connection
    return made


async def upgrade(engine: AsyncEngine, revision: str = "head") -> None:
    """Run what is missing. Safe to call from several processes at the same time."""
    async with engine.begin() as db:
        if engine.dialect.name == "postgresql":
            await db.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        await db.run_sync(lambda connection: command.upgrade(config(connection), revision))
