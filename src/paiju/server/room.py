"""A table that runs in this process: its queue of inputs, its viewers, its bots and its clock.

Inputs are taken one by one. What an input changed is shown to viewers only when the store has made it durable; meanwhile
the next input may already be worked on, so that many are made durable at once.
"""

from __future__ import annotations

import asyncio
import secrets
import time as systime
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from traceback import format_tb
from typing import TYPE_CHECKING, Any, Final

import msgspec
import structlog

from paiju import bots
from paiju.games.contract import Line
from paiju.games.messages import tell
from paiju.games.record import dump
from paiju.server import public
from paiju.server.audience import Audience, Outbox, Sink
from paiju.server.door import Door
from paiju.server.herald import Herald
from paiju.server.messages import table_of, tier
from paiju.server.store import Hand, NoChips, PlayerHand, Write
from paiju.table import Refused, Table, agenda, commands, decode, encode
from paiju.table import events as log
from paiju.table import happenings as happened
from paiju.table.agenda import Item
from paiju.table.deal import Asked

if TYPE_CHECKING:
    from paiju.server.house import House

logger = structlog.get_logger("paiju.room")

BOT_LIMIT: Final = 5.0
"""Seconds a bot may think."""

CHAT_KEPT: Final = 100

_json = msgspec.json.Encoder().encode


