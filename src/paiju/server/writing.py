"""How a batch of writes becomes true: all of it in one transaction, for any database, and a quicker way for SQLite."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, bindparam, case, delete, insert, select, update

from paiju.server import models as m

WON, LOST = 10, -5
"""Points for a deal won and lost; nobody falls below zero."""


class LostTable(Exception):
    """Another process owns this table now, or it was changed behind our back: nothing was written."""


class NoChips(Exception):
    """The player has not so many chips."""

    def __init__(self, has: int) -> None:
        super().__init__(has)
        self.has = has


@dataclass
class PlayerHand:
    """One person's part of a finished deal."""

    player: int
    seat: int
    score: int
    won: bool
    actions: list[str]
    hole_cards: list[str] | None = None
    hand_rank: str | None = None
    taken: int | None = None
    """Chips out of the pots, where there are pots."""

    @property
    def won_amount(self) -> int:
        """What the deal gave: chips out of the pots, else the points above zero."""
        return max(0, self.score) if self.taken is None else self.taken

    @property
    def bet_amount(self) -> int:
        """What it cost: chips that went into the pots for good, else the points below zero. The rest is the score."""
        return self.won_amount - self.score


@dataclass
class Hand:
    """A finished deal."""

    number: int
    winners: list[str]
    scores: list[int]
    reason: str
    moves: int
    facts: dict[str, Any]
    record: str
    played_at: int
    players: list[PlayerHand]
    rated: bool = True
    """Whether it counts for anybody's standing."""
    pot: int | None = None
    board: list[str] | None = None


Settled = Callable[[Exception | None], None]


@dataclass(slots=True, eq=False)
class Write:
    """Some entries of one table's log, with all that must become true together with them."""

    game: int
    fence: int
    first: int
    rows: list[tuple[int, str]]  # when, body
    debit: tuple[int, int] | None = None  # a player's chips come to the table; refused if he has not so many
    credits: list[tuple[int, int]] = field(default_factory=list)  # chips go back to players
    stacks: dict[int, int] | None = None  # chips of each person on the table, where they changed
    hand: Hand | None = None
    later: Hand | None = None  # the last deal, once more: something was done after its end
    game_name: str = ""
    columns: dict[str, Any] = field(default_factory=dict)  # of the row in `games`
    is_settled: bool = False
    error: Exception | None = None
    _then: list[Settled] = field(default_factory=list)

    def then(self, do: Settled) -> None:
        """Call this once the write is durable (with None) or refused: in the order of asking, at once if it is known."""
        if self.is_settled:
            do(self.error)
        else:
            self._then.append(do)

    def settle(self, error: Exception | None) -> None:
        self.is_settled, self.error = True, error
        for do in self._then:
            do(error)
        self._then.clear()

    def __await__(self) -> Generator[Any, None, None]:
        """Wait until it is durable; raises what it was refused with."""
        if not self.is_settled:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.then(lambda _: None if future.done() else future.set_result(None))
            yield from future
        if self.error is not None:
            raise self.error


