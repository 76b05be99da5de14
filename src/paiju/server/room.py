"""A table that runs in this process: changes one by one, its viewers, its bots and its clock.

What a change did is shown to viewers only when the store has made it durable; meanwhile the next may already be made, so
that many become durable at once.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from traceback import format_tb
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import structlog
from msgspec import structs

from paiju import bots
from paiju.games import feats
from paiju.games.codec import encode as to_json
from paiju.games.contract import Line
from paiju.games.messages import Language, tell
from paiju.games.record import dump
from paiju.server import daily, wire
from paiju.server.bus_events import BusEvents
from paiju.server.game_state import full, winners
from paiju.server.messages import messages_of, tier
from paiju.server.store import FinishedDeal, NoChips, PlayerDeal, Write
from paiju.server.table_password import TablePassword
from paiju.server.viewers import Outbox, Sink, Viewers
from paiju.table import Event, Refused, Table, agenda, commands, decode, encode, events
from paiju.table import happenings as happened
from paiju.table.agenda import Item

if TYPE_CHECKING:
    from paiju.server.rooms import Rooms

logger = structlog.get_logger("paiju.room")

CHAT_KEPT: Final = 100


class Change(NamedTuple):
    """Something to be done at a table."""

    make: Callable[[Table, int], Sequence[Event]]
    """The events that do it now; Refused if it may not be done."""
    applied: Callable[[], None]
    """Called when the table has changed, before that is durable."""
    settled: Callable[[int, Exception | None], None]
    """Called with the seq after it when that is durable, or with the reason why nothing was done."""


class Room:
    """One running table."""

    def __init__(self, rooms: Rooms, table: Table, number: int, fence: int) -> None:
        self.rooms, self.table, self.number, self.fence = rooms, table, number, fence
        self.code = table.id
        self.chat: list[wire.ChatSaid] = []  # the last lines
        self.chat_stored = 0  # what was said up to this event is only in the store
        self.tiers: dict[str, str] = {}
        self.dead = False
        self.alarm: int | None = None  # when the clock has something to do here
        self.wakes_at: int | None = None  # when `Rooms` comes to look; not after the alarm
        self.used_at = rooms.time.now()
        self.password = TablePassword()
        self.bus_events = BusEvents()
        self.viewers = Viewers(table, self.tiers, self.used_at, partial(rooms.later, self))
        self._last: Write | None = None  # on its way to the store
        self._is_paying = False  # a player's chips come to the table: everything else waits
        self._waiting: list[Change] = []
        self._bots: dict[
            int, tuple[tuple[str, ...], bots.Bot]
        ] = {}  # by seat: for whom, at which level, in which company
        self._summary: dict[str, Any] = {}

    @property
    def is_closed(self) -> bool:
        return self.table.state.status == "closed"

    # --- changes -------------------------------------------------------------------------------------------------------

    def change(self, change: Change) -> None:
        """Make a change, after those that wait."""
        if self._is_paying:
            self._waiting.append(change)
        else:
            self._make(change)

    def _make(self, change: Change) -> None:
        now = self.rooms.time.now()
        try:
            self.check()
            rows = change.make(self.table, now)
            if (debit := self._debit(rows)) is not None:
                self._pay_first(change, rows, debit, now)
                return
            seq, write = self.accept(rows, now)
            change.applied()
        except Exception as error:
            change.settled(self.table.seq, error)
            return
        if write is None:
            change.settled(seq, None)
        else:
            write.then(lambda error: change.settled(seq, None if error is None else _unavailable()))

    def accept(self, rows: Iterable[Event], now: int) -> tuple[int, Write | None]:
        """Apply events and whatever the clock does at once after them; show it when it is durable.

        The seq after the events, and what is on its way to the store. Refused if something goes wrong on the way: then the
        table is broken, and comes back as it is stored.
        """
        started = time.perf_counter()
        try:
            write = self._write()
            seen: list[happened.Happening] = []
            for row in rows:
                self._apply(row, write, seen)
            is_change = bool(write.rows)
            seq = self.table.seq
            item = agenda.next_item(self.table)
            for _ in range(50):
                if item is None or item.make is None or item.when > now or write.deal is not None:
                    break
                self._apply(item.make(now), write, seen)
                item = agenda.next_item(self.table)
            if write.rows:
                moves = [one for one in seen if type(one) is happened.Announced]
                if not (len(moves) == len(seen) == len(write.rows) and self.table.is_dealing):
                    self._keep_lobby_row(write, seen)
                outbox, published = self._show(seen, moves, now), self._publishable(seen, now)

                def show() -> None:
                    self._send(outbox)
                    self._publish(published)
                    self._count(is_change, len(moves), started)

                self._submit(write, show)
                self.used_at = now
            self._schedule(item)
            return seq, self._last
        except Exception as error:
            raise self.broken(error) from None

    def _count(self, is_change: bool, moves: int, started: float) -> None:
        """Count what is durable now: a change of a player, a bot or the clock, and how long its moves took."""
        self.rooms.metrics.actions.inc(is_change)
        for _ in range(moves):
            self.rooms.metrics.seconds.observe(time.perf_counter() - started)

    def _write(self) -> Write:
        return Write(
            game=self.number, fence=self.fence, first=self.table.seq + 1, rows=[], game_name=self.table.info.id
        )

    def _apply(self, row: Event, write: Write, seen: list[happened.Happening]) -> None:
        table, kind = self.table, type(row)
        if kind is events.Dealt:
            write.columns["snapshot"] = table.snapshot().decode()
            write.columns["snapshot_seq"] = table.seq
        write.rows.append((row.at, encode(row).decode()))
        over = table.deal is not None and table.deal.outcome is not None
        happenings = table.apply(row)
        seen += happenings
        for one in happenings:
            if type(one) is happened.Cashed and one.player.isdigit():
                write.credits.append((int(one.player), one.chips))
            elif type(one) is happened.Ended:
                write.deal = self._finished_deal(row.at)
        if kind in (events.Sat, events.Rebought, events.Left):
            write.stacks = self._stacks()
        elif over and kind is events.Moved:
            write.amended = self._finished_deal(row.at)  # cards shown after the deal

    def _keep_lobby_row(self, write: Write, seen: list[happened.Happening]) -> None:
        """Write what the lobby shows and who has how many chips here, where that changed."""
        summary = self.summary()
        if summary != self._summary:
            self._summary = summary
            write.columns.update(_columns(summary))
        if any(isinstance(one, (happened.Cashed, happened.Ended, happened.Removed)) for one in seen):
            write.stacks = self._stacks()

    def _stacks(self) -> dict[int, int]:
        """Chips of each person here; 0 in games without: it also says who sits where."""
        has_chips = self.table.chips is not None and not self.table.settings.practice
        return {
            int(sitter.player): self.table.stack(seat) if has_chips else 0
            for seat, sitter in self.table.state.sitters.items()
            if sitter.is_person
        }

    def _submit(self, write: Write, show: Callable[[], None] | None = None) -> None:
        """Make something durable, and show it then."""
        before = self._last

        def release(error: Exception | None) -> None:
            if error is None:
                if self._last is write:
                    self._last = None  # nothing more to wait for, nor to keep
                if show is not None:
                    show()
            elif not isinstance(error, NoChips):
                self.fail(error)
            elif self._last is write:
                self._last = before  # nothing was written, and whoever asks next is not to blame

        write.then(release)
        self._last = write
        self.rooms.store.submit(write)

    # --- chips come to the table ---------------------------------------------------------------------------------------

    def _debit(self, rows: Iterable[Event]) -> tuple[int, int] | None:
        """The player who brings chips by these events, and how many."""
        if self.table.chips is None or self.table.settings.practice:
            return None
        for row in rows:
            if (isinstance(row, events.Sat) and row.bot is None) or isinstance(row, events.Rebought):
                return int(row.player), row.chips
        return None

    def _pay_first(self, change: Change, rows: Sequence[Event], debit: tuple[int, int], now: int) -> None:
        """Write events that bring chips before they are applied: nothing happens if the player has too few."""
        write = self._write()
        write.rows = [(row.at, encode(row).decode()) for row in rows]
        write.debit = debit
        write.stacks = self._stacks()
        write.stacks[debit[0]] = write.stacks.get(debit[0], 0) + debit[1]
        self._summary = self._expected(rows)
        write.columns.update(_columns(self._summary))
        self._is_paying = True
        self._submit(write)
        write.then(partial(self._paid, change, rows, write, now))

    def _paid(self, change: Change, rows: Sequence[Event], write: Write, now: int, error: Exception | None) -> None:
        self._is_paying = False
        if error is None:
            error = self._apply_paid(rows, write, now)
        elif isinstance(error, NoChips):
            error = Refused("amount_too_large", "error.not_enough", has=error.has)
        else:
            error = _unavailable()
        if error is None:
            self.rooms.metrics.actions.inc()
            change.applied()
        change.settled(self.table.seq, error)
        self._go_on()

    def _go_on(self) -> None:
        """Make what waited for the chips, and let the clock go again."""
        while self._waiting and not self._is_paying:
            self._make(self._waiting.pop(0))
        if not self._is_paying and not self.dead:
            self._schedule(agenda.next_item(self.table))

    def _apply_paid(self, rows: Iterable[Event], write: Write, now: int) -> Exception | None:
        try:
            seen = [one for row in rows for one in self.table.apply(row)]
            outbox, published = self._show(seen, (), now), self._publishable(seen, now)

            def show(_: object) -> None:
                self._send(outbox)
                self._publish(published)

            write.then(show)  # after what those who came meanwhile begin with
            self.accept([], now)
        except Exception as error:
            return self.broken(error)
        return None

    def _expected(self, rows: Iterable[Event]) -> dict[str, Any]:
        """The lobby row once these people have sat down."""
        summary = self.summary()
        for row in rows:
            if isinstance(row, events.Sat):
                seated = {seat: s.name for seat, s in self.table.state.sitters.items() if s.is_person}
                summary["players"] = [name for _, name in sorted({**seated, row.seat: row.name}.items())]
                summary["taken"] += 1
        return summary

    # --- failure -------------------------------------------------------------------------------------------------------

    @staticmethod
    def _send(outbox: Outbox) -> None:
        for sinks, messages in outbox:
            for sink in sinks:
                sink.send(*[data() if callable(data) else data for data in messages])

    def check(self) -> None:
        """Refused if this room is no longer the table."""
        if self.dead:
            raise _unavailable()

    def fail(self, error: BaseException) -> None:
        """The store refused: what is in memory is not what is true. Everybody comes back to the table as it is stored."""
        if not self.dead:
            logger.warning("table_lost", table=self.code, error=type(error).__name__)  # its text may tell the row
            self._give_up()

    def broken(self, error: Exception) -> Refused:
        """The same where a change went wrong halfway: memory may be ahead of the store. How it is refused."""
        if not self.dead:
            trace = "".join(format_tb(error.__traceback__))  # where, and no more: the text of the error may name cards
            logger.error("table_broken", table=self.code, error=type(error).__name__, trace=trace)
            self._give_up()
        return _unavailable()

    def _give_up(self) -> None:
        """Let go of the table; of connections in the next turn of the loop, after whoever asked for something was answered."""
        self.dead = True
        self.rooms.forget(self)
        asyncio.get_running_loop().call_later(0, self._send_away)

    def _send_away(self) -> None:
        for sink in list(self.viewers.sinks):
            sink.drop(1012, "reconnect")

    def mark_absent(self, now: int) -> bool:
        """Nobody has followed the table or asked for it for long: mark players without a connection as absent."""
        rows = [row for one in self.table.people for row in commands.disconnected(self.table, one.player, now)]
        if rows and not self._is_paying:
            self.accept(rows, now)
        return bool(rows)

    # --- the clock and the bots ------------------------------------------------------------------------------------------

    def _schedule(self, item: Item | None) -> None:
        self.rooms.schedule(self, item.when if item is not None else None)

    def pump(self, now: int) -> None:
        """Do what the clock says is due. While chips come to the table it waits for them."""
        for _ in range(100):
            item = agenda.next_item(self.table)
            if self.dead or self._is_paying:
                return
            if item is None or item.when > now:
                break
            if item.make is not None:
                self.accept([item.make(now)], now)
            elif item.kind == "warn":
                self._warn(item.seat)
            else:
                self._ask_bot(item)
        self._schedule(item)

    def _warn(self, seat: int) -> None:
        asked, sitter = self.table.asked(seat), self.table.state.sitters.get(seat)
        if asked is not None:
            asked.warned = True
        if sitter is not None:
            self.notice("timer_warning", seat, sitter.player)

    def _ask_bot(self, item: Item) -> None:
        """Ask the bot of a seat, or one that plays for a player who does not answer."""
        seat = item.seat
        asked, sitter = self.table.asked(seat), self.table.state.sitters.get(seat)
        view = self.table.view(seat)
        if asked is None or view is None:
            return
        asked.thinking = True
        company = [one.player for _, one in sorted(self.table.state.sitters.items())]
        player = (
            sitter.player if sitter is not None else "",
            item.level,
            *company,
        )  # what it knows of others is of these
        known = self._bots.get(seat)
        if self.table.settings.daily is not None:
            known = (player, daily.bot(self.table, seat, item.level))
        elif known is None or known[0] != player:
            known = (player, bots.make(self.table.info.id, item.level, secrets.randbits(63)))
            self._bots[seat] = known
        self.rooms.think(self, known[1], view, asked, item.by)

    # --- showing ---------------------------------------------------------------------------------------------------------

    def _show(self, seen: list[happened.Happening], moves: Sequence[happened.Announced], now: int) -> Outbox:
        """Messages for every viewer about what just happened, the moves among it."""
        outbox: Outbox = []
        is_needed = self.viewers.is_needed
        others: list[bytes] = []
        for one in seen:
            if isinstance(one, happened.Ended):
                if is_needed and self.table.deal is not None:
                    won = wire.Winner(
                        game_id=self.code,
                        seq=self.table.seq,
                        hand_number=one.result.hand,
                        winners=winners(self.table.deal),
                    )
                    others.append(to_json(wire.WinnerOut(payload=won)))
            elif isinstance(one, happened.Spoken):
                said = wire.ChatSaid(
                    game_id=self.code,
                    player_id=one.player,
                    name=one.name,
                    text=one.text,
                    time=one.at,
                    seq=self.table.seq,
                )
                self.chat = [*self.chat, said][-CHAT_KEPT:]
                hearing = tuple(sink for sink in self.viewers.sinks if one.player not in sink.muted)
                if self.viewers.has_delay:  # how far the deal has come is not for spectators to know
                    late = structs.replace(said, seq=self.viewers.seq(None))
                    outside = tuple(sink for sink in hearing if self.viewers.sinks[sink] is None)
                    outbox.append((outside, [to_json(wire.ChatOut(payload=late))]))
                    hearing = tuple(sink for sink in hearing if self.viewers.sinks[sink] is not None)
                outbox.append((hearing, [to_json(wire.ChatOut(payload=said))]))
            elif isinstance(one, happened.Presence):
                word = "player_reconnected" if one.connected else "player_disconnected"
                outbox.append((tuple(self.viewers.sinks), [self._notice(word, one.seat, one.player)]))
            elif isinstance(one, happened.Shut):
                others.append(to_json(wire.NoticeOut(payload=wire.Notice(event="closed", game_id=self.code))))
        return outbox + self.viewers.show(moves, others, now) if is_needed else outbox

    def release_delayed(self, now: int) -> None:
        """Show spectators what is old enough, once it is durable: a delay may be shorter than a disk is slow."""
        self._when_durable(lambda: self._send(self.viewers.release_delayed(now)))

    async def read_chat(self) -> list[wire.ChatSaid]:
        """What was said last, also before this process had the table."""
        if self.chat_stored:
            rows = await self.rooms.store.chat(self.number, CHAT_KEPT, self.chat_stored)
            if self.chat_stored:
                self.chat_stored = 0
                self.chat = [*(_said(self.code, seq, body) for seq, body in rows), *self.chat][-CHAT_KEPT:]
        return self.chat

    def _notice(self, event: str, seat: int, player: str) -> bytes:
        body = wire.Notice(event=event, game_id=self.code, seat=seat, player_id=player)
        return to_json(wire.NoticeOut(payload=body))

    def notice(self, event: str, seat: int, player: str) -> None:
        """Send everybody here something about the running deal; not to spectators who see it late."""
        data = self._notice(event, seat, player)
        for sink, viewer in tuple(self.viewers.sinks.items()):
            if viewer is not None or not self.viewers.has_delay:
                sink.send(data)
        if self.rooms.bus.wanted:
            self.rooms.bus.publish({"type": event, "gameId": self.code, "seat": seat, "playerId": player})

    def _publishable(self, seen: list[happened.Happening], now: int) -> list[dict[str, Any]]:
        return self.bus_events.about(self.table, seen, now) if self.rooms.bus.wanted else []

    def _publish(self, published: Iterable[dict[str, Any]]) -> None:
        for event in published:
            self.rooms.bus.publish(event)

    # --- viewers ---------------------------------------------------------------------------------------------------------

    def follow(self, sink: Sink, seq: int | None = None) -> None:
        """Let a connection follow the table: as its own seat if it has one, from `seq` on if that is still known."""
        seat = self.seat_of(sink.player)
        self.unfollow(sink)
        now = self.used_at = self.rooms.time.now()
        self._after_durable([((sink,), self.viewers.enter(sink, seat, seq, now))])
        if seat is None:
            self._show_who_watches(now)

    def _after_durable(self, outbox: Outbox) -> None:
        """Send after everything that is on its way to the store."""
        self._when_durable(lambda: self._send(outbox))

    def _when_durable(self, do: Callable[[], None]) -> None:
        """Do something after everything that is on its way to the store; never if the table is lost meanwhile."""
        if self._last is None:
            do()
        else:
            self._last.then(lambda _: None if self.dead else do())

    def unfollow(self, sink: Sink) -> None:
        if sink in self.viewers.sinks:
            now, seat = self.rooms.time.now(), self.viewers.sinks[sink]
            self.viewers.leave(sink, now)
            if seat is None and self.viewers.is_needed:
                self._show_who_watches(now)

    def _show_who_watches(self, now: int) -> None:
        if not self.dead:
            self._after_durable(self.viewers.show_who_watches(now))

    def has_connection(self, player: str) -> bool:
        return any(sink.player == player for sink in self.viewers.sinks)

    def seat_of(self, player: str | None) -> int | None:
        """The seat as which a player sees the table; None for spectators, and for a player who left during the deal."""
        seat = self.table.seat_of(player) if player is not None else None
        return None if seat is None or self.table.state.sitters[seat].leaving else seat

    def state(self, player: str | None) -> wire.GameState:
        """The table as this player sees it, or a spectator: true once everything until now is durable."""
        return self.viewers.state(self.seat_of(player))

    def state_json(self, player: str | None) -> bytes:
        return to_json(full(self.state(player), self.rooms.time.now()))

    async def durable(self) -> None:
        """Wait until everything until now is durable. A buy-in that is refused meanwhile is nobody else's business."""
        if self._last is not None:
            try:
                await self._last
            except NoChips:
                self.check()
            except Exception:
                raise _unavailable() from None

    # --- for the store -----------------------------------------------------------------------------------------------------

    def summary(self) -> dict[str, Any]:
        """What the lobby shows of this table."""
        state, people = self.table.state, self.table.people
        return {
            "status": "finished" if state.status == "closed" else state.status,
            "players": [person.name for person in people],
            "taken": len(state.sitters),
            "bots": len(state.sitters) - len(people),
            "hand": 0 if self.viewers.has_delay else state.hand,  # the lobby shows it to everybody
            "owner": state.owner,
            "closed": state.status == "closed",
            **({"daily": self.table.settings.daily} if self.table.settings.daily is not None else {}),
        }

    def _finished_deal(self, at: int) -> FinishedDeal:
        table, deal, summary = self.table, self.table.deal, self.table.summary()
        record = table.record()
        assert deal is not None and record is not None and deal.outcome is not None
        won, scores = winners(deal), deal.outcome.scores
        parts = []
        field: list[tuple[str, int]] = []
        for seat, player in enumerate(deal.players):
            actions = [move.text for move in deal.moves if move.seat == seat and move.text is not None]
            if not (actions or scores[seat]):
                continue
            sitter = table.state.sitters.get(seat)
            field.append((player if sitter is None or sitter.bot is None else sitter.bot, scores[seat]))
            if not player.isdigit():
                continue
            cards = table.info.archive.hole_cards(deal.state, seat) if table.info.archive is not None else None
            rank = summary.ranks.get(seat) if summary is not None else None
            parts.append(
                PlayerDeal(
                    player=int(player),
                    seat=seat,
                    score=scores[seat],
                    won=player in won,
                    actions=actions,
                    hole_cards=[str(card) for card in cards] if cards is not None else None,
                    hand_rank=rank.key.rpartition(".")[2][:20] if rank is not None else None,
                    taken=summary.taken.get(seat, 0) if summary is not None else None,
                    feats=self._feats(seat, player in won),
                )
            )
        facts: dict[str, Any] = {"names": list(deal.names), "players": list(deal.players)}
        if summary is not None:
            shown = [{"seat": seat, "cards": [str(card) for card in cards]} for seat, cards in summary.shown.items()]
            facts |= {"shown": shown, "secondBoard": [str(card) for card in summary.second_board] or None}
        return FinishedDeal(
            number=deal.number,
            winners=list(won),
            scores=list(scores),
            reason=deal.outcome.reason[:60],
            moves=len(deal.moves),
            facts=facts,
            record=dump(record),
            played_at=at,
            players=parts,
            field=field,
            rated=not table.settings.practice,
            pot=summary.pot if summary is not None else None,
            board=[str(card) for card in summary.board] if summary is not None else None,
            daily=daily.score(table),
        )

    def _feats(self, seat: int, won: bool) -> tuple[str, ...]:
        """What a seat did in the deal that has just ended; nothing at a table for practice."""
        table, deal, view = self.table, self.table.deal, self.table.view(seat)
        if (table.settings.practice and table.settings.daily is None) or deal is None or deal.outcome is None:
            return ()
        try:
            return (
                feats.done(table.info.feats, feats.Finished(deal.game, view, deal.outcome, seat, won)) if view else ()
            )
        except Exception:
            logger.exception("feats_failed", table=self.code)  # no deal is lost for them
            return ()

    def sentence(self, why: Line, language: Language) -> str:
        """A refusal in the caller's language, with the names of the players."""
        sitters = self.table.state.sitters
        names = tuple(sitters[seat].name if seat in sitters else "" for seat in range(self.table.settings.seats))
        return tell(why, messages_of(self.table.info), language, names)

    # --- tiers -----------------------------------------------------------------------------------------------------------

    async def learn_tiers(self, *players: str) -> None:
        """Find out the tier (段位) of these players, or of those who sit here."""
        unknown = [int(one) for one in players or self.without_tier() if one not in self.tiers]
        if unknown:
            self.set_tiers(unknown, await self.rooms.store.points(unknown, self.table.info.id))

    def without_tier(self) -> list[str]:
        return [sitter.player for sitter in self.table.people if sitter.player not in self.tiers]

    def set_tiers(self, players: Iterable[int], points: dict[int, int]) -> None:
        self.tiers.update({str(player): tier(points.get(player, 0)) for player in players})


def _unavailable() -> Refused:
    return Refused("unavailable", "error.unavailable")


def _columns(summary: dict[str, Any]) -> dict[str, Any]:
    return {
        "status": summary["status"], "summary": summary, "owner_id": summary["owner"], "closed": summary["closed"],
    }  # fmt: skip


def _said(code: str, seq: int, body: str) -> wire.ChatSaid:
    """A line of chat as it lies in the log."""
    row = decode(body)
    assert isinstance(row, events.Said)
    return wire.ChatSaid(game_id=code, player_id=row.player, name=row.name, text=row.text, time=row.at, seq=seq)
