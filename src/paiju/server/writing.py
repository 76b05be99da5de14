"""How a batch of writes becomes true: all of it in one transaction, for any database. SQLite has a quicker way besides."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Sequence
from typing import Any

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


class PlayerHand(msgspec.Struct):
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


class Hand(msgspec.Struct):
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


class Write(msgspec.Struct, eq=False):
    """Some entries of one table's log, with all that must become true together with them; or a sign of life."""

    game: int
    fence: int
    first: int
    rows: list[tuple[int, str]]  # when, body
    debit: tuple[int, int] | None = None  # a player's chips come to the table; refused if he has not so many
    credits: list[tuple[int, int]] = []  # chips go back to players
    stacks: dict[int, int] | None = None  # chips of each person on the table, where they changed
    hand: Hand | None = None
    later: Hand | None = None  # the last deal, once more: something was done after its end
    game_name: str = ""
    columns: dict[str, Any] = {}  # of the row in `games`
    beat: tuple[str, int] | None = None  # instead of all this: the process of that name lives at that time
    is_settled: bool = False
    error: Exception | None = None
    _then: list[Settled] = []

    @classmethod
    def sign_of_life(cls, server: str, now: int) -> Write:
        return cls(0, 0, 0, [], beat=(server, now))

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
        self.beats(db, [write.beat for write in batch if write.beat is not None])
        batch = [write for write in batch if write.beat is None]
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

    def beats(self, db: Connection, beats: list[tuple[str, int]]) -> None:
        if beats:
            new = self.insert(m.servers)
            db.execute(
                new.on_conflict_do_update(index_elements=["id"], set_={"alive_at": new.excluded.alive_at}),
                [{"id": server, "alive_at": now} for server, now in beats],
            )

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
        for game, columns in changed(good).items():
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


def changed(good: list[Write]) -> dict[int, dict[str, Any]]:
    """Columns of the tables' rows after these writes, without the seq."""
    changed: dict[int, dict[str, Any]] = {}
    for write in good:
        columns = changed.setdefault(write.game, {})
        columns.update(write.columns)
        columns["updated_at"] = write.rows[-1][0]
    return changed


def _points(part: PlayerHand) -> int:
    return WON if part.won else LOST if part.score < 0 else 0
