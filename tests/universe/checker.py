"""What must be true after a universe, from what clients were told and what lies in the database.

Nothing of `paiju.server` or `paiju.table` is used here: the database is read as any program would read it, and deals are
replayed by their rules.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paiju.games.codec import encode
from paiju.games.contract import AnyGame, Seat, play
from paiju.games.record import Record, game_of, load

if TYPE_CHECKING:
    from tests.universe.client import Operation, Sight


READ_AS = {"pass": "no"}
"""In an auction; a player who answers late may say it there."""


@dataclass
class Found:
    hands: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Finished deals by table and game."""
    violations: list[str] = field(default_factory=list)
    digest: bytes = b""


@dataclass
class Log:
    """The events of one table by their number, as they lie in the database."""

    code: str
    events: dict[int, dict[str, Any]]
    records: dict[int, tuple[Record, list[int]]]
    """Finished deals by number: the record, and the scores beside it."""


def judge(database: Path, history: Iterable[Operation], sights: Iterable[Sight]) -> Found:
    found = Found()
    with closing(sqlite3.connect(database)) as db:
        db.row_factory = sqlite3.Row
        logs = {log.code: log for log in _logs(db)}
        found.violations += [*_whole(db), *_chips(db)]
    digest = hashlib.sha256()
    for log in logs.values():
        found.violations += [*_numbered(log), *_deals(log)]
        found.hands.update((log.code, record.game) for record, _ in log.records.values())
        digest.update(json.dumps([log.code, sorted(log.events.items())]).encode())
    found.violations += _kept_promises(logs, history)
    found.violations += _rightly_seen(logs, sights)
    found.digest = digest.digest()
    return found


def _logs(db: sqlite3.Connection) -> Iterator[Log]:
    for game in db.execute("SELECT id, code FROM games ORDER BY id").fetchall():
        rows = db.execute("SELECT seq, body FROM entries WHERE game_id = ? ORDER BY seq", (game["id"],))
        hands = db.execute("SELECT hand_number, record, scores FROM hands WHERE game_id = ?", (game["id"],))
        yield Log(
            game["code"],
            {row["seq"]: json.loads(row["body"]) for row in rows},
            {row["hand_number"]: (load(row["record"]), json.loads(row["scores"])) for row in hands},
        )


