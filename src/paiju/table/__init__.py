"""One running table: seats, a series of deals, clocks as data, bots sitting in. No sockets, no database.

A table is the fold of its log: `Table.load` gives it back from its events, at any time, on any machine.
"""

from paiju.table.commands import Refused
from paiju.table.events import Event, decode, encode
from paiju.table.state import Settings, Sitter, TableState
from paiju.table.table import Table
from paiju.table.time import FakeTime, SystemTime, TimeSource

__all__ = [
    "Event",
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
