"""What the clock will do at a table, and when. Nobody waits here: whoever runs the table asks, and does it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal

import msgspec

from paiju.table import entries as log
from paiju.table.commands import Commands
from paiju.table.deal import Asked
from paiju.table.state import Sitter

AUTO_DELAY: Final = 1_000
"""Milliseconds before the table answers for a seat in 托管, so that people can follow."""

IDLE: Final = 3_600_000
"""Milliseconds after which a table without people closes."""

AWAY, AUTO_FOLD, RECONNECT = 60, 120, 300  # seconds, where a game's options do not say


class Item(msgspec.Struct):
    """Something the clock will do: an entry to make, a warning to send, or a bot to ask."""

    when: int
    kind: Literal["entry", "warn", "bot"]
    seat: int = -1
    make: Callable[[int], log.Entry] | None = None


class Agenda(Commands):
    """Deadlines, warnings, bots to ask, absences, the next deal."""

    def agenda(self) -> Item | None:
        """What the clock will do next, and when; None while nothing is to be done."""
        first: Item | None = None
        for item in self._agenda():
            if first is None or item.when < first.when:
                first = item
        return first

    def _agenda(self) -> Iterator[Item]:
        state, deal, is_dealing = self.state, self.deal, self.is_dealing
        if state.status == "closed":
            return
        if is_dealing and deal is not None:
            for seat, asked in deal.asked.items():
                item = self._answer_by(seat, asked)
                if item is not None:
                    yield item
        elif not state.server_seed:
            yield Item(0, "entry", make=self._commit)
        elif (when := self.deals_at()) is not None:
            yield Item(0 if self._all_ready() else when, "entry", make=lambda now: log.Dealt(at=now))
        elif state.next_deal_at is None and self.settings.autostart and self._all_ready() and self.can_deal():
            first = next(self._preparations(0), None)
            yield Item(0, "entry", make=self._lot if first is not None else lambda now: log.Dealt(at=now))
        for sitter in state.sitters.values():
            if sitter.gone_since is not None and sitter.is_person:
                yield from self._absence(sitter, sitter.gone_since)
        if state.idle_since is not None and not is_dealing:
            yield Item(state.idle_since + IDLE, "entry", make=lambda now: log.Closed(at=now, by="clock"))

    def _answer_by(self, seat: int, asked: Asked) -> Item | None:
        """What comes first for an open question."""
        sitter = self.state.sitters.get(seat)
        if sitter is None or sitter.leaving:
            return Item(asked.at, "entry", seat, lambda now: self._default(seat, now, "auto", left=True))
        mark = (seat, asked.since)
        if sitter.bot is not None:
            return Item(asked.at + self.settings.pace, "bot", seat) if mark not in self.thinking else None
        if sitter.auto or sitter.sitting_out:
            return Item(asked.at + AUTO_DELAY, "entry", seat, lambda now: self._default(seat, now, "auto"))
        if asked.deadline is None:
            return None
        if asked.warn_at is not None and asked.warn_at < asked.deadline and mark not in self._spoke:
            return Item(asked.warn_at, "warn", seat)
        return Item(asked.deadline, "entry", seat, lambda now: self._default(seat, now, "clock"))

    def _default(self, seat: int, now: int, by: log.By, left: bool = False) -> log.Entry:
        """The game's own answer for a seat that gives none."""
        assert self.deal is not None
        decision = self.deal.asked[seat].decision
        action = self.extras.absent(decision) if left else next(iter(decision.choices))
        return self.answer(seat, str(action), now, by)

    def _absence(self, sitter: Sitter, since: int) -> Iterator[Item]:
        reconnect = since + 1000 * int(getattr(self.options, "reconnect_timeout", RECONNECT))
        if sitter.leaving:
            seat = self._seated(sitter.player)
            rows = self._unasked(seat, self.extras.absent_move, 0) if self._plays(seat, sitter.player) else []
            if rows:
                fold = since + 1000 * int(getattr(self.options, "auto_fold_time", AUTO_FOLD))
                yield Item(fold, "entry", make=lambda now: self._unasked(seat, self.extras.absent_move, now)[0])
        elif self.has_chips:
            away = since + 1000 * int(getattr(self.options, "max_leave_time", AWAY))
            if not sitter.sitting_out:
                yield Item(away, "entry", make=lambda now: log.SitOutSet(at=now, player=sitter.player, by="clock"))
            elif not sitter.auto and self.is_dealing:
                yield Item(reconnect, "entry", make=lambda now: self._give_up(sitter, now))
        elif not self.is_dealing:
            yield Item(reconnect, "entry", make=lambda now: log.Left(at=now, player=sitter.player, by="clock"))

    def _give_up(self, sitter: Sitter, now: int) -> log.Entry:
        """A connection was lost for good: the seat leaves the hand where it can, and is played automatically else."""
        seat = self._seated(sitter.player)
        rows = self._unasked(seat, self.extras.leave_move, now) if self._plays(seat, sitter.player) else []
        return rows[0] if rows else log.AutoSet(at=now, player=sitter.player)

    def deals_at(self) -> int | None:
        """When the pause is over and the clock deals; None while it will not: too few could play, or nobody looks on."""
        when = self.state.next_deal_at
        return when if when is not None and self.can_deal() and self._awake() else None

    def _awake(self) -> bool:
        """Somebody looks on: a person who is there and not in 托管, or has asked for the next deal all the same; a table
        of bots alone plays what it was asked for."""
        people = self.people
        awake = [p for p in people if p.gone_since is None and (p.ready or not p.auto) and not p.sitting_out]
        return bool(awake) or not people

    def _all_ready(self) -> bool:
        ready = [p.ready for p in self.people if p.gone_since is None and not p.sitting_out]
        return bool(ready) and all(ready)

    def warned(self, seat: int) -> None:
        """The warning for this seat was sent."""
        asked = self.asked(seat)
        if asked is not None:
            self._spoke.add((seat, asked.since))
