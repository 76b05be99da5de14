"""The tables of the database. Alembic's migrations (`migrations/`) make them; this is what the code sees.

The four tables of every card-room textbook (players, games, hands, player_hands), and what event sourcing needs: the log
of each table, a ledger of chips, standings per game, accounts, who is alive, what players keep and say about each other, and
how they do at puzzles and lessons.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# Times are milliseconds since 1970: the same number in both databases, in the log and on the wire.
# SQLite numbers rows by itself only in a column of type INTEGER.
_Id: Final = BigInteger().with_variant(Integer, "sqlite")

players: Final = Table(
    "players",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("name", String(50), nullable=False),
    Column("chips", BigInteger, nullable=False, server_default="1000"),
    Column("created_at", BigInteger, nullable=False),
    Column("avatar", String(20), nullable=False, server_default=""),
    Column("seen_at", BigInteger, nullable=False, server_default="0"),
    Column("deleted_at", BigInteger),  # a stump that histories point to
    Column("hidden", Boolean, nullable=False, server_default="0"),  # no public profile, on no leaderboard
    CheckConstraint("chips >= 0", name="chips_not_negative"),
    Index("ix_players_seen", "seen_at"),
    sqlite_autoincrement=True,
)

games: Final = Table(
    "games",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("game_type", String(20), nullable=False, server_default="no_limit"),
    Column("min_buy_in", BigInteger, nullable=False, server_default="100"),
    Column("max_buy_in", BigInteger, nullable=False, server_default="10000"),
    Column("status", String(10), nullable=False, server_default="waiting"),
    Column("created_at", BigInteger, nullable=False),
    Column("code", String(40), nullable=False, unique=True),  # its id on the wire; cannot be guessed
    Column("game", String(40), nullable=False),  # catalog id
    Column("preset", String(60)),
    Column("options", JSON, nullable=False),
    Column("name", String(60), nullable=False, server_default=""),
    Column("owner_id", String(20), nullable=False),
    Column("private", Boolean, nullable=False),
    Column("locked", Boolean, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("summary", JSON, nullable=False),  # what the lobby shows besides: names, taken, bots, hand number
    Column("closed", Boolean, nullable=False, server_default="0"),
    Column("updated_at", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False, server_default="0"),  # entries in the log
    Column("fence", BigInteger, nullable=False, server_default="0"),  # grows with every new owner process
    Column("server", String(40), nullable=False, server_default=""),  # the process that owns it
    Column("snapshot", Text),
    Column("snapshot_seq", BigInteger, nullable=False, server_default="0"),
    Column("stake", BigInteger),  # what a deal is played for: big blind or base score
    Column("small_blind", BigInteger),
    Index("ix_games_lobby", "closed", "private", "status", "id"),
    sqlite_autoincrement=True,
)

entries: Final = Table(
    "entries",
    metadata,
    Column("game_id", _Id, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

hands: Final = Table(
    "hands",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("game_id", _Id, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("hand_number", Integer, nullable=False),
    Column("pot_amount", BigInteger),
    Column("community_cards", JSON),
    Column("winners", JSON, nullable=False),
    Column("played_at", BigInteger, nullable=False),
    Column("scores", JSON, nullable=False),
    Column("reason", String(60), nullable=False),
    Column("moves", Integer, nullable=False),
    Column("facts", JSON, nullable=False),  # what the game adds
    Column("record", Text, nullable=False),  # .paiju, in full
    UniqueConstraint("game_id", "hand_number"),
)

player_hands: Final = Table(
    "player_hands",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("hand_id", _Id, ForeignKey("hands.id", ondelete="CASCADE"), nullable=False),
    Column("player_id", _Id, ForeignKey("players.id"), nullable=False),
    Column("hole_cards", JSON),
    Column("final_hand_rank", String(20)),
    Column("bet_amount", BigInteger),
    Column("won_amount", BigInteger, nullable=False),
    Column("actions", JSON, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("rating", Double),  # after the deal, where it was rated
    UniqueConstraint("hand_id", "player_id"),
    Index("ix_player_hands_player", "player_id", "hand_id"),
)

seats: Final = Table(
    "seats",  # who sits where now, with the chips that are on the table: balances add up across crashes
    metadata,
    Column("game_id", _Id, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", _Id, ForeignKey("players.id"), primary_key=True),
    Column("chips", BigInteger, nullable=False),
    CheckConstraint("chips >= 0", name="chips_not_negative"),
    Index("ix_seats_player", "player_id"),
)

ledger: Final = Table(
    "ledger",  # every change of a player's chips
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("player_id", _Id, ForeignKey("players.id"), nullable=False, index=True),
    Column("game_id", _Id),
    Column("amount", BigInteger, nullable=False),
    Column("why", String(20), nullable=False),
    Column("at", BigInteger, nullable=False),
)

standings: Final = Table(
    "standings",
    metadata,
    Column("player_id", _Id, ForeignKey("players.id"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("points", BigInteger, nullable=False),
    Column("hands_played", BigInteger, nullable=False),
    Column("hands_won", BigInteger, nullable=False),
    Column("total_winnings", BigInteger, nullable=False),
)

accounts: Final = Table(
    "accounts",
    metadata,
    Column("player_id", _Id, ForeignKey("players.id"), primary_key=True),
    Column("login", String(40), nullable=False, unique=True),
    Column("password", Text, nullable=False),
)

sessions: Final = Table(
    "sessions",  # what tokens speak for; a token without its row is worth nothing
    metadata,
    Column("id", String(40), primary_key=True),
    Column("player_id", _Id, ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Index("ix_sessions_player", "player_id"),
    Index("ix_sessions_expires", "expires_at"),
)

bans: Final = Table(
    "bans",  # of a player, with an account or without, or of a network
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("player_id", _Id, ForeignKey("players.id", ondelete="CASCADE")),
    Column("network", String(60)),
    Column("reason", String(200), nullable=False, server_default=""),
    Column("actor", String(60), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("lifted_at", BigInteger),
    sqlite_autoincrement=True,
)

audit: Final = Table(
    "audit",  # what operators did, and what happened to accounts
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("actor", String(60), nullable=False),
    Column("action", String(40), nullable=False),
    Column("subject", String(80), nullable=False),
    Column("details", JSON, nullable=False),
    sqlite_autoincrement=True,
)

servers: Final = Table(
    "servers",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("alive_at", BigInteger, nullable=False),
)

common: Final = Table(
    "facts",  # values that all processes share: keys that sign tokens and make daily deals
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

contacts: Final = Table(
    "contacts",  # what one player keeps about another; only its author ever sees it
    metadata,
    Column("author_id", _Id, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("about_id", _Id, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("note", String(500), nullable=False, server_default=""),
    Column("tag", String(10), nullable=False, server_default=""),
    Column("friend", Boolean, nullable=False, server_default="0"),
    Column("muted", Boolean, nullable=False, server_default="0"),
    Column("updated_at", BigInteger, nullable=False),
    Index("ix_contacts_about", "about_id"),
)

reports: Final = Table(
    "reports",  # complaints about a player, for the host
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("author_id", _Id, ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("about_id", _Id, ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("reason", String(20), nullable=False),
    Column("text", String(500), nullable=False, server_default=""),
    Column("game", String(40), nullable=False, server_default=""),  # the id of the table, as on the wire
    Column("said", JSON, nullable=False),  # what the other said there, kept because a table's chat is not
    Column("status", String(10), nullable=False, server_default="open"),
    Column("at", BigInteger, nullable=False),
    Index("ix_reports_status", "status", "id"),
    Index("ix_reports_author", "author_id", "about_id"),
    sqlite_autoincrement=True,
)

puzzle_players: Final = Table(
    "puzzle_players",  # Glicko-2 ratings of those who have tried a puzzle
    metadata,
    Column("player_id", _Id, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best", Integer, nullable=False),
)

puzzle_tries: Final = Table(
    "puzzle_tries",  # the first try of a player at a puzzle: no other counts
    metadata,
    Column("player_id", _Id, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", String(20), primary_key=True),
    Column("solved", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
)

lessons_done: Final = Table(
    "lessons_done",  # lessons that a player has been through
    metadata,
    Column("player_id", _Id, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("lesson", String(60), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

puzzle_ratings: Final = Table(
    "puzzle_ratings",  # of puzzles that somebody has tried; the others are rated as their file says
    metadata,
    Column("puzzle", String(20), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Index("ix_puzzle_ratings_game", "game"),
)

daily_plays: Final = Table(
    "daily_plays",  # who has begun the daily deal of a game, and how it ended
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("player_id", _Id, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("game_id", _Id, ForeignKey("games.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("started_at", BigInteger, nullable=False),
    Column("score", BigInteger),  # of all its deals; none while it is not over
    Column("finished_at", BigInteger),
)

ratings: Final = Table(
    "ratings",  # Glicko-2 ratings of players, by game; `player_hands.rating` is how they came about
    metadata,
    Column("player_id", _Id, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("deals", BigInteger, nullable=False),
    Index("ix_ratings_game", "game", "rating"),
)

weeks: Final = Table(
    "weeks",  # what players gained in a week, by game
    metadata,
    Column("week", String(8), primary_key=True),  # as 2026-W05
    Column("game", String(40), primary_key=True),
    Column("player_id", _Id, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("gain", Double, nullable=False),
    Column("deals", BigInteger, nullable=False),
    Column("won", BigInteger, nullable=False),
)

feats: Final = Table(
    "feats",  # what players have done that is worth keeping: how often, and the deal in which they did it last
    metadata,
    Column("player_id", _Id, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("name", String(40), primary_key=True),
    Column("times", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("hand_id", _Id, ForeignKey("hands.id", ondelete="SET NULL")),
)

decisions: Final = Table(
    "decisions",  # the best and the worst of what players decided, as analyses of their deals found it
    metadata,
    Column("player_id", _Id, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("hand_id", _Id, ForeignKey("hands.id", ondelete="CASCADE"), primary_key=True),
    Column("step", Integer, primary_key=True),
    Column("gain", Double, nullable=False),  # below zero: what it gave away
    Column("played", JSON, nullable=False),  # the move in notation and in words
    Column("better", JSON),
)
