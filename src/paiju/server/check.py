"""Is everything in the database as it must be? Chips add up, logs have no gap, chains hold, no row points nowhere.

Nothing is changed. It may run beside a server: all of it is read in one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from sqlalchemy import Connection, and_, func, select, text

from paiju.games import catalog
from paiju.games.contract import Line
from paiju.games.record import RecordError, game_of, load, replay
from paiju.server import models as m
from paiju.server.database import Database
from paiju.table import Table, decode

Finding = Line
CLOSE: Final = 1e-6
MOST: Final = 20
"""Findings of one kind that are named; a last one says how many more there are."""


async def check(
    database: Database, *, deep: bool = False, find: Callable[[str], catalog.GameInfo] = catalog.find
) -> list[Finding]:
    """What is wrong. `deep`: also replay every record, and load every open table."""
    kinds = [_file, _orphans, _chips, _logs, _deals, _daily, _ratings, *([_records, _tables] if deep else [])]

    def look(db: Connection) -> list[Finding]:
        if db.dialect.name == "postgresql":
            db.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        found: list[Finding] = []
        for kind in kinds:
            some = list(kind(db, find))
            found += some[:MOST]
            if len(some) > MOST:
                found.append(Line.of("check.more", count=len(some) - MOST))
        return found

    return await database.read(look, long=True)


def _file(db: Connection, _: Any) -> Iterator[Finding]:
    if db.dialect.name == "sqlite":
        for row in db.exec_driver_sql("PRAGMA integrity_check"):
            if row[0] != "ok":
                yield Line.of("check.file", why=row[0])


def _orphans(db: Connection, _: Any) -> Iterator[Finding]:
    """Rows that point to a row which is not there."""
    for table in m.metadata.sorted_tables:
        for key in table.foreign_keys:
            parent = key.column.table.alias()
            lost = (
                select(func.count())
                .select_from(table.outerjoin(parent, key.parent == parent.c[key.column.name]))
                .where(key.parent.is_not(None), parent.c[key.column.name].is_(None))
            )
            if count := db.scalar(lost):
                yield Line.of("check.orphans", table=table.name, column=key.parent.name, count=count)


def _chips(db: Connection, _: Any) -> Iterator[Finding]:
    """Everybody has what the ledger says; nobody has chips on a closed table."""
    booked = (
        select(m.ledger.c.player_id, func.sum(m.ledger.c.amount).label("chips"))
        .group_by(m.ledger.c.player_id)
        .subquery()
    )
    wrong = (
        select(m.players.c.id, m.players.c.chips, func.coalesce(booked.c.chips, 0).label("booked"))
        .outerjoin(booked, booked.c.player_id == m.players.c.id)
        .where(m.players.c.chips != func.coalesce(booked.c.chips, 0))
        .order_by(m.players.c.id)
    )
    for row in db.execute(wrong):
        yield Line.of("check.chips", player=row.id, has=row.chips, booked=int(row.booked))
    closed = (
        select(m.games.c.code, func.sum(m.seats.c.chips).label("chips"))
        .join(m.seats, m.seats.c.game_id == m.games.c.id)
        .where(m.games.c.closed.is_(True), m.seats.c.chips > 0)
        .group_by(m.games.c.code)
    )
    for left in db.execute(closed):
        yield Line.of("check.closed", table=left.code, chips=int(left.chips))


def _logs(db: Connection, _: Any) -> Iterator[Finding]:
    """A table's log is numbered from 1 to the number in its row, without a gap."""
    logs = (
        select(m.entries.c.game_id, func.count().label("count"), func.min(m.entries.c.seq).label("first"), func.max(m.entries.c.seq).label("last"))
        .group_by(m.entries.c.game_id)
        .subquery()
    )  # fmt: skip
    whole = and_(logs.c.first == 1, logs.c.last == m.games.c.seq, logs.c.count == m.games.c.seq)
    query = select(m.games.c.code).outerjoin(logs, logs.c.game_id == m.games.c.id)
    for row in db.execute(query.where(m.games.c.seq > 0, whole.is_not(True)).order_by(m.games.c.id)):
        yield Line.of("check.log", table=row.code)


