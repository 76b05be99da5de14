"""What the kernel does for hold'em: it reads hands as Python keeps them, so both must mean the same tuples.

`STEP` makes the common steps of a betting round (`native/holdem_step.cpp`), `SETTLE` pays the pots
(`native/holdem_settle.cpp`). Both are None without the kernel.
"""

from __future__ import annotations

from typing import Any, Final

from paiju import kernel
from paiju.games.contract import Decision, Line
from paiju.games.holdem.action import Action
from paiju.games.holdem.betting import Bets
from paiju.games.holdem.dealing import Dealt
from paiju.games.holdem.pots import Pot, Refund
from paiju.games.holdem.rules import Stakes
from paiju.games.holdem.state import Entry, Result, Setup, State, Won

_TUPLES: Final[tuple[type[Any], ...]] = (Setup, Stakes, Dealt, State, Entry, Result, Won, Pot, Refund, Action)
_STRUCTS: Final[tuple[type[Any], ...]] = (Bets, Line, Decision)
"""Read and made by the places of their fields."""


def check() -> None:
    """ImportError if the kernel was built for other fields."""
    fields = getattr(kernel.native, "HOLDEM_FIELDS", {})  # an older build has none
    for kind in (*_TUPLES, *_STRUCTS):
        if fields.get(kind.__name__) != (kind._fields if kind in _TUPLES else kind.__struct_fields__):
            raise ImportError(f"the kernel was built for another {kind.__name__}: build it anew")


if kernel.HAVE_KERNEL:
    check()

STEP: Final[Any] = kernel.native.HoldemStep(State, Entry, Bets, Line, Decision, Pot) if kernel.HAVE_KERNEL else None
SETTLE: Final[Any] = kernel.native.HoldemSettle(Refund, Pot, Won, Result) if kernel.HAVE_KERNEL else None