class Room:
    """One running table."""

    def __init__(self, house: House, table: Table, number: int, fence: int) -> None:
        self.house, self.table, self.number, self.fence = house, table, number, fence
        self.code = table.id
        self.chat: deque[dict[str, Any]] = deque(maxlen=CHAT_KEPT)
        self.chat_stored = 0  # what was said up to this entry is only in the store
        self.tiers: dict[str, str] = {}
        self.dead = False
        self.alarm: int | None = None  # when the clock has something to do here
        self.wakes_at: int | None = None  # when the house comes to see; not after the alarm
        self.used_at = house.time.now()
        self.door = Door()
        self._gate = asyncio.Lock()
        self._last: Write | None = None
        self._bots: dict[int, tuple[str, bots.Bot]] = {}
        self.herald = Herald()
        self._summary: dict[str, Any] = {}
        self.audience = Audience(table, self.tiers, self.used_at, partial(house.later, self))

    @property
    def is_closed(self) -> bool:
        return self.table.state.status == "closed"

    # --- inputs --------------------------------------------------------------------------------------------------------

    async def do(
        self, make: Callable[[Table, int], Iterable[log.Event]], *, debit: tuple[int, int] | None = None
    ) -> int:
        """Do what `make` says, if the table allows it, and wait until it is durable. The seq after it."""
        async with self._gate:
            self._check()
            now = self.house.time.now()
            rows = list(make(self.table, now))
            if not rows:
                seq = self.table.seq
                done = self._last
            elif debit is not None:
                return await self._do_paid(rows, debit, now)
            else:
                seq, done, _ = self.accept(rows, now)
        await self._durable(done)
        return seq

    async def move(self, make: Callable[[Table, int], Iterable[log.Event]], player: str) -> tuple[int, msgspec.Raw]:
        """`do` for an answer to the table's question. The seq after it, and the table as this player sees it then, as JSON."""
        async with self._gate:
            self._check()
            now = self.house.time.now()
            seq, done, _ = self.accept(make(self.table, now), now)
            made = self.audience.state(self.table.seat_of(player), now)
        await self._durable(done)
        return seq, msgspec.Raw(made)

    async def _do_paid(self, rows: list[log.Event], debit: tuple[int, int], now: int) -> int:
        """Like `do`, where chips come to the table: they are taken first, and nothing happens if there are too few."""
        write = self._write()
        write.rows = [(row.at, encode(row).decode()) for row in rows]
        write.debit = debit
        stacks = self._stacks()
        stacks[debit[0]] = stacks.get(debit[0], 0) + debit[1]
        write.stacks = stacks
        self._summary = self._expected(rows)
        write.columns.update(self.columns(self._summary))
        try:
            await self._durable(self._submit(write, []))
        except NoChips as error:
            raise Refused("amount_too_large", "error.not_enough", has=error.has) from None
        try:
            seen: list[happened.Happening] = []
            for row in rows:
                seen += self.table.apply(row)
            self.audience.something_happened()
            self._send(self._show(seen, now))
            self._publish(self._facts(seen, now))
        except Exception as error:
            raise self.broken(error) from None
        self._schedule(self.accept([], now)[2])
        return self.table.seq

    def _expected(self, rows: list[log.Event]) -> dict[str, Any]:
        """The lobby row once these people have sat down."""
        summary = self.summary()
        for row in rows:
            if isinstance(row, log.Sat):
                names = {seat: s.name for seat, s in self.table.state.sitters.items() if s.is_person} | {
                    row.seat: row.name
                }
                summary["players"] = [name for _, name in sorted(names.items())]
                summary["taken"] += 1
        return summary

    def act(
        self, make: Callable[[Table, int], Iterable[log.Event]], then: Callable[[int, Exception | None], None]
    ) -> bool:
        """`do` for an answer to the table's question, without waiting: `then` is called with the seq when it is durable.

        False, and nothing is done, while the table waits for somebody's chips.
        """
        self._check()
        if self._gate.locked():
            return False
        now = self.house.time.now()
        seq, done, _ = self.accept(make(self.table, now), now)
        assert done is not None
        done.then(partial(then, seq))
        return True

    def accept(self, rows: Iterable[log.Event], now: int) -> tuple[int, Write | None, Item | None]:
        """Apply entries and whatever is due at once after them; show it when it is durable.

        The seq after the entries, what is on its way to the store, and what the clock does next. Refused if something goes
        wrong on the way: then the table is broken, and comes back as it is stored.
        """
        try:
            write = self._write()
            seen: list[happened.Happening] = []
            for row in rows:
                self._apply(row, write, seen)
            seq = self.table.seq
            item = agenda.next_item(self.table)
            for _ in range(50):
                if item is None or item.kind != "event" or item.when > now or write.hand is not None:
                    break
                assert item.make is not None
                self._apply(item.make(now), write, seen)
                item = agenda.next_item(self.table)
            if not write.rows:
                return seq, self._last, item
            only_moves = len(seen) == len(write.rows) and set(map(type, seen)) == {happened.Announced}
            if not only_moves or not self.table.is_dealing:
                self.audience.something_happened()
                summary = self.summary()
                if summary != self._summary:
                    self._summary = summary
                    write.columns.update(self.columns(summary))
                if any(isinstance(one, (happened.Cashed, happened.Ended, happened.Removed)) for one in seen):
                    write.stacks = self._stacks()
            done = self._submit(write, self._show(seen, now), self._facts(seen, now))
            self.used_at = now
            self._schedule(item)
            return seq, done, item
        except Exception as error:
            raise self.broken(error) from None

    def _write(self) -> Write:
        return Write(self.number, self.fence, self.table.seq + 1, [], game_name=self.table.info.id)

    def _apply(self, row: log.Event, write: Write, seen: list[happened.Happening]) -> None:
        table, kind = self.table, type(row)
        if kind is log.Dealt:
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
                write.hand = self._hand(row.at)
        if kind in (log.Sat, log.Rebought, log.Left):
            write.stacks = self._stacks()
        elif over and kind is log.Moved:
            write.later = self._hand(row.at)  # cards shown after the hand

    def _stacks(self) -> dict[int, int]:
        """Chips of each person here, also of people in games without: it says who sits where."""
        return {
            int(sitter.player): self.table.stack(seat)
            if self.table.chips is not None and not self.table.settings.practice
            else 0
            for seat, sitter in self.table.state.sitters.items()
            if sitter.is_person
        }

    def _submit(self, write: Write, outbox: Outbox, facts: list[dict[str, Any]] | None = None) -> Write:
        before = self._last

        def release(error: Exception | None) -> None:
            if error is None:
                if self._last is write:
                    self._last = None  # nothing more to wait for, nor to keep
                self._send(outbox)
                self._publish(facts or [])
            elif not isinstance(error, NoChips):
                self.fail(error)
            elif self._last is write:
                self._last = before  # nothing was written, and who asks next is not to blame

        write.then(release)
        self._last = write
        return self.house.store.submit(write)

    @staticmethod
    def _send(outbox: Outbox) -> None:
        for sinks, messages in outbox:
            for sink in sinks:
                for data in messages:
                    sink.send(data)

    async def _durable(self, done: Write | None) -> None:
        """Wait for a write. NoChips only where it brings chips to the table."""
        if done is None:
            return
        try:
            await done
        except NoChips:
            raise
        except Exception:
            raise Refused("unavailable", "error.unavailable") from None

    def _check(self) -> None:
        if self.dead:
            raise Refused("unavailable", "error.unavailable")

    def fail(self, error: BaseException) -> None:
        """The store refused: what is in memory is not what is true. Everybody comes back to the table as it is stored."""
        if not self.dead:
            logger.warning("table_lost", table=self.code, error=type(error).__name__)  # its text may tell the row
            self._give_up()

    def broken(self, error: Exception) -> Refused:
        """The same where a change went wrong halfway: memory may be ahead of the store. What the mover is told."""
        if not self.dead:
            trace = "".join(format_tb(error.__traceback__))  # where, and no more: the text of the error may name cards
            logger.error("table_broken", table=self.code, error=type(error).__name__, trace=trace)
            self._give_up()
        return Refused("unavailable", "error.unavailable")

    def _give_up(self) -> None:
        """Let go of the table; connections at the end of this turn, so that who asked for something is still answered."""
        self.dead = True
        self.house.forget(self)
        asyncio.get_running_loop().call_soon(self._send_away)

    def _send_away(self) -> None:
        for sink in list(self.viewers):
            sink.drop(1012, "reconnect")

    def miss_everybody(self, now: int) -> bool:
        """Nobody has looked at the table or asked for it for long: who was there without a connection is so no more."""
        rows = [row for sitter in self.table.people for row in commands.disconnected(self.table, sitter.player, now)]
        if rows and not self._gate.locked():
            with suppress(Refused):
                self.accept(rows, now)
        return bool(rows)

    # --- the clock and the bots ------------------------------------------------------------------------------------------

    def _schedule(self, item: Item | None) -> None:
        self.house.schedule(self, item.when if item is not None else None)

    def pump(self, now: int) -> None:
        """Do what the clock says is due."""
        if self.dead:
            return
        if self._gate.locked():
            self.house.schedule(self, now + 20)
            return
        item = agenda.next_item(self.table)
        for _ in range(100):
            if item is None or item.when > now or self.dead:
                break
            if item.kind == "event":
                assert item.make is not None
                item = self.accept([item.make(now)], now)[2]
                continue
            if item.kind == "warn":
                warned = self.table.asked(item.seat)
                if warned is not None:
                    warned.warned = True
                self._warn(item.seat)
            else:
                self._ask_bot(item.seat)
            item = agenda.next_item(self.table)
        self._schedule(item)

    def _warn(self, seat: int) -> None:
        sitter = self.table.state.sitters.get(seat)
        if sitter is not None:
            self.notice("timer_warning", seat, sitter.player)

    def _ask_bot(self, seat: int) -> None:
        asked, sitter = self.table.asked(seat), self.table.state.sitters.get(seat)
        view = self.table.view(seat)
        if asked is None or sitter is None or sitter.bot is None or view is None:
            return
        asked.thinking = True
        known = self._bots.get(seat)
        if known is None or known[0] != sitter.player:
            known = (sitter.player, bots.make(self.table.info.id, sitter.bot, secrets.randbits(63)))
            self._bots[seat] = known
        self.house.think(self, known[1], view, asked)

    def bot_answered(self, seat: int, since: int, text: str | None) -> None:
        """A bot said what it does; None if it failed, and the safest choice is taken."""
        if self._gate.locked():  # the table waits for somebody's chips
            self.house.spawn(self._bot_answers_later(seat, since, text), "bot")
        else:
            self._bot_answered(seat, since, text)

    async def _bot_answers_later(self, seat: int, since: int, text: str | None) -> None:
        async with self._gate:
            self._bot_answered(seat, since, text)

    def _bot_answered(self, seat: int, since: int, text: str | None) -> None:
        asked = self.table.asked(seat)
        if self.dead or asked is None or asked.since != since:
            return
        now = self.house.time.now()
        try:
            self.accept([self._bots_row(seat, text, asked, now)], now)
        except Exception as error:
            self.broken(error)

    def _bots_row(self, seat: int, text: str | None, asked: Asked, now: int) -> log.Event:
        if text is not None:
            try:
                return commands.answer(self.table, seat, text, now, "bot")
            except Refused as refused:
                logger.warning("bot_refused", table=self.code, code=refused.code)  # its text may name its cards
        return commands.answer(self.table, seat, str(next(iter(asked.decision.choices))), now, "bot")

    # --- showing ---------------------------------------------------------------------------------------------------------

    def _show(self, seen: list[happened.Happening], now: int) -> Outbox:
        """Messages for every viewer about what just happened."""
        outbox: Outbox = []
        everybody, is_told = tuple(self.viewers), self.audience.is_told
        moves: list[happened.Announced] = []
        others: list[bytes] = []
        for one in seen:
            if isinstance(one, happened.Announced):
                moves.append(one)
            elif isinstance(one, happened.Ended):
                if is_told:
                    others.append(_json({"type": "winner", "payload": self._winner()}))
            elif isinstance(one, happened.Spoken):
                line = self._said(one)
                hearing = tuple(sink for sink in everybody if one.player not in sink.muted)
                outbox.append((hearing, [_json({"type": "chat", "payload": line})]))
            elif isinstance(one, happened.Presence):
                word = "player_reconnected" if one.connected else "player_disconnected"
                outbox.append((everybody, [self._notice(word, one.seat, one.player)]))
            elif isinstance(one, happened.Shut):
                others.append(_json({"type": "notice", "payload": {"event": "closed", "gameId": self.code}}))
        return outbox + self.audience.show(moves, others, now) if is_told else outbox

    def release_delayed(self, now: int) -> None:
        """Show spectators what is old enough."""
        self._send(self.audience.release_delayed(now))

    def _winner(self) -> dict[str, Any]:
        return {"gameId": self.code, "seq": self.table.seq, **public.told_end(self.table)}

    def _said(self, one: happened.Spoken) -> dict[str, Any]:
        line = {
            "gameId": self.code, "playerId": one.player, "name": one.name, "text": one.text, "time": one.at,
            "seq": self.table.seq,
        }  # fmt: skip
        self.chat.append(line)
        return line

    async def talk(self) -> list[dict[str, Any]]:
        """What was said last, also before this process had the table."""
        if self.chat_stored:
            rows = await self.house.store.chat(self.number, CHAT_KEPT, self.chat_stored)
            if self.chat_stored:
                self.chat_stored = 0
                self.chat = deque((*(said(self.code, seq, body) for seq, body in rows), *self.chat), CHAT_KEPT)
        return list(self.chat)

    def _notice(self, event: str, seat: int | None = None, player: str | None = None) -> bytes:
        payload: dict[str, Any] = {"event": event, "gameId": self.code}
        if seat is not None:
            payload["seat"] = seat
        if player is not None:
            payload["playerId"] = player
        return _json({"type": "notice", "payload": payload})

    def notice(self, event: str, seat: int | None = None, player: str | None = None) -> None:
        """Tell everybody here something that is no part of the game."""
        data = self._notice(event, seat, player)
        for sink in tuple(self.viewers):
            sink.send(data)
        if self.house.bus.wanted:
            self.house.bus.publish({"type": event, "gameId": self.code, "seat": seat, "playerId": player})

    def _facts(self, seen: list[happened.Happening], now: int) -> list[dict[str, Any]]:
        """What the bus hears of this."""
        return self.herald.facts(self.table, seen, now) if self.house.bus.wanted else []

    def _publish(self, facts: list[dict[str, Any]]) -> None:
        for fact in facts:
            self.house.bus.publish(fact)

    # --- viewers ---------------------------------------------------------------------------------------------------------

    def follow(self, sink: Sink, seq: int | None = None) -> None:
        """Let a connection see the table: as its own seat if it has one, from `seq` on if that is still known."""
        viewer = self.table.seat_of(sink.player) if sink.player is not None else None
        if viewer is not None and self.table.state.sitters[viewer].leaving:
            viewer = None
        self.unfollow(sink)
        now = self.used_at = self.house.time.now()
        self._after_durable([((sink,), self.audience.enter(sink, viewer, seq, now))])
        if viewer is None:
            self._tell_who_watches(now)

    def _after_durable(self, outbox: Outbox) -> None:
        """Send after everything that is on its way to the store."""
        if self._last is None:
            self._send(outbox)
        else:
            self._last.then(lambda _: None if self.dead else self._send(outbox))

    def unfollow(self, sink: Sink) -> None:
        if sink in self.viewers:
            now, viewer = self.house.time.now(), self.viewers[sink]
            self.audience.leave(sink, now)
            if viewer is None and self.audience.is_told:
                self._tell_who_watches(now)

    def _tell_who_watches(self, now: int) -> None:
        if not self.dead:
            self._after_durable(self.audience.show_who_watches(now))

    @property
    def viewers(self) -> dict[Sink, int | None]:
        """Connections that follow the table, and as whom."""
        return self.audience.viewers

    @property
    def spectators(self) -> int:
        """How many connections look on without a seat."""
        return self.audience.spectators

    def has_connection(self, player: str) -> bool:
        return any(sink.player == player for sink in self.viewers)

    async def state(self, viewer: int | None) -> msgspec.Raw:
        """The table as it is, as JSON for one answer."""
        made = self.audience.state(viewer, self.house.time.now())
        try:
            await self._durable(self._last)
        except NoChips:  # somebody's buy-in was refused: nothing of it is told here
            self._check()
        return msgspec.Raw(made)

    # --- for the store -----------------------------------------------------------------------------------------------------

    def summary(self) -> dict[str, Any]:
        """What the lobby shows of this table."""
        state, people = self.table.state, self.table.people
        return {
            "status": "finished" if state.status == "closed" else state.status,
            "players": [person.name for person in people],
            "taken": len(state.sitters),
            "bots": len(state.sitters) - len(people),
            "hand": state.hand,
            "owner": state.owner,
            "closed": state.status == "closed",
        }

    def columns(self, summary: dict[str, Any]) -> dict[str, Any]:
        return {
            "status": summary["status"], "summary": summary, "owner_id": summary["owner"], "closed": summary["closed"],
        }  # fmt: skip

    def _hand(self, at: int) -> Hand:
        table, deal = self.table, self.table.deal
        record = table.record()
        assert deal is not None and record is not None and deal.outcome is not None
        summary, archive = table.summary(), table.info.archive
        winners = public.winners(table)
        scores = deal.outcome.scores
        parts = []
        for seat, player in enumerate(deal.players):
            actions = [move.text for move in deal.moves if move.seat == seat and move.text is not None]
            if not player.isdigit() or not (actions or scores[seat]):
                continue
            cards = archive.hole_cards(deal.state, seat) if archive is not None else None
            hand = summary.ranks.get(seat) if summary is not None else None
            parts.append(
                PlayerHand(
                    player=int(player),
                    seat=seat,
                    score=scores[seat],
                    won=player in winners,
                    actions=actions,
                    hole_cards=[str(card) for card in cards] if cards is not None else None,
                    hand_rank=hand.key.rpartition(".")[2][:20] if hand is not None else None,
                    taken=summary.taken.get(seat, 0) if summary is not None else None,
                )
            )
        told = public.ended(table)
        return Hand(
            number=deal.number,
            winners=winners,
            scores=list(scores),
            reason=deal.outcome.reason[:60],
            moves=len(deal.moves),
            facts={**told, "names": list(deal.names), "players": list(deal.players)},
            record=dump(record),
            played_at=at,
            players=parts,
            rated=not table.settings.practice,
            pot=summary.pot if summary is not None else None,
            board=told.get("communityCards"),
        )

    def sentence(self, why: Line, language: Any) -> str:
        """A refusal in somebody's language."""
        names = tuple(
            self.table.state.sitters[seat].name if seat in self.table.state.sitters else ""
            for seat in range(self.table.settings.seats)
        )
        return tell(why, table_of(self.table.info), language, names)

    async def learn_tiers(self) -> None:
        """段位 of the people here, for their plates."""
        people = self.without_tier()
        if people:
            self.set_tiers(await self.house.store.points(people, self.table.info.id))

    def without_tier(self) -> list[int]:
        return [int(sitter.player) for sitter in self.table.people if sitter.player not in self.tiers]

    def set_tiers(self, points: dict[int, int]) -> None:
        self.tiers.update({str(player): tier(points.get(player, 0)) for player in self.without_tier()})
        self.audience.something_happened()


def said(code: str, seq: int, body: str) -> dict[str, Any]:
    """A line of chat as it lies in the log."""
    row = decode(body)
    assert isinstance(row, log.Said)
    return {"gameId": code, "playerId": row.player, "name": row.name, "text": row.text, "time": row.at, "seq": seq}


def think(bot: bots.Bot, view: Any, decision: Any) -> str | None:
    """Ask a bot, in whatever thread this runs; None if it fails."""
    started = systime.monotonic()
    try:
        return str(bot.choose(view, decision, limit=BOT_LIMIT))
    except Exception:
        logger.exception("bot_failed", seconds=systime.monotonic() - started)
        return None
