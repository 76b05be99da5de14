"""Replies that are the same for everybody: compressed, named, and not sent twice."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec

from paiju.games import catalog
from paiju.server.documents import document
from tests.server.client import serving


async def test_a_document_is_compressed_and_sent_once(tmp_path: Path) -> None:
    async with serving(tmp_path, find=catalog.find) as server:
        http = (await server.guest()).http
        for path in ("/api/catalog", "/api/messages/doudizhu", "/api/messages/paiju"):
            first = await http.get(path, headers={"Accept-Encoding": "gzip"})
            assert first.headers["content-encoding"] == "gzip" and first.headers["cache-control"] == "no-cache"
            again = await http.get(path, headers={"If-None-Match": first.headers["etag"]})
            assert again.status_code == 304 and not again.content
            plain = await http.get(path, headers={"Accept-Encoding": "identity"})
            assert "content-encoding" not in plain.headers and plain.json() == first.json()
        spellings = [await http.get(f"/api/messages/{name}") for name in ("doudizhu", "Landlords")]
        assert spellings[0].headers["etag"] == spellings[1].headers["etag"]


def test_what_does_not_get_smaller_stays_as_it_is() -> None:
    assert document(b"x").packed is None
    kept = document(msgspec.json.encode(["again"] * 100))
    assert kept.packed is not None and gzip.decompress(kept.packed) == kept.plain
