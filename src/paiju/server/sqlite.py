"""A batch of writes as one statement of SQLite.

Whenever the thread that writes goes into SQLite and comes back, it gives up the interpreter and has to wait for it while
the event loop is busy, and the loop for it: with a dozen statements a batch, that was a tenth of a busy server's time and
most of the delay of a move. So a batch is a single row, inserted into a view; a trigger takes it apart. The statement is
its own transaction and durable when it returns.

What is rare goes the common way (`server/writing.py`): chips that come and go, deals told once more, and any batch that
was refused, so that the tables which are not lost are written all the same.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from paiju.server.writing import LOST, WON, Write, changed

PRAGMAS: Final = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000")
"""A write-ahead log, and a flush per commit."""


def _rows(source: str, *columns: str) -> str:
    """Rows in JSON, in a column of the batch, as a table."""
    parts = ", ".join(f"json_extract(value, '$[{at}]') AS {name}" for at, name in enumerate(columns))
    return f"(SELECT {parts} FROM json_each(NEW.{source}))"


_COLUMNS: Final = ("status", "summary", "owner_id", "closed", "snapshot", "snapshot_seq")
"""Columns of a table's row that a write may change; NULL in a batch leaves one as it is."""
_HAND: Final = (
    "game_id", "hand_number", "pot_amount", "community_cards", "winners", "played_at", "scores", "reason", "moves", "facts",
    "record",
)  # fmt: skip
_PART: Final = ("player_id", "hole_cards", "final_hand_rank", "bet_amount", "won_amount", "actions", "seat")
_DELTA: Final = f"CASE WHEN {{0}}.hands_won THEN {WON} WHEN {{0}}.total_winnings < 0 THEN {LOST} ELSE 0 END"

_STEPS: Final = (
    "SELECT RAISE(ABORT, 'lost') WHERE EXISTS (SELECT 1 FROM "
    f"{_rows('known', 'id', 'fence', 'seq')} AS old LEFT JOIN games ON games.id = old.id "
    "WHERE games.id IS NULL OR games.fence <> old.fence OR games.seq <> old.seq)",
    f"INSERT INTO entries (game_id, seq, at, body) SELECT * FROM {_rows('entries', 'game_id', 'seq', 'at', 'body')}",
    f"INSERT INTO hands ({', '.join(_HAND)}) SELECT * FROM {_rows('hands', *_HAND)}",
    f"INSERT INTO player_hands (hand_id, {', '.join(_PART)}) SELECT hands.id, {', '.join('new.' + name for name in _PART)} "
    f"FROM {_rows('parts', 'game_id', 'hand_number', *_PART)} AS new JOIN hands USING (game_id, hand_number)",
    "INSERT INTO standings (player_id, game, hands_won, total_winnings, hands_played, points) "
    f"SELECT *, 1, max(0, {_DELTA.format('new')}) "
    f"FROM {_rows('standings', 'player_id', 'game', 'hands_won', 'total_winnings')} AS new WHERE true "
    "ON CONFLICT (player_id, game) DO UPDATE SET hands_won = hands_won + excluded.hands_won, "
    "total_winnings = total_winnings + excluded.total_winnings, hands_played = hands_played + 1, "
    f"points = max(0, points + {_DELTA.format('excluded')})",
    "DELETE FROM seats WHERE game_id IN (SELECT value FROM json_each(NEW.seated))",
    f"INSERT INTO seats (game_id, player_id, chips) SELECT * FROM {_rows('seats', 'game_id', 'player_id', 'chips')}",
    "UPDATE games SET seq = new.seq, updated_at = new.updated_at "
    f"FROM {_rows('games', 'id', 'seq', 'updated_at')} AS new WHERE games.id = new.id",
    "UPDATE games SET seq = new.seq, updated_at = new.updated_at, "
    + ", ".join(f"{name} = coalesce(new.{name}, games.{name})" for name in _COLUMNS)
    + f" FROM {_rows('whole', 'id', 'seq', 'updated_at', *_COLUMNS)} AS new WHERE games.id = new.id",
)
_PARTS_OF_A_BATCH: Final = ("known", "entries", "hands", "parts", "standings", "seated", "seats", "games", "whole")
_VIEW: Final = (
    f"CREATE TEMP VIEW batch ({', '.join(_PARTS_OF_A_BATCH)}) AS SELECT {', '.join(['NULL'] * len(_PARTS_OF_A_BATCH))}"
)
_TRIGGER: Final = f"CREATE TEMP TRIGGER take_apart INSTEAD OF INSERT ON batch BEGIN {'; '.join(_STEPS)}; END"
_INSERT: Final = f"INSERT INTO batch VALUES ({', '.join('?' * len(_PARTS_OF_A_BATCH))})"


