"""The table itself: what may be done, and what each accepted thing does.

Two kinds of methods. Commands (`join`, `move`, `start`…) check and return entries, and change nothing; `Refused` says why
not. `apply` changes the table by one entry and trusts it. Whoever runs a table keeps the entries, and `agenda` tells him
when the clock is due to speak next. The same entries always give the same table.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple

import msgspec

from paiju.cards import fair
from paiju.games import catalog
from paiju.games.contract import (
    AnyGame,
    Decision,
    IllegalAction,
    Line,
    NotationError,
    Outcome,
    Played,
    Seat,
    View,
    play,
)
from paiju.games.extras import Extras, Facts, Timing
from paiju.games.messages import unread
from paiju.games.options import build, to_data
from paiju.games.record import Move, Record
from paiju.table import entries as log
from paiju.table.state import Result, Seating, Settings, Sitter, TableState

AUTO_DELAY: Final = 1_000
"""Milliseconds before the table answers for a seat in 托管, so that people can follow."""

EXPIRIES: Final = 2
"""So many expiries in a row switch 托管 on."""

IDLE: Final = 3_600_000
"""Milliseconds after which a table without people closes."""

AWAY, AUTO_FOLD, RECONNECT = 60, 120, 300  # seconds, where a game's options do not say


class Refused(Exception):
    """A command that cannot be done now. Nothing has changed."""

    def __init__(self, code: str, key: str, /, **args: Any) -> None:
        super().__init__(code, key)
        self.code, self.why = code, Line.of(key, **args)
        self.text: str | None = None  # the sentence, once somebody knows in which language
        self.seq: int | None = None
        self.wait: float | None = None  # seconds after which it may be tried again

    def __str__(self) -> str:
        return f"{self.code}: {self.why.key} {self.why.data or ''}"


@dataclass(slots=True)
class Asked:
    """An open question: when it was put, and when the clock will answer it."""

    decision: Decision[Any]
    since: int
    at: int
    base: int | None
    deadline: int | None
    warn_at: int | None


class Made(NamedTuple):
    """One move of a deal."""

    seat: int
    text: str
    by: log.By
    elapsed: int


@dataclass
class Deal:
    """A deal in progress, or the last one until the next begins."""

    number: int
    game: AnyGame
    options: Any
    state: Any
    seed: int
    server_seed: bytes
    entropy: tuple[bytes, ...]
    players: tuple[str, ...]
    names: tuple[str, ...]
    started: int
    moves: list[Made] = field(default_factory=list)
    asked: dict[int, Asked] = field(default_factory=dict)
    outcome: Outcome | None = None
    facts: tuple[Any, Facts] | None = None
    told: tuple[Facts, dict[str, Any]] | None = None  # facts as people are told them; kept by who runs the table
    seen: tuple[Any, dict[int | None, View]] = (None, {})  # views of a state, by viewer

    @cached_property
    def commit(self) -> str:
        """What was published before the deal."""
        return fair.commitment(self.server_seed)


# --- what came of an entry, for those who run the table ------------------------------------------------------------------


class Announced(NamedTuple):
    """A move to tell everybody about."""

    seat: int
    player: str
    text: str
    by: log.By
    secret: bool = False  # others are still to answer the same round of questions


class Ended(NamedTuple):
    """A deal ended."""

    result: Result


class Began(NamedTuple):
    """A deal began."""

    number: int


class Cashed(NamedTuple):
    """Chips leave the table with a player."""

    player: str
    chips: int


class Issued(NamedTuple):
    """The house gives a bot chips."""

    player: str
    chips: int


class Removed(NamedTuple):
    """A player is no longer at the table."""

    player: str


class Spoken(NamedTuple):
    player: str
    name: str
    text: str
    at: int


class Presence(NamedTuple):
    """Somebody's connection was lost, or is back."""

    seat: int
    player: str
    connected: bool


class Shut(NamedTuple):
    """The table is closed."""


Happening = Announced | Ended | Began | Cashed | Issued | Removed | Spoken | Presence | Shut


@dataclass(slots=True)
class Item:
    """Something the clock will do: an entry to make, a warning to send, or a bot to ask."""

    when: int
    kind: Literal["entry", "warn", "bot"]
    seat: int = -1
    make: Callable[[int], log.Entry] | None = None


