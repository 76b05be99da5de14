"""Whose address counts, and what an address is counted by."""

from __future__ import annotations

import pytest

from paiju.server.addresses import NEARBY, Network, client_address, counted, networks


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
    ],
)
def test_whose_address_counts(proxies: tuple[Network, ...], peer: str | None, headers: list[str], who: str) -> None:
    """Of requests and of sockets: one function for both."""
    scope = {
        "client": (peer, 5) if peer is not None else None,
        "headers": [(b"host", b"x"), *((b"x-forwarded-for", value.encode()) for value in headers)],
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
