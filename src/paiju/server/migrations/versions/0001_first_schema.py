"""The first schema.

Revision ID: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "facts",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_facts")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("game_type", sa.String(length=20), server_default="no_limit", nullable=False),
        sa.Column("min_buy_in", sa.BigInteger(), server_default="100", nullable=False),
        sa.Column("max_buy_in", sa.BigInteger(), server_default="10000", nullable=False),
        sa.Column("status", sa.String(length=10), server_default="waiting", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("preset", sa.String(length=60), nullable=True),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("name", sa.String(length=60), server_default="", nullable=False),
        sa.Column("owner_id", sa.String(length=20), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("locked", sa.Boolean(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("summary", sa.JSON(), nullable=False),
        sa.Column("closed", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("fence", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("server", sa.String(length=40), server_default="", nullable=False),
        sa.Column("snapshot", sa.Text(), nullable=True),
        sa.Column("snapshot_seq", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("code", name=op.f("uq_games_code")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_games_lobby", "games", ["closed", "private", "status", "id"], unique=False)
    op.create_table(
        "players",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=50), nullable=False),
        sa.Column("chips", sa.BigInteger(), server_default="1000", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("avatar", sa.String(length=20), server_default="", nullable=False),
        sa.Column("seen_at", sa.BigInteger(), server_default="0", nullable=False),
        sa.CheckConstraint("chips >= 0", name=op.f("ck_players_chips_not_negative")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "servers",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("alive_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_servers")),
    )
    op.create_table(
        "accounts",
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("login", sa.String(length=40), nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_accounts_player_id_players")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("login", name=op.f("uq_accounts_login")),
    )
    op.create_table(
        "entries",
        sa.Column("game_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_entries_game_id_games"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "seq", name=op.f("pk_entries")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "hands",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("game_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("hand_number", sa.Integer(), nullable=False),
        sa.Column("pot_amount", sa.BigInteger(), nullable=True),
        sa.Column("community_cards", sa.JSON(), nullable=True),
        sa.Column("winners", sa.JSON(), nullable=False),
        sa.Column("played_at", sa.BigInteger(), nullable=False),
        sa.Column("scores", sa.JSON(), nullable=False),
        sa.Column("reason", sa.String(length=60), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_hands_game_id_games"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hands")),
        sa.UniqueConstraint("game_id", "hand_number", name=op.f("uq_hands_game_id")),
    )
    op.create_table(
        "ledger",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.String(length=20), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_ledger_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger")),
    )
    op.create_index(op.f("ix_ledger_player_id"), "ledger", ["player_id"], unique=False)
    op.create_table(
        "seats",
        sa.Column("game_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("chips", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("chips >= 0", name=op.f("ck_seats_chips_not_negative")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_seats_game_id_games"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_seats_player_id_players")),
        sa.PrimaryKeyConstraint("game_id", "player_id", name=op.f("pk_seats")),
    )
    op.create_index("ix_seats_player", "seats", ["player_id"], unique=False)
    op.create_table(
        "standings",
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("hands_played", sa.BigInteger(), nullable=False),
        sa.Column("hands_won", sa.BigInteger(), nullable=False),
        sa.Column("total_winnings", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_standings_player_id_players")),
        sa.PrimaryKeyConstraint("player_id", "game", name=op.f("pk_standings")),
    )
    op.create_table(
        "player_hands",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("hand_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("hole_cards", sa.JSON(), nullable=True),
        sa.Column("final_hand_rank", sa.String(length=20), nullable=True),
        sa.Column("bet_amount", sa.BigInteger(), nullable=True),
        sa.Column("won_amount", sa.BigInteger(), nullable=False),
        sa.Column("actions", sa.JSON(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["hand_id"], ["hands.id"], name=op.f("fk_player_hands_hand_id_hands"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_player_hands_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player_hands")),
        sa.UniqueConstraint("hand_id", "player_id", name=op.f("uq_player_hands_hand_id")),
    )
    op.create_index("ix_player_hands_player", "player_hands", ["player_id", "hand_id"], unique=False)


def downgrade() -> None:
    for name in (
        "player_hands",
        "standings",
        "seats",
        "ledger",
        "hands",
        "entries",
        "accounts",
        "servers",
        "players",
        "games",
        "facts",
    ):
        op.drop_table(name)
