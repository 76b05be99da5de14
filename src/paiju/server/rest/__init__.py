"""The REST routes. Each reads its body, asks the table, and answers; what may be done is decided in handlers.py."""

from __future__ import annotations

from typing import Any, Final

from litestar.di import Provide

from paiju.server.rest import admin, analysis, daily, lessons, players, puzzles, replay, social, study
from paiju.server.rest.asking import admit, headers_of, language_of, problem, provide_caller, provide_password
from paiju.server.rest.catalog import games, messages, rules
from paiju.server.rest.machine import health, metrics, ready
from paiju.server.rest.past import Past
from paiju.server.rest.people import People
from paiju.server.rest.tables import Tables


def routes() -> list[Any]:
    more = (
        *replay.routes(), *analysis.routes(), *social.routes(), *puzzles.routes(), *daily.routes(), *lessons.routes(),
        *players.routes(), *study.routes(), *admin.routes(),
    )  # fmt: skip
    return [People, Tables, Past, *more, games, messages, rules, health, ready, metrics]


dependencies: Final = {
    "caller": Provide(provide_caller),
    "table_password": Provide(provide_password, sync_to_thread=False),
}
"""Never named as a field of a body: what does not fit there would be called our mistake, and get a 500."""

__all__ = ["admit", "dependencies", "headers_of", "language_of", "problem", "routes"]
