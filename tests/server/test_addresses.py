"""Whose address counts, and what an address is counted by."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import websockets

from paiju.server.addresses import NEARBY, Network, client_address, counted, networks, public_url
from tests.server.client import serving

CHAIN = networks(["127.0.0.1", "203.0.113.0/24", "2001:db8:c::/48"])


@pytest.mark.parametrize(
    ("proxies", "peer", "headers", "who"),
    [
        (NEARBY, "192.168.1.1", ["10.9.9.9, 10.0.0.7"], "10.0.0.7"),  # what the client claims stands before
        (NEARBY, "192.168.1.1", ["10.9.9.9", "10.0.0.7"], "10.0.0.7"),
        (NEARBY, "192.168.1.1", [], "192.168.1.1"),
        (NEARBY, "192.168.1.1", [" "], "192.168.1.1"),
        (NEARBY, "::1", ["2001:db8::5"], "2001:db8::/64"),
        (NEARBY, "::ffff:127.0.0.1", ["198.51.100.4"], "198.51.100.4"),
        (NEARBY, "fe80::7%eth0", ["198.51.100.4"], "198.51.100.4"),
        (NEARBY, "203.0.113.9", ["10.0.0.7"], "203.0.113.9"),  # past the proxy, straight to our port
        (NEARBY, None, ["10.0.0.7"], ""),
        (networks(["203.0.113.0/24"]), "203.0.113.9", ["10.0.0.7"], "10.0.0.7"),
        (networks(["203.0.113.9"]), "127.0.0.1", ["10.0.0.7"], "127.0.0.1"),
        ((), "192.168.1.1", ["10.0.0.7"], "192.168.1.1"),
        ((), "127.0.0.1", ["10.0.0.7"], "127.0.0.1"),
        # one proxy behind another
        (CHAIN, "127.0.0.1", ["198.51.100.4, 203.0.113.9"], "198.51.100.4"),
        (CHAIN, "127.0.0.1", ["198.51.100.4", "203.0.113.9"], "198.51.100.4"),
        (CHAIN, "127.0.0.1", ["198.51.100.4:99, [2001:db8:c::5]:443,\t203.0.113.9:80"], "198.51.100.4"),
        (CHAIN, "127.0.0.1", ["1.1.1.1, 198.51.100.4, 203.0.113.9"], "198.51.100.4"),
        (CHAIN, "127.0.0.1", ["1.1.1.1", "203.0.113.1, 198.51.100.4", "203.0.113.9"], "198.51.100.4"),
        (CHAIN, "127.0.0.1", ["1.1.1.1, 203.0.113.1, 198.51.100.4"], "198.51.100.4"),  # past the first of them
        (CHAIN, "127.0.0.1", ["203.0.113.9"], "203.0.113.9"),  # it asks for itself
        (CHAIN, "203.0.113.9", ["1.1.1.1, 2001:db8:d::5"], "2001:db8:d::/64"),
        (CHAIN, "198.51.100.4", ["1.1.1.1, 203.0.113.9"], "198.51.100.4"),
        (NEARBY, "127.0.0.1", ["1.1.1.1, 10.0.0.7"], "10.0.0.7"),  # may be a client: who is a proxy was not said
        # no address: counted by who passed it on
        (NEARBY, "127.0.0.1", ["unknown"], "127.0.0.1"),
        (NEARBY, "127.0.0.1", ["1.1.1.1,"], "127.0.0.1"),
        (NEARBY, "127.0.0.1", ["1.1.1.1", ""], "127.0.0.1"),
        (NEARBY, "127.0.0.1", ["1.1.1.1 " * 999], "127.0.0.1"),
        (CHAIN, "127.0.0.1", ["1.1.1.1, nonsense, 203.0.113.9"], "203.0.113.9"),
        (CHAIN, "127.0.0.1", ["1.1.1.1,, 203.0.113.9"], "203.0.113.9"),
        (CHAIN, "127.0.0.1", [",".join(["203.0.113.9"] * 5000)], "203.0.113.9"),
        (CHAIN, "127.0.0.1", ["\xff\x00[::, ]"], "127.0.0.1"),
    ],
)
def test_whose_address_counts(proxies: tuple[Network, ...], peer: str | None, headers: list[str], who: str) -> None:
    """Of requests and of sockets: one function for both."""
    scope = {
        "client": (peer, 5) if peer is not None else None,
        "headers": [(b"host", b"x"), *((b"X-Forwarded-For", value.encode()) for value in headers)],
    }
    assert client_address(scope, proxies) == who


@pytest.mark.parametrize(
    ("address", "as_what"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("203.0.113.7:4711", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("::FFFF:cb00:7107", "203.0.113.7"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("2001:DB8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"),
        ("2001:db8:0:2::1", "2001:db8:0:2::/64"),
        ("[2001:db8:0:1::1]", "2001:db8:0:1::/64"),
        ("[2001:db8:0:1::1]:443", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("unknown", "unknown"),
        ("[", "["),
        ("", ""),
    ],
)
def test_what_an_address_is_counted_by(address: str, as_what: str) -> None:
    assert counted(address) == as_what


@pytest.mark.parametrize("text", ["proxy", "10.0.0.0/33", "", "10.0.0"])
def test_what_is_no_network_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{text}$"):
        networks(["127.0.0.1", text])


@pytest.mark.parametrize(
    "text",
    [
        "cards.example.org", "ftp://cards.example.org", "https://", "https:///table", "https://cards.example.org/below",
        "https://cards.example.org/?x=1", "https://me:secret@cards.example.org", "https://cards.example.org:port", "",
    ],
)  # fmt: skip
def test_what_is_no_address_of_a_server_is_named(text: str) -> None:
    with pytest.raises(ValueError) as refused:
        public_url(text)
    assert str(refused.value) == text


@pytest.mark.parametrize(
    ("settings", "base"),
    [
        ({}, "http://cards.example.org"),
        ({"https": True, "proxies": NEARBY}, "https://cards.example.org"),
        ({"public_url": "https://play.example.org", "https": True}, "https://play.example.org"),
        ({"public_url": "http://10.0.0.7:8000", "proxies": NEARBY}, "http://10.0.0.7:8000"),
    ],
)
@pytest.mark.asyncio
async def test_the_link_of_a_table_is_where_people_come_in(settings: dict[str, Any], base: str, tmp_path: Path) -> None:
    """Whatever the proxy speaks with us; and nobody makes a link say otherwise by a header."""
    async with serving(tmp_path, **settings) as server:
        ann = await server.guest()
        forged = {"X-Forwarded-Proto": "http" if settings.get("https") else "https", "X-Forwarded-Host": "evil.example"}
        ann.http.headers.update({"Host": "cards.example.org", **forged})
        made = await ann.table()
        assert made["link"] == f"{base}/table/{made['id']}"
        assert (await ann.get(f"/api/games/{made['id']}"))["link"] == made["link"]
        answer = await ann.http.post("/api/session", json={"name": "Bo"})
        assert ("secure" in answer.headers["set-cookie"].lower()) == bool(settings.get("https"))


@pytest.mark.asyncio
async def test_our_page_may_talk_to_us_also_where_the_proxy_asks_by_another_name(tmp_path: Path) -> None:
    async with serving(tmp_path, public_url="https://cards.example.org", https=True) as server:
        ann = await server.guest()
        del ann.http.headers["authorization"]
        cookie = {"Cookie": f"paiju_session={ann.token}"}
        for origin, status in (("https://cards.example.org", 201), ("https://evil.example", 403)):
            answer = await ann.http.post("/api/games", json={"game": "duel"}, headers={**cookie, "Origin": origin})
            assert answer.status_code == status
        async with websockets.connect(server.ws, origin="https://cards.example.org"):  # type: ignore[arg-type]
            pass
