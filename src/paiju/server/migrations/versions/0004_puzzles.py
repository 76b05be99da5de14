"""Puzzles: what players tried, how they are rated, and how the puzzles are.

Revision ID: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "puzzle_players",
        sa.Column("player_id", _ID, nullable=False),
        *_rating(),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_puzzle_players_player_id_players"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_puzzle_players")),
    )
    op.create_table(
        "puzzle_tries",
        sa.Column("player_id", _ID, nullable=False),
        sa.Column("puzzle", sa.String(length=20), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_puzzle_tries_player_id_players"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player_id", "puzzle", name=op.f("pk_puzzle_tries")),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(length=20), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        *_rating(),
        sa.PrimaryKeyConstraint("puzzle", name=op.f("pk_puzzle_ratings")),
    )
    op.create_index("ix_puzzle_ratings_game", "puzzle_ratings", ["game"])


def _rating() -> list[sa.Column[float]]:
    return [sa.Column(name, sa.Double(), nullable=False) for name in ("rating", "deviation", "volatility")]


def downgrade() -> None:
    op.drop_table("puzzle_ratings")
    op.drop_table("puzzle_tries")
    op.drop_table("puzzle_players")
