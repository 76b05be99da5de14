"""The daily deal: the same cards and the same bots for everybody, once for each player and day, ranked by duplicate score.

Its seeds come from a key that only the server knows, so nobody can tell tomorrow's from today's; each is committed to and
revealed like any other. Bots think by work, not by the clock, with a seed for every answer: the same moves meet the same replies.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import func, select, text

from paiju import bots
from paiju.bots.brain import Thinker
from paiju.games.catalog import GameInfo
from paiju.games.contract import Line, Seat, play
from paiju.games.options import to_data
from paiju.games.record import Record, game_of
from paiju.server import models as m
from paiju.server.commands import Caller
from paiju.server.names import BOT_NAMES
from paiju.server.store import Store
from paiju.table import Event, Table, commands, events
from paiju.table import Settings as TableSettings

LATE: Final = 3_600_000
"""Milliseconds after the end of a day in which a deal that was begun may still be finished."""
SHOWN: Final = 100
"""Places of a board that are listed."""

_BEGIN: Final = text(
    "INSERT INTO daily_plays (day, game, player_id, game_id, started_at) VALUES (:day, :game, :player, :table, :now)"
    " ON CONFLICT DO NOTHING"
)


# --- the deal -----------------------------------------------------------------------------------------------------------------


def today(now: int) -> date:
    return datetime.fromtimestamp(now / 1000, UTC).date()


def closing(day: date) -> int:
    """When the deal of a day can no longer be finished, and everybody may look at it."""
    end = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)
    return round(1000 * end.timestamp()) + LATE


def server_seed(key: bytes, day: str, game: str, number: int) -> bytes:
    """The server's secret for one of the deals of a day."""
    return hmac.digest(key, f"daily {day} {game} {number}".encode(), "sha256")


def secret(key: bytes, table: Table) -> bytes:
    """The secret for the next deal of a daily table."""
    return server_seed(key, str(table.settings.daily), table.info.id, table.state.hand + 1)


def settings(info: GameInfo, day: date, pace: int) -> TableSettings:
    assert info.daily is not None
    return TableSettings(
        game=info.id,
        seats=info.recommended,
        options=to_data(info.build(preset=info.usual_preset)),
        preset=info.usual_preset or info.default_preset,
        private=True,
        spectators=False,
        chat=False,
        autostart=False,
        pause=7 if info.chips is not None else 30,
        pace=pace,
        timeout=0,
        deals=info.daily.deals,
        practice=True,
        autoplay="safest",  # nobody is ranked for what a computer decided
        daily=day.isoformat(),
        closes_at=closing(day),
    )


def opening(table: Table, key: bytes, caller: Caller, now: int) -> list[Event]:
    """The player sits where everybody sat on that day, bots sit around, and the first deal is dealt."""
    info, seats = table.info, table.settings.seats
    assert caller.player is not None and info.daily is not None
    own = server_seed(key, f"{table.settings.daily} seat", info.id, 0)[0] % seats
    chips = table.chips.buy_in(table.options).usual if table.chips is not None else 0
    found: list[Event] = []
    for seat in range(seats):
        if seat == own:
            me = events.Sat(
                at=now, player=caller.player, name=caller.name, seat=seat, avatar=caller.avatar, chips=chips
            )
            found.append(me)
        else:
            name, level = BOT_NAMES[seat], info.daily.level
            found.append(events.Sat(at=now, player=f"b{seat}", name=name, seat=seat, bot=level, chips=chips))
    return [*found, *commands.preparations(table, now), events.Dealt(at=now)]


def bot(table: Table, seat: int, level: str) -> bots.Bot:
    """Who answers now for a seat: the same for everybody who came here by the same moves."""
    deal = table.deal
    assert deal is not None
    answers = sum(move.seat == seat for move in deal.moves)  # not all moves: some are answered at the same time
    seed = sha256(deal.server_seed + f"bot {seat} {answers}".encode()).digest()
    found = bots.make(table.info.id, level, int.from_bytes(seed[:7], "big"))
    if isinstance(found, Thinker):
        found.clock = _no_time
    return found


def _no_time() -> float:
    """A clock that stands still: nothing is left out because a machine is slow."""
    return 0.0


