"""The ASGI application."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from litestar import Litestar, get
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from paiju import __version__, bots, kernel
from paiju.games import catalog
from paiju.games.options import OptionInfo
from paiju.server.page import SECURITY_HEADERS, page_routes
from paiju.server.wire import CatalogGame, CatalogReply, Health, Option

__all__ = ["Settings", "create_app"]

_SECURITY_HEADERS: Final = [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]


@dataclass(frozen=True)
class Settings:
    """What a server is started with."""

    data: Path


@get("/health", sync_to_thread=False)
def health() -> Health:
    """Whether the server answers, which version it is, and whether it has the native kernel."""
    return Health(status="ok", version=__version__, kernel=kernel.HAVE_KERNEL)


@get("/api/catalog", sync_to_thread=False)
def games() -> CatalogReply:
    """Every game that can be played, with its table sizes, presets and options."""
    return CatalogReply(games=[_game(entry) for entry in catalog.entries()])


def create_app(settings: Settings) -> Litestar:
    app = Litestar(
        route_handlers=[health, games, *page_routes()],
        logging_config=None,
        before_send=[_add_security_headers],
        openapi_config=OpenAPIConfig(
            title="Paiju",
            version=__version__,
            path="/api",
            # The document only: the viewers that come with Litestar load scripts from elsewhere.
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            use_handler_docstrings=True,
        ),
    )
    app.state.settings = settings
    return app


async def _add_security_headers(message: Message, scope: Scope) -> None:
    """On every answer, errors included."""
    if message["type"] == "http.response.start":
        message["headers"] = [*message["headers"], *_SECURITY_HEADERS]


def _game(entry: catalog.Entry) -> CatalogGame:
    return CatalogGame(
        id=entry.id,
        title=asdict(entry.title),
        summary=asdict(entry.summary),
        family=entry.family,
        aliases=list(entry.aliases),
        seats=list(entry.seats),
        recommended=entry.recommended,
        turns=entry.turns,
        chips=hasattr(entry.series, "sit"),  # a Seating: people bring chips to the table
        presets={name: dict(values) for name, values in entry.presets.items()},
        default_preset=entry.default_preset,
        options=[_option(info) for info in entry.describe() if not info.carried],
        bots=list(bots.levels(entry.id)),
        rules_version=entry.rules_version,
    )


def _option(info: OptionInfo) -> Option:
    return Option(
        name=info.name,
        type=info.type,
        default=info.default,
        help=asdict(info.help),
        choices=list(info.choices),
        low=info.low,
        high=info.high,
        optional=info.optional,
    )
