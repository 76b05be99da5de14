"""Which lessons players have been through."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, select, text

from paiju.server import models as m
from paiju.server.store import Store

_DONE: Final = text(
    "INSERT INTO lessons_done (player_id, lesson, at) VALUES (:player, :lesson, :at) ON CONFLICT DO NOTHING"
)


async def lessons_done(store: Store, player: int) -> frozenset[str]:
    """The lessons of a player."""
    rows = await store.all(select(m.lessons_done.c.lesson).where(m.lessons_done.c.player_id == player))
    return frozenset(row.lesson for row in rows)


async def finish(store: Store, player: int, lesson: str, now: int) -> None:
    """A player has been through a lesson; the first time counts."""
    row = {"player": player, "lesson": lesson, "at": now}

    def write(db: Connection) -> None:
        db.execute(_DONE, row)

    await store.database.write(write)