class Writer:
    """Writes batches, by SQLAlchemy."""

    def __init__(self, upsert: Any) -> None:
        self.insert = upsert

    def __call__(self, db: Connection, batch: list[Write]) -> dict[int, Exception]:
        """Write a batch in the present transaction; what was refused, by id of the write."""
        failures: dict[int, Exception] = {}
        found = self.known(db, {write.game for write in batch})
        good: list[Write] = []
        for write in batch:
            fence, seq = found.get(write.game, (-1, -1))
            if fence != write.fence or seq + 1 != write.first:
                failures[id(write)] = LostTable()
                continue
            if write.debit is not None:
                refused = self._debit(db, write)
                if refused is not None:
                    failures[id(write)] = refused
                    continue
            found[write.game] = (fence, seq + len(write.rows))
            good.append(write)
        self.rows(db, good)
        hands = [write for write in good if write.hand is not None]
        if hands:
            self.hands(db, hands)
        for write in good:
            if write.later is not None:
                self.again(db, write.game, write.later)
        self.chips(db, good)
        self.games(db, good, {game: seq for game, (_, seq) in found.items()})
        return failures

    def known(self, db: Connection, games: set[int]) -> dict[int, tuple[int, int]]:
        """Fence and last entry of each table, which nobody changes until this transaction is over."""
        query = select(m.games.c.id, m.games.c.fence, m.games.c.seq).where(m.games.c.id.in_(games)).with_for_update()
        return {row.id: (row.fence, row.seq) for row in db.execute(query).all()}

    def rows(self, db: Connection, good: list[Write]) -> None:
        rows = [
            {"game_id": write.game, "seq": write.first + i, "at": at, "body": body}
            for write in good
            for i, (at, body) in enumerate(write.rows)
        ]
        if rows:
            db.execute(insert(m.entries), rows)

    def again(self, db: Connection, game: int, hand: Hand) -> None:
        """What was added to a finished deal."""
        which = (m.hands.c.game_id == game, m.hands.c.hand_number == hand.number)
        db.execute(update(m.hands).where(*which).values(record=hand.record, moves=hand.moves, facts=hand.facts))

    def _debit(self, db: Connection, write: Write) -> NoChips | None:
        assert write.debit is not None
        player, chips = write.debit
        row = (db.execute(select(m.players.c.chips).where(m.players.c.id == player).with_for_update())).first()
        if row is None or row.chips < chips:
            return NoChips(row.chips if row else 0)
        self.pay(db, [(player, -chips, write.game, "buy_in", write.rows[-1][0])])
        return None

    def pay(self, db: Connection, payments: Sequence[tuple[int, int, int | None, str, int]]) -> None:
        """Change balances, each with its line in the ledger."""
        db.execute(
            update(m.players)
            .where(m.players.c.id == bindparam("who"))
            .values(chips=m.players.c.chips + bindparam("more")),
            [{"who": player, "more": amount} for player, amount, *_ in payments],
        )
        db.execute(
            insert(m.ledger),
            [
                {"player_id": player, "amount": amount, "game_id": game, "why": why, "at": at}
                for player, amount, game, why, at in payments
            ],
        )

    def chips(self, db: Connection, good: list[Write]) -> None:
        payments = [
            (player, chips, write.game, "cash_out", write.rows[-1][0])
            for write in good
            for player, chips in write.credits
            if chips
        ]
        if payments:
            self.pay(db, payments)
        last = {write.game: write.stacks for write in good if write.stacks is not None}
        if last:
            self.seats(db, last)

    def seats(self, db: Connection, last: dict[int, dict[int, int]]) -> None:
        """Who sits at these tables, with how many chips."""
        db.execute(delete(m.seats).where(m.seats.c.game_id.in_(last)))
        rows = [
            {"game_id": game, "player_id": player, "chips": chips}
            for game, stacks in last.items()
            for player, chips in stacks.items()
        ]
        if rows:
            db.execute(insert(m.seats), rows)

    def games(self, db: Connection, good: list[Write], seqs: dict[int, int]) -> None:
        for game, columns in _changed(good).items():
            db.execute(update(m.games).where(m.games.c.id == game).values(seq=seqs[game], **columns))

    def hands(self, db: Connection, good: list[Write]) -> None:
        db.execute(
            insert(m.hands),
            [
                {
                    "game_id": write.game,
                    "hand_number": hand.number,
                    "pot_amount": hand.pot,
                    "community_cards": hand.board,
                    "winners": hand.winners,
                    "played_at": hand.played_at,
                    "scores": hand.scores,
                    "reason": hand.reason,
                    "moves": hand.moves,
                    "facts": hand.facts,
                    "record": hand.record,
                }
                for write in good
                if (hand := write.hand) is not None
            ],
        )
        parts = [(write, hand, part) for write in good if (hand := write.hand) is not None for part in hand.players]
        if not parts:
            return
        number = (
            select(m.hands.c.id)
            .where(m.hands.c.game_id == bindparam("in_game"), m.hands.c.hand_number == bindparam("in_hand"))
            .scalar_subquery()
        )
        db.execute(
            insert(m.player_hands).values(hand_id=number),
            [
                {
                    "in_game": write.game,
                    "in_hand": hand.number,
                    "player_id": part.player,
                    "hole_cards": part.hole_cards,
                    "final_hand_rank": part.hand_rank,
                    "bet_amount": part.bet_amount,
                    "won_amount": part.won_amount,
                    "actions": part.actions,
                    "seat": part.seat,
                }
                for write, hand, part in parts
            ],
        )
        rated = [(write, part) for write, hand, part in parts if hand.rated]
        if not rated:
            return
        standing = m.standings.c
        points = standing.points + bindparam("delta")
        new = self.insert(m.standings).values(hands_played=1)
        db.execute(
            new.on_conflict_do_update(
                index_elements=["player_id", "game"],
                set_={
                    "points": case((points < 0, 0), else_=points),
                    "hands_played": standing.hands_played + 1,
                    "hands_won": standing.hands_won + new.excluded.hands_won,
                    "total_winnings": standing.total_winnings + new.excluded.total_winnings,
                },
            ),
            [
                {
                    "player_id": part.player,
                    "game": write.game_name,
                    "points": max(0, _points(part)),
                    "delta": _points(part),
                    "hands_won": int(part.won),
                    "total_winnings": part.score,
                }
                for write, part in rated
            ],
        )


