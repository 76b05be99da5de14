"""Sessions and the life of an account in the database: until it is exported, deleted, or forgotten."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace
from typing import Any, Final

from msgspec import structs
from sqlalchemy import Connection, delete, exists, insert, select, update

from paiju.games.record import dump, load
from paiju.server import models as m
from paiju.server.names import stump
from paiju.server.store import Store
from paiju.server.writer import pay
from paiju.table import Refused, decode, encode, events

LIFE: Final = 90 * 86_400_000
"""Milliseconds after its last use for which a session lasts."""

IDLE_GUEST: Final = 180 * 86_400_000
"""Milliseconds after which a guest who was not seen is removed; longer than any session of theirs lasts."""

AT_ONCE: Final = 100
"""Idle guests removed in one go, so that players do not wait for it."""


DELETING: Final = 120.0
"""Seconds that the deletion of one player may take: it looks through all logs, and writes all their deals anew."""


class Accounts:
    """Sessions and accounts of one store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # --- sessions --------------------------------------------------------------------------------------------------------

    async def open_session(self, player: int, now: int) -> str:
        session = secrets.token_hex(16)
        row = insert(m.sessions).values(
            id=session, player_id=player, created_at=now, seen_at=now, expires_at=now + LIFE
        )
        await self._store.database.write(lambda db: db.execute(row))
        return session

    async def session(self, session: str) -> Any:
        return await self._store.first(select(m.sessions).where(m.sessions.c.id == session))

    async def sessions(self, player: int, now: int) -> list[Any]:
        """A player's sessions that have not ended, most recently used first."""
        mine = (m.sessions.c.player_id == player) & (m.sessions.c.expires_at > now)
        return await self._store.all(select(m.sessions).where(mine).order_by(m.sessions.c.seen_at.desc()))

    async def extend_session(self, session: str, player: int, now: int) -> None:
        """A session is used: it lasts longer, and its player was seen."""
        row = update(m.sessions).where(m.sessions.c.id == session).values(seen_at=now, expires_at=now + LIFE)
        seen = update(m.players).where(m.players.c.id == player, m.players.c.seen_at < now).values(seen_at=now)

        def extend(db: Connection) -> None:
            db.execute(row)
            db.execute(seen)

        await self._store.database.write(extend)

    async def end_session(self, session: str, player: int) -> None:
        row = delete(m.sessions).where(m.sessions.c.id == session, m.sessions.c.player_id == player)
        await self._store.database.write(lambda db: db.execute(row))

    async def end_sessions(self, player: int, but: str | None = None) -> int:
        """End a player's sessions, `but` for one; how many."""
        rows = delete(m.sessions).where(m.sessions.c.player_id == player)
        if but is not None:
            rows = rows.where(m.sessions.c.id != but)
        return await self._store.database.write(lambda db: int(db.execute(rows).rowcount))

    async def set_password(self, player: int, hashed: str) -> None:
        row = update(m.accounts).where(m.accounts.c.player_id == player).values(password=hashed)
        await self._store.database.write(lambda db: db.execute(row))

    # --- export and deletion ---------------------------------------------------------------------------------------------

    async def export(self, player: int, now: int) -> dict[str, Any]:
        """All that is stored about a player, for that player: no password, no token, nobody else's notes."""
        tables = {
            "sessions": select(m.sessions.c.created_at, m.sessions.c.seen_at, m.sessions.c.expires_at).where(
                m.sessions.c.player_id == player, m.sessions.c.expires_at > now
            ),
            "ledger": select(m.ledger.c.amount, m.ledger.c.why, m.ledger.c.at).where(m.ledger.c.player_id == player),
            "contacts": select(
                m.contacts.c.about_id, m.contacts.c.note, m.contacts.c.tag, m.contacts.c.friend, m.contacts.c.muted
            ).where(m.contacts.c.author_id == player),
            "reports": select(m.reports.c.about_id, m.reports.c.reason, m.reports.c.text, m.reports.c.at).where(
                m.reports.c.author_id == player
            ),
            "standings": select(m.standings).where(m.standings.c.player_id == player),
            "puzzleRating": select(m.puzzle_players).where(m.puzzle_players.c.player_id == player),
            "puzzles": select(m.puzzle_tries).where(m.puzzle_tries.c.player_id == player),
            "ratings": select(m.ratings).where(m.ratings.c.player_id == player),
            "weeks": select(m.weeks).where(m.weeks.c.player_id == player),
            "feats": select(m.feats).where(m.feats.c.player_id == player),
            "decisions": select(m.decisions).where(m.decisions.c.player_id == player),
            "dailyDeals": select(
                m.daily_plays.c.day, m.daily_plays.c.game, m.daily_plays.c.started_at, m.daily_plays.c.finished_at,
                m.daily_plays.c.score,
            ).where(m.daily_plays.c.player_id == player),
            "lessons": select(m.lessons_done).where(m.lessons_done.c.player_id == player),
            "deals": select(
                m.games.c.code, m.games.c.game, m.hands.c.hand_number, m.hands.c.played_at, m.player_hands.c.seat,
                m.player_hands.c.hole_cards, m.player_hands.c.bet_amount, m.player_hands.c.won_amount,
                m.player_hands.c.actions,
            )
            .select_from(m.player_hands)
            .join(m.hands, m.hands.c.id == m.player_hands.c.hand_id)
            .join(m.games, m.games.c.id == m.hands.c.game_id)
            .where(m.player_hands.c.player_id == player)
            .order_by(m.hands.c.id),
        }  # fmt: skip
        row, account = await self._store.player(player), await self._store.account(player=player)
        found: dict[str, Any] = {
            "player": {"id": str(row.id), "name": row.name, "avatar": row.avatar, "chips": row.chips, "createdAt": row.created_at, "hidden": row.hidden},
            "login": account.login if account is not None else None,
        }  # fmt: skip
        for name, query in tables.items():
            found[name] = [_camel(one._mapping) for one in await self._store.all(query)]
        return found

    async def delete(self, player: int, now: int) -> None:
        """Remove a player. Chips are written off; histories keep a stump. Refused while they sit somewhere."""
        database = self._store.database
        async with asyncio.timeout(DELETING):
            # Looks through every log: beside the writing.
            traces = await database.read(lambda db: list(db.execute(_traces(player)).all()), long=True)
            await database.write(lambda db: _delete(db, player, traces, now), long=True)

    async def remove_idle_guests(self, now: int) -> int:
        """Remove some guests who have no account, sit nowhere, and were not seen for long; also sessions that have ended."""
        over = delete(m.sessions).where(m.sessions.c.expires_at <= now)
        idle = (
            select(m.players.c.id)
            .where(
                m.players.c.seen_at < now - IDLE_GUEST,
                m.players.c.deleted_at.is_(None),
                ~exists().where(m.accounts.c.player_id == m.players.c.id),
                ~exists().where(m.seats.c.player_id == m.players.c.id),
                ~exists().where(m.sessions.c.player_id == m.players.c.id, m.sessions.c.seen_at >= now - IDLE_GUEST),
            )
            .order_by(m.players.c.id)
            .limit(AT_ONCE)
        )
        await self._store.database.write(lambda db: db.execute(over))
        found = [row.id for row in await self._store.all(idle)]
        for player in found:
            await self.delete(player, now)
        return len(found)


