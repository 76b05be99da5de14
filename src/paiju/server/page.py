"""The web client: static files built from ``web/``, and the headers that keep them to themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from litestar import MediaType, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import ServiceUnavailableException
from litestar.handlers import HTTPRouteHandler
from litestar.response import File
from litestar.router import Router
from litestar.static_files import create_static_files_router

__all__ = ["SECURITY_HEADERS", "STATIC", "page_routes"]

STATIC: Final = Path(__file__).parent / "static"

# Nothing from elsewhere, nothing inline: text that a player wrote can never become script or style.
SECURITY_HEADERS: Final[dict[str, str]] = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "media-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}

# File names under assets/ carry a hash of their content.
_FOREVER: Final = CacheControlHeader(public=True, max_age=365 * 24 * 3600, immutable=True)


# Screens of the page that have an address of their own; the page itself reads the rest of it.
_SCREENS: Final = ("/", "/table/{path:path}", "/replay/{path:path}", "/replays", "/rules", "/rules/{path:path}", "/me")

# Files that must lie at the root: the page's icons, its manifest, and the worker whose scope is the whole site.
_ROOT_FILES: Final = {
    "favicon.svg": "image/svg+xml",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
    "manifest.webmanifest": "application/manifest+json",
    "sw.js": "text/javascript",
}


@get(list(_SCREENS), include_in_schema=False)
async def index() -> Response[bytes]:
    """The page itself; it is asked for anew each time, its assets are not."""
    try:
        content = (STATIC / "index.html").read_bytes()
    except FileNotFoundError:
        raise ServiceUnavailableException("The page is not built; `make serve` builds it.") from None
    return Response(content, media_type=MediaType.HTML, headers={"Cache-Control": "no-cache"})


def _root_file(name: str, media_type: str) -> HTTPRouteHandler:
    async def send() -> File:
        return File(
            STATIC / name,
            media_type=media_type,
            content_disposition_type="inline",
            headers={"Cache-Control": "no-cache"},
        )

    return get(f"/{name}", include_in_schema=False)(send)


def page_routes() -> list[HTTPRouteHandler | Router]:
    assets = create_static_files_router(
        path="/assets",
        directories=[STATIC / "assets"],
        include_in_schema=False,
        cache_control=_FOREVER,
    )
    return [index, *(_root_file(name, media_type) for name, media_type in _ROOT_FILES.items()), assets]
