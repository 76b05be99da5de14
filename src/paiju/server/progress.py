"""How players do: ratings by game, what a week brought, feats, and decisions that stood out.

Ratings, weeks and feats are written in the transaction that ends a deal; decisions when the deal is analysed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import Connection, select, text

from paiju.games.messages import Text
from paiju.puzzles.rating import Rating, after, expected
from paiju.server import models as m
from paiju.server import wire
from paiju.server.statement import Statement

if TYPE_CHECKING:
    from paiju.server.store import Store
    from paiju.server.writer import FinishedDeal, Write

BOTS: Final = {"easy": Rating(1300, 60), "normal": Rating(1500, 60), "hard": Rating(1700, 60)}
"""What it says to have met a bot of a level; another is taken for `normal`. Chosen, the same for every game, not measured:
the scale is anchored here, and a rating tells players of one game apart."""
GAIN: Final = 32.0
"""What a week counts for a deal that was won against all that was expected."""
SETTLED: Final = 10
"""Deals after which a player stands on the leaderboard of a game."""
SHOWN: Final = 100
GRAPH: Final = 300
LISTED: Final = 5
WORTH: Final = 0.05
"""What a decision must have gained or lost, of 1, to be kept."""
MOST_FLAGS: Final = 3
LONG: Final = 5
"""Decisions in a deal from which on it is worth something to have made no mistake."""

ANYWHERE: Final = {
    "flawless": (
        Text("滴水不漏", "Flawless"),
        Text("一局打完，分析没有挑出一处失误", "Play a deal in which the analysis finds no mistake of yours"),
    ),
    "proved_ending": (
        Text("残局高手", "Proved"),
        Text("解开一道证明过的残局", "Win an ending that was proved to be won, at the first try"),
    ),
}
"""Feats that no game has to know."""

_NEW_RATINGS: Final = Statement(
    "player_id bigint, game text, rating float, deviation float, volatility float",
    "INSERT INTO ratings (player_id, game, rating, deviation, volatility, deals)"
    " SELECT player_id, game, rating, deviation, volatility, 0 FROM {new} WHERE true ON CONFLICT DO NOTHING",
)
_RATINGS: Final = Statement(
    "player_id bigint, game text, rating float, deviation float, volatility float, deals bigint",
    "UPDATE ratings SET rating = new.rating, deviation = new.deviation, volatility = new.volatility,"
    " deals = ratings.deals + new.deals"
    " FROM {new} WHERE ratings.player_id = new.player_id AND ratings.game = new.game",
)
_WEEKS: Final = Statement(
    "week text, game text, player_id bigint, gain float, deals bigint, won bigint",
    "INSERT INTO weeks (week, game, player_id, gain, deals, won)"
    " SELECT week, game, player_id, gain, deals, won FROM {new} WHERE true"
    " ON CONFLICT (week, game, player_id) DO UPDATE SET gain = weeks.gain + excluded.gain,"
    " deals = weeks.deals + excluded.deals, won = weeks.won + excluded.won",
)
_FEATS: Final = Statement(
    "player_id bigint, game text, name text, times bigint, at bigint, game_id bigint, hand_number integer",
    "INSERT INTO feats (player_id, game, name, times, at, hand_id)"
    " SELECT new.player_id, new.game, new.name, new.times, new.at, hands.id"
    " FROM {new} JOIN hands ON hands.game_id = new.game_id AND hands.hand_number = new.hand_number WHERE true"
    " ON CONFLICT (player_id, game, name) DO UPDATE SET times = feats.times + excluded.times, at = excluded.at,"
    " hand_id = excluded.hand_id",
)
_ONCE: Final = text(
    "INSERT INTO feats (player_id, game, name, times, at, hand_id) VALUES (:player, :game, :name, 1, :at, :hand)"
    " ON CONFLICT DO NOTHING"
)
_AGAIN: Final = text(
    "INSERT INTO feats (player_id, game, name, times, at) VALUES (:player, :game, :name, 1, :at)"
    " ON CONFLICT (player_id, game, name) DO UPDATE SET times = feats.times + 1, at = excluded.at"
)
_DECISION: Final = Statement(
    "player_id bigint, hand_id bigint, step integer, gain float, played json, better json",
    "INSERT INTO decisions (player_id, hand_id, step, gain, played, better)"
    " SELECT player_id, hand_id, step, gain, played, better FROM {new} WHERE true ON CONFLICT DO NOTHING",
)


def week_of(at: int) -> str:
    """The week of a moment, in UTC.

    >>> week_of(1_790_000_000_000)
    '2026-W39'
    """
    year, week, _ = datetime.fromtimestamp(at / 1000, UTC).isocalendar()
    return f"{year}-W{week:02}"


class Met(NamedTuple):
    """A deal as one player met it: the others who ended it differently, taken as one, and how often those did worse."""

    other: Rating
    score: float


def met(player: str, field: Sequence[tuple[str, int]], known: Mapping[str, Rating]) -> Met | None:
    """What a deal says about a player; None if it says nothing, because nobody ended it differently.

    Partners end a deal with the same score, so they are no opponents. `known` are ratings of people and of bots, by level.

    >>> met("1", [("1", 4), ("normal", -2), ("hard", -2)], BOTS)
    Met(other=Rating(value=1600.0, deviation=60.0, volatility=0.06), score=1.0)
    """
    own = dict(field).get(player)
    if own is None:
        return None
    others = [(known.get(who, BOTS["normal"]), score) for who, score in field if score != own]
    if not others:
        return None
    count = len(others)
    value = sum(rating.value for rating, _ in others) / count
    deviation = sum(rating.deviation for rating, _ in others) / count
    return Met(Rating(value, deviation), sum(score < own for _, score in others) / count)


# --- the end of a deal ----------------------------------------------------------------------------------------------------------


def rate(db: Connection, deals: Sequence[tuple[Write, FinishedDeal]]) -> dict[tuple[int, int, int], float]:
    """Rate the players of these deals, one after the other. Their ratings then, by table, number and player."""
    counted = [(write, deal) for write, deal in deals if deal.rated and deal.players]
    keys = sorted({(part.player, write.game_name) for write, deal in counted for part in deal.players})
    if not keys:
        return {}
    _NEW_RATINGS(db, [(*key, *Rating()) for key in keys])
    c = m.ratings.c
    wanted = c.player_id.in_({player for player, _ in keys}) & c.game.in_({game for _, game in keys})
    rows = db.execute(select(m.ratings).where(wanted).order_by(c.player_id, c.game).with_for_update()).all()
    now = {(row.player_id, row.game): Rating(row.rating, row.deviation, row.volatility) for row in rows}
    count: dict[tuple[int, str], int] = {}
    weeks: dict[tuple[str, str, int], tuple[float, int, int]] = {}
    found: dict[tuple[int, int, int], float] = {}
    for write, deal in counted:
        game = write.game_name
        known = BOTS | {str(part.player): now[part.player, game] for part in deal.players}
        for part in deal.players:
            key, meeting = (part.player, game), met(str(part.player), deal.field, known)
            own, gain = known[str(part.player)], 0.0
            if meeting is not None:
                now[key] = after(own, meeting.other, meeting.score)
                gain = GAIN * (meeting.score - expected(own, meeting.other))
                count[key] = count.get(key, 0) + 1
            found[write.game, deal.number, part.player] = now[key].value
            week = (week_of(deal.played_at), game, part.player)
            before = weeks.get(week, (0.0, 0, 0))
            weeks[week] = (before[0] + gain, before[1] + 1, before[2] + part.won)
    _RATINGS(db, [(*key, *now[key], deals) for key, deals in sorted(count.items())])
    _WEEKS(db, [(*week, *sums) for week, sums in sorted(weeks.items())])
    return found


def add_feats(db: Connection, deals: Sequence[tuple[Write, FinishedDeal]]) -> None:
    """Count what players did. The deals themselves are written already."""
    found: dict[tuple[int, str, str], tuple[int, int, int, int]] = {}
    for write, deal in deals:
        for part in deal.players:
            for name in part.feats:
                key = (part.player, write.game_name, name)
                times = found[key][0] + 1 if key in found else 1
                found[key] = (times, deal.played_at, write.game, deal.number)
    _FEATS(db, [(*key, *row) for key, row in sorted(found.items())])


def solved_ending(db: Connection, player: int, game: str, at: int) -> None:
    db.execute(_AGAIN, {"player": player, "game": game, "name": "proved_ending", "at": at})


# --- what an analysis found ------------------------------------------------------------------------------------------------------


class Stood(NamedTuple):
    """A decision that stood out: the step of the replay, what it gained or lost, and the moves as the page words them."""

    step: int
    gain: float
    played: dict[str, Any]
    better: dict[str, Any] | None


def stood_out(analysis: wire.Analysis, movers: Sequence[tuple[int, str]], seat: int) -> list[Stood]:
    """The worst decisions of a seat, and its best: after which its chances had risen most."""
    flags = sorted((flag for flag in analysis.flags if flag.seat == seat), key=lambda flag: -flag.loss)[:MOST_FLAGS]
    found = [
        Stood(flag.step, -flag.loss, _words(flag.played, flag.played_name), _words(flag.better, flag.better_name))
        for flag in flags
        if flag.loss >= WORTH
    ]
    bad = {flag.step for flag in analysis.flags}
    chances = {point.step: point.chances for point in analysis.points}
    rises = [
        (chances[step][seat] - chances[step - 1][seat], step)
        for step in chances
        if step - 1 in chances and step not in bad and 0 < step <= len(movers) and movers[step - 1][0] == seat
    ]
    gain, step = max(rises, default=(0.0, 0))
    if gain >= WORTH:
        found.append(Stood(step, gain, _words(movers[step - 1][1], None), None))
    return found


def _words(text: str, name: Any) -> dict[str, Any]:
    return {"text": text, "name": name}


class Progress:
    """The progress of the players of one database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def keep(self, deal: Any, game: str, analysis: wire.Analysis, movers: Sequence[tuple[int, str]]) -> None:
        """Keep what an analysis found about the people of a deal. Doing it again changes nothing."""
        rows: list[Any] = []
        clean: list[int] = []
        parts = await self._store.player_deals([deal.id])
        for part in parts:
            rows += [(part.player_id, deal.id, *one) for one in stood_out(analysis, movers, part.seat)]
            own = sum(seat == part.seat for seat, _ in movers)
            is_clean = analysis.complete and not any(flag.seat == part.seat for flag in analysis.flags)
            if is_clean and part.rating is not None and own >= LONG and analysis.points:
                clean.append(part.player_id)

        def write(db: Connection) -> None:
            _DECISION(db, rows)
            for player in clean:
                row = {"player": player, "game": game, "name": "flawless", "at": deal.played_at, "hand": deal.id}
                db.execute(_ONCE, row)

        if rows or clean:
            await self._store.database.write(write)

    async def ratings(self, player: int) -> list[Any]:
        mine = m.ratings.c.player_id == player
        return await self._store.all(select(m.ratings).where(mine).order_by(m.ratings.c.deals.desc(), m.ratings.c.game))

    async def graph(self, player: int, game: str) -> list[Any]:
        """Ratings after each of the last deals, oldest first, with the deal."""
        query = (
            select(m.player_hands.c.rating, m.hands.c.played_at, m.hands.c.hand_number, m.games.c.code)
            .join(m.hands, m.hands.c.id == m.player_hands.c.hand_id)
            .join(m.games, m.games.c.id == m.hands.c.game_id)
            .where(m.player_hands.c.player_id == player, m.games.c.game == game, m.player_hands.c.rating.is_not(None))
            .order_by(m.player_hands.c.hand_id.desc())
            .limit(GRAPH)
        )
        return (await self._store.all(query))[::-1]

    async def feats(self, player: int) -> list[Any]:
        query = (
            select(m.feats, m.hands.c.hand_number, m.games.c.code)
            .outerjoin(m.hands, m.hands.c.id == m.feats.c.hand_id)
            .outerjoin(m.games, m.games.c.id == m.hands.c.game_id)
            .where(m.feats.c.player_id == player)
            .order_by(m.feats.c.at.desc(), m.feats.c.name)
        )
        return await self._store.all(query)

    async def decisions(self, player: int) -> tuple[list[Any], list[Any]]:
        """The best and the worst, each with its deal."""
        query = (
            select(m.decisions, m.hands.c.hand_number, m.hands.c.played_at, m.games.c.code, m.games.c.game)
            .join(m.hands, m.hands.c.id == m.decisions.c.hand_id)
            .join(m.games, m.games.c.id == m.hands.c.game_id)
            .where(m.decisions.c.player_id == player)
            .limit(LISTED)
        )
        gain, newest = m.decisions.c.gain, m.decisions.c.hand_id.desc()
        best = await self._store.all(query.where(gain > 0).order_by(gain.desc(), newest))
        return best, await self._store.all(query.where(gain < 0).order_by(gain, newest))

    async def leaders(self, game: str) -> list[Any]:
        """Who stands highest in a game, of those who show themselves and have played enough."""
        c = m.ratings.c
        query = (
            select(c.player_id, c.rating.label("value"), c.deviation, c.deals, m.players.c.name, m.players.c.avatar)
            .join(m.players, m.players.c.id == c.player_id)
            .where(c.game == game, c.deals >= SETTLED, m.players.c.hidden.is_(False))
            .order_by(c.rating.desc(), c.player_id)
            .limit(SHOWN)
        )
        return await self._store.all(query)

    async def week(self, week: str, game: str) -> list[Any]:
        """Who gained most in a week."""
        c = m.weeks.c
        query = (
            select(c.player_id, c.gain.label("value"), c.deals, c.won, m.players.c.name, m.players.c.avatar)
            .join(m.players, m.players.c.id == c.player_id)
            .where(c.week == week, c.game == game, m.players.c.hidden.is_(False))
            .order_by(c.gain.desc(), c.player_id)
            .limit(SHOWN)
        )
        return await self._store.all(query)
