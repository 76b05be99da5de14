"""A database that cannot be opened."""

from __future__ import annotations

import aiosqlite
import pytest
from sqlalchemy.exc import OperationalError

from paiju.server.store import Store


async def test_it_is_refused_before_a_thread_is_started_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a thread answers when it ends, and the loop may be gone by then: that was a traceback below the one sentence."""
    started: list[object] = []
    monkeypatch.setattr(aiosqlite.Connection, "__init__", lambda self, *_, **__: started.append(self))
    store = Store("sqlite+aiosqlite:////dev/null/x.db")
    with pytest.raises(OperationalError, match="unable to open database file"):
        await store.open()
    assert not started
    await store.close()
