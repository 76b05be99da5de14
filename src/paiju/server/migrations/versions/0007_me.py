"""How players do: ratings by game, weeks, feats, decisions that stood out, and whether others may see it.

Revision ID: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("players", sa.Column("hidden", sa.Boolean(), server_default="0", nullable=False))
    op.add_column("player_hands", sa.Column("rating", sa.Double(), nullable=True))
    op.create_table(
        "ratings",
        _player(),
        sa.Column("game", sa.String(length=40), nullable=False),
        *[sa.Column(name, sa.Double(), nullable=False) for name in ("rating", "deviation", "volatility")],
        sa.Column("deals", sa.BigInteger(), nullable=False),
        *_keys("ratings", "player_id", "game"),
    )
    op.create_index("ix_ratings_game", "ratings", ["game", "rating"])
    op.create_table(
        "weeks",
        sa.Column("week", sa.String(length=8), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        _player(),
        sa.Column("gain", sa.Double(), nullable=False),
        sa.Column("deals", sa.BigInteger(), nullable=False),
        sa.Column("won", sa.BigInteger(), nullable=False),
        *_keys("weeks", "week", "game", "player_id"),
    )
    op.create_table(
        "feats",
        _player(),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("times", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("hand_id", _ID, nullable=True),
        *_keys("feats", "player_id", "game", "name"),
        sa.ForeignKeyConstraint(["hand_id"], ["hands.id"], name=op.f("fk_feats_hand_id_hands"), ondelete="SET NULL"),
    )
    op.create_table(
        "decisions",
        _player(),
        sa.Column("hand_id", _ID, nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("gain", sa.Double(), nullable=False),
        sa.Column("played", sa.JSON(), nullable=False),
        sa.Column("better", sa.JSON(), nullable=True),
        *_keys("decisions", "player_id", "hand_id", "step"),
        sa.ForeignKeyConstraint(["hand_id"], ["hands.id"], name=op.f("fk_decisions_hand_id_hands"), ondelete="CASCADE"),
    )


def _player() -> sa.Column[int]:
    return sa.Column("player_id", _ID, nullable=False)


def _keys(table: str, *columns: str) -> list[sa.Constraint]:
    return [
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f(f"fk_{table}_player_id_players"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint(*columns, name=op.f(f"pk_{table}")),
    ]


def downgrade() -> None:
    for table in ("decisions", "feats", "weeks", "ratings"):
        op.drop_table(table)
    op.drop_column("player_hands", "rating")
    op.drop_column("players", "hidden")
