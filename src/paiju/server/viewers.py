"""Who follows a table, and what each of them has been sent.

All connections of one seat are one viewer, and so are all spectators: they get the same messages, numbered by the
table's seq, and the last of them are kept for clients that come back after a short cut. A player who takes a seat,
changes it or gives it up is another viewer from then on, on all their connections. Nothing is sent from here: whoever runs
the table sends it once it is durable.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, Protocol

from paiju.games.codec import encode
from paiju.server import wire
from paiju.server.game_state import Seen, Shared, change, full, message, see, share, without_deal
from paiju.table import Table
from paiju.table.happenings import Announced

RING: Final = 32
"""Changes whose messages are kept per viewer, for clients that come back after a short cut."""

CROWD: Final = 50
"""Spectators up to which everybody is sent at once who comes and goes."""

KEEP: Final = 30_000
"""Milliseconds a viewer's messages are kept after the last connection is gone."""

NAMES: Final = 50
"""Spectators whose names are sent."""

KNOWN: Final = 1000
"""Players of whom it is remembered as which viewer they followed last; those forgotten are sent a full state."""


class Sink(Protocol):
    """One connection that follows tables. `send` never waits."""

    @property
    def player(self) -> str | None: ...
    @property
    def name(self) -> str: ...
    @property
    def muted(self) -> set[str]: ...
    def send(self, *messages: bytes) -> None: ...
    def drop(self, code: int, why: str) -> None: ...


Message = bytes | Callable[[], bytes]
"""What is sent, or how it is made at the moment when it is sent."""

Outbox = list[tuple[tuple[Sink, ...], Sequence[Message]]]
"""Messages, and who gets them."""


class Viewer:
    """The connections of one seat, or all spectators. `player` is None for spectators."""

    __slots__ = ("empty_since", "player", "ring", "seen", "sinks")

    def __init__(self, seen: Seen, player: str | None) -> None:
        self.sinks: set[Sink] = set()
        self.player = player
        self.seen = seen
        self.ring: deque[tuple[int, Sequence[bytes]]] = deque(maxlen=RING)  # the seq before, and what was sent then
        self.empty_since = 0

    def since(self, seq: int) -> list[bytes] | None:
        """What a client missed that has seen everything up to `seq`; None if that is no longer known.

        Spectators come and go without a new seq, so the client may get that twice.
        """
        missed = [moment for moment in self.ring if moment[0] >= seq]
        if missed and missed[0][0] == seq:
            return [data for _, messages in missed for data in messages]
        return [] if seq == self.seen.state.seq else None


class Delayed:
    """What spectators of a delayed table may see by now, and what waits for its time.

    Kept from the beginning, whether anybody watches or not: who comes late sees no more than those who were there.
    """

    def __init__(self, delay: int, shown: wire.GameState) -> None:
        self.delay, self.shown = delay, shown
        self.waiting: deque[tuple[int, Sequence[bytes], wire.GameState]] = deque()
        self.sinks: set[Sink] = set()
        """Who was sent a state that changes can be added to."""


