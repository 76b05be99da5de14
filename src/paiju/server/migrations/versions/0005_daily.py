"""The daily deal: who has played it, where, and with which score.

Revision ID: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "daily_plays",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("player_id", _ID, nullable=False),
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("score", sa.BigInteger()),
        sa.Column("finished_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_daily_plays_player_id_players"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_daily_plays_game_id_games"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("day", "game", "player_id", name=op.f("pk_daily_plays")),
        sa.UniqueConstraint("game_id", name=op.f("uq_daily_plays_game_id")),
    )


def downgrade() -> None:
    op.drop_table("daily_plays")
