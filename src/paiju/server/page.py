"""The web client: static files built from ``web/``, and the headers that keep them to themselves."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final, NamedTuple

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException, ServiceUnavailableException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from paiju.server.documents import Document, document, sent

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
_FOREVER: Final = f"public, max-age={365 * 24 * 3600}, immutable"
_NAME: Final = re.compile(r"[\w.-]+", re.ASCII)
_ASSETS: Final = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml"}


# Screens of the page that have an address of their own; the page itself reads the rest of it.
_SCREENS: Final = (
    "/",
    "/table/{path:path}",
    "/replay/{path:path}",
    "/replays",
    "/rules",
    "/rules/{path:path}",
    "/me",
    "/learn",
    "/learn/{path:path}",
    "/study",
    "/puzzles",
    "/puzzles/{path:path}",
    "/players/{path:path}",
    "/leaders",
    "/leaders/{path:path}",
    "/daily",
    "/daily/{path:path}",
)

# Files that must lie at the root: the page's icons, its manifest, and the worker whose scope is the whole site.
_ROOT_FILES: Final = {
    "favicon.svg": "image/svg+xml",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
    "manifest.webmanifest": "application/manifest+json",
    "llms.txt": "text/plain; charset=utf-8",
    "sw.js": "text/javascript",
}


class Kept(NamedTuple):
    """A file, and when it was written."""

    stamp: int
    body: Document


_kept: dict[Path, Kept] = {}


def _file(path: Path) -> Document | None:
    """A file of the page, read and compressed once; None if it is not there. Built anew, it is read anew."""
    try:
        stamp = path.stat().st_mtime_ns
        kept = _kept.get(path)
        if kept is None or kept.stamp != stamp:
            packed = path.with_name(f"{path.name}.br")
            kept = _kept[path] = Kept(
                stamp, document(path.read_bytes(), packed.read_bytes() if packed.is_file() else None)
            )
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        return None
    return kept.body


@get(list(_SCREENS), include_in_schema=False)
async def index(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page itself; it is asked for anew each time, its assets are not."""
    kept = _file(STATIC / "index.html")
    if kept is None:
        raise ServiceUnavailableException("The page is not built; `make serve` builds it.")
    return sent(kept, request, MediaType.HTML)


def _root_file(name: str, media_type: str) -> HTTPRouteHandler:
    async def send(request: Request[Any, Any, Any]) -> Response[bytes]:
        kept = _file(STATIC / name)
        if kept is None:
            raise NotFoundException
        return sent(kept, request, media_type)

    return get(f"/{name}", include_in_schema=False)(send)


@get("/assets/{name:str}", include_in_schema=False)
async def asset(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """A script or a style sheet. A name is one part of a path and nothing else."""
    media_type = _ASSETS.get(name.rpartition(".")[2])
    kept = _file(STATIC / "assets" / name) if media_type and _NAME.fullmatch(name) else None
    if kept is None or media_type is None:
        raise NotFoundException
    return sent(kept, request, media_type, _FOREVER)


def page_routes() -> list[HTTPRouteHandler]:
    return [index, asset, *(_root_file(name, media_type) for name, media_type in _ROOT_FILES.items())]
