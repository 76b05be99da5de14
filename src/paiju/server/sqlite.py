"""A batch of writes as one statement of SQLite, executed by a process of its own.

A batch is a single row, inserted into a view; a trigger takes it apart. The statement is its own transaction and durable when it
returns. SQLite lives in the process that uses it, and a thread that goes into it and comes back has to wait for the
interpreter while the event loop is busy, and the loop for it: that was a sixth of a busy server's time and most of the delay
of a move. So another process (`server/scribe.py`) does it, as a database server would.

What is rare goes the common way (`server/writing.py`): chips that come and go, deals told once more, and any batch that
was refused, so that the tables which are not lost are written all the same.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import structlog

from paiju.server import scribe
from paiju.server.writing import LOST, WON, Write, changed

PATIENCE: Final = 30.0
"""Seconds after which a scribe who does not answer is lost."""

log = structlog.get_logger("paiju.store")

PRAGMAS: Final = (
    "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000", "wal_autocheckpoint=10000",
)  # fmt: skip
"""A write-ahead log, and a flush per commit. A commit begins the log anew when it has grown to 40 MB; the scribe has copied
most of it into the database by then."""


def _rows(source: str, *columns: str) -> str:
    """Rows in JSON, in a column of the batch, as a table."""
    parts = ", ".join(f"json_extract(value, '$[{at}]') AS {name}" for at, name in enumerate(columns))
    return f"(SELECT {parts} FROM json_each(NEW.{source}))"


_encode: Final = msgspec.json.Encoder().encode

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
    f"INSERT INTO servers (id, alive_at) SELECT * FROM {_rows('beats', 'id', 'alive_at')} WHERE true "
    "ON CONFLICT (id) DO UPDATE SET alive_at = excluded.alive_at",
)
_PARTS_OF_A_BATCH: Final = (
    "known", "entries", "hands", "parts", "standings", "seated", "seats", "games", "whole", "beats",
)  # fmt: skip
_VIEW: Final = (
    f"CREATE TEMP VIEW batch ({', '.join(_PARTS_OF_A_BATCH)}) AS SELECT {', '.join(['NULL'] * len(_PARTS_OF_A_BATCH))}"
)
_TRIGGER: Final = f"CREATE TEMP TRIGGER take_apart INSTEAD OF INSERT ON batch BEGIN {'; '.join(_STEPS)}; END"
_INSERT: Final = f"INSERT INTO batch VALUES ({', '.join('?' * len(_PARTS_OF_A_BATCH))})"


class BatchWriter:
    """Writes batches by one statement each, one after the other."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._scribe: subprocess.Popen[bytes] | None = None
        self._link: socket.socket | None = None
        self._is_proven = self._gave_up = False

    async def __call__(self, batch: Sequence[Write]) -> bool:
        """Write all of it, or nothing: False where some of it is not for this way or was refused.

        False also if the scribe was lost, and with him what he was writing: if that became true all the same, the tables are
        found changed by whoever writes it again.
        """
        row = None if self._gave_up else _packed(batch)
        if row is None:
            return False
        loop = asyncio.get_running_loop()
        try:
            link = self._link or self._start()
            async with asyncio.timeout(PATIENCE):
                await loop.sock_sendall(link, scribe.message(row))
                answer = await loop.sock_recv(link, 1)
        except OSError:  # or the time is over
            answer = b""
        if answer:
            self._is_proven = True
        else:
            self._gave_up = not self._is_proven  # none ever came to work here
            log.warning("scribe_lost", given_up=self._gave_up)
            self.close(at_once=True)
        return answer == scribe.DONE

    def _start(self) -> socket.socket:
        """Start the scribe; he is ready when he is."""
        steps = [f"PRAGMA {pragma}" for pragma in PRAGMAS]
        # View and trigger belong to his connection and need no file.
        first = [str(self._path), _INSERT, *steps, "PRAGMA temp_store=MEMORY", _VIEW, _TRIGGER]
        self._link, his = socket.socketpair()
        with his:
            command = [sys.executable, "-I", "-S", scribe.__file__]
            self._scribe = subprocess.Popen(
                command, stdin=his.fileno(), stdout=subprocess.DEVNULL, start_new_session=True
            )
        self._link.sendall(scribe.message([text.encode() for text in first]))
        self._link.setblocking(False)
        return self._link

    def close(self, at_once: bool = False) -> None:
        """Let the scribe go, when he has written what he is writing or at once."""
        if self._link is not None:
            self._link.close()
        if self._scribe is not None:
            if at_once:
                self._scribe.kill()
            self._scribe.wait()
        self._link = self._scribe = None


def _packed(batch: Sequence[Write]) -> list[bytes] | None:
    """The row that is inserted; None if a write is not of the simple kind, or does not follow the one before."""
    known: list[tuple[int, int, int]] = []
    entries: list[tuple[int, int, int, str]] = []
    hands: list[Any] = []
    parts: list[Any] = []
    standings: list[Any] = []
    stacks: dict[int, dict[int, int]] = {}
    last: dict[int, tuple[int, int]] = {}  # fence and seq of each table
    beats = [write.beat for write in batch if write.beat is not None]
    if beats:
        batch = [write for write in batch if write.beat is None]
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
    rows: tuple[Any, ...] = (known, entries, hands, parts, standings, list(stacks), seats, plain, whole, beats)
    return [_encode(part) for part in rows]


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
    return _encode(value).decode()


def _maybe(value: Any) -> str | None:
    return None if value is None else _json(value)
