"""Sessions, bans, the audit log, and players who are gone.

Tokens from before name no session. Each player who exists gets one that such tokens speak for, so that nobody is logged out by
the upgrade; it ends as every other one does.

Revision ID: 0003
"""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_DAY = 86_400_000


def upgrade() -> None:
    op.add_column("players", sa.Column("deleted_at", sa.BigInteger(), nullable=True))
    op.create_index("ix_players_seen", "players", ["seen_at"])
    sessions = op.create_table(
        "sessions",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("player_id", _ID, nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_sessions_player_id_players"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
    )
    op.create_index("ix_sessions_player", "sessions", ["player_id"])
    op.create_index("ix_sessions_expires", "sessions", ["expires_at"])
    op.create_table(
        "bans",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("player_id", _ID, nullable=True),
        sa.Column("network", sa.String(length=60), nullable=True),
        sa.Column("reason", sa.String(length=200), server_default="", nullable=False),
        sa.Column("actor", sa.String(length=60), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("lifted_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_bans_player_id_players"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bans")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "audit",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=60), nullable=False),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=80), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
        sqlite_autoincrement=True,
    )
    now = int(time.time() * 1000)
    players = sa.table("players", sa.column("id", _ID))
    known = [row.id for row in op.get_bind().execute(sa.select(players.c.id))]
    op.bulk_insert(
        sessions,
        [
            {
                "id": f"old-{player}",
                "player_id": player,
                "created_at": now,
                "seen_at": now,
                "expires_at": now + 90 * _DAY,
            }
            for player in known
        ],
    )


def downgrade() -> None:
    op.drop_table("audit")
    op.drop_table("bans")
    op.drop_table("sessions")
    op.drop_index("ix_players_seen", "players")
    op.drop_column("players", "deleted_at")