def _deals(db: Connection, _: Any) -> Iterator[Finding]:
    """Records can be read, and the hashes of their lines chain."""
    query = select(m.hands.c.hand_number, m.hands.c.record, m.games.c.code).join(
        m.games, m.games.c.id == m.hands.c.game_id
    )
    for row in db.execute(query.order_by(m.hands.c.id).execution_options(yield_per=200)):
        try:
            load(row.record)
        except RecordError as error:
            yield Line.of("check.record", table=row.code, hand=row.hand_number, why=error.sentence)


def _daily(db: Connection, _: Any) -> Iterator[Finding]:
    """The score of a finished daily deal is what its deals say."""
    query = select(m.daily_plays, m.games.c.code).join(m.games, m.games.c.id == m.daily_plays.c.game_id)
    for row in db.execute(query.where(m.daily_plays.c.score.is_not(None)).order_by(m.games.c.id)).all():
        own = (m.player_hands.c.hand_id == m.hands.c.id) & (m.player_hands.c.player_id == row.player_id)
        deals = select(m.hands.c.scores, m.player_hands.c.seat).join(m.player_hands, own)
        scores = [deal.scores[deal.seat] for deal in db.execute(deals.where(m.hands.c.game_id == row.game_id))]
        if sum(scores) != row.score:
            yield Line.of("check.daily", table=row.code, score=row.score, deals=sum(scores))


def _ratings(db: Connection, _: Any) -> Iterator[Finding]:
    """A rating is the one after the last deal that was rated, and nobody has one who has none."""
    part = m.player_hands.c
    last = (
        select(part.player_id, m.games.c.game, func.max(part.hand_id).label("hand"))
        .join(m.hands, m.hands.c.id == part.hand_id)
        .join(m.games, m.games.c.id == m.hands.c.game_id)
        .where(part.rating.is_not(None))
        .group_by(part.player_id, m.games.c.game)
        .subquery()
    )
    query = (
        select(m.ratings.c.player_id, m.ratings.c.game, m.ratings.c.rating, part.rating.label("after"))
        .outerjoin(last, and_(last.c.player_id == m.ratings.c.player_id, last.c.game == m.ratings.c.game))
        .outerjoin(m.player_hands, and_(part.hand_id == last.c.hand, part.player_id == m.ratings.c.player_id))
    )
    for row in db.execute(query.order_by(m.ratings.c.player_id, m.ratings.c.game)).all():
        if row.after is None or abs(row.after - row.rating) > CLOSE:
            after = "–" if row.after is None else round(row.after, 1)
            yield Line.of("check.rating", player=row.player_id, game=row.game, rating=round(row.rating, 1), deal=after)


def _records(db: Connection, find: Callable[[str], catalog.GameInfo]) -> Iterator[Finding]:
    """Records replay to the scores that were booked."""
    columns = (m.hands.c.hand_number, m.hands.c.record, m.hands.c.scores, m.games.c.code)
    query = select(*columns).join(m.games, m.games.c.id == m.hands.c.game_id).order_by(m.hands.c.id)
    for row in db.execute(query.execution_options(yield_per=200)):
        try:
            record = load(row.record)
            outcome = game_of(record, find(record.game)).outcome(replay(record))
        except Exception as error:
            why = (
                error.sentence if isinstance(error, RecordError) else Line.of("check.broken", why=type(error).__name__)
            )
            yield Line.of("check.record", table=row.code, hand=row.hand_number, why=why)
            continue
        if outcome is None or list(outcome.scores) != list(row.scores):
            yield Line.of("check.scores", table=row.code, hand=row.hand_number)


def _tables(db: Connection, find: Callable[[str], catalog.GameInfo]) -> Iterator[Finding]:
    """Open tables come back from their snapshot and their log."""
    for row in db.execute(select(m.games).where(m.games.c.closed.is_(False)).order_by(m.games.c.id)).all():
        since = (
            select(m.entries.c.body)
            .where(m.entries.c.game_id == row.id, m.entries.c.seq > row.snapshot_seq)
            .order_by(m.entries.c.seq)
        )
        try:
            snapshot = row.snapshot.encode() if row.snapshot else None
            Table.load(row.code, snapshot, (decode(one.body) for one in db.execute(since)), find=find)
        except Exception as error:
            yield Line.of("check.table", table=row.code, why=type(error).__name__)