class Table:
    """One table of one game. Built by `apply` alone; everything else only looks."""

    state: TableState

    def __init__(
        self,
        id: str,
        find: Callable[[str], catalog.Entry] = catalog.find,
        secret: Callable[[], bytes] = lambda: secrets.token_bytes(32),
    ) -> None:
        self.id = id
        self.deal: Deal | None = None
        self._find, self._secret = find, secret
        self._checked: tuple[log.Moved, Played[Any, Any]] | None = None
        self._spoke: set[tuple[int, int]] = set()
        self.thinking: set[tuple[int, int]] = set()

    # --- how it comes to be -------------------------------------------------------------------------------------------

    @classmethod
    def load(cls, id: str, snapshot: bytes | None, rows: Iterator[log.Entry], **more: Any) -> Table:
        """A table from its snapshot, if there is one, and the entries after it."""
        table = cls(id, **more)
        if snapshot is not None:
            table._restore(msgspec.json.decode(snapshot, type=TableState))
        for row in rows:
            table.apply(row)
        return table

    def snapshot(self) -> bytes:
        """The table between deals: the state before the entry `dealt` that comes next."""
        self.state.options = to_data(self.options)
        return msgspec.json.encode(self.state)

    def _restore(self, state: TableState) -> None:
        self.state = state
        self._know(state.settings)
        self.options = build(self.entry.options, state.options)

    def _know(self, settings: Settings) -> None:
        self.entry = self._find(settings.game)
        self.extras: Extras = self.entry.extras
        self.has_chips = hasattr(self.entry.series, "sit")

    # --- looking ------------------------------------------------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        return self.state.settings

    @property
    def seq(self) -> int:
        return self.state.seq

    @property
    def is_dealing(self) -> bool:
        """Whether a deal is in progress."""
        return self.deal is not None and self.deal.outcome is None

    @property
    def stage(self) -> str:
        if self.state.status == "closed":
            return "finished"
        if self.is_dealing:
            return "playing"
        if self.state.status == "finished":
            return "finished"
        return "hand_end" if self.deal is not None else "waiting"

    def seat_of(self, player: str) -> int | None:
        for seat, sitter in self.state.sitters.items():
            if sitter.player == player:
                return seat
        return None

    def view(self, seat: int | None) -> View | None:
        """What a viewer may know of the deal; worked out once per state."""
        deal = self.deal
        if deal is None or (seat is not None and seat >= len(deal.players)):
            return None
        if deal.seen[0] is not deal.state:
            deal.seen = (deal.state, {})
        found = deal.seen[1].get(seat)
        if found is None:
            found = deal.seen[1][seat] = deal.game.view(deal.state, None if seat is None else Seat(seat))
        return found

    def ended(self) -> Facts:
        """What the game has to say about how the deal on the table ended."""
        deal = self.deal
        if deal is None or deal.outcome is None:
            return {}
        if deal.facts is None or deal.facts[0] is not deal.state:
            view = self.view(None)
            assert view is not None
            deal.facts = (deal.state, self.extras.ended(view, deal.outcome))
        return deal.facts[1]

    def asked(self, seat: int | None) -> Asked | None:
        return self.deal.asked.get(seat) if self.deal is not None and seat is not None else None

    def stack(self, seat: int) -> int:
        """Chips in front of a seat between deals, and those waiting to be added."""
        stack = self.state.stacks.get(seat, 0)
        if self.state.waiting_ops:
            stack += sum(op.chips for op in self.state.waiting_ops if op.seat == seat and op.op == "sit")
        return stack

    @property
    def buy_in(self) -> tuple[int, int]:
        if not self.has_chips:
            return 0, 0
        return getattr(self.options, "min_buy_in", 1), getattr(self.options, "max_buy_in", 1_000_000_000)

    @property
    def default_buy_in(self) -> int:
        low, high = self.buy_in
        return min(max(getattr(self.options, "starting_chips", low), low), high)

    @property
    def free_seats(self) -> list[int]:
        return [seat for seat in range(self.settings.seats) if seat not in self.state.sitters]

    @property
    def people(self) -> list[Sitter]:
        return [sitter for sitter in self.state.sitters.values() if sitter.is_person]

    @property
    def commit(self) -> str:
        """The commitment of the deal in progress, else of the next one."""
        if self.is_dealing and self.deal is not None:
            return self.deal.commit
        return fair.commitment(bytes.fromhex(self.state.server_seed)) if self.state.server_seed else ""

    def can_deal(self) -> bool:
        """Whether enough people sit for the next deal."""
        if self.state.status == "closed" or self.is_dealing:
            return False
        if self.has_chips:
            return bool(self.entry.series.ready(self._next_options()))  # type: ignore[attr-defined]
        return not self.free_seats

    def record(self) -> Record | None:
        """The deal in progress or just ended, in full: seed and all. Not for anybody's eyes until it may be known."""
        deal = self.deal
        if deal is None:
            return None
        return Record(
            game=self.entry.id,
            seats=len(deal.players),
            seed=deal.seed,
            moves=tuple(Move(Seat(made.seat), made.text, made.elapsed) for made in deal.moves),
            options=to_data(deal.options),
            rules=self.entry.rules_version,
            names=deal.names,
            time=datetime.fromtimestamp(deal.started / 1000, UTC).isoformat(timespec="seconds"),
            commit=deal.commit,
            entropy=deal.entropy,
            server_seed=deal.server_seed,
        )

    # --- commands: check, and say what would be done ---------------------------------------------------------------------

    def join(
        self,
        player: str,
        name: str,
        now: int,
        *,
        seat: int | None = None,
        chips: int | None = None,
        avatar: str = "",
        bot: str | None = None,
    ) -> list[log.Entry]:
        """Sit down. One who sits already stays as he is."""
        if self.state.status == "closed":
            raise Refused("wrong_phase", "error.closed")
        if self.seat_of(player) is not None:
            return []
        if self.settings.practice and self.has_chips and bot is None:
            raise Refused("forbidden", "error.practice")
        free = self.free_seats
        if not free:
            raise Refused("table_full", "error.table_full")
        if seat is not None and seat >= self.settings.seats:
            raise Refused("bad_request", "error.no_such_seat", seats=self.settings.seats)
        if seat is not None and seat not in free:
            raise Refused("table_full", "error.seat_taken", seat=seat)
        if self.has_chips:
            low, high = self.buy_in
            chips = self.default_buy_in if chips is None else chips
            self._bounded(chips, low, high)
        row = log.Sat(
            at=now, player=player, name=name, seat=free[0] if seat is None else seat,
            chips=(chips or 0) if self.has_chips else 0, avatar=avatar, bot=bot,
        )  # fmt: skip
        return [row]

    @staticmethod
    def _bounded(chips: int, low: int, high: int) -> None:
        if chips < low:
            raise Refused("amount_too_small", "error.buy_in", low=low, high=high)
        if chips > high:
            raise Refused("amount_too_large", "error.buy_in", low=low, high=high)

    def leave(self, player: str, now: int, by: str = "") -> list[log.Entry]:
        """Give up the seat; `by` somebody else: the owner sends a player away."""
        seat = self._seated(player)
        if by and by != player and by != self.state.owner:
            raise Refused("forbidden", "error.owner_only")
        if self.state.sitters[seat].leaving:
            return []
        rows: list[log.Entry] = [log.Left(at=now, player=player, by=by if by != player else "")]
        if self._plays(seat, player):
            rows += self._unasked(seat, self.extras.leave_move, now)
        return rows

    def _plays(self, seat: int, player: str) -> bool:
        """Whether this player was dealt in at this seat, in the deal in progress."""
        deal = self.deal
        return self.is_dealing and deal is not None and seat < len(deal.players) and deal.players[seat] == player

    def _unasked(self, seat: int, text: str, now: int) -> list[log.Entry]:
        """What a seat does although it is not asked (leave, fold), where the game knows such a move and allows it."""
        deal = self.deal
        if not text or deal is None or not hasattr(deal.game, "unasked"):
            return []
        try:
            return [self.answer(seat, text, now, "auto")]
        except Refused:
            return []

    def _seated(self, player: str) -> int:
        seat = self.seat_of(player)
        if seat is None:
            raise Refused("not_seated", "error.not_seated")
        return seat

    def ready(self, player: str, ready: bool, now: int) -> list[log.Entry]:
        sitter = self.state.sitters[self._seated(player)]
        if self.is_dealing:
            raise Refused("wrong_phase", "error.during_deal")
        return [log.ReadySet(at=now, player=player, ready=ready)] if sitter.ready != ready else []

    def start(self, player: str, now: int) -> list[log.Entry]:
        """Begin the next deal, or a rematch: by the owner, or by anybody seated while the owner is not there."""
        if self.is_dealing:
            raise Refused("wrong_phase", "error.during_deal")
        owner = self.seat_of(self.state.owner)
        present = owner is not None and self.state.sitters[owner].gone_since is None
        if player != self.state.owner and (present or self.seat_of(player) is None):
            raise Refused("forbidden", "error.owner_only")
        if self.state.status == "closed":
            raise Refused("wrong_phase", "error.closed")
        if not self.can_deal():
            raise Refused("wrong_phase", "error.too_few")
        return [*self._preparations(now), log.Dealt(at=now)]

    def _preparations(self, now: int) -> Iterator[log.Entry]:
        if self.settings.seating == "lot" and not self.state.drawn:
            yield self._lot(now)
        if not self.state.server_seed:
            yield self._commit(now)

    def _lot(self, now: int) -> log.Entry:
        places = list(range(self.settings.seats)) if not self.has_chips else list(self.state.sitters)
        secrets.SystemRandom().shuffle(places)
        return log.Lot(
            at=now, seats={s.player: place for s, place in zip(self.state.sitters.values(), places, strict=False)}
        )

    def _commit(self, now: int) -> log.Entry:
        return log.Committed(at=now, server_seed=self._secret().hex())

    def move(self, player: str, text: str, now: int, seq: int | None = None) -> list[log.Entry]:
        """Answer the open question. `seq` is the last entry the player saw: a click meant for an older question is refused."""
        seat = self._seated(player)
        if self.deal is None:
            raise Refused("wrong_phase", "error.no_deal")
        if seat >= len(self.deal.players) or self.deal.players[seat] != player:
            raise Refused("not_your_turn", "error.not_dealt_in")
        asked = self.deal.asked.get(seat)
        if seq is not None and asked is not None and seq < asked.since:
            raise Refused("stale_seq", "error.stale_seq")
        return [self.answer(seat, text, now, "player")]

    def answer(self, seat: int, text: str, now: int, by: log.By) -> log.Entry:
        """The entry of an answer, checked by the rules."""
        assert self.deal is not None
        try:
            played = play(self.deal.game, self.deal.state, Seat(seat), text)
        except NotationError as error:
            unreadable = Refused("bad_notation", "error.bad_notation")
            unreadable.why = unread(error)
            raise unreadable from None
        except IllegalAction as error:
            refused = Refused(error.code, error.why.key)
            refused.why = error.why
            raise refused from None
        row = log.Moved(at=now, seat=seat, text=str(played.action), by=by)
        self._checked = (row, played)
        return row

    def automatic(self, player: str, on: bool, now: int) -> list[log.Entry]:
        """托管 on or off."""
        sitter = self.state.sitters[self._seated(player)]
        return [log.AutoSet(at=now, player=player, on=on)] if sitter.auto != on else []

    def sit_out(self, player: str, now: int) -> list[log.Entry]:
        """Sit out from the next deal on; 托管 where a game has no chips."""
        if not self.has_chips:
            return self.automatic(player, True, now)
        sitter = self.state.sitters[self._seated(player)]
        return [] if sitter.sitting_out else [log.SitOutSet(at=now, player=player)]

    def come_back(self, player: str, now: int, post: bool = False) -> list[log.Entry]:
        sitter = self.state.sitters[self._seated(player)]
        rows: list[log.Entry] = []
        if sitter.auto:
            rows.append(log.AutoSet(at=now, player=player, on=False))
        if sitter.sitting_out:
            rows.append(log.SitOutSet(at=now, player=player, out=False, post=post))
        return rows

    def rebuy(self, player: str, chips: int, now: int) -> list[log.Entry]:
        """Add chips before the next deal, up to the largest buy-in in all."""
        seat = self._seated(player)
        if not self.has_chips:
            raise Refused("wrong_phase", "error.no_chips")
        if self.settings.practice:
            raise Refused("forbidden", "error.practice")
        if getattr(self.options, "tournament", False):
            raise Refused("wrong_phase", "error.no_rebuy")
        low, high = self.buy_in
        stack = self.stack(seat)
        self._bounded(chips, max(1, low - stack), high - stack)
        return [log.Rebought(at=now, player=player, chips=chips)]

    def add_entropy(self, player: str, text: str, now: int) -> list[log.Entry]:
        """Mix bytes into the next deal."""
        self._seated(player)
        if len(text) > 2 * fair.ENTROPY_LIMIT:
            raise Refused("too_large", "error.entropy", limit=fair.ENTROPY_LIMIT)
        try:
            bytes.fromhex(text)
        except ValueError:
            raise Refused("bad_request", "error.hex") from None
        return [log.Entropy(at=now, player=player, bytes=text.lower())]

    def say(self, player: str, name: str, text: str, now: int) -> list[log.Entry]:
        if not self.settings.chat:
            raise Refused("forbidden", "error.no_chat")
        return [log.Said(at=now, player=player, name=name, text=text)]

    def disconnected(self, player: str, now: int) -> list[log.Entry]:
        seat = self.seat_of(player)
        if seat is None or self.state.sitters[seat].gone_since is not None:
            return []
        return [log.Gone(at=now, player=player)]

    def connected(self, player: str, now: int) -> list[log.Entry]:
        seat = self.seat_of(player)
        if seat is None or self.state.sitters[seat].gone_since is None:
            return []
        return [log.Back(at=now, player=player)]

    def close(self, by: str, now: int) -> list[log.Entry]:
        if self.is_dealing:
            raise Refused("wrong_phase", "error.during_deal")
        return [log.Closed(at=now, by=by)] if self.state.status != "closed" else []

    # --- the clock -------------------------------------------------------------------------------------------------------

    def agenda(self) -> Item | None:
        """What the clock will do next, and when; None while nothing is to be done."""
        return min(self._agenda(), key=lambda item: item.when, default=None)

    def _agenda(self) -> Iterator[Item]:
        state = self.state
        if state.status == "closed":
            return
        if self.is_dealing and self.deal is not None:
            for seat, asked in self.deal.asked.items():
                yield from self._answer_by(seat, asked)
        elif not state.server_seed:
            yield Item(0, "entry", make=self._commit)
        elif state.next_deal_at is not None and self.can_deal() and self._awake():
            yield Item(0 if self._all_ready() else state.next_deal_at, "entry", make=lambda now: log.Dealt(at=now))
        elif state.next_deal_at is None and self.settings.autostart and self._all_ready() and self.can_deal():
            first = next(self._preparations(0), None)
            yield Item(0, "entry", make=self._lot if first is not None else lambda now: log.Dealt(at=now))
        for sitter in state.sitters.values():
            if sitter.gone_since is not None and sitter.is_person:
                yield from self._absence(sitter, sitter.gone_since)
        if state.idle_since is not None and not self.is_dealing:
            yield Item(state.idle_since + IDLE, "entry", make=lambda now: log.Closed(at=now, by="clock"))

    def _answer_by(self, seat: int, asked: Asked) -> Iterator[Item]:
        sitter = self.state.sitters.get(seat)
        mark = (seat, asked.since)
        if sitter is None or sitter.leaving:
            yield Item(asked.at, "entry", seat, lambda now: self._default(seat, now, "auto", left=True))
        elif sitter.bot is not None:
            if mark not in self.thinking:
                yield Item(asked.at + self.settings.pace, "bot", seat)
        elif sitter.auto or sitter.sitting_out:
            yield Item(asked.at + AUTO_DELAY, "entry", seat, lambda now: self._default(seat, now, "auto"))
        elif asked.deadline is not None:
            yield Item(asked.deadline, "entry", seat, lambda now: self._default(seat, now, "clock"))
            if asked.warn_at is not None and mark not in self._spoke:
                yield Item(asked.warn_at, "warn", seat)

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
                yield Item(away, "entry", make=lambda now: log.SitOutSet(at=now, player=sitter.player))
            elif not sitter.auto and self.is_dealing:
                yield Item(reconnect, "entry", make=lambda now: self._give_up(sitter, now))
        elif not self.is_dealing:
            yield Item(reconnect, "entry", make=lambda now: log.Left(at=now, player=sitter.player, by="clock"))

    def _give_up(self, sitter: Sitter, now: int) -> log.Entry:
        """A connection was lost for good: the seat leaves the hand where it can, and is played automatically else."""
        seat = self._seated(sitter.player)
        rows = self._unasked(seat, self.extras.leave_move, now) if self._plays(seat, sitter.player) else []
        return rows[0] if rows else log.AutoSet(at=now, player=sitter.player)

    def _awake(self) -> bool:
        """Somebody looks on: a person who is there and not in 托管; a table of bots alone plays what it was asked for."""
        people = self.people
        return not people or any(p.gone_since is None and not p.auto and not p.sitting_out for p in people)

    def _all_ready(self) -> bool:
        there = [p for p in self.people if p.gone_since is None and not p.sitting_out]
        return bool(there) and all(p.ready for p in there)

    def warned(self, seat: int) -> None:
        """The warning for this seat was sent."""
        asked = self.asked(seat)
        if asked is not None:
            self._spoke.add((seat, asked.since))

    # --- apply: the fold -------------------------------------------------------------------------------------------------

    def apply(self, entry: log.Entry) -> list[Happening]:
        """Change the table by one entry of its log."""
        if isinstance(entry, log.Opened):
            self._know(entry.settings)
            self.state = TableState(id=self.id, settings=entry.settings, owner=entry.owner, idle_since=entry.at)
            self.options = self._fresh_options()
            self.state.seq = 1
            return []
        self.state.seq += 1
        return list(_APPLY[type(entry)](self, entry))

    def _sat(self, entry: log.Sat) -> Iterator[Happening]:
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
                yield Issued(entry.player, entry.chips)
        if entry.bot is None:
            self.state.idle_since = None
            if not any(s.player == self.state.owner for s in self.state.sitters.values()):
                self.state.owner = entry.player
        if (
            not self.is_dealing
            and self.state.status == "waiting"
            and self.deal is not None
            and not self.has_chips
            and not self.free_seats
        ):
            self.state.next_deal_at = entry.at + 1000 * self.settings.pause
            self.state.status = "active"

    def _left(self, entry: log.Left) -> Iterator[Happening]:
        seat = self._seated(entry.player)
        sitter = self.state.sitters[seat]
        if self._plays(seat, entry.player):
            sitter.leaving = True
            sitter.gone_since = entry.at
        else:
            yield from self._remove(seat)
        if entry.player == self.state.owner:
            heirs = [p for p in self.people if not p.leaving]
            if heirs:
                self.state.owner = heirs[0].player
        self._note_idle(entry.at)

    def _remove(self, seat: int) -> Iterator[Happening]:
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
                yield Cashed(sitter.player, chips) if sitter.is_person else Issued(sitter.player, -chips)
        elif not self.is_dealing:
            self.state.next_deal_at = None
            if self.state.status == "active":
                self.state.status = "waiting"
        yield Removed(sitter.player)

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

    def _ready(self, entry: log.ReadySet) -> Iterator[Happening]:
        self.state.sitters[self._seated(entry.player)].ready = entry.ready
        yield from ()

    def _drawn(self, entry: log.Lot) -> Iterator[Happening]:
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
        yield from ()

    def _committed(self, entry: log.Committed) -> Iterator[Happening]:
        self.state.server_seed = entry.server_seed
        yield from ()

    def _entropy(self, entry: log.Entropy) -> Iterator[Happening]:
        seat = self._seated(entry.player)
        self.state.entropy[seat] = entry.bytes
        yield from ()

    def _dealt(self, entry: log.Dealt) -> Iterator[Happening]:
        state = self.state
        if state.status == "finished":
            self._rematch()
        if entry.options is not None:
            self.options = build(self.entry.options, entry.options)
        options = self.options
        seats = self.settings.seats
        server_seed = bytes.fromhex(state.server_seed)
        entropy = tuple(bytes.fromhex(state.entropy.get(seat, "")) for seat in range(seats))
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
            players=tuple(s.player if s else "" for s in sitters),
            names=tuple(s.name if s else "" for s in sitters),
            started=entry.at,
        )
        yield Began(state.hand)
        yield from self._go_on(entry.at, None)

    def _rematch(self) -> None:
        """A new match at the same table: options as it was opened with, the people and their chips as they are."""
        self.options = self._next_options()
        self.state.match_deals = 0
        self.state.result = None

    def _next_options(self) -> Any:
        """The options of the next deal: those carried over, or fresh ones for a rematch."""
        if self.state.status != "finished":
            return self.options
        options = self._fresh_options()
        if self.has_chips:
            series: Any = self.entry.series
            for seat in self.state.sitters:
                if self.state.stacks.get(seat, 0) > 0:
                    options = series.sit(options, Seat(seat), self.state.stacks[seat])
        return options

    def _fresh_options(self) -> Any:
        """The options the table was opened with; where chips sit at seats, with all its seats, still empty."""
        options = build(self.entry.options, self.settings.options)
        if self.has_chips:
            series: Any = self.entry.series
            options = series.sit(options, Seat(self.settings.seats - 1), 0)
        return options

    def _moved(self, entry: log.Moved) -> Iterator[Happening]:
        deal = self.deal
        assert deal is not None
        seat = entry.seat
        if self._checked is not None and self._checked[0] is entry:
            played = self._checked[1]
        else:
            played = play(deal.game, deal.state, Seat(seat), entry.text)
        self._checked = None
        deal.state = played.state
        asked = deal.asked.get(seat)
        deal.moves.append(Made(seat, entry.text, entry.by, max(0, entry.at - asked.at) if asked else 0))
        sitter = self.state.sitters.get(seat)
        if sitter is not None:
            self._count_time(sitter, entry, asked)
        if entry.by == "auto" and entry.text == self.extras.leave_move and sitter is not None:
            sitter.auto = True
        secret = any(other != seat for other in deal.asked)
        yield Announced(seat, deal.players[seat], entry.text, entry.by, secret)
        yield from self._go_on(entry.at, seat)

    @staticmethod
    def _count_time(sitter: Sitter, entry: log.Moved, asked: Asked | None) -> None:
        if asked is not None and asked.base is not None and entry.by in ("player", "clock"):
            sitter.bank = max(0, sitter.bank - max(0, entry.at - asked.base))
        if entry.by == "player":
            sitter.expiries, sitter.auto = 0, False
        elif entry.by == "clock":
            sitter.expiries += 1
            if sitter.expiries >= EXPIRIES:
                sitter.auto = True

    def _go_on(self, at: int, mover: int | None) -> Iterator[Happening]:
        """Put the next questions, or end the deal. A seat asked together with others keeps its clock until all answered."""
        deal = self.deal
        assert deal is not None
        pending = deal.game.pending(deal.state)
        same = {decision.seat for decision in pending} == deal.asked.keys() - {mover}
        old, deal.asked = deal.asked, {}
        for decision in pending:
            if same and decision.seat in old:
                deal.asked[decision.seat] = old[decision.seat]
                deal.asked[decision.seat].decision = decision
            else:
                deal.asked[decision.seat] = self._ask(decision, at)
        for marks in (self._spoke, self.thinking):
            if marks:
                open_now = {mark for mark in marks if mark[0] in deal.asked and deal.asked[mark[0]].since == mark[1]}
                marks.intersection_update(open_now)
        outcome = deal.game.outcome(deal.state)
        if outcome is not None and deal.outcome is None:
            deal.outcome = outcome
            deal.asked = {}
            yield from self._settle(outcome, at)

    def _ask(self, decision: Decision[Any], at: int) -> Asked:
        sitter = self.state.sitters.get(decision.seat)
        timing = self.extras.timing(self.deal.options if self.deal else self.options, decision)
        if sitter is not None and sitter.gone_since is not None:
            timing = Timing(self.extras.absent_seconds(self.options) or timing.seconds, timing.warning)
        if self.settings.timeout is not None:
            timing = Timing(self.settings.timeout or None, timing.warning)
        if timing.seconds is None or sitter is None or sitter.bot is not None:
            return Asked(decision, self.state.seq, at, None, None, None)
        base = at + round(1000 * timing.seconds)
        deadline = base + sitter.bank
        warn_at = deadline - round(1000 * timing.warning) if timing.seconds > timing.warning else None
        return Asked(decision, self.state.seq, at, base, deadline, warn_at)

    def _settle(self, outcome: Outcome, at: int) -> Iterator[Happening]:
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
                yield from self._remove(seat)
        yield from self._fill_up()
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
        yield Ended(state.result)

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

    def _fill_up(self) -> Iterator[Happening]:
        """A bot without chips gets new ones from the house, except in a tournament."""
        if not self.has_chips or getattr(self.options, "tournament", False):
            return
        for seat, sitter in self.state.sitters.items():
            if sitter.bot is not None and self.state.stacks.get(seat, 0) == 0:
                chips = self.default_buy_in
                self._seating(Seating(op="sit", seat=seat, chips=chips))
                if not self.settings.practice:
                    yield Issued(sitter.player, chips)

    def _auto(self, entry: log.AutoSet) -> Iterator[Happening]:
        sitter = self.state.sitters[self._seated(entry.player)]
        sitter.auto, sitter.expiries = entry.on, 0
        self._wake(entry.at)
        yield from ()

    def _sit_out(self, entry: log.SitOutSet) -> Iterator[Happening]:
        seat = self._seated(entry.player)
        self.state.sitters[seat].sitting_out = entry.out
        if self.has_chips:
            self._seating(Seating(op="out" if entry.out else "back", seat=seat, post=entry.post))
        self._wake(entry.at)
        yield from ()

    def _rebought(self, entry: log.Rebought) -> Iterator[Happening]:
        self._seating(Seating(op="sit", seat=self._seated(entry.player), chips=entry.chips))
        yield from ()

    def _gone(self, entry: log.Gone) -> Iterator[Happening]:
        seat = self._seated(entry.player)
        self.state.sitters[seat].gone_since = entry.at
        self._note_idle(entry.at)
        yield Presence(seat, entry.player, False)

    def _back(self, entry: log.Back) -> Iterator[Happening]:
        seat = self._seated(entry.player)
        sitter = self.state.sitters[seat]
        since, sitter.gone_since = sitter.gone_since, None
        self.state.idle_since = None
        limit = 1000 * int(getattr(self.options, "reconnect_timeout", RECONNECT))
        if self.has_chips and sitter.sitting_out and since is not None and entry.at - since < limit:
            sitter.sitting_out = False  # he was only away: his seat is as he left it
            self._seating(Seating(op="back", seat=seat))
        self._wake(entry.at)
        yield Presence(seat, entry.player, True)

    def _wake(self, at: int) -> None:
        """Somebody is back after the pause was over: give him a moment before the next deal."""
        if not self.is_dealing and self.state.next_deal_at is not None and self.state.next_deal_at < at + 2000:
            self.state.next_deal_at = at + 2000

    def _note_idle(self, at: int) -> None:
        if any(p.gone_since is None for p in self.people):
            self.state.idle_since = None
        elif self.state.idle_since is None:
            self.state.idle_since = at

    def _said(self, entry: log.Said) -> Iterator[Happening]:
        yield Spoken(entry.player, entry.name, entry.text, entry.at)

    def _resumed(self, entry: log.Resumed) -> Iterator[Happening]:
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
        yield from ()

    def _closed(self, entry: log.Closed) -> Iterator[Happening]:
        self.state.status = "closed"
        self.state.next_deal_at = None
        for seat in list(self.state.sitters):
            yield from self._remove(seat)
        yield Shut()


_APPLY: Final[dict[type[Any], Callable[[Table, Any], Iterator[Happening]]]] = {
    log.Sat: Table._sat,
    log.Left: Table._left,
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


def names_of(sitters: Sequence[Sitter | None]) -> tuple[str, ...]:
    """Names by seat, for sentences."""
    return tuple(sitter.name if sitter else "" for sitter in sitters)
