"""Poker hand histories in the PHH format: read, replay, compare, write.

`HandHistory` is the document as it stands; `replay` plays it through the engine; `compare` says whether its result is ours;
`of_state` makes a document of a hand that was played here; `to_record` and `of_record` lead to `.paiju` and back.
"""

from paiju.games.holdem.phh.comparing import Compared, Verdict, compare
from paiju.games.holdem.phh.document import (
    HandHistory,
    PhhError,
    Untellable,
    dumps,
    dumps_all,
    loads,
    loads_all,
    sections,
)
from paiju.games.holdem.phh.playing import VARIANTS, Replayed, replay
from paiju.games.holdem.phh.records import of_record, to_record
from paiju.games.holdem.phh.writing import of_state

__all__ = [
    "VARIANTS",
    "Compared",
    "HandHistory",
    "PhhError",
    "Replayed",
    "Untellable",
    "Verdict",
    "compare",
    "dumps",
    "dumps_all",
    "loads",
    "loads_all",
    "of_record",
    "of_state",
    "replay",
    "sections",
    "to_record",
]
