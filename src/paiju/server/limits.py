"""How much one client may ask: buckets that fill with time."""

from __future__ import annotations

import math
import time
from typing import Final

from paiju.table import Refused


class Bucket:
    """`burst` requests at once, then `rate` a second."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left, self._at = burst, time.monotonic()

    def take(self, cost: float = 1.0) -> float:
        """0 if it may go on; else the seconds to wait."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left >= cost:
            self._left -= cost
            return 0.0
        return (cost - self._left) / self.rate

    def spend(self, cost: float) -> None:
        """Take what it cost, known only afterwards; a debt is paid off with time."""
        self.take(0.0)
        self._left = min(self.burst, self._left - cost)

    def owed(self) -> float:
        """Seconds until a debt is paid off."""
        self.take(0.0)
        return max(0.0, -self._left / self.rate)


def too_fast(wait: float, key: str = "error.rate_limited") -> Refused:
    """The refusal of what may be tried again after so many seconds."""
    refused = Refused("rate_limited", key, seconds=math.ceil(wait))
    refused.wait = wait
    return refused


class Limits:
    """Buckets by kind and client, forgotten when they are full again."""

    SIZE: Final = 20_000

    def __init__(self, rates: dict[str, tuple[float, float]]) -> None:
        self.rates = rates
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def counts(self, kind: str) -> bool:
        """Whether there is a limit of this kind."""
        return self.rate(kind)[0] > 0

    def rate(self, kind: str) -> tuple[float, float]:
        """Requests per second, and at once."""
        return self.rates.get(kind) or RATES[kind]

    def take(self, kind: str, client: str, cost: float = 1.0) -> float:
        bucket = self._bucket(kind, client)
        return bucket.take(cost) if bucket is not None else 0.0

    def spend(self, kind: str, client: str, cost: float) -> None:
        if (bucket := self._bucket(kind, client)) is not None:
            bucket.spend(cost)

    def owed(self, kind: str, client: str) -> float:
        bucket = self._bucket(kind, client)
        return bucket.owed() if bucket is not None else 0.0

    def _bucket(self, kind: str, client: str) -> Bucket | None:
        rate, burst = self.rate(kind)
        if rate <= 0:
            return None
        key = (kind, client)
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self.SIZE:
                self._buckets = {k: b for k, b in self._buckets.items() if b.take(0) == 0.0 and b._left < b.burst}
                if len(self._buckets) >= self.SIZE:
                    self._buckets.clear()
            bucket = self._buckets[key] = Bucket(rate, burst)
        return bucket


RATES: Final[dict[str, tuple[float, float]]] = {
    "read": (50.0, 200.0),
    "write": (20.0, 60.0),
    "session": (1.0, 30.0),  # per address: new guests, logins
    "login": (0.1, 10.0),  # wrong passwords of one account, wherever they come from
    "open": (0.5, 30.0),  # new tables of one player
    "open_from": (2.0, 100.0),  # per address: new tables, whoever opens them; guests are easily made
    "replay": (2.0, 60.0),  # per address: deals replayed move by move, each up to a second of a processor
    "work": (0.2, 5.0),  # per address: seconds of a processor for past deals as records, replays and proofs
    "chat": (1.0, 8.0),
    "analyse": (0.1, 6.0),  # deals analysed, each some seconds of a processor
    "solve": (1.0, 30.0),  # moves in puzzles, each up to some seconds of a processor
    "report": (0.02, 5.0),  # complaints of one player
    "guess": (0.05, 10.0),  # per address and table: passwords tried
    "token": (2.0, 50.0),  # per address: tokens that are wrong
    "socket": (30.0, 120.0),  # messages of one connection
    "frame": (100.0, 600.0),  # frames of one connection, also those that are no message: pings, fragments
    "frames_from": (500.0, 3000.0),  # per address: the same of all its connections
    "connect": (10.0, 100.0),  # connections from one address
}
"""Requests per second and burst."""

SOCKETS: Final = 500
"""Open connections from one address, where connections are counted at all."""
