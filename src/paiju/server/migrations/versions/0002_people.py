"""What players keep about each other and tell the host; what a table plays for.

Revision ID: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _player(table: str, name: str) -> sa.ForeignKeyConstraint:
    key = op.f(f"fk_{table}_{name}_players")
    return sa.ForeignKeyConstraint([name], ["players.id"], name=key, ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "contacts",
        sa.Column("author_id", _ID, nullable=False),
        sa.Column("about_id", _ID, nullable=False),
        sa.Column("note", sa.String(length=500), server_default="", nullable=False),
        sa.Column("tag", sa.String(length=10), server_default="", nullable=False),
        sa.Column("friend", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("muted", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        _player("contacts", "author_id"),
        _player("contacts", "about_id"),
        sa.PrimaryKeyConstraint("author_id", "about_id", name=op.f("pk_contacts")),
    )
    op.create_index("ix_contacts_about", "contacts", ["about_id"])
    op.create_table(
        "reports",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("author_id", _ID, nullable=False),
        sa.Column("about_id", _ID, nullable=False),
        sa.Column("reason", sa.String(length=20), nullable=False),
        sa.Column("text", sa.String(length=500), server_default="", nullable=False),
        sa.Column("game", sa.String(length=40), server_default="", nullable=False),
        sa.Column("said", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=10), server_default="open", nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        _player("reports", "author_id"),
        _player("reports", "about_id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_reports_status", "reports", ["status", "id"])
    op.create_index("ix_reports_author", "reports", ["author_id", "about_id"])

    op.add_column("games", sa.Column("stake", sa.BigInteger(), nullable=True))
    op.add_column("games", sa.Column("small_blind", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("games", "small_blind")
    op.drop_column("games", "stake")
    op.drop_table("reports")
    op.drop_table("contacts")
