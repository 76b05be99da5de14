"""Records in other formats. The modules that write them are loaded when they are needed."""

from __future__ import annotations

from collections.abc import Container

from paiju.games.record import Record


def phh(record: Record, visible: Container[int] | None, /) -> str:
    """PHH; hole cards of other seats than the visible ones are written as unknown."""
    from paiju.games.holdem import phh

    hand = phh.of_record(record)
    if visible is not None:
        seats = hand.fields["seats"]
        hidden = {f"p{at + 1}" for at, seat in enumerate(seats) if seat - 1 not in visible}
        rows = [action.split() for action in hand.fields["actions"]]
        for row in rows:
            if row[:2] == ["d", "dh"] and row[2] in hidden:
                row[3] = "????"
        hand = phh.HandHistory({**hand.fields, "actions": [" ".join(row) for row in rows]})
    return phh.dumps(hand)