def _camel(row: Any) -> dict[str, Any]:
    def name(text: str) -> str:
        first, *rest = text.split("_")
        return first + "".join(word.title() for word in rest)

    return {name(key): value for key, value in row.items()}


def _delete(db: Connection, player: int, traces: list[Any], now: int) -> None:
    chips = db.scalar(select(m.players.c.chips).where(m.players.c.id == player).with_for_update())
    if chips is None:
        return
    if db.scalar(select(m.seats.c.game_id).where(m.seats.c.player_id == player).limit(1)) is not None:
        raise Refused("wrong_phase", "error.still_seated")
    if chips:
        pay(db, [(player, -chips, None, "deleted", now)])
    for table in (
        m.accounts, m.sessions, m.standings, m.puzzle_players, m.puzzle_tries, m.daily_plays, m.ratings, m.weeks, m.feats,
        m.decisions, m.lessons_done,
    ):  # fmt: skip
        db.execute(delete(table).where(table.c.player_id == player))
    db.execute(delete(m.contacts).where((m.contacts.c.author_id == player) | (m.contacts.c.about_id == player)))
    db.execute(delete(m.reports).where(m.reports.c.author_id == player))
    gone = {"name": stump(player), "avatar": "", "deleted_at": now}
    db.execute(update(m.players).where(m.players.c.id == player).values(**gone))
    _rename_deals(db, player)
    for row in traces:
        which = (m.entries.c.game_id == row.game_id) & (m.entries.c.seq == row.seq)
        db.execute(update(m.entries).where(which).values(body=_without_name(row.body, player)))


def _rename_deals(db: Connection, player: int) -> None:
    """Put the stump in the place of the name in finished deals and their records."""
    mine = (
        select(m.hands.c.id, m.hands.c.facts, m.hands.c.record)
        .join(m.player_hands, m.player_hands.c.hand_id == m.hands.c.id)
        .where(m.player_hands.c.player_id == player)
    )
    for row in db.execute(mine).all():
        seat = row.facts["players"].index(str(player))
        facts = {**row.facts, "names": _with(row.facts["names"], seat, stump(player))}
        record = load(row.record)
        record = replace(record, names=tuple(_with(record.names, seat, stump(player))), hashes=())
        db.execute(update(m.hands).where(m.hands.c.id == row.id).values(facts=facts, record=dump(record)))


def _traces(player: int) -> Any:
    """Events in the logs of tables that hold the player's name, or what the player said."""
    about = m.entries.c.body.contains(f'"player":"{player}"', autoescape=True)
    named = m.entries.c.body.startswith('{"t":"sat"') | m.entries.c.body.startswith('{"t":"said"')
    return select(m.entries).where(named, about)


def _without_name(body: str, player: int) -> str:
    event = decode(body)
    if isinstance(event, events.Said):
        event = structs.replace(event, name=stump(player), text="…")
    elif isinstance(event, events.Sat):
        event = structs.replace(event, name=stump(player))
    return encode(event).decode()


def _with(names: Any, seat: int, name: str) -> list[str]:
    return [*names[:seat], name, *names[seat + 1 :]]
