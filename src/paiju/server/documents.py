"""Documents that many clients ask for and that seldom change: compressed once, named by a hash, answered by 304 if known."""

from __future__ import annotations

import gzip
import hashlib
from typing import Any, Final, NamedTuple

from litestar import Request, Response

__all__ = ["ASK_AGAIN", "Document", "document", "sent"]

ASK_AGAIN: Final = "no-cache"
"""Keep it, and ask each time whether it still holds."""


class Document(NamedTuple):
    """A body as it is sent: as it is, and compressed where that helps."""

    tag: str
    plain: bytes
    packed: bytes | None
    brotli: bytes | None = None
    """Compressed when the page was built: smaller still."""


def document(body: bytes, brotli: bytes | None = None) -> Document:
    packed = gzip.compress(body, 9, mtime=0)
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return Document(tag, body, packed if len(packed) < 0.9 * len(body) else None, brotli)


def sent(kept: Document, request: Request[Any, Any, Any], media_type: str, cache: str = ASK_AGAIN) -> Response[Any]:
    """The document, or 304 for a client that has it."""
    headers = {"Cache-Control": cache, "Vary": "Accept-Encoding", "ETag": kept.tag}
    known = request.headers.get("if-none-match", "")
    if known == "*" or kept.tag in [one.strip().removeprefix("W/") for one in known.split(",")]:
        return Response(b"", status_code=304, media_type=media_type, headers=headers)
    accepted = request.headers.get("accept-encoding", "")
    if kept.brotli is not None and "br" in [one.partition(";")[0].strip() for one in accepted.split(",")]:
        return Response(kept.brotli, media_type=media_type, headers={**headers, "Content-Encoding": "br"})
    if kept.packed is not None and "gzip" in accepted:
        return Response(kept.packed, media_type=media_type, headers={**headers, "Content-Encoding": "gzip"})
    return Response(kept.plain, media_type=media_type, headers=headers)
