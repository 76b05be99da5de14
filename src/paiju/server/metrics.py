"""Numbers for Prometheus."""

from __future__ import annotations

import collections
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

CUT: Final[collections.Counter[str]] = collections.Counter()
"""Connections cut off below the application since the process began, by reason."""


class Metrics:
    """A registry of its own, so that several servers fit in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = Gauge("paiju_tables", "Tables in memory", registry=self.registry)
        self.connections = Gauge("paiju_connections", "Open sockets", registry=self.registry)
        self.actions = Counter(
            "paiju_actions", "Accepted changes of tables, wherever they came from", registry=self.registry
        )
        self.refusals = Counter("paiju_refusals", "Refused messages and requests", ["code"], registry=self.registry)
        self.seconds = Histogram(
            "paiju_action_seconds",
            "From a move's arrival until it is durable, wherever it came from",
            registry=self.registry,
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
        )
        self.dropped = Counter(
            "paiju_slow_clients", "Connections dropped because they did not read", registry=self.registry
        )
        self.cut = Gauge(
            "paiju_cut_connections", "Connections cut off below the application", ["why"], registry=self.registry
        )
        self.log_lines = Gauge("paiju_log_lines_dropped", "Log lines that could not be written", registry=self.registry)
        self.batches = Gauge("paiju_store_batches", "Transactions of the log", registry=self.registry)
        self.writes = Gauge("paiju_store_writes", "Writes in those transactions", registry=self.registry)
        self.tasks = Gauge("paiju_tasks", "Tasks of the event loop", registry=self.registry)

    def text(self) -> bytes:
        return generate_latest(self.registry)
