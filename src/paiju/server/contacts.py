"""What players keep about each other, and what they tell the host: the queries behind social.py, on either database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, and_, delete, func, insert, select, text, update

from paiju.server import models as m
from paiju.server.store import Store

MOST: Final = 500
"""People one player may keep something about."""
REPORTS: Final = 3
"""Open reports of one player about another; more of them say nothing new."""
SAID: Final = 20
"""Lines of chat that go along with a report."""
SEEN: Final = 120_000
"""Milliseconds after which who has not been heard of is no longer online."""

_NEW: Final = text(
    "INSERT INTO contacts (author_id, about_id, note, tag, friend, muted, updated_at)"
    " VALUES (:author_id, :about_id, :note, :tag, :friend, :muted, :updated_at)"
    " ON CONFLICT (author_id, about_id) DO UPDATE SET note = excluded.note, tag = excluded.tag, friend = excluded.friend,"
    " muted = excluded.muted, updated_at = excluded.updated_at"
)
"""The same on both databases, which SQLAlchemy's own upserts are not."""


class Full(Exception):
    """There is no room for another row."""


@dataclass(frozen=True)
class Kept:
    """What one keeps about another."""

    note: str = ""
    tag: str = ""
    friend: bool = False
    muted: bool = False


class Contacts:
    """Contacts and reports of one database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def all(self, author: int) -> list[Any]:
        """Everybody one keeps something about: friends first, then by name. `mutual`: the other keeps one as a friend too."""
        back = m.contacts.alias("back")
        query = (
            select(
                m.contacts, m.players.c.name, m.players.c.avatar, m.players.c.seen_at,
                func.coalesce(back.c.friend, False).label("mutual"),
            )
            .join(m.players, m.players.c.id == m.contacts.c.about_id)
            .outerjoin(back, and_(back.c.author_id == m.contacts.c.about_id, back.c.about_id == author))
            .where(m.contacts.c.author_id == author)
            .order_by(m.contacts.c.friend.desc(), m.players.c.name, m.contacts.c.about_id)
            .limit(MOST)
        )  # fmt: skip
        return await self._store.all(query)

    async def tables(self, players: Sequence[int]) -> dict[int, list[str]]:
        """The public tables at which these people sit, latest first: what anybody can see in the lobby."""
        if not players:
            return {}
        query = (
            select(m.seats.c.player_id, m.games.c.code)
            .join(m.games, m.games.c.id == m.seats.c.game_id)
            .where(m.seats.c.player_id.in_(players), m.games.c.closed.is_(False), m.games.c.private.is_(False))
            .order_by(m.games.c.updated_at.desc())
        )
        found: dict[int, list[str]] = {}
        for row in await self._store.all(query):
            found.setdefault(row.player_id, []).append(row.code)
        return found

    async def keep(self, author: int, about: int, kept: Kept, now: int) -> None:
        """Write what is kept; a row without content goes. Full, if it would be one too many."""
        key = and_(m.contacts.c.author_id == author, m.contacts.c.about_id == about)
        values = {"note": kept.note, "tag": kept.tag, "friend": kept.friend, "muted": kept.muted, "updated_at": now}
        mine = select(func.count()).select_from(m.contacts).where(m.contacts.c.author_id == author)

        def keep(db: Connection) -> None:
            if kept == Kept():
                db.execute(delete(m.contacts).where(key))
            elif not db.execute(update(m.contacts).where(key).values(**values)).rowcount:
                if db.execute(mine).scalar_one() >= MOST:
                    raise Full
                db.execute(_NEW, {"author_id": author, "about_id": about, **values})

        await self._store.database.write(keep)

    async def kept(self, author: int, about: int) -> Kept:
        query = select(m.contacts).where(m.contacts.c.author_id == author, m.contacts.c.about_id == about)
        row = await self._store.first(query)
        return Kept() if row is None else Kept(row.note, row.tag, bool(row.friend), bool(row.muted))

    async def muted(self, author: int) -> set[str]:
        """Whom one does not want to hear."""
        query = select(m.contacts.c.about_id).where(m.contacts.c.author_id == author, m.contacts.c.muted.is_(True))
        return {str(row.about_id) for row in await self._store.all(query)}

    async def report(self, author: int, about: int, reason: str, text: str, game: str, now: int) -> int:
        """Keep a complaint, with what the other said lately at that table. Full, if enough of them are open."""
        said = await self._said(game, about) if game else []
        same = and_(m.reports.c.author_id == author, m.reports.c.about_id == about, m.reports.c.status == "open")
        count = select(func.count()).select_from(m.reports).where(same)
        row = insert(m.reports).values(
            author_id=author, about_id=about, reason=reason, text=text, game=game, said=said, at=now
        )

        def add(db: Connection) -> int:
            if db.execute(count).scalar_one() >= REPORTS:
                raise Full
            return int(db.execute(row.returning(m.reports.c.id)).scalar_one())

        return await self._store.database.write(add)

    async def _said(self, code: str, player: int) -> list[str]:
        row = await self._store.game(code)
        if row is None:
            return []
        lines = [msgspec.json.decode(body) for _, body in await self._store.chat(row.id)]
        return [str(line.get("text", "")) for line in lines if line.get("player") == str(player)][-SAID:]

    async def reports(self, status: str | None, page: int = 1, size: int = 50) -> tuple[list[Any], int]:
        """Complaints, newest first, with the names of both."""
        author, about = m.players.alias("author"), m.players.alias("about")
        where = [m.reports.c.status == status] if status is not None else []
        query = (
            select(m.reports, author.c.name.label("author_name"), about.c.name.label("about_name"))
            .join(author, author.c.id == m.reports.c.author_id)
            .join(about, about.c.id == m.reports.c.about_id)
            .where(*where)
            .order_by(m.reports.c.id.desc())
        )
        return await self._store.page(query, page, size)

    async def settle(self, report: int, status: str) -> bool:
        """Mark a complaint; False if there is none of that number."""
        change = update(m.reports).where(m.reports.c.id == report).values(status=status)
        return await self._store.database.write(lambda db: bool(db.execute(change).rowcount))

    async def seen(self, player: int, now: int) -> None:
        """Somebody is here."""
        await self._store.edit_player(player, seen_at=now)
