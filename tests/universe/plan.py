"""A universe as data: who plays what, and which faults happen when. All of it is drawn from one integer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from paiju.games import catalog

FAULTS = {
    "cut": "a client's connection is reset",
    "half_open": "a client vanishes without closing its connection",
    "delay": "what a client sends and gets takes seconds",
    "overtake": "a player acts on a second, slower connection as well",
    "slow_reader": "a client takes a few bytes a second",
    "deaf_pinger": "a client pings without end and takes a few bytes a second",
    "crash_before_write": "the process dies right before a transaction",
    "crash_after_write": "the process dies right after a transaction, before anybody hears of it",
    "writer_killed": "the task that writes ends",
    "writer_stopped": "transactions take seconds",
    "disk_full": "transactions fail: the disk is full",
    "log_closed": "no log line can be written",
    "database_locked": "another program holds the database's lock",
    "reads_fail": "nothing can be read from the database: the disk fails, or no descriptor is free",
    "clock_jump": "the clock jumps ahead, or goes back",
    "frozen": "the process does nothing for a while (SIGSTOP, a paused machine)",
    "slow_machine": "the process gets its turn a few times a second: what is due meanwhile happens at once",
    "two_owners": "a second process takes over the tables while the first still runs",
    "second_start": "a second process is started at the same file, and refused",
    "sigterm": "the process is asked to stop",
}
"""Every fault, and what it is."""


@dataclass(frozen=True, order=True)
class Fault:
    """Something that goes wrong: when (virtual seconds), and how much (0 to 1, which means something else for each kind)."""

    at: float
    kind: str
    amount: float

    def __str__(self) -> str:
        return f"{self.kind}@{self.at:g}:{self.amount:g}"

    @classmethod
    def parse(cls, text: str) -> Fault:
        """
        >>> str(Fault.parse("cut@1.5:0.25"))
        'cut@1.5:0.25'
        """
        kind, _, rest = text.partition("@")
        at, _, amount = rest.partition(":")
        if kind not in FAULTS:
            raise ValueError(f"no such fault: {kind}; there are {', '.join(FAULTS)}")
        return cls(float(at), kind, float(amount or 0.5))


@dataclass(frozen=True)
class Plan:
    """One universe. `seed` also drives what people do and how long the network takes."""

    seed: int
    game: str
    seconds: float
    faults: tuple[Fault, ...]
    tables: int = 0
    """Tables of bots beside the one where people play, of any games."""

    def __str__(self) -> str:
        """The arguments of `make universe` that run it again."""
        faults = " ".join(map(str, self.faults)) or "none"
        tables = f" --tables {self.tables}" if self.tables else ""
        return f'--seed {self.seed} --game {self.game} --seconds {self.seconds:g}{tables} --faults "{faults}"'

    def without(self, *faults: Fault) -> Plan:
        return replace(self, faults=tuple(one for one in self.faults if one not in faults))


def games() -> list[str]:
    return [info.id for info in catalog.infos()]


def drawn(seed: int, seconds: float = 6.0, tables: int = 0) -> Plan:
    """The universe of an integer. Games take turns; a universe without any fault is drawn as well."""
    rng, names = Random(f"plan/{seed}"), games()
    count = round(rng.choice((0, 2, 3, 4, 5, 6, 8)) * seconds / 6.0)
    faults = [
        Fault(round(rng.uniform(0.0, seconds), 3), rng.choice(list(FAULTS)), round(rng.random(), 3))
        for _ in range(count)
    ]
    return Plan(seed, names[seed % len(names)], seconds, tuple(sorted(faults)), tables)