def score(table: Table) -> int | None:
    """What the player of a daily table has in all; None while it is not over."""
    result, seat = table.state.result, table.seat_of(table.state.owner)
    if table.settings.daily is None or result is None or not result.match_over or seat is None:
        return None
    return table.state.sitters[seat].score


# --- how everybody did --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Field:
    """All scores of a daily deal, and how often each was made."""

    scores: Mapping[int, int]

    @property
    def size(self) -> int:
        return sum(self.scores.values())

    def place(self, score: int) -> int:
        """1 for the best; the same for equal scores.

        >>> Field({4: 1, 2: 2, -1: 1}).place(-1)
        4
        """
        return 1 + sum(count for other, count in self.scores.items() if other > score)

    def percent(self, score: int) -> float | None:
        """The duplicate score: the part of the others that did worse, equal ones counted half; None without others.

        >>> Field({4: 1, 2: 2, -1: 1}).percent(2)
        50.0
        """
        others = self.size - 1
        worse = sum(count for other, count in self.scores.items() if other < score)
        return 100 * (worse + (self.scores[score] - 1) / 2) / others if others > 0 else None


@dataclass(frozen=True)
class Answer:
    """One answer of a player in a finished deal: the step of its replay, and the move in notation and in words."""

    step: int
    text: str
    name: Line | None


def line(info: GameInfo, record: Record, seat: int) -> list[Answer]:
    """What one seat answered, move by move."""
    assert record.seed is not None
    game, found = game_of(record, info), []
    state = game.deal(record.seats, record.seed)
    for number, move in enumerate(record.moves, 1):
        assert move.text is not None
        # the view before the move: a state that was played on may have to be replayed from its beginning
        view = game.view(state, Seat(seat)) if move.seat == seat else None
        state, action = play(game, state, Seat(move.seat), move.text)
        if view is not None:
            found.append(Answer(number, str(action), info.words.name(view, action)))
    return found


class DailyDeals:
    """The daily deals of one database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def begin(self, day: str, game: str, player: int, table: int, now: int) -> bool:
        """Whether the player has just begun this deal, at this table; False if they had before."""
        row = {"day": day, "game": game, "player": player, "table": table, "now": now}
        return await self._store.database.write(lambda db: db.execute(_BEGIN, row).rowcount > 0)

    async def play(self, day: str, game: str, player: int) -> Any:
        """A player's row, with the code of the table; None if there is none."""
        mine = (m.daily_plays.c.day == day, m.daily_plays.c.game == game, m.daily_plays.c.player_id == player)
        return await self._store.first(_plays().where(*mine))

    async def plays(self, day: str, player: int) -> dict[str, Any]:
        """All that a player has of a day, by game."""
        mine = (m.daily_plays.c.day == day, m.daily_plays.c.player_id == player)
        return {row.game: row for row in await self._store.all(_plays().where(*mine))}

    async def fields(self, day: str) -> dict[str, Field]:
        """Everybody's scores, by game."""
        query = (
            select(m.daily_plays.c.game, m.daily_plays.c.score, func.count().label("count"))
            .where(m.daily_plays.c.day == day, m.daily_plays.c.score.is_not(None))
            .group_by(m.daily_plays.c.game, m.daily_plays.c.score)
        )
        found: dict[str, dict[int, int]] = {}
        for game, score, count in await self._store.all(query):
            found.setdefault(game, {})[score] = count
        return {game: Field(scores) for game, scores in found.items()}

    async def best(self, day: str, game: str) -> Sequence[Any]:
        """The first places of a board, with names."""
        query = (
            _plays()
            .add_columns(m.players.c.name, m.players.c.avatar)
            .join(m.players, m.players.c.id == m.daily_plays.c.player_id)
            .where(m.daily_plays.c.day == day, m.daily_plays.c.game == game, m.daily_plays.c.score.is_not(None))
            .order_by(m.daily_plays.c.score.desc(), m.daily_plays.c.finished_at, m.daily_plays.c.player_id)
            .limit(SHOWN)
        )
        return await self._store.all(query)


def _plays() -> Any:
    return select(m.daily_plays, m.games.c.code, m.games.c.closed).join(
        m.games, m.games.c.id == m.daily_plays.c.game_id
    )
