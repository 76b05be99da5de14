"""Alembic's entry point; the connection comes from paiju.server.migrate."""

from __future__ import annotations

from alembic import context

from paiju.server.models import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
