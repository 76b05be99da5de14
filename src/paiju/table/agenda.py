"""What the clock will do at a table, and when. Nothing waits here: whoever runs the table asks, and does it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal

import msgspec

from paiju.bots.brain import plays_for
from paiju.table import commands, events
from paiju.table.deal import Asked
from paiju.table.events import By, Event
from paiju.table.state import Sitter
from paiju.table.table import Table

IDLE: Final = 3_600_000
"""Milliseconds after which a table without people closes."""

ALONE: Final = 1_000
"""Milliseconds between deals of bots among themselves, at least: they would deal without end, and as fast as they can."""


class Item(msgspec.Struct):
    """Something the clock will do: an event to make, a warning to send, or a bot to ask.

    A bot is asked for the bot that sits there, or for a player who does not answer: then `level` is the one that plays for
    them, and `by` says why.
    """

    when: int
    kind: Literal["event", "warn", "bot"]
    seat: int = -1
    make: Callable[[int], Event] | None = None
    """The event, given the time at which it is made."""
    level: str = ""
    by: By = "bot"


def next_item(table: Table) -> Item | None:
    """What the clock does next; None while it has nothing to do."""
    return min(_items(table), key=lambda item: item.when, default=None)


def _items(table: Table) -> Iterator[Item]:
    state = table.state
    if state.status == "closed":
        return
    if table.is_dealing and table.deal is not None:
        for seat, asked in table.deal.asked.items():
            item = _answer_item(table, seat, asked)
            if item is not None:
                yield item
    elif not state.server_seed:
        yield Item(0, "event", make=lambda now: commands.commit(table, now))
    elif (when := deals_at(table)) is not None:
        yield Item(0 if _all_ready(table) else when, "event", make=_deal)
    elif state.next_deal_at is None and table.settings.autostart and _all_ready(table) and table.can_deal():
        is_drawing = table.settings.seating == "lot" and not state.drawn
        yield Item(0, "event", make=(lambda now: commands.draw_seats(table, now)) if is_drawing else _deal)
    for seat, sitter in state.sitters.items():
        if sitter.gone_since is not None and sitter.is_person and not table.is_kept:
            yield from _absence_items(table, seat, sitter, sitter.gone_since)
    if state.idle_since is not None and not table.is_dealing and not table.is_kept:
        yield Item(state.idle_since + IDLE, "event", make=_close)
    if table.settings.closes_at is not None:
        yield Item(table.settings.closes_at, "event", make=_close)


def _deal(now: int) -> Event:
    return events.Dealt(at=now)


def _close(now: int) -> Event:
    return events.Closed(at=now, by="clock")


def _answer_item(table: Table, seat: int, asked: Asked) -> Item | None:
    """What comes first for an open question."""

    def played(when: int, by: By) -> Item | None:
        """As the table plays for a player who does not."""
        level = autoplays(table)
        if level is None:
            return Item(when, "event", seat, lambda now: commands.safest(table, seat, now, by))
        return None if asked.thinking else Item(when, "bot", seat, level=level, by=by)

    sitter = table.state.sitters.get(seat)
    if sitter is None or sitter.leaving:
        return played(asked.at, "auto")
    if sitter.bot is not None:
        return None if asked.thinking else Item(asked.at + table.settings.pace, "bot", seat, level=sitter.bot)
    if sitter.auto:
        return played(asked.at + table.settings.pace, "auto")
    if asked.deadline is None or table.state.held_since is not None:
        return None
    if asked.warn_at is not None and asked.warn_at < asked.deadline and not asked.warned:
        return Item(asked.warn_at, "warn", seat)
    return played(asked.deadline, "clock")


def autoplays(table: Table) -> str | None:
    """The level that plays for a seat in 托管 or out of time; None: it gives the safest answer.

    Where chips are at stake nobody bets them for an absent player unless the table says so; a daily deal, at which all the
    others are bots, comes to its end anyhow.
    """
    wanted = table.settings.autoplay or ("safest" if table.chips is not None else "normal")
    if wanted == "safest" and table.chips is None and table.settings.daily is None and not _is_watched(table):
        wanted = "normal"  # safest answers alone may never end a deal, and nobody is there to end it
    return plays_for(table.info.id, wanted)


def _absence_items(table: Table, seat: int, sitter: Sitter, since: int) -> Iterator[Item]:
    absence = table.info.time_limits.absence(table.options)

    def after(seconds: float, make: Callable[[int], Event]) -> Item:
        return Item(since + round(1000 * seconds), "event", make=make)

    def give_up(now: int) -> Event:
        """The connection is lost for good: the seat leaves the deal where it can, and is played automatically else."""
        left = commands.leave_deal(table, seat, now)
        return left[0] if left else events.AutoSet(at=now, player=sitter.player)

    if sitter.leaving:
        if commands.absent_move(table, seat, 0):
            yield after(absence.auto_fold, lambda now: commands.absent_move(table, seat, now)[0])
    elif table.chips is not None:
        if not sitter.sitting_out:
            yield after(absence.sit_out, lambda now: events.SitOutSet(at=now, player=sitter.player, by="clock"))
        elif not sitter.auto and table.is_dealing:
            yield after(absence.reconnect, give_up)
    elif not table.is_dealing:
        yield after(absence.reconnect, lambda now: events.Left(at=now, player=sitter.player, by="clock"))


def deals_at(table: Table) -> int | None:
    """When the pause is over and the clock deals; None while it will not: too few could play, or nobody watches."""
    when = table.state.next_deal_at if table.state.held_since is None else None
    if when is None or not table.can_deal() or not _is_watched(table):
        return None
    return when if _is_anybody_dealt_in(table) else when + max(0, ALONE - 1_000 * table.settings.pause)


def _is_anybody_dealt_in(table: Table) -> bool:
    """Whether a person gets cards in the next deal."""
    return any(
        sitter.is_person and not sitter.sitting_out and (table.chips is None or table.stack(seat) > 0)
        for seat, sitter in table.state.sitters.items()
    )


def _is_watched(table: Table) -> bool:
    """Whether a person is there who is not in 托管, or asked for the next deal all the same. Bots alone need nobody."""
    people = table.people
    awake = (p for p in people if p.gone_since is None and (p.ready or not p.auto) and not p.sitting_out)
    return not people or any(awake)


def _all_ready(table: Table) -> bool:
    ready = [p.ready for p in table.people if p.gone_since is None and not p.sitting_out]
    return bool(ready) and all(ready)