class Viewers:
    """The viewers of one table. `later` asks for `release_delayed` to be called at some time."""

    def __init__(self, table: Table, tiers: Mapping[str, str], now: int, later: Callable[[int], None]) -> None:
        self.table, self.tiers, self._later = table, tiers, later
        self.by_seat: dict[int | None, Viewer] = {}
        self.sinks: dict[Sink, int | None] = {}
        self._shared: Shared | None = None
        self._watching: tuple[str, ...] | None = None  # worked out again when somebody came or went
        self._seated: dict[int | None, str] = {}  # who sat where when it was looked at last
        self._seen_as: dict[str, tuple[int | None, int]] = {}  # as which viewer a player follows, and from which seq on
        self._delayed: Delayed | None = None
        if table.settings.spectator_delay:
            self._delay_spectators(1000 * table.settings.spectator_delay, now)

    @property
    def is_needed(self) -> bool:
        """Whether anybody's state has to be kept up to date."""
        return bool(self.sinks or self.by_seat)

    @property
    def spectators(self) -> int:
        """How many connections follow without a seat."""
        return sum(1 for viewer in self.sinks.values() if viewer is None)

    # --- coming and going ------------------------------------------------------------------------------------------------

    def enter(self, sink: Sink, seat: int | None, seq: int | None, now: int) -> Sequence[Message]:
        """Let a connection follow as this viewer. What it needs for that: from `seq` on, if that is still known.

        A client that followed as another viewer has nothing to continue from.
        """
        if sink.player is not None:
            since = self._seen_as.get(sink.player)
            if since is None or since[0] != seat:
                self._seen_as[sink.player] = (seat, self.table.seq)
                if len(self._seen_as) > KNOWN:
                    del self._seen_as[next(iter(self._seen_as))]
                seq = None
            elif seq is not None and seq < since[1]:
                seq = None
        self.sinks[sink] = seat
        self._watching = None
        viewer = self.by_seat.get(seat) or self._open(seat)
        viewer.sinks.add(sink)
        if seat is None and self._delayed is not None:
            return [partial(self._first_seen_late, self._delayed, sink, now)]
        missed = viewer.since(seq) if seq is not None else None
        return missed if missed is not None else [message(full(viewer.seen.state, now))]

    @staticmethod
    def _first_seen_late(delayed: Delayed, sink: Sink, now: int) -> bytes:
        """What a spectator of a delayed table begins with: made when it is sent, as changes may be released until then."""
        delayed.sinks.add(sink)
        return message(full(delayed.shown, now))

    def leave(self, sink: Sink, now: int) -> None:
        viewer = self.by_seat.get(self.sinks.pop(sink))
        self._watching = None
        if viewer is not None and sink in viewer.sinks:
            viewer.sinks.discard(sink)
            if not viewer.sinks:
                viewer.empty_since = now

    def _open(self, seat: int | None) -> Viewer:
        viewer = self.by_seat[seat] = Viewer(see(self.table, self._share(), seat), self._sitting().get(seat))
        return viewer

    def _sitting(self) -> dict[int | None, str]:
        """Who sits where, without those who have given up their seats."""
        return {seat: one.player for seat, one in self.table.state.sitters.items() if not one.leaving}

    def _reseat(self) -> list[Sink]:
        """Make everybody the viewer they are by now; the connections for which that is news.

        Connections of players who gave up their seats follow no more where there are no spectators.
        """
        sitting = self._sitting()
        if sitting == self._seated:
            return []
        self._seated, self._watching = sitting, None
        seats = {player: seat for seat, player in sitting.items()}
        for seat, viewer in list(self.by_seat.items()):
            if seat is not None and viewer.player != sitting.get(seat):
                del self.by_seat[seat]  # its messages were for somebody else
        moved: list[Sink] = []
        for sink, old in list(self.sinks.items()):
            seat = seats.get(sink.player) if sink.player is not None else None
            if seat != old or old not in self.by_seat:
                moved.append(sink)
                if old in self.by_seat:
                    self.by_seat[old].sinks.discard(sink)
                if seat is None and not self.table.settings.spectators:
                    del self.sinks[sink]
                else:
                    self.sinks[sink] = seat
        return moved

    # --- showing ---------------------------------------------------------------------------------------------------------

    def show(self, moves: Sequence[Announced], others: Sequence[bytes], now: int) -> Outbox:
        """What every viewer is sent about these moves, those other messages, and what changed by them."""
        moved, shared = self._reseat(), self._share()
        announced = [self._announce(one, one.text) for one in moves if self._is_open(one)]
        is_open = len(announced) == len(moves)
        outbox: Outbox = []
        for seat, viewer in tuple(self.by_seat.items()):
            is_late = seat is None and self._delayed is not None
            if not viewer.sinks and now - viewer.empty_since > KEEP and not is_late:
                del self.by_seat[seat]
                continue
            if not is_open:
                announced = [
                    self._announce(one, one.text if self._is_open(one) or one.seat == seat else None) for one in moves
                ]
            messages = [*announced, *others]
            before, seen = viewer.seen.state, see(self.table, shared, seat, viewer.seen)
            changed = change(before, seen.state)
            if changed is not None:
                messages.append(message(changed))
                viewer.seen = seen
            if is_late:
                self._hold_back(now, messages, viewer.seen.state)
            elif messages:
                viewer.ring.append((before.seq, messages))
                outbox.append((tuple(viewer.sinks), messages))
        for sink in moved:
            if sink in self.sinks:
                outbox.append(((sink,), [*others, *self.enter(sink, self.sinks[sink], None, now)]))
            else:
                left = wire.NoticeOut(payload=wire.Notice(event="left", game_id=self.table.id))
                outbox.append(((sink,), [*others, encode(left)]))
        return outbox

    def _is_open(self, one: Announced) -> bool:
        """Whether everybody may know the text of a move."""
        return self.table.info.secrecy.open_moves and not one.secret

    def _announce(self, one: Announced, text: str | None) -> bytes:
        payload = wire.PlayerAction(
            game_id=self.table.id, seq=self.table.seq, player_id=one.player, seat=one.seat, action=text, by=one.by
        )
        return encode(wire.PlayerActionOut(payload=payload))

    def show_who_watches(self, now: int) -> Outbox:
        """The same after a spectator came or went; a crowd is sent with the next move."""
        return self.show((), (), now) if self.spectators <= CROWD else []

    def state(self, seat: int | None) -> wire.GameState:
        """The table as this viewer sees it: true once everything until now is durable."""
        if seat is None and self._delayed is not None:
            return self._delayed.shown
        return see(self.table, self._share(), seat).state

    def seq(self, seat: int | None) -> int:
        """How far the table has come for this viewer."""
        return self._delayed.shown.seq if seat is None and self._delayed is not None else self.table.seq

    @property
    def has_delay(self) -> bool:
        """Whether spectators see everything late."""
        return self._delayed is not None

    def _share(self) -> Shared:
        """What all viewers see now."""
        if self._watching is None:
            names = sorted({sink.name for sink, seat in self.sinks.items() if seat is None and sink.name})
            self._watching = tuple(names[:NAMES])
        shared = share(self.table, self.tiers, self._watching, self._shared)
        self._shared = shared if self.is_needed else None  # where nobody follows, nobody compares
        return shared

    # --- spectators behind a delay -----------------------------------------------------------------------------------------

    def _delay_spectators(self, delay: int, now: int) -> None:
        """Begin to keep what they will see. A deal in progress is as secret as one to come until its time."""
        state = self._open(None).seen.state
        self._delayed = Delayed(delay, state if self.table.deal is None else without_deal(state))
        if self.table.deal is not None:
            self._hold_back(now, [message(full(state, now))], state)

    def _hold_back(self, now: int, messages: Sequence[bytes], state: wire.GameState) -> None:
        if messages and self._delayed is not None:
            due = now + self._delayed.delay
            self._delayed.waiting.append((due, messages, state))
            self._later(due)

    def release_delayed(self, now: int) -> Outbox:
        """What spectators may see by now; to be called only when all of it is durable."""
        delayed, outbox = self._delayed, Outbox()
        if delayed is None:
            return outbox
        viewer = self.by_seat.get(None)
        delayed.sinks &= viewer.sinks if viewer is not None else set()
        while delayed.waiting and delayed.waiting[0][0] <= now:
            _, messages, delayed.shown = delayed.waiting.popleft()
            outbox.append((tuple(delayed.sinks), messages))
        if delayed.waiting:
            self._later(delayed.waiting[0][0])
        return outbox