def _whole(db: sqlite3.Connection) -> Iterator[str]:
    """The file is sound, and every row belongs to something."""
    if (said := db.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
        yield f"the database is damaged: {said}"
    for row in db.execute("PRAGMA foreign_key_check"):
        yield f"a row of {row[0]} belongs to nothing"
    for row in db.execute(
        "SELECT code, seq, (SELECT count(*) FROM entries WHERE game_id = games.id) AS there FROM games WHERE seq != there"
    ):
        yield f"table {row['code']} is at {row['seq']} and has {row['there']} events"


def _chips(db: sqlite3.Connection) -> Iterator[str]:
    """Every balance is the sum of its payments, and what lies on a table was brought there or won there."""
    for row in db.execute(
        "SELECT id, chips, (SELECT coalesce(sum(amount), 0) FROM ledger WHERE player_id = players.id) AS paid"
        " FROM players WHERE chips != paid OR chips < 0"
    ):
        yield f"player {row['id']} has {row['chips']} chips, and the ledger says {row['paid']}"
    for row in db.execute("SELECT game_id, player_id, chips FROM seats WHERE chips < 0"):
        yield f"player {row['player_id']} has {row['chips']} chips on table {row['game_id']}"
    for row in db.execute(
        "SELECT player_id, game_id, sum(amount) AS taken,"
        " (SELECT coalesce(sum(won_amount - bet_amount), 0) FROM player_hands JOIN hands ON hands.id = hand_id"
        "  WHERE player_hands.player_id = ledger.player_id AND hands.game_id = ledger.game_id) AS won,"
        " (SELECT coalesce(sum(chips), 0) FROM seats"
        "  WHERE seats.player_id = ledger.player_id AND seats.game_id = ledger.game_id) AS there"
        " FROM ledger WHERE game_id IS NOT NULL GROUP BY player_id, game_id HAVING taken + there != won"
    ):
        yield (
            f"player {row['player_id']} took {row['taken']} from table {row['game_id']}, has {row['there']} there,"
            f" and won {row['won']}"
        )


def _numbered(log: Log) -> Iterator[str]:
    if list(log.events) != list(range(1, len(log.events) + 1)):
        yield f"the log of {log.code} has gaps"


def _deals(log: Log) -> Iterator[str]:
    """Each finished deal replays by the rules to the scores it has, and has the moves of the log."""
    moves: dict[int, list[tuple[int, str]]] = {}
    hand = 0
    for event in log.events.values():
        if event["t"] == "dealt":
            hand += 1
        elif event["t"] == "moved":
            moves.setdefault(hand, []).append((event["seat"], event["text"]))
    for number, (record, scores) in log.records.items():
        if [(move.seat, move.text) for move in record.moves] != moves.get(number, []):
            yield f"deal {number} of {log.code} has other moves than its log"
        game = game_of(record)
        outcome = game.outcome(deque(_states(record, game), maxlen=1).pop())
        if outcome is None or list(outcome.scores) != scores:
            yield f"deal {number} of {log.code} has scores {scores}, and replays to {outcome}"


def _kept_promises(logs: dict[str, Log], history: Iterable[Operation]) -> Iterator[str]:
    """What was acknowledged is in the log as it was sent; what was refused is not."""
    said = Counter(event["text"] for log in logs.values() for event in log.events.values() if event["t"] == "said")
    for one in history:
        if one.kind == "chat":
            least, most = {"ok": (1, 1), "refused": (0, 0), "unknown": (0, 1)}[one.outcome]
            if not least <= said[one.text] <= most:
                yield f"{said[one.text]} times in the log: {one}"
        elif one.kind == "action" and one.outcome == "ok":
            events = logs[one.table].events if one.table in logs else {}
            if not any(_is(events.get(seq), one) for seq in range(one.seen + 1, one.seq + 1)):
                yield f"acknowledged and not in the log: {one}"


def _is(event: dict[str, Any] | None, one: Operation) -> bool:
    """Whether an event is the move that was sent."""
    return (
        event is not None
        and event["t"] == "moved"
        and event["text"] in (one.text, READ_AS.get(one.text))
        and event.get("by", "player") == "player"
    )


def _rightly_seen(logs: dict[str, Log], sights: Iterable[Sight]) -> Iterator[str]:
    """Everybody saw exactly what the rules show to their seat after as many moves as there were, and no seed too early."""
    made = {code: _moves_made(log) for code, log in logs.items()}
    seen: defaultdict[tuple[str, int], defaultdict[int, list[Sight]]] = defaultdict(lambda: defaultdict(list))
    for one in sights:
        log = logs.get(one.state["gameId"])
        if log is None or one.state["view"] is None or one.hand not in log.records:
            continue
        hand, moves = made[log.code].get(one.seq, (0, 0))
        if hand != one.hand:
            yield f"{one.player} saw deal {one.hand} at {one.seq}, which is in deal {hand}"
        else:
            seen[log.code, hand][moves].append(one)
    for (code, hand), by_moves in seen.items():
        yield from _rightly_seen_in(logs[code].records[hand][0], by_moves)


def _rightly_seen_in(record: Record, seen: Mapping[int, list[Sight]]) -> Iterator[str]:
    """The same within one deal, played once: what was seen, by how many moves had been made."""
    game = game_of(record)
    for made, state in enumerate(_states(record, game)):
        views: dict[int | None, dict[str, Any]] = {}
        for one in seen.get(made, ()):
            # Who sat down after the deal has a seat by now, and sees the deal as a spectator.
            seat = None if one.state["result"] is not None and one.state["view"]["viewer"] is None else one.seat
            if seat not in views:
                view = json.loads(encode(game.view(state, None if seat is None else Seat(seat))))
                views[seat] = {name: value for name, value in view.items() if name not in ("stage", "log")}
            right = views[seat]
            if one.state["view"] != right:
                different = [name for name, value in right.items() if one.state["view"].get(name) != value]
                yield f"{one.player} at seat {one.seat} saw another {', '.join(different) or 'view'} at {one.seq}"
            if one.state["result"] is None and one.state["fairness"]["seed"] is not None:
                yield f"{one.player} saw the seed of deal {one.hand} at {one.seq}, before its end"


def _moves_made(log: Log) -> dict[int, tuple[int, int]]:
    """By number of the event: which deal it is in, and how many moves were made in it."""
    found, deal, moves = {}, 0, 0
    for seq, event in log.events.items():
        if event["t"] == "dealt":
            deal, moves = deal + 1, 0
        elif event["t"] == "moved":
            moves += 1
        found[seq] = (deal, moves)
    return found


def _states(record: Record, game: AnyGame) -> Iterator[Any]:
    """The states of a deal, from its beginning to its end; none is kept, for a long deal has thousands."""
    state = game.deal(record.seats, record.seed or 0)
    yield state
    for move in record.moves:
        state = play(game, state, move.seat, move.text or "", game.pending(state)).state
        yield state
