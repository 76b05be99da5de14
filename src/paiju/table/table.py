"""The table itself: what each entry of its log does.

Commands (`table/commands.py`) check and return entries, and change nothing. `apply` changes the table by one entry and
trusts it. Whoever runs a table keeps the entries, and `agenda` tells him when the clock is due to speak next. The same
entries always give the same table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from paiju.cards import fair
from paiju.games.contract import Decision, Outcome, Seat, play
from paiju.games.options import build
from paiju.games.record import Move
from paiju.table import entries as log
from paiju.table.agenda import RECONNECT, Agenda
from paiju.table.deal import Asked, Deal
from paiju.table.happenings import (
    Announced,
    Began,
    Cashed,
    Ended,
    Happening,
    Issued,
    Presence,
    Removed,
    Shut,
    Spoken,
)
from paiju.table.state import BARRED, Result, Seating, Sitter, TableState

NOBODY: Final = -1
"""In place of a seat."""

EXPIRIES: Final = 2
"""So many expiries in a row switch 托管 on."""


class Table(Agenda):
    """One table of one game. Built by `apply` alone; everything else only looks."""

    _seen: list[Happening]  # what has come of the entry that is being applied

    @classmethod
    def load(cls, id: str, snapshot: bytes | None, rows: Iterator[log.Entry], **more: Any) -> Table:
        """A table from its snapshot, if there is one, and the entries after it."""
        table = cls(id, **more)
        if snapshot is not None:
            table._restore(msgspec.json.decode(snapshot, type=TableState))
        for row in rows:
            table.apply(row)
        return table

    def apply(self, entry: log.Entry) -> list[Happening]:
        """Change the table by one entry of its log."""
        if isinstance(entry, log.Opened):
            self._know(entry.settings)
            self.state = TableState(id=self.id, settings=entry.settings, owner=entry.owner, idle_since=entry.at)
            self.options = self._fresh_options()
            self.state.seq = 1
            return []
        self.state.seq += 1
        seen: list[Happening] = []
        self._seen = seen
        _APPLY[type(entry)](self, entry)
        return seen

    def _sat(self, entry: log.Sat) -> None:
        self.state.sitters[entry.seat] = Sitter(
            player=entry.player,
            name=entry.name,
            avatar=entry.avatar,
            bot=entry.bot,
            bank=1000 * self.settings.time_bank,
        )
        self.state.sitters = dict(sorted(self.state.sitters.items()))
        if self.has_chips:
            self._seating(Seating(op="sit", seat=entry.seat, chips=entry.chips))
            if entry.bot is not None and not self.settings.practice:
                self._seen.append(Issued(entry.player, entry.chips))
        if entry.bot is None:
            self.state.idle_since = None
            if self.state.owner_left:
                self.state.owner, self.state.owner_left = entry.player, False
        if (
            not self.is_dealing
            and self.state.status == "waiting"
            and self.deal is not None
            and not self.has_chips
            and not self.free_seats
        ):
            self.state.next_deal_at = entry.at + 1000 * self.settings.pause
            self.state.status = "active"

    def _left(self, entry: log.Left) -> None:
        seat = self._seated(entry.player)
        sitter = self.state.sitters[seat]
        if self._plays(seat, entry.player):
            sitter.leaving = True
            sitter.gone_since = entry.at
        else:
            self._remove(seat)
        if entry.by not in ("", "clock") and sitter.is_person:
            still = {player: until for player, until in self.state.barred.items() if until > entry.at}
            self.state.barred = {**still, entry.player: entry.at + BARRED}
        if entry.player == self.state.owner:
            heirs = [p for p in self.people if not p.leaving]
            self.state.owner_left = not heirs
            if heirs:
                self.state.owner = heirs[0].player
        self._note_idle(entry.at)

    def _unbarred(self, entry: log.Unbarred) -> None:
        self.state.barred = {player: until for player, until in self.state.barred.items() if player != entry.player}

    def _remove(self, seat: int) -> None:
        """A seat becomes empty; its chips go with the player."""
        sitter = self.state.sitters.pop(seat)
        self.state.entropy.pop(seat, None)
        if self.has_chips:
            chips = self.stack(seat)
            self.state.waiting_ops = [op for op in self.state.waiting_ops if op.seat != seat]
            if not self.is_dealing:
                self.options = self.entry.series.leave(self.options, Seat(seat))  # type: ignore[attr-defined]
            self.state.stacks.pop(seat, None)
            if not self.settings.practice:
                self._seen.append(Cashed(sitter.player, chips) if sitter.is_person else Issued(sitter.player, -chips))
        elif not self.is_dealing:
            self.state.next_deal_at = None
            if self.state.status == "active":
                self.state.status = "waiting"
        self._seen.append(Removed(sitter.player))

    def _seating(self, op: Seating) -> None:
        """Change who is dealt in: now, or when the running deal is over."""
        if self.is_dealing:
            self.state.waiting_ops.append(op)
            return
        series: Any = self.entry.series
        if op.op == "sit":
            self.options = series.sit(self.options, Seat(op.seat), op.chips)
            self.state.stacks[op.seat] = self.state.stacks.get(op.seat, 0) + op.chips
        elif op.op == "leave":
            self.options = series.leave(self.options, Seat(op.seat))
        else:
            self.options = series.sit_out(self.options, Seat(op.seat), op.op == "out", op.post)

    def _ready(self, entry: log.ReadySet) -> None:
        self.state.sitters[self._seated(entry.player)].ready = entry.ready

    def _drawn(self, entry: log.Lot) -> None:
        old = {sitter.player: seat for seat, sitter in self.state.sitters.items()}
        moved = {entry.seats[s.player]: s for s in self.state.sitters.values()}
        if self.has_chips:
            stacks, self.state.stacks = self.state.stacks, {}
            self.options = self._fresh_options()
            self.state.sitters = dict(sorted(moved.items()))
            for seat, sitter in self.state.sitters.items():
                self._seating(Seating(op="sit", seat=seat, chips=stacks.get(old[sitter.player], 0)))
        entropy = {entry.seats[s.player]: self.state.entropy.get(old[s.player], "") for s in moved.values()}
        self.state.entropy = {seat: text for seat, text in entropy.items() if text}
        self.state.sitters = dict(sorted(moved.items()))
        self.state.drawn = True

    def _committed(self, entry: log.Committed) -> None:
        self.state.server_seed = entry.server_seed

    def _entropy(self, entry: log.Entropy) -> None:
        seat = self._seated(entry.player)
        self.state.entropy[seat] = entry.bytes

    def _dealt(self, entry: log.Dealt) -> None:
        state = self.state
        if state.status == "finished":
            self._rematch()
        if entry.options is not None:
            self.options = build(self.entry.options, entry.options)
        options = self.options
        seats = self.settings.seats
        server_seed = bytes.fromhex(state.server_seed)
        entropy = (b"",) * seats
        if state.entropy:
            entropy = tuple([bytes.fromhex(state.entropy.get(seat, "")) for seat in range(seats)])
        seed = fair.deal_seed(server_seed, entropy)
        game = self.entry.make(options)
        sitters = [state.sitters.get(seat) for seat in range(seats)]
        state.status, state.next_deal_at, state.server_seed, state.entropy = "active", None, "", {}
        state.hand += 1
        state.match_deals += 1
        for sitter in state.sitters.values():
            sitter.ready = False
        self.deal = Deal(
            number=state.hand,
            game=game,
            options=options,
            state=game.deal(seats, seed),
            seed=seed,
            server_seed=server_seed,
            entropy=entropy,
            players=tuple([s.player if s else "" for s in sitters]),
            names=tuple([s.name if s else "" for s in sitters]),
            started=entry.at,
        )
        self._seen.append(Began(state.hand))
        self._go_on(entry.at, NOBODY)

    def _rematch(self) -> None:
        """A new match at the same table: options as it was opened with, the people and their chips as they are."""
        self.options = self._next_options()
        self.state.match_deals = 0
        self.state.result = None

    def _moved(self, entry: log.Moved) -> None:
        deal = self.deal
        assert deal is not None
        seat = Seat(entry.seat)
        if self._checked is not None and self._checked[0] is entry:
            played = self._checked[1]
        else:
            played = play(deal.game, deal.state, seat, entry.text, deal.pending)
        self._checked = None
        deal.state = played.state
        asked = deal.asked.get(seat)
        deal.moves.append(Move(seat, entry.text, max(0, entry.at - asked.at) if asked else 0))
        sitter = self.state.sitters.get(seat)
        if sitter is not None:
            self._count_time(sitter, entry, asked)
        if entry.by == "auto" and entry.text == self.extras.leave_move and sitter is not None:
            sitter.auto = True
        secret = len(deal.asked) > (asked is not None)
        self._seen.append(Announced(seat, deal.players[seat], entry.text, entry.by, secret))
        self._go_on(entry.at, seat)

    @staticmethod
    def _count_time(sitter: Sitter, entry: log.Moved, asked: Asked | None) -> None:
        if sitter.bank and asked is not None and asked.base is not None and entry.by in ("player", "clock"):
            sitter.bank = max(0, sitter.bank - max(0, entry.at - asked.base))
        if entry.by == "player":
            sitter.expiries, sitter.auto = 0, False
        elif entry.by == "clock":
            sitter.expiries += 1
            if sitter.expiries >= EXPIRIES:
                sitter.auto = True

    def _go_on(self, at: int, mover: int) -> None:
        """Put the next questions, or end the deal. A seat asked together with others keeps its clock until all answered."""
        deal = self.deal
        assert deal is not None
        pending = deal.pending = deal.game.pending(deal.state)
        asked: dict[int, Asked] = {}
        others = deal.asked
        others.pop(mover, None)
        same = bool(others) and others.keys() == {decision.seat for decision in pending}
        for decision in pending:
            if same:
                others[decision.seat].decision = decision
            asked[decision.seat] = others[decision.seat] if same else self._ask(decision, at)
        deal.asked = asked
        if self._spoke or self.thinking:
            open_now = {(seat, one.since) for seat, one in asked.items()}
            self._spoke &= open_now
            self.thinking &= open_now
        if not pending and deal.outcome is None:
            outcome = deal.game.outcome(deal.state)
            if outcome is not None:
                deal.outcome = outcome
                self._settle(outcome, at)

    def _ask(self, decision: Decision[Any], at: int) -> Asked:
        state, deal = self.state, self.deal
        sitter = state.sitters.get(decision.seat)
        if sitter is None or sitter.bot is not None:
            return Asked(decision, state.seq, at, None, None, None)
        seconds, warning = self.extras.timing(deal.options if deal else self.options, decision)
        if sitter.gone_since is not None:
            seconds = self.extras.absent_seconds(self.options) or seconds
        if state.settings.timeout is not None:
            seconds = state.settings.timeout or None
        if seconds is None:
            return Asked(decision, state.seq, at, None, None, None)
        base = at + round(1000 * seconds)
        deadline = base + sitter.bank
        warn_at = deadline - round(1000 * warning) if seconds > warning else None
        return Asked(decision, state.seq, at, base, deadline, warn_at)

    def _settle(self, outcome: Outcome, at: int) -> None:
        """The deal is over: scores, chips, who stays, and whether there is another."""
        state, deal = self.state, self.deal
        assert deal is not None
        for seat, score in enumerate(outcome.scores):
            if seat in state.sitters:
                state.sitters[seat].score += score
        following = self.entry.series.next(deal.options, outcome)
        limit = self.settings.deals if self.people else (self.settings.deals or 1)
        over = following is None or (limit is not None and state.match_deals >= limit)
        self._carry(following, deal, outcome)
        for seat, sitter in list(state.sitters.items()):
            if sitter.leaving:
                self._remove(seat)
        self._fill_up()
        state.result = Result(
            hand=deal.number,
            scores=list(outcome.scores),
            reason=outcome.reason,
            players=list(deal.players),
            match_over=over,
        )
        state.status = "finished" if over else "active"
        if not over and not self.has_chips and self.free_seats:
            state.status = "waiting"
        state.next_deal_at = at + 1000 * self.settings.pause if state.status == "active" else None
        self._note_idle(at)
        self._seen.append(Ended(state.result))

    def _carry(self, following: Any, deal: Deal, outcome: Outcome) -> None:
        """Take over the next deal's options, then do what waited for the end of this one."""
        series: Any = self.entry.series
        self.options = deal.options if following is None else following
        if not self.has_chips:
            return
        for seat, score in enumerate(outcome.scores):
            left = series.stack(deal.options, Seat(seat)) + score
            if left or seat in self.state.stacks:
                self.state.stacks[seat] = left
        waiting, self.state.waiting_ops = self.state.waiting_ops, []
        for op in waiting:
            self._seating(op)

    def _fill_up(self) -> None:
        """A bot without chips gets new ones from the house, except in a tournament."""
        if not self.has_chips or getattr(self.options, "tournament", False):
            return
        for seat, sitter in self.state.sitters.items():
            if sitter.bot is not None and self.state.stacks.get(seat, 0) == 0:
                chips = self.default_buy_in
                self._seating(Seating(op="sit", seat=seat, chips=chips))
                if not self.settings.practice:
                    self._seen.append(Issued(sitter.player, chips))

    def _auto(self, entry: log.AutoSet) -> None:
        sitter = self.state.sitters[self._seated(entry.player)]
        sitter.auto, sitter.expiries = entry.on, 0
        self._wake(entry.at)

    def _sit_out(self, entry: log.SitOutSet) -> None:
        seat = self._seated(entry.player)
        sitter = self.state.sitters[seat]
        sitter.sitting_out, sitter.away = entry.out, entry.out and entry.by == "clock"
        if self.has_chips:
            self._seating(Seating(op="out" if entry.out else "back", seat=seat, post=entry.post))
        self._wake(entry.at)

    def _rebought(self, entry: log.Rebought) -> None:
        self._seating(Seating(op="sit", seat=self._seated(entry.player), chips=entry.chips))

    def _gone(self, entry: log.Gone) -> None:
        seat = self._seated(entry.player)
        self.state.sitters[seat].gone_since = entry.at
        self._note_idle(entry.at)
        self._seen.append(Presence(seat, entry.player, False))

    def _back(self, entry: log.Back) -> None:
        seat = self._seated(entry.player)
        sitter = self.state.sitters[seat]
        since, sitter.gone_since = sitter.gone_since, None
        self.state.idle_since = None
        limit = 1000 * int(getattr(self.options, "reconnect_timeout", RECONNECT))
        if self.has_chips and sitter.away and since is not None and entry.at - since < limit:
            sitter.sitting_out = sitter.away = False  # his seat is as he left it
            self._seating(Seating(op="back", seat=seat))
        self._wake(entry.at)
        self._seen.append(Presence(seat, entry.player, True))

    def _wake(self, at: int) -> None:
        """Somebody is back after the pause was over: give him a moment before the next deal."""
        if not self.is_dealing and self.state.next_deal_at is not None and self.state.next_deal_at < at + 2000:
            self.state.next_deal_at = at + 2000

    def _note_idle(self, at: int) -> None:
        if any(p.gone_since is None for p in self.people):
            self.state.idle_since = None
        elif self.state.idle_since is None:
            self.state.idle_since = at

    def _said(self, entry: log.Said) -> None:
        self._seen.append(Spoken(entry.player, entry.name, entry.text, entry.at))

    def _resumed(self, entry: log.Resumed) -> None:
        state = self.state
        if self.deal is not None:
            for asked in self.deal.asked.values():
                asked.at += entry.gap
                asked.base = asked.base + entry.gap if asked.base is not None else None
                asked.deadline = asked.deadline + entry.gap if asked.deadline is not None else None
                asked.warn_at = asked.warn_at + entry.gap if asked.warn_at is not None else None
        if state.next_deal_at is not None:
            state.next_deal_at += entry.gap
        for person in self.people:
            person.gone_since = entry.at if person.gone_since is None else person.gone_since + entry.gap
        if state.idle_since is not None:
            state.idle_since += entry.gap
        self._note_idle(entry.at)

    def _closed(self, entry: log.Closed) -> None:
        self.state.status = "closed"
        self.state.next_deal_at = None
        for seat in list(self.state.sitters):
            self._remove(seat)
        self._seen.append(Shut())


_APPLY: Final[dict[type[Any], Callable[[Table, Any], None]]] = {
    log.Sat: Table._sat,
    log.Left: Table._left,
    log.Unbarred: Table._unbarred,
    log.ReadySet: Table._ready,
    log.Lot: Table._drawn,
    log.Committed: Table._committed,
    log.Entropy: Table._entropy,
    log.Dealt: Table._dealt,
    log.Moved: Table._moved,
    log.AutoSet: Table._auto,
    log.SitOutSet: Table._sit_out,
    log.Rebought: Table._rebought,
    log.Gone: Table._gone,
    log.Back: Table._back,
    log.Said: Table._said,
    log.Resumed: Table._resumed,
    log.Closed: Table._closed,
}
