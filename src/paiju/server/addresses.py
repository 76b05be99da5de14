"""Addresses: what limits count a client by, whose word on it is taken, and where people find us."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Final
from urllib.parse import urlsplit

Network = IPv4Network | IPv6Network

NEARBY: Final[tuple[Network, ...]] = tuple(
    ip_network(one)
    for one in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7", "fe80::/10")
)
"""This machine and private networks: where a proxy stands, if nothing else is said. One: clients may stand there too."""

HOUSEHOLD: Final = 64
"""Bits of an IPv6 address that tell one customer from another; customers choose the rest themselves."""


def networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Addresses and networks as people write them; a ValueError names the one that is neither.

    >>> networks(["10.0.0.7", "2001:db8::/32"])
    (IPv4Network('10.0.0.7/32'), IPv6Network('2001:db8::/32'))
    """
    found = []
    for text in texts:
        try:
            found.append(ip_network(text, strict=False))
        except ValueError:
            raise ValueError(text) from None
    return tuple(found)


def public_url(text: str) -> str:
    """The address at which people find a server, as it stands in an Origin; a ValueError names one that cannot be.

    >>> public_url("https://Cards.example.org/"), public_url("http://10.0.0.7:8000"), public_url("https://[2001:db8::7]:443")
    ('https://cards.example.org', 'http://10.0.0.7:8000', 'https://[2001:db8::7]')
    """
    parts = urlsplit(text.strip())
    try:
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise ValueError(text) from None
    rest = parts.path.rstrip("/") or parts.query or parts.fragment or parts.username
    if parts.scheme not in ("http", "https") or not host or rest or not host.isascii():
        raise ValueError(text)
    name = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{name}" + (f":{port}" if port not in (None, usual) else "")


def client_address(scope: Mapping[str, Any], proxies: tuple[Network, ...]) -> str:
    """What the client of a request or of a socket is counted by.

    That is who is connected to us; where this is one of our proxies, the last address it names in X-Forwarded-For; where
    that is another of them, the one before it, and so on. What stands before the first address that is no proxy is that client's own claim.
    Where no address is named, the proxy itself is counted.
    """
    peer = str(scope["client"][0]) if scope.get("client") else ""
    if proxies and is_in(peer, proxies):
        named = b",".join([value for name, value in scope["headers"] if name.lower() == b"x-forwarded-for"])
        for text in reversed(named.decode("latin-1").split(",")):
            said = text.strip()[:60]
            if _read(said) is None:
                break
            peer = said
            if proxies == NEARBY or not is_in(peer, proxies):
                break
    return counted(peer)


@lru_cache(4096)
def counted(address: str) -> str:
    """What an address is counted by: IPv4 as it is, also where it is wrapped into IPv6; of IPv6 the network of one household.

    >>> counted("203.0.113.7"), counted("::ffff:203.0.113.7"), counted("203.0.113.7:4711")
    ('203.0.113.7', '203.0.113.7', '203.0.113.7')
    >>> counted("2001:db8:1:2:3:4:5:6"), counted("[2001:db8:1:2::9]:443")
    ('2001:db8:1:2::/64', '2001:db8:1:2::/64')
    """
    found = _read(address)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((int(found), HOUSEHOLD), strict=False))
    return str(found) if found is not None else address


def counted_network(network: Network) -> Network:
    """The network that holds all clients of this one as they are counted: IPv4 unwrapped, of IPv6 whole households."""
    if isinstance(network, IPv4Network):
        return network
    if (wrapped := network.network_address.ipv4_mapped) is not None and network.prefixlen >= 96:
        return IPv4Network((int(wrapped), network.prefixlen - 96))
    return network.supernet(new_prefix=HOUSEHOLD) if network.prefixlen > HOUSEHOLD else network


@lru_cache(4096)
def is_in(address: str, networks: tuple[Network, ...]) -> bool:
    """Whether an address is of one of these networks."""
    found = _read(address)
    return found is not None and any(found in network for network in networks)


def _read(text: str) -> IPv4Address | IPv6Address | None:
    """An address, also with a port, as some proxies write it; None if it is none."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found