def _changed(good: list[Write]) -> dict[int, dict[str, Any]]:
    """Columns of the tables' rows after these writes, without the seq."""
    changed: dict[int, dict[str, Any]] = {}
    for write in good:
        columns = changed.setdefault(write.game, {})
        columns.update(write.columns)
        columns["updated_at"] = write.rows[-1][0]
    return changed


def _points(part: PlayerHand) -> int:
    return WON if part.won else LOST if part.score < 0 else 0


# --- SQLite --------------------------------------------------------------------------------------------------------------------


def _rows(*columns: str) -> str:
    """A parameter that holds many rows in JSON, as a table."""
    parts = ", ".join(f"json_extract(value, '$[{at}]') AS {name}" for at, name in enumerate(columns))
    return f"(SELECT {parts} FROM json_each(?))"


_KNOWN: Final = (
    "SELECT json_group_array(json_array(id, fence, seq)) FROM games WHERE id IN (SELECT value FROM json_each(?))"
)
_ENTRIES: Final = f"INSERT INTO entries (game_id, seq, at, body) SELECT * FROM {_rows('game_id', 'seq', 'at', 'body')}"
_COLUMNS: Final = ("status", "summary", "owner_id", "closed", "snapshot", "snapshot_seq")
"""Columns of a table's row that a write may change; NULL in a batch leaves one as it is."""
_GAMES: Final = (
    "UPDATE games SET seq = new.seq, updated_at = new.updated_at "
    f"FROM {_rows('id', 'seq', 'updated_at')} AS new WHERE games.id = new.id"
)
_GAMES_WHOLE: Final = (
    "UPDATE games SET seq = new.seq, updated_at = new.updated_at, "
    + ", ".join(f"{name} = coalesce(new.{name}, games.{name})" for name in _COLUMNS)
    + f" FROM {_rows('id', 'seq', 'updated_at', *_COLUMNS)} AS new WHERE games.id = new.id"
)
_LEAVE: Final = "DELETE FROM seats WHERE game_id IN (SELECT value FROM json_each(?))"
_SIT: Final = f"INSERT INTO seats (game_id, player_id, chips) SELECT * FROM {_rows('game_id', 'player_id', 'chips')}"
_HAND: Final = (
    "game_id", "hand_number", "pot_amount", "community_cards", "winners", "played_at", "scores", "reason", "moves", "facts",
    "record",
)  # fmt: skip
_HANDS: Final = f"INSERT INTO hands ({', '.join(_HAND)}) SELECT * FROM {_rows(*_HAND)}"
_PART: Final = ("player_id", "hole_cards", "final_hand_rank", "bet_amount", "won_amount", "actions", "seat")
_PARTS: Final = (
    f"INSERT INTO player_hands (hand_id, {', '.join(_PART)}) SELECT hands.id, {', '.join('new.' + name for name in _PART)} "
    f"FROM {_rows('game_id', 'hand_number', *_PART)} AS new JOIN hands USING (game_id, hand_number)"
)
_DELTA: Final = f"CASE WHEN {{0}}.hands_won THEN {WON} WHEN {{0}}.total_winnings < 0 THEN {LOST} ELSE 0 END"
_STANDINGS: Final = (
    "INSERT INTO standings (player_id, game, hands_won, total_winnings, hands_played, points) "
    f"SELECT *, 1, max(0, {_DELTA.format('new')}) FROM {_rows('player_id', 'game', 'hands_won', 'total_winnings')} AS new WHERE true "
    "ON CONFLICT (player_id, game) DO UPDATE SET hands_won = hands_won + excluded.hands_won, "
    "total_winnings = total_winnings + excluded.total_winnings, hands_played = hands_played + 1, "
    f"points = max(0, points + {_DELTA.format('excluded')})"
)


