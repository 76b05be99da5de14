"""How players do at puzzles, and how hard the puzzles turn out to be: Glicko-2 ratings of both, on either database."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, func, select, text, update

from paiju.puzzles.puzzle import Puzzle
from paiju.puzzles.rating import Rating, meeting
from paiju.server import models as m
from paiju.server.progress import solved_ending
from paiju.server.store import Store

FIRST_DEVIATION: Final = 90.0
"""How sure the miner's guess at a puzzle's rating is."""

# The same on both databases, which SQLAlchemy's own upserts are not.
_TRY: Final = text(
    "INSERT INTO puzzle_tries (player_id, puzzle, solved, at) VALUES (:player, :puzzle, :solved, :at)"
    " ON CONFLICT DO NOTHING"
)
_PLAYER: Final = text(
    "INSERT INTO puzzle_players (player_id, rating, deviation, volatility, streak, best)"
    " VALUES (:player, :rating, :deviation, :volatility, 0, 0) ON CONFLICT DO NOTHING"
)
_PUZZLE: Final = text(
    "INSERT INTO puzzle_ratings (puzzle, game, rating, deviation, volatility)"
    " VALUES (:puzzle, :game, :rating, :deviation, :volatility) ON CONFLICT DO NOTHING"
)


@dataclass(frozen=True)
class Form:
    """How somebody does: a rating, puzzles solved at the first try in a row now and at most, and of how many tried."""

    rating: Rating = field(default_factory=Rating)
    streak: int = 0
    best: int = 0
    solved: int = 0
    tried: int = 0


class Puzzlers:
    """Puzzle players of one database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def form(self, player: int) -> Form:
        return await self._store.database.read(lambda db: _form(db, player))

    async def tries(self, player: int, puzzles: Collection[str]) -> dict[str, bool]:
        """Which of these puzzles a player has tried, and whether they were solved at the first try."""
        mine = (m.puzzle_tries.c.player_id == player) & m.puzzle_tries.c.puzzle.in_(puzzles)
        rows = await self._store.all(select(m.puzzle_tries.c.puzzle, m.puzzle_tries.c.solved).where(mine))
        return {row.puzzle: bool(row.solved) for row in rows}

    async def ratings(self, game: str) -> dict[str, float]:
        """The ratings of a game's puzzles that somebody has tried."""
        known = select(m.puzzle_ratings.c.puzzle, m.puzzle_ratings.c.rating).where(m.puzzle_ratings.c.game == game)
        return {row.puzzle: row.rating for row in await self._store.all(known)}

    async def met(self, player: int, puzzle: Puzzle, *, solved: bool, now: int) -> Form | None:
        """Count a try: both ratings move. None if the player has tried this puzzle before, which counts no more."""

        def count(db: Connection) -> Form | None:
            if not db.execute(_TRY, {"player": player, "puzzle": puzzle.id, "solved": solved, "at": now}).rowcount:
                return None
            db.execute(_PLAYER, {"player": player, **_columns(Rating())})
            first = Rating(float(puzzle.rating), FIRST_DEVIATION)
            db.execute(_PUZZLE, {"puzzle": puzzle.id, "game": puzzle.game, **_columns(first)})
            own, other = m.puzzle_players.c.player_id == player, m.puzzle_ratings.c.puzzle == puzzle.id
            mine = db.execute(select(m.puzzle_players).where(own).with_for_update()).one()
            its = db.execute(select(m.puzzle_ratings).where(other).with_for_update()).one()
            ours, theirs = meeting(_rating(mine), _rating(its), solved=solved)
            streak = mine.streak + 1 if solved else 0
            run = {"streak": streak, "best": max(mine.best, streak)}
            db.execute(update(m.puzzle_players).where(own).values(**_columns(ours), **run))
            db.execute(update(m.puzzle_ratings).where(other).values(**_columns(theirs)))
            if solved:
                solved_ending(db, player, puzzle.game, now)
            return _form(db, player)

        return await self._store.database.write(count)


def _columns(rating: Rating) -> dict[str, float]:
    return {"rating": rating.value, "deviation": rating.deviation, "volatility": rating.volatility}


def _rating(row: Any) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility)


def _form(db: Connection, player: int) -> Form:
    row = db.execute(select(m.puzzle_players).where(m.puzzle_players.c.player_id == player)).first()
    if row is None:
        return Form()
    mine = m.puzzle_tries.c.player_id == player
    count = select(m.puzzle_tries.c.solved, func.count()).where(mine).group_by(m.puzzle_tries.c.solved)
    tried = {bool(solved): int(number) for solved, number in db.execute(count)}
    return Form(_rating(row), row.streak, row.best, tried.get(True, 0), sum(tried.values()))
