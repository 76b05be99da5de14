"""SQL over many rows at once, the same on both databases.

Every statement gets its rows as one JSON parameter. Python's SQLite driver lets go of the interpreter for each row of
`executemany`, and the event loop may be slow to give it back; this way it is once for each statement.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection

_encode: Final = msgspec.json.Encoder().encode


class Statement:
    """SQL over rows named `new`, whose columns are given by name and type; it works on SQLite and on PostgreSQL."""

    def __init__(self, columns: str, sql: str) -> None:
        typed = [column.split() for column in columns.split(", ")]
        lite = ", ".join(f"json_extract(value, '$[{at}]') AS {name}" for at, (name, _) in enumerate(typed))
        post = ", ".join(f"CAST(value ->> {at} AS {type}) AS {name}" for at, (name, type) in enumerate(typed))
        # An upsert from a SELECT needs a WHERE in SQLite, where ON would else begin a join condition.
        self._sql = {
            "sqlite": sql.format(new=f"(SELECT {lite} FROM json_each(?)) AS new"),
            "postgresql": sql.format(new=f"(SELECT {post} FROM json_array_elements(CAST($1 AS JSON))) AS new"),
        }

    def __call__(self, db: Connection, rows: Collection[Sequence[Any]]) -> int:
        """Execute it, if there are any rows. How many rows of the database it changed."""
        if not rows:
            return 0
        return db.exec_driver_sql(self._sql[db.dialect.name], (_encode(rows).decode(),)).rowcount
