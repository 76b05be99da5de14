"""What must outlive the process: tables and their logs, finished deals, players and their chips.

Changes of a table go through `submit`: they become durable together with all others that wait (`server/writer.py`). Each names
the fence under which its process owns the table, and the event it follows; a process that lost the table can therefore write
nothing more to it. Everything else is a query.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from sqlalchemy import ColumnElement, Connection, Executable, Select, exists, func, insert, or_, select, text, update
from sqlalchemy.exc import IntegrityError

from paiju.server import models as m
from paiju.server.database import connect, sqlite_url
from paiju.server.migrate import upgrade
from paiju.server.writer import FinishedDeal, Heartbeat, LostTable, NoChips, PlayerDeal, Write, Writer, pay

__all__ = [
    "START_CHIPS",
    "FinishedDeal",
    "Loaded",
    "LostTable",
    "NoChips",
    "PlayerDeal",
    "Store",
    "Write",
    "opened",
    "sqlite_url",
]

W = TypeVar("W", Write, Heartbeat)

START_CHIPS: Final = 1000

RECENT: Final = 5.0
"""Seconds for which a durable write shows that writing works."""

PATIENCE: Final = 2.0
"""Seconds that a check of the database may take."""


@dataclass(frozen=True)
class Loaded:
    """A table as it lies in the store."""

    id: int
    code: str
    fence: int
    seq: int
    snapshot: str | None
    rows: list[str]
    """Bodies of the events since the snapshot."""
    last_at: int
    alive_at: int
    game: str


class Store:
    """One database."""

    def __init__(self, url: str, on_end: Callable[[], None] | None = None) -> None:
        self.database = connect(url)
        self.writer = Writer(self.database, on_end)

    async def open(self) -> None:
        """Bring the schema up to date and start the writer."""
        await self.database.write(upgrade, long=True)
        self.writer.start()

    async def close(self) -> None:
        await self.writer.close()
        await self.database.close()

    def submit(self, write: W) -> W:
        """Queue a write, which is settled once it is durable. Writes of one table keep their order."""
        self.writer.submit(write)
        return write

    async def drain(self, within: float | None = None) -> bool:
        """Wait until all that was submitted is durable; False if that takes longer than `within` seconds."""
        return await self.writer.drain(within)

    async def first(self, query: Executable) -> Any:
        """The first row that a query finds, or None."""
        return await self.database.read(lambda db: db.execute(query).first())

    async def all(self, query: Executable) -> list[Any]:
        return await self.database.read(lambda db: list(db.execute(query).all()))

    async def page(self, query: Select[Any], page: int, size: int) -> tuple[list[Any], int]:
        """One page of what a query finds, and how many rows it finds in all."""
        count = select(func.count()).select_from(query.order_by(None).subquery())
        rows = query.limit(size).offset((page - 1) * size)
        return await self.database.read(lambda db: (list(db.execute(rows).all()), int(db.execute(count).scalar_one())))

    # --- tables -----------------------------------------------------------------------------------------------------------

    async def new_game(self, code: str, server: str, now: int, *first: str, **columns: Any) -> int:
        """A table, together with the first events of its log: without any it could never be loaded."""
        row = insert(m.games).values(
            code=code, server=server, created_at=now, updated_at=now, fence=1, seq=len(first), summary={}, **columns
        )

        def write(db: Connection) -> int:
            number = int(db.execute(row.returning(m.games.c.id)).scalar_one())
            for seq, body in enumerate(first, 1):
                db.execute(insert(m.entries).values(game_id=number, seq=seq, at=now, body=body))
            return number

        return await self.database.write(write)

    async def take(self, code: str, server: str) -> Loaded | None:
        """Become the owner of a table and read it. Whoever owned it before can write nothing more."""
        found = await self.take_many([code], server)
        return found[0] if found else None

    async def take_many(self, codes: Sequence[str], server: str) -> list[Loaded]:
        """Become the owner of several tables at once."""
        wanted = select(m.games).where(m.games.c.code.in_(codes)).with_for_update()

        def take(db: Connection) -> tuple[Sequence[Any], dict[str, int]]:
            rows = db.execute(wanted).all()
            mine = m.games.c.id.in_([row.id for row in rows])
            db.execute(update(m.games).where(mine).values(fence=m.games.c.fence + 1, server=server))
            beats = select(m.servers).where(m.servers.c.id.in_({row.server for row in rows}))
            return rows, {row.id: row.alive_at for row in db.execute(beats).all()}

        rows, alive = await self.database.write(take)
        events: dict[int, list[Any]] = {row.id: [] for row in rows}
        since = (
            select(m.entries.c.game_id, m.entries.c.body, m.entries.c.at)
            .join(m.games, m.games.c.id == m.entries.c.game_id)
            .where(m.games.c.id.in_(events), m.entries.c.seq > m.games.c.snapshot_seq)
            .order_by(m.entries.c.game_id, m.entries.c.seq)
        )
        for one in await self.all(since) if rows else ():
            events[one.game_id].append(one)
        return [
            Loaded(
                id=row.id,
                code=row.code,
                fence=row.fence + 1,
                seq=row.seq,
                snapshot=row.snapshot,
                rows=[one.body for one in events[row.id]],
                last_at=max([row.updated_at, *[one.at for one in events[row.id][-1:]]]),
                alive_at=alive.get(row.server, 0),
                game=row.game,
            )
            for row in rows
        ]

    async def game(self, code: str) -> Any:
        return await self.first(select(m.games).where(m.games.c.code == code))

    async def fences(self, games: Sequence[int]) -> dict[int, int]:
        """The fence of each of these tables."""
        rows = await self.all(select(m.games.c.id, m.games.c.fence).where(m.games.c.id.in_(games)))
        return {row.id: row.fence for row in rows}

    async def open_games(self, server: str | None = None) -> list[str]:
        """Tables that are not closed, most recently used first; only those of one process, if named."""
        query = select(m.games.c.code).where(m.games.c.closed.is_(False)).order_by(m.games.c.updated_at.desc())
        if server is not None:
            query = query.where(m.games.c.server == server)
        return [row.code for row in await self.all(query)]

    async def lobby(
        self,
        *,
        game: str | None = None,
        status: str | None = None,
        preset: str | None = None,
        locked: bool | None = None,
        free: bool | None = None,
        owner: str | None = None,
        low: int | None = None,
        high: int | None = None,
        page: int = 1,
        size: int = 50,
    ) -> tuple[list[Any], int]:
        """Open tables that are public or the owner's, newest first. `low` and `high`: what a deal is played for."""
        where: list[ColumnElement[bool]] = [m.games.c.closed.is_(False)]
        where.append(or_(m.games.c.private.is_(False), m.games.c.owner_id == (owner or "")))
        for column, value in ((m.games.c.game, game), (m.games.c.status, status), (m.games.c.preset, preset)):
            if value is not None:
                where.append(column == value)
        if locked is not None:
            where.append(m.games.c.locked.is_(locked))
        if free is not None:
            taken = func.coalesce(m.games.c.summary["taken"].as_integer(), 0)
            where.append(taken < m.games.c.seats if free else taken >= m.games.c.seats)
        if low is not None:
            where.append(m.games.c.stake >= low)
        if high is not None:
            where.append(m.games.c.stake <= high)
        return await self.page(select(m.games).where(*where).order_by(m.games.c.id.desc()), page, size)

    async def chat(self, game: int, limit: int = 100, until: int | None = None) -> list[tuple[int, str]]:
        """Seq and body of the last lines said at a table, oldest first; none after the event `until`."""
        query = (
            select(m.entries.c.seq, m.entries.c.body)
            .where(m.entries.c.game_id == game, m.entries.c.body.startswith('{"t":"said"'))
            .order_by(m.entries.c.seq.desc())
            .limit(limit)
        )
        if until is not None:
            query = query.where(m.entries.c.seq <= until)
        return [(row.seq, row.body) for row in await self.all(query)][::-1]

    # --- finished deals ---------------------------------------------------------------------------------------------------

    async def deals(
        self, game: int, page: int = 1, size: int = 20, *, until: int | None = None, player: int | None = None
    ) -> tuple[list[Any], int]:
        """Deals of a table, newest first, and how many there are: those that ended `until` then, and all of this player."""
        query = select(m.hands).where(m.hands.c.game_id == game).order_by(m.hands.c.hand_number.desc())
        if until is not None:
            own = exists().where(m.player_hands.c.hand_id == m.hands.c.id, m.player_hands.c.player_id == player)
            query = query.where((m.hands.c.played_at <= until) | own)
        return await self.page(query, page, size)

    async def deal(self, game: int, number: int) -> Any:
        return await self.first(select(m.hands).where(m.hands.c.game_id == game, m.hands.c.hand_number == number))

    async def last_played(self, game: int, player: int) -> int | None:
        """When the last deal of a table ended in which this player took part."""
        query = (
            select(func.max(m.hands.c.played_at).label("last"))
            .join(m.player_hands, m.player_hands.c.hand_id == m.hands.c.id)
            .where(m.hands.c.game_id == game, m.player_hands.c.player_id == player)
        )
        last: int | None = (await self.first(query)).last
        return last

    async def deals_of(self, player: int, page: int = 1, size: int = 20) -> tuple[list[Any], int]:
        """A player's finished deals at every table, newest first, with the table's code and game."""
        query = (
            select(
                m.games.c.code, m.games.c.game, m.hands.c.hand_number, m.hands.c.played_at, m.hands.c.facts,
                m.hands.c.scores, m.player_hands.c.seat,
            )
            .select_from(m.player_hands)
            .join(m.hands, m.hands.c.id == m.player_hands.c.hand_id)
            .join(m.games, m.games.c.id == m.hands.c.game_id)
            .where(m.player_hands.c.player_id == player)
            .order_by(m.player_hands.c.hand_id.desc())
        )  # fmt: skip
        return await self.page(query, page, size)

    async def player_deals(self, deals: Iterable[int]) -> list[Any]:
        """Everybody's part of these deals, with names, by seat."""
        query = (
            select(m.player_hands, m.players.c.name)
            .join(m.players, m.players.c.id == m.player_hands.c.player_id)
            .where(m.player_hands.c.hand_id.in_(list(deals)))
            .order_by(m.player_hands.c.seat)
        )
        return await self.all(query)

    # --- people -----------------------------------------------------------------------------------------------------------

    async def new_player(self, name: str, avatar: str, now: int) -> int:
        row = insert(m.players).values(name=name, avatar=avatar, chips=0, created_at=now, seen_at=now)

        def add(db: Connection) -> int:
            player = int(db.execute(row.returning(m.players.c.id)).scalar_one())
            pay(db, [(player, START_CHIPS, None, "welcome", now)])
            return player

        return await self.database.write(add)

    async def player(self, player: int) -> Any:
        return await self.first(select(m.players).where(m.players.c.id == player))

    async def people(self, players: Sequence[int]) -> list[Any]:
        return await self.all(select(m.players).where(m.players.c.id.in_(list(players))))

    async def edit_player(self, player: int, **columns: Any) -> None:
        change = update(m.players).where(m.players.c.id == player).values(**columns)
        await self.database.write(lambda db: db.execute(change))

    async def refill(self, player: int, now: int) -> int:
        """Give back what is missing to the starting sum, chips on tables counted. What the player has then."""
        own = select(m.players.c.chips).where(m.players.c.id == player).with_for_update()
        on_tables = select(func.coalesce(func.sum(m.seats.c.chips), 0)).where(m.seats.c.player_id == player)

        def give(db: Connection) -> int:
            chips: int | None = db.scalar(own)
            if chips is None:
                return 0
            more = max(0, START_CHIPS - chips - int(db.scalar(on_tables) or 0))
            if more:
                pay(db, [(player, more, None, "refill", now)])
            return chips + more

        return await self.database.write(give)

    async def standings(self, player: int) -> list[Any]:
        return await self.all(select(m.standings).where(m.standings.c.player_id == player).order_by(m.standings.c.game))

    async def points(self, players: Sequence[int], game: str) -> dict[int, int]:
        query = select(m.standings.c.player_id, m.standings.c.points).where(
            m.standings.c.game == game, m.standings.c.player_id.in_(list(players))
        )
        return {row.player_id: row.points for row in await self.all(query)}

    async def sits_at(self, player: int) -> list[str]:
        """Codes of the open tables where a player sits, most recently used first."""
        query = (
            select(m.games.c.code)
            .join(m.seats, m.seats.c.game_id == m.games.c.id)
            .where(m.seats.c.player_id == player, m.games.c.closed.is_(False))
            .order_by(m.games.c.updated_at.desc())
        )
        return [row.code for row in await self.all(query)]

    async def new_account(self, player: int, login: str, password: str) -> bool:
        """False if the login is taken, or the player has an account already."""
        row = insert(m.accounts).values(player_id=player, login=login, password=password)
        try:
            await self.database.write(lambda db: db.execute(row))
        except IntegrityError:
            return False
        return True

    async def account(self, login: str | None = None, player: int | None = None) -> Any:
        which = m.accounts.c.login == login if login is not None else m.accounts.c.player_id == player
        return await self.first(select(m.accounts).where(which))

    # --- processes ----------------------------------------------------------------------------------------------------------

    async def alive(self, server: str, now: int) -> None:
        """This process is alive."""
        await self.submit(Heartbeat(server, now))

    async def secret(self, name: str) -> str:
        """A secret that all processes share: `signing_key` signs tokens, `daily_key` makes daily deals. Made at first use."""
        new = text("INSERT INTO facts (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING")
        known = select(m.common.c.value).where(m.common.c.name == name)

        def find_or_make(db: Connection) -> str:
            db.execute(new, {"name": name, "value": secrets.token_hex(32)})
            return str(db.execute(known).scalar_one())

        return await self.database.write(find_or_make)

    async def ping(self) -> bool:
        """Whether the database answers."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.first(select(1))
        except Exception:
            return False
        return True

    async def can_write(self, server: str, now: int) -> bool:
        """Whether something was made durable a moment ago, or can be now."""
        last = self.writer.durable_at
        if self.writer.has_ended:
            return False
        if last is not None and asyncio.get_running_loop().time() - last < RECENT:
            return True
        try:
            async with asyncio.timeout(PATIENCE):
                await self.alive(server, now)
        except Exception:
            return False
        return True

    async def balances(self) -> dict[str, int]:
        """Where all chips are: with players, on tables, and what the ledger says. For audits and tests."""
        columns = {"players": m.players.c.chips, "ledger": m.ledger.c.amount, "tables": m.seats.c.chips}
        sums = {name: select(func.coalesce(func.sum(column), 0)) for name, column in columns.items()}
        return await self.database.read(lambda db: {name: int(db.scalar(query) or 0) for name, query in sums.items()})


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """A store for a while."""
    store = Store(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()