class SqliteWriter(Writer):
    """The same, where a batch is a few statements of one row each, however many tables are in it.

    At each row that goes to or comes from SQLite the writing thread gives up the interpreter, and waits for it again
    while the event loop is busy: up to a millisecond. What is rare (buying in, cashing out) goes the common way.
    """

    def known(self, db: Connection, games: set[int]) -> dict[int, tuple[int, int]]:
        (found,) = _raw(db).execute(_KNOWN, (_packed(games),)).fetchone()
        return {game: (fence, seq) for game, fence, seq in msgspec.json.decode(found)}

    def rows(self, db: Connection, good: list[Write]) -> None:
        rows = [
            (write.game, write.first + at, when, body) for write in good for at, (when, body) in enumerate(write.rows)
        ]
        if rows:
            _raw(db).execute(_ENTRIES, (_packed(rows),))

    def seats(self, db: Connection, last: dict[int, dict[int, int]]) -> None:
        raw = _raw(db)
        raw.execute(_LEAVE, (_packed(list(last)),))
        rows = [(game, player, chips) for game, stacks in last.items() for player, chips in stacks.items()]
        if rows:
            raw.execute(_SIT, (_packed(rows),))

    def games(self, db: Connection, good: list[Write], seqs: dict[int, int]) -> None:
        plain, whole = [], []
        for game, columns in _changed(good).items():
            head = (game, seqs[game], columns["updated_at"])
            if len(columns) == 1:
                plain.append(head)
            else:
                if "summary" in columns:
                    columns["summary"] = _packed(columns["summary"])
                    columns["closed"] = int(columns["closed"])
                whole.append((*head, *[columns.get(name) for name in _COLUMNS]))
        if plain:
            _raw(db).execute(_GAMES, (_packed(plain),))
        if whole:
            _raw(db).execute(_GAMES_WHOLE, (_packed(whole),))

    def hands(self, db: Connection, good: list[Write]) -> None:
        hands, parts, standings = [], [], []
        for write in good:
            hand = write.hand
            if hand is None:
                continue
            hands.append(
                (
                    write.game, hand.number, hand.pot, _json(hand.board), _json(hand.winners), hand.played_at,
                    _json(hand.scores), hand.reason, hand.moves, _json(hand.facts), hand.record,
                )
            )  # fmt: skip
            for part in hand.players:
                parts.append(
                    (
                        write.game, hand.number, part.player, _json(part.hole_cards), part.hand_rank, part.bet_amount,
                        part.won_amount, _json(part.actions), part.seat,
                    )
                )  # fmt: skip
                if hand.rated:
                    standings.append((part.player, write.game_name, int(part.won), part.score))
        raw = _raw(db)
        raw.execute(_HANDS, (_packed(hands),))
        if parts:
            raw.execute(_PARTS, (_packed(parts),))
        if standings:
            raw.execute(_STANDINGS, (_packed(standings),))


def _raw(db: Connection) -> Any:
    """SQLite's own connection."""
    return db.connection.driver_connection


def _packed(rows: Any) -> str:
    """Rows as one parameter, for `json_each`."""
    return msgspec.json.encode(rows).decode()


def _json(value: Any) -> str | None:
    return None if value is None else _packed(value)
