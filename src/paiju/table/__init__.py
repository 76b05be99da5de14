"""One running table: seats, a series of deals, clocks as data, bots sitting in. No sockets, no database.

A table is the fold of its log: `Table.apply(entry)` for each entry gives the table back, at any time, on any machine.
"""

from paiju.table.clock import FakeTime, SystemTime, TimeSource
from paiju.table.commands import Refused
from paiju.table.entries import Entry, decode, encode
from paiju.table.state import Settings, Sitter, TableState
from paiju.table.table import Table

__all__ = [
    "Entry",
    "FakeTime",
    "Refused",
    "Settings",
    "Sitter",
    "SystemTime",
    "Table",
    "TableState",
    "TimeSource",
    "decode",
    "encode",
]
