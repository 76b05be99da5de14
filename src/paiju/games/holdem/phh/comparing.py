"""What a PHH document says came out, against what the engine finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from paiju.games.holdem.phh.document import Hand
from paiju.games.holdem.phh.playing import Replayed, replay

_FROM_A_HOUSE: Final = ("venue", "currency", "currency_symbol")


def mismatch(hand: Hand, strict: bool = False) -> str | None:
    """Replay a hand and compare what the file says came out; None if it agrees, or says nothing.

    Unless `strict`, odd chips of shared pots may have gone to another of the winners; and in a hand from a card room (the
    file names a venue or a currency) winners may have got up to a tenth of what they won less: the house's rake, which no
    field of the format tells.
    """
    fields = hand.fields
    found = replay(hand)
    return _difference(fields, found, strict)


def _difference(fields: Mapping[str, Any], found: Replayed, strict: bool) -> str | None:
    for name, ours in (("finishing_stacks", found.finishing), ("winnings", found.winnings)):
        given = fields.get(name)
        if given is None:
            continue
        try:
            theirs = [Decimal(value) for value in given]
        except (TypeError, ValueError, ArithmeticError):
            return f"{name} should be a list of amounts"
        if any(value.is_nan() for value in theirs):
            return f"{name} should be a list of amounts"
        if len(theirs) != len(ours):
            return f"{name} has {len(theirs)} amounts for {len(ours)} players"
        if name == "finishing_stacks" and any(value.is_infinite() for value in theirs):
            continue
        if list(ours) == theirs:
            continue
        raked = any(key in fields for key in _FROM_A_HOUSE) and _raked(ours, theirs, found)
        if strict or not (raked or _only_odd_chips(ours, theirs, found)):
            at = next(i for i, (own, other) in enumerate(zip(ours, theirs, strict=True)) if own != other)
            return f"{name} of p{at + 1} is {theirs[at]}, we get {ours[at].normalize():f}"
    return None


def _raked(ours: Sequence[Decimal], theirs: Sequence[Decimal], found: Replayed) -> bool:
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
