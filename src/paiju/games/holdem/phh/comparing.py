"""What a PHH document says came out, against what the engine finds."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from enum import Enum
from typing import Any, Final, NamedTuple

from paiju.games.contract import Line
from paiju.games.holdem.phh.document import HandHistory
from paiju.games.holdem.phh.playing import Replayed, replay
from paiju.games.messages import tell
from paiju.games.refusals import REFUSALS

_FROM_A_HOUSE: Final = ("venue", "currency", "currency_symbol")


class Verdict(Enum):
    """How the result in a file relates to ours.

    Some converters write `winnings` of nothing but zeros where their source did not say what was won; others count the
    bet that nobody called, which comes back to the bettor, among the winnings. Neither contradicts the hand.
    """

    AGREES = "ok"
    NOT_GIVEN = "winnings not told"
    UNCALLED_BET = "includes the uncalled bet"
    MISMATCH = "mismatched"


class Compared(NamedTuple):
    """The verdict, and for any but AGREES the first amount that differs."""

    verdict: Verdict
    difference: Line | None = None

    @property
    def why(self) -> str:
        """The difference in English, "" where there is none."""
        return "" if self.difference is None else tell(self.difference, REFUSALS, "en")


def compare(hand: HandHistory, strict: bool = False) -> Compared:
    """Replay a hand and compare the finishing stacks and winnings that the file gives.

    Unless `strict`, odd chips of shared pots may have gone to another of the winners; and in a hand from a card room (the
    file names a venue or a currency) winners may have got up to a tenth of what they won less: the house's rake, for which
    the format has no field.
    """
    fields = hand.fields
    found = replay(hand)
    raked = any(name in fields for name in _FROM_A_HOUSE) and not strict
    worst = Compared(Verdict.AGREES)
    for name, ours in (("finishing_stacks", found.finishing), ("winnings", found.winnings)):
        given = fields.get(name)
        if given is None:
            continue
        theirs = _amounts(given)
        if theirs is None:
            return Compared(Verdict.MISMATCH, Line.of("phh.amounts", field=name))
        if len(theirs) != len(ours):
            return Compared(
                Verdict.MISMATCH, Line.of("phh.amounts_for", field=name, amounts=len(theirs), players=len(ours))
            )
        if name == "finishing_stacks" and any(value.is_infinite() for value in theirs):
            continue
        if _agree(ours, theirs, found, raked, strict):
            continue
        at = next(at for at, (own, other) in enumerate(zip(ours, theirs, strict=True)) if own != other)
        mine = f"{ours[at].normalize():f}"
        why = Line.of("phh.differs", field=name, player=f"p{at + 1}", theirs=str(theirs[at]), ours=mine)
        if name == "winnings" and not any(theirs):
            worst = Compared(Verdict.NOT_GIVEN, why)
        elif name == "winnings" and _agree(_with_uncalled(found), theirs, found, raked, strict):
            worst = Compared(Verdict.UNCALLED_BET, why)
        else:
            return Compared(Verdict.MISMATCH, why)
    return worst


def _amounts(given: Any) -> list[Decimal] | None:
    try:
        found = [Decimal(value) for value in given]
    except (TypeError, ValueError, ArithmeticError):
        return None
    return None if any(value.is_nan() for value in found) else found


def _agree(ours: Sequence[Decimal], theirs: Sequence[Decimal], found: Replayed, raked: bool, strict: bool) -> bool:
    if list(ours) == theirs:
        return True
    return not strict and (_only_odd_chips(ours, theirs, found) or (raked and _only_rake(ours, theirs, found)))


def _with_uncalled(found: Replayed) -> list[Decimal]:
    """Winnings with the part of a bet that nobody called."""
    result = found.state.result
    assert result is not None
    winnings = list(found.winnings)
    if result.refund:
        winnings[result.refund.seat] += Decimal(result.refund.amount).scaleb(-found.digits)
    return winnings


def _only_rake(ours: Sequence[Decimal], theirs: Sequence[Decimal], found: Replayed) -> bool:
    rows = zip(ours, theirs, found.winnings, strict=True)
    return all(other == own or (won and 0 < own - other <= won / 10) for own, other, won in rows)


def _only_odd_chips(ours: Sequence[Decimal], theirs: Sequence[Decimal], found: Replayed) -> bool:
    """Programs differ on odd chips: one each or all to the first, counted per pot or after joining pots."""
    result = found.state.result
    assert result is not None
    shared = [won for won in result.won if len(won.shares) > 1]
    odd = Decimal(sum(won.pot.amount % len(won.shares) for won in shared)).scaleb(-found.digits)
    sharers = {seat for won in shared for seat, _ in won.shares}
    moved = [other - own for own, other in zip(ours, theirs, strict=True)]
    return sum(moved) == 0 and all(not by or (seat in sharers and abs(by) <= odd) for seat, by in enumerate(moved))