class BatchWriter:
    """Writes batches by one statement each, over a connection of its own. For one thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db: sqlite3.Connection | None = None

    def __call__(self, batch: Sequence[Write]) -> bool:
        """Write all of it, or nothing: False where some of it is not for this way or was refused."""
        row = _packed(batch)
        if row is None:
            return False
        if self._db is None:
            self._db = self._connect()
        try:
            self._db.execute(_INSERT, row)
        except sqlite3.IntegrityError:
            return False
        return True

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        for pragma in (*PRAGMAS, "temp_store=MEMORY"):  # view and trigger belong to this connection and need no file
            db.execute(f"PRAGMA {pragma}")
        db.execute(_VIEW)
        db.execute(_TRIGGER)
        return db

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None


def _packed(batch: Sequence[Write]) -> tuple[str, ...] | None:
    """The row that is inserted; None if a write is not of the simple kind, or does not follow the one before."""
    known: list[tuple[int, int, int]] = []
    entries: list[tuple[int, int, int, str]] = []
    hands: list[Any] = []
    parts: list[Any] = []
    standings: list[Any] = []
    stacks: dict[int, dict[int, int]] = {}
    last: dict[int, tuple[int, int]] = {}  # fence and seq of each table
    for write in batch:
        if write.debit is not None or write.credits or write.later is not None:
            return None
        game, first = write.game, write.first
        before = last.get(game)
        if before is None:
            known.append((game, write.fence, first - 1))
        elif before != (write.fence, first - 1):
            return None
        last[game] = (write.fence, first - 1 + len(write.rows))
        for at, (when, body) in enumerate(write.rows):
            entries.append((game, first + at, when, body))
        if write.stacks is not None:
            stacks[game] = write.stacks
        if write.hand is not None:
            _pack_hand(write, hands, parts, standings)
    plain: list[Any] = []
    whole: list[Any] = []
    for game, columns in changed(list(batch)).items():
        head = (game, last[game][1], columns["updated_at"])
        if len(columns) == 1:
            plain.append(head)
        else:
            if "summary" in columns:
                columns["summary"] = _json(columns["summary"])
                columns["closed"] = int(columns["closed"])
            whole.append((*head, *[columns.get(name) for name in _COLUMNS]))
    seats = [(game, player, chips) for game, row in stacks.items() for player, chips in row.items()]
    rows: tuple[Any, ...] = (known, entries, hands, parts, standings, list(stacks), seats, plain, whole)
    return tuple([_json(part) for part in rows])


def _pack_hand(write: Write, hands: list[Any], parts: list[Any], standings: list[Any]) -> None:
    hand = write.hand
    assert hand is not None
    hands.append(
        (
            write.game, hand.number, hand.pot, _maybe(hand.board), _json(hand.winners), hand.played_at,
            _json(hand.scores), hand.reason, hand.moves, _json(hand.facts), hand.record,
        )
    )  # fmt: skip
    for part in hand.players:
        parts.append(
            (
                write.game, hand.number, part.player, _maybe(part.hole_cards), part.hand_rank, part.bet_amount,
                part.won_amount, _json(part.actions), part.seat,
            )
        )  # fmt: skip
        if hand.rated:
            standings.append((part.player, write.game_name, int(part.won), part.score))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _maybe(value: Any) -> str | None:
    return None if value is None else _json(value)
