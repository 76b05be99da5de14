"""Deals that can be proven fair: commit first, mix in everybody's bytes, reveal afterwards.

The server draws 32 random bytes and publishes their SHA-256 before anything else. Each seat may then add up to
32 bytes of its own. The deal's seed is the SHA-256 of the server's bytes followed by each seat's bytes in seat
order, each with one length byte in front, read as a big-endian integer. Nobody can steer it: the server is bound
by its commitment, and the seats do not know its bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

ENTROPY_LIMIT: Final = 32
CHANCE: Final = 1 << 32  # the stream of a seed that decides what no numbered shuffle does


def commitment(server_seed: bytes) -> str:
    """What is published before the deal."""
    if len(server_seed) != 32:
        raise ValueError("a server seed is 32 bytes")
    return sha256(server_seed).hexdigest()


def deal_seed(server_seed: bytes, entropy: Sequence[bytes]) -> int:
    """The seed of the deal; `entropy` has one entry per seat, empty where a seat added nothing."""
    if len(server_seed) != 32:
        raise ValueError("a server seed is 32 bytes")
    if max(map(len, entropy), default=0) > ENTROPY_LIMIT:
        raise ValueError(f"a seat may add up to {ENTROPY_LIMIT} bytes")
    mixed = b"".join([bytes([len(part)]) + part for part in entropy]) if any(entropy) else bytes(len(entropy))
    return int.from_bytes(sha256(server_seed + mixed).digest(), "big")
