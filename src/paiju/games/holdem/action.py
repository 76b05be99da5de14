"""What a player can do, and how it is written.

Canonical: `fold`, `check`, `call`, `raise_to 120` (the total on this street; also the opening bet), `show AsKs`,
`leave`; `once` and `twice`, where a table asks how often to deal the rest of the board. Read besides: `all_in`, which becomes a call or a raise by its size, and `bet 60` or `raise 60`, where the
number is the chips added.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Final, Literal, NamedTuple

from paiju.cards import Card, NotationError, cards, write

Kind = Literal["fold", "check", "call", "raise_to", "all_in", "raise", "show", "leave", "once", "twice"]


class ActionType(Enum):
    """The five kinds of betting action, by the names of the data model."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    RAISE = "raise"
    ALL_IN = "all_in"


class Action(NamedTuple):
    """One answer. `amount` is the total of a `raise_to`, the chips added of a `raise`."""

    kind: Kind
    amount: int = 0
    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        if self.kind in ("raise_to", "raise"):
            return f"{self.kind} {self.amount}"
        return f"show {write(self.cards)}" if self.kind == "show" else self.kind


FOLD: Final = Action("fold")
CHECK: Final = Action("check")
CALL: Final = Action("call")
ALL_IN: Final = Action("all_in")
LEAVE: Final = Action("leave")
ONCE: Final = Action("once")
TWICE: Final = Action("twice")

_PLAIN: Final = {
    "fold": FOLD, "check": CHECK, "call": CALL, "all_in": ALL_IN, "leave": LEAVE,
    "allin": ALL_IN, "all in": ALL_IN, "all-in": ALL_IN,
    "once": ONCE, "twice": TWICE, "发一次": ONCE, "发两次": TWICE,
    "弃牌": FOLD, "过牌": CHECK, "看牌": CHECK, "跟注": CALL, "全下": ALL_IN, "离开": LEAVE,
}  # fmt: skip
_WITH_AMOUNT: Final[dict[str, Kind]] = {
    "raise_to": "raise_to", "raise to": "raise_to", "bet_to": "raise_to", "加注到": "raise_to",
    "raise": "raise", "bet": "raise", "下注": "raise", "加注": "raise",
}  # fmt: skip
_AMOUNT: Final = re.compile(r"(raise[_ ]to|bet_to|raise|bet|加注到|加注|下注)\s*(\d{1,18})", re.ASCII)


def raise_to(amount: int) -> Action:
    """A bet or raise to this total on the street."""
    return Action("raise_to", amount)


def parse(text: str) -> Action:
    """Read an action.

    >>> str(parse("raise_to 120")), str(parse("Bet 60")), str(parse("show AsKs"))
    ('raise_to 120', 'raise 60', 'show AsKs')
    """
    known = _PLAIN.get(text)
    if known is not None:
        return known
    plain = text.strip()
    lower = plain.lower()
    if lower in _PLAIN:
        return _PLAIN[lower]
    wager = _AMOUNT.fullmatch(lower)
    if wager:
        return Action(_WITH_AMOUNT[wager[1]], int(wager[2]))
    verb, _, rest = plain.partition(" ")
    if verb.lower() in ("show", "亮牌") and rest.strip():
        shown = cards(rest)
        if 1 <= len(shown) <= 2 and len(set(shown)) == len(shown):
            return Action("show", 0, shown)
        raise NotationError(text, len(verb) + 1, "show one or two different cards", "holdem.notation.show")
    if lower in ("raise", "bet", "raise_to"):
        why = "how much? Write raise_to 120 (the total) or bet 60 (the chips added)"
        raise NotationError(text, len(text), why, "holdem.notation.amount")
    why = "no action of hold'em; there are fold, check, call, raise_to N, all_in, show"
    raise NotationError(text, 0, why, "holdem.notation.unknown")
